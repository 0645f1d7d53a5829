"""Cosine of the TF-IDF weights of the most frequent character n-grams, then two thresholds.

The baseline of PAN 2020 and of the topic-leakage paper (character 4-grams, the 3,000 most frequent ones of the
training texts). Thresholds are tuned on training problems that are held out, as the paper says; `held_out=0` tunes
them on the training problems themselves, as the authors' code does.
"""

from __future__ import annotations

from typing import ClassVar

from stylobench.errors import SplitError
from stylobench.verifiers._cosine_verifier import CosineVerifier
from stylobench.verifiers._tfidf import Frequencies
from stylobench.verifiers._training import Training


class CharNgrams(CosineVerifier):
    """Compares the character n-grams of the questioned text with those of all known texts together.

    n, features  how long the n-grams are, and how many of them count
    held_out     share of the training problems that the map is tuned on; 0: on all of them
    calibrate    two_thresholds, platt, isotonic, temperature, or none: the cosine itself
    objective    the measure that the two thresholds maximise

    >>> from stylobench.records import Problem
    >>> problems = [Problem(("so it is",), "so it was"), Problem(("so it is",), "thus we be")]
    >>> CharNgrams(n=2, calibrate="none").fit(problems, [True, False]).verify(problems).round(2).tolist()
    [0.63, 0.0]
    """

    family: ClassVar[str] = "characters"
    year: ClassVar[int] = 2020
    paper: ClassVar[str] = "Kestemont et al. 2020"
    looks_at: ClassVar[str] = "character 4-grams, weighed by TF-IDF"
    rebuilds: ClassVar[tuple[str, ...]] = ("van Dam 102",)

    def __init__(
        self,
        n: int = 4,
        features: int = 3000,
        held_out: float = 0.2,
        calibrate: str = "two_thresholds",
        objective: str = "overall_2020",
    ) -> None:
        self.n = n
        self.features = features
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    @property
    def _counted(self) -> str:
        return f"char_ngrams(n={self.n!r})"

    def _chosen(self, found: Frequencies, training: Training) -> Frequencies:
        if len(found.places) == 0:
            raise SplitError(f"no training text has {self.n} characters; give longer texts or a smaller n")
        return found.take(found.most_frequent(self.features))
