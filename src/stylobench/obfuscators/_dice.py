"""Many small random decisions from one stream, drawn in blocks because a call per decision costs more than it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

BLOCK = 256


class Dice:
    """Draws from one stream in the order in which they are asked for."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._block: list[float] = []

    def draw(self) -> float:
        """A number from 0 to below 1."""
        if not self._block:
            self._block = self._rng.random(BLOCK).tolist()
        return self._block.pop()

    def hit(self, chance: float) -> bool:
        """Whether something of this chance happens."""
        return chance > 0 and self.draw() < chance

    def pick(self, weights: Sequence[float]) -> int:
        """A place, by weight; the weights must not all be 0."""
        sums = list(accumulate(weights))
        wanted = self.draw() * sums[-1]
        return next(place for place, reached in enumerate(sums) if wanted < reached)
