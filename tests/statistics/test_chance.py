"""Chance level by permuting authors within topics."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from stylobench.errors import UndefinedMetric
from stylobench.statistics.chance import permutation_chance


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def test_mean_is_the_exact_expectation() -> None:
    truth, said = ["a", "a", "b", "c"], ["a", "b", "b", None]
    shuffles = list(itertools.permutations(truth))
    expected = sum(x == y for one in shuffles for x, y in zip(one, said, strict=True)) / len(shuffles) / 4
    assert permutation_chance(truth, said, ["t"] * 4, rng()).mean == pytest.approx(expected)


def test_topics_are_shuffled_apart() -> None:
    # Every topic has one author: shuffling inside changes nothing, so right answers are no merit.
    truth = ["a"] * 5 + ["b"] * 5
    found = permutation_chance(truth, truth, ["s"] * 5 + ["t"] * 5, rng())
    assert (found.mean, found.high, found.p) == (1, 1, 1)


def test_right_answers_within_a_mixed_topic_beat_chance() -> None:
    truth = ["a", "b"] * 20
    found = permutation_chance(truth, truth, ["t"] * 40, rng(), draws=200)
    assert found.mean == 0.5
    assert 0.5 < found.high < 0.75
    assert found.p == 1 / 201


def test_the_draws_centre_on_the_mean() -> None:
    source = np.random.default_rng(5)
    truth = source.choice(["a", "b", "c"], 300).tolist()
    said = source.choice(["a", "b", "c"], 300).tolist()
    topics = source.choice(["s", "t", "u"], 300).tolist()
    found = permutation_chance(truth, said, topics, rng(), draws=2000)
    # sd of a share of 300 at 1/3 is .027; its 95th percentile lies 1.645 of them up
    assert found.high == pytest.approx(found.mean + 1.645 * 0.027, abs=0.008)


def test_p_is_uniform_under_guessing() -> None:
    source, small = np.random.default_rng(8), 0
    topics = ["s"] * 30 + ["t"] * 30
    for _ in range(400):
        truth, said = source.choice(["a", "b"], (2, 60)).tolist()
        small += permutation_chance(truth, said, topics, source, draws=99).p <= 0.1
    assert small / 400 <= 0.1 + 3 * (0.1 * 0.9 / 400) ** 0.5


def test_prior_only_answers_fall_below_one_in_so_many_authors() -> None:
    """Four authors with 60 documents each, one main topic each: holding it out makes its author the rarest."""
    authors = ["ann", "bob", "cem", "dee"]
    rows = [(a, t) for i, a in enumerate(authors) for t in range(4) for _ in range(42 if i == t else 6)]
    truth, topics = [a for a, _ in rows], [str(t) for _, t in rows]
    total, here = Counter(truth), Counter(rows)
    prior = {t: max(authors, key=lambda a: total[a] - here[a, t]) for t in range(4)}
    found = permutation_chance(truth, [prior[t] for _, t in rows], topics, rng())
    assert found.mean == pytest.approx(6 / 60)
    assert found.mean < found.high + 1e-12 < 1 / len(authors)


def test_same_generator_same_numbers_in_any_topic_order() -> None:
    truth, said, topics = ["a", "b", "a", "b"] * 6, ["a", "a", "b", "b"] * 6, (["s"] * 4 + ["t"] * 4) * 3
    once = permutation_chance(truth, said, topics, rng())
    assert once == permutation_chance(truth, said, topics, rng())


def test_nothing_to_measure() -> None:
    with pytest.raises(UndefinedMetric, match="chance level"):
        permutation_chance([], [], [], rng())
    with pytest.raises(ValueError, match="2 authors, 1 answers"):
        permutation_chance(["a", "b"], ["a"], ["t", "t"], rng())
