"""Where the numbers of a leakage run come from and what they assume."""

from __future__ import annotations

from stylobench.report.chapters.provenance import origin
from stylobench.report.chapters.reading import noun, size
from stylobench.report.leakage.reading import called, lead
from stylobench.report.story import Block, Chapter, Facts, Listing, Result, Words
from stylobench.report.words import plural

SETTINGS = {
    "topics": "topics per sample",
    "folds": "folds",
    "random": "random samples",
    "documents_per_topic": "documents per topic",
    "encoder": "topic vectors",
    "method": "sampler",
    "score": "leakage score",
    "same": "same-author pairs",
    "different": "different-author pairs",
    "balance": "classes balanced",
    "most": "pairs per document at most",
    "disjoint_authors": "authors kept apart",
    "controls": "control splits",
    "seed": "seed",
}


def chapter(result: Result) -> Chapter:
    """Assumptions, settings, specs and the origin of the corpus."""
    blocks: list[Block] = [Words("The intervals assume:"), Listing(assumptions(noun(result))), Facts(_facts(result))]
    return Chapter("provenance", "What stands behind the numbers", [*blocks, *origin(result.get("provenance") or {})])


def assumptions(group: str) -> list[str]:
    """What the intervals of this crash test take for granted."""
    return [
        "authors are exchangeable: a new author is like another draw from those seen here. Trials that share an author "
        "move together, and the intervals of the paired test draw authors;",
        f"what a training side happens to hold is chance of the same size whether its {plural(group)} are near, far or "
        "drawn by lot: controls with random halves measure it, and near minus far has room for it;",
        f"random samples of {plural(group)} are exchangeable with one another; HITS is one sample and stands against "
        "them as one, however many folds it has;",
        "near and far differ in their topics and in nothing else that was counted: pairs, classes and authors.",
    ]


def _facts(result: Result) -> list[tuple[str, str]]:
    corpus, settings = result["corpus"], result["settings"]
    facts = [("corpus", f"{corpus['name']}: {size(result)}"), ("digest", str(corpus.get("digest")))]
    specs = {name: str(method.get("spec") or name) for name, method in result["methods"].items()}
    facts += [("verifier", name if name == spec else f"{name}: {spec}") for name, spec in specs.items()]
    facts.append(("headline measure", called(lead(result))))
    facts += [(told, _plain(settings[key])) for key, told in SETTINGS.items() if settings.get(key) is not None]
    versions = settings.get("versions") or {}
    if versions:
        facts.append(("versions", ", ".join(f"{name} {number}" for name, number in versions.items())))
    return facts


def _plain(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
