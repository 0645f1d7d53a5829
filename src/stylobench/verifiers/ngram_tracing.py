"""Share of the long n-grams that the questioned text and the known texts have in common, occurrences aside.

Grieve et al. 2019, with character 9-grams and the overlap coefficient as Nini 2023 gives them: the size of the
intersection over that of the smaller set; all known texts make one set. Letters are lower-cased and punctuation stays.
Numbers and symbols stay too, which the authors' software removes. The map learnt on training problems turns the
coefficient into an answer.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from sklearn.utils.validation import check_is_fitted

from stylobench.features.problems import Problems
from stylobench.features.words import tokens
from stylobench.records import Floats, Problem
from stylobench.verifiers._own_texts import OwnTextsVerifier
from stylobench.verifiers._parameters import require_choice, require_counts
from stylobench.verifiers._profiles import UNITS
from stylobench.verifiers._verifier import Reason


class NgramTracing(OwnTextsVerifier):
    """The overlap coefficient of two sets of n-grams.

    n            how long the n-grams are
    unit         characters or words: what an n-gram is made of
    held_out, calibrate, objective   how the map is tuned, as in `char_ngrams`

    >>> problems = [Problem(("and so it is today",), "and so it was"), Problem(("and so it is today",), "thus we be")]
    >>> NgramTracing(calibrate="none").fit(problems, [True, False]).verify(problems).tolist()
    [0.4, 0.0]
    """

    family: ClassVar[str] = "characters"
    year: ClassVar[int] = 2019
    paper: ClassVar[str] = "Grieve et al. 2019; Nini 2023"
    looks_at: ClassVar[str] = "which character 9-grams occur"

    def __init__(
        self,
        n: int = 9,
        unit: str = "characters",
        held_out: float = 0.0,
        calibrate: str = "balanced",
        objective: str = "overall_2020",
    ) -> None:
        self.n = n
        self.unit = unit
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """The passages of the questioned text that known texts share, the longest first, and what each adds."""
        check_is_fitted(self, "map_")
        known, questioned = self._sets(problem)
        smaller = max(min(len(known), len(questioned)), 1)
        found = sorted(self._passages(problem.questioned, known), key=lambda passage: (-passage[1], passage[0]))
        return [Reason(name, grams / smaller) for name, grams in found[:most]]

    def _check(self) -> None:
        require_counts("ngram_tracing", n=self.n)
        require_choice("ngram_tracing", UNITS, unit=self.unit)

    def _measured(self, problems: Problems) -> Floats:
        return np.array([_coefficient(*self._sets(problem)) for problem in problems])

    def _sets(self, problem: Problem) -> tuple[set[str], set[str]]:
        known = {gram for text in problem.known for gram in self._ngrams(text)}
        return known, set(self._ngrams(problem.questioned))

    def _ngrams(self, text: str) -> list[str]:
        n = self.n
        if self.unit == "words":
            words = tokens(text)
            return [" ".join(words[i : i + n]) for i in range(len(words) - n + 1)]
        plain = " ".join(text.lower().split())
        return [plain[i : i + n] for i in range(len(plain) - n + 1)]

    def _passages(self, text: str, known: set[str]) -> list[tuple[str, int]]:
        """Runs of n-grams that are shared and not met before, as one text each, with how many n-grams they hold."""
        found: list[tuple[str, int]] = []
        met: set[str] = set()
        running = False
        for gram in self._ngrams(text):
            new = gram in known and gram not in met
            if new and running:
                found[-1] = (self._longer(found[-1][0], gram), found[-1][1] + 1)
            elif new:
                found.append((gram, 1))
            running = new
            met.add(gram)
        return found

    def _longer(self, passage: str, gram: str) -> str:
        return f"{passage} {gram.split()[-1]}" if self.unit == "words" else passage + gram[-1]


def _coefficient(known: set[str], questioned: set[str]) -> float:
    smaller = min(len(known), len(questioned))
    return len(known & questioned) / smaller if smaller else float("nan")
