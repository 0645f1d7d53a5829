from __future__ import annotations

import zlib
from collections import Counter
from math import log2

import numpy as np
import pytest
from verifiers.sample_problems import sample

from stylobench.features.problems import Problems
from stylobench.features.words import tokens
from stylobench.records import Problem
from stylobench.verifiers._glad_measures import NAMES, glad_measures


def row(problem):
    return dict(zip(NAMES, glad_measures(Problems.of([problem]))[0].tolist(), strict=True))


def entropy(words):
    uses = Counter(words)
    return -sum(count / len(words) * log2(count / len(words)) for count in uses.values())


def profile(text, n):
    plain = " ".join(text.lower().split())
    uses = Counter(plain[i : i + n] for i in range(len(plain) - n + 1))
    top = sorted(uses, key=lambda gram: (-uses[gram], gram))[: 500 if n == 5 else 100]
    return {gram: count / uses.total() for gram, count in uses.items()}, set(top)


def plain_distance(first, second, n):
    (one, top), (two, other) = profile(first, n), profile(second, n)
    pairs = [(one.get(gram, 0), two.get(gram, 0)) for gram in top | other]
    return sum((2 * (a - b) / (a + b)) ** 2 for a, b in pairs), len(top & other)


def test_a_tiny_problem_by_hand():
    # "aab" has a 2/3, b 1/3; "abb" the reverse: (2 (1/3) / 1)^2 twice
    found = row(Problem(("aab",), "abb"))
    assert found["distance of character 1-grams"] == pytest.approx(2 * (2 / 3) ** 2)
    assert found["shared profile of character 1-grams"] == 2
    # aa, ab against ab, bb: the two that stand in one alone give 4 each
    assert found["distance of character 2-grams"] == pytest.approx(8)
    assert found["shared profile of character 2-grams"] == 1
    assert found["distance of character 5-grams"] == 0
    assert found["cosine of words"] == 0
    assert found["joint entropy of words"] == 1
    assert found["entropy of known texts"] == 0


def test_profiles_entropies_and_compression_equal_a_plain_computation():
    texts = sample(documents=6, words=60).texts
    known, questioned = texts[:3], texts[3]
    found = row(Problem(tuple(known), questioned))
    for n in range(1, 6):
        distances, shared = zip(*(plain_distance(text, questioned, n) for text in known), strict=True)
        assert found[f"distance of character {n}-grams"] == pytest.approx(np.mean(distances))
        assert found[f"shared profile of character {n}-grams"] == pytest.approx(np.mean(shared))
    asked = tokens(questioned)
    entropies = [entropy(tokens(text)) for text in known]
    assert found["joint entropy of words"] == pytest.approx(np.mean([entropy(tokens(text) + asked) for text in known]))
    assert found["entropy of known texts"] == pytest.approx(np.mean(entropies))
    assert found["difference of entropies"] == pytest.approx(abs(np.mean(entropies) - entropy(asked)))
    rates = [[len(zlib.compress(t.encode())) / len(t.encode()) for t in (k, questioned, k + questioned)] for k in known]
    assert found["compressed together"] == pytest.approx(np.mean([(a + b) / c for a, b, c in rates]))


def test_sides_are_compared_by_layout():
    found = row(Problem(("So it is, so.\n\nOh.",), "So it is, so.\n\nOh."))
    assert found["cosine of punctuation"] == found["cosine of line ends"] == pytest.approx(1)
    assert found["difference of capitals"] == found["difference of text blocks"] == 0
    other = row(Problem(("So it is, so.",), "SO IT IS! so! SO!"))
    assert other["cosine of punctuation"] == 0
    # 1 capital to 7 small letters in 13 characters against 8 to 2 in 17
    assert other["difference of capitals"] == pytest.approx(abs(1 / 7 - 8 / 2 + 1 / 13 - 8 / 17))


def test_texts_without_words_are_measured():
    assert np.isfinite(glad_measures(Problems.of([Problem(("?!",), "12 34"), Problem(("\ud800x",), "x")]))).all()
