"""Votes of many representations: is the questioned text more like the known ones than like other people's?

Castro et al. (2015), a program of PAN 2015, after its abstract: each linguistic representation of the texts votes by
the majority of several similarity functions. A function says "same author" where the mean similarity of questioned and
known texts exceeds that with the rest of the authors, and, with several known texts, that of the known texts with each
other. The score is the share of representations that say so.

Changed: the rest of the authors are texts of the training problems; the questioned text must be more like the known
ones than like these on average (`rest="mean"`) or than like each of them (`rest="best"`). The representations and the
settings are ours: characters, character n-grams, punctuation marks, words, pairs of words, function words, word
lengths; the original's lemmas and parts of speech are left out (`pos_bigrams` can be added). A representation that one
of the texts lacks altogether does not vote.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import ClassVar, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from stylobench.features.problems import Problems
from stylobench.features.texts import Texts, feature_names
from stylobench.records import Floats, Problem, Rows
from stylobench.verifiers._feature_shares import Chosen, Weights, require_any
from stylobench.verifiers._fitting_shapes import require_shape
from stylobench.verifiers._other_authors import OtherAuthors, filled
from stylobench.verifiers._others_kernels import mean_likeness, similarities
from stylobench.verifiers._parameters import require_choice, require_counts
from stylobench.verifiers._training import Training, answerable, settled
from stylobench.verifiers._verifier import Reason, Verifier

REST = ("mean", "best")
FEATURES = (
    "character_frequencies+char_ngrams(n=3)+char_ngrams(n=4)+mark_ngrams(n=1)+mark_ngrams(n=2)"
    "+words+word_ngrams(n=2)+function_words+word_length"
)


class Vote(Verifier):
    """Lets representations vote, each by the majority of cosine, min-max and Dice similarity.

    features     the feature sets that vote, joined by +
    most         how many of the most frequent features of each set count
    rest         what likeness with other people must be exceeded: their mean, or the best of them
    fellows      whether the mean likeness of known texts with each other must be exceeded, too
    impostors    how many texts by other people are asked, at most
    seed         of their choice
    held_out     share of the training problems that the map is tuned on; 0: on all of them
    calibrate    two_thresholds, platt, balanced, isotonic, temperature, or none: the share of votes itself
    objective    the measure that the two thresholds maximise

    >>> problems = [Problem(("so it is",), "so it was"), Problem(("thus we be",), "well I am")]
    >>> model = Vote(calibrate="none").fit(problems, [True, False])
    >>> model.verify([Problem(("so it is not",), "so it is"), Problem(("so it is",), "well I was")]).round(2).tolist()
    [1.0, 0.0]
    """

    family: ClassVar[str] = "mixed"
    year: ClassVar[int] = 2015
    paper: ClassVar[str] = "Castro et al. 2015"
    looks_at: ClassVar[str] = "characters, punctuation, words and their lengths, against other people's"
    rebuilds: ClassVar[tuple[str, ...]] = ("Castro 18",)

    def __init__(
        self,
        features: str = FEATURES,
        most: int = 300,
        rest: str = "mean",
        fellows: bool = True,
        impostors: int = 50,
        seed: int = 0,
        held_out: float = 0.0,
        calibrate: str = "balanced",
        objective: str = "overall_2020",
    ) -> None:
        self.features = features
        self.most = most
        self.rest = rest
        self.fellows = fellows
        self.impostors = impostors
        self.seed = seed
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> Self:
        """Learn from problems and their truth, and from nothing else."""
        require_choice("vote", REST, rest=self.rest)
        require_counts("vote", most=self.most, impostors=self.impostors)
        return super().fit(problems, same)

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Count the features of all texts."""
        texts = settled(problems).texts
        for features in feature_names(self.features):
            texts.counts(features)

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """By how much each representation's mean likeness exceeds (or, below 0, misses) what must be exceeded."""
        check_is_fitted(self, "weights_")
        asked = settled([problem])
        if not answerable(asked)[0]:
            return []
        over = self._over(asked)[0].mean(axis=1)
        order = np.argsort(-np.abs(over), kind="stable")
        names = [chosen.features for chosen in self.chosen_]
        return [Reason(names[place], float(over[place])) for place in order if np.isfinite(over[place])][:most]

    def _learn(self, training: Training, texts: Rows) -> None:
        whole = training.problems.texts
        self.chosen_ = [Chosen.of(whole, texts, name, self.most) for name in feature_names(self.features)]
        require_any(self.chosen_)
        self.others_ = OtherAuthors.of(whole, texts)
        self.weights_ = self._weights(whole, filled(whole, texts))

    def _weights(self, texts: Texts, rows: Rows) -> Weights:
        return np.hstack([chosen.weights(texts, rows) for chosen in self.chosen_])

    def _scores(self, problems: Problems) -> Floats:
        scores, usable = np.full(len(problems), np.nan), np.flatnonzero(answerable(problems))
        for place, over in zip(usable, self._over(problems.take(usable)), strict=True):
            voting = ~np.isnan(over).any(axis=1)
            if voting.any():
                scores[place] = ((over[voting] > 0).sum(axis=1) >= 2).mean()
        return scores

    def _over(self, problems: Problems) -> list[Floats]:
        """For each problem by how much likeness exceeds what it must: representations x functions."""
        rows = problems.rows
        weights = self._weights(problems.texts, rows)
        bounds = np.cumsum([0, *(len(chosen.names) for chosen in self.chosen_)])
        require_shape("weights", self.weights_, len(self.others_.digests), int(bounds[-1]))
        found = []
        for place, drawn in enumerate(self.others_.some(problems, self.impostors, self.seed)):
            known = np.searchsorted(rows, problems.known[problems.starts[place] : problems.starts[place + 1]])
            questioned = weights[np.searchsorted(rows, problems.questioned[place])]
            alike = mean_likeness(similarities((weights, known), questioned, bounds))
            others = similarities((self.weights_, drawn), questioned, bounds)
            needed = mean_likeness(others) if self.rest == "mean" else np.fmax.reduce(others, axis=0, initial=np.nan)
            if self.fellows and len(known) > 1:
                needed = np.maximum(needed, _fellows(weights[known], bounds))
            found.append(alike - needed)
        return found


def _fellows(known: Weights, bounds: Rows) -> Floats:
    """The mean likeness of known texts with each other."""
    couples = combinations(range(len(known)), 2)
    alike = [similarities((known, np.array([j])), known[i], bounds) for i, j in couples]
    return np.asarray(mean_likeness(np.concatenate(alike)))
