from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import clone

import stylobench
from stylobench.attributors.term_model import LEARNERS, TermModel, _one_occurrence
from stylobench.errors import CorpusError, SpecError
from stylobench.features.texts import Texts
from stylobench.seeds import generator

TEXTS = ["boats sailed the sea", "a boat at sea", "sailing boats", "laws of the court", "the court ruled", "a law"]
CLASSES = ["sea"] * 3 + ["court"] * 3


@pytest.mark.parametrize("learner", LEARNERS)
def test_stems_carry_the_topic_over_to_other_words(learner: str) -> None:
    model = TermModel(learner, least=1).fit(TEXTS * 3, CLASSES * 3)
    assert model.predict(["boating", "a court"]).tolist() == ["sea", "court"]


@pytest.mark.parametrize("learner", LEARNERS)
def test_only_the_machine_has_scores_without_probabilities(learner: str) -> None:
    model = TermModel(learner, least=1)
    assert hasattr(model, "decision_function") == (learner == "linear_svm")
    assert hasattr(model, "predict_proba") == (learner != "linear_svm")
    assert hasattr(clone(model), "predict_proba") == (learner != "linear_svm")


def test_terms_are_frequent_in_training_and_the_best_by_gain() -> None:
    """`boat` stands in the three texts of one class, `court` in two of the other; `the` occurs in both."""
    model = TermModel(least=3, words=1).fit(TEXTS, CLASSES)
    chosen = [model.vectors_.names[column] for column in model.vectors_.chosen]
    assert chosen == ["boat"]


def test_rows_have_length_one_before_terms_are_chosen() -> None:
    """Stems of the last text: boat twice, the once; of all frequent ones the row is (2, 1) / root 5."""
    texts = ["boat the", "boat", "the", "the", "boat boat the"]
    model = TermModel(least=1, words=1).fit(texts, ["a", "a", "b", "b", "a"])
    assert model.vectors_.transform(Texts(texts)).toarray()[-1] == pytest.approx([2 / np.sqrt(5)])


def test_where_nothing_is_frequent_all_terms_are_kept() -> None:
    assert TermModel(least=100).fit(TEXTS, CLASSES).predict(["boats"]).tolist() == ["sea"]


def test_one_occurrence_is_the_least_weight_of_a_row_on_average() -> None:
    model = TermModel("naive_bayes", least=1).fit(["so so it", "it", ""], ["a", "b", "b"])
    matrix = model.vectors_.transform(Texts(["so so it", "it", ""]))
    assert _one_occurrence(matrix) == pytest.approx((1 / np.sqrt(5) + 1) / 2)
    assert _one_occurrence(matrix[2:]) == 1.0


def test_what_it_cannot_use_is_refused_in_one_line() -> None:
    with pytest.raises(SpecError, match="no learner 'svm'; there are: linear_svm, naive_bayes"):
        TermModel("svm").fit(TEXTS, CLASSES)
    with pytest.raises(SpecError, match="term_model counts, but 'sentence_length' measures"):
        TermModel(features="sentence_length").fit(TEXTS, CLASSES)
    with pytest.raises(CorpusError, match="the training documents have no stems"):
        TermModel().fit(["1", "2"], ["a", "b"])


@pytest.mark.parametrize("learner", LEARNERS)
def test_three_classes_and_the_same_bits_again(learner: str) -> None:
    corpus = stylobench.world(authors=3, topics=3, documents=60, words=150, seed=1)
    topics = corpus.column("topic")
    first, again = (TermModel(learner, random_state=3).fit(corpus.texts, topics) for _ in range(2))
    assert (first.predict(corpus.texts) == np.array(topics)).mean() > 0.8
    assert np.array_equal(first._all_scores(corpus.texts), again._all_scores(corpus.texts))


@pytest.mark.skipif("STYLOBENCH_CORPORA" not in os.environ, reason="STYLOBENCH_CORPORA names no folder of corpora")
def test_science_against_sports_of_newsgroups20() -> None:
    corpus = stylobench.load(str(Path(os.environ["STYLOBENCH_CORPORA"]) / "newsgroups20"))
    long = [(d.text, str(d.topic)) for d in corpus.documents if len(d.text.encode()) >= 1000]
    chosen = [(text, topic.split(".")[0]) for text, topic in long if topic.startswith(("sci.", "rec.sport."))]
    texts, classes = Texts([text for text, _ in chosen]), np.array([name for _, name in chosen])
    order = generator(0, "halves").permutation(len(classes))
    train, test = order[: len(order) // 2], order[len(order) // 2 :]
    least = {"linear_svm": 0.95, "naive_bayes": 0.95, "decision_tree": 0.88, "knn": 0.85}
    for learner in LEARNERS:
        model = TermModel(learner).fit(texts.take(train), classes[train])
        assert (model.predict(texts.take(test)) == classes[test]).mean() > least[learner]
