from __future__ import annotations

from pathlib import Path

import pytest

from stylobench.corpora.answer_columns import AnswerColumns, holds_answers
from stylobench.errors import CorpusError

PATH = Path("answers.csv")


def test_usual_names_are_found_in_any_case() -> None:
    found = AnswerColumns().settled(["ID", "Y_true", "Prob", "Genre", "timestamp", "content"], PATH)
    assert found == AnswerColumns(
        "Y_true", {"Prob": "Prob"}, {}, text="content", cluster="Genre", time="timestamp", id="ID"
    )


def test_methods_are_named_by_what_stands_beside_the_usual_name() -> None:
    found = AnswerColumns().settled(["truth", "score_svm", "knn.score", "score", "p_value", "predicted tree"], PATH)
    assert found.scores == {"svm": "score_svm", "knn": "knn.score"}
    assert found.answers == {"tree": "predicted tree"}


def test_named_columns_win_over_guesses() -> None:
    found = AnswerColumns(truth="GOLDEN", scores={"mine": "s"}).settled(["truth", "golden", "s", "score"], PATH)
    assert (found.truth, found.scores, found.answers) == ("golden", {"mine": "s"}, {})


@pytest.mark.parametrize(
    ("columns", "present", "message"),
    [
        (AnswerColumns(truth="trth"), ["truth", "score"],
         "answers.csv has no column 'trth'; its columns are: truth, score; did you mean 'truth'?"),
        (AnswerColumns(scores={"a": "zzz"}), ["truth", "score"],
         "answers.csv has no column 'zzz'; its columns are: truth, score"),
        (AnswerColumns(), ["x", "score"],
         "answers.csv has no column of truth; its columns are: x, score; say which with --truth COLUMN"),
        (AnswerColumns(), ["truth", "x"],
         "answers.csv has no column of answers; its columns are: truth, x; say which with --score or --answer COLUMN"),
    ],
)  # fmt: skip
def test_missing_columns_are_told_with_those_there_are(
    columns: AnswerColumns, present: list[str], message: str
) -> None:
    with pytest.raises(CorpusError) as caught:
        columns.settled(present, PATH)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("present", "expected"),
    [
        (["truth", "score"], True),
        (["author", "predicted", "text"], True),
        (["label", "score_svm", "text"], True),
        (["class", "p"], True),
        (["text", "author"], False),
        (["text", "author", "topic", "score"], False),
        (["truth", "text"], False),
        (["score", "text"], False),
        ([], False),
    ],
)
def test_answers_are_told_from_a_corpus(present: list[str], expected: bool) -> None:
    assert holds_answers(present) is expected
