"""The whole attack on the documents of one data set."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from stylobench.edits import Rewrite
from stylobench.engine.attack_desk import Desk, Findings, Texts, add_quality, add_safety
from stylobench.engine.attack_documents import Gallery, Named, attribute
from stylobench.engine.methods import Method
from stylobench.engine.rewriting import fitted, rewritten
from stylobench.protocols.attack_findings import Cell
from stylobench.protocols.attack_judged import Judged, judged
from stylobench.protocols.attack_ranks import mean_ranks
from stylobench.protocols.attack_strangers import strangers
from stylobench.records import Problem


@dataclass(frozen=True)
class _Made:
    """Documents rewritten, by place, and why others failed."""

    rewrites: dict[int, Rewrite]
    failures: dict[str, int]


def on_documents(shown: Gallery, desk: Desk, found: Findings) -> None:
    """Attributors name the documents untouched and rewritten."""
    made = {one.name: _rewritten(one, shown, desk) for one in desk.contest.obfuscators}
    rewrites = {name: one.rewrites for name, one in made.items()}
    named = attribute(shown, rewrites, desk.contest.attributors, desk.settings.seed, desk.how())
    found.warnings += [f"{shown.name}: {line}" for line in (*shown.warnings, *named.warnings, *_unmet(desk))]
    add_safety(named.attacked, "document", len(shown.splits), desk, found)
    here = judged(named.attacked, desk.settings.judging)
    found.cells = [_ranked(cell, named, here) if cell.dataset == shown.name else cell for cell in found.cells]
    texts = [
        Texts(
            name=name,
            rewrites=tuple(one.rewrites.values()),
            groups=tuple(shown.authors[place] for place in one.rewrites),
            again=(),
            failures=one.failures,
            by_item=tuple(one.rewrites.get(place) for place in range(len(shown.texts))),
        )
        for name, one in made.items()
    ]
    add_quality(shown.name, texts, shown.authors, desk, found)


def _unmet(desk: Desk) -> list[str]:
    return [f"{name} was rewritten by problem: attributors do not meet it" for name in desk.contest.given]


def _ranked(cell: Cell, named: Named, here: Judged) -> Cell:
    if cell.failure:
        return cell
    before, after = named.ranks[cell.method, ""], named.ranks[cell.method, cell.obfuscator]
    return replace(
        cell,
        ranks=mean_ranks(here, cell.obfuscator, before, after, named.candidates),
        strangers=strangers(here, cell.method, cell.obfuscator),
    )


def _rewritten(obfuscator: Method, shown: Gallery, desk: Desk) -> _Made:
    """Documents by known authors, with the documents that their fold learns from as background."""
    places = np.flatnonzero(shown.known).tolist()
    ready = [fitted(obfuscator, [shown.texts[row] for row in split.train]) for split in shown.splits]
    tasks = [ready[shown.fold[place]].task(Problem((), shown.texts[place]), desk.settings.seed) for place in places]
    done = dict(zip(places, rewritten(tasks, desk.shelf, desk.force, desk.stages.next()), strict=True))
    rewrites = {place: one.rewrite(shown.texts[place]) for place, one in done.items()}
    return _Made(
        {place: rewrite for place, rewrite in rewrites.items() if rewrite is not None},
        dict(Counter(one.failure for one in done.values() if one.failure)),
    )
