"""Where edits stand in the rewritten text, in whole words, blanks and marks, and what stands around them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from stylobench.edits import Rewrite

PIECE = re.compile(r"\w+(?:[-'’]\w+)*|\s+|[^\w\s]")
# What was deleted leaves a gap: before a blank, or after one.
GAPS = GAP, GAP_AFTER_BLANK = "", "\0"

Place = tuple[str, str, str]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Characters of a rewritten text and the characters of the original from which they came."""

    start: int
    end: int
    original_start: int
    original_end: int


def spans(rewrite: Rewrite) -> list[Span]:
    """Where each edit stands in the rewritten text.

    >>> from stylobench.edits import Edit
    >>> spans(Rewrite("He is ill.", (Edit(3, 5, "was", "tense"),)))
    [Span(start=3, end=6, original_start=3, original_end=5)]
    """
    found, shift = [], 0
    for edit in rewrite.edits:
        start = edit.start + shift
        found.append(Span(start, start + len(edit.replacement), edit.start, edit.end))
        shift += len(edit.replacement) - (edit.end - edit.start)
    return found


class Pieces:
    """A text cut into words, blanks and marks, with the nearest piece that is no blank on either side of every cut.

    >>> pieces = Pieces("So it is.")
    >>> pieces.cuts, pieces.places(2, 3)[3]
    ([0, 2, 3, 5, 6, 8, 9], ('it', 'so ', ' is'))
    """

    def __init__(self, text: str) -> None:
        self.text = text
        found = PIECE.findall(text)
        self.lower = [piece.lower() for piece in found]
        self.cuts = [0]
        for piece in found:
            self.cuts.append(self.cuts[-1] + len(piece))
        self.at = {cut: number for number, cut in enumerate(self.cuts)}
        self.left, self.right = _neighbours(self.lower), _neighbours(self.lower[::-1])[::-1]

    def key(self, first: int, last: int) -> str:
        """What stands between two cuts."""
        if first == last:
            return GAP_AFTER_BLANK if first and self.lower[first - 1].isspace() else GAP
        return "".join(self.lower[first:last])

    def places(self, first: int, last: int) -> tuple[Place, Place, Place, Place]:
        """What stands between two cuts: alone, after its left neighbour, before its right one, between both."""
        key, left, right = self.key(first, last), self.left[first] + " ", " " + self.right[last]
        return (key, "", ""), (key, left, ""), (key, "", right), (key, left, right)


def _neighbours(pieces: Sequence[str]) -> list[str]:
    near = [""]
    for piece in pieces:
        near.append(near[-1] if piece.isspace() else piece)
    return near


def whole_pieces(rewrite: Rewrite, pieces: Pieces) -> list[Span]:
    """The edits widened until they cut no word of either text, and joined where no cut lies between them.

    >>> from stylobench.edits import Edit
    >>> rewrite = Rewrite("a cold day", (Edit(3, 3, "o", "typo"), Edit(5, 5, "l", "typo")))
    >>> whole_pieces(rewrite, Pieces(rewrite.text))
    [Span(start=2, end=8, original_start=2, original_end=6)]
    """
    raw, cuts = spans(rewrite), set(Pieces(rewrite.original).cuts)
    ends = [(0, 0), *((span.end, span.original_end) for span in raw)]
    starts = [*((span.start, span.original_start) for span in raw), (len(pieces.text), len(rewrite.original))]
    between = [_common_cuts(end, start[0], pieces, cuts) for end, start in zip(ends, starts, strict=True)]
    found, opened = [], (0, 0)
    for before, after in pairwise(between):
        opened = before[-1] if before else opened
        if after:
            found.append(Span(opened[0], after[0][0], opened[1], after[0][1]))
    return found


def _common_cuts(since: tuple[int, int], until: int, pieces: Pieces, original: set[int]) -> list[tuple[int, int]]:
    """Cuts of both texts in a stretch that no edit touches: the first and the last of them."""
    here, there = since
    inside = pieces.cuts[bisect_left(pieces.cuts, here) : bisect_right(pieces.cuts, until)]
    both = [cut for cut in inside if there + cut - here in original]
    return [(cut, there + cut - here) for cut in (both[:1] + both[-1:])]
