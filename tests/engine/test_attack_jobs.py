"""A verifier on a fold: one question for each variant, and a key that knows every text."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from engine.small_attacks import Dice, Fussy, WordOverlap

from stylobench.engine.attack_jobs import UNTOUCHED, AttackJob, AttackSplit, unanswered
from stylobench.engine.jobs import answer
from stylobench.engine.methods import methods
from stylobench.engine.trial_jobs import TrialBench
from stylobench.features.texts import Texts
from stylobench.records import Trials

BENCH = TrialBench("bench", Texts(["a b", "a c", "b c", "c d", "a b c", "x"]))
TRAIN = Trials.of_pairs([2, 3], [3, 2], [True, False])
TEST = Trials.of_pairs([0, 0], [1, 4], [True, False])
REWRITTEN = Trials.of_pairs([0, 0], [5, 4], [True, False])


def split(*variants, written=("digest",)):
    return AttackSplit("one", TRAIN, TEST, variants, written)


def job(verifier, asked):
    [method] = methods({"v": verifier}, "verifiers")
    return AttackJob(BENCH, asked, method, 0)


def test_untouched_first_then_each_variant() -> None:
    answers = job(WordOverlap(), split(("gone", REWRITTEN))).answers()
    assert answers.authors == (UNTOUCHED, "gone")
    assert answers.scores.tolist() == [[1 / 3, 0.0], [2 / 3, 2 / 3]]


def test_every_question_is_asked_on_its_own() -> None:
    class Counts(WordOverlap):
        def verify(self, problems):
            return np.full(len(problems), len(problems) / 10)

    assert job(Counts(), split(("a", REWRITTEN), ("b", REWRITTEN))).answers().scores.tolist() == [[0.2] * 3] * 2


def test_what_it_learns_from_is_the_training_side_and_its_truth() -> None:
    seen = []

    class Learns(WordOverlap):
        def fit(self, problems, same):
            seen.append(([(one.known, one.questioned) for one in problems], same.tolist()))
            same[:] = False
            return self

    job(Learns(), split()).answers()
    assert seen == [([(("b c",), "c d"), (("c d",), "b c")], [True, False])]
    assert TRAIN.same.tolist() == [True, False]


def test_a_question_finds_the_dice_as_the_first_did() -> None:
    alone = job(Dice(), split(("b", TEST))).answers().scores
    more = job(Dice(), split(("a", REWRITTEN), ("b", TEST))).answers().scores
    assert np.array_equal(alone[:, 0], alone[:, 1])
    assert np.array_equal(alone, more[:, [0, 2]])


def test_the_key_knows_texts_names_truth_and_seed() -> None:
    plain = job(WordOverlap(), split(("a", REWRITTEN)))
    lied = replace(TRAIN, same=~TRAIN.same)
    others = [
        job(WordOverlap(), split(("a", REWRITTEN), written=("other",))),
        job(WordOverlap(), split(("b", REWRITTEN))),
        job(WordOverlap(), replace(plain.split, train=lied)),
        replace(plain, seed=1),
        replace(plain, bench=TrialBench("other", BENCH.texts)),
    ]
    assert len({plain.key, *(one.key for one in others)}) == 6
    assert plain.key == job(WordOverlap(), split(("a", REWRITTEN))).key


def test_all_that_is_shown_is_told_beforehand() -> None:
    assert sorted(job(WordOverlap(), split(("a", REWRITTEN))).shown.rows) == [0, 1, 2, 3, 4, 5]


def test_a_question_that_fails_costs_its_own_answers_only() -> None:
    done = answer(job(Fussy(), split(("gone", REWRITTEN), ("same", TEST))))
    assert done.failure is None
    assert np.isnan(done.answers.scores[:, 1]).all()
    assert done.answers.scores[:, [0, 2]].tolist() == [[1 / 3, 1 / 3], [2 / 3, 2 / 3]]
    assert unanswered(done, "gone") == "ValueError: not that one"
    assert unanswered(done, "same") is None


def test_a_fold_fails_where_the_untouched_question_does() -> None:
    with pytest.raises(ValueError, match="not that one"):
        job(Fussy("a c"), split(("gone", REWRITTEN))).answers()
