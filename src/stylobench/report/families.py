"""Methods by the kind of evidence that they rest on: their order, their heads in tables, their colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from stylobench.report.story import Block, Chapter, Figure, Result, Row, Story, Table
from stylobench.report.words import known, shortened

NAMING = ("method", "verifier", "attributor")
MANY, LONG, PANELS, TITLE = 8, 40, 12, 90
EVIDENCE = "evidence"


def families(result: Result) -> dict[str, list[str]]:
    """Family -> its methods; empty where that tells nothing: one family, or a single method in each.

    >>> families({"methods": {"ppm": {"family": "compression"}, "cng": {"family": "characters"}}})
    {}
    """
    methods = result.get("methods") or {}
    told = {name: str(one.get("family") or "") for name, one in methods.items()}
    first = [str(one["family"]) for one in result.get("evidence") or ()]
    found = {family: [name for name, its in told.items() if its == family] for family in (*first, *told.values())}
    found = {family: names for family, names in found.items() if names}
    return found if len(found) > 1 and len(told) > len(found) and all(told.values()) else {}


def ordered(result: Result) -> Result:
    """The result with its methods family by family."""
    found = families(result)
    if not found:
        return result
    return {**result, "methods": {name: result["methods"][name] for names in found.values() for name in names}}


def place_of(result: Result, name: str) -> int:
    """Which colour a method has: that of its family, else one of its own."""
    found = list(families(result).values())
    if found:
        return next((place for place, names in enumerate(found) if name in names), len(found))
    return list(result["methods"]).index(name)


def with_heads(told: Story, result: Result) -> Story:
    """The story with a head over the rows of each family, wherever a table has rows of methods."""
    found = families(result)
    if not found:
        return told
    family = {name: its for its, names in found.items() for name in names}
    chapters = [replace(one, blocks=[_headed(block, family, list(found)) for block in one.blocks])
                for one in told.chapters]  # fmt: skip
    return replace(told, chapters=chapters)


def _headed(block: Block, family: dict[str, str], order: Sequence[str]) -> Block:
    """Rows that are methods stand family by family, unless their order means something; what is long is folded."""
    if isinstance(block, Figure) and len(block.panels) > PANELS:
        return replace(block, folded=f"{len(block.panels)} charts")
    if not isinstance(block, Table):
        return block
    folded = block.folded or (shortened(block.caption, TITLE) if len(block.rows) > LONG else "")
    names = [family.get(row[block.lead].text) for row in block.rows]
    if block.ranked or block.columns[block.lead].title not in NAMING or None in names or len(set(names)) < 2:
        return replace(block, folded=folded)
    places = sorted(range(len(names)), key=lambda place: order.index(str(names[place])))
    heads = tuple(str(names[place]) for place in places)
    return replace(block, rows=[block.rows[place] for place in places], heads=heads, folded=folded)


def headed(rows: Sequence[Row], result: Result) -> list[Row]:
    """Rows of a chart, each of which is named after a method, with a row before each family that only names it."""
    found, made = families(result), list[Row]()
    family = {name: its for its, names in found.items() for name in names}
    last = None
    for row in rows:
        its = family.get(str(row["name"]))
        if its is not None and its != last:
            made.append({"name": its, "head": True})
        last = its
        made.append(row)
    return made


def overlap(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Whether two intervals have a value in common, or one is not known.

    >>> overlap({"low": 0.1, "high": 0.3}, {"low": 0.2, "high": 0.4}), overlap({"low": 1, "high": 2}, {"low": None})
    (True, True)
    """
    ends = [one.get(end) for one in (first, second) for end in ("low", "high")]
    if not all(known(end) for end in ends):
        return True
    return bool(first["low"] <= second["high"] and second["low"] <= first["high"])


def some(said: Sequence[str], most: int = MANY) -> str:
    """Findings in a row, and how many more there are.

    >>> some(["a", "b", "c"], 2)
    'a; b; and 1 more'
    """
    rest = [f"and {len(said) - most} more"] if len(said) > most else []
    return "; ".join([*said[:most], *rest])


def has_many(told: Story) -> bool:
    """Whether there are so many answers that families come first and single methods stand folded."""
    return bool(told.families) and len(told.answers) > MANY


def chapter_of(told: Sequence[Block]) -> Chapter:
    """The chapter on families."""
    return Chapter(EVIDENCE, "Which evidence breaks", told)
