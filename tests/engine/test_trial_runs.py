"""Verifiers on splits: parameters that no problem could make right, and what is prepared."""

from __future__ import annotations

from typing import Any

import pytest
from engine.small_attacks import WordOverlap

from stylobench import specs
from stylobench.engine.methods import methods
from stylobench.engine.trial_runs import refuse_wrong_parameters
from stylobench.errors import SpecError

CHEAP = [name for name in specs.names("verifiers") if name not in ("program", "sbert_cosine")]


class Untouchable(WordOverlap):
    """Somebody else's: must not be asked to learn before its time."""

    def fit(self, problems: Any, same: Any) -> Untouchable:
        raise SpecError("nobody may ask")


def test_verifiers_of_the_house_are_right_as_they_are() -> None:
    refuse_wrong_parameters(methods(CHEAP, "verifiers"))


@pytest.mark.parametrize(
    ("spec", "line"),
    [
        ("ppm(radius=0.7)", "it must be at least 0 and below .5"),
        ("ppm(order=9)", "ppm has orders 0 to 5, not 9"),
        ("char_ngrams(n=0)", "whole number"),
        ("delta(distance=l2)", "it can be one of: manhattan, cosine"),
        ("calibrated(verifier=ppm, by=hat)", "no map named 'hat'"),
    ],
)
def test_a_wrong_parameter_is_found_without_any_problem(spec: str, line: str) -> None:
    with pytest.raises(SpecError, match=line) as raised:
        refuse_wrong_parameters(methods([spec], "verifiers"))
    assert str(raised.value).startswith(f"{spec}: ")


def test_others_are_left_alone() -> None:
    refuse_wrong_parameters(methods({"theirs": Untouchable()}, "verifiers"))
