"""What can be chosen about a shifting mix, and the law of mixes that follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stylobench.errors import SpecError, SplitError
from stylobench.protocols.periods import periods
from stylobench.protocols.shift_measures import DELTAS
from stylobench.protocols.shift_study_findings import Stream
from stylobench.protocols.shift_subclasses import PERIOD, Grouping
from stylobench.records import Rows
from stylobench.statistics.concentration import concentration
from stylobench.statistics.mixes import Mix

MIXES = ("even", "today")
DATES = "dates"
ALIKE = 1.0


@dataclass(frozen=True)
class Settings:
    """What can be chosen. Mixes lie around an `even` one or `today`'s; `concentration` is the sum of the Dirichlet
    parameters in place of `alpha` for each: a number, or "dates" to estimate it from the dated mixes.
    """

    measure: str = "accuracy"
    delta: float = 0.05
    alpha: float = ALIKE
    concentration: str | None = None
    mix: str = "even"
    draws: int = 1000
    radii: tuple[float, ...] = (0.1, 0.25, 0.5)
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.delta <= 0.5:
            raise SpecError(f"delta is {self.delta:g}; it must be above 0 and at most .5")
        if not 0 < self.alpha < float("inf"):
            raise SpecError(f"alpha is {self.alpha:g}; it must be above 0")
        if self.concentration is not None and self.alpha != ALIKE:
            raise SpecError(
                f"alpha {self.alpha:g} and concentration {self.concentration} say the same in two ways; give one"
            )
        if self.mix not in MIXES:
            raise SpecError(f"no mix named {self.mix!r}; there are: {', '.join(MIXES)}")
        if self.mix == "today" and self.concentration is None:
            raise SpecError("mixes around today's need --concentration: how closely they keep to it")
        for radius in self.radii:
            if not 0 < radius <= 1:
                raise SpecError(f"radius {radius:g} is no share of a mix; it must be above 0 and at most 1")
        _number(self.concentration)

    @property
    def deltas(self) -> list[float]:
        """Where the bound is told."""
        return sorted({*DELTAS, self.delta})


def _number(text: str | None) -> float | None:
    if text is None or text == DATES:
        return None
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value < float("inf"):
        raise SpecError(f"concentration {text!r} is neither a number above 0 nor 'dates'")
    return value


def check_moving(settings: Settings, kind: str) -> None:
    """Refuses a concentration from the dates of subclasses that are dates themselves."""
    if settings.concentration == DATES and kind == PERIOD:
        raise SpecError(
            "the concentration cannot be estimated: the subclasses are the periods themselves, so no period has a mix; "
            "give a number, or other subclasses"
        )


def law_of(settings: Settings, grouping: Grouping, stream: Stream | None) -> Mix:
    """The law of the mixes of tested items."""
    total = _number(settings.concentration)
    check_moving(settings, grouping.told)
    if settings.concentration == DATES:
        if stream is None or stream.concentration is None:
            raise SpecError(
                "the concentration cannot be estimated: "
                + ("the items have no dates in two periods" if stream is None else "the mixes of the periods are alike")
                + "; give a number"
            )
        total = stream.concentration
    return around(settings, np.bincount(grouping.codes, minlength=len(grouping.names)), total)


def around(settings: Settings, sizes: Rows, total: float | None) -> Mix:
    """Mixes around an even one, or around that of the sizes; without a total every subclass has the same alpha."""
    chosen = len(sizes) * settings.alpha if total is None else total
    return Mix.around(sizes, chosen) if settings.mix == "today" else Mix.even(len(sizes), chosen / len(sizes))


def law_of_past(settings: Settings, codes: Rows, times: Sequence[str | None]) -> Mix:
    """The law that a sample of the past gives by itself; a concentration comes from its own dates where asked."""
    names, places = np.unique(codes, return_inverse=True)
    total = _number(settings.concentration)
    if settings.concentration == DATES:
        total = concentration(periods(times).table(places, len(names))).value
        if total is None:
            raise SplitError("its own dates show no moving mix that a concentration could be estimated from")
    return around(settings, np.bincount(places), total)
