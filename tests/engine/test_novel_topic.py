"""The whole crash test from Python, on small worlds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

import stylobench
from stylobench.engine.jobs import Bench, Job, answer
from stylobench.engine.methods import methods
from stylobench.features.texts import Texts
from stylobench.records import Corpus, Split
from stylobench.specs import names


@pytest.fixture(scope="module")
def small() -> Corpus:
    return stylobench.world(authors=4, topics=5, documents=80, words=60, seed=2)


@pytest.fixture(scope="module")
def result(small: Corpus) -> dict[str, Any]:
    mine = make_pipeline(CountVectorizer(), MultinomialNB())
    return stylobench.novel_topic(
        small, {"mine": mine, "constant": make_pipeline(CountVectorizer(max_features=1), MultinomialNB())}
    )


def test_a_pipeline_can_be_handed_over(result: dict[str, Any], small: Corpus) -> None:
    assert result["corpus"] == {
        "name": "world", "documents": 80, "authors": 4, "topics": 5, "digest": small.digest, "group": "topic",
    }  # fmt: skip
    found = result["methods"]["mine"]
    assert found["failures"] == []
    assert found["standard"]["units"] == found["novel_topic"]["units"] == 5
    assert len(found["novel_topic"]["folds"]) == 5
    assert found["novelty"]["compared"] == 80
    assert [point["topics"] for point in found["retrain"]] == [1, 2, 4]
    assert found["open_set"]["known"] + found["open_set"]["strangers"] == 160


def test_every_accuracy_agrees_with_the_confusion_matrix(result: dict[str, Any]) -> None:
    for found in result["methods"].values():
        matrix = np.array(found["confusion"]["matrix"])
        assert np.trace(matrix) / matrix.sum() == pytest.approx(found["novel_topic"]["mean"])


def test_the_result_is_plain_json(result: dict[str, Any]) -> None:
    assert json.loads(json.dumps(result, allow_nan=True))["protocol"] == "novel_topic"


def test_the_comparison_has_the_sign_of_the_difference(result: dict[str, Any]) -> None:
    (one,) = result["comparisons"]
    means = {name: found["novel_topic"]["mean"] for name, found in result["methods"].items()}
    assert one["difference"] == pytest.approx(means[one["a"]] - means[one["b"]])
    assert one["verdict"] == "cannot reject at 5% with 5 topics"


def test_a_second_run_uses_the_stored_answers_and_gives_the_same_result(small: Corpus, tmp_path: Path) -> None:
    work = {"workers": 2, "folder": tmp_path, "quick": True}
    first = stylobench.novel_topic(small, ["naive_bayes"], **work)
    stored = {path: path.stat().st_mtime_ns for path in (tmp_path / "answers").iterdir()}
    again = stylobench.novel_topic(small, ["naive_bayes"], **work)
    assert json.dumps(first) == json.dumps(again)
    assert stored == {path: path.stat().st_mtime_ns for path in (tmp_path / "answers").iterdir()}


def test_adding_a_method_changes_no_other_number(small: Corpus) -> None:
    alone = stylobench.novel_topic(small, ["naive_bayes"], quick=True)
    both = stylobench.novel_topic(small, ["naive_bayes", "burrows_delta"], quick=True)
    assert json.dumps(alone["methods"]["naive_bayes"]) == json.dumps(both["methods"]["naive_bayes"])


@pytest.mark.parametrize("spec", names("attributors"))
def test_labels_and_words_of_the_held_out_topic_reach_no_answer(spec: str, small: Corpus) -> None:
    """Held-out authors are permuted and other held-out documents rewritten: the answers on one document stay."""
    authors, topics = (np.array(small.column(name)) for name in ("author", "topic"))
    train, test = (np.flatnonzero(mask) for mask in (topics != topics[0], topics == topics[0]))
    rng = np.random.default_rng(0)
    permuted, rewritten = authors.copy(), list(small.texts)
    permuted[test] = rng.permutation(np.roll(authors[test], 1))
    for row in test[1:]:
        rewritten[row] = f"zyzzyva {row} " + " ".join(rng.permutation(small.texts[row].split()))
    seen = []
    for texts, labels in ((small.texts, authors), (rewritten, permuted)):
        split = Split("s", train, test, "x")
        found = answer(Job(Bench("same digest", Texts(texts), labels, topics), split, methods([spec])[0], 0))
        assert found.answers is not None, found.failure
        seen.append(found.answers.scores[0])
    assert seen[0].tolist() == seen[1].tolist()


def test_the_order_of_documents_changes_nothing(small: Corpus, tmp_path: Path) -> None:
    shuffled = Corpus.of("world", [small.documents[i] for i in np.random.default_rng(1).permutation(len(small))])
    assert shuffled.digest == small.digest
    first, second = (
        stylobench.novel_topic(corpus, ["naive_bayes"], quick=True, folder=folder)["methods"]
        for corpus, folder in ((small, tmp_path / "a"), (shuffled, tmp_path / "b"))
    )
    assert json.dumps(first) == json.dumps(second)


def test_documents_that_say_nothing_of_novelty_are_left_out_and_counted() -> None:
    single = stylobench.world(cells=[[1, 1, 1]] * 4, words=40)
    result = stylobench.novel_topic(single, ["naive_bayes"], quick=True)
    assert result["methods"]["naive_bayes"]["novelty"] is None
    assert any("12 of 12 documents say nothing of novelty" in line for line in result["warnings"])


def test_few_documents_make_fewer_folds_and_a_warning() -> None:
    few = stylobench.world(cells=[[1, 1, 2]] * 3, words=40)
    result = stylobench.novel_topic(few, ["naive_bayes"], quick=True)
    assert [fold["documents"] for fold in result["methods"]["naive_bayes"]["standard"]["folds"]] == [2] * 6
    assert any("6 folds instead of 10: no author has more documents" in line for line in result["warnings"])


def test_a_split_that_trains_on_the_tested_topics_is_no_test_of_novelty(small: Corpus, tmp_path: Path) -> None:
    ids = small.column("id")
    (tmp_path / "split.csv").write_text("id,fold\n" + "".join(f"{one},{i % 3}\n" for i, one in enumerate(ids)))
    result = stylobench.novel_topic(small, "naive_bayes", split_file=tmp_path / "split.csv", scheme="file")
    assert any("this is no test of novelty: of 15 tested topics, 15 are also in" in line for line in result["warnings"])
    assert result["methods"]["naive_bayes"]["novelty"] is None


def test_one_method_that_answers_nonsense_does_not_harm_the_others(small: Corpus) -> None:
    from sklearn.dummy import DummyClassifier

    class Stranger(DummyClassifier):  # type: ignore[misc]
        def predict(self, X: Any) -> Any:
            return np.array(["nobody"] * len(X))

    result = stylobench.novel_topic(
        small, {"nobody": Stranger(), "fair": DummyClassifier(strategy="stratified")}, quick=True
    )
    assert result["methods"]["nobody"]["novel_topic"]["mean"] == 0
    assert np.sum(result["methods"]["nobody"]["confusion"]["matrix"]) == 0
    assert result["methods"]["fair"]["failures"] == []
