from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from stylobench.cli._estimate import closing, duration, opening, size
from stylobench.engine.conduct import Ready, ready
from stylobench.engine.estimate import RESULT, Estimate, Guess
from stylobench.engine.force import Force
from stylobench.engine.plan import Plan
from stylobench.engine.plan_file import read_plan
from stylobench.records import Corpus, Document

PLAN = """
title = "Small"
[corpora]
letters = "world(authors=3, topics=3, documents=36, words=40)"
[studies.novel]
test = "novel-topic"
attributors = ["naive_bayes"]
folds = 3
quick = true
"""


def estimate(seconds: float, workers: int = 2, why: str | None = None) -> Estimate:
    return Estimate({"s": (Guess("m", 4, None if why else 1.0, (seconds - RESULT) * workers, 0.0, why),)}, workers)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (4, "a few seconds with 2 processes"),
        (40, "about 40 seconds with 2 processes (20 to 90)"),
        (240, "about 4 minutes with 2 processes (2 to 9)"),
        (9000, "about 2.5 hours with 2 processes (1.2 to 5.6)"),
        (864_000, "about 10 days with 2 processes (5 to 22)"),
    ],
)
def test_time_in_words(seconds: float, words: str) -> None:
    assert duration(estimate(seconds)) == words


def test_time_that_is_not_wholly_known_is_a_floor() -> None:
    assert duration(estimate(240, 1, "too slow")) == "at least 4 minutes with 1 process (2 or more)"


def test_what_could_not_be_timed_is_named() -> None:
    found = estimate(240, 2, "ValueError: no")
    lines = list(closing(Ready(Plan("", ()), Path(), {}, {}), found))
    assert lines == ["not timed: m: ValueError: no"]


def test_the_size_of_a_corpus_in_words() -> None:
    one = Corpus.of("c", [Document("a", "x", "ann", "sea"), Document("b", "y", "ann", None)])
    assert size(one) == "2 documents, 1 author, 1 topic"


def checked(folder: Path, plan: str = PLAN) -> Ready:
    path = folder / "plan.toml"
    path.write_text(plan, encoding="utf-8")
    return ready(read_plan(path), folder / "out")


def test_a_run_of_few_items_begins_without_pilots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stylobench.engine.probes.Probe.answers", lambda probe: pytest.fail("a pilot was timed"))
    assert list(opening(checked(tmp_path), Force(workers=0))) == ["1 study, 12 jobs"]


def test_a_run_of_many_items_says_how_long_it_will_take(tmp_path: Path) -> None:
    many = PLAN.replace("documents=36", "documents=300").replace("quick = true", "").replace("folds = 3", "folds = 10")
    (line,) = opening(checked(tmp_path, many), Force(workers=1))
    assert line.startswith("1 study, 22 jobs: ")
    assert "with 1 process" in line


def dry_run(folder: Path, *options: str) -> str:
    path = folder / "plan.toml"
    path.write_text(PLAN, encoding="utf-8")
    asked = [sys.executable, "-m", "stylobench.cli.main", "run", str(path), "--dry-run", "-o", str(folder / "out")]
    told = subprocess.run([*asked, *options], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert not (folder / "out").exists()
    return told.stdout


def test_a_dry_run_says_what_there_is_to_do_and_writes_nothing(tmp_path: Path) -> None:
    told = dry_run(tmp_path, "--workers", "2")
    assert "letters: 36 documents, 3 authors, 3 topics" in told
    assert "naive_bayes" in told
    assert "1 study, " in told
    assert "with 2 processes" in told


def test_a_dry_run_as_json(tmp_path: Path) -> None:
    told = json.loads(dry_run(tmp_path, "--json"))
    (study,) = told["studies"]
    assert told["corpora"]["letters"] == {"documents": 36, "authors": 3, "topics": 3, "problems": 0}
    assert (study["name"], study["test"], study["finished"]) == ("novel/letters-seed-0", "novel-topic", False)
    assert told["jobs"] == sum(one["jobs"] for one in study["methods"].values()) > 0
    assert told["seconds"]["low"] < told["seconds"]["expected"] < told["seconds"]["high"]
    assert told["untimed"] == {}
