from __future__ import annotations

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer

from stylobench.obfuscators._likeness import Likeness
from stylobench.records import Problem


def test_it_is_the_cosine_of_counts() -> None:
    problem = Problem(("so it is and so it was", "it was so"), "and so it was not")
    counts = CountVectorizer(analyzer="char", ngram_range=(4, 4)).fit_transform([*problem.known, problem.questioned])
    first, second, questioned = counts.toarray()
    known = first + second
    cosine = known @ questioned / np.linalg.norm(known) / np.linalg.norm(questioned)
    assert Likeness().verify([problem, problem]).tolist() == pytest.approx([cosine, cosine])


def test_texts_without_a_4_gram_have_no_likeness() -> None:
    assert np.isnan(Likeness().verify([Problem(("abc",), "so it is"), Problem(("so it is",), "")])).all()
