"""Topics for a corpus that has no labels: clusters of its texts."""

from __future__ import annotations

from dataclasses import replace

from stylobench.features.clusters import clusters
from stylobench.features.texts import Texts
from stylobench.records import Corpus


def clustered(corpus: Corpus, encoder: str, count: int) -> Corpus:
    """The same documents with the name of their cluster as topic."""
    texts = Texts(corpus.texts)
    topics = clusters(texts.vectors(encoder), count, texts=texts)
    documents = (replace(document, topic=topic) for document, topic in zip(corpus.documents, topics, strict=True))
    return Corpus.of(corpus.name, documents, {**corpus.provenance, "topics": f"{count} clusters of {encoder} vectors"})
