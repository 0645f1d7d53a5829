"""What every measure of quality has: its words for a table, a value per text, and what it cannot see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

import numpy as np

from stylobench.edits import Rewrite
from stylobench.records import Floats

Dimension = Literal["soundness", "sensibleness", "efficiency"]
Better = Literal["high", "low"]
Scale = Literal["share", "ratio", "per_1000", "grade", "number"]
COMMAND = "pip install 'stylobench[obfuscate]'"


class Measure:
    """One value per rewritten text, NaN where it cannot be measured.

    `relative` says that untouched texts have a value too. Measures that cost minutes are asked for by name.
    """

    dimension: ClassVar[Dimension]
    title: ClassVar[str]
    better: ClassVar[Better]
    scale: ClassVar[Scale]
    blind: ClassVar[str]
    relative: ClassVar[bool] = False
    by_default: ClassVar[bool] = True

    def measure(self, rewrites: Sequence[Rewrite]) -> Floats:
        """A value per rewritten text."""
        return np.array([self.measure_rewrite(rewrite) for rewrite in rewrites], np.float64)

    def measure_rewrite(self, rewrite: Rewrite) -> float:
        """The value of one rewritten text."""
        raise NotImplementedError

    def originals(self, rewrites: Sequence[Rewrite]) -> Floats | None:
        """The same of the originals, None where it makes no sense."""
        return None


class TextMeasure(Measure):
    """A measure that looks at one text, so that originals have it too."""

    relative = True

    def measure(self, rewrites: Sequence[Rewrite]) -> Floats:
        """A value per rewritten text."""
        return self.measure_texts([rewrite.text for rewrite in rewrites])

    def originals(self, rewrites: Sequence[Rewrite]) -> Floats:
        """The same of the originals."""
        return self.measure_texts([rewrite.original for rewrite in rewrites])

    def measure_texts(self, texts: Sequence[str]) -> Floats:
        """A value per text, whether rewritten or not."""
        return np.array([self.measure_one(text) for text in texts], np.float64)

    def measure_one(self, text: str) -> float:
        """The value of one text."""
        return float(self.measure_texts([text])[0])


def per_1000(count: int, words: int) -> float:
    """So many per 1,000 words; NaN where there are none.

    >>> per_1000(3, 600)
    5.0
    """
    return 1000 * count / words if words else float("nan")
