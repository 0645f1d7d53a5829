"""One battery over every attributor that exists."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
from sklearn.base import clone

import stylobench
from stylobench import specs
from stylobench.errors import SplitError
from stylobench.features.texts import Texts

NAMES = specs.names("attributors")
VARIANTS = [
    *NAMES,
    "maxent(C=2.0)",
    "maxent(C=2.0, min_documents=3)",
    "maxent(C=2.0, most_frequent=200)",
    "maxent(C=2.0, weights='topic_balanced')",
    "maxent(C=2.0, keep=100)",
    "maxent(C=2.0, features='function_words+sentence_length')",
    "linear_svm(features=char_ngrams(n=3), most_frequent=300)",
    "naive_bayes(min_documents=3)",
]


@pytest.fixture(scope="module")
def corpus():
    made = stylobench.world(authors=3, topics=4, documents=72, words=250, seed=3, style=2.0)
    return made.texts, np.array(made.column("author")), np.array(made.column("topic"))


@pytest.fixture(scope="module")
def held(corpus):
    topics = corpus[2]
    return topics == np.unique(topics)[0]


def fitted(spec, texts, authors, topics):
    model = specs.build("attributors", spec)
    extra = {"topics": topics} if "topics" in inspect.signature(model.fit).parameters else {}
    return model.fit(texts, authors, **extra)


def scores(model, texts):
    if hasattr(model, "predict_proba"):
        return model.predict_proba(texts)
    return model.decision_function(texts)


@pytest.mark.parametrize("name", NAMES)
def test_parameters_survive_cloning(name):
    model = specs.build("attributors", name)
    assert clone(model).get_params() == model.get_params()
    if "features" in model.get_params():
        assert model.set_params(features="char_ngrams(n=3)").features == "char_ngrams(n=3)"


@pytest.mark.parametrize("name", NAMES)
def test_it_beats_chance_where_style_is_strong(name, corpus, held):
    texts, authors, topics = corpus
    whole = Texts(texts)
    model = fitted(name, whole.take(~held), authors[~held], topics[~held])
    assert (model.predict(whole.take(held)) == authors[held]).mean() > 0.4
    assert list(model.classes_) == sorted(set(authors))


@pytest.mark.parametrize("name", NAMES)
def test_scores_have_one_column_per_author_and_rank_like_predict(name, corpus):
    texts, authors, topics = corpus
    model = fitted(name, texts, authors, topics)
    given = scores(model, texts[:10])
    assert given.shape == (10, 3)
    assert np.isfinite(given).all()
    assert (model.classes_[given.argmax(axis=1)] == model.predict(texts[:10])).all()
    if hasattr(model, "predict_proba"):
        assert given.sum(axis=1) == pytest.approx(np.ones(10))


@pytest.mark.parametrize("spec", VARIANTS)
def test_counted_once_equals_counted_afresh_bit_for_bit(spec, corpus, held, tmp_path):
    texts, authors, topics = corpus
    train = [texts[i] for i in np.flatnonzero(~held)]
    tested = [texts[i] for i in np.flatnonzero(held)]
    plain = scores(fitted(spec, train, authors[~held], topics[~held]), tested)
    for whole in (Texts(texts), Texts(texts, folder=tmp_path)):
        model = fitted(spec, whole.take(~held), authors[~held], topics[~held])
        assert np.array_equal(scores(model, whole.take(held)), plain)


@pytest.mark.parametrize("spec", VARIANTS)
def test_nothing_from_the_held_out_fold_reaches_the_model(spec, corpus, held):
    texts, authors, topics = corpus
    probe = ["he said that it was perhaps the best of them", texts[0]]
    whole = Texts(texts)
    before = scores(fitted(spec, whole.take(~held), authors[~held], topics[~held]), probe)
    garbage = [f"zzz{i} aaa the the unheardof " * (i + 1) if held[i] else t for i, t in enumerate(texts)]
    swapped = np.where(held, np.roll(authors, 1), authors)
    other = Texts(garbage)
    after = scores(fitted(spec, other.take(~held), swapped[~held], topics[~held]), probe)
    assert np.array_equal(before, after)


@pytest.mark.parametrize("name", NAMES)
def test_two_fits_agree_to_the_bit(name, corpus):
    texts, authors, topics = corpus
    first, second = (scores(fitted(name, texts, authors, topics), texts[:7]) for _ in range(2))
    assert np.array_equal(first, second)


@pytest.mark.parametrize("name", NAMES)
def test_two_authors_one_of_them_with_a_single_document(name):
    texts = ["so it is and so it was", "so it was", "so so it is", "thus it be thus", "so it is so"]
    model = fitted(name, texts, ["Ann", "Ann", "Ann", "Bob", "Ann"], list("xyxyx"))
    given = scores(model, ["so", "", "words that nobody used"])
    assert len(given) == 3
    assert np.isfinite(given).all()
    assert set(model.predict(["so", "", "nobody"])) <= {"Ann", "Bob"}


@pytest.mark.parametrize("name", NAMES)
def test_empty_training_texts_do_not_stop_it(name):
    texts = ["so it is", "", "thus it was", "", "so it is", "thus it was"]
    model = fitted(name, texts, ["Ann", "Ann", "Bob", "Bob", "Ann", "Bob"], list("xyxyxy"))
    assert np.isfinite(scores(model, ["so it is", ""])).all()


@pytest.mark.parametrize("name", NAMES)
def test_one_author_is_a_clear_error(name):
    with pytest.raises(SplitError, match=r"all training documents are by 'Ann'"):
        fitted(name, ["so it is", "so it was"], ["Ann", "Ann"], ["x", "y"])


@pytest.mark.parametrize("name", NAMES)
def test_no_text_gives_no_answer(name, corpus):
    texts, authors, topics = corpus
    assert len(fitted(name, texts, authors, topics).predict([])) == 0
