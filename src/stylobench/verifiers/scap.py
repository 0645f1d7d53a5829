"""How many of the commonest character n-grams the questioned text and the known texts have in common.

Source-code author profiles (Frantzeskou et al. 2006), one of the local n-gram methods that Layton, Watters & Dazeley
2013 vote with. Here it stands alone, and a map learnt on training problems takes the place of the vote and its
threshold. The size of the intersection is given as a share of the size of a profile. After the description in the
later literature on profiles; the notebook itself could not be read.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from sklearn.utils.validation import check_is_fitted

from stylobench.features._counting import Counts
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem, Rows
from stylobench.verifiers._own_texts import OwnTextsVerifier
from stylobench.verifiers._parameters import require_counts
from stylobench.verifiers._profiles import Profile, both_sides, ngram_counts
from stylobench.verifiers._training import settled
from stylobench.verifiers._verifier import Reason


class Scap(OwnTextsVerifier):
    """The share of n-grams that stand in both profiles.

    n            how long the n-grams are
    size         how many n-grams a profile has, the commonest ones
    held_out, calibrate, objective   how the map is tuned, as in `char_ngrams`

    >>> problems = [Problem(("so it is",), "so it was"), Problem(("so it is",), "thus we be")]
    >>> Scap(n=2, size=8, calibrate="none").fit(problems, [True, False]).verify(problems).tolist()
    [0.625, 0.0]
    """

    family: ClassVar[str] = "characters"
    year: ClassVar[int] = 2013
    paper: ClassVar[str] = "Frantzeskou et al. 2006; Layton et al. 2013"
    looks_at: ClassVar[str] = "which character 6-grams are common"
    rebuilds: ClassVar[tuple[str, ...]] = ("Layton 64",)

    def __init__(
        self,
        n: int = 6,
        size: int = 1500,
        held_out: float = 0.0,
        calibrate: str = "balanced",
        objective: str = "overall_2020",
    ) -> None:
        self.n = n
        self.size = size
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """The n-grams in both profiles, the commonest first; each adds as much to the score."""
        check_is_fitted(self, "map_")
        asked = settled([problem])
        counts = ngram_counts(asked.texts, "characters", self.n)
        for known, questioned in both_sides(asked):
            theirs, its = self._profiles(counts, known, questioned)
            common = np.minimum(its.shares, theirs.shares_of(its.columns))
            order = [place for place in np.argsort(-common, kind="stable")[:most] if common[place] > 0]
            return [Reason(counts.names[its.columns[place]], 1 / self.size) for place in order]
        return []

    def _check(self) -> None:
        require_counts("scap", n=self.n, size=self.size)

    def _measured(self, problems: Problems) -> Floats:
        counts = ngram_counts(problems.texts, "characters", self.n)
        return np.array([self._common(*self._profiles(counts, *sides)) for sides in both_sides(problems)])

    def _profiles(self, counts: Counts, known: Rows, questioned: Rows) -> tuple[Profile, Profile]:
        return Profile.of(counts, known, self.size), Profile.of(counts, questioned, self.size)

    def _common(self, known: Profile, questioned: Profile) -> float:
        if len(known) == 0 or len(questioned) == 0:
            return float("nan")
        return len(np.intersect1d(known.columns, questioned.columns, assume_unique=True)) / self.size
