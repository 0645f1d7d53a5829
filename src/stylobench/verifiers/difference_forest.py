"""Differences of many style measures in groups of one kind, a forest of regression trees per group, their mean.

After the abstract of Bartoli, Dagri, De Lorenzo, Medvet & Tarlao 2015, "An author verification approach based on
differential features": groups of homogeneous features that do not overlap, a random forest regressor for each group,
the arithmetic mean of their outputs. What each group of the original holds and how many trees it grows could not be
read. Ours: the most frequent words, character n-grams, punctuation pairs and pairs of parts of speech of the training
texts, word lengths, sentence lengths, richness of vocabulary, and layout. The absolute differences between the
questioned text and the mean of the known ones enter. Both classes count alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar, Self

import numpy as np

from stylobench.errors import SplitError
from stylobench.features._counting import Counts
from stylobench.features._tagger import identity
from stylobench.features.problems import Problems
from stylobench.records import Booleans, Floats, Problem, Rows
from stylobench.seeds import generator
from stylobench.verifiers._differences import differences
from stylobench.verifiers._forest import Forest
from stylobench.verifiers._pair_learner import PairLearner
from stylobench.verifiers._parameters import require_counts
from stylobench.verifiers._tfidf import Frequencies
from stylobench.verifiers._training import Training, answerable, settled

# counts, of which the most frequent ones are chosen, and fixed measures
CHOSEN = {
    "word": "words",
    "character 3-gram": "char_ngrams(n=3)",
    "marks": "mark_ngrams(n=2)",
    "tags": "pos_bigrams",
}
FIXED = {
    "word length": "word_length",
    "sentence length": "sentence_length",
    "richness": "vocabulary_richness",
    "layout": "layout",
}


class DifferenceForest(PairLearner):
    """The mean of one regression forest per kind of measure.

    trees        how many trees each of the eight forests has
    features     how many of the most frequent words and n-grams each of four groups holds
    tags         whether parts of speech count, which needs the tagger
    seed         what the trees are drawn by
    held_out     share of the training problems that a map is tuned on; 0: on all of them, crossed
    calibrate    none, because forests give shares; or a map as in `char_ngrams`
    objective    the measure that two thresholds maximise

    >>> texts = ("so it is and so it was", "so it was so", "thus we be or thus we go", "thus we be")
    >>> problems = [Problem((texts[i],), texts[j]) for i, j in [(0, 1), (2, 3), (0, 3), (2, 1)]]
    >>> model = DifferenceForest(trees=5, tags=False).fit(problems, [True, True, False, False])
    >>> (model.verify(problems) > 0.5).tolist()
    [True, True, False, False]
    """

    family: ClassVar[str] = "mixed"
    year: ClassVar[int] = 2015
    paper: ClassVar[str] = "Bartoli et al. 2015"
    learns_every_kind = True
    looks_at: ClassVar[str] = "words, n-grams, parts of speech, lengths, richness, layout"
    rebuilds: ClassVar[tuple[str, ...]] = ("Bartoli 7",)

    def __init__(
        self,
        trees: int = 10,
        features: int = 100,
        tags: bool = True,
        seed: int = 0,
        held_out: float = 0.2,
        calibrate: str = "none",
        objective: str = "overall_2020",
    ) -> None:
        self.trees = trees
        self.features = features
        self.tags = tags
        self.seed = seed
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def depends_on(self) -> list[bytes]:
        """What identifies the part-of-speech tagger, which must be there."""
        return [identity()] if self.tags else []

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> Self:
        """Learn from problems and their truth, and from nothing else."""
        require_counts("difference_forest", trees=self.trees, features=self.features)
        return super().fit(problems, same)

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Count the features of all texts."""
        texts = settled(problems).texts
        for features in self._sets.values():
            texts.counts(features)

    @property
    def _sets(self) -> dict[str, str]:
        every = CHOSEN | FIXED
        return every if self.tags else {group: every[group] for group in every if group != "tags"}

    @property
    def _names(self) -> list[str]:
        return [f"{group} {name!r}" for group, names in self.columns_.items() for name in names]

    def _look_around(self, training: Training, texts: Rows) -> None:
        self.columns_: dict[str, list[str]] = {}
        for group, features in self._sets.items():
            if group in FIXED:
                self.columns_[group] = training.problems.texts.counts(features).names
            else:
                found = Frequencies.of(training.problems.texts, texts, features)
                self.columns_[group] = found.take(found.most_frequent(self.features)).names

    def _measures(self, problems: Problems) -> Floats:
        rows = problems.rows
        shares = [self._shares(problems.texts.counts(self._sets[group]).take(rows), group) for group in self.columns_]
        values = np.zeros((len(problems.texts), sum(map(len, self.columns_.values()))))
        values[rows] = np.column_stack(shares)
        apart = differences(problems, values)
        apart[~answerable(problems)] = np.nan
        return apart

    def _shares(self, counts: Counts, group: str) -> Floats:
        """The chosen columns; counts as shares of all that was counted in the text."""
        chosen: Floats = counts.select(self.columns_[group]).toarray().astype(np.float64)
        if counts.measured:
            return chosen
        sizes = np.asarray(counts.matrix.sum(axis=1, dtype=np.float64)).reshape(-1, 1)
        return np.asarray(chosen / np.maximum(sizes, 1))

    def _teach(self, rows: Floats, same: Booleans, questioned: Rows) -> None:
        rng = generator(self.seed, "difference_forest")
        self.learner_ = [Forest.grown(rows[:, some], same, self.trees, rng) for some in self._groups()]
        if not self.learner_:
            raise SplitError("no training text has anything to measure; give longer texts")

    def _answers(self, rows: Floats) -> Floats:
        pairs = zip(self.learner_, self._groups(), strict=True)
        # one after the other: the mean of an array may round differently in other company
        return np.asarray(sum(forest.answers(rows[:, some]) for forest, some in pairs) / len(self.learner_))

    def _groups(self) -> list[slice]:
        """The columns of each group that has any."""
        ends = np.cumsum([0, *map(len, self.columns_.values())]).tolist()
        return [slice(a, b) for a, b in pairwise(ends) if b > a]
