"""Traces that editing leaves in spacing, capitals and marks, as counts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from stylobench.features._counting import Counts, measures

# What no writer means.
_SLIPS = {
    "space before a mark": r"(?<=\w)[ \t]+[,;:!?](?![-)(DP/])|(?<=\w)[ \t]+\.(?![.\w])",
    "no space after a mark": r"(?<=[^\W\d_]{2})[,;!?](?=[^\W\d_]{2})",
    "space inside brackets or before a shortening": r"\([ \t]+\w|\w[ \t]+\)|\w[ \t]+['’](?:s|re|ve|ll)\b",
    "doubled space": r"(?<=[\w,;]) {2,}(?=\w)",
    "doubled mark": r"[,;:][ \t]*[,;:.](?![-)(.])",
    "doubled word": r"(?i:\b(?!(?:had|that|very|so|really|no|ha|is|her|bye)\b)([a-z]+)[ \t]+\1\b)",
    "small letter after a full stop": r"(?<=[a-z]{3})(?<!etc)(?<!vol)(?:\.[\"”']?|[!?])\s+[a-z]{2,}",
    "capital after a comma": r"(?<=[a-z]), (?:The|A|An|And|But|Or|Of|To|In|It|He|She|They|We|This|That)\b",
}
# What one writer does and another does not, or what a careless one does.
_HABITS = {
    "two spaces after a sentence": r"[.!?][\"”’')]*[^\S\r\n]{2,}(?=\S)",
    "space at the end of a line": r"[^\S\n]+$",
    "capital inside a sentence": r"[a-z;]\s[A-Z]",
    "small i": r"\bi\b",
    "a before a vowel, an before a consonant": r"(?i:\ba\s+[aeio]|\ban\s+[bcdfgjklmnpqrstvwxyz])",
    "contraction": r"[A-Za-z]['’][a-z]",
    "letter outside English": r"(?![A-Za-z])[^\W\d_]",
    "translator's mark": r"[*#@](?=\w)",
}
_TRACES = {name: re.compile(pattern, re.MULTILINE) for name, pattern in (_SLIPS | _HABITS).items()}
NAMES = list(_TRACES)


def artefacts(texts: Iterable[str]) -> Counts:
    """How often each trace, slip or habit, occurs in each text, per 1,000 characters.

    >>> found = artefacts(["Well , it  is here. so be it"])
    >>> [name for name, value in zip(found.names, found.matrix.toarray()[0]) if value]
    ['space before a mark', 'doubled space', 'small letter after a full stop']
    """
    return measures(map(_rates, texts), NAMES)


def slips(text: str) -> dict[str, int]:
    """How often each of those traces is found that no writer means.

    >>> {name: count for name, count in slips("Well , yes.").items() if count}
    {'space before a mark': 1}
    """
    return {name: _count(name, text) for name in _SLIPS}


def _rates(text: str) -> list[float]:
    return [1000 / max(len(text), 1) * _count(name, text) for name in NAMES]


def _count(name: str, text: str) -> int:
    return sum(1 for _ in _TRACES[name].finditer(text))
