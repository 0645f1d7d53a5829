from __future__ import annotations

import bz2
import math
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stylobench.features import code_lengths
from stylobench.features.code_lengths import CHARACTERS, COMPRESSORS, NOTHING, ORDER, code_length
from stylobench.features.texts import Texts

words = st.text("abc ", max_size=40)


def plain_length(text: str, after: str) -> float:
    """PPM with escapes by method D, counting in dictionaries."""
    followers: defaultdict[str, Counter[str]] = defaultdict(Counter)
    total = 0.0
    whole = after + text
    for i, symbol in enumerate(whole):
        bits = 0.0
        for length in range(min(ORDER, i), -1, -1):
            seen = followers[whole[i - length : i]]
            known, followed, kinds = seen[symbol], seen.total(), sum(count > 0 for count in seen.values())
            seen[symbol] += 1
            if known:
                bits += math.log2(2 * followed / (2 * known - 1))
                break
            bits += math.log2(2 * followed / kinds) if followed else 0
        else:
            bits += math.log2(CHARACTERS)
        total += bits * (i >= len(after))
    return total


@settings(deadline=None, max_examples=60)
@given(words, words)
def test_it_is_ppm_by_its_definition(text, after):
    assert code_length(text, after) == pytest.approx(plain_length(text, after))


def test_many_texts_after_one_are_each_coded_as_if_alone_after_it():
    rng = np.random.default_rng(2)
    texts = ["".join(rng.choice(list("abcd "), size)) for size in (300, 2, 500, 0, 1, 40, 300)]
    couples = np.array([[first, second] for first in range(-1, len(texts)) for second in range(len(texts))])
    couples = rng.permutation(couples)
    for (first, second), bits in zip(couples, code_lengths.by_ppm(Texts(texts), couples), strict=True):
        assert bits == plain_length(texts[second], texts[first] if first >= 0 else "")


def test_three_letters_by_hand():
    # a new: 8 bits; b: escape from "a once" costs log2(2 / 1), then 8 bits; a: known once among 2, log2(4 / 1)
    assert code_length("aba") == pytest.approx(8 + (1 + 8) + 2)


def test_packers_tell_what_a_text_adds():
    first, second = "so it is, and so it was. " * 30, "thus we go, and thus it was. " * 20
    joined, alone = (len(bz2.compress(text.encode())) for text in (first + second, first))
    assert code_length(second, first, "bz2") == 8 * (joined - alone)


@pytest.mark.parametrize("compressor", COMPRESSORS)
def test_a_text_takes_less_after_its_like(compressor):
    rng = np.random.default_rng(1)
    first, second = ("".join(rng.choice(list("abcdefgh "), 3000)) for _ in range(2))
    assert code_length(first, after=first, compressor=compressor) < 0.5 * code_length(first, compressor=compressor)
    assert code_length(first, after=second, compressor=compressor) > 0.8 * code_length(first, compressor=compressor)


@pytest.mark.parametrize("compressor", COMPRESSORS)
def test_company_changes_nothing(compressor):
    texts = ["so it is", "thus we go", "日本語", "so so so it"]
    couples = np.array([[0, 1], [3, 0], [NOTHING, 2], [2, 1], [NOTHING, 0], [0, 3]])
    together = code_lengths.of_couples(Texts(texts), couples, compressor)
    for (first, second), bits in zip(couples, together, strict=True):
        assert bits == code_length(texts[second], "" if first == NOTHING else texts[first], compressor)
