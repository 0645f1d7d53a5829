from __future__ import annotations

import numpy as np
import pytest

from stylobench.errors import SpecError
from stylobench.features.problems import Problems
from stylobench.records import Problem
from stylobench.verifiers._differences import differences
from stylobench.verifiers._parameters import require_counts
from stylobench.verifiers.basic9 import Basic9
from stylobench.verifiers.writeprints import Writeprints


def test_the_questioned_text_against_the_mean_of_the_known_ones():
    problems = Problems.of([Problem(("a", "b"), "c"), Problem(("c",), "a")])
    values = np.array([[1.0, 10.0], [3.0, 20.0], [5.0, 5.0]])
    assert differences(problems, values).tolist() == [[3, 10], [4, 5]]


@pytest.mark.parametrize(
    ("method", "said"),
    [
        (Basic9(learner="svm"), r"basic9\(learner='svm'\): it can be one of: logistic, forest"),
        (Basic9(C=0), r"basic9\(C=0\): it must be above 0"),
        (Writeprints(trees=0), r"writeprints\(trees=0\): it must be a whole number of at least 1"),
    ],
)
def test_wrong_parameters_are_one_clear_line(method, said):
    with pytest.raises(SpecError, match=said):
        method.fit([Problem(("a",), "b"), Problem(("a",), "c")], [True, False])


def test_at_least_looks_at_every_parameter():
    require_counts("x", at_least=1, a=1, b=2)
    with pytest.raises(SpecError, match=r"x\(b=1.5\)"):
        require_counts("x", at_least=1, a=1, b=1.5)
