"""What verifiers share that ask how much nearer the questioned text is to the known ones than to other people's."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.special import expit

from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Floats, Problem, Rows
from stylobench.verifiers._other_texts import OtherTexts
from stylobench.verifiers._training import Training, answerable, settled, shared
from stylobench.verifiers._verifier import Verifier

SPARE = 2  # candidates measured ahead of need: some are barred in this fold or that


class AgainstOthers(Verifier):
    """A method adds `_distances` and `_nearness`."""

    others: int
    seed: int
    others_: OtherTexts

    def _distances(self, texts: Texts, couples: Rows) -> Floats:
        """From each couple's first text to its second; each depends on its couple alone."""
        raise NotImplementedError

    def _nearness(self, problems: Problems, others: Rows) -> Floats:
        """How much nearer the known texts are than the others, which are given by row (-1: none)."""
        raise NotImplementedError

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Measure distances to the known texts and to those who are likely to stand against them."""
        read = settled(problems)
        asked = shared(read.take(answerable(read)))
        self._against(OtherTexts.of(asked.texts, asked.rows), asked, self.others + SPARE)

    def _learn(self, training: Training, texts: Rows) -> None:
        self.others_ = OtherTexts.of(training.problems.texts, texts)

    def _scores(self, problems: Problems) -> Floats:
        scores, usable = np.full(len(problems), np.nan), np.flatnonzero(answerable(problems))
        scores[usable] = expit(self._against(self.others_, problems.take(usable), self.others))
        return scores

    def _against(self, others: OtherTexts, problems: Problems, most: int) -> Floats:
        places = others.drawn(problems, 1, np.full(len(problems), most), self.seed)[:, 0]
        beside, rows = others.beside(problems, places)
        return self._nearness(beside, np.where(places >= 0, np.append(rows, -1)[places], -1))


def standard_distance(own: float, theirs: Floats) -> float:
    """How many standard deviations a value lies below the mean of others.

    >>> standard_distance(1.0, np.array([2.0, 4.0]))
    2.0
    """
    if len(theirs) == 0:
        return np.nan
    spread = theirs.std()
    return float((theirs.mean() - own) / (spread if spread > 0 else 1.0))
