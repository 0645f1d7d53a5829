"""What is wrong with a corpus as a test bed, in plain words with counts, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stylobench.corpora.census import Census, Table
from stylobench.corpora.duplicates import spanning
from stylobench.corpora.topic_labels import in_words, joint_labels, spellings
from stylobench.features.near_duplicates import Pair
from stylobench.records import Corpus

STARVING_DOCUMENTS = 10
STARVING_SHARE = 0.1
NAMED = 5


@dataclass(frozen=True)
class Caution:
    """One thing to know: what kind, how many, in words, what to do, and the worst examples."""

    kind: str
    count: int
    says: str
    remedy: str
    examples: tuple[str, ...] = ()


@dataclass(frozen=True)
class Starved:
    """An author who has too little left to train on when a topic is held out."""

    author: str
    topic: str
    left: int
    total: int

    def __str__(self) -> str:
        return f"{self.author} without {self.topic}: {self.left:,} of {self.total:,} left"


def cautions(corpus: Corpus, census: Census) -> list[Caution]:
    """Everything worth a warning, the gravest first."""
    found = [*_too_few(census.table), *_of_labels(census), *_of_spellings(census.table)]
    found += [*_of_topics(census.table), *_of_starvation(census.table)]
    found += [*_of_copies(corpus, census), *_of_near_copies(corpus, census)]
    for line in corpus.provenance.get("warnings", ()):
        found.append(Caution("reading", 1, str(line), "Mend or remove these in the source."))
    return found


def _too_few(table: Table) -> Iterator[Caution]:
    for kind, names in (("author", table.authors), ("topic", table.topics)):
        if len(names) < 2:
            says = f"{len(names)} {kind}{'' if len(names) == 1 else 's'}: no crash test can be run."
            yield Caution(f"few {kind}s", len(names), says, f"At least 2 are needed; name the column with --{kind}.")


def starved(table: Table) -> list[Starved]:
    """Author and held-out topic where fewer than 10 documents, or under 10% of the author's, stay to train on.

    What stays is the author's total minus the held-out cell. Fewest first.

    >>> [str(each) for each in starved(Table({("a", "x"): 95, ("a", "y"): 5}))]
    ['a without x: 5 of 100 left']
    """
    totals: dict[str, int] = {}
    for (author, _), count in table.labelled.items():
        totals[author] = totals.get(author, 0) + count
    found = []
    for (author, topic), count in table.labelled.items():
        left, total = totals[author] - count, totals[author]
        if left < STARVING_DOCUMENTS or left < STARVING_SHARE * total:
            found.append(Starved(author, topic, left, total))
    return sorted(found, key=lambda each: (each.left, -each.total, each.author, each.topic))


def _of_labels(census: Census) -> Iterator[Caution]:
    table = census.table
    for kind, count in (("author", census.without_author), ("topic", census.without_topic)):
        if count:
            remedy = f"Leave them out, or name the column or folder that holds the {kind}."
            yield Caution(f"no_{kind}", count, f"{_documents(count)} without {kind}.", remedy)
    if census.empty:
        remedy = "Leave out documents below a minimum number of words."
        yield Caution("empty", len(census.empty), f"{_documents(len(census.empty))} without words.", remedy)
    if len(table.authors) == 1:
        remedy = "Attribution needs at least two authors."
        yield Caution("one_author", 1, f"There is one author only: {next(iter(table.authors))}.", remedy)
    if len(table.topics) == 1:
        remedy = "A novel-topic test needs at least two topics."
        yield Caution("one_topic", 1, f"There is one topic only: {next(iter(table.topics))}.", remedy)


def _of_spellings(table: Table) -> Iterator[Caution]:
    if several := spellings(table.topics):
        yield Caution(
            "topic_spellings",
            len(several),
            f"{_count(len(several), 'topic')} spelt in more than one way: each spelling counts as a topic, so that "
            "holding one out leaves the other in training.",
            "--merge-topics makes them one; --topic-aliases FILE says which labels are one topic.",
            tuple(in_words([group]) for group in several[:NAMED]),
        )
    if joint := joint_labels(table.topics):
        yield Caution(
            "joint_topics",
            len(joint),
            f"{_count(len(joint), 'label')} that look{'s' if len(joint) == 1 else ''} like several topics in one.",
            "--topic-aliases FILE says which topic is meant.",
            tuple(in_words([{label: count}]) for label, count in list(joint.items())[:NAMED]),
        )


def _of_topics(table: Table) -> Iterator[Caution]:
    lone = [topic for topic, authors in table.authors_of.items() if len(authors) == 1]
    lone.sort(key=lambda topic: (-table.topics[topic], topic))
    if lone:
        yield Caution(
            "topics_with_one_author",
            len(lone),
            f"{len(lone):,} of {len(table.topics):,} topics have one author only: "
            "whoever recognises the topic there has the author.",
            "Merge them with related topics, or keep topics with at least two authors.",
            tuple(f"{topic}: {table.authors_of[topic][0]}" for topic in lone[:NAMED]),
        )


def _of_starvation(table: Table) -> Iterator[Caution]:
    found = starved(table)
    gone = [each for each in found if each.left == 0]
    hungry = [each for each in found if each.left > 0]
    if gone:
        yield Caution(
            "vanishing_authors",
            len({each.author for each in gone}),
            f"{_count(len({each.author for each in gone}), 'author')} wrote on one topic only and cannot be "
            "trained on when it is held out: every answer there is wrong.",
            "Keep authors who wrote on at least two topics: import --author-topics 2.",
            tuple(map(str, gone[:NAMED])),
        )
    if hungry:
        yield Caution(
            "starving_authors",
            len(hungry),
            f"{_count(len({each.author for each in hungry}), 'author')} starve when a topic is held out (fewer "
            f"than {STARVING_DOCUMENTS} documents, or under {STARVING_SHARE:.0%} of their own, left to train on; "
            f"{_count(len(hungry), 'case')}): low accuracy there is starvation, not novelty.",
            "Balance the cells, or read those folds beside the novelty-matched score.",
            tuple(map(str, hungry[:NAMED])),
        )


def _of_copies(corpus: Corpus, census: Census) -> Iterator[Caution]:
    groups = census.copies.groups
    if not groups:
        return
    extra = sum(len(group) - 1 for group in groups)
    yield Caution(
        "duplicates",
        extra,
        f"{_documents(extra)} repeat the words of another ({_count(len(groups), 'group')}; "
        f"{spanning(corpus, groups, 'topic'):,} across topics, {spanning(corpus, groups, 'author'):,} across authors).",
        "Keep the first of each group with --drop-duplicates, or a text stands in training and in the test at once.",
        tuple(" = ".join(corpus.documents[row].id for row in group[:3]) for group in groups[:NAMED]),
    )


def _of_near_copies(corpus: Corpus, census: Census) -> Iterator[Caution]:
    near = census.copies.near
    if not near.pairs:
        return
    pairs = [(pair.first, pair.second) for pair in near.pairs]
    topics, authors = (spanning(corpus, pairs, column) for column in ("topic", "author"))
    least = "" if near.complete else "at least "
    yield Caution(
        "near_duplicates",
        len(pairs),
        f"{least}{_count(len(pairs), 'pair')} of near-duplicates: {topics:,} across topics (a held-out text "
        f"was seen in training), {authors:,} across authors (authors share texts).",
        "Keep the first of each pair with --drop-duplicates; where authors share texts, find out who wrote them.",
        tuple(
            f"{corpus.documents[pair.first].id} ~ {corpus.documents[pair.second].id} ({pair.similarity:.2f})"
            for pair in sorted(near.pairs, key=lambda pair: _rank(corpus, pair))[:NAMED]
        ),
    )


def _rank(corpus: Corpus, pair: Pair) -> tuple[bool, bool, float]:
    """Pairs across authors first, then across topics, then the most similar."""
    first, second = corpus.documents[pair.first], corpus.documents[pair.second]
    return first.author == second.author, first.topic == second.topic, -pair.similarity


def _documents(count: int) -> str:
    return _count(count, "document")


def _count(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
