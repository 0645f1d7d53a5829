from __future__ import annotations

import zlib

import numpy as np
import pytest

import stylobench
from stylobench.attributors.zlib_entropy import READ, WINDOW, ZlibEntropy, _windows
from stylobench.errors import SpecError
from stylobench.records import text_digest


def test_scores_are_bytes_behind_the_author_s_texts():
    corpus = stylobench.world(authors=3, topics=2, documents=12, words=60, seed=2)
    texts, authors = list(corpus.texts), np.array(corpus.column("author"))
    model = ZlibEntropy().fit(texts, authors)
    expected = []
    for who in model.classes_:
        known = sorted((texts[i] for i in np.flatnonzero(authors == who)), key=text_digest)
        squeezed = zlib.compressobj(6, zlib.DEFLATED, -15, zdict="\n".join(known).encode())
        expected.append(-len(squeezed.compress(texts[0].encode()) + squeezed.flush()) / len(texts[0].encode()))
    assert model.decision_function(texts[:1])[0] == pytest.approx(expected)


def test_a_document_that_the_author_wrote_adds_next_to_nothing():
    corpus = stylobench.world(authors=3, topics=2, documents=12, words=60, seed=2)
    model = ZlibEntropy().fit(corpus.texts, corpus.column("author"))
    assert (model.predict(corpus.texts) == np.array(corpus.column("author"))).all()
    assert model.decision_function(corpus.texts).max(axis=1).min() > -0.1


def test_the_order_of_documents_does_not_matter():
    texts, authors = ["so it is", "so it was", "thus it was", "thus be it"], ["Ann", "Ann", "Bob", "Bob"]
    there, back = ZlibEntropy().fit(texts, authors), ZlibEntropy().fit(texts[::-1], authors[::-1])
    assert np.array_equal(there._all_scores(texts), back._all_scores(texts))


def test_windows_share_the_beginnings_of_all_documents():
    short, long = b"ab", b"x" * 5 * WINDOW
    assert [window.tobytes() for window in _windows([short, short], 2)] == [b"ab\nab"]
    first, second = (window.tobytes() for window in _windows([long, b"y" * 5 * WINDOW], 2))
    assert (first[:1], second[-1:]) == (b"x", b"y")
    assert WINDOW - 2 <= len(first) <= WINDOW
    assert WINDOW - 2 <= len(second) <= WINDOW


def test_only_the_beginning_of_a_long_document_is_read():
    model = ZlibEntropy().fit(["so it is", "thus it was"], ["Ann", "Bob"])
    start = "so it is " * READ
    assert np.array_equal(model._all_scores([start[:READ]]), model._all_scores([start[:READ] + "thus it was"]))


def test_no_window_is_refused():
    with pytest.raises(SpecError, match=r"zlib_entropy\(windows=0\): it must be a whole number of at least 1"):
        ZlibEntropy(windows=0).fit(["so it is", "thus it was"], ["Ann", "Bob"])
