"""Edits turned round: from rewritten public texts, what most probably stood where a replacement stands now."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from stylobench.edits import Rewrite, Sheet
from stylobench.features._edit_places import GAPS, PIECE, Pieces, Place, whole_pieces

LONGEST = 8
CONTEXT = 10.0
LIKELY = 3
OPERATOR = "undone"

Form = tuple[bool, str]
Edited = tuple[tuple[Place, ...], Form]


@dataclass
class _Tally:
    """How often what stands somewhere was made of what (`made`), and how often it stands there at all (`seen`)."""

    made: Counter[tuple[Place, Form]] = field(default_factory=Counter)
    seen: Counter[Place] = field(default_factory=Counter)

    def add(self, other: _Tally) -> None:
        self.made.update(other.made)
        self.seen.update(other.seen)


class InverseEdits:
    """What the edits of rewritten texts teach, fold by fold; `undo` uses all folds but one.

    The chance that a replacement was made of an original is counted, in its context where there is evidence enough:
    what was seen n times beside a neighbour counts n/(n + 10) against what was seen anywhere.

    >>> from stylobench.edits import Edit
    >>> rewrite = Rewrite("He sang while I read.", (Edit(8, 13, "whilst", "synonym"),))
    >>> InverseEdits([rewrite] * 3, [0, 0, 0]).undo("Whilst it rains", without=1).text
    'While it rains'
    """

    def __init__(self, rewrites: Sequence[Rewrite], folds: Sequence[int]) -> None:
        read = [Pieces(rewrite.text) for rewrite in rewrites]
        edited = [list(_edited(rewrite, pieces)) for rewrite, pieces in zip(rewrites, read, strict=True)]
        self._forms = _forms(edit for edits in edited for edit in edits)
        self._keys = {key for key, _, _ in self._forms}
        self._lengths = _lengths(self._keys)
        deleted = [place for place in self._forms if place[0] in GAPS]
        self._beside_gaps = (
            {left[:-1] for _, left, _ in deleted if left},
            {right[1:] for _, _, right in deleted if right},
        )
        self._total, self._tallies = _Tally(), defaultdict[int, _Tally](_Tally)
        for pieces, edits, fold in zip(read, edited, folds, strict=True):
            self._count(self._tallies[fold], pieces, edits)
        for tally in self._tallies.values():
            self._total.add(tally)

    def _count(self, tally: _Tally, pieces: Pieces, edits: Sequence[Edited]) -> None:
        tally.made.update((place, form) for places, form in edits for place in places)
        sites = (pieces.places(first, last) for first, last in self._sites(pieces))
        tally.seen.update(place for places in sites for place in places if place in self._forms)

    def undo(self, text: str, without: int) -> Rewrite:
        """The text with every change undone that was more probably made than not; one fold is not learnt from."""
        pieces, own = Pieces(text), self._tallies.get(without, _Tally())
        found = []
        for first, last in self._sites(pieces):
            chance, form = self._best(pieces.places(first, last), own)
            if chance > 0.5:
                found.append((-chance, first - last, first, last, form))
        sheet = Sheet(text)
        for _, _, first, last, form in sorted(found):
            start, end = pieces.cuts[first], pieces.cuts[last]
            restored = _restored(form, text[start:end])
            if restored is not None:
                sheet.change(start, end, restored, OPERATOR)
        return sheet.rewrite()

    def _best(self, places: Sequence[Place], own: _Tally) -> tuple[float, Form]:
        """The original that is most probable here. A gap without evidence beside it is no sign of a deletion."""
        alone, *beside = places
        forms = {form for place in beside for form in self._forms.get(place, ())}
        if alone[0] not in GAPS:
            forms.update(self._forms[alone])
        chances = ((self._chance(places, form, own), form) for form in sorted(forms))
        return max(chances, key=lambda found: found[0], default=(0.0, (False, "")))

    def _chance(self, places: Sequence[Place], form: Form, own: _Tally) -> float:
        counts = [self._counts(place, form, own) for place in places]
        anywhere = counts[0][0] / (counts[0][1] + 1)
        beside = sum(_drawn_to(anywhere, *one) for one in counts[1:3]) / 2
        return _drawn_to(beside, *counts[3]) if counts[0][0] else 0.0

    def _counts(self, place: Place, form: Form, own: _Tally) -> tuple[int, int]:
        made = self._total.made.get((place, form), 0) - own.made.get((place, form), 0)
        return made, self._total.seen.get(place, 0) - own.seen.get(place, 0)

    def _sites(self, pieces: Pieces) -> Iterator[tuple[int, int]]:
        """Wherever a known replacement stands, or a gap beside a word beside which something was deleted."""
        left, right = self._beside_gaps
        for first in range(len(pieces.cuts)):
            if (pieces.left[first] in left or pieces.right[first] in right) and pieces.key(first, first) in self._keys:
                yield first, first
            for length in self._lengths.get(pieces.lower[first], ()) if first < len(pieces.lower) else ():
                last = first + length
                if last < len(pieces.cuts) and pieces.key(first, last) in self._keys:
                    yield first, last


def _drawn_to(wider: float, made: int, seen: int) -> float:
    return (made + CONTEXT * wider) / (seen + CONTEXT)


def _edited(rewrite: Rewrite, pieces: Pieces) -> Iterator[Edited]:
    """The places of the edits and what stood there, leaving out those too long to come again."""
    for span in whole_pieces(rewrite, pieces):
        first, last = pieces.at[span.start], pieces.at[span.end]
        original = rewrite.original[span.original_start : span.original_end]
        replacement = pieces.text[span.start : span.end]
        if last - first <= LONGEST and original != replacement:
            yield pieces.places(first, last), _form(original, replacement)


def _forms(edited: Iterable[Edited]) -> dict[Place, list[Form]]:
    """What stood at each place most often; what is rarer is never the most probable by far."""
    counts: dict[Place, Counter[Form]] = defaultdict(Counter)
    for places, form in edited:
        for place in places:
            counts[place][form] += 1
    return {place: sorted(found, key=lambda form: (-found[form], form))[:LIKELY] for place, found in counts.items()}


def _lengths(keys: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """By first piece, how many pieces the keys have."""
    found: dict[str, set[int]] = defaultdict(set)
    for key in keys:
        if key not in GAPS:
            pieces = PIECE.findall(key)
            found[pieces[0]].add(len(pieces))
    return {first: tuple(sorted(lengths)) for first, lengths in found.items()}


def _form(original: str, replacement: str) -> Form:
    """The original in lower case where the replacement shows its case (True), else as it stands."""
    alike = _case(original) == _case(replacement) != "mixed"
    return alike, original.lower() if alike else original


def _restored(form: Form, replacement: str) -> str | None:
    """The original in the case of the replacement; None where that shows none."""
    follows, original = form
    cases = {"lower": original, "upper": original.upper(), "title": original[:1].upper() + original[1:]}
    return cases.get(_case(replacement)) if follows else original


def _case(text: str) -> str:
    if text == text.lower():
        return "lower"
    if text == text.upper() and len(text) > 1:
        return "upper"
    return "title" if text[0].isupper() and text[1:] == text[1:].lower() else "mixed"
