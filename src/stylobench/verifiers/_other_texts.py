"""Texts by other people that a verifier keeps whole, to measure distances to them when it is asked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Rows
from stylobench.verifiers._fitting_shapes import require_shape
from stylobench.verifiers._other_authors import OtherAuthors, filled


@dataclass(frozen=True)
class OtherTexts(OtherAuthors):
    """Training texts that are not blank, in order of digest."""

    texts: list[str]

    def __post_init__(self) -> None:
        require_shape("texts", self.texts, len(self.digests))

    @classmethod
    def of(cls, texts: Texts, rows: Rows) -> OtherTexts:
        """Those in these rows."""
        kept = texts.take(filled(texts, rows))
        return cls(kept.digests(), list(kept))

    def beside(self, problems: Problems, places: Rows) -> tuple[Problems, Rows]:
        """The problems over texts among which the chosen others are, and the row of each other (-1: not chosen)."""
        chosen = np.unique(places[places >= 0])
        held = problems.texts.once("rows by digest", lambda whole: {d: row for row, d in enumerate(whole.digests())})
        rows = np.full(len(self.digests), -1)
        if all(self.digests[place] in held for place in chosen):
            rows[chosen] = [held[self.digests[place]] for place in chosen]
            return problems, rows
        own = problems.rows
        known, questioned = (np.searchsorted(own, of) for of in (problems.known, problems.questioned))
        rows[chosen] = np.arange(len(chosen)) + len(own)
        texts = Texts([*(problems.texts[row] for row in own), *(self.texts[place] for place in chosen)])
        return Problems(texts, known, problems.starts, questioned), rows
