"""How often the known author is nearer than every impostor, in random halves of character 4-grams.

The impostors method of Koppel & Winter (2014), winner of PAN 2013 (Seidman) and, refined, of PAN 2014 (Khonji & Iraqi):
in each of 100 rounds half of the features are drawn and some impostors from a larger pool; the round is won where the
square of the min-max similarity of known and questioned text exceeds, for every impostor, the product of its
similarities with both. With several known texts the share of rounds won is averaged over them, as in Seidman's entry.

Changed: impostors are texts of the training problems, where the originals searched the web; the pool of a problem is
drawn at random, by its known texts, not by likeness. Features are dealt at random into 32 bundles and a round takes
half of the bundles, which is as random for many features and far cheaper. `variant="ranks"` gives a round 1 / rank of
the known author among the impostors, in the manner of Potha & Stamatatos (2017); it stands in for the finer credit of
Khonji & Iraqi. The rule of the product, 25 impostors out of 125 and the credit by rank are from general knowledge of
these papers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem, Rows
from stylobench.seeds import generator
from stylobench.verifiers._feature_shares import Chosen, require_any
from stylobench.verifiers._fitting_shapes import require_shape
from stylobench.verifiers._other_authors import OtherAuthors, filled
from stylobench.verifiers._others_kernels import in_halves, ranks
from stylobench.verifiers._parameters import require_choice, require_counts
from stylobench.verifiers._training import Training, settled
from stylobench.verifiers._verifier import Reason, Verifier, weightiest

VARIANTS = ("share", "ranks")
BUNDLES = 32


class Impostors(Verifier):
    """Compares known and questioned text with texts by other people, over and over, in halves of the features.

    variant      share: of the rounds in which the known author is ahead of all; ranks: mean of 1 / rank
    rounds       how many rounds
    impostors    how many other people's texts are drawn in a round
    pool         how many they are drawn from, at most
    features     the feature set, whose most frequent members in the training texts count, weighed by TF-IDF
    most         how many of them
    seed         of all draws
    held_out     share of the training problems that the map is tuned on; 0: on all of them
    calibrate    two_thresholds, platt, balanced, isotonic, temperature, or none: the share or mean itself
    objective    the measure that the two thresholds maximise

    >>> problems = [Problem(("so it is",), "so it was"), Problem(("thus we be",), "well I am")]
    >>> model = Impostors(features="char_ngrams(n=2)", calibrate="none").fit(problems, [True, False])
    >>> model.verify([Problem(("so it is not",), "so it is"), Problem(("so it is",), "well I was")]).tolist()
    [0.93, 0.0]
    """

    family: ClassVar[str] = "characters"
    year: ClassVar[int] = 2014
    paper: ClassVar[str] = "Koppel & Winter 2014; Seidman 2013; Khonji & Iraqi 2014"
    looks_at: ClassVar[str] = "character 4-grams, in random halves, against other people's"
    rebuilds: ClassVar[tuple[str, ...]] = ("Seidman 95", "Khonji 53")

    def __init__(
        self,
        variant: str = "share",
        rounds: int = 100,
        impostors: int = 25,
        pool: int = 125,
        features: str = "char_ngrams(n=4)",
        most: int = 3072,
        seed: int = 0,
        held_out: float = 0.0,
        calibrate: str = "balanced",
        objective: str = "overall_2020",
    ) -> None:
        self.variant = variant
        self.rounds = rounds
        self.impostors = impostors
        self.pool = pool
        self.features = features
        self.most = most
        self.seed = seed
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> Self:
        """Learn from problems and their truth, and from nothing else."""
        require_choice("impostors", VARIANTS, variant=self.variant)
        require_counts("impostors", rounds=self.rounds, impostors=self.impostors, pool=self.pool, most=self.most)
        return super().fit(problems, same)

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Count the features of all texts."""
        settled(problems).texts.counts(self.features)

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """The features that known and questioned text share more (or, below 0, less) than others do with it."""
        check_is_fitted(self, "weights_")
        asked = settled([problem])
        drawn = self.others_.some(asked, self.pool, self.seed)[0]
        rows = self.chosen_.weights(asked.texts, np.r_[asked.questioned, asked.known]).astype(np.float64)
        if len(asked.known) == 0 or not rows[0].any() or not rows[1:].any() or len(drawn) == 0:
            return []
        questioned, known, others = rows[0], rows[1:].mean(axis=0), self.weights_[drawn].astype(np.float64)
        theirs = np.minimum(questioned, others) / np.maximum(questioned, others).sum(axis=1, keepdims=True)
        more = np.minimum(questioned, known) / np.maximum(questioned, known).sum() - theirs.mean(axis=0)
        return weightiest(self.chosen_.names, more, most)

    def _learn(self, training: Training, texts: Rows) -> None:
        whole = training.problems.texts
        chosen = Chosen.of(whole, texts, self.features, self.most, idf=True)
        require_any([chosen])
        dealt = generator(self.seed, "impostors", "bundles").permutation(len(chosen.names))
        self.chosen_ = Chosen(self.features, [chosen.names[place] for place in dealt], chosen.factors[dealt])
        self.others_ = OtherAuthors.of(whole, texts)
        self.weights_ = self.chosen_.weights(whole, filled(whole, texts))

    def _scores(self, problems: Problems) -> Floats:
        rows, count = problems.rows, len(self.chosen_.names)
        require_shape("weights", self.weights_, len(self.others_.digests), count)
        bounds = np.linspace(0, count, min(BUNDLES, count) + 1).astype(np.int64)
        halves = self._draws("halves", len(bounds) - 1, len(bounds) // 2)
        weights = self.chosen_.weights(problems.texts, rows)
        sums, others_sums = in_halves(weights, bounds, halves), in_halves(self.weights_, bounds, halves)
        scores, filled = np.full(len(problems), np.nan), weights.sum(axis=1) > 0
        for place, drawn in enumerate(self.others_.some(problems, self.pool, self.seed)):
            known = np.searchsorted(rows, problems.known[problems.starts[place] : problems.starts[place + 1]])
            mine = np.r_[np.searchsorted(rows, problems.questioned[place]), known[filled[known]]]
            if len(drawn) and len(mine) > 1 and filled[mine[0]]:
                draws = halves, self._draws("others", len(drawn), self.impostors)
                found = ranks((weights, sums, mine), (self.weights_, others_sums, drawn), bounds, draws)
                scores[place] = (found == 1).mean() if self.variant == "share" else (1 / found).mean()
        return scores

    def _draws(self, name: str, size: int, count: int) -> Rows:
        return _draws(self.seed, self.rounds, name, size, min(count, size))


@lru_cache(maxsize=256)
def _draws(seed: int, rounds: int, name: str, size: int, count: int) -> Rows:
    """Rounds x places: so many of a number of things, drawn anew for each round."""
    rng = generator(seed, "impostors", name, str(size))
    return np.array([rng.permutation(size)[:count] for _ in range(rounds)], np.int64)
