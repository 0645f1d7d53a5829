"""What a corpus holds, and what is wrong with it as a test bed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from stylobench.cli import _corpus
from stylobench.cli._console import out, print_json, progress

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from stylobench.corpora.cautions import Caution
    from stylobench.corpora.census import Census, Table
    from stylobench.records import Corpus

Similarity = Annotated[
    float, typer.Option("--similarity", help="Jaccard similarity from which two texts are near-duplicates.")
]
TOPICS_SHOWN = 30
NAME_WIDTH = 18
NARROWEST, WIDEST, FRAME = 6, 12, 3


def command(
    source: _corpus.Source,
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
    similarity: Similarity = 0.8,
    json: _corpus.Json = False,
) -> None:
    """Print who wrote how much on what, how varied the words are, and warnings."""
    from stylobench.corpora.cautions import cautions
    from stylobench.corpora.census import take

    columns = {"author": author, "topic": topic, "text": text, "time": time, "id": id}
    mend = _corpus.mending(topic_aliases, merge_topics, drop_duplicates)
    corpus = _corpus.open_corpus(source, format, encoding=encoding, order=order, **columns, **mend)
    with progress("reading texts", total=len(corpus)) as advance:
        census = take(corpus, similarity, advance)
    warnings = cautions(corpus, census)
    if json:
        print_json(as_json(corpus, census, warnings))
    else:
        _show(corpus, census, warnings)


def as_json(corpus: Corpus, census: Census, warnings: list[Caution]) -> dict[str, Any]:
    """Everything, whole."""
    from dataclasses import asdict

    table = census.table
    return {
        "corpus": {
            "name": corpus.name,
            "documents": len(corpus),
            "authors": len(table.authors),
            "topics": len(table.topics),
            "digest": corpus.digest,
        },
        "words": asdict(census.words),
        "vocabulary": {**asdict(census.vocabulary), "corpus": census.corpus_vocabulary},
        "effective_topics": table.effective_topics(),
        "authors": table.authors,
        "topics": table.topics,
        "table": [
            {"author": author, "topic": topic, "documents": count} for (author, topic), count in table.cells.items()
        ],
        "starved": _starved(table),
        "duplicates": [[corpus.documents[row].id for row in group] for group in census.copies.groups],
        "near_duplicates": _near(corpus, census),
        "warnings": [asdict(warning) for warning in warnings],
        "provenance": dict(corpus.provenance),
    }


def _starved(table: Table) -> list[dict[str, Any]]:
    from dataclasses import asdict

    from stylobench.corpora.cautions import starved

    return [asdict(each) for each in starved(table)]


def _near(corpus: Corpus, census: Census) -> dict[str, Any]:
    pairs = []
    for pair in census.copies.near.pairs:
        first, second = corpus.documents[pair.first], corpus.documents[pair.second]
        pairs.append(
            {
                "first": first.id,
                "second": second.id,
                "similarity": pair.similarity,
                "across_topics": first.topic != second.topic,
                "across_authors": first.author != second.author,
            }
        )
    return {"complete": census.copies.near.complete, "pairs": pairs}


def _show(corpus: Corpus, census: Census, warnings: list[Caution]) -> None:
    from rich.markup import escape

    from stylobench.report.words import clean

    console = out()
    table = census.table
    effective = f" (effective: {table.effective_topics():.2f})" if table.topics else ""
    console.print(
        f"[bold]{escape(clean(corpus.name))}[/bold]: {len(corpus):,} documents, {len(table.authors):,} authors, "
        f"{len(table.topics):,} topics{effective}"
    )
    words, vocabulary = census.words, census.vocabulary
    console.print(
        f"words per document: mean {words.mean:,.1f}, median {words.median:,.0f}, min {words.min:,}, max {words.max:,}"
    )
    console.print(
        f"vocabulary per document: mean {vocabulary.mean:,.2f}, min {vocabulary.min:,}, "
        f"max {vocabulary.max:,}; of the corpus: {census.corpus_vocabulary:,}"
    )
    console.print(_grid(table, _fitting(table, console.width)))
    for warning in warnings:
        console.print(f"[bold yellow]![/bold yellow] {escape(clean(warning.says))} {escape(warning.remedy)}")
        for example in warning.examples:
            console.print(f"    {escape(clean(example))}")
    if not warnings:
        console.print("Nothing to warn of.")


def _fitting(table: Table, width: int) -> int:
    """How many columns of authors fit on a screen, at least three, the one for all others included."""
    topics = min(max(map(len, table.topics), default=0), NAME_WIDTH)
    left = width - max(topics, WIDEST) - 2 * (NARROWEST + FRAME) - FRAME
    shown = 0
    for author in table.authors:
        left -= min(max(len(author), NARROWEST), WIDEST) + FRAME
        if left < 0:
            break
        shown += 1
    return max(3, shown)


def _grid(table: Table, authors_shown: int) -> Grid:
    """The author x topic table, largest first, what does not fit summed up in a last row and column."""
    from rich.markup import escape
    from rich.table import Table as Grid

    columns = _groups([*table.authors], authors_shown, any(a is None for a, _ in table.cells), "author")
    rows = _groups([*table.topics], TOPICS_SHOWN, any(t is None for _, t in table.cells), "topic")
    sums = _sums(table, rows, columns)
    grid = Grid(show_footer=True, title=None)
    grid.add_column("documents", "total", max_width=NAME_WIDTH, overflow="fold", no_wrap=False)
    for column in columns:
        total = sum(sums.get((row, column), 0) for row in rows)
        grid.add_column(escape(column), f"{total:,}", justify="right", overflow="fold", min_width=NARROWEST)
    grid.add_column("total", f"{sum(table.cells.values()):,}", justify="right")
    for row in rows:
        counts = [sums.get((row, column), 0) for column in columns]
        grid.add_row(escape(row), *(f"{count:,}" for count in counts), f"{sum(counts):,}")
    return grid


def _groups(names: list[str], shown: int, missing: bool, noun: str) -> dict[str, frozenset[str | None]]:
    """Headings and the labels under each: the first ones alone, the rest together, the missing last."""
    keep = names if len(names) <= shown else names[: shown - 1]
    rest = names[len(keep) :]
    groups: dict[str, frozenset[str | None]] = {name: frozenset([name]) for name in keep}
    if rest:
        groups[f"{len(rest):,} more {noun}s"] = frozenset(rest)
    if missing:
        groups[f"(no {noun})"] = frozenset([None])
    return groups


def _sums(
    table: Table, rows: dict[str, frozenset[str | None]], columns: dict[str, frozenset[str | None]]
) -> dict[tuple[str, str], int]:
    row_of = {label: name for name, labels in rows.items() for label in labels}
    column_of = {label: name for name, labels in columns.items() for label in labels}
    sums: dict[tuple[str, str], int] = {}
    for (author, topic), count in table.cells.items():
        key = (row_of[topic], column_of[author])
        sums[key] = sums.get(key, 0) + count
    return sums
