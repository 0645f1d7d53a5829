"""How much better a model of the known author fits the questioned text than a model of everyone, then a forest.

The universal background model of speaker recognition (Reynolds et al. 2000), which Pacheco et al. 2015 bring to
authorship with a random forest on descriptions of everyone, the known author and the questioned text. After the
abstract of their paper. Their public program has a forest on many features, each as the squared distance of the
questioned text to the known author over that to everyone, and a mixture model beside it. Ours brings both together: a
mixture of Gaussians over the shares of the most frequent words and marks in pieces of training texts, whose means are
drawn towards the pieces of the known texts; likelihood ratios, both ways, and distances among the three go into the
forest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from stylobench.errors import SpecError, SplitError
from stylobench.features._same_bits import exps
from stylobench.features.problems import Problems
from stylobench.records import Booleans, Floats, Problem, Rows
from stylobench.seeds import generator
from stylobench.verifiers._forest import Forest
from stylobench.verifiers._mixture import Mixture, log_totals
from stylobench.verifiers._pair_learner import PairLearner
from stylobench.verifiers._parameters import require_counts
from stylobench.verifiers._pieces import Pieces
from stylobench.verifiers._style import Scale, by_digest
from stylobench.verifiers._training import Training, settled

MEASURES = [
    "questioned pieces: known author against everyone",
    "worst questioned piece: known author against everyone",
    "known pieces: questioned author against everyone",
    "worst known piece: questioned author against everyone",
    "difference of known and questioned shares",
    "questioned text: how far from everyone",
    "known texts: how far from everyone",
]


class UbmGmm(PairLearner):
    """A random forest on likelihood ratios.

    components   Gaussians in the mixture
    features     how many of the most frequent words and marks of the training texts count
    relevance    how many pieces a mean needs to be drawn half of the way
    trees        trees of the forest
    seed         names the streams of the pieces that components start from and of the forest
    held_out     share of the training problems that a map is tuned on, where one is set
    calibrate    none, because the forest gives probabilities; or a map as in `char_ngrams`
    objective    the measure that two thresholds maximise, where they are the map

    >>> texts = ("so it is, and so it was", "so it was, so", "thus we be or thus we go", "thus we be")
    >>> problems = [Problem((texts[i],), texts[j]) for i, j in [(0, 1), (2, 3), (0, 3), (2, 1)]]
    >>> model = UbmGmm(components=1, relevance=1.0, trees=20)
    >>> (model.fit(problems, [True, True, False, False]).verify(problems) > 0.5).tolist()
    [True, True, False, False]
    """

    family: ClassVar[str] = "mixed"
    year: ClassVar[int] = 2015
    paper: ClassVar[str] = "Pacheco et al. 2015"
    learns_every_kind = True
    looks_at: ClassVar[str] = "frequent words and marks, against those of everyone"
    rebuilds: ClassVar[tuple[str, ...]] = ("Pacheco 83",)

    learner_: Forest

    def __init__(
        self,
        components: int = 4,
        features: int = 50,
        relevance: float = 16.0,
        trees: int = 50,
        seed: int = 0,
        held_out: float = 0.2,
        calibrate: str = "none",
        objective: str = "overall_2020",
    ) -> None:
        self.components = components
        self.features = features
        self.relevance = relevance
        self.trees = trees
        self.seed = seed
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> UbmGmm:
        """Learn from problems and their truth, and from nothing else."""
        require_counts("ubm_gmm", components=self.components, features=self.features, trees=self.trees)
        if not self.relevance > 0:
            raise SpecError(f"ubm_gmm(relevance={self.relevance!r}): it must be greater than 0")
        return super().fit(problems, same)

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Cut every text into pieces."""
        Pieces.of(settled(problems).texts)

    @property
    def _names(self) -> list[str]:
        return MEASURES

    def _look_around(self, training: Training, texts: Rows) -> None:
        store = training.problems.texts
        found, rows = Pieces.of(store), by_digest(store, texts)
        places = found.of_texts(rows)
        if len(places) == 0:
            raise SplitError("ubm_gmm needs a training text that is not blank")
        self.tokens_ = found.most_frequent(rows, self.features)
        shares = found.shares(self.tokens_)[places]
        self.scale_ = Scale.of(shares)
        self.everyone_ = Mixture.of(self.scale_.standard(shares), self.components, generator(self.seed, "ubm_gmm"))

    def _teach(self, rows: Floats, same: Booleans, questioned: Rows) -> None:
        self.learner_ = Forest.grown(rows, same, self.trees, generator(self.seed, "ubm_gmm", "forest"))

    def _measures(self, problems: Problems) -> Floats:
        found = Pieces.of(problems.texts)
        seen = Seen.by(self.everyone_, self.scale_.standard(found.shares(self.tokens_)))
        bounds = zip(problems.starts[:-1], problems.starts[1:], problems.questioned, strict=True)
        measures, sizes = np.full((len(problems), len(MEASURES)), np.nan), np.diff(found.starts)
        for place, (start, end, row) in enumerate(bounds):
            texts = [*problems.known[start:end], row]
            if end > start and (sizes[texts] > 0).all():
                known, questioned = found.of_texts(problems.known[start:end]), found.of_texts(np.array([row]))
                measures[place] = self._compared(seen, known, questioned)
        return measures

    def _compared(self, seen: Seen, known: Rows, questioned: Rows) -> Floats:
        forth, back = self._ratios(seen, known, questioned), self._ratios(seen, questioned, known)
        centres = seen.rows[known].mean(axis=0), seen.rows[questioned].mean(axis=0)
        apart = np.abs(centres[0] - centres[1]).mean()
        far = [np.abs(centre).mean() for centre in centres[::-1]]
        return np.array([forth.mean(), forth.min(), back.mean(), back.min(), apart, *far])

    def _ratios(self, seen: Seen, of_author: Rows, asked: Rows) -> Floats:
        """The logarithm of the likelihood ratio of each piece that is asked about."""
        author = self.everyone_.adapted(seen.rows[of_author], seen.shares[of_author], self.relevance)
        return np.asarray(log_totals(author.joint(seen.rows[asked])) - seen.densities[asked])


@dataclass(frozen=True)
class Seen:
    """Pieces as the background model sees them: the share of each component, and the logarithm of the density."""

    rows: Floats
    shares: Floats
    densities: Floats

    @classmethod
    def by(cls, everyone: Mixture, rows: Floats) -> Seen:
        """Look at all rows once."""
        joint = everyone.joint(rows)
        densities = log_totals(joint)
        return cls(rows, exps(joint - densities[:, None]), densities)
