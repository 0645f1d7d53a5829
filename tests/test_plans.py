"""The plans that come with the house: each is complete, and can be run with small corpora in place of large ones."""

from __future__ import annotations

import csv
import dataclasses
import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

import stylobench
from stylobench.engine.conduct import Ready, conduct, ready
from stylobench.engine.force import Force
from stylobench.engine.plan import Plan
from stylobench.engine.plan_file import read_plan
from stylobench.errors import MissingPart

PLANS = Path(__file__).parents[1] / "plans"
LETTERS = "world(authors=4, topics=7, documents=112, words=60)"
CATEGORIES = {
    "newsgroups": ("sci.space", "sci.med", "rec.sport.hockey", "rec.sport.baseball"),
    "reuters": ("earn", "acq"),
}
SMALL = {"topics": 4, "folds": 2, "compare": "method", "encoder": "lsa"}
SHORT = {"random": 1, "controls": 0, "draws": 100, "reversal": False, "adaptive": False}


def dated(folder: Path, name: str) -> str:
    """Documents of the categories that a plan asks for, of more than 1,000 bytes each, over three months."""
    topics = CATEGORIES[name]
    world = stylobench.world(authors=4, topics=len(topics), documents=40 * len(topics), words=260)
    names = sorted({str(document.topic) for document in world.documents})
    path = folder / f"{name}.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["id", "author", "topic", "time", "text"])
        for place, one in enumerate(world.documents):
            day = f"1987-{3 + place % 3:02}-{1 + place % 28:02}"
            table.writerow([one.id, one.author, topics[names.index(str(one.topic))], day, one.text])
    return str(path)


def stand_ins(name: str, folder: Path) -> dict[str, str]:
    """A small corpus for each that a plan names."""
    named: Mapping[str, object] = tomllib.loads((PLANS / name).read_text(encoding="utf-8"))["corpora"]
    others = {one: dated(folder, one) for one in named if one in CATEGORIES}
    return dict.fromkeys(named, LETTERS) | others


def thinned(plan: Plan, options: Mapping[str, object]) -> Plan:
    """The plan with less to do where it sets an option itself."""
    studies = [
        dataclasses.replace(study, options={key: options.get(key, value) for key, value in study.options.items()})
        for study in plan.studies
    ]
    return dataclasses.replace(plan, studies=tuple(studies))


def checked(plan: Plan, home: Path) -> Ready:
    try:
        return ready(thinned(plan, SMALL), home / "out")
    except MissingPart as missing:
        pytest.skip(str(missing))


@pytest.mark.parametrize("name", sorted(path.name for path in PLANS.glob("*.toml")))
def test_every_plan_is_complete(name: str, tmp_path: Path) -> None:
    found = checked(read_plan(PLANS / name, stand_ins(name, tmp_path)), tmp_path)
    assert found.plan.title
    assert set(found.prepared) == {study.name for study in found.plan.studies}
    for study, prepared in found.prepared.items():
        loads = prepared.loads
        assert loads, study
        assert all(load.jobs > 0 and load.items > 0 and load.pilot_items > 0 for load in loads)


def test_the_quick_plan_has_all_four_crash_tests_and_needs_nothing() -> None:
    plan = read_plan(PLANS / "quick.toml")
    assert sorted(study.test for study in plan.studies) == ["attack", "leakage", "novel-topic", "shift"]
    assert all(source.path.startswith("world(") for study in plan.studies for source in study.corpora.values())


def test_the_quick_plan_runs_when_thinned(tmp_path: Path) -> None:
    small = "world(authors=4, topics=6, documents=96, words=60)"
    plan = read_plan(PLANS / "quick.toml", dict.fromkeys(("world", "families", "letters"), small))
    found = checked(thinned(plan, SHORT), tmp_path)

    def keep(result: Mapping[str, object], folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "result.json").write_text(json.dumps(result, default=str), encoding="utf-8")
        (folder / "report.html").write_text("<p>kept</p>", encoding="utf-8")

    outcomes = list(conduct(found, Force(workers=1), keep))
    assert [one.failure for one in outcomes] == [None] * 4
    assert {one.result["protocol"] for one in outcomes if one.result} == {"novel_topic", "leakage", "shift", "attack"}


def test_the_page_of_plans_names_every_plan() -> None:
    told = (PLANS / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`([\w-]+\.toml)`", told)) == {path.name for path in PLANS.glob("*.toml")}
