"""What several chapters ask of findings on people who disguised themselves, and how a disguise is named."""

from __future__ import annotations

from collections.abc import Sequence

from stylobench.report.attack.reading import Part, excludes, has
from stylobench.report.story import Result
from stylobench.report.words import many

CONTROL = "verification"
LEADS = "obfuscation"
WHEN = {
    "obfuscation": "when they obfuscate by hand",
    "imitation": "when they imitate another writer",
    CONTROL: "in usual texts written for the study",
}


def people(result: Result) -> Part:
    """The findings; nothing where no people disguised themselves."""
    return result.get("people") or {}


def when(disguise: str) -> str:
    """Where recognitions are lost, in words.

    >>> when("obfuscation"), when("by letter")
    ('when they obfuscate by hand', 'in texts marked “by letter”')
    """
    return WHEN.get(disguise, f"in texts marked “{disguise}”")


def named(disguise: str, size: str) -> str:
    """A disguise with its size, and whether it is none.

    >>> named("imitation", "43 authors")
    'imitation (43 authors)'
    >>> named("verification", "8 authors")
    'verification (control: usual texts written for the study; 8 authors)'
    """
    control = "control: usual texts written for the study; " if disguise == CONTROL else ""
    return f"{disguise} ({control}{size})"


def scored(result: Result, method: str) -> list[Part]:
    """The cells of a method that have an impact, the disguise that leads first and the control last."""
    cells = [one for one in people(result).get("cells") or () if one["method"] == method]
    found = [one for one in cells if has(one.get("impact")) and not one.get("failure")]
    return sorted(found, key=lambda one: (one["disguise"] == CONTROL, one["disguise"] != LEADS))


def disguised_authors(result: Result) -> int:
    """How many authors wrote in the disguise that most of them wrote in."""
    counts = [one["authors"] for one in people(result).get("disguises") or () if one["kind"] != CONTROL]
    return max(counts, default=0)


def losses(cells: Sequence[Part]) -> list[str]:
    """How many methods clearly lose recognitions, disguise by disguise."""
    lines = []
    for kind in dict.fromkeys(str(one["disguise"]) for one in cells):
        mine = [one for one in cells if one["disguise"] == kind and not one.get("failure")]
        lost = [one for one in mine if excludes(one.get("d")) and one["d"]["value"] < 0]
        size = many(max((one["authors"] for one in mine), default=0), "author")
        clearly = f"{len(lost)} of {many(len(mine), 'method')} recognise clearly fewer of them"
        lines.append(f"{named(kind, size)}: {clearly} (interval excludes 0)")
    return lines
