"""Answers to every document of a corpus, on small worlds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engine.unplaced import unplaced
from sklearn.dummy import DummyClassifier

import stylobench
from stylobench.engine.run import Force
from stylobench.engine.shift_answers import Question, Work, answered_documents, label_runs, without_repeats
from stylobench.errors import SplitError
from stylobench.metrics.attribution import macro_f1
from stylobench.protocols.shift_ground import Tested
from stylobench.records import Corpus, Document, Split

HERE = Work(force=Force(0))


class Remembers(DummyClassifier):  # type: ignore[misc]
    """Names the author of a text that it has seen; anything else is by nobody."""

    def fit(self, X: Any, y: Any) -> Any:
        self.seen = dict(zip(X, y, strict=True))
        return super().fit(X, y)

    def predict(self, X: Any) -> Any:
        return np.array([self.seen.get(text, "nobody") for text in X])


class Fails(DummyClassifier):  # type: ignore[misc]
    """Fails where it is asked of one document."""

    def __init__(self, document: str = "", strategy: str = "prior") -> None:
        super().__init__(strategy=strategy)
        self.document = document

    def predict(self, X: Any) -> Any:
        if self.document in list(X):
            raise ValueError("no good")
        return super().predict(X)


@pytest.fixture(scope="module")
def small() -> Corpus:
    return stylobench.world(authors=4, topics=4, documents=64, words=60)


def test_every_document_is_answered_once_by_a_model_that_never_saw_it(small: Corpus) -> None:
    tested = answered_documents(small, {"memory": Remembers(), "bayes": "naive_bayes"}, work=HERE)
    assert (tested.task, tested.item, len(tested), tested.warnings) == ("attribution", "document", 64, ())
    assert list(tested.ids) == small.column("id")
    assert list(tested.classes) == small.column("author")
    assert tested.texts is not None
    assert list(tested.texts) == small.texts
    for found in tested.methods.values():
        assert found.rows.tolist() == list(range(64))
        assert found.failures == ()
    memory = tested.methods["memory"].outcomes
    assert not memory.right[memory.kinds].any()
    assert "log_loss" in tested.methods["bayes"].outcomes.measures


def test_topics_can_be_the_target_and_labels_can_be_given(small: Corpus) -> None:
    topics = answered_documents(small, "naive_bayes", Question("topic"), work=HERE)
    assert list(topics.classes) == small.column("topic")
    wanted = sorted(set(topics.classes))[:2]
    labels = [topic if topic in wanted else None for topic in small.column("topic")]
    some = answered_documents(small, "naive_bayes", Question("class", labels, wanted[1]), HERE)
    assert list(some.classes) == [label for label in labels if label]
    assert some.warnings == ("32 of 64 documents have no class or no text and are not used",)
    assert some.methods["naive_bayes"].outcomes.measures[-3:] == ("precision", "recall", "f")


def test_the_order_of_documents_changes_nothing(small: Corpus) -> None:
    shuffled = replace(small, documents=tuple(small.documents[i] for i in np.random.default_rng(1).permutation(64)))
    one, other = (answered_documents(corpus, "naive_bayes", work=HERE) for corpus in (small, shuffled))
    assert one.ids == other.ids
    left, right = (tested.methods["naive_bayes"].outcomes for tested in (one, other))
    assert left.kinds.tolist() == right.kinds.tolist()
    assert left.losses is not None
    assert right.losses is not None
    assert left.losses.tolist() == right.losses.tolist()


def test_answers_are_kept_and_used_again_but_not_for_other_labels(small: Corpus, tmp_path: Path) -> None:
    work = replace(HERE, folder=tmp_path)
    answered_documents(small, "naive_bayes", work=work)
    stored = {path: path.stat().st_mtime_ns for path in (tmp_path / "answers").iterdir()}
    answered_documents(small, "naive_bayes", work=work)
    assert stored == {path: path.stat().st_mtime_ns for path in (tmp_path / "answers").iterdir()}
    labels = [f"not {author}" for author in small.column("author")]
    other = answered_documents(small, "naive_bayes", Question(labels=labels), work)
    assert set(other.methods["naive_bayes"].outcomes.classes) == set(labels)


def test_a_fold_that_fails_is_told_and_its_documents_have_no_answer(small: Corpus) -> None:
    weak = {"weak": Fails(small.texts[0])}
    tested = answered_documents(small, weak, Question(folds=4), HERE)
    found = tested.methods["weak"]
    (failure,) = found.failures
    assert unplaced(failure).endswith(": ValueError: no good")
    assert len(tested) == 64
    assert len(found.rows) == len(found.outcomes) == 48
    assert 0 not in found.rows


def test_few_documents_make_fewer_folds_and_single_ones_are_told() -> None:
    few = stylobench.world(cells=[[3, 1], [0, 0]], words=30)
    tested = answered_documents(few, "naive_bayes", work=HERE)
    assert tested.warnings == (
        "3 folds instead of 5: no class has more documents",
        "1 documents are the only one of their class: no model that leaves them out can be right",
    )


def test_one_class_is_an_error(small: Corpus) -> None:
    with pytest.raises(SplitError, match=r"corpus 'world' has 1 class \('x'\); telling them apart needs at least 2"):
        answered_documents(small, "naive_bayes", Question(labels=["x"] * 64))
    with pytest.raises(SplitError, match="has 0 class"):
        answered_documents(small, "naive_bayes", Question("genre"))


def twice() -> Corpus:
    """Twenty texts, each by whoever; the second of each pair is older, and differs by a line break at its end."""
    pairs = [(f"words {i} and more", "ab"[i % 2]) for i in range(20)]
    later = [Document(f"{i:02d}-1", text, author, time="2021") for i, (text, author) in enumerate(pairs)]
    older = [Document(f"{i:02d}-2", f"{text}\n", author, time="2020") for i, (text, author) in enumerate(pairs)]
    return Corpus.of("twice", [*later, *older, Document("blank", "some other words")])


def test_no_text_is_trained_on_and_asked_again() -> None:
    tested = answered_documents(twice(), {"memory": Remembers()}, work=HERE)
    assert list(tested.ids) == [f"{i:02d}-2" for i in range(20)]
    assert tested.warnings == (
        "1 of 41 documents have no author or no text and are not used",
        "20 documents repeat the text of another and are not used",
    )


def test_of_repeated_texts_the_earliest_labelled_one_is_kept_whatever_the_order() -> None:
    documents = [
        Document("d", "same", "x"),
        Document("c", "same", "x", time="2020-05"),
        Document("b", "same", "x", time="2020-05"),
        Document("a", "same", None, time="1990"),
        Document("e", "other", "y"),
    ]
    for order in (documents, documents[::-1]):
        corpus = Corpus.of("few", order)
        labels, repeated = without_repeats(corpus, corpus.column("author"))
        kept = {name for name, label in zip(corpus.column("id"), labels, strict=True) if label}
        assert (kept, repeated) == ({"b", "e"}, 2)


def test_items_can_be_refused_before_anything_is_run_or_written(small: Corpus, tmp_path: Path) -> None:
    seen = []

    def refuse(tested: Tested) -> None:
        seen.append((len(tested), dict(tested.methods)))
        raise SplitError("not these")

    with pytest.raises(SplitError, match="not these"):
        answered_documents(small, "naive_bayes", work=Work(folder=tmp_path / "out", check=refuse))
    assert seen == [(64, {})]
    assert not (tmp_path / "out").exists()


def test_splits_of_ones_own_are_run_on_rows_of_the_corpus(small: Corpus) -> None:
    rows = np.arange(64)
    splits = [Split("early", rows[:40], rows[40:], "late"), Split("late", rows[40:], rows[:40], "early")]
    runs = label_runs(small, small.column("author"), splits, ["naive_bayes", "knn"], HERE)
    assert {name: list(found) for name, found in runs.items()} == {n: ["early", "late"] for n in ("naive_bayes", "knn")}
    answers = runs["knn"]["late"].answers
    assert answers is not None
    assert answers.rows.tolist() == list(range(40))
    truth = [str(author) for author in small.column("author")[:40]]
    assert 0 < macro_f1(truth, answers.best()) < 1
