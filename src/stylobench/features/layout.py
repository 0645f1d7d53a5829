"""Layout: punctuation, ends and lengths of lines, capital letters and blocks of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stylobench.features._counting import Counts, measures
from stylobench.features.sentence_length import sentences

MARKS = "!?;:,.-'"
ENDS = ".,? !-;"
# what belongs together, in the order of the columns
GROUPS = {
    "punctuation": [f"{mark} per character" for mark in MARKS],
    "line ends": [f"lines that end in {mark}".replace("in  ", "in a blank") for mark in ENDS],
    "line lengths": ["sentences per line", "words per line", "blank lines"],
    "capitals": ["capitals per small letter", "capitals per character"],
    "blocks": ["lines per block", "characters per block"],
}
NAMES = [name for names in GROUPS.values() for name in names]


class Layout:
    """What a text looks like, in 22 measures.

    >>> row = Layout().count(["Oh, no! Well."]).matrix.toarray()[0]
    >>> [round(float(value), 3) for value in row[-4:]]
    [0.333, 0.154, 1.0, 13.0]
    """

    def count(self, texts: Iterable[str]) -> Counts:
        """One row per text."""
        return measures(map(_measures, texts), NAMES)


def columns(group: str) -> slice:
    """Where the measures of a group stand.

    >>> columns("line lengths")
    slice(15, 18, None)
    """
    first = NAMES.index(GROUPS[group][0])
    return slice(first, first + len(GROUPS[group]))


def _measures(text: str) -> list[float]:
    size, lines, blocks = max(len(text), 1), text.split("\n"), text.split("\n\n")
    capitals, small = sum(map(str.isupper, text)), sum(map(str.islower, text))
    return [
        *(text.count(mark) / size for mark in MARKS),
        *_line_ends(lines),
        sum(len(sentences(line)) for line in lines) / len(lines),
        sum(len(line.split()) for line in lines) / len(lines),
        sum(not line.strip() for line in lines) / len(lines),
        capitals / max(small, 1),
        capitals / size,
        sum(block.count("\n") + 1 for block in blocks) / len(blocks),
        sum(map(len, blocks)) / len(blocks),
    ]


def _line_ends(lines: Sequence[str]) -> list[float]:
    last = "".join(line[-1:] for line in lines)
    return [last.count(mark) / len(lines) for mark in ENDS]
