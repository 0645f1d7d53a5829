"""The verb as a user meets it: exit codes, one line on stderr, one JSON object, nothing half-written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

STYLOBENCH = [sys.executable, "-m", "stylobench.cli.main"]
WORLD = "world(authors=4, topics=6, documents=72, words=50, overlap=0.9)"
QUICK = ("--topics", "4", "--folds", "2", "--random", "2", "--controls", "2", "--encoder", "lsa(dimensions=8)")
MINE = """
import numpy as np


class Coin:
    def fit(self, problems, same):
        return self

    def verify(self, problems):
        return np.array([len(problem.questioned) % 10 / 10 for problem in problems])
"""
PROGRAM = """
import argparse
import json
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("-i")
parser.add_argument("-o")
given = parser.parse_args()
lines = (Path(given.i) / "pairs.jsonl").read_text().splitlines()
with open(Path(given.o) / "answers.jsonl", "w") as out:
    for line in lines:
        problem = json.loads(line)
        print(json.dumps({"id": problem["id"], "value": len(problem["pair"][1]) % 10 / 10}), file=out)
"""


def call(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "100"}
    return subprocess.run(
        [*STYLOBENCH, "leakage", *arguments], cwd=cwd, capture_output=True, text=True, check=False, env=environment
    )


def test_json_is_one_object_and_the_report_is_written(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    done = call(WORLD, *QUICK, "-v", "mine:Coin", "--json", "-o", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert list(result["methods"]) == ["mine:Coin", "topic_fit"]
    assert json.loads((tmp_path / "out" / "result.json").read_text()) == result
    assert "<html" in (tmp_path / "out" / "report.html").read_text("utf-8")
    assert done.stderr.endswith("report: out/report.html\n")


def test_a_program_is_tested_and_says_what_its_python_twin_says(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "system.py").write_text(PROGRAM)
    spec = f"program(command='{sys.executable} system.py')"
    done = call(WORLD, *QUICK, "-v", "mine:Coin", "-v", spec, "--json", "-o", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    methods = json.loads(done.stdout)["methods"]
    twin, program = methods["mine:Coin"], methods[spec]
    assert program["failures"] == []
    # 0.5 means no answer in PAN's files and is an answer in Python: only the other measures of the twin are the same
    assert program["pairings"]["any"]["value"] == pytest.approx(twin["pairings"]["any"]["value"])


def test_one_worker_and_three_write_the_same_bytes(tmp_path: Path) -> None:
    for folder, workers in (("a", "1"), ("b", "3")):
        done = call(WORLD, *QUICK, "-v", "char_ngrams", "-o", folder, "--workers", workers, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    for name in ("result.json", "report.html"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_problems_are_written_without_running_anything(tmp_path: Path) -> None:
    done = call(WORLD, *QUICK, "--raven", "raven", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "problems in" in done.stderr
    assert (tmp_path / "raven" / "hits" / "fold-01" / "test" / "pairs.jsonl").exists()
    assert not (tmp_path / "stylobench-out").exists()


def test_a_corpus_without_topics_gets_clusters(tmp_path: Path) -> None:
    rows = [f'{{"author": "a{i % 4}", "text": "{w} {w} sails number{i} under the {w} sky"}}' for i, w in _words()]
    (tmp_path / "notes.jsonl").write_text("\n".join(rows))
    done = call("notes.jsonl", *QUICK, "--clusters", "6", "--documents", "4", "--json", "-o", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["corpus"]["topics"] == 6


def _words() -> list[tuple[int, str]]:
    return list(enumerate(["boat", "court", "garden", "engine", "market", "school"] * 16))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--topics", "9"), "9"),
        (("--folds", "5"), "folds"),
        (("-v", "charngrams"), "did you mean 'char_ngrams'?"),
        (("--measure", "luck"), "no measure named 'luck' here"),
        (("--encoder", "bert"), "no encoder named 'bert'"),
        (("--same", "some"), "some"),
        (("--compare", "colour"), "nothing to compare named 'colour'"),
        (("--answers", "theirs"), "write NAME=VALUE"),
        (("--answers", "theirs=nowhere"), "no folder of answers"),
        (("--documents", "100"), "lower --documents"),
        (("--group", "colour"), "colour"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    done = call(WORLD, *QUICK, "-v", "char_ngrams", *arguments, "-o", "out", cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    [line] = [line for line in done.stderr.splitlines() if line != "preparing leakage"]  # a busy machine says that too
    assert line.startswith("stylobench: ")
    assert said in done.stderr
    assert not (tmp_path / "out" / "result.json").exists()
