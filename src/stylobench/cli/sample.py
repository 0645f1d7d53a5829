"""`stylobench sample`: topics as unlike one another as can be, so that a held-out topic is really new."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stylobench.cli import _corpus
from stylobench.cli._console import print_json, progress, say

if TYPE_CHECKING:
    from stylobench.protocols.sampling import Sampled, Settings, Source, Topics
    from stylobench.records import Corpus

Count = Annotated[int | None, typer.Option("--topics", metavar="M", help="How many topics to take.")]
Method = Annotated[
    str, typer.Option(metavar="NAME", help="hits (cut the rest), grouping (merge it), hybrid (either) or random.")
]
Threshold = Annotated[float, typer.Option(metavar="COSINE", help="Of hybrid: merge above this similarity, else cut.")]
Encoder = Annotated[
    str | None,
    typer.Option(metavar="SPEC", help="How texts become vectors: sbert (where installed), lsa, lda or nmf."),
]
Group = Annotated[str, typer.Option(metavar="COLUMN", help="What plays the part of the topic: topic, genre, ...")]
Clusters = Annotated[
    int | None, typer.Option(metavar="K", min=2, help="Make K topics by clustering, for a corpus that has none.")
]
MinDocuments = Annotated[int, typer.Option(metavar="N", min=1, help="Documents that a topic must have to take part.")]
VectorDocuments = Annotated[
    str, typer.Option(metavar="equal|all", help="Documents behind the vector of a topic; all is as published.")
]
LeakageScore = Annotated[str, typer.Option("--score", metavar="NAME", help="Leakage score: corrected or published.")]
Folds = Annotated[int, typer.Option(metavar="K", help="Folds that the topics are dealt into.")]
Random = Annotated[int, typer.Option("--random", metavar="R", help="Random samples to compare with.")]
Verifier = Annotated[
    list[str] | None,
    typer.Option(
        "--verifier", "-v", metavar="SPEC", help="With --suggest: also say how stable their ranking is; repeat."
    ),
]
Suggest = Annotated[bool, typer.Option("--suggest", help="Try several numbers of topics and recommend one.")]


def command(
    source: _corpus.Source,
    topics: Count = None,
    method: Method = "hits",
    threshold: Threshold = 0.9,
    encoder: Encoder = None,
    group: Group = "topic",
    clusters: Clusters = None,
    min_documents: MinDocuments = 10,
    vector_documents: VectorDocuments = "equal",
    score: LeakageScore = "corrected",
    folds: Folds = 10,
    random: Random = 20,
    suggest: Suggest = False,
    verifier: Verifier = None,
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
    """Which topics to keep, so that those held out are unlike those trained on?"""
    from stylobench.features.encoders import default_encoder
    from stylobench.protocols.sampling import Settings, Source, sample
    from stylobench.specs import build

    settings = Settings(method, threshold, score, folds, random, seed)
    encoder = encoder or default_encoder()
    where = Source(encoder, group, clusters, min_documents, seed, vector_documents)
    build("encoders", encoder)
    columns = {"author": author, "topic": topic, "text": text, "time": time, "id": id}
    mend = _corpus.mending(topic_aliases, merge_topics, drop_duplicates)
    corpus = _corpus.open_corpus(source, format, encoding=encoding, order=order, **columns, **mend)
    folder = Path(output) if output else None
    found = _encoded(corpus, where, settings, folds if suggest else topics)
    warnings = _warnings(corpus, found, where)
    for line in warnings:
        say(f"warning: {line}")
    if suggest:
        _suggest(corpus, found, (where, settings, verifier or []), warnings, folder, json)
    else:
        assert topics is not None
        _sample(corpus, found, sample(found, topics, settings), (settings, warnings, folder, json))


def _encoded(corpus: Corpus, source: Source, settings: Settings, count: int | None) -> Topics:
    """The topics with their vectors; a number of topics that cannot be had is refused before the work."""
    from stylobench.protocols.sampling import check_topics, topics_of

    check_topics(corpus, source, count, settings)
    with progress(f"encoding ({source.encoder})") as told:
        return topics_of(corpus, source, told)


def _warnings(corpus: Corpus, topics: Topics, source: Source) -> list[str]:
    """What would fool a reader of the sample, and what was left out."""
    from stylobench.corpora.mending import corpus_warnings
    from stylobench.splits.topic_samples import left_out_in_words

    found = corpus_warnings(corpus, source.group)
    if left := topics.left_out:
        found.append(left_out_in_words(left, len(left) + len(topics.names), source.min_documents))
    if unused := len(corpus) - len(topics.rows) - sum(left.values()):
        found.append(f"{unused:,} of {len(corpus):,} documents have no {source.group} and are not used")
    return found


def _sample(corpus: Corpus, topics: Topics, found: Sampled, how: tuple[Settings, list[str], Path | None, bool]) -> None:
    from stylobench.cli._sample_files import as_json, write_sample
    from stylobench.cli._sample_words import show_sample

    settings, warnings, folder, json = how
    result = {**as_json(topics, found, settings), "warnings": warnings}
    if json:
        print_json(result)
    else:
        show_sample(corpus.name, topics, found, settings)
    if folder is not None:
        write_sample(folder, corpus, topics, found, result)
        say(f"written: {', '.join(str(folder / name) for name in ('sample.json', 'topics.csv', 'ids.csv'))}")


def _suggest(
    corpus: Corpus,
    topics: Topics,
    how: tuple[Source, Settings, list[str]],
    warnings: list[str],
    folder: Path | None,
    json: bool,
) -> None:
    from stylobench.cli._sample_files import steps_as_json, write_json
    from stylobench.cli._sample_words import show_steps
    from stylobench.protocols.sampling import sweep

    source, settings, verifiers = how
    with progress("numbers of topics") as told:
        steps = sweep(topics, settings, told)
    stable = _stabilities(corpus, source, settings, verifiers, [step.topics for step in steps]) if verifiers else {}
    result = {**steps_as_json(topics, steps, settings, stable), "warnings": warnings}
    if json:
        print_json(result)
    else:
        show_steps(topics, steps, settings, stable)
    if folder is not None:
        write_json(folder, "suggest.json", result)
        say(f"written: {folder / 'suggest.json'}")


def _stabilities(
    corpus: Corpus, source: Source, settings: Settings, verifiers: list[str], counts: list[int]
) -> dict[int, float | None]:
    """Ranking stability by Overall for each number of topics that the folds allow."""
    from stylobench.engine.leakage import Wanted, stabilities
    from stylobench.protocols.clustered import clustered
    from stylobench.protocols.leakage import Settings as Leakage

    if source.clusters is not None:
        corpus = clustered(corpus, source.encoder, source.clusters)
    how = Leakage(seed=settings.seed, folds=settings.folds, method=settings.method, threshold=settings.threshold)
    with progress("ranking stability") as told:
        wanted = Wanted(
            "topic" if source.clusters else source.group,
            source.encoder,
            min_documents=source.min_documents,
            vector_documents=source.vector_documents,
        )
        found = stabilities(corpus, verifiers, counts, how, wanted, told=told)
    return {count: one.stability["overall_2020"] for count, one in found.items()}
