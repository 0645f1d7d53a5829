"""What a method or an obfuscator failed on, marked wherever its numbers stand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from stylobench.report.families import NAMING
from stylobench.report.story import Answer, Block, Figure, Result, Story, Table
from stylobench.report.words import count, known, many, plural

MARK = "†"
NO_ANSWER = "no answer"
NAMES = (*NAMING, "obfuscator", "first", "second", "better")
# where failures are told already, or rows are single texts
LEFT_ALONE = ("warnings", "rewriting", "scores")


def gaps(result: Result) -> dict[str, str]:
    """Method or obfuscator -> what failed of it, in a few words; whoever failed at nothing is left out."""
    if result.get("protocol") == "attack":
        found = {name: _unjudged(result, name) for name in result["methods"]} | _not_rewritten(result)
    else:
        found = {name: _failed(result, one) for name, one in result["methods"].items()}
    return {name: said for name, said in found.items() if said}


def _failed(result: Result, method: Mapping[str, Any]) -> str:
    failures = method.get("failures") or ()
    if not failures:
        return ""
    return f"{many(len(failures), 'fold')} failed{_answered(result, method)}"


def _answered(result: Result, method: Mapping[str, Any]) -> str:
    """What its numbers rest on, where the result says so."""
    if known(method.get("items")) and known(method.get("answered")):
        noun = str(result["corpus"].get("item") or "document")
        return f", {count(method['answered'])} of {many(method['items'], noun)} answered"
    splits = (str(one.get("split")).partition("/") for one in method["failures"])
    held_out = {topic for kind, _, topic in splits if kind == "novel"}
    folds = (method.get("novel_topic") or {}).get("folds") or ()
    answered = {fold["topic"] for fold in folds if known(fold.get("accuracy"))}
    if not held_out:
        return ""
    tested = many(len(answered | held_out), str(result["corpus"].get("group") or "topic"))
    return f", {count(len(answered))} of {tested} answered"


def _unjudged(result: Result, method: str) -> str:
    """Where even the best answered cell of a method lacks items, the method failed on them."""
    said = []
    for dataset in result.get("datasets") or ():
        cells = [
            one for one in result.get("cells") or () if (one["method"], one["dataset"]) == (method, dataset["name"])
        ]
        counts = [one["same"] for one in cells if known(one.get("same")) and not one.get("failure")]
        if counts and known(dataset.get("same")) and max(counts) < dataset["same"]:
            noun = plural("document" if dataset.get("item") == "document" else "same-author problem")
            where = f" on {dataset['name']}" if len(result["datasets"]) > 1 else ""
            said.append(f"{count(max(counts))} of {count(dataset['same'])} {noun} judged{where}")
    return ", ".join(said)


def _not_rewritten(result: Result) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for one in result.get("rewriting") or ():
        if one.get("failed"):
            where = f" on {one['dataset']}" if len(result["datasets"]) > 1 else ""
            said = f"{count(one['failed'])} of {many(one['texts'], 'text')} not rewritten{where}"
            found.setdefault(one["obfuscator"], []).append(said)
    return {name: ", ".join(said) for name, said in found.items()}


def with_gaps(told: Story, result: Result) -> Story:
    """The story with a mark beside every number that rests on less than it should."""
    found = gaps(result)
    if not found:
        return told
    chapters = [one if one.id in LEFT_ALONE else replace(one, blocks=[_marked(block, found) for block in one.blocks])
                for one in told.chapters]  # fmt: skip
    return replace(told, answers=[_headed(one, found.get(one.method, "")) for one in told.answers], chapters=chapters)


def _headed(answer: Answer, gap: str) -> Answer:
    """The gap within the bracket that has the n, where there is one."""
    if not gap or answer.headline.startswith(NO_ANSWER) or gap in answer.headline:
        return answer
    end = answer.headline[:-1] + f"; {gap})" if answer.headline.endswith(")") else f"{answer.headline} ({gap})"
    return replace(answer, headline=end)


def _marked(block: Block, found: Mapping[str, str]) -> Block:
    if isinstance(block, Table):
        return _table(block, found)
    if isinstance(block, Figure):
        drawn = " ".join(f"{panel.title} {panel.alt}" for panel in block.panels)
        named = [name for name in found if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", drawn)]
        return replace(block, caption=_noted(block.caption, {name: found[name] for name in named}))
    return block


def _table(table: Table, found: Mapping[str, str]) -> Table:
    places = [place for place, column in enumerate(table.columns) if column.title in NAMES]
    named = {row[place].text for row in table.rows for place in places} & set(found)
    if not named:
        return table
    rows = [
        [replace(cell, text=f"{cell.text} {MARK}") if place in places and cell.text in named else cell
         for place, cell in enumerate(row)]
        for row in table.rows
    ]  # fmt: skip
    noted = {name: said for name, said in found.items() if name in named}
    return replace(table, rows=rows, caption=_noted(table.caption, noted))


def _noted(caption: str, found: Mapping[str, str]) -> str:
    if not found:
        return caption
    return f"{caption} {MARK} " + "; ".join(f"{name}: {said}" for name, said in found.items()) + "."
