"""The splits of a backtest: which period trains, what is cross-validated inside it, and what is tested later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from stylobench.errors import SplitError
from stylobench.protocols.periods import Periods
from stylobench.records import Rows, Split
from stylobench.splits.author_kfold import AuthorKFold

FOLDS = 10
SMALL = 0.2
Labels = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Origin:
    """A period that trains: cross-validation inside it, and one split that tests all that is later."""

    period: int
    folds: tuple[Split, ...]
    later: Split


@dataclass(frozen=True)
class BacktestPlan:
    """Every split of a backtest; rows count in the documents that the periods were given for."""

    labels: Labels
    periods: Periods
    origins: tuple[Origin, ...]
    least: int
    notes: tuple[str, ...]

    def __iter__(self) -> Iterator[Split]:
        return (split for origin in self.origins for split in (*origin.folds, origin.later))

    def tested(self, origin: Origin) -> list[int]:
        """The later periods with enough documents to be judged by."""
        sizes = np.bincount(self.periods.codes[origin.later.test], minlength=len(self.periods.names))
        return [period for period in range(origin.period + 1, len(sizes)) if sizes[period] >= self.least]

    def rows(self, origin: Origin, period: int) -> Rows:
        """The documents of a later period that are tested."""
        return np.asarray(origin.later.test[self.periods.codes[origin.later.test] == period])


def plan(
    labels: Sequence[str | None], periods: Periods, seed: int = 0, least: int = 10, rolling: bool = False
) -> BacktestPlan:
    """Train on the first period with enough documents, or on every such period where it is `rolling`.

    Enough: two classes or more with `least` documents each, and not below a fifth of what periods hold on average.
    Classes with fewer are left out of the task; classes that the training period does not know at all stay in the
    later periods, where every answer to them is wrong.
    """
    truth = np.array([label or "" for label in labels])
    codes = np.where(truth == "", -1, periods.codes)
    sizes = np.bincount(codes[codes >= 0], minlength=len(periods.names))
    if not sizes.any():
        raise SplitError("no dated document has a class; a backtest needs both")
    kept = Periods(periods.names, codes)
    notes, origins = _unused(truth, periods), list[Origin]()
    for period in range(len(sizes) - 1):
        known = _classes(truth[codes == period], least)
        if len(known) < 2 or sizes[period] < SMALL * sizes.mean():
            notes.append(f"{periods.names[period]} has too few documents to train on: {sizes[period]}")
        elif (origin := _origin(truth, kept, period, known, seed)).later.test.size:
            origins.append(origin)
            notes += _said(truth, kept, origin)
        if origins and not rolling:
            break
    if not origins:
        raise SplitError(
            f"no period but the last has two classes with {least} documents each, so none can train a backtest; "
            "take longer periods or fewer classes"
        )
    found = BacktestPlan(truth, kept, tuple(origins), least, tuple(notes))
    return replace(found, notes=(*notes, *_short(found)))


def _unused(truth: Labels, periods: Periods) -> list[str]:
    undated, unlabelled = int((periods.codes < 0).sum()), int(((truth == "") & (periods.codes >= 0)).sum())
    lines = [f"{undated} of {len(truth)} documents have no date that says their period"] if undated else []
    return lines + ([f"{unlabelled} dated documents have no class"] if unlabelled else [])


def _classes(truth: Labels, least: int) -> list[str]:
    names, counts = np.unique(truth, return_counts=True)
    return [str(name) for name, count in zip(names, counts, strict=True) if count >= least]


def _origin(truth: Labels, kept: Periods, period: int, known: list[str], seed: int) -> Origin:
    name, codes = kept.names[period], kept.codes
    rare = np.setdiff1d(truth[codes == period], known)
    train = np.flatnonzero((codes == period) & np.isin(truth, known))
    later = np.flatnonzero((codes > period) & ~np.isin(truth, rare))
    inner = AuthorKFold(min(FOLDS, len(train)), seed, "spread").split(train, [str(label) for label in truth[train]])
    folds = tuple(
        Split(f"backtest/{name}/fold {number}", train[fit], train[test], f"a part of {name}")
        for number, (fit, test) in enumerate(inner)
    )
    return Origin(period, folds, Split(f"backtest/{name}/later", train, later, f"what is later than {name}"))


def _said(truth: Labels, kept: Periods, origin: Origin) -> list[str]:
    name, whole, lines = kept.names[origin.period], origin.later, []
    rare = np.setdiff1d(truth[kept.codes == origin.period], truth[whole.train])
    if len(rare):
        gone = int(np.isin(truth[kept.codes >= origin.period], rare).sum())
        shown = ", ".join(str(label) for label in rare[:5]) + (", ..." if len(rare) > 5 else "")
        lines.append(f"trained on {name}: {len(rare)} classes too rare there are left out ({shown}): {gone} documents")
    tested = truth[whole.test]
    new = ~np.isin(tested, truth[whole.train])
    if new.any():
        unknown = len(np.unique(tested[new]))
        lines.append(
            f"trained on {name}: {int(new.sum())} of {len(tested)} later documents are of {unknown} classes that it "
            "does not know; every answer to them is wrong"
        )
    return lines


def _short(found: BacktestPlan) -> list[str]:
    first = found.origins[0]
    sizes, judged = found.periods.sizes, found.tested(first)
    short = [period for period in range(first.period + 1, len(sizes)) if period not in judged]
    return [
        f"{found.periods.names[period]} has fewer than {found.least} documents and is not judged" for period in short
    ]
