"""A few plain measures of a text's style that need no list of words and no language."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stylobench.features.texts import Texts
from stylobench.features.words import tokens
from stylobench.records import Floats, Rows

MARKS = {"commas": ",", "full stops": ".", "semicolons": ";", "colons": ":", "question marks": "?"}
MORE_MARKS = {
    "exclamation marks": "!",
    "quotation marks": '"“”',
    "apostrophes": "'’",
    "dashes": "-–—",
    "brackets": "()",
}
FORMS = [
    "letters per word",
    "words per sentence",
    "sentence spread",
    "capitals",
    "digits",
    "line ends",
    "words in once",
]
NAMES = [*MARKS, *MORE_MARKS, *FORMS]
FIRST_WORDS = 300  # how many different words there are depends on length: in the first ones only


def style_rows(texts: Texts) -> Floats:
    """A row of measures per text: marks per hundred characters, then the forms of words and sentences."""
    every: Floats = texts.once("style measures", _rows)
    return every[texts.rows]


def by_digest(texts: Texts, rows: Rows) -> Rows:
    """Rows in the order of their texts' digests, so that sums do not depend on how the texts were handed over."""
    digests = texts.digests()
    return np.array(sorted(rows.tolist(), key=digests.__getitem__), dtype=np.int64)


@dataclass(frozen=True)
class Scale:
    """Where measures lie in training texts, and how far they spread."""

    centre: Floats
    spread: Floats

    @classmethod
    def of(cls, values: Floats) -> Scale:
        """The scale on which these rows have mean 0 and spread 1."""
        spread = values.std(axis=0)
        return cls(values.mean(axis=0), np.where(spread > 0, spread, 1.0))

    def standard(self, values: Floats) -> Floats:
        """Values on this scale."""
        return np.asarray((values - self.centre) / self.spread)


def _rows(whole: Texts) -> Floats:
    lengths = whole.counts("sentence_length").matrix.toarray()[:, :2]
    return np.array([[*_marks(text), *_forms(text, *both)] for text, both in zip(whole, lengths, strict=True)])


def _marks(text: str) -> list[float]:
    size = max(len(text), 1) / 100
    return [sum(map(text.count, marks)) / size for marks in (MARKS | MORE_MARKS).values()]


def _forms(text: str, words_per_sentence: float, spread: float) -> list[float]:
    size, words = max(len(text), 1) / 100, tokens(text)
    first = words[:FIRST_WORDS]
    return [
        sum(map(len, words)) / max(len(words), 1),
        words_per_sentence,
        spread,
        sum(map(str.isupper, text)) / size,
        sum(map(str.isdigit, text)) / size,
        text.count("\n") / size,
        len(set(first)) / max(len(first), 1),
    ]
