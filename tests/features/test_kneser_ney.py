from __future__ import annotations

import math
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stylobench.features import kneser_ney
from stylobench.features._kneser_ney_kernels import Work
from stylobench.features.kneser_ney import DISCOUNT, costs, shape

sequences = st.lists(st.integers(0, 4), max_size=30).map(lambda values: np.array(values, np.int32))


def padded(sequence, order):
    """All n-grams of the longest kind, sentence by sentence."""
    found, sentence = [], [0] * (order - 1)
    for symbol in sequence.tolist():
        if symbol == 0:
            sentence = [0] * (order - 1)
            continue
        sentence.append(symbol)
        found.append(tuple(sentence[-order:]))
    return found


class PlainModel:
    """By the definition, with sets and dictionaries."""

    def __init__(self, sequences, order, vocabulary):
        self.order, self.vocabulary = order, vocabulary
        self.counts = [defaultdict(int) for _ in range(order + 1)]
        for sequence in sequences:
            for gram in padded(sequence, order):
                self.counts[order][gram] += 1
        for length in range(order - 1, 0, -1):
            for gram in self.counts[length + 1]:
                self.counts[length][gram[1:]] += 1

    def chance(self, gram):
        if not gram:
            return 1 / self.vocabulary
        lower = self.chance(gram[1:])
        followers = [count for other, count in self.counts[len(gram)].items() if other[:-1] == gram[:-1]]
        if not followers:
            return lower
        seen = self.counts[len(gram)].get(gram, 0)
        return (max(seen - DISCOUNT, 0) + DISCOUNT * len(followers) * lower) / sum(followers)


@settings(deadline=None, max_examples=60)
@given(st.lists(sequences, min_size=1, max_size=3), sequences, st.integers(1, 4))
def test_it_is_kneser_ney_by_its_definition(learnt, asked, order):
    model = PlainModel(learnt, order, 10)
    expected = [-math.log2(model.chance(gram)) for gram in padded(asked, order)]
    found = costs(learnt, asked, shape(order, 10))
    assert found[asked > 0] == pytest.approx(expected)
    assert (found[asked == 0] == 0).all()


@settings(deadline=None, max_examples=30)
@given(sequences, sequences, st.integers(1, 4))
def test_chances_after_a_context_sum_to_one(learnt, context, order):
    asked = [np.append(context, symbol).astype(np.int32) for symbol in range(1, 11)]
    assert sum(2 ** -costs([learnt], text, shape(order, 10))[-1] for text in asked) == pytest.approx(1)


def exact_costs(model, asked):
    """Costs by the plain model, with the operations in the order of the formula."""
    found = np.zeros(len(asked))
    found[asked > 0] = [-math.log2(model.chance(gram)) for gram in padded(asked, model.order)]
    return found


def in_turn(values):
    """The sum from left to right."""
    total = 0.0
    for value in values.tolist():
        total += value
    return total


def random_texts(rng):
    """Few symbols or many, short or long, with breaks or without; empty ones too."""
    symbols, most = rng.choice([1, 2, 5, 40]), rng.choice([1, 2, 10, 80])
    return [rng.integers(rng.integers(2), symbols + 1, rng.integers(most + 1)).astype(np.int32) for _ in range(6)]


@pytest.mark.parametrize("order", [1, 2, 5, 10])
def test_many_models_of_several_ranges_and_models_of_one_text_give_the_bits_of_the_plain_model(order):
    rng = np.random.default_rng(order)
    for _ in range(15):
        texts = random_texts(rng)
        symbols, ends = np.concatenate(texts), np.cumsum([0, *map(len, texts)])
        starts, rows = np.append(0, np.cumsum(rng.integers(1, 4, 8))), np.sort(rng.integers(6, size=8))
        learnt = np.array(
            [(ends[row], rng.integers(ends[row], ends[row + 1] + 1)) for row in rng.integers(6, size=starts[-1])]
        )
        found = kneser_ney.summed(symbols, Work(learnt, starts, np.c_[ends[rows], ends[rows + 1]]), shape(order, 50))
        for i, row in enumerate(rows):
            parts = [symbols[first:last] for first, last in learnt[starts[i] : starts[i + 1]]]
            expected = exact_costs(PlainModel(parts, order, 50), texts[row])
            assert costs(parts, texts[row], shape(order, 50)).tolist() == expected.tolist()
            assert found[i] == in_turn(expected)
        couples = rng.integers(6, size=(8, 2))
        expected = [in_turn(exact_costs(PlainModel([texts[a]], order, 50), texts[b])) for a, b in couples]
        assert kneser_ney.of_couples(symbols, ends, couples, shape(order, 50)).tolist() == expected


def test_a_model_is_not_changed_by_who_else_is_asked():
    rng = np.random.default_rng(0)
    text = rng.integers(1, 9, 4000).astype(np.int32)
    work = Work(np.array([[0, 3000], [0, 10], [0, 3000], [5, 2000]]), np.arange(5), np.tile([3000, 4000], (4, 1)))
    first, small, again, other = kneser_ney.summed(text, work, shape(5, 50))
    assert first == again
    for (start, end), bits in zip([(0, 3000), (0, 10), (5, 2000)], (first, small, other), strict=True):
        assert bits == in_turn(costs([text[start:end]], text[3000:], shape(5, 50)))


def test_a_bigram_model_by_hand():
    # a b a b: "b" after "a" twice; before "a": start and "b", before "b": only "a"; so a: 2 of 3 kinds, b: 1 of 3
    learnt = np.array([1, 2, 1, 2], np.int32)
    unigram = (1 - 0.75 + 0.75 * 2 / 4) / 3
    bigram = (2 - 0.75 + 0.75 * 1 * unigram) / 2
    assert costs([learnt], np.array([1, 2], np.int32), shape(2, 4))[1] == pytest.approx(-math.log2(bigram))


def test_couples_are_asked_of_their_own_models():
    parts = [np.array(values, np.int32) for values in ([1, 2, 1], [2, 2, 3, 1], [3, 1])]
    ends = np.cumsum([0, *map(len, parts)])
    couples = np.array([[2, 0], [0, 1], [2, 1], [1, 1], [0, 1]])
    found = kneser_ney.of_couples(np.concatenate(parts), ends, couples, shape(3, 9))
    assert found == pytest.approx([costs([parts[a]], parts[b], shape(3, 9)).sum() for a, b in couples])
