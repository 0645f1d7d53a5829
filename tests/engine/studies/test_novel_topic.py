"""Novel topic as a study: the settings of the verb, checked beforehand."""

from __future__ import annotations

from pathlib import Path

import pytest

import stylobench
from stylobench.cli._console import without_nan
from stylobench.engine.force import Force
from stylobench.engine.plan import Study
from stylobench.engine.prepared import Place
from stylobench.engine.studies.novel_topic import inputs, prepared
from stylobench.engine.tested_file import Source, read_record
from stylobench.errors import StylobenchError

WORLD = stylobench.world(authors=3, topics=3, documents=36, words=40)
STUDY = Study(
    "n/w", "novel-topic", {"w": Source("elsewhere")}, ("naive_bayes",), seed=3, options={"quick": True, "folds": 4}
)


def test_it_comes_to_what_the_function_comes_to(tmp_path: Path) -> None:
    ready = prepared(STUDY, {"w": WORLD}, tmp_path)
    assert [(load.label, load.jobs) for load in ready.loads] == [("naive_bayes", 4 + 3 + 6)]
    found = ready.conduct(Place(tmp_path, tmp_path / "n/w"), Force(workers=0), None)
    straight = stylobench.novel_topic(WORLD, ["naive_bayes"], seed=3, quick=True, folds=4, workers=0)
    assert without_nan(found) == without_nan(straight)
    record = read_record(tmp_path / "n/w")
    assert record.answers == "../../answers"
    assert record.source == Source("elsewhere")


def test_variants_without_topic_words_have_jobs_of_their_own(tmp_path: Path) -> None:
    study = Study("n", "novel-topic", {"w": Source("w")}, options={"folds": 4})
    labels = [load.label for load in prepared(study, {"w": WORLD}, tmp_path).loads]
    assert labels == ["maxent", "maxent with keep=500"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"scheme": "none"}, "no scheme named 'none'"),
        ({"group": "genre"}, "has no genre"),
        ({"positive": "nobody"}, "no author named 'nobody'"),
    ],
)
def test_what_cannot_be_done_is_refused(options: dict[str, str], told: str, tmp_path: Path) -> None:
    study = Study("n", "novel-topic", {"w": Source("w")}, ("naive_bayes",), options=options)
    with pytest.raises(StylobenchError, match=told):
        prepared(study, {"w": WORLD}, tmp_path)


def test_a_split_file_is_an_input() -> None:
    assert inputs(Study("n", "novel-topic", {}, options={"split": "/x/s.csv"})) == (Path("/x/s.csv"),)
    assert inputs(STUDY) == ()
