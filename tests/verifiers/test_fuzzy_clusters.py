from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from verifiers.sample_problems import sample
from verifiers.strong_style import auc_of

from stylobench.errors import SpecError
from stylobench.features.texts import Texts
from stylobench.records import Floats, Problem
from stylobench.verifiers._style import NAMES, style_rows
from stylobench.verifiers.fuzzy_clusters import FuzzyClusters, fuzzy_c_means, memberships


def plain_memberships(values: Floats, centres: Floats, fuzziness: float) -> list[list[float]]:
    """As written by Bezdek: one over a sum of ratios of distances."""
    rows = []
    for value in values:
        apart = [float(np.linalg.norm(value - centre)) for centre in centres]
        rows.append([1 / sum((a / b) ** (2 / (fuzziness - 1)) for b in apart) for a in apart])
    return rows


@given(st.integers(0, 2**32), st.floats(1.1, 3.0), st.integers(2, 5))
@settings(max_examples=40, deadline=None)
def test_memberships_are_those_of_the_definition(seed: int, fuzziness: float, clusters: int) -> None:
    rng = np.random.default_rng(seed)
    values, centres = rng.normal(size=(6, 3)), rng.normal(size=(clusters, 3))
    found = memberships(values, centres, fuzziness)
    assert found == pytest.approx(np.array(plain_memberships(values, centres, fuzziness)), rel=1e-6, abs=1e-9)
    assert found.sum(axis=1) == pytest.approx(1)


def test_one_step_of_c_means_by_hand() -> None:
    values, centres = np.array([[0.0], [1.0], [4.0]]), np.array([[0.0], [4.0]])
    # shares in the first cluster 1, .9, 0; with fuzziness 2 their squares weigh
    first = 0.9**2 * 1 / (1 + 0.9**2)
    second = (0.1**2 * 1 + 4) / (0.1**2 + 1)
    assert memberships(values, centres, 2.0)[:, 0] == pytest.approx([1, 0.9, 0], abs=1e-9)
    end = fuzzy_c_means(values, centres, 2.0)
    assert abs(end[0, 0] - first) < 0.1
    assert abs(end[1, 0] - second) < 0.1


def test_c_means_ends_where_its_centres_are_the_means_of_their_clusters() -> None:
    rng = np.random.default_rng(0)
    values = np.concatenate([rng.normal(0, 0.3, (20, 2)), rng.normal(5, 0.3, (20, 2))])
    centres = fuzzy_c_means(values, values[[0, 1]], 2.0)
    weights = np.array(plain_memberships(values, centres, 2.0)) ** 2
    means = (weights.T @ values) / weights.sum(axis=0)[:, None]
    assert centres == pytest.approx(means, abs=1e-3)
    assert sorted(centres[:, 0].round()) == [0, 5]


def test_style_by_hand() -> None:
    row = dict(zip(NAMES, style_rows(Texts(["So, it is; so!\nNo 1?", ""]))[0], strict=True))
    assert row["commas"] == pytest.approx(100 / 20)
    assert row["semicolons"] == row["exclamation marks"] == row["question marks"] == row["line ends"] == row["commas"]
    assert row["full stops"] == 0
    assert row["capitals"] == pytest.approx(100 * 2 / 20)
    assert row["digits"] == pytest.approx(100 / 20)
    assert row["letters per word"] == pytest.approx(11 / 6)
    assert row["words in once"] == pytest.approx(5 / 6)
    assert style_rows(Texts([""]))[0].tolist() == [0.0] * len(NAMES)


def test_the_score_is_what_memberships_have_in_common() -> None:
    made = sample()
    train, test = made.problems(made.train), made.problems(made.test)
    model = FuzzyClusters(clusters=4, calibrate="none").fit(train, made.train.same)
    for problem, answer in zip(test[:6], model.verify(test[:6]), strict=True):
        values = np.clip(model.scale_.standard(style_rows(Texts([*problem.known, problem.questioned]))), -3, 3)
        shares = np.array(plain_memberships(values, model.centres_, model.fuzziness))
        assert answer == pytest.approx(np.minimum(shares[:-1].mean(axis=0), shares[-1]).sum(), abs=1e-6)


def test_it_tells_authors_apart() -> None:
    # measures of punctuation and lengths say little of 80 words: 36 such problems give .49 to .71 by the seed alone
    assert auc_of(FuzzyClusters(), sample(documents=120, words=300)) > 0.6


def test_only_where_it_is_asked_to_does_company_matter() -> None:
    made = sample()
    train, test = made.problems(made.train), made.problems(made.test)
    for transductive in (False, True):
        model = FuzzyClusters(transductive=transductive, calibrate="none").fit(train, made.train.same)
        assert model.transductive is transductive
        assert np.array_equal(model.verify(test)[:1], model.verify(test[:1])) is not transductive
        assert np.array_equal(model.verify(test[::-1])[::-1], model.verify(test))


def test_its_reasons_are_measures_in_which_both_sides_are_near_or_far() -> None:
    made = sample()
    model = FuzzyClusters().fit(made.problems(made.train), made.train.same)
    marked = made.texts[0] + " ; ; ; ; ; ; ; ; ; ; ;"
    reasons = {reason.name: reason.value for reason in model.explain(Problem((made.texts[0],), marked))}
    assert set(reasons) <= set(NAMES)
    assert reasons["letters per word"] > 0
    assert model.explain(Problem(("",), "so")) == []


@pytest.mark.parametrize(("parameter", "value"), [("clusters", 1), ("fuzziness", 1.0)])
def test_a_wrong_parameter_is_named(parameter: str, value: float) -> None:
    with pytest.raises(SpecError, match=rf"fuzzy_clusters\({parameter}={value}\): it must be"):
        FuzzyClusters(**{parameter: value}).fit([], [])
