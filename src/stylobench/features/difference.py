"""What was changed between two texts, word by word, and the phrases that a reader is shown."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stylobench.edits import Edit, Rewrite

CHANGED = "changed"
_TOKEN = re.compile(r"\w+(?:[-'’]\w+)*|[^\w\s]")
# Runs of so many tokens that stand once in both texts hold them together, longest runs first.
ANCHORS = (6, 2, 1)
# Stretches of so many tokens need none. In longer ones without any, fewer differences are looked through at a time.
SHORT, FEWEST, WORK = 200, 16, 200_000


class Stretch(NamedTuple):
    """Tokens `a` to `b` of the original beside tokens `c` to `d` of the rewritten text."""

    a: int
    b: int
    c: int
    d: int

    @property
    def size(self) -> int:
        """The tokens on both sides."""
        return self.b - self.a + self.d - self.c


def difference(original: str, rewritten: str) -> Rewrite:
    """The edits that lead from one text to the other; white space goes with the words beside it.

    >>> difference("It was so very cold.", "It was cold, very cold.").edits
    (Edit(start=7, end=9, replacement='cold,', operator='changed'),)
    """
    return Rewrite(original, tuple(edits_between(original, rewritten, CHANGED)))


def edits_between(original: str, rewritten: str, operator: str) -> Iterator[Edit]:
    """The edits by one operator, in order, with at least a common token between two of them."""
    before, after = _spans(original), _spans(rewritten)
    tokens = [original[a:b] for a, b in before], [rewritten[a:b] for a, b in after]
    old = new = 0
    for place, other in _common(*tokens):
        yield from _edit((original, old, before[place][0]), (rewritten, new, after[other][0]), operator)
        old, new = before[place][1], after[other][1]
    yield from _edit((original, old, len(original)), (rewritten, new, len(rewritten)), operator)


def phrases(rewrite: Rewrite) -> tuple[tuple[str, str | None, str], ...]:
    """The text as phrases (original, rewritten, operator); common ones have None and no operator.

    Edits with nothing but white space between them are one phrase, with the operators of all.

    >>> phrases(difference("It is so very cold.", "It was rather cold."))
    (('It ', None, ''), ('is so very', 'was rather', 'changed'), (' cold.', None, ''))
    """
    found: list[tuple[str, str | None, str]] = []
    at = 0
    for group in _neighbours(rewrite):
        start, end = group[0].start, group[-1].end
        if start > at:
            found.append((rewrite.original[at:start], None, ""))
        inside = Rewrite(rewrite.original[:end], tuple(group)).text[start:]
        found.append((rewrite.original[start:end], inside, ", ".join(dict.fromkeys(edit.operator for edit in group))))
        at = end
    if at < len(rewrite.original):
        found.append((rewrite.original[at:], None, ""))
    return tuple(found)


def _neighbours(rewrite: Rewrite) -> Iterator[list[Edit]]:
    group: list[Edit] = []
    for edit in rewrite.edits:
        if group and rewrite.original[group[-1].end : edit.start].strip():
            yield group
            group = []
        group.append(edit)
    if group:
        yield group


def _spans(text: str) -> list[tuple[int, int]]:
    return [found.span() for found in _TOKEN.finditer(text)]


def _edit(old: tuple[str, int, int], new: tuple[str, int, int], operator: str) -> Iterator[Edit]:
    """What lies between two common tokens, without the white space that both sides have at its ends."""
    (original, start, end), (rewritten, begin, stop) = old, new
    if original[start:end] == rewritten[begin:stop]:
        return
    while start < end and begin < stop and original[start] == rewritten[begin] and original[start].isspace():
        start, begin = start + 1, begin + 1
    while start < end and begin < stop and original[end - 1] == rewritten[stop - 1] and original[end - 1].isspace():
        end, stop = end - 1, stop - 1
    yield Edit(start, end, rewritten[begin:stop], operator)


def _common(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    """Places of common tokens in both texts, both rising; nearly as many as there can be."""
    numbers: dict[str, int] = {}
    old = [numbers.setdefault(token, len(numbers)) for token in before]
    new = [numbers.setdefault(token, len(numbers)) for token in after]
    pairs: list[tuple[int, int]] = []
    waiting = [(Stretch(0, len(old), 0, len(new)), 0)]
    while waiting:
        whole, level = waiting.pop()
        left = _without_ends(old, new, whole, pairs)
        if left.a == left.b or left.c == left.d:
            continue
        if level == len(ANCHORS) or left.size <= SHORT:
            _fewest_differences(old, new, left, pairs)
            continue
        anchors = _anchors(old, new, left, ANCHORS[level])
        pairs += anchors
        waiting += [(gap, level + 1) for gap in _gaps(left, anchors)]
    return sorted(pairs)


def _without_ends(old: list[int], new: list[int], of: Stretch, pairs: list[tuple[int, int]]) -> Stretch:
    """What is left of a stretch without its common beginning and end, which are added to the pairs."""
    a, b, c, d = of
    while a < b and c < d and old[a] == new[c]:
        pairs.append((a, c))
        a, c = a + 1, c + 1
    while a < b and c < d and old[b - 1] == new[d - 1]:
        b, d = b - 1, d - 1
        pairs.append((b, d))
    return Stretch(a, b, c, d)


def _anchors(old: list[int], new: list[int], of: Stretch, length: int) -> list[tuple[int, int]]:
    """The longest rising chain of runs that stand exactly once on either side."""
    here, there = _once(old, of.a, of.b, length), _once(new, of.c, of.d, length)
    return _rising([(place, there[run]) for run, place in here.items() if run in there])


def _once(tokens: list[int], first: int, last: int, length: int) -> dict[tuple[int, ...], int]:
    runs = list(zip(*(tokens[first + shift : last - length + 1 + shift] for shift in range(length)), strict=False))
    counts = Counter(runs)
    return {run: place for place, run in enumerate(runs, first) if counts[run] == 1}


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest part of pairs, sorted by the first, in which the second rises too.

    >>> _rising([(0, 5), (1, 1), (2, 9), (3, 2)])
    [(1, 1), (3, 2)]
    """
    tails, tops, before = list[int](), list[int](), list[int]()
    for number, (_, value) in enumerate(pairs):
        place = bisect_left(tails, value)
        before.append(tops[place - 1] if place else -1)
        tails[place : place + 1], tops[place : place + 1] = [value], [number]
    chain, at = list[tuple[int, int]](), tops[-1] if tops else -1
    while at >= 0:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]


def _gaps(of: Stretch, anchors: list[tuple[int, int]]) -> Iterator[Stretch]:
    a, c = of.a, of.c
    for place, other in anchors:
        if place > a and other > c:
            yield Stretch(a, place, c, other)
        a, c = place + 1, other + 1
    yield Stretch(a, of.b, c, of.d)


def _fewest_differences(old: list[int], new: list[int], of: Stretch, pairs: list[tuple[int, int]]) -> None:
    """Myers (1986), forward; a stretch with too many differences is settled part by part, each by its best start."""
    most = of.size if of.size <= SHORT else min(SHORT, max(FEWEST, WORK // of.size))
    a, c = of.a, of.c
    while a < of.b and c < of.d:
        a, c = _advance(old, new, Stretch(a, of.b, c, of.d), most, pairs)


def _advance(old: list[int], new: list[int], of: Stretch, most: int, pairs: list[tuple[int, int]]) -> tuple[int, int]:
    """Follow the paths with up to `most` differences; keep the common tokens of the one that came farthest."""
    a, b, c, d = of
    reach, trail = {1: a}, list[dict[int, int]]()
    for differences in range(most + 1):
        trail.append(reach)
        reach = dict[int, int]()
        before = trail[-1]
        for slant in range(-differences, differences + 1, 2):
            down = slant == -differences or (slant != differences and before.get(slant - 1, -1) < before[slant + 1])
            x = before[slant + 1] if down else before[slant - 1] + 1
            y = x - a - slant + c
            while x < b and y < d and old[x] == new[y]:
                x, y = x + 1, y + 1
            reach[slant] = x
            if x >= b and y >= d:
                _retrace(trail, (x, slant), of, pairs)
                return b, d
    ends = [(x, x - a - slant + c, slant) for slant, x in reach.items()]
    x, y, slant = max(ends, key=lambda end: (end[0] <= b and end[1] <= d, end[0] + end[1], -abs(end[2])))
    _retrace(trail, (x, slant), of, pairs)
    return x, y


def _retrace(trail: list[dict[int, int]], end: tuple[int, int], of: Stretch, pairs: list[tuple[int, int]]) -> None:
    """Add the common tokens of a path, from its end to its beginning."""
    x, slant = end
    for differences in range(len(trail) - 1, -1, -1):
        before = trail[differences]
        down = slant == -differences or (slant != differences and before[slant - 1] < before[slant + 1])
        start = before[slant + 1] if down else before[slant - 1] + 1
        pairs += [(place, place - of.a - slant + of.c) for place in range(start, x)]
        slant = slant + 1 if down else slant - 1
        x = before.get(slant, of.a)
