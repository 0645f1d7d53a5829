from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from verifiers.one_topic import auc_of
from verifiers.sample_problems import sample

from stylobench.errors import SpecError
from stylobench.features.words import tokens
from stylobench.records import Problem
from stylobench.verifiers.common_ngrams import CommonNgrams


def grams(text: str, unit: str, n: int) -> Counter[str]:
    parts = tokens(text) if unit == "words" else list(" ".join(text.lower().split()))
    return Counter("|".join(parts[i : i + n]) for i in range(len(parts) - n + 1))


def distance(one: Counter[str], other: Counter[str], size: int) -> float:
    shares = [
        {gram: counts[gram] / counts.total() for gram in sorted(counts, key=lambda g: (-counts[g], g))[:size]}
        for counts in (one, other)
    ]
    both = [(shares[0].get(gram, 0), shares[1].get(gram, 0)) for gram in sorted(shares[0] | shares[1])]
    return sum((2 * (a - b) / (a + b)) ** 2 for a, b in both)


def mean_ratio(problem: Problem, unit: str, n: int, size: int) -> float:
    known = sorted(" ".join(text.split()) for text in set(problem.known))
    if len(known) == 1:
        words = known[0].split()
        known = [" ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])]
    questioned = " ".join(problem.questioned.split())
    shortest = min(map(len, [*known, questioned]))
    *theirs, its = [grams(text[:shortest], unit, n) for text in [*known, questioned]]
    least = min(size, *map(len, [*theirs, its]))
    ratios = [
        distance(one, its, least) / max(distance(one, other, least) for other in theirs if other is not one)
        for one in theirs
    ]
    return sum(ratios) / len(ratios)


def test_it_is_the_mean_ratio_over_the_ensemble() -> None:
    made = sample()
    problems = made.problems(made.test)
    model = CommonNgrams(characters=(2, 4), words=(1,), sizes=(20, 100), calibrate="none")
    answers = model.fit(made.problems(made.train), made.train.same).verify(problems)
    members = [("characters", 2), ("characters", 4), ("words", 1)]
    plain = [np.mean([mean_ratio(one, *member, size) for member in members for size in (20, 100)]) for one in problems]
    assert answers == pytest.approx([1 / (1 + ratio) for ratio in plain], abs=1e-12)


def test_a_ratio_worked_out_by_hand() -> None:
    # shares of a and b: 3/4, 1/4 against 1/2, 1/2 -> .16 + .444 apart; against 1/4, 3/4 -> 1 + 1; last: .16 + .444
    apart, far = 0.16 + 4 / 9, 2.0
    near = (2 * 0.25 / 0.75) ** 2 + (2 * 0.25 / 1.25) ** 2
    problems = [Problem(("aaab", "abab"), "abbb"), Problem(("aaab", "abab"), "cccc")]
    model = CommonNgrams(characters=(1,), words=(), sizes=(5,), calibrate="none").fit(problems, [True, False])
    ratio = (far / apart + near / apart) / 2
    assert model.verify(problems)[0] == pytest.approx(1 / (1 + ratio))
    assert [(reason.name, reason.value) for reason in model.explain(problems[0])] == [
        ("the 5 commonest 1-grams of characters", pytest.approx(1 / (1 + ratio) - 0.5))
    ]


def test_a_single_known_text_is_cut_into_halves_and_equal_ones_count_once() -> None:
    made = sample()
    model = CommonNgrams(characters=(3,), words=(), calibrate="none").fit(made.problems(made.train), made.train.same)
    words = made.texts[0].split()
    halves = (" ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :]))
    known = [(made.texts[0],), (made.texts[0], made.texts[0]), halves]
    answers = model.verify([Problem(texts, made.texts[1]) for texts in known])
    assert np.isfinite(answers).all()
    assert len(set(answers.tolist())) == 1


def test_known_texts_that_do_not_differ_give_no_answer() -> None:
    made = sample()
    model = CommonNgrams(characters=(1,), words=(), calibrate="none").fit(made.problems(made.train), made.train.same)
    assert np.isnan(model.verify([Problem(("ab", "ba"), "bb"), Problem(("a",), "so it is")])).all()
    assert model.explain(Problem(("ab", "ba"), "bb")) == []
    assert model.explain(Problem((), "bb")) == []


def test_it_tells_authors_apart() -> None:
    assert auc_of(CommonNgrams()) > 0.75
    assert auc_of(CommonNgrams(characters=(6,), words=(), sizes=(2000,))) > 0.65


def test_parameters_that_make_no_sense_are_refused() -> None:
    problems, same = [Problem(("so it is",), "so it was"), Problem(("so it is",), "thus we be")], [True, False]
    with pytest.raises(SpecError, match=r"common_ngrams\(sizes=0\): it must be a whole number of at least 1"):
        CommonNgrams(sizes=(0,)).fit(problems, same)
    with pytest.raises(SpecError, match="at least one length and one size are needed"):
        CommonNgrams(characters=(), words=()).fit(problems, same)
    with pytest.raises(SpecError, match=r"common_ngrams\(characters=6\): write \(6,\)"):
        CommonNgrams(characters=6).fit(problems, same)  # type: ignore[arg-type]
