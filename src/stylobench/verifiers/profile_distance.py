"""Distance between the character n-grams of the questioned text and those of all known texts joined.

Potha & Stamatatos 2014, with the distance of Stamatatos 2007 (over the questioned text's profile) or that of Kešelj et
al. 2003 (over both profiles). The paper tunes the length of the n-grams, the sizes of both profiles and the distance on
the training problems of each language, and scales distances by the smallest and the greatest of the test set. Here one
setting serves all, distances are shares of the greatest possible one, and the map is learnt on training problems, so
that each problem is answered on its own. After the descriptions of the method in later comparisons of verifiers; the
paper itself could not be read.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from sklearn.utils.validation import check_is_fitted

from stylobench.features._counting import Counts
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem, Rows
from stylobench.verifiers._own_texts import OwnTextsVerifier
from stylobench.verifiers._parameters import require_choice, require_counts
from stylobench.verifiers._profiles import Profile, both_sides, dissimilarities, ngram_counts
from stylobench.verifiers._training import settled
from stylobench.verifiers._verifier import Reason

OVER = ("questioned", "both")


class ProfileDistance(OwnTextsVerifier):
    """One minus the mean dissimilarity of the shares of n-grams in the two profiles.

    n            how long the n-grams are
    known        how many n-grams the profile of the known texts has, the commonest ones
    questioned   how many the profile of the questioned text has
    over         questioned: the distance runs over the questioned text's profile; both: over both profiles
    held_out, calibrate, objective   how the map is tuned, as in `char_ngrams`

    >>> problems = [Problem(("so it is",), "so it was"), Problem(("so it is",), "thus we be")]
    >>> ProfileDistance(n=2, calibrate="none").fit(problems, [True, False]).verify(problems).round(2).tolist()
    [0.6, 0.0]
    """

    family: ClassVar[str] = "characters"
    year: ClassVar[int] = 2014
    paper: ClassVar[str] = "Potha & Stamatatos 2014"
    looks_at: ClassVar[str] = "shares of the commonest character 5-grams"

    def __init__(
        self,
        n: int = 5,
        known: int = 2000,
        questioned: int = 10000,
        over: str = "questioned",
        held_out: float = 0.0,
        calibrate: str = "balanced",
        objective: str = "overall_2020",
    ) -> None:
        self.n = n
        self.known = known
        self.questioned = questioned
        self.over = over
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """The n-grams whose shares are most alike, and what each adds to the score."""
        check_is_fitted(self, "map_")
        asked = settled([problem])
        counts = ngram_counts(asked.texts, "characters", self.n)
        for known, questioned in both_sides(asked):
            columns, alike, weight = self._alike(counts, known, questioned)
            order = np.lexsort((-weight, -alike))[:most]
            return [Reason(counts.names[columns[i]], float(alike[i])) for i in order if alike[i] > 0]
        return []

    def _check(self) -> None:
        require_counts("profile_distance", n=self.n, known=self.known, questioned=self.questioned)
        require_choice("profile_distance", OVER, over=self.over)

    def _measured(self, problems: Problems) -> Floats:
        counts = ngram_counts(problems.texts, "characters", self.n)
        return np.array([_total(self._alike(counts, *sides)[1]) for sides in both_sides(problems)])

    def _alike(self, counts: Counts, known: Rows, questioned: Rows) -> tuple[Rows, Floats, Floats]:
        """The n-grams that count, what each adds to the score, and its smaller share; none where a side has none."""
        theirs, asked = Profile.of(counts, known, self.known), Profile.of(counts, questioned, self.questioned)
        if len(theirs) == 0 or len(asked) == 0:
            return np.zeros(0, np.int64), np.zeros(0), np.zeros(0)
        columns = asked.columns if self.over == "questioned" else np.union1d(asked.columns, theirs.columns)
        first, second = asked.shares_of(columns), theirs.shares_of(columns)
        alike = (1 - dissimilarities(first, second) / 4) / len(columns)
        return columns, alike, np.minimum(first, second)


def _total(alike: Floats) -> float:
    return float(alike.sum()) if len(alike) else float("nan")
