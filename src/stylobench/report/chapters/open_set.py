"""Open set: the author may be none of the known ones, and the method may decline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stylobench.report.chapters.reading import noun
from stylobench.report.story import Cell, Chapter, Column, Result, Table
from stylobench.report.words import count, decimal, known, percent, plural, share_with_interval


def chapter(result: Result) -> Chapter:
    """How well each method turns strangers away on a new topic."""
    tested = {name: m["open_set"] for name, m in result["methods"].items() if m.get("open_set")}
    if not tested:
        return Chapter("open-set", "Open set")
    group = noun(result)
    columns = [
        Column("method", "name"),
        Column("turned away [95%]", hint="strangers' documents"),
        Column("kept [95%]", hint="known authors' documents"),
        Column("right when kept [95%]"),
        Column("AUC [95%]", hint="known against stranger: .5 is guessing, 1 is perfect"),
        Column("strangers", hint="documents", rank=1),
        Column("known", hint="documents", rank=1),
        Column(plural(group), rank=2),
    ]
    target = next((part["target"] for part in tested.values() if known(part.get("target"))), None)
    aim = f"The threshold aims at keeping {percent(target, 0)} of known authors' documents. " if target else ""
    caption = (
        f"Authors held out together with the {group}: their documents should be turned away, those of known "
        f"authors kept. {aim}AUC: .5 is guessing, 1 is perfect. 95% intervals, {plural(group)} as units; "
        "strangers and known in documents."
    )
    table = Table(caption, columns, [_row(name, part) for name, part in tested.items()])
    return Chapter("open-set", "When the author may be a stranger", [table])


def _row(name: str, part: Mapping[str, Any]) -> list[Cell]:
    shares = [
        Cell(share_with_interval(part.get(key), part.get(f"{key}_low"), part.get(f"{key}_high")), part.get(key))
        for key in ("turned_away", "kept", "right")
    ]
    return [
        Cell(name),
        *shares,
        Cell(_auc(part), part.get("auc")),
        *(Cell(count(part.get(key)), part.get(key)) for key in ("strangers", "known", "units")),
    ]


def _auc(part: Mapping[str, Any]) -> str:
    auc, low, high = (decimal(part.get(key), 3).lstrip("0") for key in ("auc", "auc_low", "auc_high"))
    return f"{auc} [{low}, {high}]" if known(part.get("auc_low")) else auc
