"""Whether two texts belong, by the same shares, to the same fuzzy clusters of style.

After the abstract of Modaresi & Gross 2014: plain lexical measures of each text, fuzzy c-means over all texts, and the
distribution of a text's membership over the clusters. The score is what the memberships of the known texts, averaged,
and those of the questioned text have in common.

The original clusters the texts that it is asked about; ours clusters training texts, unless `transductive` is set. Its
list of measures and its number of clusters could not be read: `_style.py` has our measures. The usual exponent 2 draws
all centres together where there are as many measures as here, and 1.3 draws some together, the more the more texts
there are, so that scores rise with their number; the default is smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from sklearn.utils.validation import check_is_fitted

from stylobench.errors import SpecError, SplitError
from stylobench.features._same_bits import exps, logs, product
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Floats, Problem, Rows
from stylobench.seeds import generator
from stylobench.verifiers._fitting_shapes import require_shape
from stylobench.verifiers._mixture import squares
from stylobench.verifiers._parameters import require_counts
from stylobench.verifiers._style import NAMES, Scale, by_digest, style_rows
from stylobench.verifiers._training import Training, answerable, settled
from stylobench.verifiers._verifier import Reason, Verifier, weightiest

ITERATIONS, STILL = 100, 1e-4
CLIPPED = 3.0  # spreads: one odd text shall not have a cluster to itself


class FuzzyClusters(Verifier):
    """Compares memberships in clusters of style.

    clusters       how many there are
    fuzziness      the exponent of c-means, above 1: near it a text belongs to one cluster alone
    transductive   cluster the texts that are asked about as well: an answer then depends on the problems beside it
    seed           names the stream of the texts that clusters start from
    held_out       share of the training problems that the map is tuned on; 0: on all of them
    calibrate      balanced, or another map as in `char_ngrams`; none: the common share of the memberships itself
    objective      the measure that two thresholds maximise, where they are the map

    >>> texts = ("Oh! Oh, so it is!", "So! It was, oh!", "thus we be; thus we go", "thus we be; we go")
    >>> problems = [Problem((texts[i],), texts[j]) for i, j in [(0, 1), (2, 3), (0, 3), (2, 1)]]
    >>> model = FuzzyClusters(clusters=2, calibrate="none").fit(problems, [True, True, False, False])
    >>> model.verify(problems).round(1).tolist()
    [1.0, 1.0, 0.0, 0.0]
    """

    family: ClassVar[str] = "mixed"
    year: ClassVar[int] = 2014
    paper: ClassVar[str] = "Modaresi & Gross 2014"
    looks_at: ClassVar[str] = "punctuation, lengths of words and sentences"
    rebuilds: ClassVar[tuple[str, ...]] = ("Modaresi 77",)

    scale_: Scale
    learnt_: Floats
    apart_: Floats
    centres_: Floats

    def __init__(
        self,
        clusters: int = 10,
        fuzziness: float = 1.2,
        transductive: bool = False,
        seed: int = 0,
        held_out: float = 0.0,
        calibrate: str = "balanced",
        objective: str = "overall_2020",
    ) -> None:
        self.clusters = clusters
        self.fuzziness = fuzziness
        self.transductive = transductive
        self.seed = seed
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> FuzzyClusters:
        """Learn from problems and their truth, and from nothing else."""
        require_counts("fuzzy_clusters", at_least=2, clusters=self.clusters)
        if not self.fuzziness > 1:
            raise SpecError(f"fuzzy_clusters(fuzziness={self.fuzziness!r}): it must be greater than 1")
        return super().fit(problems, same)

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Measure every text."""
        style_rows(settled(problems).texts)

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """How much nearer the two sides are in each measure than training texts are to each other; nearest first."""
        check_is_fitted(self, "centres_")
        asked = settled([problem])
        if not answerable(asked).all():
            return []
        values = self._standard(asked.texts)
        apart = np.abs(values[asked.known].mean(axis=0) - values[asked.questioned[0]])
        nearer = self.apart_ - apart
        return weightiest(NAMES, nearer, most)

    def _learn(self, training: Training, texts: Rows) -> None:
        measured = training.problems.texts
        rows = by_digest(measured, np.array([row for row in texts if measured[row].strip()], dtype=np.int64))
        if len(rows) < 2:
            raise SplitError("fuzzy_clusters needs at least two training texts that are not blank")
        self.scale_ = Scale.of(style_rows(measured)[rows])
        self.learnt_ = self._standard(measured)[rows]
        self.apart_ = np.abs(self.learnt_[:, None, :] - self.learnt_[None, :100]).mean(axis=(0, 1))
        self.centres_ = self._clustered(self.learnt_)

    def _scores(self, problems: Problems) -> Floats:
        usable = np.flatnonzero(answerable(problems))
        some, scores = problems.take(usable), np.full(len(problems), np.nan)
        if len(usable):
            shares = memberships(self._standard(some.texts), self._centres(some), self.fuzziness)
            known = some.averaged(shares[some.known])
            scores[usable] = np.minimum(known, shares[some.questioned]).sum(axis=1)
        return np.asarray(np.clip(scores, 0, 1))

    def _standard(self, texts: Texts) -> Floats:
        return np.asarray(np.clip(self.scale_.standard(style_rows(texts)), -CLIPPED, CLIPPED))

    def _centres(self, asked: Problems) -> Floats:
        if not self.transductive:
            return self.centres_
        values = self._standard(asked.texts)[by_digest(asked.texts, asked.rows)]
        return self._clustered(np.concatenate([self.learnt_, values]))

    def _clustered(self, values: Floats) -> Floats:
        rng = generator(self.seed, "fuzzy_clusters")
        distinct = np.unique(values, axis=0)
        start = distinct[rng.permutation(len(distinct))[: self.clusters]]
        return fuzzy_c_means(values, start, self.fuzziness)


def fuzzy_c_means(values: Floats, centres: Floats, fuzziness: float) -> Floats:
    """The centres of fuzzy clusters, from where they start (Bezdek 1981)."""
    for _ in range(ITERATIONS):
        weights = exps(fuzziness * logs(np.maximum(memberships(values, centres, fuzziness), 1e-300)))
        moved = product(weights.T, values) / np.maximum(weights.sum(axis=0), 1e-300)[:, None]
        if np.abs(moved - centres).max() < STILL:
            return np.asarray(moved)
        centres = moved
    return centres


def memberships(values: Floats, centres: Floats, fuzziness: float) -> Floats:
    """The share of each row in each cluster, which falls with its distance; shares of a row add up to 1.

    >>> memberships(np.array([[0.0], [1.0], [4.0]]), np.array([[0.0], [4.0]]), 2.0).round(2).tolist()
    [[1.0, 0.0], [0.9, 0.1], [0.0, 1.0]]
    """
    require_shape("centres", centres, len(centres), values.shape[1])
    apart = squares(values, centres, np.ones_like(centres))
    nearness = -logs(np.maximum(apart, 1e-12)) / (fuzziness - 1)
    nearness -= nearness.max(axis=1, keepdims=True)
    shares = exps(nearness)
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))
