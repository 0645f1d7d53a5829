"""`stylobench novel-topic`: the first crash test."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from stylobench.cli import _corpus, _force
from stylobench.cli._studies import conduct_one

DEFAULT_OUTPUT = "stylobench-out"


def command(
    source: _corpus.Source,
    attributor: Annotated[
        list[str] | None,
        typer.Option(
            "--attributor", "-a", metavar="SPEC", help="Method to test, such as maxent or module:object; repeat."
        ),
    ] = None,
    group: Annotated[str, typer.Option(metavar="COLUMN", help="What is held out: topic, genre, ...")] = "topic",
    scheme: Annotated[str, typer.Option(metavar="NAME", help="novel-topic, one-topic or topic-kfold.")] = "novel-topic",
    split: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A published split: columns id and fold (or part).")
    ] = None,
    folds: Annotated[int, typer.Option(metavar="N", help="Folds of standard cross-validation.")] = 10,
    rest: Annotated[
        str, typer.Option(metavar="spread|last", help="Where an author's odd documents go; last is as published.")
    ] = "spread",
    topic_folds: Annotated[int, typer.Option(metavar="N", help="Folds of topics for --scheme topic-kfold.")] = 5,
    positive: Annotated[
        str | None, typer.Option(metavar="AUTHOR", help="Of two authors, the one that precision and recall are about.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Leave out retrain curve, open set, cues and cells.")] = False,
    workers: _force.Workers = None,
    seconds: _force.Seconds = None,
    memory: _force.Memory = None,
    retries: _force.Retries = 1,
    keep_failed: _force.KeepFailed = False,
    engine: _force.EngineName = _force.LOCAL,
    scheduler: _force.Scheduler = None,
    format: _corpus.Format = None,
    author: _corpus.Author = None,
    topic: _corpus.Topic = None,
    text: _corpus.Text = None,
    time: _corpus.Time = None,
    id: _corpus.Id = None,
    encoding: _corpus.Encoding = None,
    order: _corpus.Order = None,
    topic_aliases: _corpus.TopicAliases = None,
    merge_topics: _corpus.MergeTopics = False,
    drop_duplicates: _corpus.DropDuplicates = False,
    seed: _corpus.Seed = 0,
    output: _corpus.Output = None,
    json: _corpus.Json = False,
) -> None:
    """Does the method still work on a topic that it never trained on?"""
    from stylobench.engine.plan import HERE, Study
    from stylobench.engine.tested_file import Source

    columns = {"author": author, "topic": topic, "text": text, "time": time, "id": id}
    mend = _corpus.mending(topic_aliases, merge_topics, drop_duplicates)
    found = Source.of(source, format, encoding=encoding, order=order, **columns, **mend)
    options = {
        "group": group,
        "scheme": scheme,
        "split": None if split is None else str(split.resolve()),
        "folds": folds,
        "rest": rest,
        "topic_folds": topic_folds,
        "positive": positive,
        "quick": quick,
    }
    study = Study(HERE, "novel-topic", {"corpus": found}, tuple(attributor or ["maxent"]), seed=seed, options=options)
    folder = Path(output or DEFAULT_OUTPUT)
    force = _force.force_of(workers, seconds, memory, retries, keep_failed, engine, scheduler)
    show(conduct_one(study, folder, force, "novel topic"), folder, json)


def show(result: dict[str, Any], folder: Path, json: bool) -> None:
    """The findings on stdout, and where the report is on stderr; a run without any answer is an error."""
    from stylobench.cli._results import tell

    tell(result, folder, json)
    if not any(found["novel_topic"] for found in result["methods"].values()):
        from stylobench.errors import StylobenchError

        reason = next(failure for found in result["methods"].values() for failure in found["failures"])
        raise StylobenchError(f"no method gave enough answers to be judged; the first failure: {reason['reason']}")
