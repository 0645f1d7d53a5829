"""Similarities, differences and single measures of the two sides, then a support vector machine (GLAD).

After Hürlimann, Weck, van den Berg, Šuster & Nissim 2015, "GLAD: Groningen lightweight authorship detection", and the
24 measures of the authors' program: for n from 1 to 5 the distance of Kešelj between profiles of character n-grams and
how many n-grams both profiles hold, cosines of words, punctuation, line ends and line lengths, differences of capitals,
text blocks, sentence lengths and entropies, joint entropy, compression, and entropy and sentence length of each side.
Measures of couples are averaged over the known texts, as theirs are. Changed: n-grams are lower-cased and white space
is one blank; the shared profiles of the five n differ (the program takes n = 1 five times); blank lines count; words
are those of this house. The program's probabilities come from an inner cross-validation; so do ours, with both classes
counted alike, by the map "balanced" over crossed scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from stylobench.errors import SpecError
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem
from stylobench.verifiers._glad_measures import NAMES, glad_measures
from stylobench.verifiers._pair_learner import PairLearner, kept_measures
from stylobench.verifiers._training import settled


class Glad(PairLearner):
    """A support vector machine with a radial kernel over 24 measures of each problem.

    C            inverse strength of the penalty
    gamma        width of the kernel; 0: one over the number of measures
    held_out     share of the training problems that the map is tuned on; 0: on all of them, crossed
    calibrate    a map as in `char_ngrams`, or none: the decision squashed
    objective    the measure that two thresholds maximise

    >>> texts = ("so it is and so it was", "so it was so", "thus we be or thus we go", "thus we be")
    >>> problems = [Problem((texts[i],), texts[j]) for i, j in [(0, 1), (2, 3), (0, 3), (2, 1)]]
    >>> (Glad(calibrate="none").fit(problems, [True, True, False, False]).verify(problems) > 0.5).tolist()
    [True, True, False, False]
    """

    family: ClassVar[str] = "mixed"
    year: ClassVar[int] = 2015
    paper: ClassVar[str] = "Hürlimann et al. 2015"
    learns_every_kind = True
    looks_at: ClassVar[str] = "character n-grams, words, punctuation, layout, entropy, compression"
    rebuilds: ClassVar[tuple[str, ...]] = ("Hürlimann 42",)

    def __init__(
        self,
        C: float = 1.0,
        gamma: float = 0.0,
        held_out: float = 0.0,
        calibrate: str = "balanced",
        objective: str = "overall_2020",
    ) -> None:
        self.C = C
        self.gamma = gamma
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> Self:
        """Learn from problems and their truth, and from nothing else."""
        if not self.C > 0:
            raise SpecError(f"glad(C={self.C!r}): it must be above 0")
        if not self.gamma >= 0:
            raise SpecError(f"glad(gamma={self.gamma!r}): it must be at least 0")
        return super().fit(problems, same)

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Measure all problems."""
        self._measures(settled(problems))

    @property
    def _names(self) -> list[str]:
        return NAMES

    def _measures(self, problems: Problems) -> Floats:
        return kept_measures(problems, "glad", glad_measures)

    def _learner(self) -> Any:
        from sklearn.svm import SVC

        return SVC(C=self.C, gamma=self.gamma or "auto", class_weight="balanced")
