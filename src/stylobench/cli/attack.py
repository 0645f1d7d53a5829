"""`stylobench attack`: the fourth crash test."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stylobench.cli import _corpus, _force
from stylobench.cli._studies import conduct_one
from stylobench.engine.studies.attack import OPTIONS

DEFAULT_OUTPUT = "stylobench-out"


def command(
    problems: Annotated[
        list[str],
        typer.Argument(
            metavar="[NAME=]PROBLEMS...",
            help="PAN 2013-15 or 2016 folders, PAN 2020 pairs, a corpus, or a world; several are several data sets.",
        ),
    ],
    verifier: Annotated[
        list[str] | None,
        typer.Option("--verifier", "-v", metavar="SPEC", help="Verifier to attack: ppm, module:Class, ...; repeat."),
    ] = None,
    attributor: Annotated[
        list[str] | None,
        typer.Option("--attributor", "-a", metavar="SPEC", help="Attributor to attack, on documents; repeat."),
    ] = None,
    obfuscator: Annotated[
        list[str] | None,
        typer.Option("--obfuscator", "-b", metavar="SPEC", help="Obfuscator: mediocrity, module:Class, ...; repeat."),
    ] = None,
    rewritten: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=DIR", help="Texts rewritten elsewhere, by problem: .json of PAN 2016 or .txt."),
    ] = None,
    disguised: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="Column that tells people's own disguises from their usual texts."),
    ] = None,
    threshold: Annotated[
        str, typer.Option(metavar="cross_fitted|published", help="Where the threshold of a verifier comes from.")
    ] = OPTIONS["threshold"],
    least_accuracy: Annotated[
        float, typer.Option(metavar="X", help="Untouched accuracy that makes a method worth attacking.")
    ] = OPTIONS["least_accuracy"],
    folds: Annotated[
        int | None, typer.Option(metavar="N", min=2, help="Folds; one questioned text at a time up to 100 if unset.")
    ] = None,
    strangers: Annotated[
        bool, typer.Option("--strangers", help="Attributors also meet authors they never saw (open set).")
    ] = False,
    adaptive: Annotated[
        bool, typer.Option("--adaptive/--no-adaptive", help="Also retrain every verifier on rewritten texts.")
    ] = OPTIONS["adaptive"],
    reversal: Annotated[
        bool, typer.Option("--reversal/--no-reversal", help="Also try to undo the edits and to link rewritten texts.")
    ] = OPTIONS["reversal"],
    backtrack: Annotated[
        int,
        typer.Option(metavar="N", min=0, help="Also search back from N rewritten texts towards each candidate author."),
    ] = OPTIONS["backtrack"],
    quality: Annotated[
        str | None,
        typer.Option(metavar="NAME,...", help="Measures of quality; 'none' for none, the quick ones if unset."),
    ] = None,
    examples: Annotated[
        int, typer.Option(metavar="N", min=0, help="Problems of each data set shown in full.")
    ] = OPTIONS["examples"],
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
    """Does a method still recognise a writer who hides, and what does hiding cost?"""
    from stylobench.cli._named import named_paths, named_sources
    from stylobench.cli._results import tell
    from stylobench.engine.plan import HERE, Study
    from stylobench.engine.studies.attack import contest_of, settings_of
    from stylobench.engine.tested_file import Source

    given = {name: str(path.resolve()) for name, path in named_paths("--rewritten", rewritten or []).items()}
    options = {
        "rewritten": given or None, "disguised": disguised, "threshold": threshold, "least_accuracy": least_accuracy,
        "folds": folds, "strangers": strangers, "adaptive": adaptive, "reversal": reversal, "backtrack": backtrack,
        "quality": quality, "examples": examples,
    }  # fmt: skip
    reading = {"author": author, "topic": topic, "text": text, "time": time, "id": id}
    mend = _corpus.mending(topic_aliases, merge_topics, drop_duplicates)
    corpora = {
        name: Source.of(path, format, encoding=encoding, order=order, **reading, **mend)
        for name, path in named_sources(problems).items()
    }
    methods = tuple(attributor or ()), tuple(verifier or ()), tuple(obfuscator or ())
    study = Study(HERE, "attack", corpora, *methods, seed, options)
    settings_of(study)
    contest_of(study)
    folder = Path(output or DEFAULT_OUTPUT)
    force = _force.force_of(workers, seconds, memory, retries, keep_failed, engine, scheduler)
    tell(conduct_one(study, folder, force, "author obfuscation"), folder, json)
