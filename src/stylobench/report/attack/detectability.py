"""Whether a rewritten text gives itself away as rewritten, and by what."""

from __future__ import annotations

from stylobench.report.attack.reading import Part, cell, excludes, has, parts, plain
from stylobench.report.story import Block, Cell, Chapter, Column, Result, Table, Words
from stylobench.report.words import count, decimal, feature, listed

CUES, INVISIBLE = 6, 0.5
COLUMNS = (
    Column("obfuscator", "name"),
    Column("data set", "tag"),
    Column("AUC", hint="0.5 is invisible, 1 is always told"),
    Column("told apart", "tag"),
    Column("texts", rank=1),
    Column("groups", rank=1, hint="authors, or texts where authors are not known"),
    Column("more of", "words", rank=2),
    Column("less of", "words", rank=3),
)


def chapter(result: Result) -> Chapter:
    """A row per obfuscator and data set."""
    found = parts(result, "detectability")
    if not found:
        return Chapter("detectability", "Does it show that a text was rewritten?")
    told = (
        "A detector was trained to tell rewritten from original texts and asked about authors it never saw. An AUC of "
        "0.5 is invisible; near 1, whoever knows the obfuscator sees that somebody hid, if not who."
    )
    caption = "How well rewritten texts are told from originals, with 95% intervals, and what the detector goes by."
    blocks: list[Block] = [Words(told), Table(caption, COLUMNS, [_row(one) for one in found], brief=10)]
    return Chapter("detectability", "Does it show that a text was rewritten?", blocks)


def _row(one: Part) -> list[Cell]:
    return [
        Cell(one["obfuscator"]),
        Cell(one["dataset"]),
        cell(plain(one.get("auc")), one.get("auc")),
        Cell(_told(one.get("auc"))),
        Cell(count(one.get("texts")), one.get("texts")),
        Cell(count(one.get("groups")), one.get("groups")),
        Cell(_cues(one, 1)),
        Cell(_cues(one, -1)),
    ]


def _told(auc: Part | None) -> str:
    if not has(auc):
        return "not measured"
    return "yes" if excludes(auc, INVISIBLE) else "not shown"


def _cues(one: Part, sign: int) -> str:
    cues = [cue for cue in one.get("cues") or () if cue["weight"] * sign > 0]
    cues.sort(key=lambda cue: -abs(cue["weight"]))
    return listed([f"{feature(str(cue['name']))} ({decimal(cue['weight'], 2)})" for cue in cues[:CUES]]) or "–"
