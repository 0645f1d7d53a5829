"""What to be careful about."""

from __future__ import annotations

import re

from stylobench.report.attack.reading import datasets
from stylobench.report.story import Chapter, Listing, Result
from stylobench.report.words import count

FAILURE = re.compile(r"\bfail|has no answers|Error\b|\bdied\b|\bhung\b", re.IGNORECASE)
VARYING = re.compile(r"'[^']*'|\"[^\"]*\"|“[^”]*”|\S*\d\S*")


def chapter(result: Result) -> Chapter:
    """The warnings of the run."""
    names = [*result["methods"], *(result.get("obfuscators") or {}), *(str(one["name"]) for one in datasets(result))]
    lines = joined([str(line) for line in result.get("warnings") or ()], names)
    return Chapter("warnings", "Warnings", [Listing(lines, "warning")] if lines else [])


def joined(lines: list[str], names: list[str]) -> list[str]:
    """Failures that differ only in numbers or names as one line with a count; all other lines as they are.

    >>> joined(["ppm failed on 2 texts: it hung", "svm failed on 31 texts: it hung", "few texts"], ["ppm", "svm"])
    ['ppm failed on 2 texts: it hung (and 1 more like it, with other names or numbers)', 'few texts']
    """
    alike: dict[str, list[str]] = {}
    for line in dict.fromkeys(lines):
        alike.setdefault(_kind(line, names) if FAILURE.search(line) else line, []).append(line)
    return [_told(group) for group in alike.values()]


def _kind(line: str, names: list[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        line = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "#", line)
    return VARYING.sub("#", line)


def _told(group: list[str]) -> str:
    more = len(group) - 1
    return f"{group[0]} (and {count(more)} more like it, with other names or numbers)" if more else group[0]
