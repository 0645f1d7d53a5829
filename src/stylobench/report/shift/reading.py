"""What several chapters ask of a shift result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stylobench.report.charts.colours import series
from stylobench.report.families import place_of
from stylobench.report.story import Cell, Result
from stylobench.report.words import decimal, headline_digits, known, many, percent, points, squeezed

Part = Mapping[str, Any]

MEASURES = {
    "accuracy": "accuracy",
    "macro_f1": "macro F1",
    "precision": "precision",
    "recall": "recall",
    "f": "F",
    "auc": "AUC",
    "c_at_1": "c@1",
    "f_05_u": "F0.5u",
    "f1_answered": "F1",
    "f1_all": "F1 of all",
    "brier": "Brier",
    "overall_2020": "Overall 2020",
    "overall_2021": "Overall 2021",
    "overall_2025": "Overall 2025",
    "f_05_u_2020_legacy": "F0.5u, script of 2020",
    "precision_2013": "PAN 2013 precision",
    "f1_2013": "PAN 2013 F1",
    "final_2014": "PAN 2014 final score",
    "log_loss": "log loss",
}
LOSSES = frozenset(("log_loss",))
SHOWN, LONGEST = 15, 48
BEYOND_NOISE = 1.5


@dataclass(frozen=True)
class Units:
    """How a measure is printed: points of 100, or, for a loss, as it is and with two more digits."""

    loss: bool = False

    @property
    def scale(self) -> float:
        """What a value is multiplied by in a chart."""
        return 1.0 if self.loss else 100.0

    @property
    def kept(self) -> str:
        """The side of the bound on which a measure should stay."""
        return "below" if self.loss else "above"

    @property
    def worsens(self) -> str:
        """What a measure does when things get worse."""
        return "rises" if self.loss else "falls"

    def number(self, value: Any, digits: int = 1) -> str:
        """A level or a difference.

        >>> Units().number(0.8412), Units(loss=True).number(0.8412)
        ('84.1', '0.841')
        """
        return decimal(value, digits + 2) if self.loss else points(value, digits)

    def bracket(self, low: Any, high: Any, digits: int = 1) -> str:
        """An interval, or nothing."""
        there = known(low) and known(high)
        return f"[{self.number(low, digits)}, {self.number(high, digits)}]" if there else ""

    def sure(self, part: Part | None, key: str = "value", digits: int = 1) -> str:
        """A number with its interval.

        >>> Units().sure({"value": 0.84, "low": 0.82, "high": 0.86})
        '84.0 [82.0, 86.0]'
        """
        found = part or {}
        sides = self.bracket(found.get("low"), found.get("high"), digits)
        return f"{self.number(found.get(key), digits)} {sides}".strip()

    def amount(self, value: Any, digits: int = 1) -> str:
        """A difference with its unit.

        >>> Units().amount(0.01, 0), Units().amount(0.034), Units(loss=True).amount(0.034)
        ('1 point', '3.4 points', '0.034')
        """
        text = self.number(value, digits)
        return text if self.loss else f"{text} {'point' if text == '1' else 'points'}"

    def signed(self, part: Part | None) -> str:
        """A difference with its sign and its interval.

        >>> Units().signed({"value": 0.031, "low": 0.004, "high": 0.058})
        '+3.1 [0.4, 5.8]'
        """
        text = self.sure(part)
        value = (part or {}).get("value")
        rises = known(value) and value > 0 and self.number(value).strip("0.")
        return f"+{text}" if rises else text

    def level(self, text: str) -> str:
        """A number that stands in a sentence as a level."""
        return text if self.loss else f"{text} of 100"

    def digits(self, low: Any, high: Any) -> int:
        """Digits of a headline: as few as the interval allows."""
        return 0 if self.loss else headline_digits(low, high)

    def axis(self, measure: str) -> str:
        """The title of an axis."""
        return called(measure) if self.loss else f"{called(measure)}, points of 100"


def units_of(measure: str) -> Units:
    """How a measure is printed where only its name is known."""
    return Units(measure in LOSSES)


def called(measure: str) -> str:
    """The name a measure has in papers.

    >>> called("macro_f1"), called("overall_2021"), called("my_own")
    ('macro F1', 'Overall 2021', 'my_own')
    """
    return MEASURES.get(measure, measure)


def worded(text: str) -> str:
    """The same with the names that measures have in papers.

    >>> worded("macro_f1 is a mean over classes")
    'macro F1 is a mean over classes'
    """
    return re.sub(r"\b[a-z]+\d*(_\w+)+\b", lambda found: called(found[0]), text)


def upper(text: str) -> str:
    """The same with a capital at the start of a sentence.

    >>> upper("macro F1")
    'Macro F1'
    """
    return text[:1].upper() + text[1:]


def lead(result: Result) -> str:
    """The measure that headlines are about."""
    return str((result.get("settings") or {}).get("measure") or "accuracy")


def delta_of(result: Result) -> float:
    """The risk that was chosen."""
    delta = (result.get("settings") or {}).get("delta")
    return delta if known(delta) else 0.05


def ordered(measures: Iterable[str], first: str) -> list[str]:
    """The headline measure, then the others as papers list them.

    >>> ordered(["log_loss", "auc", "accuracy"], "auc")
    ['auc', 'accuracy', 'log_loss']
    """
    there = list(measures)
    return [measure for measure in dict.fromkeys([first, *MEASURES, *sorted(there)]) if measure in there]


def item(result: Result) -> str:
    """What was tested: document or problem."""
    return str((result.get("corpus") or {}).get("item") or "document")


def size(result: Result) -> str:
    """Items, subclasses and classes."""
    corpus, clusters = result["corpus"], result.get("clusters") or ()
    parts = [many(corpus["documents"], item(result))] if known(corpus.get("documents")) else []
    parts += [many(len(clusters), "subclass")] if clusters else []
    parts += [many(corpus["classes"], "class")] if known(corpus.get("classes")) else []
    return ", ".join(parts)


def working(result: Result, measure: str | None = None) -> dict[str, Part]:
    """What was found by one measure (the headline one), for the methods where anything was."""
    wanted = measure or lead(result)
    found = {name: (method.get("measures") or {}).get(wanted) or {} for name, method in result["methods"].items()}
    return {name: one for name, one in found.items() if known((one.get("estimate") or {}).get("mean"))}


def source(result: Result) -> str:
    """Where the subclasses come from: clusters, topic, period, or the name of a column."""
    return str((result.get("settings") or {}).get("subclasses") or "clusters")


def beyond_noise(stress: Part) -> bool:
    """Whether a stressed mix loses clearly more than subclasses without any difference would seem to.

    >>> beyond_noise({"drop": 0.08, "noise": 0.02}), beyond_noise({"drop": 0.02, "noise": 0.02})
    (True, False)
    """
    drop, noise = stress.get("drop"), stress.get("noise")
    return known(drop) and known(noise) and drop > BEYOND_NOISE * noise


def bound_at(found: Part, delta: float) -> Part:
    """The bound at a risk; empty where it was not asked for."""
    return next((one for one in found.get("bounds") or () if abs(one["delta"] - delta) < 1e-9), {})


def mixes_kept(delta: float) -> str:
    """How many of 100 mixes a bound is for.

    >>> mixes_kept(0.05), mixes_kept(0.001)
    ('95 of 100 mixes', '99.9 of 100 mixes')
    """
    return f"{100 * (1 - delta):.6g} of 100 mixes"


def risk(delta: Any) -> str:
    """A delta as a share with as many digits as it needs.

    >>> risk(0.05), risk(0.1587), risk(0.001)
    ('5%', '15.9%', '0.1%')
    """
    return f"{100 * delta:.3g}%" if known(delta) else "–"


def methods_named(result: Result) -> list[str]:
    """Every method that any chapter names, in order; the place gives its colour."""
    backtest, experiment = ((result.get(key) or {}).get("rows") or () for key in ("backtest", "experiment"))
    return list(dict.fromkeys([*result["methods"], *(row["method"] for row in (*backtest, *experiment))]))


def colour_of(result: Result, name: str) -> str:
    """The colour a method has in every chart."""
    return series(place_of(result, name) if name in result["methods"] else methods_named(result).index(name))


def cluster_name(cluster: Part) -> str:
    """A subclass as a table or sentence names it."""
    return squeezed(str(cluster["name"]), LONGEST)


def marked_by(cluster: Part, most: int = 3) -> str:
    """The words that mark a subclass, in brackets; nothing where there are none or the name already has them.

    >>> marked_by({"name": "sport", "words": ["goal", "team", "season", "cup"]})
    ' (goal, team, season)'
    >>> marked_by({"name": "04 goal, team, season", "words": ["goal", "team", "season", "cup"]})
    ''
    """
    words = [squeezed(str(word), 24) for word in (cluster.get("words") or ())[:most]]
    named = str(cluster["name"])
    return f" ({', '.join(words)})" if words and words[0] not in named else ""


def share_of(cluster: Part) -> str:
    """The share of a subclass, with a decimal where it is below one per cent.

    >>> share_of({"share": 0.25}), share_of({"share": 0.004})
    ('25%', '0.4%')
    """
    share = cluster.get("share")
    return percent(share, 1 if known(share) and share < 0.01 else 0)


def worst_first(found: Mapping[str, Part], clusters: Sequence[Part]) -> list[int]:
    """Places of the subclasses, worst on average over the methods first; those without a value last."""

    def badness(place: int) -> tuple[bool, float, int]:
        values = [-one["value"] if part.get("loss") else one["value"]
                  for part in found.values() for one in [level_of(part, place)] if known(one.get("value"))]  # fmt: skip
        return not values, sum(values) / len(values) if values else 0.0, place

    return sorted(range(len(clusters)), key=badness)


def level_of(found: Part, place: int) -> Part:
    """What a method reaches in the subclass at this place; empty where it is unknown."""
    levels = found.get("by_cluster") or ()
    return (levels[place] or {}) if place < len(levels) else {}


def number_cell(value: Any, units: Units, digits: int = 1) -> Cell:
    """A number of a table that sorts by its value."""
    return Cell(units.number(value, digits), value if known(value) else None)


def sure_cell(part: Part | None, units: Units, key: str = "value") -> Cell:
    """A number with its interval that sorts by its value."""
    value = (part or {}).get(key)
    return Cell(units.sure(part, key), value if known(value) else None)
