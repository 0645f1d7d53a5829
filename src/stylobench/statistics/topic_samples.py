"""One chosen sample of topics against random ones: the sample is the unit, not the fold.

A chosen sample such as that of HITS is one observation. Its folds share their topics, and a t test that takes them as
independent rejects a third of the time when there is nothing to find. Here the difference is judged by how much random
samples differ among themselves: t = D / (s sqrt(1 + 1/R)) with R - 1 degrees of freedom. The rank p lets each sample
in turn play the chosen one and counts how many stand at least as far from the mean of the others, on either side. It
is two-sided and exact for any law; it cannot fall below 1/(R + 1), so R must be 19 to reject at 5%.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

from stylobench.errors import UndefinedMetric
from stylobench.records import Floats

FEWEST_TO_JUDGE = 19
LEVEL = 0.95
SMALLEST_THAT_COUNTS = 1e-12


@dataclass(frozen=True, slots=True)
class AgainstRandom:
    """The difference (chosen minus mean of the random ones), its 95% interval, t and p. These are None where nothing
    shows how much samples differ: below 2 random samples, or when they are all alike.

    `avg_published` and `diff_published` are the mean of both and the difference without its sign.
    """

    difference: float
    random_mean: float
    random_sd: float | None
    low: float | None
    high: float | None
    t: float | None
    p: float | None
    rank_p: float
    samples: int
    avg_published: float
    diff_published: float

    @property
    def can_judge(self) -> bool:
        """Whether there are enough random samples for words of verdict."""
        return self.samples >= FEWEST_TO_JUDGE


def against_random(hits: float, random: Sequence[float]) -> AgainstRandom:
    """Compare one value of the chosen sample with one value of each random sample.

    >>> found = against_random(0.70, [0.78, 0.80, 0.82])
    >>> round(found.difference, 6), round(found.t, 4), round(found.p, 4), found.rank_p, found.can_judge
    (-0.1, -4.3301, 0.0494, 0.25, False)
    """
    values = np.asarray(random, dtype=np.float64)
    if not len(values) or not np.isfinite([hits, *values]).all():
        raise UndefinedMetric("a comparison with random samples needs at least one, and a value of every sample")
    mean = float(values.mean())
    difference = hits - mean
    spread = float(values.std(ddof=1)) if len(values) > 1 else None
    telling = (spread or 0.0) > SMALLEST_THAT_COUNTS
    low, high, t, p = _judged(difference, spread, len(values)) if spread and telling else (None,) * 4
    return AgainstRandom(
        difference=difference,
        random_mean=mean,
        random_sd=spread,
        low=low,
        high=high,
        t=t,
        p=p,
        rank_p=_rank_p(hits, values),
        samples=len(values),
        avg_published=(hits + mean) / 2,
        diff_published=abs(difference),
    )


def _judged(difference: float, spread: float, samples: int) -> tuple[float, float, float, float]:
    """Interval, t and p."""
    error = spread * (1 + 1 / samples) ** 0.5
    reach = float(special.stdtrit(samples - 1, (1 + LEVEL) / 2)) * error
    t = difference / error
    return difference - reach, difference + reach, t, float(2 * special.stdtr(samples - 1, -abs(t)))


def _rank_p(hits: float, random: Floats) -> float:
    # How far a sample stands from the mean of the others is how far it stands from the mean of all, times a constant.
    centre = (hits + random.sum()) / (len(random) + 1)
    as_far = np.abs(random - centre) >= abs(hits - centre) - SMALLEST_THAT_COUNTS
    return float((1 + as_far.sum()) / (len(random) + 1))
