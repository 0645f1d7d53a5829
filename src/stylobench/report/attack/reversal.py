"""What an attacker who knows the obfuscator gets back, and under what threat model that was measured."""

from __future__ import annotations

from stylobench.report.attack.reading import Part, cell, only_people, parts, plain, share
from stylobench.report.story import Block, Cell, Chapter, Column, Listing, Result, Table, Words
from stylobench.report.words import MISSING, count

TITLE = "Can it be undone?"
COLUMNS = (
    Column("obfuscator", "name"),
    Column("data set", "tag"),
    Column("edits undone", hint="share of the edits undone exactly"),
    Column("wrongly", rank=1, hint="share of the attacker’s own changes that undo nothing"),
    Column("recognised after rewriting", rank=1),
    Column("after undoing", rank=1),
    Column("by", "tag", rank=2),
    Column("rank of the original", rank=2, hint="mean rank of the true original among candidate originals; 1 is found"),
    Column("of", rank=3),
    Column("linked", rank=2, hint="AUC: two rewritten texts by one person against two by different people"),
    Column("linked, untouched", rank=3),
    Column("traced", rank=2, hint="chance that the true author ranks first when edits are backtracked"),
    Column("traced without", rank=3),
    Column("authors", rank=3),
    Column("texts", rank=1),
)


def chapter(result: Result) -> Chapter:
    """The threat model, unless nothing was rewritten, then a row per obfuscator and data set, with a dash where nothing
    was measured.
    """
    found = parts(result, "reversal")
    if not found and only_people(result):
        return Chapter("reversal", TITLE)
    threat = [str(line) for line in (result.get("settings") or {}).get("threat_model") or ()]
    blocks: list[Block] = [Words("The threat model of this report:"), Listing(threat)] if threat else []
    if not found:
        return Chapter("reversal", "What the attacker knows", blocks)
    kept = [i for i in range(len(COLUMNS)) if i < 2 or any(_row(one)[i].text != MISSING for one in found)]
    rows = [[_row(one)[i] for i in kept] for one in found]
    caption = (
        "What the attacker gets back, with 95% intervals. Undoing is learnt from other authors’ texts; two linked "
        "texts by one person are a risk even where neither is recognised (AUC, 0.5 is guessing)."
    )
    blocks.append(Table(caption, [COLUMNS[i] for i in kept], rows, brief=10))
    return Chapter("reversal", TITLE, blocks)


def _row(one: Part) -> list[Cell]:
    method = one.get("method")
    return [
        Cell(one["obfuscator"]),
        Cell(one["dataset"]),
        *(cell(share(one.get(key)), one.get(key)) for key in ("undone", "wrong", "recall_rewritten", "recall_undone")),
        Cell(str(method) if method else MISSING),
        cell(plain(one.get("rank"), 1), one.get("rank")),
        _counted(one.get("candidates")),
        *(cell(plain(one.get(key)), one.get(key)) for key in ("linked", "linked_original")),
        *(cell(share(one.get(key)), one.get(key)) for key in ("traced", "traced_before")),
        _counted(one.get("authors")),
        _counted(one.get("texts")),
    ]


def _counted(number: int | None) -> Cell:
    return Cell(count(number), number) if number else Cell(MISSING)
