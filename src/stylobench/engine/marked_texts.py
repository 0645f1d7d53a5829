"""Texts cut where the strings that a verdict rests on stand in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

LONGEST = 20_000


@dataclass(frozen=True)
class Stretch:
    """A part of a text; `reason` is the place of the weightiest reason that stands in it, None of the rest."""

    text: str
    reason: int | None


@dataclass(frozen=True)
class Marked:
    """A text in stretches, marked for one verifier; `left_out` counts the characters beyond those shown."""

    name: str
    verifier: str
    stretches: tuple[Stretch, ...]
    left_out: int


def marked(name: str, text: str, reasons: Sequence[str], verifier: str, whole: bool = False) -> Marked:
    """Mark every place at which a reason stands; where several do, the first of them.

    >>> [(part.text, part.reason) for part in marked("a", "The cat  sat", ["cat sat", "the"], "x").stretches]
    [('The', 1), (' ', None), ('cat  sat', 0)]
    """
    shown = text[:LONGEST]
    owner: list[int | None] = [None] * len(shown)
    for place in range(len(reasons) - 1, -1, -1):
        for start, end in places(reasons[place], shown, whole):
            owner[start:end] = [place] * (end - start)
    owner = [None if sign == "\n" else place for sign, place in zip(shown, owner, strict=True)]
    return Marked(name, verifier, tuple(_cut(shown, owner)), len(text) - len(shown))


def places(reason: str, text: str, whole: bool = False) -> list[tuple[int, int]]:
    """Where a string stands in a text, case and kind of white space aside; `whole`: as words of their own only.

    Overlapping ones count too:

    >>> places("anan", "Bananan"), places("an", "an ant", whole=True)
    ([(1, 5), (3, 7)], [(0, 2)])
    """
    if not reason.strip():
        return []
    written = r"\s+".join(re.escape(part) for part in re.split(r"\s+", reason))
    if whole and reason[0].isalnum():
        written = rf"(?<!\w){written}"
    if whole and reason[-1].isalnum():
        written = rf"{written}(?!\w)"
    pattern, found, at = re.compile(written, re.IGNORECASE), list[tuple[int, int]](), 0
    while hit := pattern.search(text, at):
        found.append(hit.span())
        at = hit.start() + 1
    return found


def _cut(text: str, owner: Sequence[int | None]) -> list[Stretch]:
    cuts = [place for place in range(1, len(text)) if owner[place] != owner[place - 1]]
    bounds = [0, *cuts, len(text)]
    return [Stretch(text[a:b], owner[a]) for a, b in pairwise(bounds) if a < b]
