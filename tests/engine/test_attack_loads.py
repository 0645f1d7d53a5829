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


@pytest.mark.parametrize("names", [("a", "b", "a")])
def test_loads_of_one_label_are_one(names: tuple[str, ...]) -> None:
    found = summed(Load(name, 2, 10 * place, None, 1) for place, name in enumerate(names))  # type: ignore[arg-type]
    assert [(one.label, one.jobs, one.items) for one in found] == [("a", 4, 20), ("b", 2, 10)]
