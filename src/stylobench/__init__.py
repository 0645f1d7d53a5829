"""Crash tests for authorship analysis: does a method recognise the author, or only the topic?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stylobench.records import Corpus

__version__ = "0.1.0"
__all__ = ["attack", "leakage", "load", "novel_topic", "shift", "world"]


def load(path: str | Path, format: str | None = None, **options: Any) -> Corpus:
    """Read a corpus from a file or folder; the format is guessed from the files when it is None.

    With any format: `merge_topics`, `topic_aliases` (a file, or a dictionary) and `drop_duplicates`.
    """
    from stylobench.corpora.reading import load as read

    return read(Path(path), format, **options)


def world(authors: int = 10, topics: int = 8, documents: int | None = None, seed: int = 0, **options: Any) -> Corpus:
    """A simulated corpus whose truth is known."""
    from stylobench.corpora.world import world as simulate

    return simulate(authors=authors, topics=topics, documents=documents, seed=seed, **options)


def novel_topic(
    corpus: Corpus, attributors: Any, *, group: str = "topic", seed: int = 0, **options: Any
) -> dict[str, Any]:
    """Crash-test attributors on topics that they never trained on; the result object is what `--json` prints.

    `attributors` are spec strings, or names with scikit-learn classifiers over texts. Options: `folder` keeps the
    answers, `workers` counts processes, `seconds` limits a fit, `quick` leaves the extras out; the rest are those of
    `protocols.novel_topic.Settings`.
    """
    from stylobench.engine.novel_topic import novel_topic as conduct
    from stylobench.engine.run import Force
    from stylobench.protocols.novel_topic import Settings

    force = Force(options.pop("workers", None), options.pop("seconds", None))
    folder, extras = options.pop("folder", None), not options.pop("quick", False)
    settings = Settings(seed=seed, extras=extras, **options)
    return conduct(corpus, attributors, group=group, settings=settings, folder=folder, force=force)


def leakage(
    corpus: Corpus, verifiers: Any, topics: int | None = None, *, seed: int = 0, **options: Any
) -> dict[str, Any]:
    """Crash-test verifiers for topic leakage; the result object is what `stylobench leakage --json` prints.

    `verifiers` are spec strings, or names with objects that have `fit(problems, same)` and `verify(problems)`. Options:
    `folder` keeps the answers, `workers` counts processes, `seconds` limits a fit, `group`, `encoder`, `documents`,
    `min_documents`, `vector_documents`, `compare` and `answers` are those of `engine.leakage.Wanted`; the
    rest are those of `protocols.leakage.Settings`.
    """
    from dataclasses import fields

    from stylobench.engine.leakage import Wanted
    from stylobench.engine.leakage import leakage as conduct
    from stylobench.engine.run import Force
    from stylobench.features.encoders import default_encoder
    from stylobench.protocols.leakage import Settings

    force = Force(options.pop("workers", None), options.pop("seconds", None))
    folder = options.pop("folder", None)
    asked = {field.name: options.pop(field.name) for field in fields(Wanted) if field.name in options}
    wanted = Wanted(**{"encoder": default_encoder(), **asked})
    return conduct(corpus, verifiers, Settings(topics, seed, **options), wanted, folder=folder, force=force)


def shift(
    source: Corpus | str | Path, attributors: Any = (), verifiers: Any = (), *, seed: int = 0, **options: Any
) -> dict[str, Any]:
    """What to expect of methods if the mix of their items changes; the result object is what `--json` prints.

    `source` is a corpus on which the methods answer, the folder of a finished run, or a table of truth and answers.
    Options: `folder` keeps the answers, `workers` counts processes, `seconds` limits a fit; `backtest=True` and
    `samples=10` are `--backtest` and `--experiment`; the rest are those of `protocols.shift.Settings`,
    `protocols.shift_subclasses.Wish` (with `subclasses` for its kind), `engine.shift.Asked` and, for a table,
    `corpora.answer_columns.AnswerColumns`.
    """
    from stylobench.engine.shift_sources import conducted

    return conducted(source, {"attributors": attributors, "verifiers": verifiers, "seed": seed, **options})


def attack(
    corpora: Corpus | dict[str, Corpus],
    verifiers: Any = (),
    obfuscators: Any = (),
    attributors: Any = (),
    *,
    seed: int = 0,
    **options: Any,
) -> dict[str, Any]:
    """Crash-test methods against writers who hide; the result object is what `stylobench attack --json` prints.

    `corpora` is one data set or several by name. Methods and obfuscators are spec strings, or names with objects; the
    house's own where none is named. Options: `folder` keeps rewritten texts and answers, `workers` counts processes,
    `seconds` limits a fit or a rewriting; `given`, `strangers` and `disguised` are those of
    `engine.attack_contest.Contest`; the rest are those of `protocols.attack.Settings`.
    """
    from stylobench.engine.attack import attack as conduct
    from stylobench.engine.attack_contest import Contest
    from stylobench.engine.run import Force
    from stylobench.protocols.attack import Settings

    force = Force(options.pop("workers", None), options.pop("seconds", None))
    folder = options.pop("folder", None)
    who = {name: options.pop(name) for name in ("given", "strangers", "disguised") if name in options}
    contest = Contest.of(verifiers, attributors, obfuscators, **who)
    named = corpora if isinstance(corpora, dict) else {corpora.name: corpora}
    return conduct(named, contest, Settings(seed=seed, **options), folder=folder, force=force)
