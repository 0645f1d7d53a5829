"""Tests of what reviewers said, as a terminal prints it."""

from __future__ import annotations

import io

from rich.console import Console

from stylobench.report.review_findings import print_findings

SURE = {"value": 2.5, "low": 2.0, "high": 3.0}
FOUND = {
    "reviewers": {"a": 2, "b": 1},
    "scales": [{"best": 1, "worst": 5, "reviewers": ["ann"]}, {"best": 10, "worst": 0, "reviewers": ["bob", "eve"]}],
    "grades": [{"obfuscator": "x", "group": "a", "measure": "soundness", "grade": SURE, "original": None,
                "answers": 8, "texts": 4, "reviewers": 2}],
    "verdicts": [{"obfuscator": "x", "group": "a", "correct": 0.5, "passable": 0.25, "incorrect": 0.25, "answers": 8}],
    "agreement": [{"measure": "verdict", "group": "a", "level": "ordinal", "alpha": None, "items": 4, "reviewers": 2}],
    "rank_agreement": [],
    "self_review": [{"obfuscator": "x", "measure": "soundness", "difference": {"value": -1.0},
                     "texts": 2, "reviewers": 1}],
    "recognised": [{"version": "original", "same": True, "right": {"value": 0.75, "low": 0.5, "high": 0.9},
                    "answers": 4, "texts": 4, "reviewers": 1}],
}  # fmt: skip


def _printed() -> str:
    stream = io.StringIO()
    print_findings(FOUND, Console(file=stream, width=120))
    return stream.getvalue()


def test_everything_that_was_found_is_printed_with_intervals() -> None:
    told = _printed()
    for part in ("Reviewers by group: a (2) and b (1)", "2.50 [2.00, 3.00]", "50.0%", "75.0% [50.0, 90.0]", "−1.00"):
        assert part in told


def test_other_scales_are_stated_and_empty_tables_left_out() -> None:
    told = _printed()
    assert "bob and eve graded from 10 (best) to 0" in told
    assert "ann" not in told
    assert "Kendall" not in told
