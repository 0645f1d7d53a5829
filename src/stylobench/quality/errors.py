"""Spelling and grammar errors per 1,000 words, by the checker Harper."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from stylobench.errors import MissingPart
from stylobench.quality._measure import COMMAND, TextMeasure, per_1000
from stylobench.quality._sampled import sentences
from stylobench.records import Floats

# what is not an error but advice
ADVICE = frozenset(["Enhancement", "Formatting", "Readability", "Redundancy", "Regionalism", "Style", "WordChoice"])
SPELLING = "Spelling"
SPELL_CHECK = "SpellCheck"
BREAK = "\n\n"


class Errors(TextMeasure):
    """Findings that are errors rather than advice, in at most `sentences` sentences of a text, evenly spread.

    A word is misspelt that neither an American nor a British dictionary has.
    """

    dimension = "sensibleness"
    title = "spelling and grammar errors per 1,000 words (sampled sentences)"
    better = "low"
    scale = "per_1000"
    blind = (
        "It knows words and rules, not sense: rare names count as misspelt, and a real word in a wrong place mostly "
        "does not, so read it beside the originals."
    )

    def __init__(self, sentences: int = 2) -> None:
        self.sentences = sentences
        self._known: dict[str, int] = {}

    def measure_texts(self, texts: Sequence[str]) -> Floats:
        """NaN where there are no words."""
        chosen = [sentences(text, self.sentences) for text in texts]
        fresh = {sentence: 0 for of_text in chosen for sentence in of_text if sentence not in self._known}
        self._known.update(zip(fresh, self._checked(list(fresh)), strict=True))
        counts = [sum(self._known[sentence] for sentence in of_text) for of_text in chosen]
        words = [sum(len(sentence.split()) for sentence in of_text) for of_text in chosen]
        return np.array([per_1000(*pair) for pair in zip(counts, words, strict=True)], np.float64)

    def _checked(self, found: list[str]) -> list[int]:
        """Errors per sentence; all are checked in one go, which halves the time."""
        american, british = (_findings(linter, BREAK.join(found)) for linter in self._linters)
        starts = [at for at, kind in american.items() if kind not in ADVICE and (kind != SPELLING or at in british)]
        ends = np.cumsum([len(sentence) + len(BREAK) for sentence in found])
        counts = np.bincount(np.searchsorted(ends, starts, side="right"), minlength=len(found))
        return [int(count) for count in counts]

    @cached_property
    def _linters(self) -> tuple[Any, Any]:
        try:
            from harper import Dialect, Linter
        except ModuleNotFoundError:
            raise MissingPart("harper-py, which finds spelling and grammar errors,", COMMAND) from None
        american, british = Linter(Dialect.AMERICAN), Linter(Dialect.BRITISH)
        british.set_lint_config({name: name == SPELL_CHECK for name in british.get_default_lint_config()})
        return american, british


def _findings(linter: Any, text: str) -> dict[int, str]:
    """Kinds of findings by where they start, errors before advice; one place counts once."""
    found = [(lint.span.start, str(lint.lint_kind)) for lint in linter.lint(text, dedup=False)]
    return dict(sorted(found, key=lambda each: each[1] not in ADVICE))
