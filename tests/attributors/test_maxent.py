from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import LogisticRegression

import stylobench
from stylobench.attributors import _maxent_solver
from stylobench.attributors._inner_choice import inner_folds
from stylobench.attributors._maxent_solver import Problem, solve
from stylobench.attributors._training import cell_weights
from stylobench.attributors.maxent import Maxent
from stylobench.attributors.maxent_published import MaxentPublished
from stylobench.errors import CorpusError, SpecError
from stylobench.seeds import generator


def small(authors=4, rows=80, features=30):
    rng = generator(1, "maxent test")
    matrix = sparse.random(rows, features, 0.3, format="csr", random_state=np.random.RandomState(0))
    return matrix, rng.integers(authors, size=rows)


def reference(C):
    # Newton with a Cholesky factor ends closer to the optimum than L-BFGS can
    return LogisticRegression(C=C, solver="newton-cholesky", tol=1e-10, max_iter=1000, fit_intercept=False)


def gradient(matrix, authors, importance, weights, C):
    scores = matrix @ weights
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares = raised / raised.sum(axis=1, keepdims=True)
    shares[np.arange(len(authors)), authors] -= 1
    return matrix.T @ (shares * importance[:, None]) + weights / C


@pytest.mark.parametrize("C", [0.1, 1.0, 10.0, 100.0])
@pytest.mark.parametrize("count", [3, 4, 5])
def test_the_weights_are_those_of_scikit_learn(C, count):
    matrix, authors = small(count)
    ours = solve(Problem.of(matrix, authors, count, np.ones(80)), C, 1e-7)
    theirs = reference(C).fit(matrix, authors)
    assert pytest.approx(theirs.coef_, abs=1e-6) == ours.weights.T


def test_weighted_documents_are_those_of_scikit_learn():
    matrix, authors = small()
    importance = generator(2, "weights").uniform(0.2, 3.0, 80)
    ours = solve(Problem.of(matrix, authors, 4, importance), 2.0, 1e-7)
    theirs = reference(2.0)
    theirs.fit(matrix, authors, sample_weight=importance)
    assert pytest.approx(theirs.coef_, abs=1e-6) == ours.weights.T


def test_two_authors_halve_the_binary_weights():
    # one weight per author: the two rows differ by the binary weights, at twice the C
    matrix, authors = small(2)
    ours = solve(Problem.of(matrix, authors, 2, np.ones(80)), 1.0, 1e-7).weights
    binary = reference(2.0).fit(matrix, authors)
    assert ours[:, 1] - ours[:, 0] == pytest.approx(binary.coef_[0], abs=1e-6)


@pytest.mark.parametrize("C", [1.0, 30.0])
def test_the_promised_distance_holds_and_the_gradient_vanishes(C):
    matrix, authors = small()
    problem = Problem.of(matrix, authors, 4, np.ones(80))
    rough, fine = solve(problem, C, 1e-1), solve(problem, C, 1e-8)
    assert np.linalg.norm(rough.weights - fine.weights) <= rough.distance <= 1e-1
    assert C * np.linalg.norm(gradient(matrix, authors, np.ones(80), fine.weights, C)) < 1e-6


def test_the_start_changes_nothing_that_matters():
    matrix, authors = small()
    problem = Problem.of(matrix, authors, 4, np.ones(80))
    warm = solve(problem, 5.0, 1e-7, solve(problem, 1.0, 1e-2).shares)
    assert warm.weights == pytest.approx(solve(problem, 5.0, 1e-7).weights, abs=1e-7)


def test_descent_takes_over_where_ascent_is_slow(monkeypatch):
    monkeypatch.setattr(_maxent_solver, "PATIENCE", 1)
    matrix, authors = small()
    importance = generator(2, "weights").uniform(0.2, 3.0, 80)
    ours = solve(Problem.of(matrix, authors, 4, importance), 3.0, 1e-4)
    theirs = reference(3.0).fit(matrix, authors, sample_weight=importance)
    assert ours.passes == 1
    assert np.linalg.norm(ours.weights.T - theirs.coef_) <= ours.distance <= 1e-4


def test_published_minimises_raw_counts_with_prior_one():
    texts = ["a a b", "b c", "a c c", "c b b", "a a", "b"]
    authors = ["x", "y", "z", "x", "y", "z"]
    model = MaxentPublished(tolerance=1e-7).fit(texts, authors)
    counts = np.array([[2, 1, 0], [0, 1, 1], [1, 0, 2], [0, 2, 1], [2, 0, 0], [0, 1, 0]], dtype=float)
    design = np.hstack([counts, np.ones((6, 1))])
    theirs = reference(1.0).fit(design, authors)
    assert model.coef_ == pytest.approx(theirs.coef_, abs=1e-6)


def test_rows_enter_as_unit_log_counts_with_a_constant():
    texts = ["a a b", "b c", "a c c", "c b b"]
    model = Maxent(C=1.0, min_documents=1, tolerance=1e-8).fit(texts, list("xyxy"))
    logs = np.log1p([[2, 1, 0], [0, 1, 1], [1, 0, 2], [0, 2, 1]])
    design = np.hstack([logs / np.linalg.norm(logs, axis=1, keepdims=True), np.full((4, 1), 0.2)])
    codes = np.array([0, 1, 0, 1])
    assert gradient(sparse.csr_matrix(design), codes, np.ones(4), model.coef_.T, 1.0) == pytest.approx(
        np.zeros((4, 2)), abs=1e-6
    )
    assert model.feature_weights()[0] == ["a", "b", "c"]


def test_each_cell_counts_equally():
    # cells (0,0) with two documents, (0,1) and (1,1) with one
    weights = cell_weights(np.array([0, 0, 0, 1]), np.array([0, 0, 1, 1]))
    assert weights == pytest.approx([2 / 3, 2 / 3, 4 / 3, 4 / 3])


def test_inner_folds_keep_topics_whole_and_even():
    topics = np.repeat(np.arange(7), [10, 9, 8, 3, 3, 2, 1])
    folds = inner_folds(np.zeros(36, dtype=int), topics)
    assert all(len(np.unique(folds[topics == topic])) == 1 for topic in range(7))
    assert sorted(np.bincount(folds)) == [12, 12, 12]


def test_without_topics_inner_folds_take_turns_within_authors():
    assert inner_folds(np.array([0, 1, 0, 0, 1, 0]), None).tolist() == [0, 0, 1, 2, 1, 0]


def test_keep_takes_the_features_that_topics_do_not_move():
    # "whilst" goes with the author, "goal" and "vote" with the topic
    texts = ["whilst goal so", "while goal so", "whilst vote so", "while vote so"] * 5
    model = Maxent(C=1.0, keep=2).fit(texts, list("abab") * 5, topics=list("xxyy") * 5)
    assert model.feature_weights()[0] == ["while", "whilst"]


def test_strength_is_chosen_from_the_grid_and_reported():
    corpus = stylobench.world(authors=3, topics=4, documents=48, words=80, seed=5)
    model = Maxent().fit(corpus.texts, corpus.column("author"), topics=corpus.column("topic"))
    assert model.C_ in (1.0, 10.0, 100.0, 1000.0)
    assert model.distance_ <= 1e-3


@pytest.mark.parametrize(
    "wrong", [{"C": -1.0}, {"C": "best"}, {"weights": "even"}, {"keep": 5}, {"weights": "topic_balanced"}]
)
def test_settings_that_cannot_be_are_one_clear_line(wrong):
    with pytest.raises(SpecError, match="maxent"):
        Maxent(**{"C": 1.0, **wrong}).fit(["a b", "b c"], ["x", "y"])


def test_no_feature_left_is_a_clear_error():
    with pytest.raises(CorpusError, match="lower min_documents"):
        Maxent(C=1.0, min_documents=9).fit(["a b", "b c"], ["x", "y"])


def test_probabilities_hardly_depend_on_the_tolerance():
    corpus = stylobench.world(authors=4, topics=3, documents=40, words=100, seed=6)
    rough, fine = (
        Maxent(C=10.0, tolerance=tolerance).fit(corpus.texts, corpus.column("author")) for tolerance in (1e-3, 1e-8)
    )
    difference = rough.predict_proba(corpus.texts) - fine.predict_proba(corpus.texts)
    assert np.abs(difference).max() < 1e-3
