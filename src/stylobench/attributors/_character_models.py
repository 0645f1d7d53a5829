"""Character models of authors: how probable each n-gram's last character is after those before it.

All that a model of order n - 1 needs follows from counts of n-grams: a shorter context is the end of a longer one.
N-grams do not cross from one document into the next, and the first n - 1 characters of a document are context only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

from stylobench.attributors._attributor import Attributor, known_authors
from stylobench.attributors._author_counts import AuthorCounts, narrowed
from stylobench.errors import SpecError
from stylobench.features._counting import Columns, Counts
from stylobench.features.texts import Texts, as_texts
from stylobench.records import Floats, Rows
from stylobench.specs import Spec

# a character that was never seen is one of 256
NEVER_SEEN = 1 / 256


class Level(NamedTuple):
    """Of each n-gram asked about: how often its last `length` characters stand in an author's documents (`seen`), how
    often the first of these do before anything (`total`), before how many different characters (`kinds`); `once` and
    `twice` are how many sequences of that length the author uses so often.
    """

    seen: Floats
    total: Floats
    kinds: Floats
    once: int
    twice: int


Estimate = Callable[[Level, Floats], Floats]


@dataclass(frozen=True)
class Endings:
    """For every n-gram and length: a number for its last characters, and one for these without the very last."""

    sequences: list[Rows]
    contexts: list[Rows]

    @classmethod
    def of(cls, names: Sequence[str]) -> Endings:
        """Numbers run from 0 without gaps; lengths from 1."""
        width = len(names[0])
        letters = np.array(names, f"<U{width}").view(np.uint32).reshape(len(names), width).astype(np.int64)
        start = np.zeros(len(names), np.int64)
        return cls(_numbered(letters, start), [start, *_numbered(letters[:, :-1], start)])

    def level(self, length: int, counts: sparse.csr_matrix, asked: Rows) -> Level:
        """The counts of one author for the n-grams asked about."""
        sequences, contexts = self.sequences[length], self.contexts[length]
        seen, total = _summed(sequences, counts), _summed(contexts, counts)
        context = np.zeros(len(seen), np.int64)
        context[sequences[counts.indices]] = contexts[counts.indices]
        kinds = np.bincount(context[seen > 0], minlength=len(total)).astype(np.float64)
        once, twice = int((seen == 1).sum()), int((seen == 2).sum())
        return Level(seen[sequences[asked]], total[contexts[asked]], kinds[contexts[asked]], once, twice)


def _summed(numbers: Rows, counts: sparse.csr_matrix) -> Floats:
    return np.asarray(np.bincount(numbers[counts.indices], counts.data, int(numbers.max()) + 1), np.float64)


def _numbered(letters: Rows, start: Rows) -> list[Rows]:
    numbers, found = start, []
    for column in range(letters.shape[1] - 1, -1, -1):
        keys = letters[:, column] * (int(numbers.max()) + 1) + numbers
        numbers = np.unique(keys, return_inverse=True)[1].astype(np.int64)
        found.append(numbers)
    return found


class CharacterModels(Attributor):
    """An attributor by one character model per author; a method adds `_estimate` and `_judged`."""

    models_: AuthorCounts

    def fit(self, texts: Sequence[str], authors: Sequence[str]) -> CharacterModels:
        """Learn from texts and their authors, and from nothing else."""
        self._check()
        self.classes_, codes = known_authors(texts, authors)
        with threadpool_limits(1):
            self.models_ = AuthorCounts.of(as_texts(texts), codes, self.features)
        self.documents_ = np.bincount(codes, minlength=len(self.classes_))
        return self

    def _check(self) -> None:
        if Spec.parse(self.features).name != "char_ngrams":
            name = type(self).__module__.rpartition(".")[2]
            raise SpecError(f"{name}(features={self.features!r}): it reads characters; write char_ngrams(n=6)")

    def _texts_scores(self, texts: Texts) -> Floats:
        counted = texts.counts(self.features)
        totals = np.asarray(counted.matrix.sum(axis=1, dtype=np.float64)).ravel()
        if not totals.any():
            return self._judged(np.zeros((len(texts), len(self.classes_))), totals)
        asked, documents = narrowed(counted.matrix.astype(np.float64))
        return self._judged(documents @ self._log_probabilities(texts, counted, asked), totals)

    def _log_probabilities(self, texts: Texts, counted: Counts, asked: Rows) -> Floats:
        """The logarithm of the probability of each n-gram asked about under each author's model."""
        endings, models, places = self._numbered(texts, counted, asked)
        found = np.empty((len(asked), len(self.classes_)))
        for author in range(len(self.classes_)):
            estimate = np.full(len(asked), NEVER_SEEN)
            for length in range(len(endings.sequences)):
                estimate = self._estimate(endings.level(length, models[author], places), estimate)
            found[:, author] = np.log(estimate)
        return found

    def _numbered(self, texts: Texts, counted: Counts, asked: Rows) -> tuple[Endings, sparse.csr_matrix, Rows]:
        """Numbers of n-grams, the authors' counts in those, and where the n-grams asked about stand in them."""
        mine = np.array([counted.columns.positions.get(name, -1) for name in self.models_.names], np.int64)
        if mine.min() >= 0:
            # learnt and asked about within the same texts: numbered once for all folds
            endings = texts.once(f"endings of {self.features}", lambda _: Endings.of(counted.names))
            return endings, _moved(self.models_.counts, mine, len(counted.names)), asked
        names = [counted.names[column] for column in asked]
        every = Columns(sorted({*self.models_.names, *names}))
        mine, places = (np.array([every.positions[n] for n in some], np.int64) for some in (self.models_.names, names))
        return Endings.of(every.names), _moved(self.models_.counts, mine, len(every.names)), places

    def _estimate(self, level: Level, shorter: Floats) -> Floats:
        """Probabilities by this context, given those by the next shorter one."""
        raise NotImplementedError

    def _judged(self, logs: Floats, totals: Floats) -> Floats:
        """Scores from each document's log probabilities and its number of n-grams."""
        raise NotImplementedError


def _moved(counts: sparse.csr_matrix, places: Rows, width: int) -> sparse.csr_matrix:
    return sparse.csr_matrix((counts.data, places[counts.indices], counts.indptr), shape=(counts.shape[0], width))
