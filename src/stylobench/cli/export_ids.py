"""The ids of a corpus, without texts, so that others who own the source can rebuild it."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stylobench.cli import _corpus
from stylobench.cli._console import print_json, say

if TYPE_CHECKING:
    from stylobench.records import Corpus

File = Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="File to write; else stdout.")]


def command(
    source: _corpus.Source,
    output: File = None,
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
    json: _corpus.Json = False,
) -> None:
    """List id, author and topic of every document; `import --ids` rebuilds the corpus from the list."""
    columns = {"author": author, "topic": topic, "text": text, "time": time, "id": id}
    mend = _corpus.mending(topic_aliases, merge_topics, drop_duplicates)
    corpus = _corpus.open_corpus(source, format, encoding=encoding, order=order, **columns, **mend)
    listing = _listing(corpus)
    if output is not None:
        _write(output, listing)
    if json:
        facts = {"documents": len(corpus), "digest": corpus.digest, "file": str(output) if output else None}
        print_json(facts if output else {**facts, "ids": corpus.column("id")})
    elif output is None:
        print(listing, end="")
    else:
        say(f"{len(corpus):,} ids written to {output}")


def _listing(corpus: Corpus) -> str:
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(("id", "author", "topic"))
    writer.writerows(zip(*(corpus.column(name) for name in ("id", "author", "topic")), strict=True))
    return lines.getvalue()


def _write(path: Path, listing: str) -> None:
    from stylobench.corpora.shards import plain_errors

    half = path.with_name(f".{path.name}.half")
    with plain_errors(f"cannot write {path}"):
        try:
            half.write_text(listing, encoding="utf-8", newline="")
            half.replace(path)
        finally:
            half.unlink(missing_ok=True)
