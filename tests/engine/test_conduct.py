"""Conducting plans: checked before anything starts, finished studies kept, failures apart."""

from __future__ import annotations

import errno
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from engine.small_plans import BROKEN, WORLD, keep, small, written

from stylobench.engine.conduct import Outcome, conduct, jobs_of, ready
from stylobench.engine.force import Force, Unwatched
from stylobench.engine.plan_file import read_plan
from stylobench.engine.problems_told import Problems
from stylobench.errors import SpecError, StylobenchError

HERE = Force(workers=0)


class Counting(Unwatched):
    """Counts the jobs that are done."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.opened_with: list[int] = []

    def opened(self, jobs: Sequence[Any], waiting: Sequence[Any]) -> None:
        self.opened_with.append(len(jobs))

    def ended(self, job: Any, seconds: float, failure: str | None) -> None:
        self.done.append(job.label)


def conducted(text: str, tmp_path: Path, again: bool = True) -> tuple[list[Outcome], list[str]]:
    watch = Counting()
    checked = ready(read_plan(written(tmp_path, text)), tmp_path / "out", again)
    force = Force(workers=0, watch=watch, again=again)
    return list(conduct(checked, force, keep)), watch.done


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_finished_plan_is_kept_and_its_files_are_not_touched(tmp_path: Path) -> None:
    (first,), done = conducted(small(), tmp_path)
    assert len(done) == 3 + 3 + 6
    before = contents(tmp_path / "out")
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*")}
    (second,), done = conducted(small(), tmp_path)
    assert done == []
    assert (first.kept, second.kept) == (False, True)
    assert second.result == first.result
    assert contents(tmp_path / "out") == before
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*")} == times


def test_a_method_more_computes_only_what_is_new_and_ends_with_the_same_bytes(tmp_path: Path) -> None:
    both = small('"naive_bayes", "knn"')
    conducted(small(), tmp_path)
    answers = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out/answers").iterdir()}
    (grown,), done = conducted(both, tmp_path)
    assert done == ["knn"] * 12
    now = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out/answers").iterdir()}
    assert now.items() >= answers.items()
    straight = tmp_path / "straight"
    straight.mkdir()
    conducted(both, straight)
    assert contents(straight / "out") == contents(tmp_path / "out")
    assert grown.result is not None
    assert list(grown.result["methods"]) == ["naive_bayes", "knn"]


def test_the_numbers_of_jobs_are_those_that_are_opened(tmp_path: Path) -> None:
    text = small('"naive_bayes", "knn"', seeds="[0, 1]").replace("quick = true", "")
    checked = ready(read_plan(written(tmp_path, text)), tmp_path / "out")
    planned, watch = jobs_of(checked), Counting()
    list(conduct(checked, Force(workers=0, watch=watch), keep))
    assert [sum(one.values()) for one in planned.values()] == watch.opened_with
    again = ready(read_plan(written(tmp_path, text)), tmp_path / "out")
    assert again.prepared == {}
    assert {name: sum(one.values()) for name, one in jobs_of(again).items()} == {
        name: sum(one.values()) for name, one in planned.items()
    }


@pytest.mark.parametrize("name", ["result.json", "report.html", "tested.json", "finished.json"])
def test_what_was_cut_short_is_made_again(tmp_path: Path, name: str) -> None:
    conducted(small(), tmp_path)
    before = contents(tmp_path / "out")
    path = tmp_path / "out/novel/small-seed-0" / name
    path.write_bytes(path.read_bytes()[:10])
    (again,), done = conducted(small(), tmp_path)
    assert (again.kept, done) == (False, [])
    assert contents(tmp_path / "out") == before


def test_an_answer_that_is_gone_is_made_again(tmp_path: Path) -> None:
    conducted(small(), tmp_path)
    before = contents(tmp_path / "out")
    next((tmp_path / "out/answers").iterdir()).unlink()
    _, done = conducted(small(), tmp_path)
    assert done == ["naive_bayes"]
    assert contents(tmp_path / "out") == before


def test_what_is_wrong_with_a_corpus_is_told_of_the_corpus_and_once(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,autor,topic,text\n1,x,y,z\n")
    tables = 'a = { path = "a.csv", format = "table" }\nb = { path = "a.csv", format = "table", auhtor = "autor" }'
    text = small(more="[studies.other]\ntest = 'novel-topic'", seeds="[0, 1]").replace(
        "[studies.novel]", f"{tables}\n[studies.novel]"
    )
    with pytest.raises(Problems) as caught:
        conducted(text, tmp_path)
    first, second = caught.value.lines
    assert first.startswith(f"{tmp_path / 'plan.toml'}: corpora.a: {tmp_path / 'a.csv'} has no column 'author'; its ")
    assert first.endswith("did you mean 'autor'?; and 1 more problem:")
    assert second.startswith(
        f"{tmp_path / 'plan.toml'}: corpora.b: a table has no option 'auhtor'; did you mean 'author'?"
    )


def test_a_method_of_ones_own_that_changes_is_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    source = "from sklearn.dummy import DummyClassifier\n\n\nclass Changing(DummyClassifier):\n    pass\n"
    (tmp_path / "changing_method.py").write_text(source)
    text = small('"changing_method:Changing"')
    conducted(text, tmp_path)
    (kept,), done = conducted(text, tmp_path)
    assert (kept.kept, done) == (True, [])
    (tmp_path / "changing_method.py").write_text(f"{source}\n# changed\n")
    (fresh,), done = conducted(text, tmp_path)
    assert not fresh.kept
    assert len(done) == 12


def test_specs_are_wrong_before_anything_starts_and_all_are_told(tmp_path: Path) -> None:
    text = small(more=f"[studies.last]\ntest = 'novel-topic'\nattributors = ['knnn', 'maxent(D=1)']\n# {WORLD}")
    with pytest.raises(SpecError, match=r"plan.toml: studies.last: no attributor named 'knnn'; did you mean") as caught:
        conducted(text, tmp_path)
    assert "and 1 more problem: " in str(caught.value)
    assert "maxent" in str(caught.value)
    assert not (tmp_path / "out").exists()


def test_a_study_that_cannot_be_done_is_told_before_anything_starts(tmp_path: Path) -> None:
    more = "[studies.last]\ntest = 'novel-topic'\ngroup = 'genre'\n"
    with pytest.raises(SpecError, match=r"plan.toml: studies.last: corpus 'world' has no genre"):
        conducted(small(more=more), tmp_path)
    assert not (tmp_path / "out").exists()


def test_a_corpus_that_is_not_there_is_told_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"plan.toml: corpora.small: no file or folder named"):
        conducted(small().replace(WORLD, "nowhere"), tmp_path)


def test_a_study_that_fails_does_not_stop_the_others(tmp_path: Path) -> None:
    text = small(seeds="[0, 1, 2]")
    checked = ready(read_plan(written(tmp_path, text)), tmp_path / "out")
    checked.prepared["novel/small-seed-1"] = Broken(StylobenchError("it could not be known before"))
    outcomes = list(conduct(checked, HERE, keep))
    assert [one.failure for one in outcomes] == [None, "it could not be known before", None]
    assert [one.result is None for one in outcomes] == [False, True, False]
    again = ready(read_plan(written(tmp_path, text)), tmp_path / "out")
    assert list(again.prepared) == ["novel/small-seed-1"]


class Broken:
    """A study that was prepared and cannot be conducted."""

    loads = ()

    def __init__(self, error: Exception) -> None:
        self.error = error

    def conduct(self, place: Any, force: Any, told: Any) -> dict[str, Any]:
        raise self.error


def test_what_nobody_foresaw_does_not_stop_the_others_either(tmp_path: Path) -> None:
    checked = ready(read_plan(written(tmp_path, small(seeds="[0, 1, 2]"))), tmp_path / "out")
    checked.prepared["novel/small-seed-1"] = Broken(ZeroDivisionError("by\nnothing"))
    outcomes = list(conduct(checked, HERE, keep))
    assert [one.failure for one in outcomes] == [None, "ZeroDivisionError: by nothing", None]
    assert [one.bug for one in outcomes] == [False, True, False]


def test_a_full_disk_stops_all(tmp_path: Path) -> None:
    checked = ready(read_plan(written(tmp_path, small(seeds="[0, 1]"))), tmp_path / "out")
    checked.prepared["novel/small-seed-0"] = Broken(OSError(errno.ENOSPC, "No space left on device"))
    with pytest.raises(OSError, match="No space left"):
        list(conduct(checked, HERE, keep))
    assert "novel/small-seed-1" in checked.prepared


def test_a_study_that_fails_leaves_no_older_result(tmp_path: Path) -> None:
    conducted(small(), tmp_path)
    changed = ready(read_plan(written(tmp_path, small('"knn"'))), tmp_path / "out")
    changed.prepared["novel/small-seed-0"] = Broken(StylobenchError("no luck"))
    list(conduct(changed, HERE, keep))
    assert list((tmp_path / "out/novel/small-seed-0").iterdir()) == []


def test_failed_jobs_are_gaps_and_are_tried_again_unless_they_are_to_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "broken_method.py").write_text(BROKEN)
    text = small('"naive_bayes", "broken_method:Broken"')
    (outcome,), done = conducted(text, tmp_path)
    assert len(done) == 24
    assert outcome.gaps == (
        {
            "method": "broken_method:Broken",
            "jobs": 12,
            "failed": 12,
            "reasons": {"ValueError: no good (broken_method.py:7, in predict)": 12},
        },
    )
    (kept,), done = conducted(text, tmp_path, again=False)
    assert (kept.kept, kept.gaps, done) == (True, outcome.gaps, [])
    (tried,), done = conducted(text, tmp_path)
    assert (tried.kept, tried.gaps) == (False, outcome.gaps)
    assert done == ["broken_method:Broken"] * 12


def test_studies_share_answers_and_say_where_they_are(tmp_path: Path) -> None:
    conducted(small(seeds="[0, 1]"), tmp_path)
    home = tmp_path / "out"
    for name in ("novel/small-seed-0", "novel/small-seed-1"):
        held = json.loads((home / name / "tested.json").read_text())
        assert (home / name / held["answers"]).resolve() == home / "answers"
