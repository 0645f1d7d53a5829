"""The corpus argument and its options, the same for every verb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from stylobench.records import Corpus

Source = Annotated[
    str,
    typer.Argument(metavar="CORPUS", help="File or folder of a corpus, or a world such as 'world(authors=6)'."),
]
Format = Annotated[
    str | None,
    typer.Option("--format", metavar="NAME", help="Format of the corpus, where guessing is not enough."),
]
Author = Annotated[
    str | None, typer.Option("--author", metavar="COLUMN", help="Column of a table that holds the author.")
]
Topic = Annotated[str | None, typer.Option("--topic", metavar="COLUMN", help="Column of a table that holds the topic.")]
Text = Annotated[str | None, typer.Option("--text", metavar="COLUMN", help="Column of a table that holds the text.")]
Time = Annotated[str | None, typer.Option("--time", metavar="COLUMN", help="Column of a table that holds the date.")]
Id = Annotated[str | None, typer.Option("--id", metavar="COLUMN", help="Column of a table that identifies a document.")]
Encoding = Annotated[
    str | None, typer.Option("--encoding", metavar="NAME", help="Encoding of the files, such as latin-1.")
]
Order = Annotated[
    str | None,
    typer.Option("--order", metavar="ORDER", help="Order of folders: author/topic, topic/author, author, topic."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout and nothing else there.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Seed of everything random.")]
Output = Annotated[str | None, typer.Option("-o", "--output", metavar="DIR", help="Folder for what is written.")]


def open_corpus(source: str, format: str | None, **columns: str | None) -> Corpus:
    """The corpus that the arguments name."""
    from stylobench import load

    return load(source, format, **{key: value for key, value in columns.items() if value is not None})
