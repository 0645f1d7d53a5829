"""What reviewers said, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stylobench.report.attack.reading import plain, share
from stylobench.report.words import clean, count, decimal, listed, percent

if TYPE_CHECKING:
    from rich.console import Console

Part = Mapping[str, Any]


def print_findings(found: Part, console: Console) -> None:
    """Tables with intervals, then what they rest on."""
    groups = listed([f"{name} ({count(number)})" for name, number in found["reviewers"].items()])
    _line(console, f"Reviewers by group: {groups}. Grades: 1 is excellent, 5 is fail.")
    for scale in found["scales"]:
        if (scale["best"], scale["worst"]) != (1, 5):
            ends = f"{scale['best']:g} (best) to {scale['worst']:g}"
            _line(console, f"Mapped to 1-5 in a straight line: {listed(scale['reviewers'])} graded from {ends}.")
    _table(console, "Mean grades", ("obfuscator", "measure", "by", "grade", "originals", "answers", "texts"), [
        (one["obfuscator"], one["measure"], one["group"], plain(one["grade"]), plain(one["original"]),
         count(one["answers"]), count(one["texts"]))
        for one in found["grades"]
    ])  # fmt: skip
    _table(console, "Verdicts", ("obfuscator", "by", "correct", "passable", "incorrect", "answers"), [
        (one["obfuscator"], one["group"], *(percent(one[name]) for name in ("correct", "passable", "incorrect")),
         count(one["answers"]))
        for one in found["verdicts"]
    ])  # fmt: skip
    _table(console, "Agreement (Krippendorff's alpha; 1 is agreement, 0 is chance)",
           ("of", "by", "level", "alpha", "items", "reviewers"), [
        (one["measure"], one["group"], one["level"], decimal(one["alpha"], 2), count(one["items"]),
         count(one["reviewers"]))
        for one in found["agreement"]
    ])  # fmt: skip
    _table(console, "Do groups rank the obfuscators alike? (Kendall's tau)", ("of", "groups", "tau", "obfuscators"), [
        (one["measure"], f"{one['first']} / {one['second']}", decimal(one["tau"], 2), count(one["obfuscators"]))
        for one in found["rank_agreement"]
    ])  # fmt: skip
    _table(console, "Own system graded by its authors minus by others (below 0 is kinder)",
           ("obfuscator", "measure", "difference", "texts", "reviewers"), [
        (one["obfuscator"], one["measure"], plain(one["difference"]), count(one["texts"]), count(one["reviewers"]))
        for one in found["self_review"]
    ])  # fmt: skip
    _table(console, "Same author? Share of right answers", ("questioned text", "truth", "right", "answers", "texts"), [
        (one["version"], "same author" if one["same"] else "different authors", share(one["right"]),
         count(one["answers"]), count(one["texts"]))
        for one in found["recognised"]
    ])  # fmt: skip
    _line(console, "[ ]: 95% intervals that draw texts again; reviewers are taken as they are.")


def _line(console: Console, text: str) -> None:
    from rich.text import Text

    console.print(Text(clean(text)))


def _table(console: Console, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    if not rows:
        return
    table = Table(title=Text(title), title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    for head in heads:
        table.add_column(head, overflow="fold")
    for row in rows:
        table.add_row(*(Text(clean(text)) for text in row))
    console.print(table)
