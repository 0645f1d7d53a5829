"""Writes the documents of a simulated world one by one, each from a random stream of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from itertools import chain

from stylobench.corpora._world_authors import style_tables
from stylobench.corpora._world_cells import Counts, dealt, few_topics_each, prescribed, spread_counts
from stylobench.corpora._world_grammar import Table, grammar, table, write
from stylobench.corpora._world_settings import Settings
from stylobench.corpora._world_topics import choose_topics, name_tables, word_tables
from stylobench.errors import CorpusError
from stylobench.records import Document
from stylobench.seeds import generator

DOCUMENTS_PER_CELL = 5
KEPT = 1024
HALF_A_SENTENCE = 6
BLOCK = 256
NUMBER = grammar().numbers
SENTENCE, INTRO, TITLE = NUMBER["sentence"], NUMBER["intro"], NUMBER["title"]
PARAGRAPH, SLIP, STRANGER = NUMBER["paragraph"], NUMBER["slip"], NUMBER["stranger"]


class Writer:
    """Knows the topics, the authors and the counts of a world, and writes any of its documents."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        topic_labels, author_labels, self.counts = _counts(settings)
        topics, authors = len(self.counts), len(self.counts[0])
        new = settings.new_topics
        self.topics = choose_topics(settings.seed, topics - new, new, settings.families)
        self.topic_labels = topic_labels or [topic.lexicon.name for topic in self.topics]
        self.author_labels = author_labels or [f"author{n:02d}" for n in range(1, authors + 1)]
        self._style = lru_cache(KEPT)(self._style_tables)
        self._words = lru_cache(KEPT)(self._word_tables)
        self._cell = lru_cache(KEPT)(self._cell_tables)

    def documents(self) -> Iterator[Document]:
        """Every document: one of each cell, then a second of each, and so on until the cells are used up."""
        order = list(dealt(len(self.counts), len(self.counts[0])))
        serial = 0
        for index in range(max(map(max, self.counts))):
            order = [(topic, author) for topic, author in order if self.counts[topic][author] > index]
            for topic, author in order:
                yield self.document(f"w{serial:06d}", topic, author, index)
                serial += 1

    def document(self, name: str, topic: int, author: int, index: int) -> Document:
        """The document with this index in its cell; its text depends on no other document."""
        lexicon = self.topics[topic].lexicon
        rng = generator(self.settings.seed, "world", "document", lexicon.name, str(author), str(index))
        draws = chain.from_iterable(iter(lambda: rng.random(BLOCK).tolist(), None))
        time = self._time(lexicon.name, draws)
        tables = _with_cast(self._cell(topic, author), draws)
        meta = {"family": lexicon.family, "title": _capital(write(TITLE, tables, draws))}
        if self.topics[topic].new:
            meta["new"] = "1"
        text = _text(tables, draws, self.settings.words * (0.5 + next(draws)) - HALF_A_SENTENCE)
        return Document(name, text, self.author_labels[author], self.topic_labels[topic], time, meta)

    def _cell_tables(self, topic: int, author: int) -> list[Table]:
        names = name_tables(self.topics[topic], author, self.settings.seed, self.settings.shortcut)
        return [*self._style(author), *self._words(topic), *names]

    def _style_tables(self, author: int) -> list[Table]:
        return style_tables(author, self.settings.seed, self.settings.style)

    def _word_tables(self, topic: int) -> list[Table]:
        return word_tables(self.topics[topic], self.settings.seed, self.settings.overlap)

    def _time(self, topic: str, draws: Iterator[float]) -> str:
        """A day at random; with `drift` more often one near the topic's own time."""
        near, anywhere, early, late = (next(draws) for _ in range(4))
        if near < self.settings.drift:
            peak = float(generator(self.settings.seed, "world", "time", topic).random())
            anywhere = abs(peak + (early + late - 1) * 0.2)
            anywhere = min(anywhere, 2 - anywhere)
        first = date.fromisoformat(self.settings.first).toordinal()
        days = date.fromisoformat(self.settings.last).toordinal() - first + 1
        return date.fromordinal(first + min(int(anywhere * days), days - 1)).isoformat()


def _counts(settings: Settings) -> tuple[list[str] | None, list[str] | None, Counts]:
    if settings.cells is not None:
        return _prescribed(settings)
    topics = settings.topics + settings.new_topics
    documents = settings.documents or settings.authors * topics * DOCUMENTS_PER_CELL
    if settings.topics_each is not None:
        return None, None, few_topics_each(topics, settings.authors, documents, settings.topics_each, settings.seed)
    return None, None, spread_counts(topics, settings.authors, documents, settings.spread, settings.seed)


def _prescribed(settings: Settings) -> tuple[list[str] | None, list[str] | None, Counts]:
    topics, authors, counts = prescribed(settings.cells)
    total = sum(map(sum, counts))
    if settings.documents not in (None, total):
        raise CorpusError(f"world: cells hold {total} documents, not {settings.documents}; leave documents out")
    if len(counts) <= settings.new_topics:
        raise CorpusError(f"world: cells has {len(counts)} topics, of which {settings.new_topics} are to be new")
    return topics, authors, counts


def _with_cast(tables: Sequence[Table], draws: Iterator[float]) -> list[Table]:
    """The tables with two people added whom the document keeps coming back to."""
    lead = write(STRANGER, tables, draws)
    others = [str(name) for name in tables[STRANGER][1] if name != lead]
    other = others[int(next(draws) * len(others))]
    cast = (lead.split()[1], lead, other.split()[1], other)
    return [*tables, *(table([name], [1.0]) for name in cast)]


def _text(tables: Sequence[Table], draws: Iterator[float], words: float) -> str:
    """Paragraphs of sentences until there are enough words."""
    paragraphs: list[list[str]] = [[_sentence(INTRO, tables, draws)]]
    size = int(write(PARAGRAPH, tables, draws))
    written = paragraphs[0][0].count(" ") + 1
    while written < words:
        if len(paragraphs[-1]) == size:
            paragraphs.append([])
            size = int(write(PARAGRAPH, tables, draws))
        sentence = _sentence(SENTENCE, tables, draws)
        paragraphs[-1].append(sentence)
        written += sentence.count(" ") + 1
    return "\n\n".join(map(" ".join, paragraphs))


def _sentence(number: int, tables: Sequence[Table], draws: Iterator[float]) -> str:
    sentence = write(number, tables, draws)
    slip = write(SLIP, tables, draws)
    if slip:
        right, _, wrong = slip.partition(">")
        sentence = sentence.replace(f" {right} ", f" {wrong} ", 1)
    return _capital(sentence)


def _capital(sentence: str) -> str:
    start = 1 if sentence[0] in "\"'" else 0
    return sentence[:start] + sentence[start].upper() + sentence[start + 1 :]
