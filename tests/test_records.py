from __future__ import annotations

import numpy as np

from stylobench.records import Answers, Corpus, Document, Split


def test_the_digest_depends_on_contents_not_on_order() -> None:
    one, two = Document("1", "a text", "ann", "x"), Document("2", "another", "bob", "y")
    assert Corpus.of("c", [one, two]).digest == Corpus.of("other name", [two, one]).digest
    assert Corpus.of("c", [one]).digest != Corpus.of("c", [Document("1", "a text", "ann", None)]).digest


def test_the_digest_survives_a_lone_surrogate() -> None:
    assert Corpus.of("c", [Document("1", "\ud800")]).digest


def test_a_column_may_be_an_entry_of_meta() -> None:
    corpus = Corpus.of("c", [Document("1", "t", "ann", "x", meta={"genre": "essay"})])
    assert corpus.column("genre") == ["essay"]
    assert corpus.column("author") == ["ann"]


def test_splits_that_differ_in_one_row_have_other_digests() -> None:
    a = Split("s", np.array([0, 1]), np.array([2]), "x")
    assert a.digest == Split("s", np.array([0, 1]), np.array([2]), "x").digest
    assert a.digest != Split("s", np.array([0]), np.array([1, 2]), "x").digest


def test_a_row_of_nan_is_silence() -> None:
    answers = Answers(np.array([0, 1]), ("ann", "bob"), np.array([[0.2, 0.8], [np.nan, np.nan]]), probable=True)
    assert answers.best() == ["bob", None]


def test_of_scores_that_are_equal_but_for_rounding_the_first_author_is_named() -> None:
    scores = np.array([[0.3, 0.1 + 0.2], [-700.0 * (1 + 1e-15), -700.0], [0.3, 0.3001], [-np.inf, 0.0]])
    assert Answers(np.arange(4), ("ann", "bob"), scores, probable=False).best() == ["ann", "ann", "bob", "bob"]
