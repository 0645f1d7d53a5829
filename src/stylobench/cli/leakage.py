"""`stylobench leakage`: the second crash test."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stylobench.cli import _corpus, _force
from stylobench.cli._console import print_json, progress, say
from stylobench.cli._studies import conduct_one
from stylobench.engine.studies.leakage import DEFAULTS, OPTIONS

if TYPE_CHECKING:
    from stylobench.engine.plan import Study
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
    ] = OPTIONS["random"],
    controls: Annotated[
        int, typer.Option(metavar="N", min=0, help="Random halves of the topics beside near and far.")
    ] = OPTIONS["controls"],
    documents: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Documents of each topic; smaller topics are left out.")
    ] = None,
    min_documents: Annotated[
        int, typer.Option(metavar="N", min=1, help="Documents that a topic must have to take part.")
    ] = OPTIONS["min_documents"],
    vector_documents: Annotated[
        str, typer.Option(metavar="equal|all", help="Documents behind the vector of a topic; all is as published.")
    ] = OPTIONS["vector_documents"],
    method: Annotated[str, typer.Option(metavar="NAME", help="How to sample: hits, grouping or hybrid.")] = OPTIONS[
        "method"
    ],
    threshold: Annotated[
        float, typer.Option(metavar="X", help="Similarity above which --method hybrid joins topics.")
    ] = OPTIONS["threshold"],
    score: Annotated[str, typer.Option(metavar="corrected|published", help="Leakage score of HITS.")] = OPTIONS[
        "score"
    ],
    encoder: Annotated[str | None, typer.Option(metavar="SPEC", help="Topic vectors: sbert, lsa, lda or nmf.")] = None,
    clusters: Annotated[
        int | None, typer.Option(metavar="K", min=2, help="Make K topics by clustering, for a corpus without labels.")
    ] = None,
    group: Annotated[str, typer.Option(metavar="COLUMN", help="What counts as a topic: topic, genre, ...")] = OPTIONS[
        "group"
    ],
    measure: Annotated[str, typer.Option(metavar="NAME", help="Measure of the headline.")] = OPTIONS["measure"],
    same: Annotated[
        str, typer.Option(metavar="any|same_topic|cross_topic", help="Topics of same-author pairs.")
    ] = OPTIONS["same"],
    different: Annotated[
        str, typer.Option(metavar="any|same_topic|cross_topic", help="Topics of different-author pairs.")
    ] = OPTIONS["different"],
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
    """Was that topic really new, and does the verifier live on topic shortcuts?"""
    from stylobench.cli._named import pairs
    from stylobench.engine.methods import methods
    from stylobench.engine.plan import HERE, Study
    from stylobench.engine.tested_file import Source

    others = {name: str(Path(value).resolve()) for name, value in pairs("--answers", answers or []).items()}
    verifiers = tuple(verifier or (() if raven and not others else DEFAULTS["verifiers"]))
    names = [method.name for method in methods(verifiers, "verifiers")] if verifiers else []
    columns = {"author": author, "topic": topic, "text": text, "time": time, "id": id}
    mend = _corpus.mending(topic_aliases, merge_topics, drop_duplicates)
    found = Source.of(source, format, encoding=encoding, order=order, **columns, **mend)
    options = {
        "topics": topics, "folds": folds, "random": random, "controls": controls, "documents": documents,
        "min_documents": min_documents, "vector_documents": vector_documents,
        "method": method, "threshold": threshold, "score": score, "encoder": encoder, "clusters": clusters,
        "group": group, "measure": measure, "same": same, "different": different, "balance": balance, "most": most,
        "disjoint_authors": disjoint_authors, "compare": compare, "answers": others or None,
    }  # fmt: skip
    study = Study(HERE, "leakage", {"corpus": found}, verifiers=verifiers, seed=seed, options=options)
    force = _force.force_of(workers, seconds, memory, retries, keep_failed, engine, scheduler)
    _encode(study)
    if raven:
        _write(study, raven, json and not verifiers)
    if verifiers:
        folder = Path(output or DEFAULT_OUTPUT)
        show(conduct_one(study, folder, force, "topic leakage"), names, folder, json)


def _corpus_of(study: Study) -> Corpus:
    from stylobench.engine.studies.leakage import with_topics

    (source,) = study.corpora.values()
    return with_topics(study, _corpus.open_corpus(source.path, source.format, **source.options))


def _encode(study: Study) -> None:
    """An encoder that takes each text for itself may be slow, and keeps what it has encoded: show how far it is."""
    from stylobench.engine.leakage import encode
    from stylobench.engine.studies.leakage import settings_of, wanted_of
    from stylobench.specs import build

    settings_of(study)
    wanted = wanted_of(study)
    if getattr(build("encoders", wanted.encoder), "textwise", False):
        with progress(f"encoding ({wanted.encoder})") as told:
            encode(_corpus_of(study), wanted, told)


def _write(study: Study, folder: Path, json: bool) -> None:
    from stylobench.engine.leakage import export
    from stylobench.engine.studies.leakage import settings_of, wanted_of

    card = export(_corpus_of(study), settings_of(study), wanted_of(study), folder)
    pairs = sum(split["train"] + split["test"] for split in card["splits"])
    say(f"{pairs:,} problems in {len(card['splits'])} splits: {folder}")
    if json:
        print_json(card)


def show(result: dict[str, Any], names: list[str], folder: Path, json: bool) -> None:
    """The findings on stdout, and where the report is on stderr; a run without any answer is an error."""
    from stylobench.cli._results import tell

    tell(result, folder, json)
    named = {name: found for name, found in result["methods"].items() if name in names}
    if named and not any(found["answered"] for found in named.values()):
        from stylobench.errors import StylobenchError

        reasons = [failure["reason"] for found in named.values() for failure in found["failures"]]
        raise StylobenchError(f"no verifier that was named gave any answer; {(reasons or ['all were silent'])[0]}")
