from __future__ import annotations

import numpy as np
import pytest

from stylobench import world
from stylobench.errors import CorpusError, SpecError
from stylobench.features.lda import Lda
from stylobench.features.topic_vectors import cosines, topic_vectors
from stylobench.specs import build, names

CORPUS = world(authors=3, topics=4, documents=80, overlap=0.9, words=120)


def test_the_settings_of_the_paper_are_the_default() -> None:
    assert "lda" in names("encoders")
    band = build("encoders", "lda").band
    assert (band.components, band.low, band.high, band.words) == (50, 0.1, 0.5, 5000)


def test_rows_have_unit_length_and_the_order_changes_no_bit() -> None:
    vectors = Lda(components=6).encode(CORPUS.texts)
    assert vectors.shape == (80, 6)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(80))
    assert Lda(components=6).encode(CORPUS.texts[::-1]).tobytes() == vectors[::-1].tobytes()


def test_a_topic_is_most_like_its_family() -> None:
    vectors = Lda(components=8, low=0.02).encode(CORPUS.texts)
    found, matrix = topic_vectors(vectors, [str(topic) for topic in CORPUS.column("topic")])
    family = {document.topic: document.meta["family"] for document in CORPUS.documents}
    similar = cosines(matrix) - 2 * np.eye(len(found))
    assert [family[found[i]] for i in similar.argmax(axis=1)] == [family[name] for name in found]


def test_a_tiny_corpus_has_fewer_components() -> None:
    assert Lda().encode(["sea boat", "sea sail", "law court", "law judge"]).shape == (4, 4)


def test_no_word_in_between_is_an_error_that_names_the_way_out() -> None:
    with pytest.raises(CorpusError, match=r"encoder lda: no word stands in 10% to 50% of the 1 documents.*lsa"):
        Lda().encode(["only one text"])


@pytest.mark.parametrize("spec", ["lda(components=0)", "lda(words=0)", "lda(low=0.6)", "lda(high=2)"])
def test_settings_that_make_no_model_are_refused(spec: str) -> None:
    with pytest.raises(SpecError, match="lda"):
        build("encoders", spec)
