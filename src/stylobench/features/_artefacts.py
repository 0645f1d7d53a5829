"""Traces that editing leaves in spacing, capitals and marks, as counts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from stylobench.features._counting import Counts, measures

_TRACES = {
    "blank before a mark": r"[^\S\n][,.;:!?)\]]",
    "no blank after a comma": r",[^\W\d_]",
    "two blanks in a line": r"[^\S\n]{2,}",
    "blank at the end of a line": r"[^\S\n]+$",
    "two marks in a row": r"[,;:][,.;:!?]|[.!?][,;:]",
    "sentence that starts small": r"[.!?]\s+[a-z]",
    "capital inside a sentence": r"[a-z,;]\s[A-Z]",
    "small i": r"\bi\b",
    "word said twice": r"\b(\w+)\s+\1\b",
    "a before a vowel, an before a consonant": r"(?i:\ba\s+[aeio]|\ban\s+[bcdfgjklmnpqrstvwxyz])",
    "contraction": r"[A-Za-z]['’][a-z]",
    "letter outside English": r"(?![A-Za-z])[^\W\d_]",
    "translator's mark": r"[*#@](?=\w)",
}
NAMES = list(_TRACES)
_PATTERNS = [re.compile(pattern, re.MULTILINE) for pattern in _TRACES.values()]


def artefacts(texts: Iterable[str]) -> Counts:
    """How often each trace occurs in each text, per 1,000 characters.

    >>> found = artefacts(["So , it  is . ok"])
    >>> [name for name, value in zip(found.names, found.matrix.toarray()[0]) if value]
    ['blank before a mark', 'two blanks in a line', 'sentence that starts small']
    """
    return measures(map(_rates, texts), NAMES)


def _rates(text: str) -> list[float]:
    scale = 1000 / max(len(text), 1)
    return [scale * sum(1 for _ in pattern.finditer(text)) for pattern in _PATTERNS]
