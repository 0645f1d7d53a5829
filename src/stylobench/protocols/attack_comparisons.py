"""Obfuscators against each other: the difference of their average impacts, on the problems that both rewrote.

Tested by letting blocks of problems change sides. A block is everything that shares an author; where only texts are
known, same-author problems that share a text directly or through others; where nearly all hang together, the problems
of one questioned text. That test keeps its size; the interval beside it is drawn from impacts with their kink, and near
0 it is a little short (8 methods, 50 problems: without the true 0 in 8% of 400 worlds; at an impact of .3 in 5%).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from stylobench.metrics.impact import mean_impact
from stylobench.protocols.attack_findings import Cell, Comparison, Sure
from stylobench.protocols.attack_ground import Attacked
from stylobench.protocols.attack_judged import Judged, Judging, Seen, averaged, judged
from stylobench.records import Floats, Rows
from stylobench.seeds import generator
from stylobench.statistics.impact import DIFFERENCES, block_sums, blocks, swap_test
from stylobench.statistics.multiplicity import holm


def comparisons(attacked: Attacked, cells: Sequence[Cell], judging: Judging) -> list[Comparison]:
    """Every pair of obfuscators; p-values are adjusted over all pairs of this data set (Holm)."""
    here, methods = judged(attacked, judging), averaged(cells)
    pairs = combinations(attacked.rewritten, 2)
    found = [_comparison(here, pair, [name for name in methods[pair[0]] if name in methods[pair[1]]]) for pair in pairs]
    known = [one.p for one in found if one.p is not None]
    adjusted = iter(holm(known).tolist() if known else [])
    return [one if one.p is None else replace(one, p_holm=next(adjusted)) for one in found]


def _comparison(here: Judged, names: tuple[str, str], methods: Sequence[str]) -> Comparison:
    first, second = names
    places = here.places(first, second)
    sides = [[here.seen(method, *pair) for method in methods] for pair in ((first, second), (second, first))]
    same = places[np.any([one.same for one in sides[0]], axis=0)] if methods else places[:0]
    if not len(same):
        return Comparison(here.attacked.name, first, second, Sure(None), None, None, 0)
    codes = blocks(here.units_of(same))
    p = _p(here, names, sides, codes)
    return Comparison(
        here.attacked.name, first, second, _difference(here, sides, places), p, None, int(codes.max()) + 1
    )


def _p(here: Judged, names: tuple[str, str], sides: list[list[Seen]], codes: Rows) -> float:
    # The stream hangs on the pair, not on its order.
    rng = generator(here.judging.seed, "attack", "comparison", here.attacked.digest, *sorted(names))
    first, second = (_in_blocks(side, "after", codes) for side in sides)
    return swap_test(_in_blocks(sides[0], "before", codes), first, second, rng)


def _in_blocks(seen: list[Seen], when: str, codes: Rows) -> Floats:
    """The share of a method's same-author problems that it recognises in each block: blocks x methods."""
    rewritten = np.any([one.same for one in seen], axis=0)
    said = [(getattr(one, when).recognised & one.same)[rewritten] / max(1, one.same.sum()) for one in seen]
    return block_sums(np.column_stack(said), codes)


def _difference(here: Judged, sides: list[list[Seen]], places: Rows) -> Sure:
    before = np.array([one.before.measures["recall"] for one in sides[0]])
    after = [np.array([one.after.measures["recall"] for one in side]) for side in sides]
    drawn = mean_impact(before, after[0]) - mean_impact(before, after[1])
    pairs = zip(*sides, strict=True)
    alike = all(np.array_equal(a.after.scores[a.same], b.after.scores[b.same], equal_nan=True) for a, b in pairs)
    return here.change(drawn, places, not alike, DIFFERENCES)
