"""Naive Bayes with character language models: the likeliest author by smoothed n-gram probabilities.

After the abstract of Peng et al. 2003 and descriptions of Peng et al. 2004: one n-gram model of characters per author,
and Bayes' rule. The smoothing is ours, absolute discounting: every probability is mixed with that by the next shorter
context, and the discount of each length is n1 / (n1 + 2 n2) for n1 sequences seen once and n2 seen twice. A character
never seen is one of 256. Characters are lower-cased, white space is one blank.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from stylobench.attributors._attributor import Probable
from stylobench.attributors._character_models import CharacterModels, Level
from stylobench.attributors.maxent import softmax
from stylobench.records import Floats


class NgramLanguageModel(CharacterModels, Probable):
    """Authors' shares of the training documents, times the probability of a document under each author's model.

    features    char_ngrams(n=6): how many characters an n-gram has; lower=False keeps capitals apart

    >>> model = NgramLanguageModel("char_ngrams(n=3)").fit(["so it is", "thus it was"] * 3, ["Ann", "Bob"] * 3)
    >>> model.predict(["so it", "thus it was"]).tolist()
    ['Ann', 'Bob']
    """

    family: ClassVar[str] = "characters"
    year: ClassVar[int] = 2003
    paper: ClassVar[str] = "Peng et al. 2003; Peng et al. 2004"
    looks_at: ClassVar[str] = "how probable each character is after those before it"

    def __init__(self, features: str = "char_ngrams(n=6)") -> None:
        self.features = features

    def _estimate(self, level: Level, shorter: Floats) -> Floats:
        discount = level.once / (level.once + 2 * level.twice) if level.once and level.twice else 0.5
        total = np.maximum(level.total, 1)
        mixed = (np.maximum(level.seen - discount, 0) + discount * level.kinds * shorter) / total
        return np.where(level.total > 0, mixed, shorter)

    def _judged(self, logs: Floats, totals: Floats) -> Floats:
        return softmax(np.log(self.documents_ / self.documents_.sum()) + logs)
