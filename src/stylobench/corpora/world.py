"""A simulated corpus of readable English by authors of known style on topics of known words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stylobench.corpora._world_authors import probabilities
from stylobench.corpora._world_grammar import grammar
from stylobench.corpora._world_settings import Settings
from stylobench.corpora._world_writer import Writer
from stylobench.records import Corpus, Document

__all__ = ["Settings", "stream", "styles", "world"]


def world(authors: int = 10, topics: int = 8, documents: int | None = None, seed: int = 0, **options: Any) -> Corpus:
    """A corpus whose truth is known.

    authors, topics     how many
    documents           in all; five for every author on every topic when left out
    seed                another seed, another world: other habits, topics, favourites and documents
    style=1.0           how far the authors' habits lie apart; 0: they cannot be told apart by style
    overlap=0.3         share of topical words that a topic takes from its family, 0 to 1
    shortcut=0.3        share of names that come from an author's favourites within the topic, 0 to 1
    words=300           mean length of a document
    spread=1.0          1: as many documents in every cell of author and topic; towards 0: few and uneven cells
    topics_each=None    topics that each author writes on, with equal cells, in place of spread; all when left out
    new_topics=0        further topics, from families that the others do not come from (meta: new = 1)
    families=None       how many families the topics come from; two topics of each when left out
    first, last         the dates between which the documents are written
    drift=0.0           share of a topic's documents that crowd around a time of its own, 0 to 1
    cells=None          the exact counts, as topic -> author -> count or as rows of counts, topic by topic, in place
                        of authors, topics, documents and spread; the last `new_topics` rows are new topics

    >>> corpus = world(authors=2, topics=2, documents=4, words=40)
    >>> [(document.id, document.author) for document in corpus.documents]
    [('w000000', 'author01'), ('w000001', 'author02'), ('w000002', 'author02'), ('w000003', 'author01')]
    """
    settings = Settings.of({"authors": authors, "topics": topics, "documents": documents, "seed": seed, **options})
    return Corpus.of("world", stream(settings), {"source": "stylobench.world", **settings.given()})


def stream(settings: Settings) -> Iterator[Document]:
    """The same documents one at a time, for worlds too large to hold.

    >>> next(stream(Settings(documents=1_000_000, words=50))).id
    'w000000'
    """
    return Writer(settings).documents()


def styles(settings: Settings) -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    """The truth about style: author -> trait -> option -> probability.

    >>> truth = styles(Settings(authors=2, style=0))
    >>> truth["author01"]["while"]
    {'while': 0.75, 'whilst': 0.25}
    """
    labels = Writer(settings).author_labels
    return {
        label: {
            trait.name: dict(zip(trait.texts, shares, strict=True))
            for trait, shares in zip(
                grammar().traits, probabilities(author, settings.seed, settings.style), strict=True
            )
        }
        for author, label in enumerate(labels)
    }
