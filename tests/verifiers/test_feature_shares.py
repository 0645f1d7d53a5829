from __future__ import annotations

import numpy as np
import pytest

from stylobench.errors import SplitError
from stylobench.features.texts import Texts
from stylobench.verifiers._feature_shares import Chosen, require_any


def test_weights_are_shares_of_all_features_times_idf() -> None:
    texts = Texts(["a a b", "b c", "c d d d"])
    chosen = Chosen.of(texts, np.array([0, 1]), "words", 2, idf=True)
    assert chosen.names == ["a", "b"]
    assert chosen.factors == pytest.approx([np.log(3 / 2) + 1, 1])
    expected = [[2 / 3 * (np.log(3 / 2) + 1), 1 / 3], [0, 0]]
    assert chosen.weights(texts, np.array([0, 2])) == pytest.approx(np.array(expected), abs=1e-6)


def test_features_that_are_not_counted_have_no_share() -> None:
    chosen = Chosen.of(Texts(["a b"]), np.array([0]), "words", 5)
    assert chosen.weights(Texts(["b c c c"]), np.array([0])).tolist() == [[0.0, 0.25]]


def test_something_must_be_chosen_somewhere() -> None:
    texts, rows = Texts(["a b"]), np.array([0])
    words, marks = (Chosen.of(texts, rows, features, 5) for features in ("words", "mark_ngrams(n=1)"))
    require_any([words, marks])
    assert marks.weights(texts, rows).shape == (1, 0)
    with pytest.raises(SplitError, match=r"no training text has any of mark_ngrams\(n=1\); give longer texts"):
        require_any([marks])
