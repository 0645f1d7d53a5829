"""Several questioned texts, a line for each."""

from __future__ import annotations

import runpy
from pathlib import Path

from rich.cells import cell_len

from stylobench.report.verdict_lines import lines, warned

EXAMPLES = runpy.run_path(str(Path(__file__).parent / "example_verdict.py"))


def test_one_verifier() -> None:
    assert lines([EXAMPLES["one"](), EXAMPLES["silent"]()]) == [
        "text    supports    score    one author  problems like it",
        "letter  one author   0.81  87% [74, 94]                31",
        "letter  no answer       –             –                 –",
    ]


def test_several_verifiers_are_counted() -> None:
    assert lines([EXAMPLES["bank"]()]) == [
        "text    one author  different authors  neither  no answer  not validated",
        "letter           1                  1        2          1              0",
    ]


def test_long_names_are_shortened_to_fit() -> None:
    for name in ("a very long name of a text " * 9, "\u6587\u5b57" * 40):
        result = {**EXAMPLES["one"](), "corpus": {"name": name}}
        for width in (60, 80):
            assert max(map(cell_len, lines([result, EXAMPLES["silent"]()], width))) <= width


def test_the_same_warning_is_given_once() -> None:
    said = [["old: fit again", "shorter than most: a, k"], ["old: fit again", "shorter than most: b"], ["plain"]]
    results = [{"warnings": lines, "training": {"warnings": ["few"]}} for lines in said]
    assert warned(results) == [
        "old: fit again",
        "shorter than most: a, k; and with 1 questioned text more",
        "few",
        "plain",
    ]


def test_names_cannot_drive_the_terminal() -> None:
    assert "\x1b" not in "".join(lines([{**EXAMPLES["one"](), "corpus": {"name": "a\x1b[31m"}}]))
