"""Which evidence a shifting mix breaks, in words, in a chart and in a table."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from stylobench.report.shift import selection
from stylobench.report.shift.evidence import answers, chapter
from stylobench.report.story import Figure, Table, Words

BANK = runpy.run_path(str(Path(__file__).parents[1] / "example_families.py"))["EXAMPLES"]


@pytest.fixture
def result() -> dict[str, Any]:
    made: dict[str, Any] = BANK["shift_bank"]()
    return made


def test_words_say_what_a_bad_mix_costs_the_best_and_the_worst(result: dict[str, Any]) -> None:
    words, figure, table = chapter(result).blocks
    assert isinstance(words, Words)
    assert isinstance(figure, Figure)
    assert isinstance(table, Table)
    assert words.text == (
        "In 95 of 100 mixes, methods that rest on topic lose no more than 3.2 points of accuracy against today, those "
        "that rest on characters up to 13.0 points."
    )
    assert "syntax 3.6 [0.6, 8.6]" in figure.panels[0].alt
    assert figure.panels[0].draw()["height"] == 7 * 34
    assert [cell.text for cell in table.rows[0]] == ["characters", "90.0", "9.0 [6.0, 14.0]", "13.0", "5 of 5", "1,200"]
    assert table.caption.endswith("The same mixes and items for all.")


def test_other_measures_say_how_their_ranges_were_joined(result: dict[str, Any]) -> None:
    result["settings"]["measure"] = "auc"
    table = chapter(result).blocks[-1]
    assert isinstance(table, Table)
    assert table.caption.endswith("as wide as if all methods of a family went wrong together.")


def test_answers_tell_a_loss_and_none(result: dict[str, Any]) -> None:
    told = {one.method.partition(" ")[0]: one for one in answers(result)}
    assert told["words"].headline == "another mix costs 6.0 [3.0, 11.0] points of accuracy on average"
    assert told["words"].sentences == (
        "Today 90.0; in 95 of 100 mixes it costs no more than 10.0 points (1,200 documents, 5 methods).",
    )
    assert told["topic"].headline == "no loss to expect over all mixes: −0.8 [−3.8, 4.2] points of accuracy"


def test_unknown_bounds_leave_the_sentence_out(result: dict[str, Any]) -> None:
    for one in result["evidence"]:
        one["at_risk"] = None
    assert isinstance(chapter(result).blocks[0], Figure)
    assert not chapter(result | {"evidence": []}).blocks


def test_of_many_methods_the_best_curves_are_drawn(result: dict[str, Any]) -> None:
    figure = next(block for block in selection.chapter(result).blocks if isinstance(block, Figure))
    assert figure.caption.endswith("The 12 best of 31 methods by the bound are drawn.")
    best = result["selection"][0]["rankings"]["bound"]
    alt = figure.panels[0].alt
    assert [name for name in best if f"{name}: " in alt] == best[:12]
