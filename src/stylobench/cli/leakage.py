"""`stylobench leakage`: the second crash test."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stylobench.cli import _corpus
from stylobench.cli._console import print_json, progress, say

if TYPE_CHECKING:
    from stylobench.records import Corpus

DEFAULT_OUTPUT = "stylobench-out"


def command(
    source: _corpus.Source,
    verifier: Annotated[
        list[str] | None,
        typer.Option(
            "--verifier",
            "-v",
            metavar="SPEC",
            help="Method to test: ppm, module:Class, mine=program(command='./system'), ...; repeat.",
        ),
    ] = None,
    topics: Annotated[
        int | None, typer.Option(metavar="M", help="Topics that HITS takes; half of them (at most 70) when left out.")
    ] = None,
    folds: Annotated[
        int | None,
        typer.Option(metavar="N", help="Topic folds of each sample; 10, or half of --topics, when left out."),
    ] = None,
    random: Annotated[
        int, typer.Option(metavar="R", min=0, help="Random samples beside HITS; 19 or more for a verdict.")
    ] = 20,
    controls: Annotated[
        int, typer.Option(metavar="N", min=0, help="Random halves of the topics beside near and far.")
    ] = 10,
    documents: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Documents of each topic; smaller topics are left out.")
    ] = None,
    method: Annotated[str, typer.Option(metavar="NAME", help="How to sample: hits, grouping or hybrid.")] = "hits",
    threshold: Annotated[
        float, typer.Option(metavar="X", help="Similarity above which --method hybrid joins topics.")
    ] = 0.9,
    score: Annotated[str, typer.Option(metavar="corrected|published", help="Leakage score of HITS.")] = "corrected",
    encoder: Annotated[str | None, typer.Option(metavar="SPEC", help="Topic vectors: sbert, lsa, lda or nmf.")] = None,
    clusters: Annotated[
        int | None, typer.Option(metavar="K", min=2, help="Make K topics by clustering, for a corpus without labels.")
    ] = None,
    group: Annotated[str, typer.Option(metavar="COLUMN", help="What counts as a topic: topic, genre, ...")] = "topic",
    measure: Annotated[str, typer.Option(metavar="NAME", help="Measure of the headline.")] = "overall_2020",
    same: Annotated[
        str, typer.Option(metavar="any|same_topic|cross_topic", help="Topics of same-author pairs.")
    ] = "any",
    different: Annotated[
        str, typer.Option(metavar="any|same_topic|cross_topic", help="Topics of different-author pairs.")
    ] = "any",
    balance: Annotated[bool, typer.Option("--balance", help="As many same-author as different-author pairs.")] = False,
    most: Annotated[
        int | None, typer.Option(metavar="Q", min=1, help="No document in more than Q pairs of a side.")
    ] = None,
    disjoint_authors: Annotated[
        bool, typer.Option("--disjoint-authors", help="No author on both sides of a fold.")
    ] = False,
    compare: Annotated[
        str | None, typer.Option(metavar="method,encoder,topics", help="Also compare ways to sample.")
    ] = None,
    raven: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write the problems as PAN pairs; run only what --verifier names."),
    ] = None,
    answers: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=DIR", help="Answers of another system to the problems of --raven; repeat."),
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
    """Was that topic really new, and does the verifier live on topic shortcuts?"""
    from stylobench.cli._named import pairs
    from stylobench.engine.leakage import DEFAULT_VERIFIERS, Wanted, encode
    from stylobench.engine.methods import methods
    from stylobench.engine.run import Force
    from stylobench.engine.tested_file import Source
    from stylobench.features.encoders import default_encoder
    from stylobench.protocols.clustered import clustered
    from stylobench.protocols.leakage import Settings
    from stylobench.splits.pairs import PairRules

    others = {name: Path(value) for name, value in pairs("--answers", answers or []).items()}
    verifiers = list(verifier or ([] if raven and not others else DEFAULT_VERIFIERS))
    names = [method.name for method in methods(verifiers, "verifiers")] if verifiers else []
    rules = PairRules(same, different, balance, most, disjoint_authors)
    settings = Settings(topics, seed, folds, random, method, threshold, score, rules, measure, controls)
    wanted = Wanted(group, encoder or default_encoder(), documents, tuple(_listed(compare)), others)
    columns = {"author": author, "topic": topic, "text": text, "time": time, "id": id}
    reading = {"encoding": encoding, "order": order, **columns}
    corpus = _corpus.open_corpus(source, format, **reading)
    if clusters:
        corpus = clustered(corpus, wanted.encoder, clusters)
    with progress(f"encoding ({wanted.encoder})") as told:
        encode(corpus, wanted, told)
    if raven:
        _write(corpus, settings, wanted, raven, json and not verifiers)
    if verifiers:
        folder = Path(output or DEFAULT_OUTPUT)
        where = (folder, Force(workers, seconds), Source.of(source, format, **reading))
        result = crash_test(corpus, verifiers, settings, wanted, where)
        show(result, names, folder, json)


def _listed(text: str | None) -> list[str]:
    return [part.strip() for part in (text or "").split(",") if part.strip()]


def _write(corpus: Corpus, settings: Any, wanted: Any, folder: Path, json: bool) -> None:
    from stylobench.engine.leakage import export

    card = export(corpus, settings, wanted, folder)
    pairs = sum(split["train"] + split["test"] for split in card["splits"])
    say(f"{pairs:,} problems in {len(card['splits'])} splits: {folder}")
    if json:
        print_json(card)


def crash_test(
    corpus: Corpus, verifiers: list[str], settings: Any, wanted: Any, where: tuple[Path, Any, Any]
) -> dict[str, Any]:
    """Run it with a progress bar, keep result.json and report.html in the folder."""
    from stylobench.cli._results import keep
    from stylobench.engine.leakage import leakage

    folder, force, source = where
    try:
        with progress("topic leakage") as told:
            how = {"folder": folder, "force": force, "source": source}
            result = leakage(corpus, verifiers, settings, wanted, told=told, **how)
    except KeyboardInterrupt:
        say(f"what was answered is kept in {folder}; the same command goes on from there")
        raise
    keep(result, folder)
    return result


def show(result: dict[str, Any], names: list[str], folder: Path, json: bool) -> None:
    """The findings on stdout, and where the report is on stderr; a run without any answer is an error."""
    from stylobench.cli._results import tell

    tell(result, folder, json)
    named = {name: found for name, found in result["methods"].items() if name in names}
    if named and not any(found["answered"] for found in named.values()):
        from stylobench.errors import StylobenchError

        reasons = [failure["reason"] for found in named.values() for failure in found["failures"]]
        raise StylobenchError(f"no verifier that was named gave any answer; {(reasons or ['all were silent'])[0]}")
