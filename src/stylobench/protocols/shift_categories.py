"""Classes made of topics: a document belongs to the class whose pattern its topic fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

import numpy as np

from stylobench.errors import CorpusError, SpecError
from stylobench.records import Rows

KILOBYTE = 1000


@dataclass(frozen=True)
class Categories:
    """Documents by row, in order, with the class of each."""

    rows: Rows
    classes: tuple[str, ...]

    def of(self, name: str) -> int:
        """How many documents a class has."""
        return self.classes.count(name)


def relabelled(topics: Sequence[str | None], patterns: Mapping[str, str]) -> Categories:
    """Documents of the named classes; a pattern is one glob or several with commas between.

    >>> found = relabelled(["sci.med", None, "rec.autos", "sci.space"], {"science": "sci.*", "cars": "*.autos"})
    >>> found.rows.tolist(), found.classes
    ([0, 2, 3], ('science', 'cars', 'science'))
    """
    if len(patterns) < 2:
        raise SpecError(f"{len(patterns)} class named; give two or more, each as NAME=GLOB")
    known = sorted({topic for topic in topics if topic})
    fits = {topic: [name for name, glob in patterns.items() if _fits(topic, glob)] for topic in known}
    for topic, names in fits.items():
        if len(names) > 1:
            raise SpecError(
                f"topic {topic!r} fits the classes {' and '.join(names)}; make their globs exclude each other"
            )
    for name, glob in patterns.items():
        if not any(name in names for names in fits.values()):
            there = ", ".join(known[:9]) + (", ..." if len(known) > 9 else "")
            raise CorpusError(f"no topic fits class {name}={glob}; there are: {there or 'none'}")
    chosen = [(row, fits[topic][0]) for row, topic in enumerate(topics) if topic and fits[topic]]
    return Categories(np.array([row for row, _ in chosen], dtype=np.int64), tuple(name for _, name in chosen))


def two_categories(
    topics: Sequence[str | None], texts: Sequence[str], patterns: Mapping[str, str], least: int = KILOBYTE
) -> Categories:
    """The published task: documents with one topic and `least` bytes, of two classes."""
    if len(patterns) != 2:
        raise SpecError(f"{len(patterns)} classes named; this experiment has two, each as NAME=GLOB")
    found = relabelled(topics, patterns)
    kept = [len(texts[row].encode("utf-8", "surrogatepass")) >= least for row in found.rows]
    classes = tuple(name for name, keep in zip(found.classes, kept, strict=True) if keep)
    for name in patterns:
        if classes.count(name) < 2:
            raise CorpusError(f"class {name} has {classes.count(name)} documents of {least} bytes; it needs 2 or more")
    return Categories(found.rows[np.array(kept, dtype=bool)], classes)


def _fits(topic: str, globs: str) -> bool:
    return any(fnmatchcase(topic, glob.strip()) for glob in globs.split(","))
