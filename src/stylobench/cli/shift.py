"""`stylobench shift`: the third crash test."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stylobench.cli import _corpus
from stylobench.cli._console import progress, say

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
    """What to expect if the mix of topics changes tomorrow, and what the method will not fall below?"""
    from dataclasses import replace

    from stylobench.cli._named import pairs
    from stylobench.cli._results import keep, tell
    from stylobench.corpora.answer_columns import AnswerColumns
    from stylobench.engine import shift_sources as sources
    from stylobench.engine.run import Force
    from stylobench.engine.shift import Asked, How
    from stylobench.protocols.shift_subclasses import Wish

    wish = Wish.of(kind=subclasses, clusters=clusters, clusterer=clusterer, encoder=encoder, period=period, seed=seed)
    named = {
        "--scheme": scheme, "--corpus": corpus, "--represent": represent, "--least": least, "--samples": samples,
        "--alpha": alpha, "--concentration": concentration,
    }  # fmt: skip
    represent = represent or "questioned"
    settings = {
        "measure": measure, "delta": delta, "alpha": alpha, "concentration": concentration, "mix": mix,
        "draws": draws, "radii": tuple(radius) if radius else None, "seed": seed,
    }  # fmt: skip
    relabel = pairs("--class", classes or [])
    systems = {name: Path(path) for name, path in pairs("--system", system or []).items()}
    asked = Asked(attributor or [], verifier or [], target, relabel, positive, folds, represent, least or 10, systems)
    scores, answers = (
        pairs(option, [_column(one) for one in given or []])
        for option, given in (("--score", score), ("--answer", answer))
    )
    columns = AnswerColumns(truth, scores, answers, text, cluster, time, id, positive)
    studies = sources.Studies(backtest, (samples or 10) if experiment else None)
    kind = sources.kind_of(Path(source), columns, encoding)
    sources.check_asked(kind, asked, studies, named)
    folder = Path(output or (Path(source) / "shift" if kind == sources.RUN else DEFAULT_OUTPUT))
    how = How.of(settings, wish, folder, Force(workers, seconds))
    reading = {"encoding": encoding, "order": order, "author": author, "topic": topic, "text": text, "time": time}
    try:
        with progress("subclass shift") as told:
            how = replace(how, told=told)
            if kind == sources.RUN:
                opened = None if corpus is None else _corpus.open_corpus(corpus, format, id=id, **reading)
                result = sources.on_run(Path(source), opened, scheme, represent, how)
            elif kind == sources.TABLE:
                result = sources.on_table(Path(source), columns, how, encoding)
            else:
                opened = _corpus.open_corpus(source, format, id=id, **reading)
                result = sources.on_methods(opened, asked, how, studies)
    except KeyboardInterrupt:
        say(f"what was answered is kept in {folder}; the same command goes on from there")
        raise
    keep(result, folder)
    tell(result, folder, json)


def _column(given: str) -> str:
    """A column alone goes by its own name."""
    return given if "=" in given else f"{given}={given}"
