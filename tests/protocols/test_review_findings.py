"""Tests of what is made of reviewers' answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.protocols.review_answers import read_key, read_reviews
from stylobench.protocols.review_findings import ReviewFindings, alpha, findings

KEY: dict[str, Any] = {
    "review": "r1",
    "seed": 0,
    "pairs": {
        f"{name}{n}": {"problem": f"p{n}", "obfuscator": name, "rewritten": "ab"[n % 2]}
        for n in range(4)
        for name in ("x", "y")
    },
    "questions": {
        "q1": {"problem": "p1", "version": "original", "same": True},
        "q2": {"problem": "p2", "version": "x", "same": True},
        "q3": {"problem": "p3", "version": "y", "same": False},
    },
}


def _pairs(x: int, y: int, **more: Any) -> dict[str, Any]:
    """Everything about obfuscator x has one grade, about y another, originals have the best of a scale from 1."""
    answers = {}
    for item, fact in KEY["pairs"].items():
        grade = x if item[0] == "x" else y
        other = {"a": "b", "b": "a"}[fact["rewritten"]]
        answers[item] = {
            "soundness": grade,
            "verdict": "correct" if grade < 3 else "incorrect",
            f"sense_{fact['rewritten']}": grade,
            f"sense_{other}": 1,
        }
    return {"review": "r1", "sheet": "pairs", "answers": answers, **more}


def _read(folder: Path, *files: Any) -> ReviewFindings:
    (folder / "key.json").write_text(json.dumps(KEY))
    paths = [folder / f"answers{number}.json" for number in range(len(files))]
    for path, file in zip(paths, files, strict=True):
        path.write_text(file if isinstance(file, str) else json.dumps(file))
    return findings(read_reviews(paths, read_key(folder / "key.json")))


def test_grades_are_means_over_texts_beside_those_of_the_originals(tmp_path: Path) -> None:
    found = _read(tmp_path, _pairs(2, 4, reviewer="ann"), _pairs(3, 4, reviewer="bob"))
    grades = {(one.obfuscator, one.measure): one for one in found.grades}
    assert grades["x", "soundness"].grade.value == 2.5
    assert grades["y", "sensibleness"].grade.value == 4
    assert grades["x", "soundness"].original is None
    assert grades["x", "sensibleness"].original is not None
    assert grades["x", "sensibleness"].original.value == 1
    one = grades["x", "soundness"]
    assert (one.answers, one.texts, one.reviewers, one.group) == (8, 4, 2, "all reviewers")


def test_intervals_of_grades_stay_on_the_scale_and_equal_grades_are_not_certain(tmp_path: Path) -> None:
    found = _read(tmp_path, _pairs(1, 5, reviewer="ann"))
    ends = {one.obfuscator: one.grade for one in found.grades if one.measure == "soundness"}
    room = 4 * (1 - 0.025 ** (1 / 4))
    assert (ends["x"].low, ends["x"].high) == (1, pytest.approx(1 + room))
    assert (ends["y"].low, ends["y"].high) == (pytest.approx(5 - room), 5)


def test_verdicts_are_shares(tmp_path: Path) -> None:
    found = _read(tmp_path, _pairs(2, 4, reviewer="ann"), _pairs(3, 4, reviewer="bob"))
    assert [(v.obfuscator, v.correct, v.passable, v.incorrect, v.answers) for v in found.verdicts] == [
        ("x", 0.5, 0.0, 0.5, 8),
        ("y", 0.0, 0.0, 1.0, 8),
    ]


def test_other_scales_are_mapped_to_school_grades_and_stated(tmp_path: Path) -> None:
    points = _pairs(10, 5, reviewer="bob", group="b", scale={"best": 10, "worst": 0})
    found = _read(tmp_path, _pairs(1, 3, reviewer="ann", group="a"), points)
    assert {(g.obfuscator, g.group): g.grade.value for g in found.grades if g.measure == "soundness"} == {
        ("x", "all reviewers"): 1, ("x", "a"): 1, ("x", "b"): 1,
        ("y", "all reviewers"): 3, ("y", "a"): 3, ("y", "b"): 3,
    }  # fmt: skip
    assert [(s.best, s.worst, s.reviewers) for s in found.scales] == [(1, 5, ("ann",)), (10, 0, ("bob",))]
    assert {a.measure: a.alpha for a in found.agreement if a.group == "all reviewers"}["soundness"] == 1


def test_groups_that_rank_the_other_way_round_have_tau_minus_one(tmp_path: Path) -> None:
    files = _pairs(1, 2, reviewer="ann", group="a"), _pairs(5, 2, reviewer="bob", group="b")
    (sound, sense) = _read(tmp_path, *files).rank_agreement
    assert (sound.measure, sound.first, sound.second, sound.tau, sound.obfuscators) == ("soundness", "a", "b", -1, 2)
    assert sense.tau == -1


def test_own_systems_are_compared_with_what_others_say_of_them(tmp_path: Path) -> None:
    files = _pairs(1, 4, reviewer="ann", system="x"), _pairs(3, 4, reviewer="bob"), _pairs(4, 4, reviewer="eve")
    found = {(one.obfuscator, one.measure): one for one in _read(tmp_path, *files).self_review}
    assert set(found) == {("x", "soundness"), ("x", "sensibleness")}
    own = found["x", "soundness"]
    assert (own.difference.value, own.texts, own.reviewers) == (-2.5, 4, 1)


def test_experts_are_right_or_wrong_by_version(tmp_path: Path) -> None:
    said = {"q1": {"same": "yes"}, "q2": {"same": "no"}, "q3": {"same": "no"}}
    found = _read(tmp_path, {"review": "r1", "sheet": "questions", "reviewer": "ann", "answers": said})
    assert {(one.version, one.same): one.right.value for one in found.recognised} == {
        ("original", True): 1, ("rewritten", True): 0, ("rewritten", False): 1, ("x", True): 0, ("y", False): 1,
    }  # fmt: skip


def test_one_reviewer_agrees_with_nobody(tmp_path: Path) -> None:
    assert {one.alpha for one in _read(tmp_path, _pairs(1, 4)).agreement} == {None}
    assert _read(tmp_path, _pairs(1, 4)).reviewers == {"no group": 1}


@given(st.lists(st.lists(st.sampled_from([0.0, 1.0, 2.0, np.nan]), min_size=3, max_size=3), min_size=2, max_size=9))
def test_alpha_agrees_with_a_plain_one(columns: list[list[float]]) -> None:
    table = np.array(columns).T
    units = [values for column in columns if len(values := [v for v in column if not np.isnan(v)]) > 1]
    pooled = [value for values in units for value in values]
    found = alpha(table, "nominal")
    if len(set(pooled)) < 2:
        assert found is None
        return
    total = len(pooled)
    seen = sum(
        sum(a != b for i, a in enumerate(u) for j, b in enumerate(u) if i != j) / (len(u) - 1) for u in units
    ) / total  # fmt: skip
    chance = sum(a != b for a in pooled for b in pooled) / (total * (total - 1))
    assert found == pytest.approx(1 - seen / chance)
