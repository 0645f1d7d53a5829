"""Where the numbers of an attack run come from and what they assume."""

from __future__ import annotations

from stylobench.report.attack.reading import datasets, only_people, parts
from stylobench.report.chapters.provenance import origin
from stylobench.report.story import Block, Cell, Chapter, Column, Facts, Listing, Result, Table, Words
from stylobench.report.words import count, many, plural

SETTINGS = {
    "threshold": "threshold",
    "least_accuracy": "least accuracy worth attacking",
    "adaptive": "methods retrained",
    "draws": "draws",
    "seed": "seed",
}
OF_REWRITING = ("least_accuracy", "adaptive")
THRESHOLDS = {
    "cross_fitted": "thresholds come from the answers to other problems than those judged; the models that gave these "
    "answers may have learnt from a judged one.",
    "published": "thresholds were set on the untouched test problems themselves, the published way: what is said of "
    "recognition before is optimistic.",
}
OF_PEOPLE = (
    "authors are exchangeable: a new one is like another draw from those seen here;",
    "methods are those tested, not a sample of all;",
    "people disguised themselves once, by hand and without a method to try it on;",
    "thresholds come from other authors than those judged, and known texts share no source with usual ones left out.",
)


def chapter(result: Result) -> Chapter:
    """Assumptions, data sets, settings, specs and the origin of the problems."""
    blocks: list[Block] = [
        Words("The numbers assume:"),
        Listing(OF_PEOPLE if only_people(result) else assumptions(result)),
        *_sets(result),
        Facts(_facts(result)),
    ]
    return Chapter("provenance", "What stands behind the numbers", [*blocks, *origin(result.get("provenance") or {})])


def assumptions(result: Result) -> list[str]:
    """What the intervals of this crash test take for granted."""
    threshold = (result.get("settings") or {}).get("threshold")
    again = ["retrained methods learnt from other problems than those they judge;"] if _retrained(result) else []
    return [
        "authors (or texts) are exchangeable: a new one is like another draw from those seen here; problems that share "
        "one move together;",
        "methods and obfuscators are those tested, not a sample: an average speaks of these methods only;",
        "the writer rewrites the questioned text with one obfuscator, once, and does not look at the result: what a "
        "careful person would mend by hand is not measured;",
        *again,
        THRESHOLDS.get(str(threshold), THRESHOLDS["cross_fitted"]),
    ]


def _sets(result: Result) -> list[Block]:
    columns = [Column("data set", "name"), Column("problems"), Column("same author"), Column("different"),
               Column("drawn again", "tag"), Column("folds", rank=1), Column("ranked", "tag"),
               Column("digest", "tag", rank=3)]  # fmt: skip
    rows = [
        [Cell(one["name"]), *(Cell(count(one.get(key)), one.get(key)) for key in ("problems", "same", "different")),
         Cell(many(one.get("units"), str(one.get("unit") or "unit")), one.get("units")),
         Cell(count(one.get("folds")), one.get("folds")), Cell("yes" if one.get("rankable") else "no, too few"),
         Cell(str(one.get("digest"))[:16])]
        for one in datasets(result)
    ]  # fmt: skip
    return [Table("The data sets, and what their intervals draw again.", columns, rows)] if rows else []


def _facts(result: Result) -> list[tuple[str, str]]:
    corpus, settings = result["corpus"], result.get("settings") or {}
    item = str(corpus.get("item") or "problem")
    facts = [("corpus", f"{corpus['name']}: {count(corpus.get('documents'))} {plural(item)}")]
    facts.append(("digest", str(corpus.get("digest"))))
    for kind, found in (("method", result["methods"]), ("obfuscator", result.get("obfuscators") or {})):
        for name, one in found.items():
            spec = str(one.get("spec") or name)
            facts.append((str(one.get("kind") or kind), name if name == spec else f"{name}: {spec}"))
    asked = {key: told for key, told in SETTINGS.items() if _applies(result, key)}
    facts += [(told, _plain(settings[key])) for key, told in asked.items() if settings.get(key) is not None]
    versions = settings.get("versions") or {}
    if versions:
        facts.append(("versions", ", ".join(f"{name} {number}" for name, number in versions.items())))
    return facts


def _applies(result: Result, key: str) -> bool:
    """Whether a setting had an effect: attributors are never retrained, and people rewrite nothing."""
    if key == "adaptive" and result["settings"].get(key) and not _retrained(result):
        return False
    return not (key in OF_REWRITING and only_people(result))


def _retrained(result: Result) -> bool:
    return any(one.get("adaptive") for one in parts(result, "cells"))


def _plain(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
