"""The chapter on the backtest: every later period against the bound made before it."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from stylobench.report.shift.backtest import chapter, outcome
from stylobench.report.story import Figure, Listing, Table

EXAMPLES = runpy.run_path(str(Path(__file__).parents[1] / "example_shift.py"))["EXAMPLES"]


def blocks(kind: type[Any], result: dict[str, Any]) -> list[Any]:
    return [block for block in chapter(result).blocks if isinstance(block, kind)]


def printed(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


def test_every_method_stands_in_the_first_rows_and_every_row_says_what_it_is() -> None:
    table = blocks(Table, EXAMPLES["three_methods"]())[0]
    rows = printed(table)
    assert len(rows) == 18
    assert [row[0] for row in rows[:3]] == ["svm", "bayes", "knn"]
    assert {row[1] for row in rows[:3]} == {"1992-11 to 1992-12 → 1993-01"}
    assert (table.brief or 0) >= 6
    assert table.caption.endswith("Measure: accuracy; trained on: to 1992-10.")
    figure = blocks(Figure, EXAMPLES["three_methods"]())[0]
    assert "1992-11 to 1992-12 → 1993-05: " in figure.panels[0].alt


def test_a_miss_is_luck_where_the_bound_for_so_small_a_sample_held() -> None:
    rows = printed(blocks(Table, EXAMPLES["three_methods"]())[0])
    assert [row[6] for row in rows if row[0] == "svm"] == ["held"] * 4 + ["within the luck of n = 202", "held"]
    assert [row[6] for row in rows if row[0] == "knn"] == ["held"] * 4 + ["fell through", "held"]


@pytest.mark.parametrize(
    ("held", "future", "words"),
    [
        (True, True, "held"),
        (False, True, "within the luck of n = 47"),
        (False, False, "fell through"),
        (False, None, "fell through"),
        (None, None, "not tried"),
    ],
)
def test_what_became_of_a_bound(held: bool | None, future: bool | None, words: str) -> None:
    assert outcome({"held": held, "future_held": future, "n": 47}) == words


def test_other_measures_are_folded_and_few_periods_make_no_coverage() -> None:
    found = blocks(Table, EXAMPLES["three_methods"]())
    assert [(table.folded, len(table.rows)) for table in found[1:2]] == [("The same by every other measure", 36)]
    coverage = printed(found[-1])
    assert coverage[0] == ["accuracy", "svm", "posterior", "5 of 6", "83 [36, 100]"]
    assert coverage[-1] == ["log loss", "svm", "posterior", "4 of 4", "too few"]
    assert found[-1].brief == 12
    assert "Fewer than 5 periods make no coverage figure" in found[-1].caption


def test_measures_are_named_in_notes_as_in_papers() -> None:
    result = EXAMPLES["three_methods"]()
    result["backtest"]["notes"] = ["macro_f1 and overall_2021 move"]
    assert blocks(Listing, result)[0].items == ["macro F1 and Overall 2021 move"]
