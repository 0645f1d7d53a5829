"""A text on which operators of `mediocrity` work one after the other, each with a stream of draws of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from stylobench.edits import Sheet
from stylobench.features.prose import analysed
from stylobench.obfuscators._dice import Dice
from stylobench.obfuscators._gap import Gap
from stylobench.obfuscators._profile import Background
from stylobench.obfuscators._reading import Reading
from stylobench.seeds import generator

Operator = Callable[[Reading, Sheet, Gap, Dice], None]


@dataclass(frozen=True)
class Work:
    """The text as it is read, what is changed in it, and how far it lies from the average."""

    reading: Reading
    sheet: Sheet
    gap: Gap
    seed: int

    @classmethod
    def on(cls, text: str, background: Background, strength: float, quotes: bool, rng: np.random.Generator) -> Work:
        """Begin on a text, with what is quoted in it or without."""
        reading, seed = Reading.of(analysed(text), quotes), int(rng.integers(2**62))
        return cls(reading, Sheet(text), background.gap(reading, strength, generator(seed, "target")), seed)

    def do(self, operator: Operator, *names: str) -> None:
        """Let an operator work; its stream is its own, so that leaving it out changes no draw of the others."""
        operator(self.reading, self.sheet, self.gap, Dice(generator(self.seed, *names, operator.__name__)))
