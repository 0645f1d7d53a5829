"""From a source to a test bed: read, select by a funnel, store as Parquet with a manifest."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stylobench.cli import _corpus
from stylobench.cli._console import out, print_json, progress, say

if TYPE_CHECKING:
    from stylobench.corpora.importing import Order
    from stylobench.records import Corpus


def _at_least(option: str, help: str) -> Any:
    return typer.Option(option, metavar="N", min=1, help=help)


Target = Annotated[Path, typer.Option("-o", "--output", metavar="DIR|FILE.parquet", help="Where the corpus is stored.")]
Require = Annotated[
    str,
    typer.Option(
        metavar="NAMES", help="What a document must have; a title is asked for only where the source knows titles."
    ),
]
MinWords = Annotated[int, typer.Option("--min-words", metavar="N", min=0, help="Words that a document must have.")]
AuthorDocuments = Annotated[int, _at_least("--author-documents", "Documents that an author must have.")]
TopicDocuments = Annotated[int, _at_least("--topic-documents", "Documents that a topic must have.")]
AuthorTopics = Annotated[int, _at_least("--author-topics", "Topics that an author must have written on.")]
Aliases = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Author aliases: two columns alias,author, or 'alias = author'.")
]
Ids = Annotated[Path | None, typer.Option(metavar="FILE", help="Only the documents that `export-ids` listed there.")]
Balance = Annotated[
    str | None, typer.Option(metavar="author|topic|cell", help="The same number of documents for each of these.")
]
Each = Annotated[int | None, _at_least("--each", "That number; those that have fewer are left out.")]
Spread = Annotated[
    bool, typer.Option("--spread-topics", help="The subset with most effective topics, of --documents documents.")
]
Documents = Annotated[int | None, _at_least("--documents", "How many documents to keep, at random.")]
Workers = Annotated[int | None, _at_least("--workers", "Processes that read archives; as many as cores if not said.")]
Several = Annotated[
    bool, typer.Option("--several", help="Keep documents with several authors or topics too, without either.")
]


def command(
    source: _corpus.Source,
    output: Target,
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
    require: Require = "author,topic,title",
    several: Several = False,
    min_words: MinWords = 1,
    author_documents: AuthorDocuments = 1,
    topic_documents: TopicDocuments = 1,
    author_topics: AuthorTopics = 1,
    aliases: Aliases = None,
    ids: Ids = None,
    balance: Balance = None,
    each: Each = None,
    spread_topics: Spread = False,
    documents: Documents = None,
    seed: _corpus.Seed = 0,
    workers: Workers = None,
    json: _corpus.Json = False,
) -> None:
    """Read a source, select documents by a funnel with a count per step, and store them."""
    from stylobench.corpora.importing import Order
    from stylobench.corpora.labels import read_aliases, read_ids
    from stylobench.corpora.select import Selection

    selection = Selection(
        require=tuple(name.strip() for name in require.split(",") if name.strip()),
        one_author=not several,
        one_topic=not several,
        min_words=min_words,
        author_documents=author_documents,
        topic_documents=topic_documents,
        author_topics=author_topics,
        aliases=read_aliases(aliases) if aliases else {},
        ids=read_ids(ids) if ids else {},
        balance=balance,
        each=each,
        spread_topics=spread_topics,
        documents=documents,
        seed=seed,
    )
    columns = {"author": author, "topic": topic, "text": text, "time": time, "id": id}
    asked = {**columns, "encoding": encoding, "order": order}
    options: dict[str, Any] = {key: value for key, value in asked.items() if value is not None}
    options |= _corpus.mending(topic_aliases, merge_topics, drop_duplicates)
    corpus = _imported(Order(Path(source), output, selection, format, options, workers))
    notes = {**corpus.provenance, "files": _files(corpus)}
    if json:
        print_json(notes)
    else:
        _show(notes)


def _imported(order: Order) -> Corpus:
    from stylobench.corpora.importing import run

    try:
        with progress("reading archives") as advance:
            corpus = run(order, advance)
    except KeyboardInterrupt:
        say("what was read so far is kept; the same command goes on from there")
        raise
    for line in _remarks(corpus.provenance):
        say(line)
    return corpus


def _remarks(notes: Mapping[str, Any]) -> list[str]:
    missing = notes["ids_missing"]
    lines = list(notes["warnings"])
    if missing["count"]:
        named = ", ".join(missing["first"]) + (", ..." if missing["count"] > len(missing["first"]) else "")
        lines.append(f"{missing['count']:,} of {notes['ids_listed']:,} listed ids are not in the source: {named}")
    return [f"warning: {line}" for line in lines]


def _files(corpus: Corpus) -> dict[str, str]:
    from stylobench.corpora.store import Stored, manifest_path

    assert isinstance(corpus.documents, Stored)
    return {"corpus": corpus.documents.path, "manifest": str(manifest_path(Path(corpus.documents.path)))}


def _show(notes: dict[str, Any]) -> None:
    from rich.table import Table

    table = Table("step", title=None)
    for name in ("documents", "authors", "topics"):
        table.add_column(name, justify="right")
    for step in notes["funnel"]:
        table.add_row(step["step"], *(f"{step[name]:,}" for name in ("documents", "authors", "topics")))
    console = out()
    console.print(table)
    print(f"effective topics  {notes['effective_topics']:.2f}")
    print(f"digest            {notes['digest']}")
    print(f"corpus            {notes['files']['corpus']}")
    print(f"manifest          {notes['files']['manifest']}")
