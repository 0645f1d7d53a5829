"""The verb as a user meets it: one plan in, all studies done, one line for what is wrong."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from engine.small_plans import BROKEN, WORLD, small, written

from stylobench.cli import _live
from stylobench.cli.main import run


class Done(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))

    def called(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["stylobench", *arguments])
        code = 0
        try:
            run()
        except SystemExit as left:
            code = int(left.code or 0)
        said = capsys.readouterr()
        return Done(code, said.out, said.err)

    return called


def files(folder: Path) -> dict[str, bytes]:
    """What must be the same whenever and wherever it was made."""
    every = [path for path in folder.rglob("*") if path.is_file() and "journal" not in path.parts]
    return {str(path.relative_to(folder)): path.read_bytes() for path in every}


def test_all_studies_are_done_and_a_page_stands_above_them(tmp_path: Path, call: Any) -> None:
    written(tmp_path, small(seeds="[0, 1]"))
    done = call("run", "plan.toml", "-o", "out")
    assert done.code == 0, done.err
    assert "2 studies, 24 jobs" in done.err
    assert done.err.splitlines()[-1] == "report: out/report.html"
    overview = json.loads((tmp_path / "out/overview.json").read_text())
    assert [(one["name"], one["failure"], one["gaps"]) for one in overview["studies"]] == [
        ("novel/small-seed-0", None, []),
        ("novel/small-seed-1", None, []),
    ]
    for name in ("report.html", "plan.toml", "novel/small-seed-0/report.html", "novel/small-seed-1/result.json"):
        assert (tmp_path / "out" / name).is_file()


def test_a_second_time_changes_nothing_and_its_own_plan_does_the_same_elsewhere(tmp_path: Path, call: Any) -> None:
    written(tmp_path, small())
    call("run", "plan.toml", "-o", "out")
    before = files(tmp_path / "out")
    again = call("run", "plan.toml", "-o", "out")
    assert "every study was finished before" in again.err
    assert files(tmp_path / "out") == before
    call("run", "out/plan.toml", "-o", "other")
    assert files(tmp_path / "other") == before


def test_what_was_answered_before_is_told_and_counted_as_done(
    tmp_path: Path, call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_live, "STAGE", 0.0)
    written(tmp_path, small())
    call("run", "plan.toml", "-o", "out")
    same = "[studies.same]\ntest = 'novel-topic'\nquick = true\nfolds = 3\nattributors = ['naive_bayes']"
    written(tmp_path, small('"naive_bayes", "knn"', same))
    done = call("run", "plan.toml", "-o", "out")
    assert "2 studies, 36 jobs, 12 of them answered before: 24 to do" in done.err
    assert re.search(r"plan.toml: 12 of 36 jobs done.*\n", done.err)
    assert re.search(r"plan.toml: 36 of 36 jobs done after", done.err)
    written(tmp_path, small('"naive_bayes", "knn"', same, seeds="[0, 1]"))
    done = call("run", "plan.toml", "-o", "out")
    assert "2 studies finished before" in done.err
    assert "4 studies, 72 jobs, 36 of them answered before: 36 to do" in done.err
    assert re.search(r"plan.toml: 72 of 72 jobs done after", done.err)


def test_every_problem_has_a_line_of_its_own(tmp_path: Path, call: Any) -> None:
    written(tmp_path, small(more='fold = 4\n[limits]\nmemory = "2"', seeds="[-1]"))
    done = call("run", "plan.toml", "-o", "out")
    first, *others = done.err.splitlines()
    assert (done.code, first.startswith("stylobench: plan.toml: seeds: -1 is no seed")) == (2, True)
    assert first.endswith("; and 2 more problems:")
    places = ("studies.novel: novel-topic has no option 'fold'", "limits.memory: '2' is no size of memory")
    assert all(line.startswith(f"stylobench: plan.toml: {place}") for line, place in zip(others, places, strict=True))


def test_a_study_in_the_folder_itself_goes_by_its_test(tmp_path: Path, call: Any) -> None:
    written(tmp_path, small().replace("[studies.novel]", '[studies."."]'))
    done = call("run", "plan.toml", "-o", "out")
    assert "Novel topic\n" in done.out
    assert "report: report.html\n" in done.out
    assert call("run", "plan.toml", "-o", "out").out == "novel-topic: out/report.html\n"


@pytest.mark.parametrize("name", ["report.html", "overview.json", "plan.toml"])
def test_what_stands_above_is_made_again_where_it_was_cut_short(tmp_path: Path, call: Any, name: str) -> None:
    written(tmp_path, small())
    call("run", "plan.toml", "-o", "out")
    before = files(tmp_path / "out")
    (tmp_path / "out" / name).write_bytes(before[name][:20])
    call("run", "plan.toml", "-o", "out")
    assert files(tmp_path / "out") == before


def test_a_verb_and_the_same_study_of_a_plan_come_to_the_same_bytes(tmp_path: Path, call: Any) -> None:
    written(tmp_path, small())
    call("run", "plan.toml", "-o", "out")
    done = call("novel-topic", WORLD, "-a", "naive_bayes", "--quick", "--folds", "3", "-o", "verb")
    assert done.code == 0, done.err
    for name in ("result.json", "report.html"):
        assert (tmp_path / "verb" / name).read_bytes() == (tmp_path / "out/novel/small-seed-0" / name).read_bytes()
    again = call("run", "verb/plan.toml", "-o", "verb")
    assert "every study was finished before" in again.err
    elsewhere = call("run", "verb/plan.toml", "-o", "elsewhere")
    assert elsewhere.code == 0, elsewhere.err
    assert files(tmp_path / "elsewhere") == files(tmp_path / "verb")


def test_json_is_one_object(tmp_path: Path, call: Any) -> None:
    written(tmp_path, small())
    told = json.loads(call("run", "plan.toml", "-o", "out", "--json").out)
    assert set(told["results"]) == {"novel/small-seed-0"}
    assert told["results"]["novel/small-seed-0"]["protocol"] == "novel_topic"


def test_a_dry_run_writes_nothing(tmp_path: Path, call: Any) -> None:
    written(tmp_path, small())
    told = json.loads(call("run", "plan.toml", "-o", "out", "--dry-run", "--json").out)
    assert told["jobs"] == 12
    assert not (tmp_path / "out").exists()


def test_corpora_and_seeds_of_ones_own(tmp_path: Path, call: Any) -> None:
    written(tmp_path, small().replace(WORLD, "nowhere"))
    assert call("run", "plan.toml", "-o", "out").code == 2
    done = call("run", "plan.toml", "-o", "out", "--corpus", f"small={WORLD}", "--seed", "4")
    assert done.code == 0, done.err
    assert (tmp_path / "out/novel/small-seed-4/result.json").is_file()


@pytest.mark.parametrize(
    "last",
    [
        "nonsense = 3",
        "[studies.last]\ntest = 'novel-topic'\nattributors = ['knnn']",
        "[studies.last]\ntest = 'novel-topic'\npositive = 'nobody'",
        "[studies.last]\ntest = 'shift'\nmeasure = 'precisely'",
        "[studies.last]\ntest = 'novel-topic'\nsplit = 'nowhere.csv'",
        "[studies.last]\ntest = ",
    ],
)
def test_a_plan_that_is_wrong_in_its_last_line_starts_nothing(tmp_path: Path, call: Any, last: str) -> None:
    written(tmp_path, small(more=last))
    done = call("run", "plan.toml", "-o", "out")
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert done.err.startswith("stylobench: plan.toml: ")
    assert not (tmp_path / "out").exists()


def test_a_study_without_a_result_is_told_when_the_others_are_done(tmp_path: Path, call: Any) -> None:
    (tmp_path / "broken_shift.py").write_text(BROKEN)
    failing = "[studies.shifting]\ntest = 'shift'\nattributors = ['broken_shift:Broken']\ndraws = 100\n"
    after = "[studies.after]\ntest = 'novel-topic'\nattributors = ['naive_bayes']\nquick = true\n"
    written(tmp_path, small(more=failing + after))
    done = call("run", "plan.toml", "-o", "out")
    assert done.code == 2
    assert "1 of 3 studies have no result; the first: shifting/small-seed-0: " in done.err.splitlines()[-1]
    assert (tmp_path / "out/after/small-seed-0/result.json").is_file()
    shifting = json.loads((tmp_path / "out/overview.json").read_text())["studies"][1]
    assert shifting["failure"]
    assert shifting["gaps"][0]["failed"] == shifting["gaps"][0]["jobs"]


def test_limits_of_the_plan_are_heeded(tmp_path: Path, call: Any) -> None:
    written(tmp_path, small(more="[limits]\nseconds = -1"))
    done = call("run", "plan.toml", "-o", "out")
    assert (done.code, "seconds" in done.err) == (2, True)


def test_a_method_without_any_answer_is_told_when_all_is_done(tmp_path: Path, call: Any) -> None:
    (tmp_path / "broken_here.py").write_text(BROKEN)
    written(tmp_path, small('"naive_bayes", "broken_here:Broken"'))
    done = call("run", "plan.toml", "-o", "out")
    assert done.code == 2
    reason = "ValueError: no good (broken_here.py:7, in predict)"
    last = f"stylobench: novel/small-seed-0: broken_here:Broken gave no answer: {reason}"
    assert done.err.splitlines()[-2:] == ["report: out/report.html", last]
    kept = call("run", "plan.toml", "-o", "out", "--keep-failed")
    assert (kept.code, kept.err.splitlines()[-1]) == (2, last)


def test_a_bug_in_one_study_is_shown_and_the_others_are_done(tmp_path: Path, call: Any) -> None:
    (tmp_path / "wrong_encoder.py").write_text("class Wrong:\n    def encode(self, texts):\n        return 1 / 0\n")
    options = "subclasses = 'clusters'\nencoder = 'wrong_encoder:Wrong'\nattributors = ['naive_bayes']\n"
    after = "[studies.after]\ntest = 'novel-topic'\nattributors = ['naive_bayes']\nquick = true\n"
    written(tmp_path, small(more=f"[studies.shifting]\ntest = 'shift'\n{options}{after}"))
    done = call("run", "plan.toml", "-o", "out")
    assert done.code == 1
    assert "Traceback" in done.err
    assert done.err.splitlines()[-1].endswith("shifting/small-seed-0: ZeroDivisionError: division by zero")
    assert (tmp_path / "out/after/small-seed-0/result.json").is_file()
    verb = ("shift", WORLD, "--attributor", "naive_bayes", "--subclasses", "clusters", "-o", "verb")
    alone = call(*verb, "--encoder", "wrong_encoder:Wrong")
    assert (alone.code, alone.err.count("Traceback")) == (1, 1)


def test_a_plan_is_run_from_elsewhere_with_methods_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "plans").mkdir()
    (tmp_path / "plans/own_method.py").write_text(BROKEN.replace("raise ValueError", "self.note = str"))
    written(tmp_path / "plans", small('"own_method:Broken"'))
    for plan, folder in (("plans/plan.toml", "out"), ("out/plan.toml", "other")):
        command = [sys.executable, "-m", "stylobench.cli.main", "run", plan, "-o", folder]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert "no module" not in done.stderr
        assert (tmp_path / folder / "novel/small-seed-0/result.json").is_file(), done.stderr
    assert files(tmp_path / "out") == files(tmp_path / "other")


def test_a_verb_does_not_write_over_a_plan(tmp_path: Path, call: Any) -> None:
    written(tmp_path, small())
    call("run", "plan.toml", "-o", "out")
    before = files(tmp_path / "out")
    done = call("novel-topic", WORLD, "-a", "naive_bayes", "--quick", "-o", "out")
    assert (done.code, done.err) == (2, "stylobench: out holds a plan's results; give another folder with -o\n")
    assert files(tmp_path / "out") == before


def test_text_from_a_plan_makes_no_emoji(tmp_path: Path, call: Any) -> None:
    written(tmp_path, f'title = "[b] :smile:"\n{small()}')
    assert call("run", "plan.toml", "-o", "out", "--dry-run").out.startswith("[b] :smile:\n")
