"""Studies of the subclass-shift crash test that train methods on splits of their own: backtest and experiment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from stylobench.engine.methods import Named, methods
from stylobench.engine.pilots import document_load
from stylobench.engine.prepared import Load
from stylobench.engine.shift_answers import (
    in_order,
    label_bench,
    label_runs,
    repeat_warnings,
    shelf,
    without_repeats,
)
from stylobench.engine.shift_checks import check_clusters
from stylobench.engine.tested_items import Shelf, answered, document_items
from stylobench.errors import SpecError, StylobenchError
from stylobench.features.subclass_words import assigned
from stylobench.features.texts import Texts
from stylobench.protocols.periods import periods
from stylobench.protocols.shift_backtest import BacktestSettings, Subclassing, backtest
from stylobench.protocols.shift_backtest_plan import BacktestPlan, plan
from stylobench.protocols.shift_categories import two_categories
from stylobench.protocols.shift_experiment import ExperimentSettings, Sampled, experiment, samples
from stylobench.protocols.shift_ground import Tested
from stylobench.protocols.shift_settings import law_of_past
from stylobench.protocols.shift_study_findings import Backtest, Experiment
from stylobench.protocols.shift_subclasses import CLUSTERS, TOPIC, Wish, clustered, grouped
from stylobench.records import Corpus, Rows, Run, Split
from stylobench.statistics.mixes import Mix

if TYPE_CHECKING:
    from stylobench.engine.shift import Asked, How

Cluster = Callable[[Rows], Rows]
Assign = Callable[[Rows, Rows, Rows], Rows]
BACKTESTED = (None, CLUSTERS, TOPIC)


def backtest_plan(corpus: Corpus, labels: Sequence[str | None], asked: Asked, how: How) -> BacktestPlan:
    """The splits of a backtest of distinct documents; samples of the past that cannot be grouped are refused."""
    if how.wish.kind not in BACKTESTED:
        raise SpecError(
            f"a backtest has no use for {how.wish.kind} as subclasses: every sample of the past is one period; "
            f"ask for --subclasses {CLUSTERS} or {TOPIC}"
        )
    distinct, _ = without_repeats(corpus, labels)
    found = plan(distinct, periods(corpus.column("time"), by=how.wish.period), how.settings.seed, asked.least)
    topics = corpus.column("topic")
    for origin in found.origins:
        for rows in (origin.later.train, *(found.rows(origin, period) for period in found.tested(origin)[:-1])):
            if how.wish.kind == TOPIC:
                _topics(topics, rows, how.wish)
            else:
                check_clusters(how.wish, len(rows))
    return found


def backtested(corpus: Corpus, planned: BacktestPlan, attributors: Named, asked: Asked, how: How) -> Backtest:
    """Train on the first period, bound from the past, and hold the bounds against every later period."""
    settings = how.settings
    labels = [str(label) or None for label in planned.labels]
    runs = label_runs(corpus, labels, planned, attributors, how.work)
    measures = tuple(dict.fromkeys([settings.measure, "accuracy", "macro_f1"]))
    wanted = BacktestSettings(settings.delta, measures, asked.positive, seed=settings.seed)
    return backtest(planned, runs, _subclassing(corpus, how), wanted)


def backtest_loads(corpus: Corpus, planned: BacktestPlan, attributors: Named, how: How) -> list[Load]:
    """The jobs of a backtest, method by method."""
    bench = label_bench(corpus, [str(label) or None for label in planned.labels], how.folder)
    return [document_load(bench, list(planned), method, how.settings.seed) for method in methods(attributors)]


def _subclassing(corpus: Corpus, how: How) -> Subclassing:
    times = corpus.column("time")

    def mix(rows: Rows, codes: Rows) -> Mix:
        return law_of_past(how.settings, codes, [times[row] for row in rows])

    return Subclassing(*(_by_topic if how.wish.kind == TOPIC else _by_text)(corpus, how.wish), mix)


def _by_text(corpus: Corpus, wish: Wish) -> tuple[Cluster, Assign]:
    """Clusters of the past by vectors that only the past was encoded for; later documents by vectors of all."""
    everything = Texts(corpus.texts)

    def cluster(rows: Rows) -> Rows:
        return clustered(Texts([corpus.texts[row] for row in rows]), wish).codes

    def assign(past: Rows, codes: Rows, later: Rows) -> Rows:
        vectors = everything.vectors(wish.encoder)
        return assigned(vectors[past], codes, vectors[later])

    return cluster, assign


def _by_topic(corpus: Corpus, wish: Wish) -> tuple[Cluster, Assign]:
    """The topics of the past; all topics that it does not know are one more."""
    topics = corpus.column("topic")

    def cluster(rows: Rows) -> Rows:
        return _topics(topics, rows, wish)

    def assign(past: Rows, codes: Rows, later: Rows) -> Rows:
        known = {topics[row]: int(code) for row, code in zip(past, codes, strict=True)}
        return np.array([known.get(topics[row], int(codes.max()) + 1) for row in later], dtype=np.int64)

    return cluster, assign


def _topics(topics: Sequence[str | None], rows: Rows, wish: Wish) -> Rows:
    names = [topics[row] for row in rows]
    blank = [""] * len(names)
    held = Tested("", "", "attribution", "document", blank, blank, None, {}, names if any(names) else None)
    return grouped(held, wish).codes


@dataclass(frozen=True)
class Sampling:
    """Two classes of documents that are about to be halved at random many times; `splits` speak of `rows`."""

    corpus: Corpus
    labels: Sequence[str | None]
    rows: Rows
    splits: Sequence[Split]
    repeated: int
    attributors: Named
    positive: str

    @property
    def wanted(self) -> list[Split]:
        """The splits in terms of the corpus."""
        return [replace(split, train=self.rows[split.train], test=self.rows[split.test]) for split in self.splits]

    def loads(self, how: How) -> list[Load]:
        """The jobs, method by method."""
        bench = label_bench(self.corpus, self.labels, how.folder)
        return [document_load(bench, self.wanted, one, how.settings.seed) for one in methods(self.attributors)]

    def sampled(self, how: How) -> tuple[Tested, Experiment]:
        """The documents, and what the samples show."""
        corpus, rows, settings = self.corpus, self.rows, how.settings
        runs = label_runs(corpus, self.labels, self.wanted, self.attributors, how.work)
        documents = shelf(corpus, rows, Texts([corpus.texts[row] for row in rows]))
        truth = [str(self.labels[row]) for row in rows]
        parts = [
            _sample((documents, truth, self.positive), split, {name: one[split.id] for name, one in runs.items()}, how)
            for split in self.splits
        ]
        whole = document_items(documents, truth, {"all": np.arange(len(rows))})
        failed = [
            f"{name} failed on {one.split}: {one.failure}"
            for name in runs
            for one in runs[name].values()
            if one.failure
        ]
        if not any(part.outcomes for part in parts):
            raise StylobenchError(f"no classifier answered on any sample; {failed[0]}")
        wanted = ExperimentSettings(
            delta=settings.delta, draws=settings.draws, alpha=settings.alpha, seed=settings.seed
        )
        found = experiment(parts, wanted)
        return whole.tested(corpus, {}, [*repeat_warnings(self.repeated), *failed]), found


def sampling(corpus: Corpus, asked: Asked, attributors: Named, how: How, count: int) -> Sampling:
    """Two classes of documents, halved at random `count` times; whatever cannot be done is refused."""
    if how.wish.kind not in (None, CLUSTERS):
        raise SpecError(f"the experiment clusters texts; leave --subclasses {how.wish.kind} out")
    labels, repeated = _two_classes(corpus, asked)
    rows = in_order(corpus, [row for row, label in enumerate(labels) if label])
    splits = samples([str(labels[row]) for row in rows], count, seed=how.settings.seed)
    check_clusters(how.wish, min(len(split.test) for split in splits))
    methods(attributors)
    return Sampling(corpus, labels, rows, splits, repeated, attributors, asked.positive or next(iter(asked.classes)))


def _two_classes(corpus: Corpus, asked: Asked) -> tuple[list[str | None], int]:
    """The class of every distinct document of the two, None for all others, and how many were repeats."""
    found = two_categories(corpus.column(asked.target or "topic"), corpus.texts, asked.classes)
    label = dict(zip(found.rows.tolist(), found.classes, strict=True))
    return without_repeats(corpus, [label.get(row) for row in range(len(corpus))])


def _sample(ground: tuple[Shelf, Sequence[str], str], split: Split, runs: Mapping[str, Run], how: How) -> Sampled:
    documents, truth, positive = ground
    items = document_items(documents, truth, {split.id: split.test})
    said = {name: answered(items, name, [run], positive) for name, run in runs.items() if run.answers is not None}
    codes = clustered(items.texts, how.wish).codes if items.texts is not None else split.test
    return Sampled(split, codes, {name: one.outcomes for name, one in said.items()})
