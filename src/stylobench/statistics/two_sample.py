"""Unpaired t tests of two mean accuracies over topics, each reading under its own name.

Two methods that were tested on the same topics belong in `paired`. These are here because a paper claims
that 7 points over 23 topics are significant unpaired: the readings show which of them says so. Each comes
with the difference that it truly needs.

    pooled                two means, each with standard error sd / sqrt(k); 2k - 2 degrees of freedom
    one_mean_published    the standard error of one mean only (a factor sqrt(2) is dropped); 2k - 2
    one_mean              the same with the k - 1 degrees of freedom of one mean
    pooled_weighted       two means, each with sd sqrt(V2), right for uneven topics; 2k - 2
    one_mean_weighted     sd sqrt(V2) of one mean only; 2k - 2
"""

from __future__ import annotations

from dataclasses import dataclass

from scipy import stats

from stylobench.errors import StylobenchError

LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of the test; `needed_*` are the smallest differences that it calls significant at 5%."""

    name: str
    df: int
    se: float
    t: float
    p_one_sided: float
    p_two_sided: float
    needed_one_sided: float
    needed_two_sided: float


def readings(difference: float, sd: float, topics: int, v2: float) -> tuple[Reading, ...]:
    """Every reading of an unpaired t test of `difference` between two means over `topics` topics each.

    >>> [(one.name, round(one.needed_two_sided, 4)) for one in readings(0.07, 0.1631, 23, 0.09461)][:2]
    [('pooled', 0.0969), ('one_mean_published', 0.0685)]
    """
    if topics < 2 or sd <= 0:
        raise StylobenchError(f"a t test needs at least 2 topics and sd above 0, not {topics} and {sd}")
    plain, weighted, both = sd / topics**0.5, sd * v2**0.5, 2 * topics - 2
    return (
        _reading("pooled", difference, plain * 2**0.5, both),
        _reading("one_mean_published", difference, plain, both),
        _reading("one_mean", difference, plain, topics - 1),
        _reading("pooled_weighted", difference, weighted * 2**0.5, both),
        _reading("one_mean_weighted", difference, weighted, both),
    )


def _reading(name: str, difference: float, se: float, df: int) -> Reading:
    t = abs(difference) / se
    one_sided = float(stats.t.sf(t, df))
    return Reading(
        name=name,
        df=df,
        se=se,
        t=t,
        p_one_sided=one_sided,
        p_two_sided=2 * one_sided,
        needed_one_sided=float(stats.t.isf(LEVEL, df)) * se,
        needed_two_sided=float(stats.t.isf(LEVEL / 2, df)) * se,
    )


def correlation_needed(difference: float, sd: float, topics: int, v2: float | None = None) -> float:
    """How strongly two methods must correlate over topics for a paired two-sided t test to be significant.

    `sd` is that of each method's accuracies; `v2` gives the standard error for uneven topics, without it
    topics weigh the same. At most 1; negative when no correlation is needed.

    >>> round(correlation_needed(0.07, 0.1631, 23), 3)
    0.507
    """
    critical = float(stats.t.isf(LEVEL / 2, topics - 1))
    share = 1 / topics if v2 is None else v2
    return 1 - (difference / critical) ** 2 / (2 * sd * sd * share)


def topics_needed(difference: float, sd: float, sides: int = 2) -> int:
    """Fewest equal topics at which a pooled test calls `difference` significant when it is observed exactly.

    The true difference is as often observed smaller as larger, so this is a coin toss, not a plan: see `power`.

    >>> topics_needed(0.07, 0.1631), topics_needed(0.07, 0.1631, sides=1)
    (43, 31)
    """
    if difference == 0 or sd <= 0:
        raise StylobenchError(f"needs a difference other than 0 and sd above 0, not {difference} and {sd}")
    topics = 2
    while float(stats.t.isf(LEVEL / sides, 2 * topics - 2)) * sd * (2 / topics) ** 0.5 > abs(difference):
        topics += 1
    return topics
