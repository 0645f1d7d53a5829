"""The verb as a user meets it: exit codes, one line on stderr, one JSON object, and texts from elsewhere."""

from __future__ import annotations

import json
import sys
from typing import Any, NamedTuple

import pytest
from engine.small_attacks import problem_corpus

from stylobench.cli.main import run

QUICK = ("--no-adaptive", "--no-reversal", "--quality", "none", "--folds", "3", "--workers", "1", "-o", "out")
WORDS = "engine.small_attacks:WordOverlap"


class Done(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def call(tmp_path, monkeypatch, capsys) -> Any:
    monkeypatch.chdir(tmp_path)

    def called(verb: str, *arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["stylobench", verb, *arguments])
        code = 0
        try:
            run()
        except SystemExit as left:
            code = int(left.code or 0)
        said = capsys.readouterr()
        return Done(code, said.out, said.err)

    return called


@pytest.fixture
def masking(tmp_path):
    """A set of PAN 2016, some texts with a byte order mark, all with CRLF."""
    corpus = problem_corpus(6)
    text = {one.id: one.text for one in corpus.documents}
    for number, trial in enumerate(trial for trial in corpus.trials if trial.same):
        folder = tmp_path / "masking" / f"problem{number}"
        folder.mkdir(parents=True)
        mark = b"\xef\xbb\xbf" * (number % 2)
        (folder / "original.txt").write_bytes(mark + text[trial.questioned].replace(". ", ".\r\n").encode())
        (folder / "same-author-01.txt").write_bytes(text[trial.known[0]].encode())
    return tmp_path / "masking"


def test_json_is_one_object_and_stays_in_the_folder(call, masking, tmp_path) -> None:
    done = call("attack", "masking", "-v", WORDS, "-b", "identity", *QUICK, "--json")
    assert done.code == 0, done.err
    result = json.loads(done.out)
    assert json.loads((tmp_path / "out" / "result.json").read_text()) == result
    assert done.err.endswith("report: out/report.html\n")
    assert result["datasets"][0]["name"] == "masking"
    assert (result["datasets"][0]["same"], result["datasets"][0]["different"]) == (6, 6)
    assert "all 6 problems are same-author: 6 of different authors were made" in result["warnings"][0]
    assert result["cells"][0]["impact"] == {"value": 0.0, "low": 0.0, "high": 0.0}


def test_texts_of_obfuscate_read_back_have_the_impact_of_the_obfuscator(call, masking) -> None:
    spec = "random_edits(rate=0.4)"
    assert call("obfuscate", "masking", "--with", spec, "-o", "made").code == 0
    done = call("attack", "masking", "-v", WORDS, "-b", f"own={spec}", "--rewritten", "given=made", *QUICK, "--json")
    assert done.code == 0, done.err
    result = json.loads(done.out)
    own, given = result["cells"]
    assert (own["obfuscator"], given["obfuscator"]) == ("own", "given")
    # the p-value draws signs by the name of the obfuscator
    assert {**own, "obfuscator": "", "p": 0} == {**given, "obfuscator": "", "p": 0}
    assert any(one["before"] != one["after"] for one in result["shown"])
    first, second = ([one["after"] for one in result["shown"] if one["obfuscator"] == n] for n in ("own", "given"))
    assert first == second
    assert result["obfuscators"]["given"]["kind"] == "given"


def test_missing_rewritten_texts_are_counted_as_failed(call, masking, tmp_path) -> None:
    call("obfuscate", "masking", "--with", "random_edits", "-o", "made")
    for path in (tmp_path / "made" / "problem0").iterdir():
        path.unlink()
    done = call("attack", "masking", "-v", WORDS, "--rewritten", "given=made", *QUICK, "--json")
    [cell], [made] = (json.loads(done.out)[part] for part in ("cells", "rewriting"))
    assert cell["same"] == 5
    assert made["failures"] == {"no rewritten text was given": 1}


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("gone",), "no file or folder named 'gone'"),
        (("empty.txt",), "empty.txt"),
        (("x=",), "write NAME=PATH"),
        (("masking", "-b", "mediocre"), "no obfuscator named 'mediocre'; did you mean 'mediocrity'?"),
        (("masking", "-v", "pppm"), "no verifier named 'pppm'"),
        (("masking", "masking"), "two data sets are called 'masking'"),
        (("masking", "--threshold", "best"), "no threshold named 'best'"),
        (("masking", "--least-accuracy", "2"), "a least accuracy of 2 cannot be"),
        (("masking", "--rewritten", "made"), "write NAME=VALUE"),
        (("masking", "--rewritten", "made=gone"), "there is nothing at gone"),
        (("masking", "-v", WORDS, "--rewritten", "made=empty"), "holds no rewritten text of masking"),
        (("one.csv", "-v", WORDS, "-b", "identity"), "neither problems nor documents by 2 authors or more"),
        (("blank.csv", "-v", WORDS, "-b", "identity"), "2 authors"),
        (("one.csv", "-a", "naive_bayes", "-b", "identity"), "lacks 2 authors with 2 documents"),
        (("masking", "-b", "identity", "-b", "identity"), "named twice"),
        (("masking", "--folds", "1"), "--folds"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(call, masking, tmp_path, arguments, line) -> None:
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "empty").mkdir()
    (tmp_path / "one.csv").write_text("id,author,text\n1,ann,so it is\n2,ann,so it was\n")
    (tmp_path / "blank.csv").write_text('id,author,text\n1,ann," "\n2,ann," "\n3,bob," "\n4,bob," "\n')
    done = call("attack", *arguments)
    assert done.code == 2
    assert done.out == ""
    said = done.err.strip().splitlines()
    assert len([one for one in said if one.startswith("stylobench: ")]) == 1
    assert line in said[-1]
    assert not (tmp_path / "stylobench-out" / "result.json").exists()


def test_one_word_texts_and_other_scripts_do_not_stop_it(call, tmp_path) -> None:
    words = {
        "ann": ("yes", "no", "maybe", "да", "😀", "so it is"),
        "bob": ("one", "two", "日本語", "four", "нет", "<b>"),
    }
    lines = [f"{who}{n},{who},{word}" for who, found in words.items() for n, word in enumerate(found)]
    (tmp_path / "short.csv").write_text("\n".join(["id,author,text", *lines]), encoding="utf-8")
    done = call("attack", "short.csv", "-v", WORDS, "-b", "random_edits", "-b", "identity", *QUICK, "--json")
    assert done.code == 0, done.err
    found = {cell["obfuscator"]: cell for cell in json.loads(done.out)["cells"]}
    assert found["identity"]["failure"] is None
    assert found["identity"]["d_recall"]["value"] == 0


def test_the_folder_holds_a_plan_that_says_the_same_again(call, masking, tmp_path) -> None:
    assert call("attack", "masking", "-v", WORDS, "-b", "random_edits", *QUICK).code == 0
    done = call("run", "out/plan.toml", "-o", "other", "--workers", "1")
    assert done.code == 0, done.err
    for name in ("result.json", "report.html"):
        assert (tmp_path / "other" / name).read_bytes() == (tmp_path / "out" / name).read_bytes()


def test_adding_a_verifier_rewrites_nothing_and_asks_nobody_else(call, masking, tmp_path) -> None:
    def stored():
        kept = [path for kind in ("answers", "rewrites") for path in (tmp_path / "out" / kind).iterdir()]
        return {path: path.stat().st_mtime_ns for path in kept}

    assert call("attack", "masking", "-v", WORDS, "-b", "random_edits", *QUICK).code == 0
    before = stored()
    more = ("-v", "engine.small_attacks:Learnt")
    assert call("attack", "masking", "-v", WORDS, *more, "-b", "random_edits", *QUICK).code == 0
    after = stored()
    assert {path: after[path] for path in before} == before
    assert len(after) - len(before) == 3
    assert all(path.parent.name == "answers" for path in after.keys() - before.keys())
