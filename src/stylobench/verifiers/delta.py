"""Burrows's Delta to the known author, standardised by the Deltas to other people's texts.

Burrows (2002): the mean absolute difference of the z-scores of the most frequent words. Cosine Delta (Smith & Aldridge
2011; Evert et al. 2017): one minus the cosine of the z-scores. Delta names the nearest of several authors; here it
verifies one.

Changed: the questioned text's distance to the known author is compared with its distances to texts by other people from
the training problems. The score says how many standard deviations nearer the known author is than they are on average,
by the logistic function. Words, means and deviations come from the training texts; known texts are averaged. Cosine and
500 words are ours, picked out of five settings after a look at PAN's English training sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

import numpy as np
from scipy.special import expit
from sklearn.utils.validation import check_is_fitted

from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem, Rows
from stylobench.verifiers._feature_shares import Chosen, require_any
from stylobench.verifiers._other_authors import OtherAuthors, filled
from stylobench.verifiers._parameters import require_choice, require_counts
from stylobench.verifiers._training import Training, answerable, settled
from stylobench.verifiers._verifier import Reason, Verifier, weightiest

DISTANCES = ("manhattan", "cosine")
EQUAL = 1e-9  # distances that lie nearer are equal but for rounding


class Delta(Verifier):
    """Compares z-scores of frequent words with the known author's and with other people's.

    distance     manhattan: Burrows's; cosine: Evert's
    most         how many of the most frequent words of the training texts count
    impostors    how many texts by other people stand beside the known author, at most; no answer
                 where there are fewer than 2, or all are equally far
    seed         of their choice
    held_out     share of the training problems that the map is tuned on; 0: on all of them
    calibrate    two_thresholds, platt, balanced, isotonic, temperature, or none: the logistic function itself
    objective    the measure that the two thresholds maximise

    >>> problems = [Problem(("so it is",), "so it was"), Problem(("thus we be",), "well I am")]
    >>> model = Delta(calibrate="none").fit(problems, [True, False])
    >>> model.verify([Problem(("so it is not",), "so it is"), Problem(("so it is",), "well I was")]).round(2).tolist()
    [0.97, 0.15]
    """

    family: ClassVar[str] = "words"
    year: ClassVar[int] = 2002
    paper: ClassVar[str] = "Burrows 2002; Evert et al. 2017"
    looks_at: ClassVar[str] = "z-scores of the most frequent words, against other people's"

    def __init__(
        self,
        distance: str = "cosine",
        most: int = 500,
        impostors: int = 125,
        seed: int = 0,
        held_out: float = 0.0,
        calibrate: str = "balanced",
        objective: str = "overall_2020",
    ) -> None:
        self.distance = distance
        self.most = most
        self.impostors = impostors
        self.seed = seed
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> Self:
        """Learn from problems and their truth, and from nothing else."""
        require_choice("delta", DISTANCES, distance=self.distance)
        require_counts("delta", most=self.most)
        require_counts("delta", at_least=2, impostors=self.impostors)
        return super().fit(problems, same)

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Count the words of all texts."""
        settled(problems).texts.counts("words")

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """The words by which the known author is nearer (or, below 0, farther) than other people are on average."""
        check_is_fitted(self, "others_")
        asked = settled([problem])
        if not answerable(asked)[0] or len(drawn := self.others_.some(asked, self.impostors, self.seed)[0]) == 0:
            return []
        questioned, known = self._compared(asked)
        known_parts, others_parts = self._parts(questioned, known), self._parts(questioned, self.standard_[drawn])
        nearer = others_parts.mean(axis=0) - known_parts[0]
        return weightiest(self.chosen_.names, nearer, most)

    def _learn(self, training: Training, texts: Rows) -> None:
        whole = training.problems.texts
        self.chosen_ = Chosen.of(whole, texts, "words", self.most)
        require_any([self.chosen_])
        self.others_ = OtherAuthors.of(whole, texts)
        shares = self.chosen_.weights(whole, filled(whole, texts)).astype(np.float64)
        spread = shares.std(axis=0)
        self.centre_, self.spread_ = shares.mean(axis=0), np.where(spread > 0, spread, 1.0)
        self.standard_ = self._standard(shares)

    def _scores(self, problems: Problems) -> Floats:
        scores, usable = np.full(len(problems), np.nan), np.flatnonzero(answerable(problems))
        asked = problems.take(usable)
        questioned, known = self._compared(asked)
        for place, drawn in enumerate(self.others_.some(asked, self.impostors, self.seed)):
            others = self._parts(questioned[place], self.standard_[drawn]).sum(axis=1)
            if len(drawn) > 1 and (spread := others.std()) > EQUAL:
                nearer = others.mean() - self._parts(questioned[place], known[place : place + 1]).sum()
                scores[usable[place]] = expit(nearer / spread)
        return scores

    def _compared(self, problems: Problems) -> tuple[Floats, Floats]:
        """The z-scores of each problem's questioned text, and of its known texts together."""
        rows = problems.rows
        shares = self.chosen_.weights(problems.texts, rows).astype(np.float64)
        known = problems.averaged(shares[np.searchsorted(rows, problems.known)])
        return self._standard(shares[np.searchsorted(rows, problems.questioned)]), self._standard(known)

    def _standard(self, shares: Floats) -> Floats:
        """The z-scores of some texts; of length 1 where cosines are asked."""
        scores = (shares - self.centre_) / self.spread_
        if self.distance == "manhattan":
            return np.asarray(scores)
        lengths = np.sqrt((scores * scores).sum(axis=1, keepdims=True))
        return np.asarray(scores / np.where(lengths > 0, lengths, 1.0))

    def _parts(self, questioned: Floats, others: Floats) -> Floats:
        """What each word adds to the distance of one text to others."""
        if self.distance == "manhattan":
            return np.asarray(np.abs(others - questioned) / len(questioned))
        return np.asarray(1 / len(questioned) - others * questioned)
