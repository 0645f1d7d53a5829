"""Cosine of the TF-IDF weights of part-of-speech bigrams.

After Posadas-Durán et al. 2015, who compare syntactic n-grams, paths through dependency trees. There is no parser here:
pairs of neighbouring part-of-speech tags stand in for them, so that word order takes the place of dependency. The
features are weighed and compared as in `char_ngrams`, and the map is learnt on training problems. The notebook itself
could not be read.
"""

from __future__ import annotations

from typing import ClassVar

from stylobench.errors import SplitError
from stylobench.features._tagger import identity
from stylobench.verifiers._cosine_verifier import CosineVerifier
from stylobench.verifiers._tfidf import Frequencies
from stylobench.verifiers._training import Training


class PosNgrams(CosineVerifier):
    """Compares how often which part of speech follows which.

    features     how many pairs of tags count, the commonest ones of the training texts
    held_out, calibrate, objective   how the map is tuned, as in `char_ngrams`

    >>> from stylobench.records import Problem
    >>> problems = [Problem(("We saw the cat.",), "You met the dog."), Problem(("We saw the cat.",), "Slowly, slowly!")]
    >>> answers = PosNgrams(calibrate="none").fit(problems, [True, False]).verify(problems)
    >>> bool(answers[0] > answers[1])
    True
    """

    family: ClassVar[str] = "syntax"
    year: ClassVar[int] = 2015
    paper: ClassVar[str] = "Posadas-Durán et al. 2015"
    looks_at: ClassVar[str] = "which part of speech follows which"
    rebuilds: ClassVar[tuple[str, ...]] = ("Posadas-Durán 86",)

    def __init__(
        self,
        features: int = 1000,
        held_out: float = 0.0,
        calibrate: str = "balanced",
        objective: str = "overall_2020",
    ) -> None:
        self.features = features
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def depends_on(self) -> list[bytes]:
        """What identifies the part-of-speech tagger, which must be there."""
        return [identity()]

    @property
    def _counted(self) -> str:
        return "pos_bigrams"

    def _chosen(self, found: Frequencies, training: Training) -> Frequencies:
        if len(found.places) == 0:
            raise SplitError("no training text has a word; give longer texts")
        return found.take(found.most_frequent(self.features))
