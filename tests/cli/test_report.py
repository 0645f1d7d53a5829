"""stylobench report, as a user calls it."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[1] / "report"
EXAMPLES = runpy.run_path(str(HERE / "example_result.py"))["EXAMPLES"]
LEAKAGE = runpy.run_path(str(HERE / "example_leakage.py"))["EXAMPLES"]


def report(*arguments: str) -> subprocess.CompletedProcess[str]:
    call = "import sys; from stylobench.cli.main import run; sys.argv[1:] = ['report', *sys.argv[1:]]; run()"
    return subprocess.run([sys.executable, "-c", call, *arguments], capture_output=True, text=True, check=False)


def test_the_report_is_written_beside_the_result_and_its_path_printed(tmp_path: Path) -> None:
    (tmp_path / "result.json").write_text(json.dumps(EXAMPLES["bare"]()))
    done = report(str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{tmp_path / 'report.html'}\n", "")
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.html", "result.json"]


def test_a_leakage_result_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "result.json").write_text(json.dumps(LEAKAGE["one_verifier"]()))
    done = report(str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert "<title>newsgroups: topic leakage</title>" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_it_can_be_written_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "result.json").write_text(json.dumps(EXAMPLES["bare"]()))
    done = report(str(tmp_path), "-o", str(tmp_path / "mine.html"))
    assert done.stdout.strip() == str(tmp_path / "mine.html")
    assert (tmp_path / "mine.html").stat().st_size > 10_000


def test_a_missing_or_damaged_result_is_one_line_and_exit_2(tmp_path: Path) -> None:
    for content in (None, "{"):
        if content:
            (tmp_path / "result.json").write_text(content)
        done = report(str(tmp_path))
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("stylobench: ")
        assert done.stderr.count("\n") == 1
    assert not (tmp_path / "report.html").exists()


def test_several_runs_make_one_page_that_opens_with_profiles(tmp_path: Path) -> None:
    for name, result in (("topic", EXAMPLES["bare"]()), ("leak", LEAKAGE["one_verifier"]())):
        (tmp_path / name).mkdir()
        (tmp_path / name / "result.json").write_text(json.dumps(result))
    done = report(str(tmp_path / "topic"), str(tmp_path / "leak"), "-o", str(tmp_path / "all.html"), "--show")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == str(tmp_path / "all.html")
    assert "maxent (attributor)" in done.stdout
    page = (tmp_path / "all.html").read_text(encoding="utf-8")
    assert page.index('id="profile"') < page.index("21 points lost to novelty") < page.index('id="run-1"')
    assert report(str(tmp_path / "topic"), str(tmp_path / "leak")).stdout == f"{tmp_path / 'topic' / 'profile.html'}\n"


def test_one_bad_folder_of_several_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "result.json").write_text(json.dumps(EXAMPLES["bare"]()))
    done = report(str(tmp_path), str(tmp_path / "missing"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "missing has no result.json" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["result.json"]


def test_advice_and_the_same_run_twice_have_no_place_in_a_profile(tmp_path: Path) -> None:
    advice = runpy.run_path(str(HERE / "example_advice.py"))["EXAMPLES"]["three_verifiers"]()
    for name, result in (("topic", EXAMPLES["bare"]()), ("copy", EXAMPLES["bare"]()), ("advice", advice)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "result.json").write_text(json.dumps(result))
    for other, told in (("advice", "no place in a profile"), ("copy", "the same run"), ("topic", "the same run")):
        done = report(str(tmp_path / "topic"), str(tmp_path / other), "-o", str(tmp_path / "all.html"))
        assert (done.returncode, done.stdout) == (2, "")
        assert told in done.stderr
        assert done.stderr.startswith("stylobench: ")
        assert done.stderr.count("\n") == 1
    assert not (tmp_path / "all.html").exists()
    assert report(str(tmp_path / "advice")).returncode == 0


def test_the_folder_of_a_plan_gives_the_page_over_its_studies(tmp_path: Path) -> None:
    overview, results = runpy.run_path(str(HERE / "example_plan.py"))["EXAMPLES"]["sound"]()
    (tmp_path / "overview.json").write_text(json.dumps(overview))
    for name, result in results.items():
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "result.json").write_text(json.dumps(result))
    done = report(str(tmp_path), "--show")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == str(tmp_path / "report.html")
    assert "Nothing failed" in done.stdout
    assert "What was found" in (tmp_path / "report.html").read_text(encoding="utf-8")
    beside = report(str(tmp_path), str(tmp_path / "novel" / "essays-seed-0"))
    assert beside.returncode == 2
    assert "is the folder of a plan; give it alone" in beside.stderr
