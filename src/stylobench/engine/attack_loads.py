"""What an attack will take: jobs of methods and texts to be rewritten, counted before anything is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from stylobench.engine.attack_arena import Arena
from stylobench.engine.attack_contest import Contest
from stylobench.engine.attack_documents import Gallery
from stylobench.engine.attack_on_problems import ANOTHER_SEED, wanted, wanted_again
from stylobench.engine.attack_people import document_bench, trial_bench
from stylobench.engine.attack_people_items import Company, asked, document_splits, trial_splits
from stylobench.engine.attack_writings import rewrite_tasks
from stylobench.engine.jobs import Bench
from stylobench.engine.methods import Method
from stylobench.engine.pilots import FirstRewrite, SharedLoad, document_load, trial_load
from stylobench.engine.prepared import Load
from stylobench.engine.rewriting import Ready
from stylobench.engine.trial_jobs import TrialBench
from stylobench.features.texts import Texts
from stylobench.protocols.attack import Settings
from stylobench.records import Problem

MOST_BACKGROUND = 40
NOWHERE = "nowhere"


def summed(loads: Iterable[Load]) -> list[Load]:
    """One load per label, in the order in which they come first."""
    found: dict[str, Load] = {}
    for one in loads:
        before = found.get(one.label)
        found[one.label] = one if before is None else _both(before, one)
    return list(found.values())


def _both(one: Load, other: Load) -> Load:
    more = replace(one, jobs=one.jobs + other.jobs, items=one.items + other.items)
    if isinstance(more, SharedLoad) and isinstance(other, SharedLoad):
        return replace(more, distinct=more.distinct + other.distinct, texts=more.texts + other.texts)
    return more


def loads_of_problems(field: Arena, contest: Contest, settings: Settings) -> Iterator[Load]:
    """Rewriting, exactly; and jobs of verifiers: one per fold, and at most as many again for each obfuscator that
    changes texts and for undoing.
    """
    for obfuscator in contest.obfuscators:
        yield _rewriting(obfuscator, field, settings)
    changing = [one for one in contest.obfuscators if one.spec.partition("(")[0] != "identity"]
    retrained = len(changing) if settings.adaptive else 0
    undone = len(contest.obfuscators) * 2 + 1 if settings.reversal and contest.obfuscators else 0
    asked_of = [1 + len(contest.obfuscators) + len(contest.given), *[1] * retrained, *[undone + 1] * bool(undone)]
    bench = TrialBench(field.digest, Texts(list(field.texts)), field.writers)
    sizes = [(len(split.train), len(split.test)) for split in field.splits]
    for verifier in contest.verifiers:
        found = trial_load(bench, field.splits, verifier, settings.seed)
        items = sum(train + times * test for times in asked_of for train, test in sizes)
        jobs, asked = len(field.splits) * len(asked_of), sum(asked_of) / len(asked_of)
        yield replace(found, jobs=jobs, items=items, asked=asked)


def _rewriting(obfuscator: Method, field: Arena, settings: Settings) -> Load:
    """The keys of tasks do not hang on what an obfuscator has learnt, so that none needs to."""
    ready, (ours, more) = Ready(obfuscator, NOWHERE), wanted(field, settings)
    tasks = [*rewrite_tasks(ready, field, ours, settings.seed, more).values()]
    tasks += rewrite_tasks(ready, field, wanted_again(field, settings), settings.seed + ANOTHER_SEED).values()
    texts = [field.texts[row] for row in np.unique(field.tested.known)]
    problems = list({task.key: task.problem for task in tasks}.values())
    return _rewriting_load(obfuscator, problems, texts, len(set(texts)))


def _rewriting_load(obfuscator: Method, problems: Sequence[Problem], texts: Sequence[str], learnt: int) -> Load:
    """Texts to be rewritten, the middle one of which is the pilot, and how many are learnt from beforehand."""
    usual = sorted(problems, key=lambda problem: len(problem.questioned))[len(problems) // 2]
    pilot = FirstRewrite(obfuscator, NOWHERE, usual, 0, None, tuple(texts[:MOST_BACKGROUND]))
    return SharedLoad(obfuscator.name, len(problems), len(problems), pilot, 1, 0, learnt)


def loads_of_documents(shown: Gallery, contest: Contest, settings: Settings) -> Iterator[Load]:
    """Every document of a known author once for each obfuscator, every attributor on each fold."""
    places = np.flatnonzero(shown.known).tolist()
    problems = [Problem((), shown.texts[place]) for place in places]
    learnt = sum(len(split.train) for split in shown.splits)
    for obfuscator in contest.obfuscators:
        yield _rewriting_load(obfuscator, problems, shown.texts, learnt)
    authors = np.array(shown.authors, dtype=np.str_)
    bench = Bench(shown.digest, Texts(list(shown.texts)), authors, np.full(len(authors), ""))
    variants = 1 + len(contest.obfuscators)
    items = sum(len(split.train) + variants * len(split.test) for split in shown.splits)
    for attributor in contest.attributors:
        yield replace(document_load(bench, shown.splits, attributor, settings.seed), items=items)


def loads_of_company(here: Company, contest: Contest, settings: Settings) -> Iterator[Load]:
    """Every verifier on each fold of people, every attributor on each round of left-out texts."""
    for verifier in contest.verifiers:
        yield trial_load(trial_bench(here), trial_splits(asked(here)), verifier, settings.seed)
    for attributor in contest.attributors:
        yield document_load(document_bench(here), document_splits(here), attributor, settings.seed)
