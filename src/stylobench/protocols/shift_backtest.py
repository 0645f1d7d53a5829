"""Backtest of a bound under subclass shift: it comes from the past, the truth from the future.

A method trains on one period. The first bound comes from its cross-validated answers inside that period, the next ones
from what the fitted method answered in a later period; each is held against every period after it. Nothing of a
tested period reaches the bound: clusters are made from the sample behind the bound alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from stylobench.errors import StylobenchError
from stylobench.metrics.outcomes import Outcomes, is_loss
from stylobench.protocols.answered import Answered
from stylobench.protocols.shift_backtest_plan import BacktestPlan, Origin
from stylobench.protocols.shift_levels import level
from stylobench.protocols.shift_study_findings import Backtest, Backtested, Coverage
from stylobench.records import Rows, Run
from stylobench.seeds import generator
from stylobench.statistics import shift
from stylobench.statistics.mixes import Mix
from stylobench.statistics.proportions import clopper_pearson
from stylobench.statistics.redrawn import Redrawn
from stylobench.statistics.stress import total_variation
from stylobench.statistics.subclasses import Subclasses

FEW = 5
LAWS = ("posterior", "exact", "normal", "future")
Runs = Mapping[str, Run]


def _even(rows: Rows, codes: Rows) -> Mix:
    return Mix.even(len(np.unique(codes)))


@dataclass(frozen=True)
class Subclassing:
    """How subclasses are found. `cluster` gives a code for each of the documents of the past, by row; `assign` takes
    these rows, their codes and later rows, and says which cluster each later document is nearest to; `mix` makes the
    law of the mixes from rows of the past and their codes.
    """

    cluster: Callable[[Rows], Rows]
    assign: Callable[[Rows, Rows, Rows], Rows] | None = None
    mix: Callable[[Rows, Rows], Mix] = _even


@dataclass(frozen=True)
class BacktestSettings:
    """What is bounded, and how surely. `positive` names the class of precision and recall."""

    delta: float = 0.05
    measures: tuple[str, ...] = ("accuracy", "macro_f1")
    positive: str | None = None
    draws: int = 20_000
    seed: int = 0


@dataclass(frozen=True)
class _Test:
    """What is the same for all methods."""

    plan: BacktestPlan
    subclassing: Subclassing
    settings: BacktestSettings


@dataclass(frozen=True)
class _Past:
    """The sample behind a bound: its period, its documents and their clusters; `moved` is how far the mix of each
    later period is from its own.
    """

    origin: Origin
    period: int
    rows: Rows
    codes: Rows
    moved: Mapping[int, float | None]


@dataclass(frozen=True)
class _Said:
    """What a method said of documents, in order of row."""

    rows: Rows
    outcomes: Outcomes

    @classmethod
    def of(cls, runs: Sequence[Run], test: _Test) -> _Said:
        given = Answered.gather(runs, test.plan.labels, None)
        truth, named = ([None if one is None else str(one) for one in column] for column in (given.truth, given.named))
        outcomes = Outcomes.attributed(truth, named, given.losses(), test.settings.positive)
        order = np.argsort(given.rows, kind="stable")
        return cls(given.rows[order], outcomes.take(order))

    def on(self, rows: Rows) -> _Said:
        places = np.flatnonzero(np.isin(self.rows, rows))
        return _Said(self.rows[places], self.outcomes.take(places))


@dataclass(frozen=True)
class _Bounds:
    """What a sample of the past says of one measure, by every law."""

    measure: str
    settings: BacktestSettings
    expected: float
    exact: float
    normal: float
    posterior: float

    @classmethod
    def of(cls, subclasses: Subclasses, mix: Mix, drawn: Redrawn, measure: str, settings: BacktestSettings) -> _Bounds:
        result = shift.expected(subclasses, measure, mix)
        exact, normal = (float(shift.bounds(result, [settings.delta], law)[0]) for law in ("exact", "normal"))
        posterior = _quantile(drawn, measure, settings.delta)
        return cls(measure, settings, result.mean, exact, normal, posterior)

    def against(
        self, outcomes: Outcomes, where: tuple[str, str, str, str, str], drawn: Redrawn, moved: float | None
    ) -> Backtested:
        """The row of one later period, for which samples of its size were drawn."""
        rng = generator(self.settings.seed, "backtest", *where)
        future = _quantile(drawn, self.measure, self.settings.delta)
        came = level(outcomes, self.measure, rng)
        return Backtested(
            *where,
            n=len(outcomes),
            expected=self.expected,
            bound=self.posterior,
            exact=self.exact,
            normal=self.normal,
            future=future,
            level=came,
            held=_not_worse(came.value, self.posterior, self.measure),
            future_held=_not_worse(came.value, future, self.measure),
            moved=moved,
        )


def _quantile(drawn: Redrawn, measure: str, delta: float) -> float:
    return float(np.nanquantile(drawn.value(measure), 1 - delta if is_loss(measure) else delta))


def backtest(
    plan: BacktestPlan, methods: Mapping[str, Runs], subclassing: Subclassing, settings: BacktestSettings
) -> Backtest:
    """Every bound from the past against every later period, for all methods (their runs by split id) and measures.

    Coverage counts a later period once, against the newest bound before it: bounds on one period hold or fail together.
    """
    test = _Test(plan, subclassing, settings)
    rows, notes = list[Backtested](), list(plan.notes)
    for origin in plan.origins:
        pasts, lacking = _pasts(test, origin)
        notes += lacking
        for name, runs in methods.items():
            notes += [f"{name} failed on {split}: {said}" for split, said in _failures(origin, runs)]
            for past in pasts if runs[origin.later.id].answers is not None else []:
                try:
                    rows += list(_bounded(test, past, name, runs))
                except StylobenchError as error:
                    notes.append(f"{name}: no bound from {plan.periods.names[past.period]}: {error}")
    return Backtest(settings.delta, rows, _coverage(rows, settings.measures), notes + _cautions(rows, methods))


def _cautions(rows: Sequence[Backtested], methods: Mapping[str, Runs]) -> list[str]:
    later = sorted({row.period for row in rows})
    lines = []
    if rows and len(later) < FEW:
        lines.append(f"{len(later)} later periods make no coverage figure; read them one by one: {', '.join(later)}")
    if len(methods) > 1:
        lines.append("methods answer the same documents, so their bounds hold or fail together")
    if any(row.measure == "macro_f1" for row in rows):
        lines.append(
            "macro_f1 is a mean over the classes that occur in a period: it also moves when rare classes come or go, "
            "which no mix of subclasses foresees"
        )
    return lines


def _pasts(test: _Test, origin: Origin) -> tuple[list[_Past], list[str]]:
    """The samples that bounds come from, and a line for each that makes no clusters."""
    later = [(period, test.plan.rows(origin, period)) for period in test.plan.tested(origin)[:-1]]
    found, notes = list[_Past](), list[str]()
    for period, rows in [(origin.period, origin.later.train), *later]:
        try:
            found.append(_past(test, origin, period, rows))
        except StylobenchError as error:
            notes.append(f"no bound from {test.plan.periods.names[period]}: {error}")
    return found, notes


def _past(test: _Test, origin: Origin, period: int, rows: Rows) -> _Past:
    codes = test.subclassing.cluster(rows)
    later = {one: test.plan.rows(origin, one) for one in test.plan.tested(origin) if one > period}
    moved = {one: _moved(rows, codes, those, test.subclassing) for one, those in later.items()}
    return _Past(origin, period, rows, codes, moved)


def _failures(origin: Origin, runs: Runs) -> Iterator[tuple[str, str | None]]:
    for split in (*origin.folds, origin.later):
        if runs[split.id].answers is None:
            yield split.id, runs[split.id].failure


def _bounded(test: _Test, past: _Past, name: str, runs: Runs) -> Iterator[Backtested]:
    """One method's bounds from one sample of the past against every period after it."""
    origin, names = past.origin, test.plan.periods.names
    later = _Said.of([runs[origin.later.id]], test)
    inside = past.period == origin.period
    before = _Said.of([runs[split.id] for split in origin.folds], test) if inside else later.on(past.rows)
    codes = past.codes[np.searchsorted(past.rows, before.rows)]
    subclasses = Subclasses.of(before.outcomes, codes)
    measures = [one for one in test.settings.measures if one in before.outcomes.measures]
    mix = test.subclassing.mix(before.rows, codes)
    drawn = shift.posterior_draws(subclasses, mix, test.settings.draws, test.settings.seed, name)
    bounds = {one: _Bounds.of(subclasses, mix, drawn, one, test.settings) for one in measures}
    for period, moved in past.moved.items():
        after = later.on(test.plan.rows(origin, period))
        rng = generator(test.settings.seed, "backtest", "future", names[past.period], names[period])
        future = drawn.sampled(len(after.outcomes), rng)
        for measure, bound in bounds.items():
            where = (name, measure, names[origin.period], names[past.period], names[period])
            yield bound.against(after.outcomes, where, future, moved)


def _moved(past: Rows, codes: Rows, later: Rows, subclassing: Subclassing) -> float | None:
    """The total-variation distance between the mixes of past and later documents."""
    if subclassing.assign is None:
        return None
    assigned = subclassing.assign(past, codes, later)
    size = int(max(codes.max(), assigned.max())) + 1
    before, after = (np.bincount(one, minlength=size) / len(one) for one in (codes, assigned))
    return total_variation(before, after)


def _coverage(rows: Sequence[Backtested], measures: Sequence[str]) -> list[Coverage]:
    return [
        _covered([row for row in rows if (row.method, row.measure) == (method, measure)], law)
        for method in dict.fromkeys(row.method for row in rows)
        for measure in measures
        if any((row.method, row.measure) == (method, measure) for row in rows)
        for law in LAWS
    ]


def _covered(rows: Sequence[Backtested], law: str) -> Coverage:
    """One method's bounds on one measure: of several bounds on a later period the last counts, rows being in order."""
    newest = {row.period: row for row in rows}
    held = [one for row in newest.values() if (one := _holds(row, law)) is not None]
    low, high = clopper_pearson(sum(held), len(held)) if len(held) >= FEW else (None, None)
    return Coverage(rows[0].method, rows[0].measure, law, len(held), sum(held), low, high)


def _holds(row: Backtested, law: str) -> bool | None:
    return _not_worse(row.level.value, row.bound if law == "posterior" else getattr(row, law), row.measure)


def _not_worse(value: float | None, bound: float | None, measure: str) -> bool | None:
    if value is None or bound is None:
        return None
    return value <= bound if is_loss(measure) else value >= bound
