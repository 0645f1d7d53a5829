"""Artefacts of editing: spacing, doubling and capitalisation that no writer means, per 1,000 words."""

from __future__ import annotations

import re

from stylobench.features.prose import analysed
from stylobench.quality._measure import TextMeasure, per_1000

ARTEFACTS = {
    "space before a mark": re.compile(r"(?<=\w)[ \t]+[,;:!?](?![-)(DP/])|(?<=\w)[ \t]+\.(?![.\w])"),
    "no space after a mark": re.compile(r"(?<=[^\W\d_]{2})[,;!?](?=[^\W\d_]{2})"),
    "space inside brackets or before a shortening": re.compile(r"\([ \t]+\w|\w[ \t]+\)|\w[ \t]+['’](?:s|re|ve|ll)\b"),
    "doubled space": re.compile(r"(?<=[\w,;]) {2,}(?=\w)"),
    "doubled mark": re.compile(r"[,;:][ \t]*[,;:.](?![-)(.])"),
    "doubled word": re.compile(r"\b(?!(?:had|that|very|so|really|no|ha|is|her|bye)\b)([a-z]+)[ \t]+\1\b", re.I),
    "small letter after a full stop": re.compile(r"(?<=[a-z]{3})(?<!etc)(?<!vol)(?:\.[\"”']?|[!?])\s+[a-z]{2,}"),
    "capital after a comma": re.compile(r"(?<=[a-z]), (?:The|A|An|And|But|Or|Of|To|In|It|He|She|They|We|This|That)\b"),
}


class Artefacts(TextMeasure):
    """What the paper saw in rewritten texts, such as white space before every mark, found by patterns.

    >>> Artefacts().measure_one("It was , it seems, the the end. so be it.")
    300.0
    """

    dimension = "sensibleness"
    title = "spacing and capital artefacts per 1,000 words"
    better = "low"
    scale = "per_1000"
    blind = "It knows eight patterns of clumsy editing: a fluent wrong sentence has none, a careless writer has some."

    def measure_one(self, text: str) -> float:
        """NaN where there are no words."""
        return per_1000(sum(counted(text).values()), analysed(text).words)


def counted(text: str) -> dict[str, int]:
    """How often each artefact is found.

    >>> {name: count for name, count in counted("Well , yes.").items() if count}
    {'space before a mark': 1}
    """
    return {name: sum(1 for _ in pattern.finditer(text)) for name, pattern in ARTEFACTS.items()}
