"""Where the numbers of a shift run come from and what they assume."""

from __future__ import annotations

from stylobench.report.chapters.provenance import origin
from stylobench.report.shift.reading import called, item, lead, risk, size
from stylobench.report.story import Block, Chapter, Facts, Listing, Result, Words
from stylobench.report.words import plural

SETTINGS = {
    "alpha": "alpha of every subclass",
    "concentration": "concentration a0",
    "mix": "mixes around",
    "subclasses": "subclasses from",
    "clusters": "clusters asked for",
    "clusterer": "clusterer",
    "encoder": "vectors",
    "draws": "draws",
    "seed": "seed",
}
MIXES = {"even": "equal shares", "today": "today’s mix"}


def chapter(result: Result) -> Chapter:
    """Assumptions, settings, specs and the origin of the data."""
    blocks: list[Block] = [
        Words("The bounds assume:"),
        Listing(assumptions(plural(item(result)))),
        Facts(_facts(result)),
    ]
    return Chapter("provenance", "What stands behind the numbers", [*blocks, *origin(result.get("provenance") or {})])


def assumptions(items: str) -> list[str]:
    """What a bound over mixes takes for granted."""
    return [
        f"only the mix moves: a method keeps its effectiveness within every subclass (where {items} are dated, early "
        "and late are compared);",
        f"no {items} of a kind never seen: a new subclass is not in any mix drawn here;",
        f"the {items} of a subclass are a random sample of it, and subclasses are taken as found: what another "
        "clustering would give is shown over several numbers of clusters;",
        "mixes follow a Dirichlet law; its concentration is a choice unless it was estimated from dated mixes.",
    ]


def _facts(result: Result) -> list[tuple[str, str]]:
    corpus, settings = result["corpus"], result.get("settings") or {}
    told = f"{corpus['name']}: {size(result)}".rstrip(": ")
    facts = [("corpus", told), ("digest", str(corpus.get("digest")))]
    specs = {name: str(method.get("spec") or name) for name, method in result["methods"].items()}
    facts += [("method", name if name == spec else f"{name}: {spec}") for name, spec in specs.items()]
    facts += [("headline measure", called(lead(result))), *_deltas(result)]
    facts += [(name, _plain(settings[key])) for key, name in SETTINGS.items() if settings.get(key) is not None]
    versions = settings.get("versions") or {}
    if versions:
        facts.append(("versions", ", ".join(f"{name} {number}" for name, number in versions.items())))
    return facts


def _deltas(result: Result) -> list[tuple[str, str]]:
    """The risk of the run, and that of a backtest or an experiment where it is another or there is nothing else."""
    studies = {key: (result.get(key) or {}).get("delta") for key in ("backtest", "experiment")}
    own = {key: delta for key, delta in studies.items() if delta is not None}
    asked = (result.get("settings") or {}).get("delta")
    facts = [("risk", risk(asked))] if result["methods"] or not own else []
    others = own if not facts else {key: delta for key, delta in own.items() if delta != asked}
    return facts + [(f"risk of the {key}", risk(delta)) for key, delta in others.items()]


def _plain(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    return MIXES.get(str(value), str(value))
