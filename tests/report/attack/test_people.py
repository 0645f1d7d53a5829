"""Tests of the chapter on people who disguise themselves."""

from __future__ import annotations

from typing import Any

from stylobench.report.attack.people import chapter
from stylobench.report.attack.people_reading import losses
from stylobench.report.story import Listing, Table, Words


def _sure(value: float, low: float | None = None, high: float | None = None) -> dict[str, float | None]:
    return {"value": value, "low": low, "high": high}


def _cell(**more: Any) -> dict[str, Any]:
    return {
        "dataset": "set", "method": "ppm", "kind": "verifier", "disguise": "obfuscation", "authors": 43,
        "documents": 43, "before": _sure(0.65, 0.52, 0.77), "after": _sure(0.2, 0.11, 0.34),
        "d": _sure(-0.45, -0.6, -0.3), "impact": _sure(0.69, 0.45, 0.93), "p": 0.0001,
        "others": _sure(0.71, 0.58, 0.82), "rank_before": None, "rank_after": None, "candidates": None,
        "failure": None, **more,
    }  # fmt: skip


FOUND: dict[str, Any] = {
    "disguises": [{"kind": "obfuscation", "documents": 43, "authors": 43}],
    "cells": [_cell(), _cell(method="other", d=_sure(-0.1, -0.3, 0.1))],
    "imitation": [
        {
            "dataset": "set", "method": "svm", "disguise": "imitation", "target": "cm", "authors": 43, "documents": 43,
            "before": _sure(0.0, 0.0, 0.08), "after": _sure(0.39, 0.27, 0.53), "d": _sure(0.39), "p": 0.0001,
            "rank_before": _sure(39.3, 35.2, 43.5), "rank_after": _sure(5.1, 2.2, 8.1), "candidates": 58,
        }
    ],
    "detection": [
        {
            "dataset": "set", "disguise": "obfuscation", "auc": _sure(0.98, 0.89, 1.0), "auc_with_topic": _sure(0.99),
            "texts": 704, "disguised": 43, "authors": 43, "cues": [{"name": 'word "my"', "weight": 0.09}],
        }
    ],
    "warnings": ["set: typing was evened out"],
}  # fmt: skip


def _tables(found: dict[str, Any]) -> list[list[str]]:
    blocks = chapter({"people": found}).blocks
    return [[cell.text for cell in row] for block in blocks if isinstance(block, Table) for row in block.rows]


def test_recognition_before_and_after_stands_with_intervals() -> None:
    assert _tables(FOUND)[0][:6] == [
        "ppm", "obfuscation", "65.0% [52.0, 77.0]", "20.0% [11.0, 34.0]", "−45.0 [−60.0, −30.0]", "69 of 100 [45, 93]",
    ]  # fmt: skip


def test_losses_are_counted_only_where_the_interval_leaves_out_none() -> None:
    told = "obfuscation (43 authors): 1 of 2 methods recognise clearly fewer of them (interval excludes 0)"
    assert losses(FOUND["cells"]) == [told]
    beside = {"people": FOUND, "datasets": [{"name": "pan15"}]}
    lines = [line for block in chapter(beside).blocks if isinstance(block, Listing) for line in block.items]
    assert lines == [told, "set: typing was evened out"]


def test_warnings_of_the_run_are_not_told_twice() -> None:
    blocks = chapter({"people": FOUND, "warnings": FOUND["warnings"]}).blocks
    assert not any(isinstance(block, Listing) for block in blocks)


def test_the_control_is_called_one() -> None:
    cell = _cell(disguise="verification", authors=8)
    assert _tables({"cells": [cell]})[0][1] == "verification (control)"


def test_the_change_of_subject_is_named_as_what_this_cannot_tell_apart() -> None:
    words = " ".join(block.text for block in chapter({"people": FOUND}).blocks if isinstance(block, Words))
    assert "change of subject" in words
    assert "43 texts by 43 authors" in words


def test_imitations_and_detection_have_tables_of_their_own() -> None:
    rows = _tables(FOUND)
    assert rows[2][:4] == ["svm", "cm", "0.0% [0.0, 8.0]", "39.0% [27.0, 53.0]"]
    assert rows[3][:2] == ["obfuscation", "0.98 [0.89, 1.00]"]
    assert any('"my"' in text or "“my”" in text for text in rows[3])


def test_columns_in_which_nothing_was_measured_are_left_out() -> None:
    table = next(block for block in chapter({"people": FOUND}).blocks if isinstance(block, Table))
    titles = [column.title for column in table.columns]
    assert "rank, usual" not in titles
    assert "others rejected" in titles


def test_failures_are_told_and_no_people_is_no_chapter() -> None:
    nothing = {"value": None, "low": None, "high": None}
    failed = _cell(before=nothing, after=nothing, d=nothing, impact=nothing, p=None, others=None, failure="it hung")
    blocks = chapter({"people": FOUND | {"cells": [failed]}}).blocks
    assert any(isinstance(block, Listing) and "ppm: it hung" in block.items for block in blocks)
    assert chapter({"people": None}).blocks == []
