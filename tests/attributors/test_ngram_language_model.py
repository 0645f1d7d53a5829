from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import stylobench
from stylobench.attributors.ngram_language_model import NgramLanguageModel
from stylobench.errors import SpecError


def plain(text: str) -> str:
    return " ".join(text.lower().split())


def tables(known: list[str], n: int) -> list[Counter[str]]:
    """How often each sequence of 1 to n characters ends an n-gram of the texts."""
    found: list[Counter[str]] = [Counter() for _ in range(n)]
    for text in map(plain, known):
        for i in range(len(text) - n + 1):
            for length in range(1, n + 1):
                found[length - 1][text[i + n - length : i + n]] += 1
    return found


def probability(gram: str, counts: list[Counter[str]]) -> float:
    if not gram:
        return 1 / 256
    table = counts[len(gram) - 1]
    once, twice = (sum(count == times for count in table.values()) for times in (1, 2))
    discount = once / (once + 2 * twice) if once and twice else 0.5
    after = [count for other, count in table.items() if other[:-1] == gram[:-1]]
    shorter = probability(gram[1:], counts)
    if not after:
        return shorter
    return (max(table[gram] - discount, 0) + discount * len(after) * shorter) / sum(after)


@pytest.mark.parametrize("n", [1, 2, 5])
def test_it_is_what_a_plain_implementation_gives(n):
    corpus = stylobench.world(authors=2, topics=2, documents=8, words=25, seed=4)
    texts, authors = list(corpus.texts), np.array(corpus.column("author"))
    tested = [texts[0][:30], "unheard-of qqqq", ""]
    model = NgramLanguageModel(f"char_ngrams(n={n})").fit(texts[:7], authors[:7])
    expected = []
    for text in tested:
        grams = [plain(text)[i : i + n] for i in range(len(plain(text)) - n + 1)]
        joint = []
        for who in model.classes_:
            known = [texts[i] for i in np.flatnonzero(authors[:7] == who)]
            counts = tables(known, n)
            joint.append(np.log(len(known) / 7) + sum(np.log(probability(gram, counts)) for gram in grams))
        odds = np.exp(np.array(joint) - max(joint))
        expected.append(odds / odds.sum())
    assert model.predict_proba(tested) == pytest.approx(np.array(expected))


def test_a_blank_document_has_the_shares_of_the_training_documents():
    model = NgramLanguageModel().fit(["so it is", "so it was", "so be it", "thus it was"], ["Ann"] * 3 + ["Bob"])
    assert model.predict_proba([""])[0] == pytest.approx([3 / 4, 1 / 4])


def test_probabilities_after_a_context_sum_to_one_over_256_characters():
    """255 characters that the author never used and those that stand in the text share what is left."""
    model = NgramLanguageModel("char_ngrams(n=2)").fit(["abacab", "bb"], ["Ann", "Bob"])
    counts = tables(["abacab"], 2)
    everything = ["a" + chr(code) for code in (*range(97, 123), *range(0x4E00, 0x4E00 + 230))]
    assert sum(probability(gram, counts) for gram in everything) == pytest.approx(1)
    assert model.predict(["ab", "bb"]).tolist() == ["Ann", "Bob"]


def test_it_reads_characters_alone():
    with pytest.raises(SpecError, match=r"ngram_language_model\(features='words'\): it reads characters"):
        NgramLanguageModel("words").fit(["so it is", "thus it was"], ["Ann", "Bob"])
