"""Prediction by partial matching (PPM): the author whose texts compress the document best.

After descriptions of Teahan & Harper 2003: one character model of order 5 per author, and the document goes to the
author under whose model it takes the fewest bits. Escapes are those of method D: of n occurrences of a context before t
different characters, a character seen c times after it gets (2c - 1) / 2n, and a step to the next shorter context t /
2n; a character never seen is one of 256. `escape="none"` charges nothing for the step, as the baseline of PAN 2020
does; authors with much text are then favoured less. Without exclusions, and models do not learn from the document
itself. Characters are lower-cased, white space is one blank, so that their n-grams are counted once for all methods.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from stylobench.attributors._attributor import Scoring
from stylobench.attributors._character_models import CharacterModels, Level
from stylobench.errors import SpecError
from stylobench.records import Floats

ESCAPES = ("D", "none")


class Ppm(CharacterModels, Scoring):
    """The score is minus the bits per character of a document under an author's model.

    features    char_ngrams(n=6): the model remembers n - 1 characters; lower=False keeps capitals apart
    escape      D: a step to a shorter context costs what method D says; none: nothing

    >>> model = Ppm("char_ngrams(n=3)").fit(["so it is", "thus it was"] * 3, ["Ann", "Bob"] * 3)
    >>> model.predict(["so it", "thus it was"]).tolist()
    ['Ann', 'Bob']
    """

    family: ClassVar[str] = "compression"
    year: ClassVar[int] = 2003
    paper: ClassVar[str] = "Teahan & Harper 2003"
    looks_at: ClassVar[str] = "how well an author's texts predict the characters of a document"

    def __init__(self, features: str = "char_ngrams(n=6)", escape: str = "D") -> None:
        self.features = features
        self.escape = escape

    def _check(self) -> None:
        super()._check()
        if self.escape not in ESCAPES:
            raise SpecError(f"ppm(escape={self.escape!r}): it can be one of: {', '.join(ESCAPES)}")

    def _estimate(self, level: Level, shorter: Floats) -> Floats:
        total = np.maximum(level.total, 1)
        if self.escape == "none":
            return np.where(level.seen > 0, level.seen / total, shorter)
        known = (2 * level.seen - 1) / (2 * total)
        escaped = np.where(level.total > 0, level.kinds / (2 * total), 1.0) * shorter
        return np.where(level.seen > 0, known, escaped)

    def _judged(self, logs: Floats, totals: Floats) -> Floats:
        return np.asarray(logs / (np.log(2) * np.maximum(totals, 1)[:, None]))
