"""Where the numbers come from and what they assume."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from stylobench.report.chapters.reading import noun, size
from stylobench.report.story import Block, Cell, Chapter, Column, Facts, Listing, Result, Table, Words
from stylobench.report.words import count, known, plural, shortened


def chapter(result: Result) -> Chapter:
    """Assumptions, settings, specs and the funnel."""
    group = noun(result)
    blocks: list[Block] = [
        Words("The intervals assume:"),
        Listing(assumptions(group)),
        Facts(_facts(result)),
        *origin(result.get("provenance") or {}),
    ]
    return Chapter("provenance", "What stands behind the numbers", blocks)


def assumptions(group: str) -> list[str]:
    """What every interval over topics takes for granted."""
    return [
        f"{plural(group)} are exchangeable: a new {group} is like another draw from those seen here;",
        f"accuracy is unrelated to {group} size (where it is not, the average {group} leads and a warning says so);",
        f"the training {plural(group)} are given: intervals are conditional on them, because no unbiased "
        "variance of cross-validation exists. Models of different folds share training documents; in simulated "
        f"corpora of few documents on {plural(group)} of equal size, the interval of the mean held the truth in 88% of "
        "cases instead of 95%.",
        "Intervals of shares are cut at 0 and 100%, which a share cannot leave; the stored result has them unrounded.",
    ]


def _facts(result: Result) -> list[tuple[str, str]]:
    corpus, settings = result["corpus"], result.get("settings") or {}
    facts = [("corpus", f"{corpus['name']}: {size(result)}"), ("digest", str(corpus.get("digest")))]
    specs = {name: str(method.get("spec") or name) for name, method in result["methods"].items()}
    facts += [("method", name if name == spec else f"{name}: {spec}") for name, spec in specs.items()]
    for key in ("scheme", "folds", "seed", "normalisation"):
        if settings.get(key) is not None:
            facts.append((key, str(settings[key])))
    versions = settings.get("versions") or {}
    if versions:
        facts.append(("versions", ", ".join(f"{name} {number}" for name, number in versions.items())))
    return facts


def origin(provenance: Mapping[str, Any]) -> list[Block]:
    """Steps become a table, all else a line."""
    steps = {key: value for key, value in provenance.items() if _is_table(value)}
    lines = [
        (key, _plain(value)) for key, value in provenance.items() if key not in steps and value not in (None, [], {})
    ]
    facts: list[Block] = [Facts(lines)] if lines else []
    return [*facts, *(_steps(key, rows) for key, rows in steps.items())]


def _is_table(value: Any) -> bool:
    return isinstance(value, Sequence) and len(value) > 0 and all(isinstance(row, Mapping) and row for row in value)


def _steps(name: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    heads = list(dict.fromkeys(key for row in rows for key in row))
    numeric = {head: all(known(row.get(head)) for row in rows) for head in heads}
    columns = [Column(head, "number" if numeric[head] else "words") for head in heads]
    cells = [[_cell(row.get(head)) for head in heads] for row in rows]
    title = (
        "Selection of documents, step by step, with what each step left." if name == "funnel" else f"{name}, as stored."
    )
    return Table(title, columns, cells, brief=12)


def _cell(value: Any) -> Cell:
    if known(value):
        return Cell(count(value) if value == int(value) else f"{value:g}", value)
    return Cell(_plain(value))


def _plain(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else shortened(json.dumps(value, ensure_ascii=False, default=str), 400)
