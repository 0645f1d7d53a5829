"""Runs the subclass-shift crash test from answers of any origin to its result object."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

from stylobench.engine.methods import Named
from stylobench.engine.prepared import Load, Place
from stylobench.engine.run import Force, Told
from stylobench.engine.shift_answers import Question, Work, asked_documents
from stylobench.engine.shift_checks import USUAL, check_items, check_measure, check_positive
from stylobench.engine.shift_problems import asking_problems, systems_problems
from stylobench.engine.shift_studies import backtest_loads, backtest_plan, backtested, sampling
from stylobench.engine.surroundings import versions
from stylobench.errors import CorpusError, SpecError
from stylobench.protocols.shift import Found, Settings, findings
from stylobench.protocols.shift_categories import relabelled
from stylobench.protocols.shift_ground import Tested
from stylobench.protocols.shift_study_findings import Backtest, Experiment
from stylobench.protocols.shift_subclasses import CLUSTERS, GIVEN, Wish
from stylobench.records import Corpus

DEFAULT_ATTRIBUTORS = ("maxent", "knn")
PUBLISHED = tuple(f"term_model(learner={learner})" for learner in ("linear_svm", "naive_bayes", "decision_tree", "knn"))
FOLDS = 5
USUAL_DELTA, PUBLISHED_DELTA = 0.05, 0.0228


@dataclass(frozen=True)
class Asked:
    """What methods are asked on a corpus: attributors name the `target` (the author, or the topic where `classes` are
    made of topics by NAME -> GLOB), verifiers verify problems that are represented by one text each. A class with fewer
    than `least` documents in the training period is left out of a backtest. `systems` have answered elsewhere.
    """

    attributors: Named = ()
    verifiers: Named = ()
    target: str | None = None
    classes: Mapping[str, str] = field(default_factory=dict)
    positive: str | None = None
    folds: int | None = None
    represent: str = "questioned"
    least: int = 10
    systems: Mapping[str, Path] = field(default_factory=dict)

    @property
    def column(self) -> str:
        """What attributors name."""
        return self.target or ("topic" if self.classes else "author")


@dataclass(frozen=True)
class How:
    """What becomes of the mix, how subclasses are made, how jobs are run; `open` are settings that the task decides."""

    settings: Settings
    wish: Wish
    folder: Path | None = None
    force: Force | None = None
    told: Told | None = None
    open: tuple[str, ...] = ()

    @classmethod
    def of(cls, options: Mapping[str, Any], wish: Wish, folder: Path | None, force: Force | None) -> How:
        """With these settings; a measure and a delta that are None are left open."""
        given = {name: value for name, value in options.items() if value is not None}
        left = tuple(name for name in ("measure", "delta") if name not in given)
        return cls(Settings(**given), wish, folder, force, open=left)

    def settled(self, task: str, delta: float = USUAL_DELTA) -> How:
        """The usual measure of a task and this delta where they were left open."""
        usual = {"measure": USUAL[task], "delta": delta}
        settings = replace(self.settings, **{name: usual[name] for name in self.open})  # type: ignore[arg-type]
        return replace(self, settings=settings, open=())

    @property
    def work(self) -> Work:
        """The part that concerns the methods' answers."""
        check = partial(check_items, settings=self.settings, wish=self.wish)
        return Work(self.settings.seed, self.folder, self.force, self.told, check)


def on_answers(tested: Tested, how: How, backtest: Backtest | None = None) -> dict[str, Any]:
    """The result object of the crash test on answers that are there."""
    settled = how.settled(tested.task)
    positive = next((one.outcomes.positive for one in tested.methods.values() if one.outcomes.positive), None)
    check_measure(settled.settings.measure, tested.task, positive)
    with threadpool_limits(1):
        found = findings(tested, settled.settings, settled.wish, settled.told)
    return _result(tested, found, settled, (backtest, None))


@dataclass(frozen=True)
class Prepared:
    """The crash test with methods on a corpus, checked: its jobs by method, and what is done with `how`."""

    how: How
    jobs: Callable[[], Sequence[Load]]
    done: Callable[[How], dict[str, Any]]

    @property
    def loads(self) -> Sequence[Load]:
        """What is to be done, method by method."""
        return self.jobs()

    def conduct(self, place: Place, force: Force | None, told: Told | None) -> dict[str, Any]:
        """The result object; answers are kept, and used again where nothing has changed."""
        return self.done(replace(self.how, folder=place.home, force=force, told=told))


def on_corpus(corpus: Corpus, asked: Asked, how: How, backtest: bool = False) -> dict[str, Any]:
    """Let methods answer every item once without having seen it, and look at the answers."""
    ready = prepared_corpus(corpus, asked, how, backtest)
    return ready.done(ready.how)


def on_samples(corpus: Corpus, asked: Asked, how: How, samples: int) -> dict[str, Any]:
    """The published experiment on a corpus: two classes, many train/test samples."""
    ready = prepared_samples(corpus, asked, how, samples)
    return ready.done(ready.how)


def prepared_corpus(corpus: Corpus, asked: Asked, how: How, backtest: bool = False) -> Prepared:
    """Everything that can be wrong with methods on a corpus is raised here."""
    if asked.systems:
        if asked.attributors or asked.verifiers or asked.classes or asked.target or asked.folds or backtest:
            raise SpecError("systems have answered already: name no methods, target, classes, folds or backtest")
        given = systems_problems(corpus, asked.systems, asked.represent)
        return Prepared(how, list, partial(on_answers, given))
    if asked.verifiers:
        if asked.attributors or asked.classes or asked.target or backtest:
            raise SpecError("verifiers answer problems: name them without attributors, target, classes and backtest")
        return _on_problems(corpus, asked, how.settled("verification"))
    return _on_documents(corpus, asked, how.settled("attribution"), backtest)


def _on_documents(corpus: Corpus, asked: Asked, how: How, backtest: bool) -> Prepared:
    check_measure(how.settings.measure, "attribution", asked.positive)
    labels = _labels(corpus, asked)
    check_positive(asked.positive, labels)
    attributors = asked.attributors or DEFAULT_ATTRIBUTORS
    planned = backtest_plan(corpus, labels, asked, how) if backtest else None
    question = Question(asked.column, labels, asked.positive, asked.folds or FOLDS)
    ready = asked_documents(corpus, attributors, question, how.work)

    def loads() -> list[Load]:
        past = backtest_loads(corpus, planned, attributors, how) if planned else []
        return [*ready.loads(how.settings.seed), *past]

    def done(how: How) -> dict[str, Any]:
        tested = ready.answered(how.work)
        with threadpool_limits(1):
            past = backtested(corpus, planned, attributors, asked, how) if planned else None
        return on_answers(tested, how, past)

    return Prepared(how, loads, done)


def _on_problems(corpus: Corpus, asked: Asked, how: How) -> Prepared:
    check_measure(how.settings.measure, "verification", None)
    ready = asking_problems(corpus, asked.verifiers, asked.folds, asked.represent, how.work)
    return Prepared(how, partial(ready.loads, how.settings.seed), lambda how: on_answers(ready.answered(how.work), how))


def prepared_samples(corpus: Corpus, asked: Asked, how: How, samples: int) -> Prepared:
    """Everything that can be wrong with the published experiment is raised here."""
    if asked.verifiers:
        raise SpecError("the experiment is about classes of documents: name attributors, no verifiers")
    settled = how.settled("attribution", PUBLISHED_DELTA)
    ready = sampling(corpus, asked, asked.attributors or PUBLISHED, settled, samples)

    def done(how: How) -> dict[str, Any]:
        with threadpool_limits(1):
            tested, found = ready.sampled(how)
        return _result(tested, None, how, (None, found))

    return Prepared(settled, partial(ready.loads, settled), done)


def _labels(corpus: Corpus, asked: Asked) -> list[str | None]:
    column = corpus.column(asked.column)
    if not any(column):
        raise CorpusError(f"corpus {corpus.name!r} has no {asked.column}; name another column with --target")
    labels = list(column)
    if asked.classes:
        found = relabelled(column, asked.classes)
        named = dict(zip(found.rows.tolist(), found.classes, strict=True))
        labels = [named.get(row) for row in range(len(column))]
    return [label if text.strip() else None for label, text in zip(labels, corpus.texts, strict=True)]


def _result(
    tested: Tested,
    found: Found | None,
    how: How,
    more: tuple[Backtest | None, Experiment | None],
) -> dict[str, Any]:
    backtest, experiment = more
    return {
        "protocol": "shift",
        "corpus": {
            "name": tested.name,
            "documents": len(tested),
            "digest": tested.digest,
            "item": tested.item,
            "task": tested.task,
            "classes": len(set(tested.classes)),
        },
        "settings": _settings(tested, found, how),
        "provenance": dict(tested.provenance),
        "warnings": [*tested.warnings, *(found.warnings if found else ())],
        "clusters": [asdict(cluster) for cluster in found.clusters] if found else [],
        "purity": found.purity if found else None,
        "methods": {name: asdict(one) for name, one in found.methods.items()} if found else {},
        "selection": [asdict(one) for one in found.selection] if found else [],
        "evidence": [asdict(one) for one in found.evidence] if found else [],
        "stream": asdict(found.stream) if found and found.stream else None,
        "backtest": asdict(backtest) if backtest else None,
        "experiment": asdict(experiment) if experiment else None,
    }


def _settings(tested: Tested, found: Found | None, how: How) -> dict[str, Any]:
    settings, wish, made = how.settings, how.wish, _named(tested, found)
    return {
        "seed": settings.seed,
        "measure": settings.measure,
        "delta": settings.delta,
        "alpha": found.alpha if found else settings.alpha,
        "concentration": found.mix.concentration if found else None,
        "mix": settings.mix,
        "clusters": wish.clusters,
        "subclasses": made,
        "clusterer": wish.clusterer if made == CLUSTERS else None,
        "encoder": wish.encoder if made == CLUSTERS else None,
        "draws": settings.draws,
        "versions": versions(),
    }


def _named(tested: Tested, found: Found | None) -> str:
    """What the subclasses are: clusters, or the column that they come from."""
    if found is None or found.grouping.told != GIVEN:
        return found.grouping.told if found else CLUSTERS
    columns: Any = tested.provenance.get("columns", {})
    return str(columns.get("cluster") or GIVEN)
