"""A rewritten text as the edits that made it: what stood where, what stands there now, and who changed it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Characters `start` to `end` of the original became `replacement`; `operator` says by what kind of change."""

    start: int
    end: int
    replacement: str
    operator: str


@dataclass(frozen=True)
class Rewrite:
    """An original and its edits in order, none touching another. `notes` counts what an obfuscator wants known.

    >>> Rewrite("He is ill.", (Edit(3, 5, "was", "tense"),)).text
    'He was ill.'
    """

    original: str
    edits: tuple[Edit, ...] = ()
    notes: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def text(self) -> str:
        """The original with all edits made."""
        parts, at = [], 0
        for edit in self.edits:
            parts += [self.original[at : edit.start], edit.replacement]
            at = edit.end
        return "".join([*parts, self.original[at:]])

    @property
    def sound(self) -> bool:
        """Whether the edits are in order, in the text and apart from one another."""
        ends = [place for edit in self.edits for place in (edit.start, edit.end)]
        return all(first <= second for first, second in pairwise([0, *ends, len(self.original)]))

    @property
    def unchanged(self) -> bool:
        """Whether the original came back."""
        return self.text == self.original

    def as_json(self) -> dict[str, Any]:
        """The edits as plain data; the original is not in it."""
        edits = [[edit.start, edit.end, edit.replacement, edit.operator] for edit in self.edits]
        return {"edits": edits, "notes": dict(self.notes)}

    @classmethod
    def from_json(cls, original: str, found: Mapping[str, Any]) -> Rewrite:
        """A rewrite from its plain data and the original."""
        return cls(original, tuple(Edit(*edit) for edit in found["edits"]), dict(found["notes"]))


class Sheet:
    """A text that is being edited: every change speaks of the original, and what was changed once stays.

    >>> sheet = Sheet("It is so very cold.")
    >>> sheet.change(6, 8, "", "stop words"), sheet.change(3, 8, "was", "tense"), sheet.rewrite().text
    (True, False, 'It is  very cold.')
    """

    def __init__(self, original: str) -> None:
        self.original = original
        self.notes: dict[str, int] = {}
        self._edits: list[Edit] = []
        self._taken = bytearray(len(original) + 1)
        self._inserted: set[int] = set()

    def free(self, start: int, end: int) -> bool:
        """Whether nothing between has been changed, nor inserted at either end or inside."""
        if start == end:
            inside = start > 0 and bool(self._taken[start - 1] and self._taken[start])
            return not inside and start not in self._inserted
        return not any(self._taken[start:end]) and (
            not self._inserted or not any(place in self._inserted for place in range(start, end + 1))
        )

    def change(self, start: int, end: int, replacement: str, operator: str) -> bool:
        """Replace a part of the original; False where that would touch another change or change nothing."""
        if not 0 <= start <= end <= len(self.original):
            raise ValueError(f"the span {start} to {end} is not in a text of {len(self.original)} characters")
        if self.original[start:end] == replacement or not self.free(start, end):
            return False
        if start == end:
            self._inserted.add(start)
        else:
            self._taken[start:end] = b"\x01" * (end - start)
        self._edits.append(Edit(start, end, replacement, operator))
        return True

    def note(self, what: str, count: int = 1) -> None:
        """Count something that has no place in the text."""
        self.notes[what] = self.notes.get(what, 0) + count

    def rewrite(self) -> Rewrite:
        """All changes made."""
        return Rewrite(self.original, tuple(sorted(self._edits)), dict(self.notes))


def operators(rewrites: Iterable[Rewrite]) -> dict[str, int]:
    """How often each operator was used, most often first."""
    counts: dict[str, int] = {}
    for rewrite in rewrites:
        for edit in rewrite.edits:
            counts[edit.operator] = counts.get(edit.operator, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
