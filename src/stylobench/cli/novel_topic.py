"""`stylobench novel-topic`: the first crash test."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stylobench.cli import _corpus
from stylobench.cli._console import progress

if TYPE_CHECKING:
    from stylobench.engine.run import Force
    from stylobench.engine.tested_file import Source
    from stylobench.records import Corpus

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
    workers: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Processes; all processors when left out.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(metavar="N", help="A fit that takes longer has failed.")] = None,
    format: _corpus.Format = None,
    author: _corpus.Author = None,
    topic: _corpus.Topic = None,
    text: _corpus.Text = None,
    time: _corpus.Time = None,
    id: _corpus.Id = None,
    encoding: _corpus.Encoding = None,
    order: _corpus.Order = None,
    seed: _corpus.Seed = 0,
    output: _corpus.Output = None,
    json: _corpus.Json = False,
) -> None:
    """Does the method still work on a topic that it never trained on?"""
    from stylobench.engine.methods import methods
    from stylobench.engine.run import Force
    from stylobench.engine.tested_file import Source
    from stylobench.protocols.novel_topic import Settings

    attributors = attributor or ["maxent"]
    methods(attributors)
    columns = {"author": author, "topic": topic, "text": text, "time": time, "id": id}
    reading = {"encoding": encoding, "order": order, **columns}
    corpus = _corpus.open_corpus(source, format, **reading)
    settings = Settings(
        seed=seed,
        folds=folds,
        rest=rest,
        scheme="file" if split else scheme,
        topic_folds=topic_folds,
        split_file=split,
        positive=positive,
        extras=not quick,
    )
    folder = Path(output or DEFAULT_OUTPUT)
    where = (folder, Force(workers, seconds), Source.of(source, format, **reading))
    result = crash_test(corpus, attributors, group, settings, where)
    show(result, folder, json)


def crash_test(
    corpus: Corpus,
    attributors: list[str],
    group: str,
    settings: Any,
    where: tuple[Path, Force | None, Source | None],
) -> dict[str, Any]:
    """Run it with a progress bar, keep result.json and report.html in the folder."""
    from stylobench.cli._results import keep
    from stylobench.engine.novel_topic import novel_topic

    folder, force, source = where
    how: dict[str, Any] = {"folder": folder, "force": force, "source": source}
    with progress("novel topic") as told:
        result = novel_topic(corpus, attributors, group=group, settings=settings, told=told, **how)
    keep(result, folder)
    return result


def show(result: dict[str, Any], folder: Path, json: bool) -> None:
    """The findings on stdout, and where the report is on stderr; a run without any answer is an error."""
    from stylobench.cli._results import tell

    tell(result, folder, json)
    if not any(found["novel_topic"] for found in result["methods"].values()):
        from stylobench.errors import StylobenchError

        reason = next(failure for found in result["methods"].values() for failure in found["failures"])
        raise StylobenchError(f"no method gave enough answers to be judged; the first failure: {reason['reason']}")
