"""Everything that can be wrong with an attack is told before anything is rewritten."""

from __future__ import annotations

from pathlib import Path

import pytest
from engine.small_attacks import Upper, WordOverlap, problem_corpus

from stylobench.engine.attack_contest import Contest
from stylobench.engine.attack_prepared import prepared_attack
from stylobench.errors import CorpusError, SpecError, SplitError
from stylobench.protocols.attack import Settings
from stylobench.records import Corpus, Document

ONE = Corpus.of("one", [Document("1", "so it is", "ann"), Document("2", "so it was", "ann")])
VERIFIER = {"v": WordOverlap()}


class Lacking(Upper):
    """Finds out that something is wrong when it learns."""

    def fit(self, texts):
        raise SpecError("there is no such dictionary")


class Faulty(Upper):
    """Has a fault of its own when it learns from few texts."""

    def fit(self, texts):
        if len(texts) < 10:
            raise ValueError("too few")
        return self


@pytest.mark.parametrize(
    ("contest", "settings", "corpus", "error", "line"),
    [
        (Contest.of(["ppm(radius=0.7)"], (), ["identity"]), {}, None, SpecError, "radius"),
        (Contest.of(VERIFIER, (), {"x": Lacking()}), {}, None, SpecError, "no such dictionary"),
        (Contest.of(VERIFIER, (), ["identity"]), {"quality": ("hat",)}, None, SpecError, "hat"),
        (Contest.of(VERIFIER, (), ["identity"]), {}, ONE, SplitError, "2 authors"),
        (Contest.of((), ["naive_bayes"], ["targeted"]), {}, None, SpecError, "searches against a verifier"),
        (Contest.of(VERIFIER, (), disguised="kind"), {}, None, SplitError, "names a disguise"),
        (Contest.of(VERIFIER, given={"x": Path("nowhere")}), {}, None, CorpusError, "holds no rewritten text"),
    ],
)
def test_what_is_wrong_is_told_first(contest, settings, corpus, error, line) -> None:
    with pytest.raises(error, match=line):
        prepared_attack({"set": corpus or problem_corpus(6)}, contest, Settings(**settings))


def test_the_last_of_several_data_sets_is_looked_at_too() -> None:
    with pytest.raises(SplitError, match="2 authors"):
        prepared_attack({"good": problem_corpus(6), "bad": ONE}, Contest.of(VERIFIER, (), ["identity"]), Settings())


def test_disguises_are_those_of_one_corpus() -> None:
    both = {"a": problem_corpus(6), "b": problem_corpus(5)}
    with pytest.raises(SpecError, match="one corpus"):
        prepared_attack(both, Contest.of(VERIFIER, disguised="kind"), Settings())


def test_a_fault_of_an_obfuscator_on_few_texts_is_not_told_yet() -> None:
    prepared_attack({"set": problem_corpus(6)}, Contest.of(VERIFIER, (), {"x": Faulty()}), Settings())
