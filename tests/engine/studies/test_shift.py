"""Subclass shift as a study: checked beforehand, with as many jobs as it says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import stylobench
from stylobench.engine.force import Force, Unwatched
from stylobench.engine.plan import Study
from stylobench.engine.prepared import Place
from stylobench.engine.studies.shift import inputs, prepared
from stylobench.engine.tested_file import Source
from stylobench.errors import StylobenchError
from stylobench.records import Corpus

WORLD = stylobench.world(authors=4, topics=4, documents=120, words=40, drift=0.8)
# the experiment asks for texts of 1,000 bytes
LONG = stylobench.world(authors=4, topics=4, documents=60, words=300)


class Counting(Unwatched):
    def __init__(self) -> None:
        self.jobs = 0

    def opened(self, jobs: Sequence[Any], waiting: Sequence[Any]) -> None:
        self.jobs += len(jobs)


def study(attributors: Sequence[str] = ("naive_bayes",), verifiers: Sequence[str] = (), **options: Any) -> Study:
    given = {"draws": 100, "radius": [0.25], **options}
    return Study("s", "shift", {"w": Source("w")}, tuple(attributors), tuple(verifiers), options=given)


@pytest.mark.parametrize(
    ("what", "corpus"),
    [
        (study(), WORLD),
        (study(backtest=True, period="year"), WORLD),
        (study([], ["char_ngrams"], folds=3), WORLD),
        (study(experiment=True, samples=2, **{"class": {"a": "[bl]*", "b": "[ms]*"}}), LONG),
    ],
    ids=["documents", "backtest", "problems", "experiment"],
)
def test_there_are_as_many_jobs_as_it_says(what: Study, corpus: Corpus, tmp_path: Path) -> None:
    ready, watch = prepared(what, {"w": corpus}, tmp_path), Counting()
    planned = sum(load.jobs for load in ready.loads)
    assert not list(tmp_path.rglob("*.npz"))
    result = ready.conduct(Place(tmp_path, tmp_path / "s"), Force(workers=0, watch=watch), None)
    assert result["protocol"] == "shift"
    assert planned == watch.jobs > 0


def test_it_comes_to_what_the_function_comes_to(tmp_path: Path) -> None:
    ready = prepared(study(), {"w": WORLD}, tmp_path)
    found = ready.conduct(Place(tmp_path, tmp_path / "s"), Force(workers=0), None)
    straight = stylobench.shift(WORLD, ["naive_bayes"], draws=100, radii=(0.25,), workers=0)
    assert found["methods"]["naive_bayes"] == straight["methods"]["naive_bayes"]


@pytest.mark.parametrize(
    ("what", "told"),
    [
        (study(measure="precisely"), "no measure named 'precisely'"),
        (study(samples=3), "--samples is of --experiment"),
        (study(experiment=True), "0 classes named"),
        (study(clusters=1000), "clusters"),
        (study(target="genre"), "has no genre"),
    ],
)
def test_what_cannot_be_done_is_refused_before_any_job(what: Study, told: str, tmp_path: Path) -> None:
    with pytest.raises(StylobenchError, match=told):
        prepared(what, {"w": WORLD}, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_answers_of_systems_are_inputs() -> None:
    assert inputs(study(system={"b": "/x/b", "a": "/x/a"})) == (Path("/x/a"), Path("/x/b"))
    assert inputs(study()) == ()
