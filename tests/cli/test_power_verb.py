"""The power verb: from numbers, from a stored run, and with what a user may get wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stylobench.cli.power import command
from stylobench.errors import ArchiveError, StylobenchError

TOPICS = ["art", "music", "opera", "tennis", "golf", "taxes", "war", "sea"]
SIZES = [40, 30, 200, 10, 25, 60, 35, 50]
ACCURACIES = {
    "maxent": [0.8, 0.7, 0.9, 0.6, 0.72, 0.75, 0.66, 0.81],
    "naive_bayes": [0.7, 0.72, 0.8, 0.5, 0.7, 0.66, 0.6, 0.79],
}


def stored(folder: Path, **methods: Any) -> Path:
    """A stored run with one fold per topic."""
    result = {
        "protocol": "novel_topic",
        "corpus": {"name": "tiny", "documents": sum(SIZES), "authors": 2, "topics": len(TOPICS)},
        "settings": {},
        "methods": methods,
    }
    (folder / "result.json").write_text(json.dumps(result))
    return folder


def method(accuracies: list[float]) -> dict[str, Any]:
    rows = zip(TOPICS, SIZES, accuracies, strict=True)
    return {"novel_topic": {"folds": [{"topic": t, "documents": n, "accuracy": a} for t, n, a in rows]}}


def printed(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_papers_seven_points(capsys: pytest.CaptureFixture[str]) -> None:
    command(sd=0.1631, topics=23, difference=[0.07], power=[0.5, 0.8], unpaired=True, json=True)
    found = printed(capsys)
    assert [need["topics"] for need in found["curve"]] == [43, 87]
    assert found["paired"] is False
    assert found["sd_low"] < 0.1631 < found["sd_high"]


def test_a_stored_run_gives_every_pair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    methods = {name: method(values) for name, values in ACCURACIES.items()}
    stored(tmp_path, **methods, knn=method(ACCURACIES["maxent"][::-1]), broken={"novel_topic": None})
    command(str(tmp_path), json=True)
    pairs = printed(capsys)["pairs"]
    assert [(p["a"], p["b"]) for p in pairs] == [("maxent", "naive_bayes"), ("maxent", "knn"), ("naive_bayes", "knn")]
    differences = np.subtract(ACCURACIES["maxent"], ACCURACIES["naive_bayes"])
    assert pairs[0]["sd"] == pytest.approx(np.std(differences, ddof=1))
    assert pairs[0]["effective"] == pytest.approx(sum(SIZES) ** 2 / np.square(SIZES).sum())
    assert [now["difference"] for now in pairs[0]["now"]] == [0.02, 0.05, 0.1]
    assert {need["power"] for need in pairs[0]["curve"]} == {0.5, 0.8, 0.9}


def test_only_topics_that_both_methods_answered_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    partial = method(ACCURACIES["naive_bayes"])
    partial["novel_topic"]["folds"] = partial["novel_topic"]["folds"][1:]
    partial["novel_topic"]["folds"][0]["accuracy"] = None
    command(str(stored(tmp_path, maxent=method(ACCURACIES["maxent"]), other=partial)), json=True)
    assert printed(capsys)["pairs"][0]["topics"] == 6


def test_plain_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command(sd=0.16, topics=23, effective=10.57)
    shown = " ".join(capsys.readouterr().out.split())
    assert "23 topics, worth 10.6 equal ones" in shown
    assert "A true difference of 10 points is noticed 49 times in 100 [28, 71]: a coin toss." in shown
    assert "(a coin toss)" in shown
    assert "181 [111, 355]" in shown


def test_names_of_methods_are_printed_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    methods = {"[red]maxent[/red]": method(ACCURACIES["maxent"]), "nb": method(ACCURACIES["naive_bayes"])}
    command(str(stored(tmp_path, **methods)))
    assert "[red]maxent[/red] against nb" in capsys.readouterr().out


def test_few_topics_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    command(sd=0.16, topics=4)
    assert "Fewer than 6 topics cannot show any difference at 5%." in capsys.readouterr().out


def test_one_method_is_not_a_comparison(tmp_path: Path) -> None:
    with pytest.raises(StylobenchError, match=r"fewer than two methods to compare \(maxent\)"):
        command(str(stored(tmp_path, maxent=method(ACCURACIES["maxent"]))))


def test_a_folder_without_a_result(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"no result\.json"):
        command(str(tmp_path))


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({}, "or --sd and --topics"),
        ({"sd": 0.1}, "or --sd and --topics"),
        ({"sd": 16.0, "topics": 23}, "16 points are .16"),
        ({"sd": 0.1, "topics": 23, "difference": [7.0]}, "7 points are .07"),
        ({"sd": 0.1, "topics": 23, "power": [80.0]}, "--power 80 is not between 0 and 1"),
        ({"sd": 0.1, "topics": 1}, "at least 2 topics"),
        ({"sd": 0.1, "topics": 5, "effective": 6.0}, "from 1 to 5"),
        ({"folder": "somewhere", "sd": 0.1}, "not both"),
    ],
)
def test_what_a_user_can_mend(options: dict[str, Any], line: str) -> None:
    with pytest.raises(StylobenchError, match=line):
        command(**options)
