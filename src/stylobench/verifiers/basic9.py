"""Differences of nine simple measures (vocabulary, sentences, syllables, readability), then a learner.

The smallest feature set of Brennan, Afroz & Greenstadt 2012 ("Adversarial stylometry"): different words, complexity,
sentences, words per sentence, syllables per word, characters with and without white space, Gunning fog, Flesch reading
ease; after its description in the manual of the R package koRpus. There it named authors; here the absolute differences
between the questioned text and the mean of the known ones go into logistic regression (or a forest) over problems. The
four counts enter as logarithms, so that twice as long differs alike at any length; they tell how long a text is, which
may be all that such a verifier learns. Syllables are counted by rule.
"""

from __future__ import annotations

from typing import ClassVar

from stylobench.features.basic9 import NAMES
from stylobench.features.texts import Texts
from stylobench.records import Floats
from stylobench.verifiers._differences import Differences


class Basic9(Differences):
    """Learns which of nine differences tell authors apart.

    learner      logistic, or forest: classification trees
    C            inverse strength of the penalty on weights (logistic)
    trees, seed  how many trees, and what they are drawn by (forest)
    held_out     share of the training problems that a map is tuned on; 0: on all of them, crossed
    calibrate    none, because the learner gives probabilities; or a map as in `char_ngrams`
    objective    the measure that two thresholds maximise

    >>> from stylobench.records import Problem
    >>> short, long = "Go. Run. Stop it.", "Considerable deliberation preceded every single decision."
    >>> problems = [Problem((short,), "Run. Go now."), Problem((long,), "Run. Go now.")]
    >>> (Basic9().fit(problems, [True, False]).verify(problems) > 0.5).tolist()
    [True, False]
    """

    family: ClassVar[str] = "mixed"
    year: ClassVar[int] = 2012
    paper: ClassVar[str] = "Brennan et al. 2012"
    learns_every_kind = True
    looks_at: ClassVar[str] = "length, vocabulary, syllables and readability"

    def __init__(
        self,
        learner: str = "logistic",
        C: float = 1.0,
        trees: int = 100,
        seed: int = 0,
        held_out: float = 0.2,
        calibrate: str = "none",
        objective: str = "overall_2020",
    ) -> None:
        self.learner = learner
        self.C = C
        self.trees = trees
        self.seed = seed
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    @property
    def _names(self) -> list[str]:
        return NAMES

    @property
    def _kept_as(self) -> str:
        return "basic9"

    def _per_text(self, texts: Texts) -> Floats:
        measures: Floats = texts.counts("basic9").matrix.toarray()
        return measures
