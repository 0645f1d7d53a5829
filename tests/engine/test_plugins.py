"""Methods of one's own that a plan names, found from wherever the plan is run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from engine.small_plans import small, written

from stylobench.engine.plan import HERE, Plan, Study
from stylobench.engine.plan_file import plan_text, read_plan
from stylobench.engine.plugins import plugin_folders, reach

MODULE = "from sklearn.dummy import DummyClassifier as Own\n"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where we are, which is not that of the plan."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return folder


def named(folder: Path, *specs: str) -> Plan:
    return read_plan(written(folder, small(", ".join(f'"{spec}"' for spec in specs))))


def test_they_are_looked_for_beside_the_plan_and_then_here(tmp_path: Path, elsewhere: Path) -> None:
    (tmp_path / "beside.py").write_text(MODULE)
    (elsewhere / "beside.py").write_text(MODULE)
    (elsewhere / "around").mkdir()
    assert plugin_folders(named(tmp_path, "beside:Own")) == [str(tmp_path)]
    assert plugin_folders(named(tmp_path, "b=around.part:Own(n=3)", "a=beside:Own")) == [str(tmp_path), str(elsewhere)]
    assert plugin_folders(named(tmp_path, "maxent(features='beside:Own')")) == [str(tmp_path)]
    assert plugin_folders(named(tmp_path, "sklearn.dummy:DummyClassifier", "maxent")) == []


def test_options_name_some_too(tmp_path: Path, elsewhere: Path) -> None:
    (elsewhere / "own_encoder.py").write_text(MODULE)
    study = Study(HERE, "leakage", {}, options={"encoder": "own_encoder:Own", "score": None})
    assert plugin_folders(Plan("", (study,))) == [str(elsewhere)]


def test_a_plan_that_was_written_remembers_where_they_are(tmp_path: Path, elsewhere: Path) -> None:
    (tmp_path / "beside.py").write_text(MODULE)
    copied = read_plan(written(elsewhere, plan_text(named(tmp_path, "beside:Own"))))
    assert copied.plugins == (str(tmp_path),)
    assert plugin_folders(copied) == [str(tmp_path)]
    assert "plugins" not in plan_text(named(tmp_path, "maxent"))


def test_folders_in_a_plan_are_found_from_its_file(tmp_path: Path, elsewhere: Path) -> None:
    (tmp_path / "methods").mkdir()
    (tmp_path / "methods/inside.py").write_text(MODULE)
    plan = read_plan(written(tmp_path, f'plugins = ["methods"]\n{small()}'.replace("naive_bayes", "inside:Own")))
    assert plugin_folders(plan) == [str(tmp_path / "methods")]


def test_they_come_first_on_the_path_and_only_where_they_are_needed(tmp_path: Path, elsewhere: Path) -> None:
    before = list(sys.path)
    reach(named(tmp_path, "maxent"))
    assert sys.path == before
    (tmp_path / "beside.py").write_text(MODULE)
    sys.path[:] = [entry for entry in before if entry]
    reach(named(tmp_path, "beside:Own"))
    reach(named(tmp_path, "beside:Own"))
    assert sys.path[:2] == [str(tmp_path), str(elsewhere)]
    assert sys.path.count(str(tmp_path)) == 1
