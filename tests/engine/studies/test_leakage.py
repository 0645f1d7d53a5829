"""The options of the verb, in a plan."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from protocols.leakage_worlds import small_world

from stylobench.cli import leakage as verb
from stylobench.engine.force import Force
from stylobench.engine.leakage import leakage
from stylobench.engine.plan import HERE, Study
from stylobench.engine.prepared import Place
from stylobench.engine.studies.leakage import (
    DEFAULTS,
    OPTIONS,
    PATHS,
    TYPES,
    ahead,
    inputs,
    prepared,
    settings_of,
    wanted_of,
)
from stylobench.engine.tested_file import Source
from stylobench.errors import SpecError
from stylobench.protocols.leakage import Settings
from stylobench.splits.pairs import PairRules

QUICK = {"topics": 4, "folds": 2, "random": 0, "controls": 0, "encoder": "lsa(dimensions=8)"}


def study(**options: object) -> Study:
    return Study(HERE, "leakage", {"c": Source("x")}, verifiers=("char_ngrams",), seed=3, options=options)


def test_every_option_of_the_verb_is_there_with_its_default() -> None:
    found = {name: one.default for name, one in inspect.signature(verb.command).parameters.items()}
    assert {name: found[name] for name in OPTIONS} == dict(OPTIONS)
    assert {*TYPES, *PATHS} <= {*OPTIONS}


def test_defaults_are_those_of_the_protocol() -> None:
    assert settings_of(study()) == Settings(seed=3)
    assert DEFAULTS["verifiers"][-1] == "topic_fit"


def test_options_reach_the_settings() -> None:
    found = settings_of(study(topics=4, same="cross_topic", balance=True, method="grouping"))
    assert found == Settings(4, 3, method="grouping", rules=PairRules("cross_topic", balance=True))


@pytest.mark.parametrize("compare", ["method, topics", ["method", "topics"], ("method", "topics")])
def test_comparisons_are_named_with_commas_or_in_a_list(compare: object) -> None:
    assert wanted_of(study(compare=compare)).compare == ("method", "topics")


def test_folders_of_answers_are_inputs() -> None:
    asked = study(answers={"theirs": "/answers"})
    assert inputs(asked) == (Path("/answers"),)
    assert wanted_of(asked).answers == {"theirs": Path("/answers")}
    assert inputs(study()) == ()


class Letters:
    """Takes each text for itself."""

    textwise = True

    def encode(self, texts: Sequence[str]) -> Any:
        return np.array([[text.count("e"), len(text)] for text in texts], dtype=float)


def test_an_encoder_that_takes_each_text_for_itself_tells_how_far_it_is() -> None:
    corpus, told = small_world(), list[tuple[int, int]]()
    ahead(study(**{**QUICK, "encoder": f"{__name__}:Letters"}), {"c": corpus}, lambda *how: told.append(how))
    assert (told[0], told[-1]) == ((0, len(corpus)), (len(corpus), len(corpus)))
    told.clear()
    ahead(study(**QUICK), {"c": corpus}, lambda *how: told.append(how))
    assert told == [], "it is fitted to all texts at once"


def test_a_study_says_what_the_function_says(tmp_path: Path) -> None:
    corpus = small_world()
    found = prepared(study(**QUICK), {"c": corpus}, tmp_path).conduct(Place(tmp_path, tmp_path), Force(0), None)
    asked = study(**QUICK)
    assert found == leakage(corpus, ["char_ngrams"], settings_of(asked), wanted_of(asked), force=Force(0))


def test_clusters_stand_in_for_topics(tmp_path: Path) -> None:
    found = prepared(study(**{**QUICK, "clusters": 5, "documents": 4}), {"c": small_world()}, tmp_path)
    assert len(found.ground.topics) == 5  # type: ignore[attr-defined]


def test_what_is_wrong_is_raised(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="no measure named 'luck'"):
        prepared(study(measure="luck"), {"c": small_world()}, tmp_path)
