"""The options of the verb, in a plan."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from engine.small_attacks import problem_corpus

from stylobench.cli import attack as verb
from stylobench.engine.attack import attack
from stylobench.engine.force import Force
from stylobench.engine.plan import HERE, Study
from stylobench.engine.prepared import Place
from stylobench.engine.studies.attack import OPTIONS, PATHS, TYPES, contest_of, inputs, prepared, settings_of
from stylobench.engine.tested_file import Source
from stylobench.errors import SpecError
from stylobench.protocols.attack import Settings

WORDS = "v=engine.small_attacks:WordOverlap"
QUICK = {"folds": 3, "quality": "none", "adaptive": False}


def study(**options: object) -> Study:
    corpora = {"a": Source("x"), "b": Source("y")}
    return Study(HERE, "attack", corpora, verifiers=(WORDS,), obfuscators=("identity",), seed=3, options=options)


def test_every_option_of_the_verb_is_there_with_its_default() -> None:
    found = {name: one.default for name, one in inspect.signature(verb.command).parameters.items()}
    assert {name: found[name] for name in OPTIONS} == dict(OPTIONS)
    assert {*TYPES, *PATHS} <= {*OPTIONS}


def test_defaults_are_those_of_the_protocol() -> None:
    assert settings_of(study()) == Settings(seed=3)


@pytest.mark.parametrize(
    ("quality", "found"),
    [(None, None), ("none", ()), ("bleu, pinc", ("bleu", "pinc")), (["bleu"], ("bleu",)), ([], ())],
)
def test_measures_are_named_with_commas_or_in_a_list(quality: object, found: object) -> None:
    assert settings_of(study(quality=quality)).quality == found


def test_folders_of_rewritten_texts_are_inputs(tmp_path: Path) -> None:
    asked = study(rewritten={"theirs": str(tmp_path)})
    assert inputs(asked) == (tmp_path,)
    assert contest_of(asked).given == {"theirs": tmp_path}
    with pytest.raises(SpecError, match="there is nothing at /nowhere"):
        contest_of(study(rewritten={"theirs": "/nowhere"}))


def test_a_study_says_what_the_function_says(tmp_path: Path) -> None:
    corpora, asked = {"a": problem_corpus(6), "b": problem_corpus(5)}, study(**QUICK)
    found = prepared(asked, corpora, tmp_path).conduct(Place(tmp_path, tmp_path), Force(0), None)
    assert found == attack(corpora, contest_of(asked), settings_of(asked), force=Force(0))
    assert [one["name"] for one in found["datasets"]] == ["a", "b"]
