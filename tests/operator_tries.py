"""One operator on one text, with a gap that is said outright."""

from __future__ import annotations

from collections.abc import Callable

from stylobench.edits import Sheet
from stylobench.features.prose import analysed
from stylobench.obfuscators._dice import Dice
from stylobench.obfuscators._gap import Gap
from stylobench.obfuscators._reading import Reading
from stylobench.seeds import generator

PLENTY = 1e6


def tried(operator: Callable[[Reading, Sheet, Gap, Dice], None], text: str, seed: int = 0, **target: float) -> str:
    """The text after the operator; `target` says what the average should be, and `rates` are one for any word."""
    reading, sheet = Reading.of(analysed(text)), Sheet(text)
    own = dict.fromkeys(target, 0.0)
    operator(reading, sheet, Gap(own, target, _Known(), reading.prose.words), Dice(generator(seed)))
    return sheet.rewrite().text


class _Known(dict[str, float]):
    """Every word is as usual as any other."""

    def get(self, word: str, default: float = 0.0) -> float:  # type: ignore[override]
        return 10.0
