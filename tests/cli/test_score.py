"""The score verb: every edition, every kind of file, and what a user may get wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stylobench.cli._evaluation import EDITIONS
from stylobench.cli.score import ALONE, command
from stylobench.errors import CorpusError, StylobenchError
from stylobench.metrics.verification import measure
from stylobench.pan.answers import write_answers
from stylobench.pan.pairs import write_pairs
from stylobench.pan.truth import write_truth
from stylobench.seeds import generator

TRIALS = 60
IDS = [f"p{place:02d}" for place in range(TRIALS)]
SAME = np.arange(TRIALS) % 2 == 0
AUTHORS = [(f"a{i % 11}", f"a{i % 11}" if same else f"a{(i + 3) % 11}") for i, same in enumerate(SAME)]
SCORES = np.clip(np.where(SAME, 0.6, 0.4) + generator(0, "test").normal(size=TRIALS) * 0.2, 0, 1)
SCORES[::7] = np.nan
WORSE = np.where(SAME, 0.45, 0.55)
MEASURED = {"auc", "c_at_1", "f_05_u", "f1", "brier", "overall"}
COUNTED = {"trials", "answered", "unit", "units", "redrawn"}


@pytest.fixture
def truth(tmp_path: Path) -> Path:
    return write_truth(tmp_path / "truth", IDS, SAME, AUTHORS)


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    return write_answers(tmp_path / "good" / "answers.jsonl", IDS, SCORES)


def scored(capsys: pytest.CaptureFixture[str], *paths: Path, **options: Any) -> dict[str, Any]:
    capsys.readouterr()
    command(paths[0], list(paths[1:]), json=True, **options)
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_keys_of_2021(truth: Path, answers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = scored(capsys, truth, answers, edition="pan21")
    assert set(found) == MEASURED | COUNTED | {f"{name}_{end}" for name in MEASURED for end in ("low", "high")}
    assert (found["trials"], found["answered"], found["unit"], found["units"]) == (60, 51, "author", 11)
    for name in MEASURED:
        assert found[name] == measure(EDITIONS["pan21"][name])(SAME, SCORES, None)
        assert 0 <= found[f"{name}_low"] < found[name] < found[f"{name}_high"] <= 1


@pytest.mark.parametrize(
    ("edition", "names"),
    [
        ("pan13", {"f1": "f1_2013", "precision": "precision_2013", "recall": "accuracy"}),
        ("pan14", {"auc": "auc", "c_at_1": "c_at_1", "overall": "final_2014"}),
        ("pan15", {"auc": "auc", "c_at_1": "c_at_1", "overall": "final_2014"}),
        ("pan20", {"f1": "f1_answered", "overall": "overall_2020", "f_05_u_2020_legacy": "f_05_u_2020_legacy"}),
        ("PAN22", {"f1": "f1_answered", "overall": "overall_2021"}),
        ("pan25", {"f1": "f1_all", "overall": "overall_2025"}),
    ],
)
def test_each_edition_by_its_own_measures(
    truth: Path, answers: Path, capsys: pytest.CaptureFixture[str], edition: str, names: dict[str, str]
) -> None:
    found = scored(capsys, truth, answers, edition=edition)
    for name, behind in names.items():
        assert found[name] == measure(behind)(SAME, SCORES, None)
    assert set(found) >= {f"{name}{end}" for name in MEASURED for end in ("", "_low", "_high")}
    assert (found["brier"], found["f_05_u"]) == (
        measure("brier")(SAME, SCORES, None),
        measure("f_05_u")(SAME, SCORES, None),
    )


def test_the_headline_of_2013_is_its_f1(truth: Path, answers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = scored(capsys, truth, answers, edition="pan13")
    for end in ("", "_low", "_high"):
        assert found[f"overall{end}"] == found[f"f1{end}"]


def test_the_table_keeps_to_the_measures_of_the_year(
    truth: Path, answers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command(truth, [answers], edition="pan14")
    shown = capsys.readouterr().out
    assert "c@1" in shown
    assert "Brier" not in shown
    assert "F1" not in shown


@pytest.mark.parametrize(
    ("name", "said", "edition"),
    [
        ("pan15-truth.txt", "a 0.7\nb 0.1\nc 1", "pan15"),
        ("pan2020.txt", "a 0.7\nb 0.1\nc 1", "pan20"),
        ("pan19.txt", "a Y\nb N\nc Y", "pan13"),
        ("truth.txt", "a Y\nb N", "pan13"),
        ("truth.txt", "a 0.7\nb 0.1\nc 1", "pan14"),
    ],
)
def test_the_edition_is_guessed_and_said(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    said: str,
    edition: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text("a Y\nb N\nc N\n")
    Path("said.txt").write_text(said)
    command(Path(name), [Path("said.txt")])
    captured = capsys.readouterr()
    assert f"edition {edition}, because " in captured.err
    assert captured.out.startswith(f"{edition}: 3 problems, 3 problems drawn again")


def test_json_is_taken_for_2021(
    truth: Path, answers: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(truth.parent)
    command(Path("truth.jsonl"), [answers])
    assert "edition pan21, because the truth is in JSON" in capsys.readouterr().err


def test_units_are_authors_then_texts_then_problems(
    tmp_path: Path, answers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = write_truth(tmp_path / "plain", IDS, SAME)
    texts = [[f"text {place % 20}"] for place in range(TRIALS)]
    write_pairs(tmp_path / "plain", IDS, texts, [f"text {20 + place % 10}" for place in range(TRIALS)])
    alone = scored(capsys, plain, answers, edition="pan21")
    shared = scored(capsys, plain, answers, edition="pan21", problems=tmp_path / "plain")
    assert (alone["unit"], alone["units"]) == ("problem", 60)
    assert (shared["unit"], shared["units"]) == ("text", 30)
    assert alone["auc"] == shared["auc"]
    assert shared["auc_high"] - shared["auc_low"] > alone["auc_high"] - alone["auc_low"]


def test_known_texts_of_a_problem_count_as_one(
    tmp_path: Path, answers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = write_truth(tmp_path / "plain", IDS, SAME)
    for place, name in enumerate(IDS):
        folder = tmp_path / "problems" / name
        folder.mkdir(parents=True)
        for number in range(5):
            (folder / f"known{number:02d}.txt").write_text(f"known {place} {number}")
        (folder / "unknown.txt").write_text(f"questioned {place}")
    alone = scored(capsys, plain, answers, edition="pan14")
    found = scored(capsys, plain, answers, edition="pan14", problems=tmp_path / "problems")
    assert (found["unit"], found["units"]) == ("text", 120)
    assert 1 < (found["auc_high"] - found["auc_low"]) / (alone["auc_high"] - alone["auc_low"]) < 2


def test_what_cannot_be_drawn_has_values_without_intervals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    people = [[f"{name}{place}" for place in range(12)] for name in "ab"]
    truth = write_truth(tmp_path, ["x", "y"], [False, False], people)
    lines = truth.read_text().splitlines()
    truth.write_text(lines[0] + "\n" + '{"id": "y", "same": true, "authors": ["b", "b"]}' + "\n")
    said = write_answers(tmp_path / "answers.jsonl", ["x", "y"], [0.2, 0.9])
    other = write_answers(tmp_path / "other.jsonl", ["x", "y"], [0.7, 0.9])
    capsys.readouterr()
    command(truth, [said], edition="pan21", json=True)
    captured = capsys.readouterr()
    found = json.loads(captured.out)
    assert (found["auc"], found["auc_low"], found["overall_high"]) == (1, None, None)
    assert [line for line in captured.err.splitlines() if "no interval" in line] == [
        "no interval: 13 authors are too few to be drawn with both classes"
    ]
    command(truth, [said, other], edition="pan21", json=True)
    assert json.loads(capsys.readouterr().out)["systems"][1]["behind_low"] is None


def test_a_constant_verifier_has_no_interval(tmp_path: Path, truth: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = write_answers(tmp_path / "constant.jsonl", IDS, np.full(TRIALS, 0.8))
    found = scored(capsys, truth, said, edition="pan21")
    assert (found["auc"], found["auc_low"], found["auc_high"]) == (0.5, None, None)
    assert found["brier_low"] < found["brier"]


def test_perfection_is_judged_by_the_rarer_class(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    same = np.arange(TRIALS) < 5
    truth = write_truth(tmp_path, IDS, same)
    found = scored(capsys, truth, write_answers(tmp_path / "best.jsonl", IDS, same.astype(float)), edition="pan21")
    assert (found["auc"], found["auc_high"]) == (1, 1)
    assert found["auc_low"] == pytest.approx(0.025 ** (1 / 5))


def test_problems_taken_as_independent_are_said_to_be(
    tmp_path: Path, answers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command(write_truth(tmp_path / "plain", IDS, SAME), [answers], edition="pan21")
    assert ALONE in capsys.readouterr().err


def test_problems_are_not_needed_where_authors_are_known(
    truth: Path, answers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command(truth, [answers], edition="pan21", problems=Path("anything"))
    assert "--problems is not needed" in capsys.readouterr().err


def test_order_of_lines_changes_no_number_and_the_seed_does(
    tmp_path: Path, truth: Path, answers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backwards = [path.read_text().splitlines()[::-1] for path in (truth, answers)]
    paths = [tmp_path / "t.jsonl", tmp_path / "a.jsonl"]
    for path, lines in zip(paths, backwards, strict=True):
        path.write_text("\n".join(lines))
    expected = scored(capsys, truth, answers, edition="pan21")
    assert scored(capsys, *paths, edition="pan21") == expected
    other = scored(capsys, truth, answers, edition="pan21", seed=1)
    assert (other["auc"], other["auc_low"] == expected["auc_low"]) == (expected["auc"], False)


def test_several_systems_are_ranked_and_compared(
    tmp_path: Path, truth: Path, answers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    worse = write_answers(tmp_path / "worse.jsonl", IDS, WORSE)
    found = scored(capsys, truth, worse, answers, edition="pan21")
    assert [row["system"] for row in found["systems"]] == ["good", "worse"]
    best, last = found["systems"]
    assert (best["behind"], best["behind_low"]) == (0, 0)
    assert last["behind"] == pytest.approx(best["overall"] - last["overall"])
    assert 0 < last["behind_low"] < last["behind"] < last["behind_high"]
    command(truth, [worse, answers], edition="pan21")
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    assert "behind best" in shown
    assert shown.index("good") < shown.index("worse")


def test_systems_of_the_same_name_are_called_by_their_paths(
    tmp_path: Path, truth: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [write_answers(tmp_path / run / "a.jsonl", IDS, SCORES) for run in ("one", "two")]
    found = scored(capsys, truth, *paths, edition="pan21")
    assert {row["system"] for row in found["systems"]} == set(map(str, paths))


def test_plain_words(truth: Path, answers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command(truth, [answers], edition="pan20")
    shown = capsys.readouterr().out
    assert "pan20: 60 problems, 11 authors drawn again" in shown
    assert "good: answered 51 of 60" in shown
    assert "F0.5u as published in 2020" in shown
    assert "95% intervals, for other authors of the same kind" in shown


def test_missing_answers_are_counted_and_said(tmp_path: Path, truth: Path, capsys: pytest.CaptureFixture[str]) -> None:
    part = write_answers(tmp_path / "part.jsonl", IDS[:50], WORSE[:50])
    command(truth, [part], edition="pan21", json=True)
    captured = capsys.readouterr()
    assert "part: 10 of 60 problems have no line; they count as no answer" in captured.err
    assert json.loads(captured.out)["answered"] == 50


def test_undefined_is_null_and_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    truth = write_truth(tmp_path, ["a", "b", "c"], [True, True, True])
    said = write_answers(tmp_path / "answers.jsonl", ["a", "b", "c"], [0.9, 0.8, 0.1])
    command(truth, [said], edition="pan14", json=True)
    captured = capsys.readouterr()
    found = json.loads(captured.out)
    assert (found["auc"], found["overall"], found["auc_low"]) == (None, None, None)
    assert found["c_at_1"] == pytest.approx(2 / 3)
    assert "undefined on these answers: auc, overall" in captured.err


def test_a_folder_gets_both_files(
    tmp_path: Path, truth: Path, answers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command(truth, [answers], edition="pan21", output=str(tmp_path / "deep" / "out"), json=True)
    found = json.loads(capsys.readouterr().out)
    folder = tmp_path / "deep" / "out"
    assert sorted(path.name for path in folder.iterdir()) == ["evaluation.json", "evaluation.prototext"]
    assert json.loads((folder / "evaluation.json").read_text()) == found
    blocks = (folder / "evaluation.prototext").read_text()
    assert blocks.startswith(f'measure{{\n  key: "auc"\n  value: "{found["auc"]}"\n}}\n')
    assert 'key: "c@1"' in blocks
    assert blocks.count("measure{") == len(found)


def test_a_file_is_not_a_folder(tmp_path: Path, truth: Path, answers: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(StylobenchError, match=r"taken is a file; name a folder"):
        command(truth, [answers], edition="pan21", output=str(tmp_path / "taken"))


def test_an_edition_that_never_was(truth: Path, answers: Path) -> None:
    with pytest.raises(StylobenchError, match="no edition 'pan17'; there are: pan13, pan14, pan15, pan20"):
        command(truth, [answers], edition="pan17")


def test_problems_of_another_corpus(tmp_path: Path, answers: Path) -> None:
    write_pairs(tmp_path / "other", ["x"], [["a"]], ["b"])
    with pytest.raises(CorpusError, match="has no problem 'p00'"):
        command(write_truth(tmp_path / "plain", IDS, SAME), [answers], problems=tmp_path / "other")


def test_a_fault_is_one_line_and_exit_code_two(tmp_path: Path, truth: Path) -> None:
    said = tmp_path / "answers.jsonl"
    said.write_text('{"id": "p00", "value": 0.3}\n{"id": "p01", "value": NaN}\n')
    program = [sys.executable, "-m", "stylobench.cli.main", "score", str(truth), str(said), "--json", "-o", "out"]
    done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"stylobench: {said}, line 2: NaN is not a number in [0, 1]; leave the line out, or write 0.5, for no answer\n"
    )
    assert not (tmp_path / "out").exists()
