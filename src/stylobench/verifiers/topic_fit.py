"""Cosine of the words that are left when the most frequent ones are masked: it lives on topic, on purpose.

The canary of the topic-leakage paper: text distortion (Stamatatos 2017) reversed. The k most frequent training words
are masked, and so is every word with a digit; masks are no features. What is left is compared as in `char_ngrams`.
Texts that are verified are masked too (the authors' code masks training texts only).
"""

from __future__ import annotations

import re
from typing import ClassVar

import numpy as np
from sklearn.utils.validation import check_is_fitted

from stylobench.errors import SpecError, SplitError
from stylobench.features.texts import Texts
from stylobench.features.words import normalise
from stylobench.records import Booleans
from stylobench.verifiers._cosine_verifier import CosineVerifier
from stylobench.verifiers._tfidf import Frequencies
from stylobench.verifiers._training import Training

MOST_MASKED = 10_000
_DIGIT = re.compile(r"\d")


class TopicFit(CosineVerifier):
    """Compares the rarer words of the questioned text with those of all known texts together.

    k            how many of the most frequent training words are masked; 10,000 or half of all, whichever is less,
                 when left out
    features     how many of the others count, the most frequent first; all of them when left out
    held_out, calibrate, objective      as in `char_ngrams`

    >>> from stylobench.records import Problem
    >>> problems = [Problem(("the dogs ran",), "the dogs sat"), Problem(("the dogs ran",), "the 9 cats")]
    >>> model = TopicFit(k=1, calibrate="none").fit(problems, [True, False])
    >>> model.masked("The 9 dogs ran.")
    '*** * dogs ran.'
    >>> model.verify(problems).round(2).tolist()
    [0.37, 0.0]
    """

    family: ClassVar[str] = "topic"
    year: ClassVar[int] = 2024
    paper: ClassVar[str] = "Sawatphol et al. 2024"
    looks_at: ClassVar[str] = "rare words; frequent ones are masked"

    masked_: frozenset[str]

    def __init__(
        self,
        k: int | None = None,
        features: int | None = None,
        held_out: float = 0.2,
        calibrate: str = "two_thresholds",
        objective: str = "overall_2020",
    ) -> None:
        self.k = k
        self.features = features
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def masked(self, text: str, limit: int | None = None) -> str:
        """A text as this verifier sees it: an asterisk for each letter or digit of a masked word."""
        check_is_fitted(self, "masked_")
        return re.sub(r"\S+", lambda found: self._shown(found.group()), text)[:limit]

    def _shown(self, chunk: str) -> str:
        word = normalise(chunk)
        if word not in self.masked_ and not _DIGIT.search(word):
            return chunk
        return "".join("*" if letter.isalnum() else letter for letter in chunk)

    @property
    def _counted(self) -> str:
        return "words"

    def _chosen(self, found: Frequencies, training: Training) -> Frequencies:
        if self.k is not None and self.k < 0:
            raise SpecError(f"topic_fit(k={self.k!r}): k must be at least 0")
        digits = training.problems.texts.once("words with a digit", _with_a_digit)
        words = found.take(np.flatnonzero(~digits[found.places]))
        half = min(MOST_MASKED, len(words.places) // 2)
        frequent = words.most_frequent(half if self.k is None else self.k)
        self.masked_ = frozenset(words.take(frequent).names)
        rest = words.take(np.setdiff1d(np.arange(len(words.places)), frequent))
        if len(rest.places) == 0:
            raise SplitError(
                f"no training word is left when {len(frequent)} are masked; give longer texts or a lower k"
            )
        return rest.take(rest.most_frequent(self.features))


def _with_a_digit(whole: Texts) -> Booleans:
    return np.array([_DIGIT.search(word) is not None for word in whole.counts("words").names], dtype=np.bool_)
