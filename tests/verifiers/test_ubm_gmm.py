from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.mixture import GaussianMixture
from verifiers.strong_style import auc_of, strong_style

from stylobench.errors import SpecError, SplitError
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Floats, Problem
from stylobench.verifiers._mixture import Mixture, log_totals
from stylobench.verifiers._pieces import Pieces, pieces
from stylobench.verifiers.ubm_gmm import MEASURES, UbmGmm


def density(rows: Floats, mixture: Mixture) -> Floats:
    """The logarithm of the density, by scipy."""
    parts = zip(np.exp(mixture.log_weights), mixture.means, mixture.variances, strict=True)
    total: Floats = sum(w * multivariate_normal(m, np.diag(v)).pdf(rows) for w, m, v in parts)
    return np.log(total)


def blobs() -> Floats:
    rng = np.random.default_rng(0)
    return np.concatenate([rng.normal(0, 1, (60, 3)), rng.normal(6, 1.2, (40, 3))])


def test_one_component_is_mean_and_variance() -> None:
    rows = blobs()
    one = Mixture.of(rows, 1, np.random.default_rng(0))
    assert one.means[0] == pytest.approx(rows.mean(axis=0))
    assert one.variances[0] == pytest.approx(rows.var(axis=0))


def test_two_components_fit_as_well_as_those_of_scikit_learn() -> None:
    rows = blobs()
    ours = Mixture.of(rows, 2, np.random.default_rng(0))
    theirs = GaussianMixture(2, covariance_type="diag", random_state=0).fit(rows)
    assert log_totals(ours.joint(rows)).mean() == pytest.approx(theirs.score(rows), abs=0.01)
    assert log_totals(ours.joint(rows)) == pytest.approx(density(rows, ours), abs=1e-9)


def test_adaptation_by_hand() -> None:
    flat = Mixture(np.log([0.5, 0.5]), np.array([[0.0], [4.0]]), np.ones((2, 1)))
    rows, shares = np.array([[1.0], [2.0], [5.0]]), np.array([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]])
    # (1 + .5 * 2 + 2 * 0) / (1.5 + 2) and (.5 * 2 + 5 + 2 * 4) / (1.5 + 2)
    assert flat.adapted(rows, shares, 2.0).means[:, 0] == pytest.approx([2 / 3.5, 14 / 3.5])


def test_pieces_are_nearly_equal_and_lose_nothing() -> None:
    text = "One, two three. " * 130
    cut = pieces(text)
    assert [len(piece) for piece in cut] == [108, 108, 109, 108, 108, 109]
    assert [token for piece in cut for token in piece][:5] == ["one", ",", "two", "three", "."]
    assert len(pieces("a " * 10_000)) == 20
    assert pieces(" \n") == []


def test_shares_are_percentages_of_a_piece() -> None:
    found = Pieces.of(Texts(["a a b c", "", "b b"]))
    assert found.starts.tolist() == [0, 1, 1, 2]
    assert found.shares(["b", "unheard"]).tolist() == [[25, 0], [100, 0]]
    assert found.most_frequent(np.array([0, 2]), 2) == ["b", "a"]
    assert found.of_texts(np.array([2, 0])).tolist() == [1, 0]


def test_measures_are_likelihood_ratios_and_distances() -> None:
    made = strong_style(documents=30, words=250)
    model = UbmGmm(components=2, features=10, trees=5).fit(made.problems(made.train), made.train.same)
    problem = Problem((made.texts[1],), made.texts[2])
    first, second = (shares_of(text, model) for text in made.texts[1:3])
    forth, back = (ratios(*both, model) for both in ((first, second), (second, first)))
    means = first.mean(axis=0), second.mean(axis=0)
    apart = [np.abs(means[0] - means[1]).mean(), np.abs(means[1]).mean(), np.abs(means[0]).mean()]
    measured = model._measures(Problems.of([problem]))[0]
    assert measured == pytest.approx([forth.mean(), forth.min(), back.mean(), back.min(), *apart], abs=1e-6)


def shares_of(text: str, model: UbmGmm) -> Floats:
    rows = [[100 * piece.count(token) / len(piece) for token in model.tokens_] for piece in pieces(text)]
    return model.scale_.standard(np.array(rows))


def ratios(author: Floats, asked: Floats, model: UbmGmm) -> Floats:
    everyone = model.everyone_
    joint = everyone.joint(author)
    shares = np.exp(joint) / np.exp(joint).sum(axis=1, keepdims=True)
    means = (shares.T @ author + model.relevance * everyone.means) / (shares.sum(axis=0) + model.relevance)[:, None]
    return density(asked, Mixture(everyone.log_weights, means, everyone.variances)) - density(asked, everyone)


def test_it_tells_authors_apart() -> None:
    assert auc_of(UbmGmm(), strong_style()) > 0.8


def test_it_explains_itself_by_its_measures() -> None:
    made = strong_style(documents=30)
    model = UbmGmm().fit(made.problems(made.train), made.train.same)
    reasons = model.explain(made.problems(made.test)[0])
    assert reasons
    assert {reason.name for reason in reasons} <= set(MEASURES)


def test_blank_texts_alone_teach_nothing() -> None:
    with pytest.raises(SplitError, match="needs a training text that is not blank"):
        UbmGmm().fit([Problem(("",), " "), Problem((" ",), "")], [True, False])


@pytest.mark.parametrize(("parameter", "value"), [("components", 0), ("trees", 0), ("relevance", 0)])
def test_a_wrong_parameter_is_named(parameter: str, value: float) -> None:
    with pytest.raises(SpecError, match=rf"ubm_gmm\({parameter}={value}\): it must be"):
        UbmGmm(**{parameter: value}).fit([], [])
