"""Safety: whom methods still recognise after rewriting, each under each obfuscator, and on average.

Only same-author problems are rewritten. Impact is the share of recognitions that were lost, below 0 the share of the
missing ones that were gained; a threshold is fitted without the answers that it decides unless the published way is
asked for. Whether a method answers everything alike, and whether it is worth attacking, is judged once, on all
untouched problems. How sure an impact is: see `stylobench.statistics.impact`; methods are fixed, problems are drawn
again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import compress

import numpy as np

from stylobench.metrics.impact import impact, mean_impact, pooled_impact
from stylobench.protocols.attack_findings import Adaptive, Average, Cell, Sure
from stylobench.protocols.attack_ground import Attacked
from stylobench.protocols.attack_judged import (
    MEASURES,
    Judged,
    Judging,
    Seen,
    Side,
    averaged,
    judged,
    mean_over,
    moved,
    sure,
)
from stylobench.records import Floats, Rows
from stylobench.seeds import generator
from stylobench.statistics.impact import POOLED, Interval, block_sums, blocks, impact_interval, mean_impact_interval
from stylobench.statistics.signflip import sign_flip

ROUNDING = 1e-9
NOTHING = Sure(None)


def cells(attacked: Attacked, judging: Judging) -> list[Cell]:
    """Every method under every obfuscator."""
    here = judged(attacked, judging)
    return [_cell(here, method, name) for name in attacked.rewritten for method in here.methods]


def averages(attacked: Attacked, cells: Sequence[Cell], judging: Judging) -> list[Average]:
    """Every obfuscator over the methods that do not answer everything alike."""
    here, methods = judged(attacked, judging), averaged(cells)
    by_name = {name: [cell for cell in cells if cell.obfuscator == name] for name in methods}
    return [
        _average(here, name, [cell for cell in by_name[name] if cell.method in methods[name]])
        for name in attacked.rewritten
        if name in methods
    ]


def average_impact(here: Judged, methods: Sequence[str], obfuscator: str) -> Sure:
    """The mean impact on these methods, on the draws that all averages share."""
    return _mean_impact(here, [here.seen(method, obfuscator) for method in methods], here.places(obfuscator))


def _cell(here: Judged, method: str, obfuscator: str) -> Cell:
    if failure := here.failure(method, obfuscator):
        return _blank(here, method, obfuscator, failure)
    seen = here.seen(method, obfuscator)
    places = here.places(obfuscator)
    asked = places[seen.asked]
    tau = here.published_threshold(here.attacked.before[method])
    before, after = seen.before, seen.after
    change = here.change(seen.change("recall"), asked, bool(seen.moved[seen.same].any()))
    known, changes = dict.fromkeys(MEASURES, NOTHING), dict.fromkeys(MEASURES, NOTHING)
    for name in here.measures:
        known[name] = here.share(before.measures[name], asked)
        changes[name] = here.change(seen.change(name), asked, bool(seen.moved.any()))
    return replace(
        _blank(here, method, obfuscator),
        constant=here.constant(method),
        threshold=tau if np.isfinite(tau) else None,
        auc=known["auc"],
        c_at_1=known["c_at_1"],
        final=known["final"],
        accuracy=known["accuracy"],
        d_auc=changes["auc"],
        d_c_at_1=changes["c_at_1"],
        d_final=changes["final"],
        d_accuracy=changes["accuracy"],
        recall=here.share_of_same(before.measures["recall"], asked),
        recall_after=here.share_of_same(after.measures["recall"], asked),
        d_recall=change,
        impact=_impact(before.measures["recall"], change),
        impact_published=_published(seen, tau),
        lost=int((seen.same & before.recognised & ~after.recognised).sum()),
        gained=int((seen.same & ~before.recognised & after.recognised).sum()),
        p=_p(here, seen, places, (method, obfuscator)),
        untouched_changed=int(moved(before.scores, after.scores, ROUNDING)[seen.asked & ~seen.same].sum()),
        silent_before=int(np.isnan(before.scores[seen.asked]).sum()),
        silent_after=int(np.isnan(after.scores[seen.asked]).sum()),
        adaptive=_adaptive(here, seen, asked),
    )


def _blank(here: Judged, method: str, obfuscator: str, failure: str | None = None) -> Cell:
    """A cell in which nothing has been measured."""
    places = here.places(obfuscator)
    places = places[here.asked(method)[places]]
    return Cell(
        dataset=here.attacked.name,
        method=method,
        obfuscator=obfuscator,
        problems=len(places),
        same=int(here.attacked.truth[places].sum()),
        constant=False,
        threshold=None,
        auc=NOTHING,
        c_at_1=NOTHING,
        final=NOTHING,
        accuracy=NOTHING,
        recall=NOTHING,
        recall_after=NOTHING,
        d_auc=NOTHING,
        d_c_at_1=NOTHING,
        d_final=NOTHING,
        d_accuracy=NOTHING,
        d_recall=NOTHING,
        impact=NOTHING,
        impact_published=None,
        lost=0,
        gained=0,
        p=None,
        untouched_changed=0,
        silent_before=0,
        silent_after=0,
        failure=failure,
    )


def _impact(recall: Floats, change: Sure) -> Sure:
    """The interval of the change of recall, mapped through the formula at both ends."""
    before = float(recall[0])
    if change.value is None:
        return NOTHING
    after = min(max(before + change.value, 0.0), 1.0)
    return Sure(impact(before, after), *impact_interval(before, (change.low, change.high)))


def _published(seen: Seen, tau: float) -> float | None:
    if not np.isfinite(tau) or not seen.same.any():
        return None
    before, after = (float((side.scores[seen.same] >= tau).mean()) for side in (seen.before, seen.after))
    return impact(before, after)


def _p(here: Judged, seen: Seen, places: Rows, names: tuple[str, str]) -> float | None:
    """Of no change of recall, by flipping signs over blocks of same-author problems."""
    if not seen.same.any():
        return None
    change = seen.after.recognised.astype(float) - seen.before.recognised
    sums = block_sums(change[seen.same], blocks(here.units_of(places[seen.same])))
    turned = sums[sums != 0]
    rng = generator(here.judging.seed, "attack", "change", here.attacked.digest, *names)
    return sign_flip(turned, None, rng).p if len(turned) > 1 else 1.0


def _adaptive(here: Judged, seen: Seen, places: Rows) -> Adaptive | None:
    if seen.adaptive is None:
        return None
    before, after = seen.before.measures, seen.adaptive.measures
    stirred = bool(moved(seen.before.scores, seen.adaptive.scores)[seen.same].any())
    change = here.change(after["recall"] - before["recall"], places, stirred)
    return Adaptive(
        recall=here.share_of_same(after["recall"], places),
        impact=_impact(before["recall"], change),
        auc=here.share(after["auc"], places),
        auc_before=here.share(before["auc"], places),
    )


def _average(here: Judged, obfuscator: str, cells: Sequence[Cell]) -> Average:
    cells, places = [cell for cell in cells if cell.same], here.places(obfuscator)
    seen = [here.seen(cell.method, obfuscator) for cell in cells]
    worthy = [here.accuracy(cell.method) >= here.judging.least_accuracy - ROUNDING for cell in cells]
    changes = {name: _mean_change(here, seen, places, name) for name in MEASURES}
    strongest = max(compress(cells, worthy), key=_still_recognised, default=None)
    return Average(
        dataset=here.attacked.name,
        obfuscator=obfuscator,
        methods=len(cells),
        impact=_mean_impact(here, seen, places),
        pooled=_pooled(here, seen, places),
        d_auc=changes["auc"],
        d_c_at_1=changes["c_at_1"],
        d_final=changes["final"],
        d_accuracy=changes["accuracy"],
        d_recall=changes["recall"],
        worthy_methods=sum(worthy),
        worthy=_mean_impact(here, list(compress(seen, worthy)), places),
        strongest=strongest.method if strongest else None,
        strongest_recall=strongest.recall_after if strongest else None,
        adaptive=_mean_adaptive(here, [one for one in seen if one.adaptive], places),
    )


def _still_recognised(cell: Cell) -> tuple[float, str]:
    """More first; among equals the order of methods given must not matter."""
    return cell.recall_after.value or 0.0, cell.method


def _recalls(sides: Sequence[Side]) -> Floats:
    """Methods x draws."""
    return np.array([side.measures["recall"] for side in sides])


def _mean_impact(here: Judged, seen: Sequence[Seen], places: Rows) -> Sure:
    stirred = any(bool(one.moved[one.same].any()) for one in seen)
    return _mean(here, [(one.before, one.after) for one in seen], places, stirred) if seen else NOTHING


def _mean(here: Judged, sides: Sequence[tuple[Side, Side]], places: Rows, stirred: bool) -> Sure:
    """Average impact over methods, from each one's answers before and after."""

    def ends(drawn: Floats) -> Interval:
        found = here.change(drawn, places, stirred)
        return found.low, found.high

    before, after = (_recalls(side) for side in zip(*sides, strict=True))
    return sure(mean_impact(before, after), *mean_impact_interval(before, after, ends))


def _pooled(here: Judged, seen: Sequence[Seen], places: Rows) -> Sure:
    if not seen:
        return NOTHING
    drawn = pooled_impact(_recalls([one.before for one in seen]), _recalls([one.after for one in seen]))
    return here.change(drawn, places, any(bool(one.moved[one.same].any()) for one in seen), POOLED)


def _mean_change(here: Judged, seen: Sequence[Seen], places: Rows, measure: str) -> Sure:
    if not seen or measure not in here.measures:
        return NOTHING
    return here.change(mean_over(seen, measure), places, any(bool(one.moved.any()) for one in seen))


def _mean_adaptive(here: Judged, seen: Sequence[Seen], places: Rows) -> Sure | None:
    sides = [(one.before, one.adaptive) for one in seen if one.adaptive]
    stirred = any(bool(moved(b.scores, a.scores)[one.same].any()) for one, (b, a) in zip(seen, sides, strict=True))
    return _mean(here, sides, places, stirred) if sides else None
