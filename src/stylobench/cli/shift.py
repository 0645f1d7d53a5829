"""`stylobench shift`: the third crash test."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from stylobench.cli import _corpus, _force
from stylobench.cli._console import progress
from stylobench.cli._studies import conduct_one

DEFAULT_OUTPUT = "stylobench-out"


def command(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE",
            help="A corpus, the folder of a finished run, or a table of answers (truth, score, text or cluster).",
        ),
    ],
    attributor: Annotated[
        list[str] | None,
        typer.Option("--attributor", "-a", metavar="SPEC", help="On a corpus: method that names a class; repeat."),
    ] = None,
    verifier: Annotated[
        list[str] | None,
        typer.Option("--verifier", "-v", metavar="SPEC", help="On a corpus: method that verifies; repeat."),
    ] = None,
    system: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=PATH", help="On PAN's problems: answers of a system in PAN's file; repeat."),
    ] = None,
    target: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="What attributors are to name; author, or topic with --class, if unset."),
    ] = None,
    classes: Annotated[
        list[str] | None,
        typer.Option("--class", metavar="NAME=GLOB", help="Only such values of --target, under that name; repeat."),
    ] = None,
    positive: Annotated[
        str | None, typer.Option(metavar="NAME", help="The class that precision, recall and F are about.")
    ] = None,
    folds: Annotated[
        int | None, typer.Option(metavar="N", min=2, help="Folds in which a corpus is answered; 5 if unset.")
    ] = None,
    scheme: Annotated[
        str | None, typer.Option(metavar="NAME", help="Of a finished run: standard, novel_topic or hits.")
    ] = None,
    corpus: Annotated[
        str | None, typer.Option(metavar="PATH", help="The corpus of a finished run, where it is not found.")
    ] = None,
    represent: Annotated[
        str | None,
        typer.Option(metavar="questioned|pair", help="The text that stands for a problem; questioned if unset."),
    ] = None,
    truth: Annotated[str | None, typer.Option(metavar="COLUMN", help="Column of a table that holds the truth.")] = None,
    score: Annotated[
        list[str] | None,
        typer.Option(metavar="[NAME=]COLUMN", help="Column of a table with a method's scores; repeat."),
    ] = None,
    answer: Annotated[
        list[str] | None,
        typer.Option(metavar="[NAME=]COLUMN", help="Column of a table with the class a method names; repeat."),
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Column of a table that holds the subclass.")
    ] = None,
    subclasses: Annotated[
        str | None,
        typer.Option(metavar="KIND", help="clusters of the texts, given, topic or period; what there is if unset."),
    ] = None,
    clusters: Annotated[
        int | None, typer.Option(metavar="K", help="Number of clusters; root of half the items when left out.")
    ] = None,
    clusterer: Annotated[
        str | None, typer.Option(metavar="SPEC", help="kmeans (if unset), ward, mixture, majorclust or module:Class.")
    ] = None,
    encoder: Annotated[
        str | None, typer.Option(metavar="SPEC", help="Vectors of the texts: lsa (if unset), sbert, ...")
    ] = None,
    measure: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Measure of the headline; accuracy, or c_at_1 for verification, if unset."),
    ] = None,
    delta: Annotated[
        float | None,
        typer.Option(metavar="X", help="Share of mixes in which the bound may fail; .05, .0228 with --experiment."),
    ] = None,
    alpha: Annotated[
        float | None,
        typer.Option(metavar="A", help="Parameter of the Dirichlet law of mixes; 1 if unset: all mixes alike."),
    ] = None,
    concentration: Annotated[
        str | None,
        typer.Option(metavar="A0|dates", help="Sum of the alphas in place of --alpha; dates: estimate it."),
    ] = None,
    mix: Annotated[
        str, typer.Option(metavar="even|today", help="The mix that all mixes lie around; today needs a concentration.")
    ] = "even",
    draws: Annotated[int, typer.Option(metavar="N", min=100, help="Mixes drawn for the estimate.")] = 1000,
    radius: Annotated[
        list[float] | None,
        typer.Option(metavar="R", help="Stress: share of the mix that may move; repeat. .1, .25 and .5 if unset."),
    ] = None,
    period: Annotated[
        str | None, typer.Option(metavar="NAME", help="Dates by day, week, month, quarter or year; chosen if unset.")
    ] = None,
    backtest: Annotated[
        bool, typer.Option("--backtest", help="Train on the first period, and hold its bounds against later ones.")
    ] = False,
    least: Annotated[
        int | None,
        typer.Option(metavar="N", min=2, help="Documents that a class needs in the first period of --backtest; 10."),
    ] = None,
    experiment: Annotated[
        bool, typer.Option("--experiment", help="The published experiment: two classes, many train/test samples.")
    ] = False,
    samples: Annotated[
        int | None, typer.Option(metavar="N", min=2, help="Train/test samples of --experiment; 10 if unset.")
    ] = None,
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
    """What to expect if the mix of topics changes tomorrow, and what the method will not fall below?"""
    from dataclasses import replace

    from stylobench.cli._named import pairs
    from stylobench.cli._results import keep, tell
    from stylobench.corpora.answer_columns import AnswerColumns
    from stylobench.engine import shift_sources as sources
    from stylobench.engine.plan import HERE, Study
    from stylobench.engine.shift import How
    from stylobench.engine.studies.shift import asked_of
    from stylobench.engine.tested_file import Source
    from stylobench.protocols.shift_subclasses import Wish

    wish = Wish.of(kind=subclasses, clusters=clusters, clusterer=clusterer, encoder=encoder, period=period, seed=seed)
    heeded = {
        "represent": represent, "least": least, "samples": samples, "alpha": alpha, "concentration": concentration,
    }  # fmt: skip
    options = {
        "system": {name: str(Path(path).resolve()) for name, path in pairs("--system", system or []).items()},
        "target": target, "class": pairs("--class", classes or []), "positive": positive, "folds": folds,
        "subclasses": subclasses, "clusters": clusters, "clusterer": clusterer, "encoder": encoder, "period": period,
        "measure": measure, "delta": delta, "mix": mix, "draws": draws, "radius": list(radius or []),
        "backtest": backtest, "experiment": experiment, **heeded,
    }  # fmt: skip
    scores, answers = (
        pairs(option, [_column(one) for one in given or []])
        for option, given in (("--score", score), ("--answer", answer))
    )
    columns = AnswerColumns(truth, scores, answers, text, cluster, time, id, positive)
    methods = {"attributors": tuple(attributor or ()), "verifiers": tuple(verifier or ())}
    reading: dict[str, Any] = {
        "encoding": encoding,
        "order": order,
        "author": author,
        "topic": topic,
        "text": text,
        "time": time,
    }
    reading |= _corpus.mending(topic_aliases, merge_topics, drop_duplicates)
    found = Source.of(source, format, id=id, **reading)
    study = Study(HERE, "shift", {"corpus": found}, **methods, seed=seed, options=options)
    kind = sources.kind_of(Path(source), columns, encoding)
    named = {f"--{name}": value for name, value in heeded.items()}
    sources.check_asked(kind, *asked_of(study), {"--scheme": scheme, "--corpus": corpus, **named})
    folder = Path(output or (Path(source) / "shift" if kind == sources.RUN else DEFAULT_OUTPUT))
    force = _force.force_of(workers, seconds, memory, retries, keep_failed, engine, scheduler)
    if kind == sources.CORPUS:
        tell(conduct_one(study, folder, force, "subclass shift"), folder, json)
        return
    settings = {
        "measure": measure, "delta": delta, "alpha": alpha, "concentration": concentration, "mix": mix,
        "draws": draws, "radii": tuple(radius) if radius else None, "seed": seed,
    }  # fmt: skip
    how = How.of(settings, wish, folder, force)
    opened = None if corpus is None else _corpus.open_corpus(corpus, format, id=id, **reading)
    with progress("subclass shift") as told:
        how = replace(how, told=told)
        if kind == sources.RUN:
            result = sources.on_run(Path(source), opened, scheme, represent or "questioned", how)
        else:
            result = sources.on_table(Path(source), columns, how, encoding)
    keep(result, folder)
    tell(result, folder, json)


def _column(given: str) -> str:
    """A column alone goes by its own name."""
    return given if "=" in given else f"{given}={given}"
