"""What an attack takes is counted beforehand: exactly, or no less than it will be."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from engine.small_attacks import Learnt, Letter, Upper, WordOverlap, documents, problem_corpus
from engine.watching import Counting

from stylobench.engine.attack_contest import Contest
from stylobench.engine.attack_loads import summed
from stylobench.engine.attack_prepared import PreparedAttack, prepared_attack
from stylobench.engine.force import Force
from stylobench.engine.jobs import answer
from stylobench.engine.pilots import FirstRewrite, SharedLoad
from stylobench.engine.prepared import Load, Place
from stylobench.protocols.attack import Settings
from stylobench.records import Corpus, Document

QUICK = {"quality": (), "draws": 99, "folds": 3}
METHODS = {"first": WordOverlap(), "second": Learnt()}
HIDING = {"letter": Letter(), "upper": Upper(), "identity": "identity"}


def counted(found: PreparedAttack, folder: Path) -> Counter[str]:
    watch = Counting()
    found.conduct(Place(folder, folder), Force(0, watch=watch))
    return watch.jobs


def loads(found: PreparedAttack) -> dict[str, int]:
    return {load.label: load.jobs for load in found.loads}


def test_without_retraining_and_undoing_the_count_is_exact(tmp_path: Path) -> None:
    contest = Contest.of(METHODS, ["naive_bayes"], HIDING)
    settings = Settings(**QUICK, adaptive=False, reversal=False)
    found = prepared_attack({"one": problem_corpus(6), "two": problem_corpus(5)}, contest, settings)
    # 6 and 5 texts of same-author problems, 24 and 20 documents
    assert loads(found) == {"letter": 55, "upper": 55, "identity": 55, "first": 6, "second": 6, "naive_bayes": 6}
    assert loads(found) == counted(found, tmp_path)


def test_otherwise_rewriting_is_exact_and_verifiers_do_no_more_than_was_counted(tmp_path: Path) -> None:
    found = prepared_attack({"one": problem_corpus(6)}, Contest.of(METHODS, (), HIDING), Settings(**QUICK))
    told, seen = loads(found), counted(found, tmp_path)
    assert {name: told[name] for name in HIDING} == {name: seen[name] for name in HIDING}
    # 3 folds: asked, retrained on two obfuscators, and undone, which is done for one of the two only
    assert told["first"] == told["second"] == 12
    assert sorted([seen["first"], seen["second"]]) == [9, 12]


def test_an_obfuscator_that_searches_is_counted_by_problem(tmp_path: Path) -> None:
    contest = Contest.of({"first": WordOverlap()}, (), ["targeted"])
    found = prepared_attack({"one": problem_corpus(4, words=20)}, contest, Settings(**QUICK, adaptive=False))
    assert loads(found)["targeted"] == 8
    assert counted(found, tmp_path)["targeted"] == 8


def test_disguises_are_counted_exactly(tmp_path: Path) -> None:
    rows = [
        Document(f"{who}{n}", f"{who} {word} {'so ' * n}", who, meta={"kind": kind, "source": f"{who}{n}"})
        for who in ("ann", "bob", "cyd", "dan")
        for n, (word, kind) in enumerate([("red", ""), ("blue", ""), ("grey", ""), ("gold", "hiding")])
    ]
    contest = Contest.of({"first": WordOverlap()}, ["naive_bayes"], disguised="kind")
    found = prepared_attack({"one": Corpus.of("hand", rows)}, contest, Settings(**QUICK))
    assert loads(found) == counted(found, tmp_path)


def test_pilots_can_be_answered() -> None:
    corpus = documents(*((name, f"{name} {word}") for name in ("ann", "bob") for word in ("red", "blue", "grey")))
    contest = Contest.of({"first": WordOverlap()}, ["naive_bayes"], ["synonyms", "identity"])
    found = prepared_attack({"one": corpus}, contest, Settings(**{**QUICK, "folds": 2}))
    done = {load.label: answer(load.pilot) for load in found.loads}
    assert {name: one.failure for name, one in done.items()} == dict.fromkeys(done)


def test_an_obfuscator_is_timed_on_a_text_of_middling_length_and_learns_once_for_each_fold() -> None:
    rows = [(name, f"{name} {'so ' * size}") for size in (1, 5, 20) for name in ("ann", "bob")]
    contest = Contest.of((), ["naive_bayes"], {"letter": Letter()})
    found = prepared_attack({"one": documents(*rows)}, contest, Settings(**{**QUICK, "folds": 2}))
    one = next(load for load in found.loads if load.label == "letter")
    assert isinstance(one, SharedLoad)
    assert isinstance(one.pilot, FirstRewrite)
    assert one.pilot.problem.questioned.count("so") == 5
    # each document is learnt from in the fold that does not test it
    assert (one.jobs, one.texts) == (6, 6)


def test_a_verifier_is_asked_about_every_rewritten_text() -> None:
    contest = Contest.of({"first": WordOverlap()}, (), HIDING)
    found = prepared_attack({"one": problem_corpus(6)}, contest, Settings(**QUICK, adaptive=False))
    one = next(load for load in found.loads if load.label == "first")
    assert isinstance(one, SharedLoad)
    # untouched and three times rewritten; and again with what was written a second time, and undone
    assert one.asked == (4 + 8) / 2


def test_what_is_computed_once_is_computed_for_every_corpus() -> None:
    (found,) = summed(SharedLoad("a", 2, 10, None, 1, 3, 4) for _ in range(2))  # type: ignore[arg-type]
    assert isinstance(found, SharedLoad)
    assert (found.jobs, found.items, found.distinct, found.texts) == (4, 20, 6, 8)


@pytest.mark.parametrize("names", [("a", "b", "a")])
def test_loads_of_one_label_are_one(names: tuple[str, ...]) -> None:
    found = summed(Load(name, 2, 10 * place, None, 1) for place, name in enumerate(names))  # type: ignore[arg-type]
    assert [(one.label, one.jobs, one.items) for one in found] == [("a", 4, 20), ("b", 2, 10)]
