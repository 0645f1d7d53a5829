"""Compression distance to the known texts, seen against that to prototypes: texts by other people.

After the description in the abstracts of de Graaff & Veenman 2012, the forerunner of Veenman & Li 2013 (distances to
prototypes as features of a classifier), and of Halvani et al. 2017 (a compressor, a dissimilarity, a threshold). The
distance of each known text to the questioned one is averaged; the score is how many standard deviations it lies below
the mean distance of the prototypes, squashed: this rejection by prototypes is ours.

Instead of PPMd of 7-zip stands a PPM of order 5 that learns while it codes, with escapes by method D: the same family
without the inherited escapes and the rescaling of counts. Its lengths are not rounded to bytes. A concatenation is
coded with the questioned text last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from sklearn.utils.validation import check_is_fitted

from stylobench.features import code_lengths
from stylobench.features.code_lengths import COMPRESSORS, NOTHING
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Floats, Problem, Rows
from stylobench.verifiers._against_others import AgainstOthers, standard_distance
from stylobench.verifiers._parameters import require_choice, require_counts
from stylobench.verifiers._ppm_words import saved_by_word
from stylobench.verifiers._verifier import Reason

MEASURES = ("cbc", "ncd")
PIECES, PIECE = 100, 2000  # texts, and characters of each, that stand for anyone's writing in an explanation


class CompressionDistance(AgainstOthers):
    """Is the questioned text nearer to the known texts than other people's texts are?

    measure      cbc: 1 - (C(x) + C(y) - C(xy)) / sqrt(C(x) C(y)); ncd: (C(xy) - min) / max of C(x) and C(y)
    compressor   ppm, bz2, lzma or zlib (which forgets what lies 32,768 bytes back)
    others       how many prototypes stand against a problem
    seed         draws other prototypes
    calibrate    a map as in `char_ngrams`, tuned on a share `held_out` of the training problems (0: on all)

    >>> texts = ("so it is and so it was", "so it was and so", "thus we be or thus we go", "thus we be or we go",
    ...          "you can if he did or can", "he can if you did")
    >>> problems = [Problem((texts[i],), texts[j]) for i, j in [(0, 1), (2, 3), (4, 5), (0, 3), (2, 5), (4, 1)]]
    >>> model = CompressionDistance(others=2).fit(problems, [True, True, True, False, False, False])
    >>> (model.verify(problems) > 0.5).tolist()
    [True, True, True, False, False, False]
    """

    family: ClassVar[str] = "compression"
    year: ClassVar[int] = 2013
    paper: ClassVar[str] = "Veenman & Li 2013; Halvani et al. 2017"
    looks_at: ClassVar[str] = "compression distances to the known texts and to other people's"

    def __init__(
        self,
        measure: str = "cbc",
        compressor: str = "ppm",
        others: int = 10,
        seed: int = 0,
        held_out: float = 0.0,
        calibrate: str = "balanced",
        objective: str = "overall_2020",
    ) -> None:
        self.measure = measure
        self.compressor = compressor
        self.others = others
        self.seed = seed
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> CompressionDistance:
        """Learn from problems and their truth, and from nothing else."""
        require_choice("compression_distance", MEASURES, measure=self.measure)
        require_choice("compression_distance", COMPRESSORS, compressor=self.compressor)
        require_counts("compression_distance", others=self.others)
        return super().fit(problems, same)

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """The words that the known texts predict better than training texts do, by bits saved per character."""
        check_is_fitted(self, "others_")
        pieces = [text[:PIECE] for text in self.others_.texts[:PIECES]]
        return saved_by_word(problem.questioned, problem.known, pieces, code_lengths.ORDER)[:most]

    def _distances(self, texts: Texts, couples: Rows) -> Floats:
        nothing = np.full(len(couples), NOTHING)
        first = code_lengths.of_couples(texts, np.column_stack([nothing, couples[:, 0]]), self.compressor)
        second = code_lengths.of_couples(texts, np.column_stack([nothing, couples[:, 1]]), self.compressor)
        both = first + code_lengths.of_couples(texts, couples, self.compressor)
        if self.measure == "cbc":
            return 1 - (first + second - both) / np.sqrt(first * second)
        return np.asarray((both - np.minimum(first, second)) / np.maximum(first, second))

    def _nearness(self, problems: Problems, others: Rows) -> Floats:
        own = problems.averaged(self._distances(problems.texts, problems.couples))
        there = others >= 0
        asked = np.broadcast_to(problems.questioned[:, None], others.shape)
        theirs = np.full(others.shape, np.nan)
        theirs[there] = self._distances(problems.texts, np.column_stack([others[there], asked[there]]))
        rows = zip(own, theirs, there, strict=True)
        return np.array([standard_distance(float(mine), row[some]) for mine, row, some in rows])
