"""Sentences that link-grammar can parse, as a share; read it beside that of the originals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stylobench.features.prose import WORD, Token
from stylobench.quality._grammar import parsed
from stylobench.quality._measure import TextMeasure
from stylobench.quality._sampled import sentences
from stylobench.records import Floats

SHORTEST = 3


class Parsed(TextMeasure):
    """At most `sentences` of a text, evenly spread, of three to `longest` tokens; each is parsed once."""

    dimension = "sensibleness"
    title = "sentences that parse (sampled, no long ones)"
    better = "high"
    scale = "share"
    blind = (
        "A parse is grammar, not sense: it accepts well-formed nonsense, rejects some good sentences (so read it "
        "beside the originals), and does not look at long ones."
    )

    def __init__(self, sentences: int = 2, longest: int = 20) -> None:
        self.sentences, self.longest = sentences, longest
        self._known: dict[str, bool | None] = {}

    def measure_texts(self, texts: Sequence[str]) -> Floats:
        """NaN where no sentence is of the right length."""
        chosen = [sentences(text, self.sentences, self._fits) for text in texts]
        fresh = {sentence: None for of_text in chosen for sentence in of_text if sentence not in self._known}
        self._known.update(zip(fresh, parsed(list(fresh)), strict=True))
        return np.array([_share([self._known[sentence] for sentence in of_text]) for of_text in chosen], np.float64)

    def _fits(self, tokens: tuple[Token, ...]) -> bool:
        return SHORTEST <= len(tokens) <= self.longest and any(token.kind == WORD for token in tokens)


def _share(verdicts: list[bool | None]) -> float:
    known = [verdict for verdict in verdicts if verdict is not None]
    return sum(known) / len(known) if known else float("nan")
