"""A source -> a stored corpus: stage it in shards, select by columns, merge, publish with a manifest.

Shards stand in a hidden folder beside the target. It goes when the import ends, well or with an error that the user
must mend; it stays when the import is interrupted or killed, and the next import of the same source goes on from it.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from stylobench.corpora import nyt, reading, store
from stylobench.corpora.funnel import Table, effective
from stylobench.corpora.mending import NOTES
from stylobench.corpora.mending import OPTIONS as MENDING
from stylobench.corpora.select import Funnel, Selection, choose
from stylobench.corpora.shards import Shards, plain_errors, write_shards
from stylobench.corpora.staging import Advance, Stage, Staged, WorkerKilled, stage
from stylobench.corpora.workers import cores
from stylobench.errors import CorpusError, SpecError, StylobenchError
from stylobench.records import Corpus, Rows, Trial

NAMED = 10
DAMAGED_NAMED = 1_000


@dataclass(frozen=True)
class Order:
    """What to import, from where to where, and how to read it."""

    source: Path
    target: Path
    selection: Selection
    format: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    workers: int | None = None


def run(order: Order, advance: Advance = lambda done, total: None) -> Corpus:
    """Import, and return the stored corpus; its provenance is the manifest."""
    target = store.target_of(order.target)
    work = target.with_name(f".{target.name}.partial")
    with plain_errors(f"cannot write {target}"):
        made = [folder for folder in (target.parent, *target.parent.parents) if not folder.exists()]
        work.mkdir(parents=True, exist_ok=True)
    try:
        corpus = _import(order, target, work, advance)
    except WorkerKilled:
        raise
    except StylobenchError:
        _clear(work, made)
        raise
    _clear(work, [])
    return corpus


def _clear(work: Path, made: Sequence[Path]) -> None:
    shutil.rmtree(work, ignore_errors=True)
    for folder in made:
        if folder.exists() and not any(folder.iterdir()):
            folder.rmdir()


def _import(order: Order, target: Path, work: Path, advance: Advance) -> Corpus:
    staged, notes, trials = _staged(order, work, advance)
    files = [work / name for part in staged for name in part.shards]
    with plain_errors(f"cannot write {target}"), Shards(files, work) as shards:
        found: set[str] = set()
        table = Table.of(shards.facts(), order.selection.ids, found)
        selection = _without_absent_titles(order.selection, table)
        rows, funnel = choose(table, selection)
        manifest = {
            "name": target.parent.resolve().name if target.name == store.FILE else target.stem,
            "source": order.source.resolve().name,
            **notes,
            **_selection_notes(selection, funnel, found),
            "damaged": _damaged(staged),
            "effective_topics": _effective_topics(table, rows),
        }
        return store.publish(shards, rows, target, manifest, trials)


def _staged(order: Order, work: Path, advance: Advance) -> tuple[list[Staged], dict[str, Any], Sequence[Trial]]:
    labels, least = order.selection.labels, order.selection.least
    if _is_archive(order):
        if order.options:
            name = next(iter(order.options))
            remedy = "give it where the stored corpus is used" if name in MENDING else "leave it out"
            raise SpecError(f"format 'nyt' has no option {name!r}; {remedy}")
        parts = nyt.parts(order.source)
        staged = stage(parts, Stage(work, nyt.articles, labels, least), order.workers or cores(), advance)
        nyt.demand(order.source, staged)
        return staged, {"format": "nyt", "warnings": nyt.warnings(staged)}, ()
    corpus = reading.load(order.source, order.format, **order.options)
    if not len(corpus):
        raise CorpusError(f"{order.source} holds no documents")
    with plain_errors(f"cannot write into {work.parent}"):
        shards = write_shards(map(labels.apply, corpus.documents), work, "shard", least)
    return [Staged(corpus.name, len(corpus), shards)], _notes(corpus), corpus.trials


def _is_archive(order: Order) -> bool:
    if order.format is not None or not order.source.exists():
        return order.format == "nyt"
    return reading.guess(order.source) == "nyt"


def _notes(corpus: Corpus) -> dict[str, Any]:
    """What the reader says and counted; of a stored corpus, what its own reader did."""
    said = corpus.provenance
    mended = {key: said[key] for key in NOTES if key in said}
    counted = {key: value for key, value in said.items() if key not in ("format", "warnings")}
    return {
        "format": said.get("format", "unknown"),
        "warnings": list(said.get("warnings", ())),
        "reading": {**said["reading"], **mended} if "reading" in said else counted,
        "read_from": {"name": corpus.name, "digest": corpus.digest, "documents": len(corpus)},
    }


def _without_absent_titles(selection: Selection, table: Table) -> Selection:
    """A title is asked for only where the source knows titles at all."""
    if "title" in selection.require and not table.has_title.any():
        return replace(selection, require=tuple(name for name in selection.require if name != "title"))
    return selection


def _selection_notes(selection: Selection, funnel: Funnel, found: set[str]) -> dict[str, Any]:
    filters = {key: value for key, value in vars(selection).items() if key not in ("aliases", "ids", "seed")}
    missing = [id for id in selection.ids if id not in found]
    return {
        "filters": {**filters, "require": list(selection.require)},
        "aliases": dict(sorted(selection.aliases.items())),
        "ids_listed": len(selection.ids),
        "ids_missing": {"count": len(missing), "first": missing[:NAMED]},
        "seed": selection.seed,
        "funnel": [asdict(step) for step in funnel],
    }


def _damaged(staged: Sequence[Staged]) -> dict[str, Any]:
    found = [damage for part in staged for damage in part.damaged]
    return {"count": len(found), "files": [asdict(damage) for damage in found[:DAMAGED_NAMED]]}


def _effective_topics(table: Table, rows: Rows) -> float:
    return effective(np.unique(table.topic[rows], return_counts=True)[1])
