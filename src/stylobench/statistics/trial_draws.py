"""How sure a measure of verification is, by drawing again whoever or whatever the trials share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.special import expit, logit, stdtrit

from stylobench.errors import UndefinedMetric
from stylobench.metrics.verification import checked
from stylobench.metrics.verification import measure as named
from stylobench.metrics.weighed_trials import WeighedTrials
from stylobench.records import Booleans, Floats, Rows

DRAWS = 999
LEVEL = 0.95
FEWEST_UNITS = 3
BLOCK = 2**21
MOST_TRIES = 1000
ROUNDING = 1e-12


@dataclass(frozen=True)
class Units:
    """What is drawn again: `codes` (trials x k) hold the units of each trial, -1 is nothing.

    A trial counts in a draw as often as the product over its distinct units of how often each was drawn.

    >>> units = Units.authors(["ann", "bob", "ann"], ["ann", "ann", "eve"])
    >>> units.codes.tolist(), units.count
    ([[0, -1], [1, 0], [0, 2]], 3)
    """

    name: str
    codes: Rows

    def __post_init__(self) -> None:
        codes = np.array(self.codes, np.int64)
        for column in range(1, codes.shape[1]):
            codes[(codes[:, :column] == codes[:, column, None]).any(axis=1), column] = -1
        _, places = np.unique(np.append(-1, codes), return_inverse=True)
        object.__setattr__(self, "codes", places[1:].reshape(codes.shape) - 1)

    @classmethod
    def authors(cls, first: npt.ArrayLike, second: npt.ArrayLike) -> Units:
        """The author on either side of each trial, by name or by code."""
        both = np.column_stack([np.asarray(first), np.asarray(second)])
        _, codes = np.unique(both, return_inverse=True)
        return cls("author", codes.reshape(both.shape))

    @classmethod
    def texts(cls, known: Rows, starts: Rows, questioned: Rows) -> Units:
        """The known texts of each trial, those of trial i are `known[starts[i]:starts[i + 1]]`, and the questioned one.

        Known texts that ever stand together are by one person and count as one, so that a trial has two units at most
        however many texts it has.

        >>> Units.texts(np.array([7, 8, 9]), np.array([0, 2, 3]), np.array([4, 8])).codes.tolist()
        [[1, 0], [2, 1]]
        """
        from scipy.sparse.csgraph import connected_components

        owners = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        together = np.flatnonzero(owners[1:] == owners[:-1])
        size = int(max(known.max(initial=-1), questioned.max(initial=-1))) + 1
        links = sparse.coo_array((np.ones(len(together)), (known[together], known[together + 1])), (size, size))
        _, joined = connected_components(links, directed=False)
        codes = np.full((len(questioned), 2), -1)
        codes[owners, 0] = joined[known]
        codes[:, 1] = joined[questioned]
        return cls("text", codes)

    @classmethod
    def groups(cls, name: str, members: Sequence[Sequence[str]]) -> Units:
        """Units by name, any number of them per trial."""
        place = {name: code for code, name in enumerate(sorted({member for group in members for member in group}))}
        sizes = np.array([len(group) for group in members], np.int64)
        codes = np.full((len(members), sizes.max(initial=0)), -1)
        codes[np.arange(codes.shape[1]) < sizes[:, None]] = [place[member] for group in members for member in group]
        return cls(name, codes)

    @classmethod
    def problems(cls, trials: int) -> Units:
        """Every trial for itself: too narrow if they share texts."""
        return cls("problem", np.arange(trials)[:, None])

    @cached_property
    def count(self) -> int:
        """How many there are."""
        return int(self.codes.max(initial=-1)) + 1

    def weights(self, drawn: Floats) -> Floats:
        """How often each trial counts when unit i was drawn `drawn[i]` times."""
        return np.asarray(np.append(drawn, 1.0)[self.codes.T].prod(axis=0))


def draw_weights(units: Units, truth: npt.ArrayLike, rng: np.random.Generator, draws: int = DRAWS) -> Floats:
    """How often each trial counts in each draw, one row per draw; the first row is the data as they are."""
    return np.concatenate(list(weight_blocks(units, truth, rng, draws)))


def resampled_weights(units: Units, rng: np.random.Generator, draws: int = DRAWS) -> Floats:
    """As `draw_weights`, for a share of which one class only may be drawn: all draws at once, many times as fast."""
    drawn = rng.multinomial(units.count, np.full(units.count, 1 / units.count), size=draws)
    often = np.column_stack([np.vstack([np.ones(units.count, np.int64), drawn]), np.ones(draws + 1, np.int64)])
    weights = often[:, units.codes[:, 0]].astype(np.float64)
    for column in units.codes.T[1:]:
        weights *= often[:, column]
    return weights


def weight_blocks(
    units: Units,
    truth: npt.ArrayLike,
    rng: np.random.Generator,
    draws: int = DRAWS,
    redrawn: list[int] | None = None,
) -> Iterator[Floats]:
    """The rows of `draw_weights`, a few at a time, so that a million trials fit into memory.

    How often each draw had one class only and was drawn again is added to `redrawn`.
    """
    again = [] if redrawn is None else redrawn
    same = np.asarray(truth, np.bool_)
    size = max(1, BLOCK // max(1, len(same)))
    for start in range(0, draws + 1, size):
        rows = range(start, min(start + size, draws + 1))
        yield np.stack([_drawn(units, same, rng, again) if row else np.ones(len(same)) for row in rows])


def _drawn(units: Units, same: Booleans, rng: np.random.Generator, again: list[int]) -> Floats:
    """One draw; where the trials are of two classes, a draw with one only is drawn again."""
    needed = [kind for kind in (same, ~same) if kind.any()]
    for tries in range(MOST_TRIES):
        drawn = np.bincount(rng.integers(units.count, size=units.count), minlength=units.count)
        weights = units.weights(drawn.astype(np.float64))
        if all(weights[kind].any() for kind in needed):
            again.append(tries)
            return weights
    raise UndefinedMetric(f"no interval: {units.count} {units.name}s are too few to be drawn with both classes")


def values(
    measure: str, truth: npt.ArrayLike, scores: npt.ArrayLike, weights: Floats, folds: Rows | None = None
) -> Floats:
    """A measure in every draw, NaN where it is undefined.

    With `folds` (codes) AUC compares trials of the same fold only; whatever is counted is pooled.
    """
    named(measure)
    trials = WeighedTrials(*checked(truth, scores), weights[:0], folds)
    size = max(1, BLOCK // max(1, len(trials.truth)))
    blocks = [weights[start : start + size] for start in range(0, len(weights), size)]
    return np.concatenate([trials.again(block).value(measure) for block in blocks])


def table(measures: Sequence[str], truth: npt.ArrayLike, systems: Sequence[Floats], blocks: Iterable[Floats]) -> Floats:
    """Several measures of several systems in the same draws: systems x measures x draws."""
    trials = [WeighedTrials(*checked(truth, scores), np.empty((0, len(scores)))) for scores in systems]
    found = [
        [[weighed.value(name) for name in measures] for weighed in (each.again(block) for each in trials)]
        for block in blocks
    ]
    return np.concatenate([np.array(part) for part in found], axis=2)


def rarer_units(units: Units, truth: npt.ArrayLike) -> int:
    """How many units stand in trials of the class that has fewer; of the one class where there is one only.

    >>> rarer_units(Units.authors(["ann", "bob", "ann"], ["ann", "bob", "eve"]), [True, True, False])
    2
    """
    same = np.asarray(truth, np.bool_)
    held = [np.unique(units.codes[kind]) for kind in (same, ~same) if kind.any()]
    return min((int(np.count_nonzero(codes >= 0)) for codes in held), default=0)


def interval(
    values: Floats, units: Units | int, share: bool = False, rarer: int | None = None
) -> tuple[float | None, float | None]:
    """95% interval of the first value from the spread of the others, by t with one degree less than units.

    With `share` the values lie in [0, 1], as those of every measure do and differences do not: the interval is then
    built on the log-odds, stays inside and is longer on the side with more room, which covers best near the ends.
    `rarer` is the number of units in trials of the rarer class, where known: no more than these say how sure it is.
    """
    value, drawn = float(values[0]), values[1:][~np.isnan(values[1:])]
    count = units if isinstance(units, int) else units.count
    telling = count if rarer is None else min(count, rarer)
    if telling < FEWEST_UNITS or len(drawn) < max(2, (len(values) - 1) / 10) or np.isnan(value):
        return None, None
    spread = float(np.std(drawn, ddof=1)) * np.sqrt(count / (count - 1))
    reach = float(stdtrit(telling - 1, (1 + LEVEL) / 2) * spread)
    return _on_log_odds(value, reach, telling) if share else (value - reach, value + reach)


def _on_log_odds(value: float, reach: float, units: int) -> tuple[float | None, float | None]:
    if not ROUNDING < value < 1 - ROUNDING:
        # Perfect in every draw: no spread to go by, so as many units without a fault as there are (Clopper-Pearson).
        room = 1 - ((1 - LEVEL) / 2) ** (1 / units)
        return (1 - room, 1.0) if value > ROUNDING else (0.0, room)
    if reach < ROUNDING:
        # A verifier that always says the same: the draws cannot tell how sure its value is.
        return None, None
    slope = value * (1 - value)
    return float(expit(logit(value) - reach / slope)), float(expit(logit(value) + reach / slope))
