"""Topics as units: the mean over documents, the mean over topics, and how sure they are.

One value per topic, weighted by the topic's share of the documents. With shares w, V2 = sum w^2 and the
plain sample standard deviation s of the k values:

    interval of the weighted mean    mean ± t(k-1) s sqrt(V2)
    interval for the next topic      mean ± t(k-1) s sqrt(1 + V2)

Both take topics as exchangeable and accuracy as unrelated to topic size (`size_correlation` warns), and
hold for models trained on these topics.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import stats

from stylobench.errors import StylobenchError
from stylobench.records import Floats

MOST_FOR_EXACT = 8


@dataclass(frozen=True, slots=True)
class Summary:
    """A weighted mean with its neighbours. `mean` is the average document, `topic_mean` the average topic."""

    mean: float
    topic_mean: float
    sd: float
    se: float
    se_published: float
    effective_n: float
    low: float
    high: float
    next_low: float
    next_high: float
    topic_low: float
    topic_high: float
    v2: float
    units: int


class Correlation(NamedTuple):
    """Spearman's rank correlation and its p-value; NaN where one side is constant."""

    r: float
    p: float


def summary(values: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> Summary:
    """Summarise one value per topic; `weights` (documents per topic) need not sum to 1.

    `se_published` is sd / sqrt(k), right for equal weights only.

    >>> found = summary([0.9, 0.6], [300, 100])
    >>> round(found.mean, 3), round(found.topic_mean, 3), round(found.effective_n, 3)
    (0.825, 0.75, 1.6)
    """
    x = checked_values(values)
    k = len(x)
    w = shares(weights, k)
    v2 = float(w @ w)
    mean, plain = float(w @ x), float(x.mean())
    spread = float(x.std(ddof=1))
    sd = float(np.sqrt(w @ (x - mean) ** 2 / (w @ (1 - w))))
    reach = critical_t(k - 1) * spread
    to_mean, to_next, to_topic = reach * v2**0.5, reach * (1 + v2) ** 0.5, reach / k**0.5
    return Summary(
        mean=mean,
        topic_mean=plain,
        sd=sd,
        se=sd * v2**0.5,
        se_published=sd / k**0.5,
        effective_n=1 / v2,
        low=mean - to_mean,
        high=mean + to_mean,
        next_low=mean - to_next,
        next_high=mean + to_next,
        topic_low=plain - to_topic,
        topic_high=plain + to_topic,
        v2=v2,
        units=k,
    )


def size_correlation(values: npt.ArrayLike, sizes: npt.ArrayLike) -> Correlation:
    """Whether large topics are easier or harder, by ranks; a small p is a reason to lead with `topic_mean`.

    >>> size_correlation([0.1, 0.2, 0.4, 0.3], [10, 20, 40, 30]).r
    1.0
    """
    x, n = checked_values(values), checked_values(sizes)
    if len(x) != len(n):
        raise ValueError(f"{len(x)} values, {len(n)} sizes")
    if len(x) < 3 or np.ptp(x) == 0 or np.ptp(n) == 0:
        return Correlation(float("nan"), float("nan"))
    found = stats.spearmanr(x, n)
    p = _exact_p(x, n) if len(x) <= MOST_FOR_EXACT else float(found.pvalue)
    return Correlation(float(found.statistic), p)


def _exact_p(x: Floats, n: Floats) -> float:
    """The share of orders of the sizes whose correlation is at least as far from 0; the usual p is too small here."""
    ranks, sizes = (stats.rankdata(values) - (len(values) + 1) / 2 for values in (x, n))
    products = np.abs(np.array(list(permutations(sizes))) @ ranks)
    return float(np.mean(products >= abs(float(sizes @ ranks)) - 1e-9))


@cache
def critical_t(df: int) -> float:
    """The t value that 95% lie within."""
    return float(stats.t.isf(0.025, df))


def checked_values(values: npt.ArrayLike) -> Floats:
    """The values as an array: at least two, all finite."""
    x = np.asarray(values, dtype=np.float64)
    if x.ndim != 1:
        raise ValueError(f"one value per topic is needed, not an array of shape {x.shape}")
    if len(x) < 2:
        raise StylobenchError(f"{len(x)} topic(s) cannot tell how topics differ; at least 2 are needed")
    if not np.isfinite(x).all():
        where = int(np.flatnonzero(~np.isfinite(x))[0])
        raise StylobenchError(f"value {where + 1} of {len(x)} is {x[where]}; leave out topics without a value")
    return x


def shares(weights: npt.ArrayLike | None, count: int) -> Floats:
    """The weights as shares that sum to 1; None means equal."""
    if weights is None:
        return np.full(count, 1 / count)
    w = np.asarray(weights, dtype=np.float64)
    if w.shape != (count,):
        raise ValueError(f"{count} values need {count} weights, not an array of shape {w.shape}")
    if not (np.isfinite(w).all() and (w > 0).all()):
        raise StylobenchError("every topic needs a weight above 0, such as its number of documents")
    return np.asarray(w / w.sum(), dtype=np.float64)
