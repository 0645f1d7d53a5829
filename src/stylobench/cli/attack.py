"""`stylobench attack`: the fourth crash test."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stylobench.cli import _corpus
from stylobench.cli._console import progress, say

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
    ] = "cross_fitted",
    least_accuracy: Annotated[
        float, typer.Option(metavar="X", help="Untouched accuracy that makes a method worth attacking.")
    ] = 0.6,
    folds: Annotated[
        int | None, typer.Option(metavar="N", min=2, help="Folds; one questioned text at a time up to 100 if unset.")
    ] = None,
    strangers: Annotated[
        bool, typer.Option("--strangers", help="Attributors also meet authors they never saw (open set).")
    ] = False,
    adaptive: Annotated[
        bool, typer.Option("--adaptive/--no-adaptive", help="Also retrain every verifier on rewritten texts.")
    ] = True,
    reversal: Annotated[
        bool, typer.Option("--reversal/--no-reversal", help="Also try to undo the edits and to link rewritten texts.")
    ] = True,
    backtrack: Annotated[
        int,
        typer.Option(metavar="N", min=0, help="Also search back from N rewritten texts towards each candidate author."),
    ] = 0,
    quality: Annotated[
        str | None,
        typer.Option(metavar="NAME,...", help="Measures of quality; 'none' for none, the quick ones if unset."),
    ] = None,
    examples: Annotated[int, typer.Option(metavar="N", min=0, help="Problems of each data set shown in full.")] = 3,
    workers: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Processes; all processors when left out.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="N", help="A fit or a rewriting that takes longer has failed.")
    ] = None,
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
    """Does a method still recognise a writer who hides, and what does hiding cost?"""
    from stylobench.cli._named import listed, named_paths, named_sources
    from stylobench.cli._results import keep, tell
    from stylobench.engine.attack import attack
    from stylobench.engine.attack_contest import Contest
    from stylobench.engine.run import Force
    from stylobench.errors import SpecError
    from stylobench.protocols.attack import Settings

    measures = None if quality is None else tuple(name for name in listed(quality) if name != "none")
    settings = Settings(
        seed=seed, threshold=threshold, least_accuracy=least_accuracy, folds=folds, adaptive=adaptive,
        reversal=reversal, backtrack=backtrack, quality=measures, examples=examples,
    )  # fmt: skip
    contest = Contest.of(
        verifier or (), attributor or (), obfuscator or (),
        given=named_paths("--rewritten", rewritten or []), strangers=strangers, disguised=disguised,
    )  # fmt: skip
    reading = {"author": author, "topic": topic, "text": text, "time": time, "id": id, "encoding": encoding}
    corpora = {
        name: _corpus.open_corpus(path, format, order=order, **reading)
        for name, path in named_sources(problems).items()
    }
    if disguised is not None and len(corpora) > 1:
        raise SpecError("--disguised speaks of one corpus; attack the others by themselves")
    folder = Path(output or DEFAULT_OUTPUT)
    try:
        with progress("author obfuscation") as told:
            result = attack(corpora, contest, settings, folder=folder, force=Force(workers, seconds), told=told)
    except KeyboardInterrupt:
        say(f"what was rewritten and answered is kept in {folder}; the same command goes on from there")
        raise
    keep(result, folder)
    tell(result, folder, json)
