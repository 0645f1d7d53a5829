"""Tests of the files that reviewers send back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stylobench.errors import ArchiveError
from stylobench.protocols.review_answers import Reviews, read_key, read_reviews

KEY = {
    "review": "r1",
    "pairs": {"x0": {"problem": "p0", "obfuscator": "x", "rewritten": "b"}},
    "questions": {"q1": {"problem": "p1", "version": "original", "same": True}},
}


def _pairs(**more: Any) -> dict[str, Any]:
    answers = {"x0": {"soundness": 2, "verdict": "passable", "sense_a": 1, "remark": "odd"}}
    return {"review": "r1", "sheet": "pairs", "answers": answers, **more}


def _read(folder: Path, *files: Any) -> Reviews:
    (folder / "key.json").write_text(json.dumps(KEY))
    paths = [folder / f"answers{number}.json" for number in range(len(files))]
    for path, file in zip(paths, files, strict=True):
        path.write_text(file if isinstance(file, str) else json.dumps(file))
    return read_reviews(paths, read_key(folder / "key.json"))


def test_answers_are_read_with_what_the_key_tells(tmp_path: Path) -> None:
    found = _read(tmp_path, _pairs())
    assert [(one.version, one.measure, one.value) for one in found.grades] == [
        ("x", "soundness", 2.0),
        ("original", "sensibleness", 1.0),
    ]
    assert [one.verdict for one in found.verdicts] == ["passable"]
    (who,) = found.reviewers
    assert (who.name, who.group, who.system, who.scale) == ("answers0", "no group", "", (1.0, 5.0))


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("{", "is not answers of a review"),
        ("[]", "it should hold one JSON object"),
        ({"review": "other"}, "does not belong to this review: it answers 'other', the key is that of 'r1'"),
        ({"review": "r1"}, "is damaged: it needs a sheet"),
        ({"review": "r1", "sheet": "pairs", "answers": {"q": {}}}, "'q' is no item"),
        ({"review": "r1", "sheet": "pairs", "answers": {"x0": {"soundness": 7}}}, "has grade 7; it must lie between 1"),
        ({"review": "r1", "sheet": "pairs", "answers": {"x0": {"soundness": "good"}}}, "has grade 'good'"),
        ({"review": "r1", "sheet": "pairs", "answers": {"x0": {"verdict": "so so"}}}, "is called 'so so'"),
        ({"review": "r1", "sheet": "questions", "answers": {"q1": {"same": "maybe"}}}, "there are: yes, no"),
        ({"review": "r1", "sheet": "pairs", "answers": {}, "scale": {"best": 1, "worst": 1}}, "by its two ends"),
        ({"review": "r1", "sheet": "pairs", "answers": {}, "group": 3}, "must be texts"),
    ],
)
def test_broken_and_foreign_answers_are_one_line(tmp_path: Path, file: Any, told: str) -> None:
    with pytest.raises(ArchiveError) as caught:
        _read(tmp_path, file)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_nobody_answers_twice_or_in_two_groups(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="'ann' has answered this sheet already"):
        _read(tmp_path, _pairs(reviewer="ann"), _pairs(reviewer="ann"))
    questions = {"review": "r1", "sheet": "questions", "reviewer": "ann", "group": "b", "answers": {}}
    with pytest.raises(ArchiveError, match="states another group"):
        _read(tmp_path, _pairs(reviewer="ann", group="a"), questions)


def test_a_key_must_be_one(tmp_path: Path) -> None:
    (tmp_path / "key.json").write_text('{"review": "r1"}')
    with pytest.raises(ArchiveError, match="is not the key of a review"):
        read_key(tmp_path / "key.json")
    with pytest.raises(ArchiveError, match="cannot read"):
        read_key(tmp_path / "nothing.json")


def test_a_file_given_twice_is_one_reviewer_twice(tmp_path: Path) -> None:
    (tmp_path / "ann.json").write_text(json.dumps(_pairs()))
    with pytest.raises(ArchiveError, match="'ann' has answered this sheet already"):
        read_reviews([tmp_path / "ann.json"] * 2, KEY)
