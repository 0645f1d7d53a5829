"""Verifiers under attack: what they are shown, learn from and are asked, and what changes no number."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from engine.small_attacks import (
    AsksAround,
    Broken,
    Dice,
    Fussy,
    Halting,
    Learnt,
    Letter,
    Remembers,
    Tagged,
    Upper,
    WordOverlap,
    overlap,
    problem_corpus,
    turned,
)
from engine.unplaced import unplaced

from stylobench.engine.archive import Archive
from stylobench.engine.attack_arena import arena
from stylobench.engine.attack_problems import LINKED_ORIGINAL, Play, linked_name, play, reverse, undone_name
from stylobench.engine.attack_writings import Studio, write
from stylobench.engine.methods import methods
from stylobench.engine.rewriting import Shelf, fitted
from stylobench.engine.run import Force
from stylobench.records import Problem

HERE = Force(0)


def played(folder, verifiers, obfuscators, corpus=None, force=HERE, folds=4, linked=False, **more):
    here = arena(corpus or problem_corpus(6), "small", folds, 0)
    writings, known = {}, [here.texts[row] for row in here.tested.known]
    for one in methods(obfuscators, "obfuscators"):
        wanted = [(here.tested, p) for p in range(len(here.tested)) if more.get("adaptive") or here.tested.same[p]]
        rows = range(len(here.texts)) if more.get("adaptive") or linked else ()
        writings[one.name] = write(fitted(one, known), here, wanted, Studio(0, Shelf(folder / "rewrites"), force), rows)
    how = (Archive(folder / "answers"), force, None)
    one, asked = Play(here, writings, **more), methods(verifiers, "verifiers")
    found = play(one, asked, 0, how)
    if linked:
        more_answers = {key: scores for each in asked for key, scores in reverse(one, each, 0, how).items()}
        found = replace(found, attacked=replace(found.attacked, after={**found.attacked.after, **more_answers}))
    return here, found


def attacked(*arguments, **more):
    here, found = played(*arguments, **more)
    return here, found.attacked


def test_scores_are_those_of_the_problems_asked_by_hand(tmp_path) -> None:
    here, found = attacked(tmp_path, {"v": WordOverlap()}, {"tag": Tagged("zzz")})
    problems = [here.problem(here.tested, place) for place in range(len(here.tested))]
    assert found.before["v"].tolist() == [overlap(one) for one in problems]
    tagged = [
        overlap(Problem(one.known, f"zzz {one.questioned}") if same else one)
        for one, same in zip(problems, here.tested.same, strict=True)
    ]
    assert found.after["v", "tag"].tolist() == tagged
    assert (found.rewritten["tag"] == here.tested.same).all()


def test_different_author_problems_are_left_alone(tmp_path) -> None:
    here, found = attacked(tmp_path, {"v": WordOverlap()}, {"tag": Tagged(), "upper": Upper()})
    for name in ("tag", "upper"):
        moved = found.after["v", name] != found.before["v"]
        assert (moved == here.tested.same).all()


def test_a_failed_text_is_judged_neither_way(tmp_path) -> None:
    here, found = attacked(tmp_path, {"v": WordOverlap()}, {"halt": Halting()})
    odd = np.array([len(here.texts[row]) % 2 == 1 for row in here.tested.questioned])
    assert (found.rewritten["halt"] == (here.tested.same & ~odd)).all()
    assert 0 < found.rewritten["halt"].sum() < here.tested.same.sum()


def test_a_verifier_never_meets_a_text_that_it_learnt_from(tmp_path) -> None:
    _, found = attacked(tmp_path, {"v": Remembers()}, {"tag": Tagged()}, adaptive=True, linked=True)
    assert found.failures == {}
    assert np.isfinite(found.before["v"]).all()
    assert np.isfinite(found.adaptive["v", "tag"]).all()


def test_one_that_never_answers_says_why_and_stops_nobody(tmp_path) -> None:
    _, found = attacked(tmp_path, {"broken": Broken(), "v": WordOverlap()}, {"tag": Tagged()}, adaptive=True)
    assert list(found.failures) == ["broken"]
    assert unplaced(found.failures["broken"]) == "ValueError: no good"
    assert list(found.before) == ["v"]
    assert list(found.after) == [("v", "tag")]


def test_one_that_fails_on_one_fold_is_judged_neither_way_there(tmp_path) -> None:
    here = arena(problem_corpus(6), "small", 4, 0)
    text = here.texts[here.tested.questioned[0]]
    _, found = played(tmp_path, {"v": Fussy(text)}, {"tag": Tagged()})
    silent = here.fold == here.fold[0]
    assert found.attacked.failures == {}
    assert (np.isnan(found.attacked.before["v"]) == silent).all()
    assert (np.isnan(found.attacked.after["v", "tag"]) == silent).all()
    assert (found.attacked.unasked["v"] == silent).all()
    told = f"v failed on 1 of {len(here.splits)} folds, whose {silent.sum()} problems are judged neither way"
    assert [unplaced(line) for line in found.warnings] == [f"{told}: ValueError: not that one"]


def test_one_that_fails_on_a_rewritten_text_answers_the_rest(tmp_path) -> None:
    here = arena(problem_corpus(6), "small", 4, 0)
    place = int(np.flatnonzero(here.tested.same)[0])
    text = here.texts[here.tested.questioned[place]].upper()
    _, found = played(tmp_path, {"v": Fussy(text)}, {"upper": Upper(), "tag": Tagged()})
    silent = here.fold == here.fold[place]
    assert np.isfinite(found.attacked.before["v"]).all()
    assert np.isfinite(found.attacked.after["v", "tag"]).all()
    assert (np.isnan(found.attacked.after["v", "upper"]) == silent).all()
    assert found.attacked.unasked == {}
    told = f"v failed under upper on 1 of {len(here.splits)} folds, whose {silent.sum()} problems count as silence"
    assert found.warnings == (f"{told}: ValueError: not that one",)


def test_one_that_fails_on_all_rewritten_texts_is_not_judged_there(tmp_path) -> None:
    class Quiet(WordOverlap):
        def verify(self, problems):
            if any(one.questioned.isupper() for one in problems):
                raise ValueError("do not shout")
            return super().verify(problems)

    _, found = played(tmp_path, {"v": Quiet()}, {"upper": Upper(), "tag": Tagged()})
    assert list(found.attacked.after) == [("v", "tag")]
    [line] = found.warnings
    assert line.startswith("v failed under upper on ")
    assert line.endswith(" are judged neither way: ValueError: do not shout")


def test_the_truth_of_what_is_asked_changes_no_score(tmp_path) -> None:
    """Everything but the truth of the tested problems stays: the folds and what is learnt from."""
    here = arena(problem_corpus(6), "small", 4, 0)
    lied = tuple(replace(split, test=replace(split.test, same=~split.test.same)) for split in here.splits)
    how = (Archive(tmp_path), Force(0), None)
    specs = {"char_ngrams": "char_ngrams", "dice": Dice()}
    first, second = (
        play(Play(replace(here, splits=splits), {}), methods(specs, "verifiers"), 0, how).attacked
        for splits in (here.splits, lied)
    )
    assert (first.truth != second.truth).any()
    for name in specs:
        assert np.array_equal(first.before[name], second.before[name], equal_nan=True)


@pytest.mark.parametrize("verifiers", [{"v": WordOverlap()}, {"dice": Dice()}])
def test_adding_an_obfuscator_or_a_verifier_changes_no_other_number(tmp_path, verifiers) -> None:
    more = {"adaptive": True, "linked": True}
    _, alone = attacked(tmp_path / "1", verifiers, {"letter": Letter()}, **more)
    both = {"tag": Tagged(), "letter": Letter(), "upper": Upper()}
    _, found = attacked(tmp_path / "2", {"other": AsksAround(), **verifiers}, both, **more)
    [name] = verifiers
    assert np.array_equal(alone.before[name], found.before[name])
    assert all(np.array_equal(scores, found.after[key]) for key, scores in alone.after.items())
    assert np.array_equal(alone.adaptive[name, "letter"], found.adaptive[name, "letter"])


@pytest.mark.parametrize("workers", [1, 2])
def test_workers_and_order_of_problems_change_no_number(tmp_path, workers) -> None:
    asked = {"v": WordOverlap(), "dice": Dice()}, {"random_edits": "random_edits", "letter": Letter()}
    here, plain = attacked(tmp_path / "here", *asked)
    there, found = attacked(tmp_path / "there", *asked, corpus=turned(problem_corpus(6)), force=Force(workers))
    assert here.ids == there.ids
    assert all(np.array_equal(plain.before[name], found.before[name]) for name in plain.before)
    assert all(np.array_equal(plain.after[name], found.after[name]) for name in plain.after)


def test_identity_changes_no_score_even_of_one_that_throws_dice(tmp_path) -> None:
    _, found = attacked(tmp_path, {"dice": Dice()}, ["identity"])
    assert np.array_equal(found.before["dice"], found.after["dice", "identity"])


def test_one_that_asks_around_answers_untouched_problems_otherwise(tmp_path) -> None:
    here, found = attacked(tmp_path, {"v": AsksAround()}, {"upper": Upper(), "identity": "identity"})
    moved = found.after["v", "upper"] != found.before["v"]
    assert moved[~here.tested.same].any()
    assert (found.after["v", "identity"] == found.before["v"]).all()


def test_retrained_verifiers_learn_from_rewritten_texts_of_either_kind(tmp_path) -> None:
    _, found = attacked(tmp_path, {"v": Learnt()}, {"tag": Tagged("zzz")}, adaptive=True)
    # forty words of every questioned text are met while learning, in both kinds of problems
    assert (found.adaptive["v", "tag"] > found.after["v", "tag"]).all()


def test_one_whose_retraining_failed_on_a_fold_is_left_out(tmp_path) -> None:
    class Shy(WordOverlap):
        def fit(self, problems, same):
            if any(one.questioned == LOUD for one in problems):
                raise ValueError("too loud")
            return self

    here = arena(problem_corpus(6), "small", 4, 0)
    row = here.tested.questioned[0]
    LOUD = here.texts[row].upper()
    loud = sum(row in split.train.questioned for split in here.splits)
    assert 0 < loud < len(here.splits)
    asked = {"v": Shy(), "w": WordOverlap()}, {"upper": Upper(), "tag": Tagged()}
    _, found = played(tmp_path, *asked, adaptive=True)
    assert sorted(found.attacked.adaptive) == [("v", "tag"), ("w", "tag"), ("w", "upper")]
    told = f"v retrained on upper is left out: it failed on {loud} of {len(here.splits)} folds: ValueError: too loud"
    assert [unplaced(line) for line in found.warnings] == [told]


def test_a_text_that_failed_is_neither_learnt_from_nor_asked_about(tmp_path) -> None:
    class Strict(WordOverlap):
        def fit(self, problems, same):
            self.heard = [one.questioned for one in problems]
            return self

        def verify(self, problems):
            if not all(text.isupper() for text in (*self.heard, *(one.questioned for one in problems))):
                return np.full(len(problems), 0.0)
            return np.ones(len(problems))

    here, found = played(tmp_path, {"v": Strict()}, {"halt": Halting()}, adaptive=True)
    odd = np.array([len(here.texts[row]) % 2 == 1 for row in here.tested.questioned])
    scores = found.attacked.adaptive["v", "halt"]
    assert np.isnan(scores[odd]).all()
    assert (scores[~odd] == 1).all()
    [line] = found.warnings
    assert f"neither learn from {odd.sum()} of {len(odd)} texts, which failed" in line


def test_nothing_is_retrained_on_what_was_rewritten_in_part_only(tmp_path) -> None:
    here = arena(problem_corpus(6), "small", 4, 0)
    [one] = methods({"upper": Upper()}, "obfuscators")
    wanted = [(here.tested, place) for place in np.flatnonzero(here.tested.same).tolist()]
    made = write(fitted(one, []), here, wanted, Studio(0, Shelf(tmp_path / "rewrites"), HERE))
    how = (Archive(tmp_path / "answers"), HERE, None)
    found = play(Play(here, {"upper": made}, adaptive=True), methods({"v": WordOverlap()}, "verifiers"), 0, how)
    assert found.attacked.adaptive == {}
    assert found.warnings == ("no method is retrained on upper: it was not asked for all that they learn from",)


def test_a_pair_is_not_linked_where_one_of_its_texts_failed(tmp_path) -> None:
    here, found = attacked(tmp_path, {"v": WordOverlap()}, {"halt": Halting()}, linked=True)
    pairs = zip(here.tested.known, here.tested.questioned, strict=True)
    whole = np.array([all(len(here.texts[row]) % 2 == 0 for row in pair) for pair in pairs])
    assert 0 < whole.sum() < len(whole)
    assert (np.isfinite(found.after["v", linked_name("halt")]) == whole).all()
    assert np.isfinite(found.after["v", LINKED_ORIGINAL]).all()


def test_changed_rewrites_are_never_answered_from_the_archive(tmp_path) -> None:
    """The same name, the same places, other texts."""
    for word in ("the", "zzz"):
        _, kept = attacked(tmp_path / "kept", {"v": WordOverlap()}, {"tag": Tagged(word)}, adaptive=True)
        _, fresh = attacked(tmp_path / word, {"v": WordOverlap()}, {"tag": Tagged(word)}, adaptive=True)
        assert np.array_equal(kept.adaptive["v", "tag"], fresh.adaptive["v", "tag"])
        assert np.array_equal(kept.after["v", "tag"], fresh.after["v", "tag"])


def test_what_an_attacker_undid_and_what_is_linked_are_asked_too(tmp_path) -> None:
    here = arena(problem_corpus(6), "small", 4, 0)
    place = int(np.flatnonzero(here.tested.same)[0])
    asked = here.problem(here.tested, place)
    undone = {"tag": {place: asked.known[0]}}
    _, found = attacked(tmp_path, {"v": WordOverlap()}, {"tag": Tagged("zzz")}, undone=undone, linked=True)
    assert found.after["v", undone_name("tag")][place] == 1.0
    assert np.array_equal(found.after["v", LINKED_ORIGINAL], found.before["v"])
    both = Problem((f"zzz {asked.known[0]}",), f"zzz {asked.questioned}")
    assert found.after["v", linked_name("tag")][place] == overlap(both)
