from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest

from stylobench import world
from stylobench.errors import SpecError
from stylobench.features._word_weights import tf_idf, used_words
from stylobench.features.lsa import Lsa
from stylobench.features.texts import Texts
from stylobench.features.topic_vectors import cosines, topic_vectors
from stylobench.specs import build, names


def test_the_encoder_is_found_by_name() -> None:
    assert "lsa" in names("encoders")
    assert build("encoders", "lsa(dimensions=7)").dimensions == 7


def test_tf_idf_by_hand() -> None:
    """n = 2: 'a' in both texts weighs log(3/2), 'b' and 'c' log 3; twice counts 1 + log 2."""
    weights = tf_idf(used_words(Texts(["a b b", "a c"]))).toarray()
    common, rare = math.log(3 / 2), math.log(3)
    one, two = np.array([common, (1 + math.log(2)) * rare, 0]), np.array([common, 0, rare])
    assert weights == pytest.approx(np.array([one / np.linalg.norm(one), two / np.linalg.norm(two)]))


def test_with_enough_dimensions_cosines_are_those_of_tf_idf() -> None:
    texts = world(authors=2, topics=3, documents=30, words=60).texts
    weights = tf_idf(used_words(Texts(texts))).toarray()
    vectors = Lsa().encode(texts)
    assert vectors.shape == (30, 30)
    assert vectors @ vectors.T == pytest.approx(weights @ weights.T, abs=1e-9)


def test_rows_have_unit_length_and_no_more_dimensions_than_asked() -> None:
    vectors = Lsa(dimensions=5).encode(world(authors=2, topics=3, documents=40, words=60).texts)
    assert vectors.shape == (40, 5)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(40))


def test_topics_of_one_family_are_alike() -> None:
    corpus = world(authors=3, topics=6, documents=180, overlap=0.9, seed=1)
    found, matrix = topic_vectors(Lsa().encode(corpus.texts), [str(topic) for topic in corpus.column("topic")])
    family = {document.topic: document.meta["family"] for document in corpus.documents}
    similar = cosines(matrix) - 2 * np.eye(6)
    assert [family[found[i]] for i in similar.argmax(axis=1)] == [family[name] for name in found]


def test_neither_order_nor_threads_change_a_bit() -> None:
    texts = world(authors=2, topics=3, documents=60, words=80).texts
    order = np.random.default_rng(0).permutation(60)
    whole = Lsa(dimensions=10).encode(texts)
    assert Lsa(dimensions=10).encode([texts[i] for i in order]).tobytes() == whole[order].tobytes()
    script = (
        "import hashlib; from stylobench import world; from stylobench.features.lsa import Lsa;"
        "t = world(authors=2, topics=3, documents=60, words=80).texts;"
        "print(hashlib.sha256(Lsa(dimensions=10).encode(t).tobytes()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"OPENBLAS_NUM_THREADS": threads, "PYTHONHASHSEED": threads},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for threads in ("1", "2")
    }
    assert len(digests) == 1


def test_counts_kept_by_the_texts_are_used_and_views_agree() -> None:
    texts = Texts(["a boat at sea", "the sea and a boat", "taxes and law"])
    assert texts.take([2, 0]).vectors("lsa").tobytes() == texts.vectors("lsa")[[2, 0]].tobytes()


def test_texts_without_words_have_no_direction() -> None:
    vectors = Lsa().encode(["", "a boat", "!!"])
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([0, 1, 0])
    assert not Lsa().encode(["", "..."]).any()
    assert len(Lsa().encode([])) == 0


def test_no_dimension_is_an_error() -> None:
    with pytest.raises(SpecError, match=r"lsa\(dimensions=0\): at least 1 dimension"):
        build("encoders", "lsa(dimensions=0)")
