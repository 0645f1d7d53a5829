from __future__ import annotations

from collections import Counter
from math import log2

import numpy as np
import pytest

import stylobench
from stylobench.attributors.ppm import Ppm
from stylobench.errors import SpecError
from stylobench.features.texts import Texts


def plain(text: str) -> str:
    return " ".join(text.lower().split())


def bits(known: list[str], text: str, n: int, escape: str) -> float:
    """Bits per n-gram of a text, by dictionaries and one n-gram after the other."""
    grams = Counter(one[i : i + n] for one in map(plain, known) for i in range(len(one) - n + 1))
    tables = []
    for length in range(1, n + 1):
        table: Counter[str] = Counter()
        for gram, count in grams.items():
            table[gram[n - length :]] += count
        tables.append(table)

    def probability(gram: str) -> float:
        if not gram:
            return 1 / 256
        after = [count for other, count in tables[len(gram) - 1].items() if other[:-1] == gram[:-1]]
        seen, total = tables[len(gram) - 1][gram], sum(after)
        if escape == "none":
            return seen / total if seen else probability(gram[1:])
        if seen:
            return (2 * seen - 1) / (2 * total)
        return (len(after) / (2 * total) if total else 1) * probability(gram[1:])

    asked = [plain(text)[i : i + n] for i in range(len(plain(text)) - n + 1)]
    return sum(-log2(probability(gram)) for gram in asked) / max(len(asked), 1)


def test_worked_out_by_hand():
    """Ann's bigrams are ab ba ab, Bob's bb bb. ab: Ann has b twice after a, (4 - 1) / 4; Bob never met a, and a step
    from a context never met is free, then b is two of two, (4 - 1) / 4 as well.
    """
    model = Ppm("char_ngrams(n=2)").fit(["abab", "bbb"], ["Ann", "Bob"])
    scores = model._all_scores(["ab"])[0]
    assert scores == pytest.approx([log2(3 / 4), log2(3 / 4)])
    # ba: Ann has a once after b, (2 - 1) / 2; Bob never: a step of 1/4, another of 1/4, and one of 256
    assert model._all_scores(["ba"])[0] == pytest.approx([log2(1 / 2), log2(1 / 4 * 1 / 4 / 256)])


@pytest.mark.parametrize("escape", ["D", "none"])
@pytest.mark.parametrize("n", [1, 3, 6])
def test_it_is_what_a_plain_implementation_gives(n, escape):
    corpus = stylobench.world(authors=2, topics=2, documents=8, words=25, seed=4)
    texts, authors = list(corpus.texts), np.array(corpus.column("author"))
    tested = [texts[0][:80], "Ünheard-of qqqq zzzz \N{GREEK SMALL LETTER ALPHA}", ""]
    model = Ppm(f"char_ngrams(n={n})", escape).fit(texts, authors)
    known = [[texts[i] for i in np.flatnonzero(authors == who)] for who in model.classes_]
    expected = [[-bits(one, text, n, escape) for one in known] for text in tested]
    assert model._all_scores(tested) == pytest.approx(np.array(expected))


def test_an_alphabet_of_many_letters_has_numbers_too():
    many = "".join(chr(code) for code in range(0x4E00, 0x4E00 + 3000))
    model = Ppm("char_ngrams(n=3)").fit([many, many[::-1]], ["Ann", "Bob"])
    assert model.predict(Texts([many[500:700], many[700:500:-1]])).tolist() == ["Ann", "Bob"]


def test_what_it_cannot_use_is_refused_in_one_line():
    with pytest.raises(SpecError, match=r"ppm\(features='words'\): it reads characters"):
        Ppm("words").fit(["so it is", "thus it was"], ["Ann", "Bob"])
    with pytest.raises(SpecError, match=r"ppm\(escape='C'\): it can be one of: D, none"):
        Ppm(escape="C").fit(["so it is", "thus it was"], ["Ann", "Bob"])
