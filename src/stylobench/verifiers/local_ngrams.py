"""Cosine of the character n-grams that both sides use most above or below what training texts use.

Recentred local profiles (Layton, Watters & Dazeley 2012), from the simple local n-gram ensemble of Layton 2014: from
the share of each n-gram its share in the background is taken away, the n-grams with the greatest differences make the
profile, and profiles are compared by cosine. Simplified: one length and one size, where the original lets several such
methods vote with parameters from a grid search; n-grams that no training text has do not count. After the abstract of
the notebook and the descriptions of the profiles in the literature.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from sklearn.utils.validation import check_is_fitted

from stylobench.errors import SplitError
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem, Rows
from stylobench.verifiers._chosen_ngrams import ChosenNgrams
from stylobench.verifiers._parameters import require_counts
from stylobench.verifiers._tfidf import Frequencies
from stylobench.verifiers._training import Training, settled
from stylobench.verifiers._verifier import Reason, Verifier, weightiest


class LocalNgrams(Verifier):
    """(1 + cosine) / 2 of the differences from the background.

    n            how long the n-grams are
    size         how many n-grams a profile has: those that differ most, either way
    held_out, calibrate, objective   how the map is tuned, as in `char_ngrams`

    >>> texts = ("so it is and so it was", "so it was so", "thus we be or thus we go", "thus we be")
    >>> problems = [Problem((texts[i],), texts[j]) for i, j in [(0, 1), (2, 3), (0, 3), (2, 1)]]
    >>> model = LocalNgrams(n=2, size=10, calibrate="none").fit(problems, [True, True, False, False])
    >>> (model.verify(problems) > 0.5).tolist()
    [True, True, False, False]
    """

    family: ClassVar[str] = "characters"
    year: ClassVar[int] = 2014
    paper: ClassVar[str] = "Layton 2014; Layton et al. 2012"
    looks_at: ClassVar[str] = "character 3-grams used more or less than others use them"
    rebuilds: ClassVar[tuple[str, ...]] = ("Layton 63",)

    chosen_: ChosenNgrams
    background_: Floats

    def __init__(
        self,
        n: int = 3,
        size: int = 1000,
        held_out: float = 0.0,
        calibrate: str = "balanced",
        objective: str = "overall_2020",
    ) -> None:
        self.n = n
        self.size = size
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Count the n-grams of all texts."""
        self._check()
        settled(problems).texts.counts(self._counted)

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """The n-grams that speak most for one author (above 0) or against it, by their shares of the cosine."""
        check_is_fitted(self, "chosen_")
        for known, questioned in self.chosen_.both_sides(settled([problem])):
            return weightiest(self.chosen_.names, self._shares(known, questioned), most)
        return []

    @property
    def _counted(self) -> str:
        return f"char_ngrams(n={self.n!r})"

    def _check(self) -> None:
        require_counts("local_ngrams", n=self.n, size=self.size)

    def _learn(self, training: Training, texts: Rows) -> None:
        self._check()
        found = Frequencies.of(training.problems.texts, texts, self._counted)
        if len(found.places) == 0:
            raise SplitError(f"no training text has {self.n} characters; give longer texts or a smaller n")
        self.chosen_ = ChosenNgrams(self._counted, found.names)
        self.background_ = found.occurrences / found.occurrences.sum()

    def _scores(self, problems: Problems) -> Floats:
        cosines = [self._shares(*sides).sum() for sides in self.chosen_.both_sides(problems)]
        return np.clip((1 + np.array(cosines)) / 2, 0, 1)

    def _shares(self, known: Floats, questioned: Floats) -> Floats:
        """What each n-gram adds to the cosine; NaN where a side has no n-gram."""
        first, second = self._local(known), self._local(questioned)
        return np.asarray(first * second / np.sqrt((first**2).sum() * (second**2).sum()))

    def _local(self, counts: Floats) -> Floats:
        """The differences from the background that are among the greatest, the others as 0; equal ones all stay."""
        total = counts.sum()
        if total == 0:
            return np.full(len(counts), np.nan)
        apart = counts / total - self.background_
        size = np.abs(apart)
        if self.size < len(size):
            apart[size < np.partition(size, -self.size)[-self.size]] = 0
        return np.asarray(apart)
