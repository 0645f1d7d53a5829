"""What several chapters ask of a leakage result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from stylobench.report.story import Cell, Result, Row
from stylobench.report.words import known, many, points_with_interval

Part = Mapping[str, Any]

MEASURES = {
    "overall_2020": "Overall",
    "auc": "AUC",
    "c_at_1": "c@1",
    "f_05_u": "F0.5u",
    "f1_answered": "F1",
    "brier": "Brier",
}
ENOUGH_SAMPLES = 19
UNDECIDED = "no verdict"
SAME = 1e-9


def called(measure: str) -> str:
    """The name a measure has in papers.

    >>> called("c_at_1"), called("overall_2021")
    ('c@1', 'overall_2021')
    """
    return MEASURES.get(measure, measure)


def lead(result: Result) -> str:
    """The measure that headlines are about."""
    return str(result["settings"].get("measure") or "overall_2020")


def ordered(measures: Iterable[str], first: str) -> list[str]:
    """The headline measure, then the others as papers list them.

    >>> ordered(["brier", "auc", "c_at_1"], "auc")
    ['auc', 'c_at_1', 'brier']
    """
    there = list(measures)
    usual = [first, *MEASURES, *sorted(there)]
    return [measure for measure in dict.fromkeys(usual) if measure in there]


def sample_name(name: str) -> str:
    """A sample as it is printed, in one piece.

    >>> sample_name("hits"), sample_name("random-03")
    ('HITS', 'random\xa003')
    """
    return "HITS" if name == "hits" else name.replace("-", "\u00a0", 1)


def estimated(estimate: Part | None) -> bool:
    """Whether there is a number at all."""
    return estimate is not None and known(estimate.get("value"))


def sure(estimate: Part | None) -> str:
    """An estimate on a scale of 100, with its interval."""
    found = estimate or {}
    return points_with_interval(found.get("value"), found.get("low"), found.get("high"))


def counted(estimate: Part) -> str:
    """What an estimate rests on.

    >>> counted({"trials": 412, "unit": "author", "units": 38})
    '412 trials, 38 authors'
    """
    unit = str(estimate.get("unit") or "unit")
    return ", ".join(
        [many(estimate.get("trials"), "trial"), *([many(estimate["units"], unit)] if _apart(estimate) else [])]
    )


def _apart(estimate: Part) -> bool:
    return known(estimate.get("units")) and estimate.get("unit") != "trial"


def units(estimate: Part) -> Cell:
    """What was resampled, for a table."""
    number = estimate.get("units")
    return Cell(many(number, str(estimate.get("unit") or "unit")), number)


def contrast(method: Part, measure: str) -> Part:
    """Near, far and difference of one measure in the paired test; empty where there is none."""
    found = ((method.get("paired") or {}).get("measures") or {}).get(measure) or {}
    return found if estimated(found.get("difference")) else {}


def undecided(method: Part) -> str:
    """The verdict of the paired test where it is none: too few controls, too few topics.

    >>> undecided({"paired": {"verdict": "no verdict from 6 topics; it takes 8"}}), undecided({"paired": None})
    ('no verdict from 6 topics; it takes 8', '')
    """
    verdict = str((method.get("paired") or {}).get("verdict") or "")
    return verdict if verdict.startswith(UNDECIDED) else ""


def bounded(estimate: Part) -> bool:
    """Whether there is an interval."""
    return known(estimate.get("low")) and known(estimate.get("high"))


def one_sample(result: Result) -> bool:
    """Whether HITS takes every topic, so that random samples are the same topics again, which a warning says.

    >>> one_sample({"similarity": {"mean": {"hits": 0.3, "random": [0.3, 0.3]}}})
    True
    """
    found = (result.get("similarity") or {}).get("mean") or {}
    random = [value for value in found.get("random") or () if known(value)]
    return bool(random) and all(abs(value - found["hits"]) < SAME for value in random)


def compared(method: Part, measure: str) -> Part:
    """HITS against random samples by one measure; empty where there is nothing to compare."""
    found = (method.get("samples") or {}).get(measure) or {}
    return found if known(found.get("hits")) else {}


def mark(name: str, estimate: Part, colour: str, scale: float = 100.0) -> Row:
    """A row of a chart of intervals; without an interval the mark stands alone."""
    value = estimate["value"]
    low, high = (estimate[end] if known(estimate.get(end)) else value for end in ("low", "high"))
    ends = {"value": scale * value, "low": scale * low, "high": scale * high}
    return {"name": name, "colour": colour, "shape": "circle", "words": "", "hover": name, **ends}
