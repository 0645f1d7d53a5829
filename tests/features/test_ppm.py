from __future__ import annotations

import math
import os
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stylobench.errors import CorpusError, SpecError
from stylobench.features import ppm
from stylobench.features.ppm import cross_entropies, cross_entropy, crossed, prepare
from stylobench.features.texts import Texts
from stylobench.seeds import generator

HAN = [chr(0x4E00 + i) for i in range(3000)]


def plain(model: str, text: str, order: int) -> float:
    """The definition, read aloud."""
    seen = Counter(model[i : i + n] for n in range(1, order + 2) for i in range(len(model) - n + 1))
    followed = Counter(model[i : i + n] for n in range(order + 1) for i in range(len(model) - n))
    bits = 0.0
    for i, character in enumerate(text):
        contexts = [text[i - n : i] for n in range(min(order, i), -1, -1)]
        context = next((context for context in contexts if seen[context + character]), None)
        bits -= math.log2(1 / 256 if context is None else seen[context + character] / followed[context])
    return bits / len(text)


def written(symbols: list[str] | str, length: int, *names: str) -> str:
    return "".join(generator(0, "ppm", *names).choice(list(symbols), length))


def test_by_hand() -> None:
    # model "abab": a 2/4; after a, b 2/2; after ab, a 1/1 (the second ab is followed by nothing)
    # a: 1/2; b after a: 1; a after ab: 1; b after aba: 1
    assert cross_entropy("abab", "abab") == 1 / 4
    # a: 1 bit; c never seen: 8 bits; b, never after c: b 2/4, 1 bit; b, not after b nor after cb: 1 bit
    assert cross_entropy("abab", "acbb") == 11 / 4
    # a: 2 of 3; a after a: a stands before a and before b, 1 of 2; b after aa: 1; a after b never: 2 of 3
    assert cross_entropy("aab", "aaba") == pytest.approx((2 * math.log2(3 / 2) + 1) / 4, abs=1e-9)


def test_without_context_it_is_the_share_of_each_character() -> None:
    assert cross_entropy("aabc", "ab", order=0) == 1.5


def test_beginnings_match_beginnings_and_middles() -> None:
    assert cross_entropy("xab", "ab") == pytest.approx(math.log2(3) / 2, abs=1e-9)
    assert cross_entropy("ab", "xab") == pytest.approx((8 + 1 + 0) / 3, abs=1e-9)


TEXTS = st.text(st.sampled_from("ab c\n𝔞é"), min_size=1, max_size=60)


@given(TEXTS | st.text(min_size=1, max_size=30), TEXTS, st.integers(0, 5))
@settings(max_examples=300, deadline=None)
def test_the_definition_in_any_script(first: str, second: str, order: int) -> None:
    expected = [plain(first, second, order), plain(second, first, order)]
    assert cross_entropies([(first, second)], order)[0] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("order", range(6))
def test_more_symbols_than_fit_one_word(order: int) -> None:
    first, second = written(HAN, 4000, "first"), written(HAN[::2], 3000, "second") + "一" * 50
    assert len(set(first + second)) > 1023
    expected = [plain(first, second, order), plain(second, first, order)]
    assert cross_entropies([(first, second)], order)[0] == pytest.approx(expected, abs=1e-9)


def test_as_many_symbols_as_fit_one_word() -> None:
    first, second = "".join(HAN[:1022]) * 2, "".join(HAN[:1023])
    expected = [plain(first, second, 5), plain(second, first, 5)]
    assert cross_entropies([(first, second)])[0] == pytest.approx(expected, abs=1e-9)


def test_a_pair_has_the_same_bits_in_any_company() -> None:
    texts = [written("abcde ", 50 + 30 * i, str(i)) for i in range(12)]
    alone = cross_entropies([(texts[3], texts[7])])[0]
    among = cross_entropies([(a, b) for a in texts for b in texts])
    beside_han = cross_entropies([(texts[7], texts[3]), (texts[0], "".join(HAN))])
    assert among[3 * 12 + 7].tolist() == alone.tolist()
    assert beside_han[0, ::-1].tolist() == alone.tolist()


def test_a_text_under_its_own_model() -> None:
    text = written("abc", 300, "own")
    assert cross_entropies([(text, text)])[0] == pytest.approx([plain(text, text, 5)] * 2, abs=1e-9)


@pytest.fixture
def collection() -> tuple[Texts, np.ndarray]:
    texts = Texts([written("abcdef ", 40 + i, str(i)) for i in range(20)])
    return texts, generator(0, "couples").integers(20, size=(100, 2))


def test_prepared_or_not_the_bits_are_the_same(collection: tuple[Texts, np.ndarray]) -> None:
    texts, couples = collection
    prepared = Texts(list(texts))
    prepare(prepared, couples[::-1])
    expected = cross_entropies([(texts[i], texts[j]) for i, j in couples])
    assert crossed(prepared, couples).tolist() == crossed(texts, couples).tolist() == expected.tolist()


def test_views_share_what_was_measured(collection: tuple[Texts, np.ndarray], monkeypatch: pytest.MonkeyPatch) -> None:
    texts, couples = collection
    expected = crossed(texts, couples)
    monkeypatch.setattr(ppm, "both_ways", None)
    rows = np.arange(20)[::-1]
    assert crossed(texts.take(rows), 19 - couples).tolist() == expected.tolist()
    assert crossed(texts, couples[:, ::-1]).tolist() == expected[:, ::-1].tolist()


def test_orders_are_kept_apart(collection: tuple[Texts, np.ndarray]) -> None:
    texts, couples = collection
    for order in (1, 4):
        i, j = couples[0]
        assert crossed(texts, couples, order)[0, 0] == pytest.approx(plain(texts[i], texts[j], order), abs=1e-9)


@pytest.mark.parametrize("cores", [1, 2, 7])
def test_any_number_of_threads_gives_the_same_bits(
    collection: tuple[Texts, np.ndarray], monkeypatch: pytest.MonkeyPatch, cores: int
) -> None:
    texts, couples = collection
    expected = crossed(texts, couples).tolist()
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(cores))
    assert crossed(Texts(list(texts)), couples).tolist() == expected


def test_blocks_give_the_same_bits(collection: tuple[Texts, np.ndarray], monkeypatch: pytest.MonkeyPatch) -> None:
    texts, couples = collection
    expected = crossed(texts, couples).tolist()
    monkeypatch.setattr(ppm, "BLOCK", 150)
    assert crossed(Texts(list(texts)), couples).tolist() == expected


def test_nothing_to_measure() -> None:
    assert cross_entropies([]).shape == (0, 2)
    assert crossed(Texts(["", "a"]), np.empty((0, 2), np.int64)).shape == (0, 2)


def test_an_empty_text_is_refused() -> None:
    with pytest.raises(CorpusError, match=r"text 1 .* is empty; ppm needs at least one character"):
        cross_entropy("a", "")
    with pytest.raises(CorpusError, match="text 2 "):
        crossed(Texts(["a", "b", ""]), np.array([[0, 1], [1, 2]]))


@pytest.mark.parametrize("order", [-1, 6, 2.5])
def test_other_orders_are_refused(order: int) -> None:
    with pytest.raises(SpecError, match="ppm has orders 0 to 5, not"):
        cross_entropy("a", "b", order)


def test_a_very_long_text() -> None:
    long = written("etaoin shrdlu", 100_000, "long")
    both = cross_entropies([(long, long[:1000])])[0]
    assert both == pytest.approx([plain(long, long[:1000], 5), plain(long[:1000], long, 5)], abs=1e-9)


def test_no_more_threads_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = Texts(["so it is", "so it was", "thus we be"])
    couples = np.array([[0, 1], [1, 2]])
    with ppm.at_most(1):
        monkeypatch.setattr(ppm, "ThreadPoolExecutor", None)
        alone = ppm.crossed(texts, couples)
    monkeypatch.undo()
    assert np.array_equal(alone, ppm.crossed(Texts(list(texts)), couples))
