"""The corpus argument and its options, the same for every verb."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
TopicAliases = Annotated[
    Path | None,
    typer.Option(
        "--topic-aliases", metavar="FILE", help="Labels of one topic: columns label,topic or 'label = topic'."
    ),
]
MergeTopics = Annotated[
    bool,
    typer.Option("--merge-topics", help="Topics that differ in case, spaces or punctuation only are one."),
]
DropDuplicates = Annotated[
    bool,
    typer.Option("--drop-duplicates", help="Of documents with (nearly) the same words keep the first by id."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout and nothing else there.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Seed of everything random.")]
Output = Annotated[str | None, typer.Option("-o", "--output", metavar="DIR", help="Folder for what is written.")]


def open_corpus(source: str, format: str | None, **options: Any) -> Corpus:
    """The corpus that the arguments name."""
    from stylobench import load

    return load(source, format, **{key: value for key, value in options.items() if value is not None})


def mending(topic_aliases: Path | None, merge_topics: bool, drop_duplicates: bool) -> dict[str, Any]:
    """What is to be mended, as options of `load`; the aliases themselves, so that a stored plan has them."""
    if not (topic_aliases or merge_topics or drop_duplicates):
        return {}
    from stylobench.corpora.mending import Mending

    asked = {"topic_aliases": topic_aliases, "merge_topics": merge_topics, "drop_duplicates": drop_duplicates}
    return Mending.of(asked).plain()
