"""How far mixes move from period to period: the concentration a0 of a Dirichlet, from dated counts.

Each period's mix is Dirichlet(a0 * m), its counts multinomial (Dirichlet-multinomial). The mean mix m is free and
fitted anew for every a0. Few periods make the plain likelihood too sure that mixes hardly move, because the fitted mean
follows them; the profile is therefore adjusted by half the log-determinant of the information about m (Cox and Reid
1987), as in restricted likelihood. The larger a0, the less the mixes move; without more movement than multinomial noise
the likelihood rises without end, and value or ends are None. Periods are taken to be independent.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import optimize, stats
from scipy.special import digamma, gammaln, polygamma

from stylobench.records import Floats

LOG_RANGE = (np.log(1e-2), np.log(1e6))
GRID = 33
DROP = float(stats.chi2.ppf(0.95, 1)) / 2
MOST_FITS = 200
FITTED = 1e-9
LEAST_EXPECTED = 5


@dataclass(frozen=True, slots=True)
class Concentration:
    """`value` and 95% interval of a0; None is without end. `mean` holds the mean shares of all subclasses."""

    value: float | None
    low: float | None
    high: float | None
    mean: tuple[float, ...]


def concentration(mixes: npt.ArrayLike) -> Concentration:
    """Estimate a0 from counts: a row per period, a column per subclass. Fewer than two periods or subclasses with
    documents say nothing.
    """
    counts = _counted(mixes)
    seen = counts.sum(axis=0) > 0
    mean = counts.sum(axis=0) / max(counts.sum(), 1)
    if min(len(counts), seen.sum()) < 2:
        return Concentration(None, None, None, tuple(mean.tolist()))
    likelihood = _Likelihood(counts[:, seen])
    peak, top = _peak(likelihood)
    low, high = _ends(likelihood, peak, top - DROP)
    mean[seen] = likelihood.mean(LOG_RANGE[1] if peak is None else peak)
    return Concentration(_exp(peak), _exp(low), _exp(high), tuple(mean.tolist()))


def homogeneity_p(mixes: npt.ArrayLike, rng: np.random.Generator, draws: int = 999) -> float | None:
    """Could all periods have the same mix? Pearson's chi-square; where an expected count is below 5, against random
    tables with the same margins (documents permuted over periods). None with fewer than two periods or subclasses.

    >>> homogeneity_p([[30, 10], [10, 30]], np.random.default_rng(0)) < 0.001
    True
    """
    table = np.asarray(mixes, dtype=np.int64)
    table = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
    if min(table.shape) < 2:
        return None
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    expected = np.outer(rows, columns) / table.sum()
    found = ((table - expected) ** 2 / expected).sum()
    if expected.min() >= LEAST_EXPECTED:
        return float(stats.chi2.sf(found, (len(rows) - 1) * (len(columns) - 1)))
    reached = 0
    for drawn in stats.random_table(rows, columns, seed=rng).rvs(draws):
        reached += int(((drawn - expected) ** 2 / expected).sum() >= found * (1 - 1e-12))
    return (1 + reached) / (1 + draws)


class _Likelihood:
    """The adjusted profile log-likelihood of log a0."""

    def __init__(self, counts: Floats) -> None:
        self._counts = counts
        self._totals = counts.sum(axis=1)
        self._pooled = counts.sum(axis=0) / counts.sum()

    def mean(self, log_a0: float) -> Floats:
        """The likeliest mean mix for this a0, by Minka's fixed point, which never lowers the likelihood."""
        a0 = np.exp(log_a0)
        mean: Floats = self._pooled
        for _ in range(MOST_FITS):
            alphas = a0 * mean
            pull = alphas * (digamma(self._counts + alphas) - digamma(alphas)).sum(axis=0)
            following: Floats = pull / pull.sum()
            if np.abs(following - mean).max() < FITTED:
                return following
            mean = following
        return mean

    def __call__(self, log_a0: float) -> float:
        a0 = float(np.exp(log_a0))
        alphas = a0 * self.mean(log_a0)
        terms = (gammaln(self._counts + alphas) - gammaln(alphas)).sum()
        plain = terms + (gammaln(a0) - gammaln(self._totals + a0)).sum()
        # With a0 fixed the information about m is diagonal; on mixes that sum to 1 its determinant is this product.
        bends = a0**2 * (polygamma(1, alphas) - polygamma(1, self._counts + alphas)).sum(axis=0)
        return float(plain - (np.log(bends).sum() + np.log((1 / bends).sum())) / 2)


def _counted(mixes: npt.ArrayLike) -> Floats:
    given = np.asarray(mixes, dtype=np.float64)
    if given.ndim != 2 or not (given >= 0).all():
        raise ValueError("mixes must be counts, a row per period and a column per subclass")
    counts: Floats = given[given.sum(axis=1) > 0]
    return counts


def _peak(likelihood: _Likelihood) -> tuple[float | None, float]:
    """Where the likelihood is highest (None: without end) and how high."""
    grid = np.linspace(*LOG_RANGE, GRID)
    heights = np.array([likelihood(one) for one in grid])
    best = int(heights.argmax())
    if best == GRID - 1:
        return None, float(heights[best])
    found = optimize.minimize_scalar(
        lambda one: -likelihood(one), bounds=(grid[max(best - 1, 0)], grid[best + 1]), method="bounded"
    )
    return float(found.x), float(-found.fun)


def _ends(likelihood: _Likelihood, peak: float | None, level: float) -> tuple[float | None, float | None]:
    bottom, top = LOG_RANGE
    middle = top if peak is None else peak

    def above(log_a0: float) -> float:
        return likelihood(log_a0) - level

    low = optimize.brentq(above, bottom, middle, xtol=1e-4) if above(bottom) < 0 else None
    high = optimize.brentq(above, middle, top, xtol=1e-4) if above(top) < 0 else None
    return low, high


def _exp(value: float | None) -> float | None:
    return None if value is None else float(np.exp(value))
