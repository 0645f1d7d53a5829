"""Methods asked about people's own disguises: the same known texts beside a usual text and beside a disguised one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from stylobench.engine.attack_contest import Contest
from stylobench.engine.attack_people_items import (
    Asked,
    Company,
    LeftOut,
    asked,
    document_splits,
    trial_splits,
)
from stylobench.engine.document_runs import How, run_splits
from stylobench.engine.jobs import Bench
from stylobench.engine.trial_jobs import TrialBench
from stylobench.engine.trial_runs import run_trials
from stylobench.engine.writers import writers
from stylobench.features.texts import Texts
from stylobench.metrics.impact import best_thresholds
from stylobench.protocols.attack import Settings
from stylobench.protocols.attack_findings import Sure
from stylobench.protocols.attack_people import (
    NOTHING,
    Disguise,
    Imitation,
    PeopleCell,
    PeopleDetection,
    Told,
    compared,
    detection,
    mean,
)
from stylobench.records import Answers, Floats, Run

TYPING = "line ends, spaces, quotation marks and dashes were evened out: usual and disguised texts are typed elsewhere"


@dataclass(frozen=True)
class _Study:
    """One data set and how it is judged."""

    dataset: str
    here: Company
    settings: Settings

    @property
    def draws(self) -> tuple[int, int]:
        """Seed and draws."""
        return self.settings.seed, self.settings.draws


def people(name: str, here: Company, contest: Contest, settings: Settings, how: How) -> dict[str, Any]:
    """What is found about the disguises in a company of people, as plain data."""
    study = _Study(name, here, settings)
    cells = [*_verified(study, contest, how)]
    named, imitations = _attributed(study, contest, how)
    return {
        "disguises": [asdict(one) for one in _disguises(here)],
        "cells": [asdict(one) for one in (*cells, *named)],
        "imitation": [asdict(one) for one in imitations],
        "detection": [asdict(one) for one in _detections(study)],
        "warnings": [f"{name}: {line}" for line in (*here.warnings, TYPING)],
    }


def trial_bench(here: Company) -> TrialBench:
    """Their texts for verifiers."""
    return TrialBench(here.digest, Texts(list(here.texts)), writers(here.texts, here.authors, ()))


def document_bench(here: Company) -> Bench:
    """Their texts for attributors."""
    return Bench(here.digest, Texts(list(here.texts)), np.array(here.authors), np.full(len(here.authors), ""))


def _disguises(here: Company) -> Iterator[Disguise]:
    for kind in here.disguises:
        rows = [row for row in here.disguised if here.kinds[row] == kind]
        yield Disguise(kind, len(rows), len({here.authors[row] for row in rows}))


def _verified(study: _Study, contest: Contest, how: How) -> Iterator[PeopleCell]:
    if not contest.verifiers:
        return
    here, folds = study.here, asked(study.here)
    splits = trial_splits(folds)
    runs = run_trials(trial_bench(here), contest.verifiers, splits, study.settings.seed, how)
    for method in contest.verifiers:
        done = [runs[method.name][split.id] for split in splits]
        found = _recognised(folds, done, study.settings.threshold == "published")
        for kind in here.disguises:
            yield _cell(study, (method.name, "verifier", kind), found, _reason(done))


@dataclass(frozen=True)
class _Found:
    """Of left-out usual texts and of disguised ones by row: whether the author was found, and the rank where there are
    candidates; of other people's texts: whether they were rejected.
    """

    before: tuple[tuple[LeftOut, float, float], ...]
    after: tuple[tuple[LeftOut, int, float, float], ...]
    others: Told | None = None
    candidates: int | None = None


def _recognised(folds: Sequence[Asked], done: Sequence[Run], published: bool) -> _Found:
    """Thresholds come from the untouched problems of other folds, or of all where the published way is asked for."""
    scores = [_scores(run, len(fold.items) * 2 + len(fold.after)) for fold, run in zip(folds, done, strict=True)]
    sizes = [len(fold.items) for fold in folds]
    untouched = np.concatenate([part[: 2 * size] for part, size in zip(scores, sizes, strict=True)])
    truth = np.concatenate([np.repeat([True, False], size) for size in sizes])
    owner = np.repeat(np.arange(len(folds)), [2 * size for size in sizes])
    chosen = [np.flatnonzero(published | (owner != number)) for number in range(len(folds))]
    before, after, rejected = list[Any](), list[Any](), list[tuple[str, float]]()
    for fold, part, limit in zip(folds, scores, best_thresholds(truth, untouched, chosen), strict=True):
        said, size = (part >= limit).astype(np.float64), len(fold.items)
        before += [(one, value, np.nan) for one, value in zip(fold.items, said, strict=False)]
        rejected += [(one.author, 1 - value) for one, value in zip(fold.items, said[size:], strict=False)]
        after += [(*one, value, np.nan) for one, value in zip(fold.after, said[2 * size :], strict=True)]
    authors, values = zip(*rejected, strict=True)
    return _Found(tuple(before), tuple(after), Told(authors, values))


def _scores(run: Run, trials: int) -> Floats:
    return np.full(trials, np.nan) if run.answers is None else run.answers.scores[:, 0]


def _reason(done: Sequence[Run]) -> str | None:
    reasons = [run.failure for run in done]
    return reasons[0] if reasons and all(reasons) else None


def _cell(study: _Study, names: tuple[str, str, str], found: _Found, failure: str | None) -> PeopleCell:
    method, kind, disguise = names
    rows = {row for row in study.here.disguised if study.here.kinds[row] == disguise}
    if failure:
        authors = len({study.here.authors[row] for row in rows})
        blank = (NOTHING, NOTHING, NOTHING, NOTHING, None)
        return PeopleCell(study.dataset, method, kind, disguise, authors, len(rows), *blank, failure=failure)
    others = None if found.others is None else mean(found.others, *study.draws, share=True)
    told, impact = _change(study, found, rows, names)
    return PeopleCell(method=method, kind=kind, disguise=disguise, others=others, impact=impact, **told)


def _change(study: _Study, found: _Found, rows: set[int], names: Sequence[str]) -> tuple[dict[str, Any], Sure]:
    """What any finding tells of disguised texts beside the usual ones of their authors, and the impact."""
    authors = {study.here.authors[row] for row in rows}
    before = [one for one in found.before if one[0].author in authors]
    after = [one for one in found.after if one[1] in rows]
    change = compared(_told(before, -2), _told(after, -2), *study.draws, names)
    ranks = [mean(_told(side, -1), *study.draws) for side in (before, after)] if found.candidates else [None, None]
    told = {
        "dataset": study.dataset,
        "authors": change.authors,
        "documents": len(rows),
        "before": change.before,
        "after": change.after,
        "d": change.d,
        "p": change.p,
        "rank_before": ranks[0],
        "rank_after": ranks[1],
        "candidates": found.candidates,
    }
    return told, change.impact


def _told(entries: Sequence[Any], column: int) -> Told:
    return Told(tuple(entry[0].author for entry in entries), tuple(float(entry[column]) for entry in entries))


def _attributed(study: _Study, contest: Contest, how: How) -> tuple[list[PeopleCell], list[Imitation]]:
    cells, imitations = list[PeopleCell](), list[Imitation]()
    if not contest.attributors:
        return cells, imitations
    here, splits = study.here, document_splits(study.here)
    runs = run_splits(
        document_bench(here),
        [(method, split) for method in contest.attributors for split in splits],
        study.settings.seed,
        how,
    )
    for method in contest.attributors:
        done = [runs[method.name][split.id] for split in splits]
        own = _named(here, done, dict(enumerate(here.authors)))
        cells += [_cell(study, (method.name, "attributor", kind), own, _reason(done)) for kind in here.disguises]
        if not _reason(done):
            imitations += _imitations(study, method.name, done)
    return cells, imitations


def _named(here: Company, done: Sequence[Run], wanted: Mapping[int, str]) -> _Found:
    """Whether each tested text was given to the author who is wanted for it, and at what rank that author stands."""
    before, after, sizes = list[Any](), list[Any](), [0]
    for number, run in enumerate(done):
        if run.answers is None:
            continue
        told = _given(run.answers, wanted)
        sizes.append(len(run.answers.authors))
        for one in (item for item in here.left_out if item.round == number):
            before.append((one, *told[one.row]))
            after += [(one, row, *told[row]) for row in here.disguised_by(one.author)]
    return _Found(tuple(before), tuple(after), candidates=max(sizes))


def _given(answers: Answers, wanted: Mapping[int, str]) -> dict[int, tuple[float, float]]:
    """Row -> whether it was given to who is wanted, and the rank of that candidate; equals share a rank."""
    place = {author: column for column, author in enumerate(answers.authors)}
    found = {}
    for row, named, scores in zip(answers.rows.tolist(), answers.best(), answers.scores, strict=True):
        own = scores[place[wanted[row]]]
        rank = 1 + (scores > own).sum() + ((scores == own).sum() - 1) / 2 if not np.isnan(own) else np.nan
        found[row] = float(named == wanted[row]), float(rank)
    return found


def _imitations(study: _Study, method: str, done: Sequence[Run]) -> Iterator[Imitation]:
    """Texts with a target who is a candidate."""
    here = study.here
    usual = {author for author, kind in zip(here.authors, here.kinds, strict=True) if not kind}
    groups = {(here.kinds[row], here.targets[row]) for row in here.disguised if here.targets[row] in usual}
    for disguise, target in sorted(groups):
        rows = {row for row in here.disguised if (here.kinds[row], here.targets[row]) == (disguise, target)}
        found = _named(here, done, dict.fromkeys(range(len(here.authors)), target))
        told, _ = _change(study, found, rows, (method, disguise, target))
        yield Imitation(method=method, disguise=disguise, target=target, **told)


def _detections(study: _Study) -> Iterator[PeopleDetection]:
    here = study.here
    for disguise in here.disguises:
        authors = sorted({here.authors[row] for row in here.disguised if here.kinds[row] == disguise})
        texts = {
            author: (
                [here.texts[row] for row in here.usual_by(author)],
                [here.texts[row] for row in here.disguised_by(author, disguise)],
            )
            for author in authors
        }
        yield detection(study.dataset, disguise, texts, *study.draws)
