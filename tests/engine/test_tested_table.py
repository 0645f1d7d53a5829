"""Tables of answers as tested items."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from stylobench.corpora.answer_source import Labels
from stylobench.corpora.answer_table import AnswerColumns, AnswerTable, read_answer_table
from stylobench.engine.tested_table import table_tested


def test_labels_and_answers(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("id,truth,answer,topic,date\na,x,x,sea,2020-01-02\nb,y,x,air,\nc,y,,sea,2020-01-03\n")
    tested = table_tested(read_answer_table(path), path, positive="y")
    assert (tested.name, tested.task, tested.item, len(tested)) == ("mine", "attribution", "document", 3)
    assert list(tested.ids) == ["a", "b", "c"]
    assert list(tested.classes) == ["x", "y", "y"]
    assert list(tested.subclasses or ()) == ["sea", "air", "sea"]
    assert list(tested.times or ()) == ["2020-01-02", None, "2020-01-03"]
    assert tested.texts is None
    (found,) = tested.methods.values()
    assert found.spec == "column 'answer'"
    assert found.outcomes.right[found.outcomes.kinds].tolist() == [True, False, False]
    assert found.outcomes.positive == "y"


def test_truth_and_scores(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    path.write_text("truth,score_one,score_two,text\n1,.9,.2,first\n0,.3,,second\n1,,.7,third\n")
    tested = table_tested(read_answer_table(path), path)
    assert (tested.task, tested.item) == ("verification", "problem")
    assert list(tested.ids) == ["row 1", "row 2", "row 3"]
    assert list(tested.classes) == ["same", "different", "same"]
    assert tested.texts is not None
    assert list(tested.texts) == ["first", "second", "third"]
    assert len(tested.methods) == 2
    kinds = [found.outcomes.kinds.tolist() for found in tested.methods.values()]
    assert kinds == [[0, 3, 4], [2, 5, 0]]
    assert tested.subclasses is None
    other = tmp_path / "other.csv"
    other.write_bytes(path.read_bytes())
    assert table_tested(read_answer_table(other), other).digest == tested.digest


@pytest.mark.parametrize("attribution", [True, False])
def test_a_million_rows_stay_small(tmp_path: Path, attribution: bool) -> None:
    count = 1_000_000
    rng = np.random.default_rng(0)
    said = Labels(rng.integers(0, 4, count), ("a", "b", "c", "d"))
    truth = Labels(rng.integers(0, 4, count), said.names) if attribution else said.codes < 2
    clusters = Labels(rng.integers(0, 9, count), tuple("123456789"))
    columns = AnswerColumns(answers={"m": "m"})
    answers = said if attribution else rng.random(count)
    path = tmp_path / "big.csv"
    path.write_text("stands for the file")
    table = AnswerTable(columns, truth, {"m": answers}, None, None, clusters, None, [])
    tracemalloc.start()
    tested = table_tested(table, path)
    held, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(tested) == count
    assert held < 80e6
    assert peak < 300e6
