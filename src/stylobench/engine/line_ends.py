"""Texts with one kind of line end, so that a file from another system is the same text."""

from __future__ import annotations

from dataclasses import replace

from stylobench.records import Corpus


def plain(text: str) -> str:
    r"""The text with \n at the end of every line.

    >>> plain("one\r\ntwo\rthree\n")
    'one\ntwo\nthree\n'
    """
    return text.replace("\r\n", "\n").replace("\r", "\n")


def with_plain_lines(corpus: Corpus) -> Corpus:
    """The corpus with such texts, and the digest that it would have had with them."""
    if not any("\r" in text for text in corpus.texts):
        return corpus
    documents = [replace(one, text=plain(one.text)) for one in corpus.documents]
    return Corpus.of(corpus.name, documents, corpus.provenance, corpus.trials)
