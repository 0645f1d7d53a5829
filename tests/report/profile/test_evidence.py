"""Families against crash tests on the profile page and in a terminal."""

from __future__ import annotations

import io
import runpy
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from stylobench.report.profile import render_profiles, runs_of, terminal_profiles
from stylobench.report.profile.evidence import evidence_table

HERE = Path(__file__).parents[1]
BANK = runpy.run_path(str(HERE / "example_families.py"))["EXAMPLES"]
ATTACK = runpy.run_path(str(HERE / "example_attack.py"))["EXAMPLES"]


@pytest.fixture(scope="module")
def results() -> list[dict[str, Any]]:
    return [BANK["few"](), BANK["leakage_bank"]()]


def test_a_row_per_family_and_a_column_per_run(results: list[dict[str, Any]]) -> None:
    table = evidence_table(runs_of(results))
    assert table is not None
    assert [column.title for column in table.columns] == ["evidence", "topic leakage: newsgroups", "obfuscation: pan"]
    by_name = {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}
    assert list(by_name) == ["characters", "words", "syntax", "compression", "topic", "mixed", "yours"]
    assert by_name["words"][1] == "no method of this kind"
    assert by_name["characters"][1] == "targeted makes these methods miss 63 of 100 [56, 70] on average (2 tested)"


def test_runs_without_families_have_no_table() -> None:
    assert evidence_table(runs_of([ATTACK["five_methods"](), ATTACK["one_method"]()])) is None


def test_many_profiles_are_folded_below_the_table() -> None:
    page = render_profiles([BANK["some"]()])
    assert page.index("Which evidence breaks") < page.index("The profiles of 10 methods") < page.index('id="run-1"')


def test_a_terminal_names_families_first_and_leaves_many_profiles_to_the_page(results: list[dict[str, Any]]) -> None:
    console = Console(file=io.StringIO(), width=80, highlight=False)
    terminal_profiles(results, console)
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert lines[0] == "characters"
    assert len(lines) < 60
    assert lines[-2:] == [
        "In the report: the profiles of 31 methods.", "Four questions have four answers; there is no total score.",
    ]  # fmt: skip
