"""Verifiers on the problems that a corpus ships, or on pairs drawn from its documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from stylobench.engine.methods import Method, Named, methods
from stylobench.engine.pilots import trial_load
from stylobench.engine.prepared import Load
from stylobench.engine.problem_splits import AskedProblems, asked_problems, known_problems
from stylobench.engine.shift_answers import Work, answered_by, digest_of, shelf
from stylobench.engine.tested_items import Items, problem_items
from stylobench.engine.trial_jobs import TrialBench
from stylobench.engine.trial_runs import run_trials
from stylobench.engine.writers import writers
from stylobench.features.texts import Texts
from stylobench.metrics.outcomes import Outcomes
from stylobench.pan.answers import read_answers
from stylobench.protocols.shift_ground import Answered, Tested
from stylobench.records import Corpus


@dataclass(frozen=True)
class AskingProblems:
    """Problems that verifiers are about to answer; `items` have no answers yet."""

    corpus: Corpus
    bench: TrialBench
    asked: AskedProblems
    under_test: Sequence[Method]
    items: Items

    def loads(self, seed: int) -> list[Load]:
        """The jobs, method by method."""
        return [trial_load(self.bench, self.asked.splits, method, seed) for method in self.under_test]

    def answered(self, work: Work) -> Tested:
        """Every problem answered once."""
        with work.at_home() as how:
            runs = run_trials(self.bench, self.under_test, self.asked.splits, work.seed, how)
        return self.items.tested(self.corpus, answered_by(self.items, self.under_test, runs), self.asked.warnings)


def answered_problems(
    corpus: Corpus,
    verifiers: Named,
    *,
    folds: int | None = None,
    represent: str = "questioned",
    work: Work | None = None,
) -> Tested:
    """Problems answered by verifiers that were trained on others, with which they share no text."""
    work = work or Work()
    return asking_problems(corpus, verifiers, folds, represent, work).answered(work)


def asking_problems(corpus: Corpus, verifiers: Named, folds: int | None, represent: str, work: Work) -> AskingProblems:
    """The same before any of them is answered; whoever may refuse them has looked at them."""
    under_test = methods(verifiers, "verifiers")
    asked = asked_problems(corpus, folds, work.seed)
    texts = Texts([corpus.texts[row] for row in asked.rows])
    stock = shelf(corpus, asked.rows, texts)
    items = problem_items(stock, [split.test for split in asked.splits], represent, asked.ids)
    work.checked(items.tested(corpus, {}, ()))
    authors = corpus.column("author")
    people = writers(list(texts), [authors[row] for row in asked.rows], asked.splits)
    bench = TrialBench(digest_of(corpus, stock.ids, texts.digests()), texts, people)
    return AskingProblems(corpus, bench, asked, under_test, items)


def systems_problems(corpus: Corpus, systems: Mapping[str, Path], represent: str = "questioned") -> Tested:
    """Problems of a corpus with the answers of systems that ran elsewhere, in PAN's files, by name."""
    rows, trials, columns = known_problems(corpus)
    texts = Texts([corpus.texts[row] for row in rows])
    ids = [trial.id for trial in trials]
    items = problem_items(shelf(corpus, rows, texts), [columns], represent, ids)
    methods, warnings = {}, list[str]()
    for name, path in systems.items():
        read = read_answers(path, ids)
        judged = Outcomes.verified(columns.same, read.scores)
        methods[name] = Answered(f"answers in {path.name}", np.arange(len(ids)), judged)
        warnings += [f"{name}: {line}" for line in read.warnings]
        if read.missing:
            warnings.append(f"{name}: {read.missing} of {len(ids)} problems have no line; they count as no answer")
    return items.tested(corpus, methods, warnings)
