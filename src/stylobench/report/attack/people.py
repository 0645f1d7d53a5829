"""Texts that people disguised themselves: who still recognises them, whom imitations fool, and whether it shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stylobench.report.attack.people_reading import CONTROL, losses, named
from stylobench.report.attack.reading import Part, cell, hundredths, only_people, plain, share, shift
from stylobench.report.chapters.provenance import origin
from stylobench.report.story import Block, Cell, Chapter, Column, Facts, Listing, Result, Table, Words
from stylobench.report.words import MISSING, bare_p, count, feature, listed, many

TITLE = "When people hide by themselves"
OURS = ("disguises", "cells", "imitation", "detection", "warnings")
CUES = 5
CELLS = (
    Column("method", "name"),
    Column("disguise", "tag"),
    Column("usual texts", hint="share recognised or rightly named, every author once"),
    Column("disguised"),
    Column("change", rank=1, hint="in points"),
    Column("impact", hint="hundredths of the recognitions that were lost; below 0 gained"),
    Column("p", rank=2, hint="of no change, by flipping signs over authors"),
    Column("others rejected", rank=2, hint="other people’s usual texts that a verifier rightly rejects"),
    Column("rank, usual", rank=2, hint="mean rank of the true author; 1 is found"),
    Column("rank, disguised", rank=2),
    Column("candidates", rank=3),
    Column("authors", rank=1),
)
IMITATIONS = (
    Column("method", "name"),
    Column("imitated", "tag"),
    Column("usual texts", hint="share of the imitators’ usual texts that is given to the imitated writer"),
    Column("imitations"),
    Column("p", rank=1),
    Column("rank, usual", rank=2, hint="mean rank of the imitated writer; 1 is taken in"),
    Column("rank, imitations", rank=2),
    Column("candidates", rank=2),
    Column("authors", rank=1),
)
DETECTION = (
    Column("disguise", "name"),
    Column("AUC by style", hint="0.5 is invisible, 1 is always told"),
    Column("AUC with words", rank=1, hint="also sees what the texts are about"),
    Column("disguised texts", rank=1),
    Column("texts", rank=2),
    Column("authors", rank=1),
    Column("more of", "words", rank=2),
    Column("less of", "words", rank=3),
)


def chapter(result: Result) -> Chapter:
    """Recognition before and after, imitations, detection; anything else that is stored as it is."""
    found = result.get("people") or {}
    clear = [Listing(losses(found["cells"]))] if found.get("cells") and not only_people(result) else []
    blocks: list[Block] = [*_recognition(found), *clear, *_imitation(found), *_detection(found)]
    told = {str(line) for line in result.get("warnings") or ()}
    new = [str(line) for line in found.get("warnings") or () if str(line) not in told]
    blocks += [Listing(new, "note")] if new else []
    return Chapter("people", TITLE, [*blocks, *_rest(found)])


def _recognition(found: Part) -> list[Block]:
    if not found.get("cells"):
        return []
    kinds = [
        named(str(one["kind"]), f"{many(one['documents'], 'text')} by {many(one['authors'], 'author')}")
        for one in found.get("disguises") or ()
    ]
    told = (
        f"Disguises that people wrote themselves: {listed(kinds)}. Each method sees the same known texts beside a "
        "usual text by their author that was left out, with all that was cut from the same source, and beside a "
        "disguised one. Thresholds come from other authors."
    )
    blind = (
        "Disguised texts were often written to order, on a subject of their own: part of what is lost may be the "
        "change of subject, and not the disguise."
    )
    caption = "Recognition of usual and of disguised texts, with 95% intervals that draw authors again."
    rows = [_cell_row(one) for one in found["cells"]]
    failed = [f"{one['method']}: {one['failure']}" for one in found["cells"] if one.get("failure")]
    table = _shown(Table(caption, CELLS, rows, brief=20))
    return [
        Words(told),
        table,
        Words(blind, "note"),
        *([Listing(sorted(set(failed)))] if failed else []),
    ]


def _cell_row(one: Part) -> list[Cell]:
    return [
        Cell(str(one["method"])),
        Cell(_tag(str(one["disguise"]))),
        cell(share(one.get("before")), one.get("before")),
        cell(share(one.get("after")), one.get("after")),
        cell(shift(one.get("d")), one.get("d")),
        cell(hundredths(one.get("impact")), one.get("impact")),
        Cell(bare_p(one.get("p")), one.get("p")),
        cell(share(one.get("others")), one.get("others")),
        cell(plain(one.get("rank_before"), 1), one.get("rank_before")),
        cell(plain(one.get("rank_after"), 1), one.get("rank_after")),
        Cell(count(one.get("candidates")), one.get("candidates")),
        Cell(count(one.get("authors")), one.get("authors")),
    ]


def _tag(disguise: str) -> str:
    return f"{disguise} (control)" if disguise == CONTROL else disguise


def _imitation(found: Part) -> list[Block]:
    if not found.get("imitation"):
        return []
    caption = "Whether an imitation is taken for the writer it imitates, who is among the candidates."
    rows = [
        [
            Cell(str(one["method"])),
            Cell(str(one["target"])),
            cell(share(one.get("before")), one.get("before")),
            cell(share(one.get("after")), one.get("after")),
            Cell(bare_p(one.get("p")), one.get("p")),
            cell(plain(one.get("rank_before"), 1), one.get("rank_before")),
            cell(plain(one.get("rank_after"), 1), one.get("rank_after")),
            Cell(count(one.get("candidates")), one.get("candidates")),
            Cell(count(one.get("authors")), one.get("authors")),
        ]
        for one in found["imitation"]
    ]
    return [_shown(Table(caption, IMITATIONS, rows, brief=10))]


def _detection(found: Part) -> list[Block]:
    if not found.get("detection"):
        return []
    caption = "How well disguised texts are told from usual ones by the same authors, none of whom the detector saw."
    rows = [
        [
            Cell(_tag(str(one["disguise"]))),
            cell(plain(one.get("auc")), one.get("auc")),
            cell(plain(one.get("auc_with_topic")), one.get("auc_with_topic")),
            Cell(count(one.get("disguised")), one.get("disguised")),
            Cell(count(one.get("texts")), one.get("texts")),
            Cell(count(one.get("authors")), one.get("authors")),
            Cell(_cues(one, 1)),
            Cell(_cues(one, -1)),
        ]
        for one in found["detection"]
    ]
    return [_shown(Table(caption, DETECTION, rows, brief=10))]


def _cues(one: Part, sign: int) -> str:
    cues = [cue for cue in one.get("cues") or () if cue["weight"] * sign > 0]
    return listed([feature(str(cue["name"])) for cue in cues[:CUES]]) or MISSING


def _shown(table: Table) -> Table:
    """Without the columns in which nothing was measured."""
    kept = [i for i in range(len(table.columns)) if i == 0 or any(row[i].text != MISSING for row in table.rows)]
    rows = [[row[i] for i in kept] for row in table.rows]
    return Table(table.caption, [table.columns[i] for i in kept], rows, table.brief)


def _rest(found: Mapping[str, Any]) -> list[Block]:
    other = {str(key).replace("_", " "): value for key, value in found.items() if key not in OURS}
    sure = [(key, share(value)) for key, value in other.items() if _is_sure(value)]
    return [
        *([Facts(sure)] if sure else []),
        *origin({key: value for key, value in other.items() if not _is_sure(value)}),
    ]


def _is_sure(value: Any) -> bool:
    return isinstance(value, Mapping) and set(value) == {"value", "low", "high"}
