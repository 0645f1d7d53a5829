"""The subclass-shift crash test (expected effectiveness, corrected): the method stays as it is, the mix of what it is
asked about moves.

The tested items fall into subclasses. Every mix of them is possible tomorrow, by a Dirichlet law; the crash test tells
the effectiveness to expect over all mixes, its spread, and a bound that it stays above in a share 1 - delta of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from stylobench.errors import StylobenchError
from stylobench.metrics.outcomes import is_loss
from stylobench.protocols.evidence import family_of
from stylobench.protocols.shift_evidence import ShiftEvidence, shift_evidence
from stylobench.protocols.shift_findings import AtK, Cluster, Flip, Level, MeasureFindings, MethodFindings, Selection
from stylobench.protocols.shift_ground import Answered, Tested
from stylobench.protocols.shift_measures import CURVE, Asked, at_k, measured
from stylobench.protocols.shift_moving import Moving, common_draws
from stylobench.protocols.shift_prevalence import at_prevalences
from stylobench.protocols.shift_settings import Settings, around, law_of
from stylobench.protocols.shift_stream import constancy_of, stream_of
from stylobench.protocols.shift_study_findings import Stream
from stylobench.protocols.shift_subclasses import (
    CLUSTERS,
    LEAST,
    Grouping,
    Wish,
    clustered,
    demanded_texts,
    described,
    different_texts,
)
from stylobench.protocols.shift_subclasses import grouped as into_subclasses
from stylobench.protocols.shift_warnings import (
    grouping_warnings,
    method_warnings,
    selection_warnings,
    silence_warnings,
)
from stylobench.statistics.mixes import Mix
from stylobench.statistics.selection import best_chances, flips, lead
from stylobench.statistics.subclasses import Subclasses

OTHER_NUMBERS = (0.25, 0.5, 2.0, 4.0)
MOST_CLUSTERS = 500
RULES = ("today", "estimate", "heuristic", "bound")
__all__ = ["Found", "Settings", "findings"]
Told = Callable[[int, int], None]


@dataclass(frozen=True)
class Found:
    """Everything that the crash test finds about one set of tested items."""

    grouping: Grouping
    mix: Mix
    clusters: list[Cluster]
    purity: float | None
    methods: dict[str, MethodFindings]
    selection: list[Selection]
    evidence: list[ShiftEvidence]
    stream: Stream | None
    warnings: list[str]

    @property
    def alpha(self) -> float | None:
        """The Dirichlet parameter of every subclass; None where they are not alike."""
        first = float(self.mix.alphas[0])
        return first if np.allclose(self.mix.alphas, first, rtol=1e-12, atol=0) else None


def findings(tested: Tested, settings: Settings, wish: Wish, told: Told | None = None) -> Found:
    """Group the items, move the mix, and tell what becomes of every method."""
    tell = told or (lambda done, total: None)
    measures = _measures(tested, settings.measure)
    grouping = into_subclasses(tested, wish)
    others = _other_numbers(tested, grouping)
    steps = len(tested.methods) + len(others) + 2
    tell(1, steps)
    stream = stream_of(tested, grouping, wish.period, settings.seed)
    mix = law_of(settings, grouping, stream)
    tell(2, steps)
    moving = _all_moving(tested, grouping, mix, settings)
    found: dict[str, MethodFindings] = {}
    for name, one in tested.methods.items():
        found[name] = _method(tested, one, grouping, (moving.get(name), measures), settings)
        tell(2 + len(found), steps)
    judged = {name: one for name, one in moving.items() if settings.measure in found[name].measures}
    rows: dict[str, list[AtK]] = {name: [] for name in judged}
    for done, k in enumerate(others, start=1):
        _add_k(rows, tested, replace(wish, clusters=k), settings, mix)
        tell(2 + len(found) + done, steps)
    for name, mine in judged.items():
        own = at_k(mine, mine, settings.measure, settings.delta)
        every = {row.k: row for row in (*rows[name], own)}
        found[name] = _with_k(found[name], settings.measure, [every[k] for k in sorted(every)])
    clusters, purity = described(tested, grouping)
    alike = _on_the_same_items(tested, moving)
    together = {name: moving[name] for name in alike}
    chosen = _selections(together, found, measures, settings)
    evidence = shift_evidence(together, found, settings, tested.item)
    warnings = [
        *grouping_warnings(grouping, tested),
        *silence_warnings(tested),
        *method_warnings(found, settings.measure, settings.delta),
        *selection_warnings(tested, list(moving), alike),
    ]
    return Found(grouping, mix, clusters, purity, found, chosen, evidence, stream, warnings)


def _measures(tested: Tested, lead: str) -> list[str]:
    """Every measure that any method has, the headline first."""
    answered = [one for one in tested.methods.values() if not one.outcomes.silent.all()]
    if not answered:
        reasons = [reason for one in tested.methods.values() for reason in one.failures]
        raise StylobenchError(f"no method gave any answer; {(reasons or ['all were silent'])[0]}")
    for one in answered:
        one.outcomes.check(lead)
    every = dict.fromkeys(name for one in answered for name in one.outcomes.measures)
    return [lead, *(name for name in every if name != lead)]


def _all_moving(tested: Tested, grouping: Grouping, mix: Mix, settings: Settings) -> dict[str, Moving]:
    """The methods with a mix that can move: those with answers in two subclasses or more."""
    answered = {name: one for name, one in tested.methods.items() if len(np.unique(grouping.codes[one.rows])) > 1}
    if not answered:
        raise StylobenchError("no method has answers in two subclasses; ask for fewer or other subclasses")
    return {name: _moving(tested, name, grouping, mix, settings) for name in answered}


def _moving(tested: Tested, name: str, grouping: Grouping, mix: Mix, settings: Settings) -> Moving:
    one = tested.methods[name]
    codes = grouping.codes[one.rows]
    there = np.unique(codes)
    names = [grouping.names[code] for code in there]
    subclasses = Subclasses(tuple(names), np.searchsorted(there, codes), one.outcomes)
    return Moving(subclasses, Mix(mix.alphas[there]), settings.draws, settings.seed, name)


def _method(
    tested: Tested,
    one: Answered,
    grouping: Grouping,
    what: tuple[Moving | None, list[str]],
    settings: Settings,
) -> MethodFindings:
    moving, measures = what
    asked = Asked(settings.deltas, settings.radii)
    found: dict[str, MeasureFindings] = {}
    if moving is not None:
        mine = [name for name in measures if name in one.outcomes.measures]
        found = {
            name: _in_place(measured(moving, name, asked, name == settings.measure), moving, grouping) for name in mine
        }
    counted = (one.spec, int((~one.outcomes.silent).sum()), len(tested), list(one.failures), found)
    if moving is None:
        return MethodFindings(*counted, None, family=family_of(one.family))
    constant = constancy_of(tested, one, grouping, settings.seed)
    return MethodFindings(*counted, constant, at_prevalences(moving, settings.delta), family_of(one.family))


def _in_place(found: MeasureFindings, moving: Moving, grouping: Grouping) -> MeasureFindings:
    """With a level for every subclass, empty where the method has no answer."""
    levels = dict(zip(moving.subclasses.names, found.by_cluster, strict=True))
    return replace(found, by_cluster=[levels.get(name, Level(None, None, None, 0)) for name in grouping.names])


def _other_numbers(tested: Tested, grouping: Grouping) -> list[int]:
    """Other numbers of clusters to try, where clusters were made: from a quarter to four times as many."""
    if grouping.told != CLUSTERS:
        return []
    k = len(grouping.names)
    tried = {round(k * factor) for factor in OTHER_NUMBERS}
    most = min(len(tested) // LEAST, different_texts(demanded_texts(tested)), MOST_CLUSTERS)
    return sorted(number for number in tried - {k} if 2 <= number <= most)


def _add_k(rows: dict[str, list[AtK]], tested: Tested, wish: Wish, settings: Settings, mix: Mix) -> None:
    other = clustered(demanded_texts(tested), wish)
    k = len(other.names)
    alike = k * mix.concentration / len(mix.alphas)
    laws = [around(settings, np.bincount(other.codes), total) for total in (alike, mix.concentration)]
    for name in rows:
        if k not in (row.k for row in rows[name]):
            both = (_moving(tested, name, other, law, settings) for law in laws)
            even, fixed = (replace(one, only=settings.measure) for one in both)
            rows[name].append(at_k(even, fixed, settings.measure, settings.delta))


def _with_k(found: MethodFindings, measure: str, rows: list[AtK]) -> MethodFindings:
    if measure not in found.measures:
        return found
    return replace(found, measures={**found.measures, measure: replace(found.measures[measure], by_k=rows)})


def _on_the_same_items(tested: Tested, moving: Mapping[str, Moving]) -> list[str]:
    """The methods that answered the most items, and the same ones."""
    rows = {name: tested.methods[name].rows for name in moving}
    widest = max(rows.values(), key=len)
    return [name for name, mine in rows.items() if np.array_equal(mine, widest)]


def _selections(
    moving: Mapping[str, Moving], found: Mapping[str, MethodFindings], measures: list[str], settings: Settings
) -> list[Selection]:
    """Which method to deploy by each measure."""
    if len(moving) < 2:
        return []
    every = [name for name in measures if all(name in found[method].measures for method in moving)]
    return [_selection(measure, moving, found, settings) for measure in every]


def _selection(
    measure: str, moving: Mapping[str, Moving], found: Mapping[str, MethodFindings], settings: Settings
) -> Selection:
    loss = is_loss(measure)
    rules = {rule: {name: _by(rule, found[name].measures[measure], settings) for name in moving} for rule in RULES}
    rankings = {rule: _ranked(values, loss) for rule, values in rules.items()}
    drawn = common_draws(measure, moving)
    first, second = rankings["bound"][:2]
    ahead = lead(drawn[first], drawn[second], loss)
    curves = {name: one.quantiles(measure, CURVE) for name, one in moving.items()}
    crossings = [Flip(above, below, delta) for above, below, delta in flips(CURVE, curves, loss)]
    winners = {ranking[0] for rule, ranking in rankings.items() if rule != "today"}
    chances = best_chances(drawn, loss)
    return Selection(
        measure, settings.delta, rankings, chances, ahead.mean, ahead.low, ahead.high, crossings, len(winners) == 1
    )


def _by(rule: str, found: MeasureFindings, settings: Settings) -> float | None:
    if rule == "bound":
        return next(bound.posterior for bound in found.bounds if bound.delta == settings.delta)
    return found.today.value if rule == "today" else (found.estimate if rule == "estimate" else found.heuristic).mean


def _ranked(values: Mapping[str, float | None], loss: bool) -> list[str]:
    def key(name: str) -> tuple[bool, float]:
        value = values[name]
        return value is None, 0.0 if value is None else (value if loss else -value)

    return sorted(values, key=key)
