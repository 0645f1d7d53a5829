"""The verb as a user meets it: exit codes, one line on stderr, one JSON object, nothing half-written."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from engine.answer_rows import labelled, scored, table, without

import stylobench
from stylobench.cli._console import without_nan
from stylobench.cli.main import run

WORLD = "world(authors=4, topics=4, documents=120, words=40, drift=0.8)"
QUICK = ("--draws", "200", "--radius", "0.25")
MINE = """
from sklearn.dummy import DummyClassifier


class Guess(DummyClassifier):
    pass


class Broken(DummyClassifier):
    def predict(self, X):
        raise ValueError("no good")
"""


class Done(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))

    def called(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["stylobench", "shift", *arguments])
        code = 0
        try:
            run()
        except SystemExit as left:
            code = int(left.code or 0)
        said = capsys.readouterr()
        return Done(code, said.out, said.err)

    return called


@pytest.fixture
def answers(tmp_path: Path) -> str:
    return table(tmp_path / "answers.csv", without(labelled(), "text")).name


def snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_json_is_one_object_that_the_function_returns_as_well(call: Any, answers: str, tmp_path: Path) -> None:
    done = call(answers, *QUICK, "--json", "-o", "out")
    assert done.code == 0, done.err
    result = json.loads(done.out)
    assert json.loads((tmp_path / "out" / "result.json").read_text()) == result
    assert "<html" in (tmp_path / "out" / "report.html").read_text("utf-8")
    assert done.err.endswith("report: out/report.html\n")
    again = stylobench.shift(answers, draws=200, radii=(0.25,))
    assert json.loads(json.dumps(without_nan(again))) == result
    assert list(result["methods"]) == ["a", "b"]
    told = call(answers, *QUICK, "-o", "out")
    assert told.code == 0, told.err
    assert told.out.strip()
    assert not told.out.lstrip().startswith("{")


def test_columns_can_be_named(call: Any, tmp_path: Path) -> None:
    rows = [{"said": row["score_a"], "gold": row["truth"], "kind": row["cluster"]} for row in scored(30)]
    table(tmp_path / "t.jsonl", rows)
    named = ("--truth", "gold", "--score", "one=said", "--cluster", "kind")
    done = call("t.jsonl", *QUICK, *named, "--measure", "f1_all", "--delta", "0.1", "--json")
    assert done.code == 0, done.err
    result = json.loads(done.out)
    assert list(result["methods"]) == ["one"]
    assert result["settings"]["subclasses"] == "kind"
    assert (result["settings"]["measure"], result["settings"]["delta"]) == ("f1_all", 0.1)
    assert next(iter(result["methods"]["one"]["measures"])) == "f1_all"
    assert (tmp_path / "stylobench-out" / "result.json").exists()


def test_a_corpus_its_stored_answers_and_the_function_say_the_same(call: Any, tmp_path: Path) -> None:
    asked = (WORLD, *QUICK, "-a", "naive_bayes", "--clusters", "3", "--concentration", "dates", "--mix", "today")
    done = call(*asked, "--workers", "2", "--json", "-o", "out")
    assert done.code == 0, done.err
    before = snapshot(tmp_path / "out" / "answers")
    assert before
    result = json.loads(done.out)
    assert result["settings"]["concentration"] == pytest.approx(result["stream"]["concentration"])
    assert result["methods"]["naive_bayes"]["measures"]["accuracy"]["heuristic"]["mean"] == pytest.approx(
        result["methods"]["naive_bayes"]["measures"]["accuracy"]["today"]["value"]
    )
    called = stylobench.shift(
        stylobench.world(authors=4, topics=4, documents=120, words=40, drift=0.8), "naive_bayes", workers=0,
        clusters=3, concentration="dates", mix="today", draws=200, radii=(0.25,), folder=tmp_path / "out",
    )  # fmt: skip
    assert snapshot(tmp_path / "out" / "answers") == before
    assert json.loads(json.dumps(without_nan(called))) == result


def test_a_finished_run_is_looked_at_in_a_folder_of_its_own(call: Any, tmp_path: Path) -> None:
    stored = [
        sys.executable,
        "-m",
        "stylobench.cli.main",
        "novel-topic",
        "world(authors=3, topics=3, documents=36, words=30)",
    ]
    made = subprocess.run(
        [*stored, "-a", "naive_bayes", "--quick", "-o", "run"], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr
    before = snapshot(tmp_path / "run")
    done = call("run", *QUICK, "--clusters", "2", "--json")
    assert done.code == 0, done.err
    assert (tmp_path / "run" / "shift" / "report.html").exists()
    after = {name: held for name, held in snapshot(tmp_path / "run").items() if not name.startswith("shift/")}
    assert after == before
    refused = call("run", "-o", "run")
    assert (refused.code, refused.err) == (
        2, "stylobench: -o run would overwrite the run that is looked at; name another folder\n",
    )  # fmt: skip
    _refused(call("run", "--positive", "someone"), "--positive is for tables and methods on a corpus; this is a run")
    unknown = call("run", "--scheme", "hits")
    assert unknown.code == 2
    assert "has no scheme 'hits'; it has: " in unknown.err


def test_the_backtest_and_the_experiment_are_told(call: Any, tmp_path: Path) -> None:
    (tmp_path / "guesses.py").write_text(MINE)
    back = call(WORLD, *QUICK, "-a", "guesses:Guess", "--backtest", "--period", "year", "--clusters", "2", "--json")
    assert back.code == 0, back.err
    assert json.loads(back.out)["backtest"]["rows"]
    large = "world(authors=2, topics=4, documents=60, words=300)"
    topics = sorted(set(stylobench.world(authors=2, topics=4, documents=60, words=300).column("topic")))
    classes = ("--class", f"here={topics[0]},{topics[1]}", "--class", f"there={topics[2]},{topics[3]}")
    done = call(
        large, *QUICK, "-a", "guesses:Guess", *classes, "--experiment", "--samples", "2", "--clusters", "2", "--json"
    )
    assert done.code == 0, done.err
    assert json.loads(done.out)["experiment"]["samples"] == 2
    assert json.loads(done.out)["experiment"]["delta"] == 0.0228


def test_a_method_that_fails_is_told_and_the_others_are_judged(call: Any, tmp_path: Path) -> None:
    (tmp_path / "guesses.py").write_text(MINE)
    asked = (WORLD, *QUICK, "-a", "guesses:Broken", "--clusters", "2", "--workers", "1", "-o", "out")
    done = call(*asked, "-a", "guesses:Guess", "--json")
    assert done.code == 0, done.err
    assert json.loads(done.out)["methods"]["guesses:Broken"]["measures"] == {}
    alone = call(*asked[:-1], "alone")
    assert alone.code == 2
    assert alone.err.startswith("stylobench: no method gave any answer; ")
    assert "ValueError: no good" in alone.err
    assert not (tmp_path / "alone" / "result.json").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--delta", "0"), "delta is 0; it must be above 0 and at most .5"),
        (("--delta", "0.6"), "delta is 0.6"),
        (("--delta", "nan"), "delta is nan"),
        (("--alpha", "0"), "alpha is 0"),
        (("--radius", "2"), "radius 2 is no share of a mix"),
        (("--mix", "odd"), "no mix named 'odd'; there are: even, today"),
        (("--mix", "today"), "need --concentration"),
        (("--concentration", "abc"), "concentration 'abc' is neither a number above 0 nor 'dates'"),
        (("--concentration", "dates"), "the concentration cannot be estimated"),
        (("--measure", "luck"), "no measure named 'luck' for attribution; there are: accuracy, macro_f1"),
        (("--class", "here"), "--class 'here': write NAME=VALUE"),
        (("--class", "=x"), "write NAME=VALUE"),
        (("--subclasses", "colour"), "no subclasses named 'colour'; there are: "),
        (("--subclasses", "topic"), "have no topic"),
        (("--period", "month"), "no document has a date, so there is no month"),
        (("--backtest",), "--backtest is for methods on a corpus"),
        (("--experiment",), "--experiment is for methods on a corpus"),
        (("-a", "knn"), "--attributor is for methods on a corpus"),
        (("--truth", "gold"), "has no column 'gold'; its columns are: "),
        (("--score", "one=luck"), "has no column 'luck'"),
        (("--clusters", "4"), "have no texts to cluster"),
        (("--clusterer", "kmeans"), "--clusterer is for clusters of texts; the subclasses are given"),
        (("--encoder", "lsa"), "--encoder is for clusters of texts"),
        (("--scheme", "standard"), "--scheme is about a finished run; this is a table"),
        (("--corpus", "letters.csv"), "--corpus is about a finished run; this is a table"),
        (("--represent", "pair"), "--represent is about problems"),
        (("--least", "5"), "--least is of --backtest"),
        (("--samples", "5"), "--samples is of --experiment"),
        (("--alpha", "1", "--concentration", "5"), "--alpha and --concentration say the same in two ways"),
        (("--positive", "cid"), "no truth is 'cid'; there are: 'ann', 'bob'"),
        (("--score", "a=x", "--score", "a=y"), "--score names 'a' twice"),
        (("--draws", "5"), "--draws"),
        (("--nonsense",), "--nonsense"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    call: Any, answers: str, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    _refused(call(answers, *arguments, "-o", "out"), said)
    assert sorted(path.name for path in tmp_path.iterdir()) == [answers]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--clusters", "1"), "1 cluster is no mix that could move"),
        (("--clusters", "500"), "500 clusters cannot be made of 60"),
        (("--clusterer", "kmean", "--subclasses", "clusters"), "did you mean 'kmeans'?"),
        (("--encoder", "bert", "--subclasses", "clusters"), "no encoder named 'bert'"),
    ],
)
def test_clusters_that_cannot_be_made_are_said(
    call: Any, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    name = table(tmp_path / "texts.jsonl", labelled()).name
    _refused(call(name, *arguments, "-o", "out"), said)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-v", "char_ngrams", "--target", "topic"), "verifiers answer problems"),
        (("-v", "char_ngrams", "--experiment"), "name attributors, no verifiers"),
        (("-a", "naive_bayes", "--class", "a=nowhere", "--class", "b=*"), "no topic fits class a=nowhere"),
        (("-a", "naive_bayes", "--class", "a=*"), "1 class named"),
        (("-a", "naive_bayes", "--experiment"), "0 classes named; this experiment has two"),
        (("--backtest", "--experiment"), "two studies; ask for one at a time"),
        (("-a", "naive_bayes", "--clusters", "50"), "50 clusters cannot be made of 16 different texts"),
        (("-a", "naive_bayes", "--clusterer", "kmean"), "did you mean 'kmeans'?"),
        (("-a", "naive_bayes", "--measure", "precision"), "name it with --positive"),
        (("-a", "naive_bayes", "--backtest", "--subclasses", "period"), "has no use for period as subclasses"),
        (("-a", "naivebayes"), "did you mean 'naive_bayes'?"),
        (("-a", "naive_bayes", "--scheme", "hits"), "--scheme is about a finished run; this is a corpus"),
        (("-a", "naive_bayes", "--represent", "questioned"), "--represent is about problems"),
        (("-a", "naive_bayes", "--least", "10"), "--least is of --backtest"),
        (("-v", "char_ngrams", "--positive", "same"), "--positive is about classes that attributors name"),
        (("-a", "naive_bayes", "--target", "colour"), "colour"),
    ],
)
def test_methods_that_cannot_be_asked_are_said(
    call: Any, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    _refused(call("world(authors=2, topics=2, documents=16, words=20)", *arguments, "-o", "out"), said)
    assert not (tmp_path / "out").exists()


def test_sources_that_hold_nothing_are_said(call: Any, tmp_path: Path) -> None:
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "result.json").write_text("{}")
    table(tmp_path / "one.csv", [{**row, "cluster": "x"} for row in without(labelled(), "text")])
    _refused(call("empty.csv", "-o", "out"), "empty.csv")
    _refused(call("nowhere.csv", "-o", "out"), "nowhere.csv")
    _refused(call("old", "-o", "out"), "old")
    (tmp_path / "shifted").mkdir()
    (tmp_path / "shifted" / "result.json").write_text('{"protocol": "shift"}')
    _refused(call("shifted", "-o", "out"), "shifted holds a result of shift")
    _refused(call("one.csv", "-o", "out"), "there is one subclass only (given")
    assert not (tmp_path / "out").exists()
    assert [path.name for path in (tmp_path / "old").iterdir()] == ["result.json"]


def _refused(done: Done, said: str) -> None:
    assert done.code == 2, done
    assert done.err.startswith("stylobench: ")
    assert len(done.err.splitlines()) == 1
    assert said in done.err
    assert done.out == ""
