from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stylobench.features.near_duplicates import (
    WordHashes,
    jaccard,
    near_duplicates,
    shingles,
    signature,
)
from stylobench.seeds import generator


def _plain_jaccard(first: list[str], second: list[str]) -> float:
    one, two = ({tuple(words[i : i + 4]) for i in range(max(1, len(words) - 3))} for words in (first, second))
    return len(one & two) / len(one | two)


WORDS = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=30)


@given(WORDS, WORDS)
def test_hashed_shingles_give_the_plain_jaccard(first: list[str], second: list[str]) -> None:
    hashes = WordHashes()
    expected = _plain_jaccard(first, second)
    assert jaccard(shingles(first, hashes), shingles(second, hashes)) == pytest.approx(expected)


def test_signatures_agree_at_the_rate_of_the_jaccard() -> None:
    rng = generator(0, "signatures")
    agree = []
    for _ in range(200):
        pool = np.unique(rng.integers(0, 2**63, 900, dtype=np.uint64))
        rng.shuffle(pool)
        one, two = np.sort(pool[:600]), np.sort(pool[300:900])
        agree.append((signature(one) == signature(two)).mean())
    # 12,800 nearly independent agreements at 300/900: standard error .0042.
    assert np.mean(agree) == pytest.approx(1 / 3, abs=0.02)


def _texts(rng: np.random.Generator, count: int, length: int) -> list[list[str]]:
    return [[f"w{i}" for i in rng.zipf(1.3, length) % 20_000] for _ in range(count)]


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 1000))
def test_all_pairs_above_the_threshold_are_found(seed: int) -> None:
    rng = generator(seed, "pairs")
    texts = _texts(rng, 30, 120)
    for original in range(8):
        copy = list(texts[original])
        for at in rng.integers(0, len(copy), int(rng.integers(0, 5))):
            copy[at] = "changed"
        texts.append(copy)
    expected = {(i, j) for i in range(len(texts)) for j in range(i) if _plain_jaccard(texts[i], texts[j]) >= 0.8}
    found = near_duplicates(texts)
    assert found.complete
    assert {(pair.second, pair.first) for pair in found.pairs} == expected


def test_pairs_come_with_the_most_similar_first_and_texts_without_words_pair_with_none() -> None:
    base = [f"w{i}" for i in range(103)]
    found = near_duplicates([[], base, [*base, "x"], [], [*base, "x", "y", "z"]])
    assert [(pair.first, pair.second) for pair in found.pairs] == [(1, 2), (2, 4), (1, 4)]
    assert [pair.similarity for pair in found.pairs] == pytest.approx([100 / 101, 101 / 103, 100 / 103])
    assert near_duplicates([]).pairs == ()


def test_a_lower_threshold_finds_more_distant_pairs() -> None:
    base = [f"w{i}" for i in range(200)]
    half = base[:150] + [f"v{i}" for i in range(50)]
    assert near_duplicates([base, half]).pairs == ()
    assert near_duplicates([base, half], threshold=0.5).pairs[0].similarity == pytest.approx(147 / 247)


def test_a_crowd_of_one_template_is_searched_in_part() -> None:
    template = [f"w{i}" for i in range(100)]
    found = near_duplicates([[*template, str(i)] for i in range(300)])
    assert not found.complete
    assert len(found.pairs) >= 300 * 19


def test_twenty_thousand_texts_take_seconds() -> None:
    rng = generator(0, "many")
    texts = _texts(rng, 20_000, 100)
    texts[777] = [*texts[5], "more"]
    started = time.perf_counter()
    found = near_duplicates(texts)
    assert time.perf_counter() - started < 60
    assert [(pair.first, pair.second) for pair in found.pairs] == [(5, 777)]
