from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from stylobench.corpora.census import Table, tabulate, take
from stylobench.errors import CorpusError
from stylobench.features.words import tokens
from stylobench.records import Corpus, Document

TOPIC_SIZES = [390, 1934, 2869, 1524, 1044, 2907, 767, 225, 1543, 35, 1937, 394, 290, 55, 1487, 166, 162]
TOPIC_SIZES += [565, 121, 156, 64, 163, 64]


def _corpus(*rows: tuple[str, str | None, str | None]) -> Corpus:
    return Corpus.of("c", (Document(str(i), text, a, t) for i, (text, a, t) in enumerate(rows)))


def test_effective_topics_of_the_published_table() -> None:
    """1/V2 of the 23 topic totals of the novel-topic paper's Table 3: V2 = .09461."""
    table = Table({("all", f"T{i}"): size for i, size in enumerate(TOPIC_SIZES)})
    assert sum(TOPIC_SIZES) == 18_862
    assert 1 / table.effective_topics() == pytest.approx(0.09461, abs=5e-6)


def test_counts_by_hand() -> None:
    corpus = _corpus(("The cat. The DOG's!", "a", "x"), ("the cat", "a", "y"), ("--", None, "x"), ("red", "b", None))
    census = take(corpus)
    assert (census.words.mean, census.words.median, census.words.min, census.words.max) == (1.75, 1.5, 0, 4)
    assert (census.vocabulary.mean, census.vocabulary.max, census.corpus_vocabulary) == (1.5, 3, 4)
    assert (census.empty, census.without_author, census.without_topic) == ((2,), 1, 1)
    assert census.table.cells == {("a", "x"): 1, ("a", "y"): 1, ("b", None): 1, (None, "x"): 1}
    assert census.table.authors == {"a": 2, "b": 1}
    assert census.table.topics == {"x": 2, "y": 1}
    assert census.table.effective_topics() == pytest.approx(9 / 5)


def test_normalisation_joins_what_punctuation_parts() -> None:
    assert tokens("Don't_stop\u00a0Émile—2nd") == ["dontstop", "émile2nd"]


def test_duplicates_are_the_same_words_and_near_ones_are_not_repeated() -> None:
    text = " ".join(f"w{i}" for i in range(100))
    corpus = _corpus((text, "a", "x"), (text.upper() + ".", "b", "y"), (text + " more", "a", "x"))
    copies = take(corpus).copies
    assert copies.groups == ((0, 1),)
    assert [(pair.first, pair.second) for pair in copies.near.pairs] == [(0, 2)]
    assert copies.near.pairs[0].similarity == pytest.approx(97 / 98)


class _Lazy:
    """Documents that count how often their texts are read."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.read = 0

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, row: int) -> Document:
        if row >= self.count:
            raise IndexError(row)
        self.read += 1
        words = np.random.Generator(np.random.PCG64(row)).integers(0, 10**6, 8)
        return Document(str(row), " ".join(map(str, words)), f"a{row % 7}", f"t{row % 3}")

    def __iter__(self) -> Iterator[Document]:
        return (self[row] for row in range(self.count))

    def column(self, name: str) -> list[str | None]:
        prefix, size = {"author": ("a", 7), "topic": ("t", 3)}[name]
        return [f"{prefix}{row % size}" for row in range(self.count)]


def test_lazy_texts_are_read_once_and_the_table_needs_none() -> None:
    documents = _Lazy(2000)
    corpus = Corpus("lazy", documents, "0" * 64)  # type: ignore[arg-type]
    assert sum(tabulate(corpus).cells.values()) == 2000
    assert documents.read == 0
    done: list[int] = []
    assert take(corpus, advance=done.append).words.total == 16_000
    assert (documents.read, done) == (2000, [500, 1000, 1500, 2000])


def test_nothing_to_count_is_an_error() -> None:
    with pytest.raises(CorpusError, match="holds no document"):
        take(_corpus())
    with pytest.raises(CorpusError, match="similarity"):
        take(_corpus(("x", "a", "t")), similarity=0)
