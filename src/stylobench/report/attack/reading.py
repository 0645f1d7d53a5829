"""What several chapters ask of an attack result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from stylobench.report.charts.colours import FAINT, series
from stylobench.report.families import place_of
from stylobench.report.story import Cell, Result
from stylobench.report.words import (
    MISSING,
    count,
    decimal_with_interval,
    headline_digits,
    known,
    listed,
    many,
    plural,
    points,
    points_interval,
    share_with_interval,
    signed_points,
)

Part = Mapping[str, Any]


def parts(result: Result, name: str) -> list[Part]:
    """The records of one kind; none where a run did not make any."""
    return list(result.get(name) or ())


def of(records: Iterable[Part], **wanted: str) -> list[Part]:
    """The records whose fields have these values."""
    return [record for record in records if all(record.get(key) == value for key, value in wanted.items())]


def datasets(result: Result) -> list[Part]:
    """The data sets in the order of the run."""
    return parts(result, "datasets")


def lead_set(result: Result) -> Part:
    """What headlines are about: the largest set of those that can be ranked where most methods are worth attacking."""

    def rank(one: Part) -> tuple[bool, int, int]:
        averages = of(parts(result, "averages"), dataset=str(one.get("name")))
        worthy = max((average.get("worthy_methods") or 0 for average in averages), default=0)
        return bool(one.get("rankable")), worthy, one.get("same") or 0

    return max(datasets(result), key=rank, default={})


def only_people(result: Result) -> bool:
    """Whether nothing was rewritten, and people disguised themselves."""
    return not datasets(result) and bool((result.get("people") or {}).get("cells"))


def is_control(result: Result, obfuscator: str) -> bool:
    """Whether it only shows what nothing, or noise, does."""
    return ((result.get("obfuscators") or {}).get(obfuscator) or {}).get("kind") == "control"


def hiding(result: Result) -> list[str]:
    """The obfuscators that are no controls."""
    return [name for name in result.get("obfuscators") or {} if not is_control(result, name)]


def obfuscator_colour(result: Result, name: str) -> str:
    """The colour an obfuscator has in every chart; controls are grey."""
    names = hiding(result)
    return series(names.index(name)) if name in names else FAINT


def method_colour(result: Result, name: str) -> str:
    """The colour a method has in every chart."""
    return series(place_of(result, name))


def value_of(sure: Part | None) -> float | None:
    """The number of a value with its interval, if there is one."""
    value = (sure or {}).get("value")
    return value if known(value) else None


def has(sure: Part | None) -> bool:
    """Whether there is a number."""
    return value_of(sure) is not None


def excludes(sure: Part | None, level: float = 0.0) -> bool:
    """Whether the interval is known and holds no such level."""
    low, high = ((sure or {}).get(end) for end in ("low", "high"))
    return known(low) and known(high) and not low <= level <= high


def share(sure: Part | None) -> str:
    """A share with its interval.

    >>> share({"value": .435, "low": .35, "high": .52})
    '43.5% [35.0, 52.0]'
    """
    found = sure or {}
    return share_with_interval(found.get("value"), found.get("low"), found.get("high"))


def shift(sure: Part | None) -> str:
    """A difference with its sign, in points."""
    found = sure or {}
    return signed_points(found.get("value"), found.get("low"), found.get("high"))


def hundredths(sure: Part | None) -> str:
    """An impact as whole hundredths, with a decimal where the interval is narrow.

    >>> hundredths({"value": .47, "low": .38, "high": .56})
    '47 of 100 [38, 56]'
    """
    found = sure or {}
    low, high = found.get("low"), found.get("high")
    digits = headline_digits(low, high) if low != high else 0
    return f"{points(found.get('value'), digits)} of 100 {points_interval(low, high, digits)}".rstrip()


def bare(sure: Part | None) -> str:
    """An impact in hundredths as tables and sentences print it, with its own sign.

    >>> bare({"value": -.154, "low": -.526, "high": .149})
    '−15 [−53, 15]'
    """
    return hundredths(sure).replace(" of 100", "", 1)


def whole_share(sure: Part | None) -> str:
    """A share in whole percent with its interval, where room is scarce.

    >>> whole_share({"value": .435, "low": .35, "high": .52}), whole_share({"value": None})
    ('44% [35, 52]', '–')
    """
    found = sure or {}
    sides = points_interval(found.get("low"), found.get("high"), 0)
    return f"{points(found['value'], 0)}% {sides}".rstrip() if has(found) else MISSING


def certain(sure: Part) -> Part:
    """The value alone."""
    return {**sure, "low": None, "high": None}


def impact_of(cell: Part) -> Part:
    """The impact; without an interval where it rests on a single item, which cannot say how sure it is."""
    impact: Part = cell.get("impact") or {}
    return certain(impact) if cell.get("same") == 1 else impact


def is_attributor(cell: Part) -> bool:
    """Whether it is of an attributor, which names the authors of documents."""
    return bool(cell.get("ranks"))


def items(cell: Part) -> str:
    """What is counted: problems, not authors, of whom each may have several."""
    return "document" if is_attributor(cell) else "same-author problem"


def judged(dataset: Part, cells: Sequence[Part]) -> str:
    """How many items the numbers rest on, where some could not be rewritten or answered.

    >>> judged({"same": 5}, [{"same": 1}]), judged({"same": 5}, [{"same": 5}])
    ('1 of 5 judged', '')
    """
    counts = [int(one["same"]) for one in cells if known(one.get("same")) and not one.get("failure")]
    total = dataset.get("same")
    if not counts or not known(total) or min(counts) >= total:
        return ""
    least, most = min(counts), max(counts)
    told = count(least) if least == most else f"{count(least)} to {count(most)}"
    return f"{told} of {count(total)} judged"


def of_items(impact: Part, noun: str) -> str:
    """The number, what is counted, and the interval at the end.

    >>> of_items({"value": .47, "low": .38, "high": .56}, "documents it named rightly")
    '47 of 100 documents it named rightly [38, 56]'
    """
    size, bracket, interval = hundredths(impact).partition(" [")
    return f"{size} {noun}{bracket}{interval}"


def doubt(impact: Part) -> str:
    """Said after an impact whose interval holds 0."""
    certain = excludes(impact) or not (known(impact.get("low")) and known(impact.get("high")))
    return "" if certain else ", which may be chance"


def plain(sure: Part | None, digits: int = 2) -> str:
    """A number that is no share, with its interval."""
    found = sure or {}
    return decimal_with_interval(found.get("value"), (found.get("low"), found.get("high")), digits)


def cell(text: str, sure: Part | None) -> Cell:
    """A cell that is sorted by its value."""
    return Cell(text, value_of(sure))


def counted(dataset: Part, same: Any = None) -> str:
    """What the numbers of a data set rest on.

    >>> counted({"same": 100, "unit": "author", "units": 62})
    '100 same-author problems, 62 authors'
    >>> counted({"same": 5}, 1)
    '1 of 5 same-author problems judged'
    """
    total = dataset.get("same")
    problems = total if same is None else same
    unit, units = str(dataset.get("unit") or "problem"), dataset.get("units")
    noun = "document" if dataset.get("item") == "document" else "same-author problem"
    told = many(problems, noun)
    if known(problems) and known(total) and problems < total:
        told = f"{count(problems)} of {many(total, noun)} judged"
    return told if unit == "problem" or not known(units) else f"{told}, {many(units, unit)}"


def drawn(dataset: Part) -> str:
    """What intervals rest on, for a caption."""
    unit = str(dataset.get("unit") or "problem")
    return f"95% intervals draw {plural(unit)} again (n = {count(dataset.get('units'))})"


def on(result: Result, name: str) -> str:
    """Where something holds, if there is more than one data set."""
    return f" on {name}" if len(datasets(result)) > 1 else ""


def titled(result: Result, dataset: Part) -> str:
    """The title of what is about one data set."""
    few = "" if dataset.get("rankable") else ", too few to rank"
    return f"{dataset['name']}: {counted(dataset)}{few}"


def unranked(result: Result) -> str:
    """Which data sets are shown and never ranked."""
    small = [f"{one['name']} ({count(one.get('same'))})" for one in datasets(result) if not one.get("rankable")]
    if not small:
        return ""
    return f"Too few same-author problems to rank anything on {listed(small)}: shown, never ranked."


def kinds(names: Sequence[str]) -> str:
    """Names in a sentence, at most eight of them."""
    shown = [*names[:8], *([f"{len(names) - 8} more"] if len(names) > 8 else [])]
    return listed(shown)
