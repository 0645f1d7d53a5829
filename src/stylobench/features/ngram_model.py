"""An n-gram language model with Witten-Bell smoothing over words and punctuation, for many windows at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Self

import numpy as np

from stylobench.features import _wordnet
from stylobench.features._ngram_file import Learnt, kept_model
from stylobench.features._ngram_tables import Table, chains, tables
from stylobench.records import Floats, Rows

UNKNOWN = "\x00"
NUMBER = "0"
BREAK = -1
_TOKEN = re.compile(r"\w+(?:[-']\w+)*|[^\w\s]")


class NgramModel:
    """Chances of words after those before them; every text begins afresh, and all numbers are one word.

    `vocabulary` maps words to ids (0 is any unknown word), `stream` is all that was learnt from, texts parted by -1.

    >>> model = NgramModel.fit(["the cat sat. the cat ran.", "the dog sat."], order=3)
    >>> model.in_context(["the"], ["cat", "ran"], ["sat"]).round(2).tolist()
    [-1.65, -5.72]
    """

    def __init__(self, vocabulary: dict[str, int], stream: Rows, order: int) -> None:
        self.vocabulary = vocabulary
        self.stream = stream
        self.order = order

    @classmethod
    def fit(cls, texts: Iterable[str], order: int = 4) -> Self:
        """Learn from texts."""
        return cls({UNKNOWN: 0}, np.zeros(0, np.int32), order).extended(texts)

    def extended(self, texts: Iterable[str]) -> Self:
        """A model that has learnt from these texts too."""
        vocabulary = dict(self.vocabulary)
        stream = [
            np.array([*(vocabulary.setdefault(word, len(vocabulary)) for word in words(text)), BREAK], np.int32)
            for text in texts
        ]
        return type(self)(vocabulary, np.concatenate([self.stream, *stream]), self.order)

    @cached_property
    def tables(self) -> list[Table]:
        """Counts of n-grams for n = 1, 2, ... up to the order."""
        return tables(self.stream, len(self.vocabulary), self.order)

    def counted(self) -> Self:
        """The same with its tables made, so that processes that are started later share them."""
        _ = self.tables
        return self

    def ids(self, words: Sequence[str]) -> Rows:
        """The words by their ids; words must be as `word_of` gives them."""
        known = self.vocabulary
        return np.fromiter((known.get(word, 0) for word in words), np.int64, len(words))

    def log_probability(self, words: Sequence[str]) -> float:
        """The natural logarithm of the chance that a text begins with these words."""
        return float(self._each(self.ids([word_of(word) for word in words])).sum())

    def perplexity(self, text: str) -> float:
        """The number of equally likely words that would be as surprising as these; NaN for a text without words."""
        each = self._each(self.ids(words(text)))
        return float(np.exp(-each.mean())) if len(each) else float("nan")

    def in_context(self, left: Sequence[str], candidates: Sequence[str], right: Sequence[str]) -> Floats:
        """For each candidate the log probability of itself and of all that is predicted from it."""
        ids = self.ids([word_of(word) for word in (*left, "", *right)])
        places = np.full(len(candidates), len(left))
        return self.in_places(ids, places, self.ids([word_of(word) for word in candidates]))

    def in_places(self, ids: Rows, places: Rows, candidates: Rows) -> Floats:
        """The same for many places of one text at once: candidate i (an id) in place i."""
        reach = self.order - 1
        padded = np.concatenate([np.full(reach, BREAK), ids, np.full(reach, BREAK)])
        around = padded[places[:, None] + np.arange(2 * reach + 1)]
        around[:, reach] = candidates
        windows = np.lib.stride_tricks.sliding_window_view(around, self.order, axis=1).reshape(-1, self.order)
        found = np.where(windows[:, -1] == BREAK, 0.0, self.log_conditional(windows))
        return np.asarray(found.reshape(len(places), self.order).sum(axis=1))

    def log_conditional(self, windows: Rows) -> Floats:
        """The log probability of the last id of each window after those before it; -1 is no word."""
        chance = np.full(len(windows), 1 / len(self.vocabulary))
        for table, before, whole in chains(self.tables, windows):
            total, kinds = table.totals[before], table.kinds[before]
            chance = (table.counts[whole] + kinds * chance) / np.maximum(total + kinds, 1) + (kinds == 0) * chance
        return np.asarray(np.log(chance))

    def _each(self, ids: Rows) -> Floats:
        if len(ids) == 0:
            return np.zeros(0)
        padded = np.concatenate([np.full(self.order - 1, BREAK), ids])
        return self.log_conditional(np.lib.stride_tricks.sliding_window_view(padded, self.order))


def words(text: str) -> list[str]:
    """The words and marks of a text as the model knows them.

    >>> words("It’s 3 o'clock, John.")
    ["it's", '0', "o'clock", ',', 'john', '.']
    """
    found = _TOKEN.findall(text.lower().replace("’", "'"))
    return [NUMBER if word[0].isdigit() else word for word in found]


def word_of(token: str) -> str:
    """One token as the model knows it."""
    small = token.lower().replace("’", "'")
    return NUMBER if small[:1].isdigit() else small


@lru_cache(1)
def default_model() -> NgramModel:
    """A model of order 4 learnt from WordNet's definitions and examples, kept on disk from one run to the next."""
    kept = kept_model(_wordnet.data_digest(), _learnt)
    model = NgramModel(kept.vocabulary, kept.stream, order=4)
    model.tables = kept.tables
    return model


def _learnt() -> Learnt:
    model = NgramModel.fit(part for gloss in _wordnet.every_gloss() for part in _parts(gloss))
    return Learnt(model.vocabulary, model.stream, model.tables)


def _parts(gloss: str) -> list[str]:
    """The definition and each example as texts of their own."""
    return [part.strip(" ;") for part in gloss.split('"') if part.strip(" ;")]
