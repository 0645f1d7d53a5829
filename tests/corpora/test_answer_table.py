from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from stylobench.corpora.answer_table import AnswerColumns, Labels, is_answer_table, read_answer_table
from stylobench.errors import CorpusError

NAN = float("nan")


def _file(folder: Path, text: str, name: str = "a.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("yes", "no"), [("true", "False"), ("1", "0"), ("1.0", "0.0"), ("YES", "no"), ("y", "N"), ("Same", "DIFFERENT")]
)
def test_truth_that_says_yes_or_no_makes_verification(tmp_path: Path, yes: str, no: str) -> None:
    path = _file(tmp_path, f"truth,score\n{yes},.9\n{no},\n{no},nan\n{yes},0\n")
    table = read_answer_table(path)
    assert isinstance(table.truth, np.ndarray)
    assert (table.task, len(table), table.truth.tolist()) == ("verification", 4, [True, False, False, True])
    np.testing.assert_array_equal(table.methods["score"], [0.9, NAN, NAN, 0])
    assert (table.ids, table.texts, table.clusters, table.times, table.warnings) == (None, None, None, None, [])


def test_labels_with_answers_make_attribution(tmp_path: Path) -> None:
    table = read_answer_table(_file(tmp_path, "author,predicted,text\nAnn,Bob,x\nBob,,y\nAnn,Zoe,\n"))
    assert isinstance(table.truth, Labels)
    named = table.methods["predicted"]
    assert isinstance(named, Labels)
    assert (table.task, table.truth.words(), named.words()) == (
        "attribution",
        ["Ann", "Bob", "Ann"],
        ["Bob", None, "Zoe"],
    )
    assert table.texts == ["x", "y", ""]


def test_answers_that_say_yes_or_no_are_scores_of_one_and_nought(tmp_path: Path) -> None:
    table = read_answer_table(_file(tmp_path, "same,answer\nyes,TRUE\nno,\nno,0\n"))
    np.testing.assert_array_equal(table.methods["answer"], [1, NAN, 0])
    labels = read_answer_table(_file(tmp_path, "label,answer\n1,2\n0,0\n", "digits.csv"))
    assert labels.task == "attribution"


def test_a_positive_label_makes_scores_of_labels_readable(tmp_path: Path) -> None:
    path = _file(tmp_path, "label,score,answer\nspam,.9,spam\nham,.2,ham\nother,.3,\n")
    table = read_answer_table(path, AnswerColumns(scores={"s": "score"}, answers={"a": "answer"}, positive="spam"))
    assert isinstance(table.truth, np.ndarray)
    assert table.truth.tolist() == [True, False, False]
    np.testing.assert_array_equal(table.methods["a"], [1, 0, NAN])
    only = read_answer_table(path, AnswerColumns(answers={"a": "answer"}, positive="spam"))
    assert (only.task, only.columns.positive) == ("attribution", "spam")
    with pytest.raises(CorpusError, match="no truth is 'eggs'; there are: 'ham', 'other', 'spam'"):
        read_answer_table(path, AnswerColumns(positive="eggs"))


def test_labels_with_only_a_score_are_refused(tmp_path: Path) -> None:
    path = _file(tmp_path, "label,score\nsci,.9\nrec,.2\n")
    with pytest.raises(CorpusError, match=r"column 'label' holds labels \('rec', 'sci'\); say with --positive LABEL"):
        read_answer_table(path)


def test_of_guessed_score_and_answer_the_one_that_suits_is_read(tmp_path: Path) -> None:
    verified = read_answer_table(_file(tmp_path, "truth,score,answer\n1,.5,1\n0,.1,0\n"))
    assert list(verified.methods) == ["score"]
    assert verified.warnings == ["not read: 'answer'; name columns to have them as well"]
    attributed = read_answer_table(_file(tmp_path, "truth,score,answer\nAnn,.5,Ann\nBob,.1,Ann\n", "b.csv"))
    assert list(attributed.methods) == ["answer"]


def test_rows_without_truth_are_left_out_everywhere_and_counted(tmp_path: Path) -> None:
    path = _file(tmp_path, "id,truth,score,cluster,date,text\na,1,.9,x,1987,A\nb,,.8,y,1988,B\nc,0,.1,,1989,C\n")
    table = read_answer_table(path)
    assert isinstance(table.truth, np.ndarray)
    assert table.truth.tolist() == [True, False]
    np.testing.assert_array_equal(table.methods["score"], [0.9, 0.1])
    assert (table.ids, table.times, table.texts) == (["a", "c"], ["1987", "1989"], ["A", "C"])
    assert table.clusters is not None
    assert table.clusters.words() == ["x", "(none)"]
    assert table.warnings == [
        "1 of 3 rows have no truth and were left out",
        "1 rows have no cluster; they are a cluster of their own",
    ]
    with pytest.raises(CorpusError, match="column 'truth' is empty in every row"):
        read_answer_table(_file(tmp_path, "truth,score\n,.5\n,.6\n", "none.csv"))


def test_repeated_ids_are_replaced_by_the_numbers_of_rows(tmp_path: Path) -> None:
    table = read_answer_table(_file(tmp_path, "id,truth,score\n7,1,.5\n8,,.5\n7,0,.5\n"))
    assert table.ids == ["1", "3"]
    assert "column 'id' repeats ids; rows are numbered instead" in table.warnings


def test_dates_in_several_formats_are_read_and_odd_ones_told(tmp_path: Path) -> None:
    path = _file(tmp_path, "truth,score,date\n1,.5,26-FEB-1987\n0,.5,2/26/87\n1,.5,\n0,.5,soon\n")
    table = read_answer_table(path)
    assert table.times == ["1987-02-26", "1987-02-26", None, None]
    assert table.warnings[0].startswith("1 values cannot be read as dates")


def test_a_table_of_answers_is_told_from_a_corpus(tmp_path: Path) -> None:
    assert is_answer_table(_file(tmp_path, "truth,score\n1,.5\n"))
    assert not is_answer_table(_file(tmp_path, "author,text\nAnn,x\n", "b.csv"))
    assert not is_answer_table(_file(tmp_path, "truth,score\n1,.5\n", "c.txt"))
    assert not is_answer_table(tmp_path)


MILLION = """
import re, sys
from pathlib import Path
from stylobench.corpora.answer_table import read_answer_table
table = read_answer_table(Path(sys.argv[1]))
assert table.clusters is not None
print(len(table), int(table.truth.sum()), len(table.clusters.names), f"{table.methods['score'].sum():.0f}")
# ru_maxrss would count the process that started this one
print(int(re.search(r'VmHWM:\\s+(\\d+)', Path('/proc/self/status').read_text())[1]) // 1024)
"""


def test_a_million_rows_fit_into_half_a_gigabyte(tmp_path: Path) -> None:
    rows = "".join(f"{row % 2},{row % 1000 / 1000},cluster {row % 700}\n" for row in range(1_000_000))
    path = _file(tmp_path, f"truth,score,cluster\n{rows}")
    done = subprocess.run([sys.executable, "-c", MILLION, str(path)], capture_output=True, text=True, check=True)
    found, peak = done.stdout.splitlines()
    assert found == "1000000 500000 700 499500"
    assert int(peak) < 500
