from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from verifiers.pooled_world import same_people, told_apart
from verifiers.sample_problems import sample

from stylobench.errors import SpecError, SplitError
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Problem, text_digest
from stylobench.verifiers.impostors import BUNDLES, Impostors
from stylobench.verifiers.impostors import _draws as draws


def letters(text: str, n: int) -> Counter[str]:
    plain = " ".join(text.lower().split())
    return Counter(plain[i : i + n] for i in range(len(plain) - n + 1))


def min_max(first: dict[str, float], second: dict[str, float], names: list[str]) -> float:
    pairs = [(first.get(name, 0.0), second.get(name, 0.0)) for name in names]
    either = sum(max(pair) for pair in pairs)
    return sum(min(pair) for pair in pairs) / either if either else 0.0


def plain_ranks(model: Impostors, problem: Problem, texts: list[str]) -> np.ndarray:
    """Known x rounds, by dictionaries; texts are those learnt from."""
    learnt = {text_digest(text): letters(text, 3) for text in texts}
    weight = {
        name: np.log((1 + len(learnt)) / (1 + sum(name in counts for counts in learnt.values()))) + 1
        for name in model.chosen_.names
    }

    def weighed(counts: Counter[str]) -> dict[str, float]:
        return {name: counts[name] / counts.total() * weight[name] for name in weight if name in counts}

    names = model.chosen_.names
    bounds = np.linspace(0, len(names), BUNDLES + 1).astype(int)
    drawn = model.others_.some(Problems.of([problem]), model.pool, model.seed)[0]
    others = [weighed(learnt[model.others_.digests[place]]) for place in drawn]
    questioned, ranks = weighed(letters(problem.questioned, 3)), []
    for known in (weighed(letters(text, 3)) for text in sorted(problem.known, key=text_digest)):
        ranks.append([])
        halves = draws(0, model.rounds, "halves", BUNDLES, BUNDLES // 2)
        met = draws(0, model.rounds, "others", len(drawn), min(model.impostors, len(drawn)))
        for half, chosen in zip(halves, met, strict=True):
            some = [name for b in half for name in names[bounds[b] : bounds[b + 1]]]
            alike = min_max(questioned, known, some) ** 2
            theirs = [min_max(questioned, others[o], some) * min_max(known, others[o], some) for o in chosen]
            ranks[-1].append(1 + sum(value >= alike for value in theirs))
    return np.array(ranks)


@pytest.mark.parametrize("variant", ["share", "ranks"])
def test_it_agrees_with_dictionaries(variant: str) -> None:
    made = sample()
    train, test = made.problems(made.train), made.problems(made.test)[:6]
    model = Impostors(variant, 10, 5, 12, "char_ngrams(n=3)", 200, calibrate="none").fit(train, made.train.same)
    texts = sorted({text for problem in train for text in (*problem.known, problem.questioned)})
    ranks = [plain_ranks(model, problem, texts) for problem in test]
    expected = [(found == 1).mean() if variant == "share" else (1 / found).mean() for found in ranks]
    assert model.verify(test) == pytest.approx(expected, abs=1e-12)
    assert len(set(expected)) > 2


def test_an_impostor_as_near_as_the_known_text_is_ahead() -> None:
    # texts of one letter: all are alike, so each of two impostors ties with the known text and goes ahead of it
    problems = [Problem(("a",), "aa"), Problem(("b",), "bb")]
    asked = [Problem(("aaaa",), "aaa")]
    share = Impostors(features="char_ngrams(n=1)", calibrate="none").fit(problems, [True, False])
    assert share.verify(asked).tolist() == [0.0]
    ranks = Impostors("ranks", features="char_ngrams(n=1)", impostors=4, calibrate="none")
    # in half of the rounds only b is looked at, where all four tie: 1/5; in the others a and aa do: 1/3
    halves = draws(0, 100, "halves", 2, 1)
    on_a = (np.array(ranks.fit(problems, [True, False]).chosen_.names)[halves] == "a").mean()
    assert ranks.verify(asked)[0] == pytest.approx(on_a / 3 + (1 - on_a) / 5)


def test_it_is_silent_where_nobody_may_stand_as_an_impostor() -> None:
    made = sample()
    texts = Texts(made.texts)
    model = Impostors(calibrate="none").fit(Problems.without_truth(texts, made.train), made.train.same)
    asked, nobody = Problems.without_truth(texts, made.test), np.zeros(0, np.int64)
    assert np.isnan(model.verify(asked.with_pools(nobody, np.zeros(len(texts), np.int64)))).all()


def test_more_known_texts_are_averaged() -> None:
    made = sample()
    model = Impostors(rounds=20, pool=1000, calibrate="none").fit(made.problems(made.train), made.train.same)
    one, other, asked = made.texts[-1], made.texts[-2], made.texts[-3]
    apart = model.verify([Problem((one,), asked), Problem((other,), asked)])
    # the pool holds all training texts, so all three problems meet the same impostors
    assert model.verify([Problem((one, other), asked)])[0] == pytest.approx(apart.mean())


def test_shared_features_speak_for_the_author() -> None:
    problems = [Problem(("abab",), "abba"), Problem(("cdcd",), "efef")]
    model = Impostors(features="char_ngrams(n=1)", calibrate="none").fit(problems, [True, False])
    reasons = {reason.name: reason.value for reason in model.explain(Problem(("ccca",), "ccc"))}
    assert reasons["c"] > 0
    assert "e" not in reasons
    assert model.explain(Problem(("",), "ccc")) == []


@pytest.mark.parametrize("spec", ["impostors", "impostors(variant=ranks)"])
def test_authors_are_told_apart(spec: str) -> None:
    assert told_apart(spec) > 0.55


def test_parameters_that_make_no_sense_are_refused() -> None:
    problems = [Problem(("so it is",), "so it was"), Problem(("so",), "thus")]
    with pytest.raises(SpecError, match=r"impostors\(variant='rank'\): it can be one of: share, ranks"):
        Impostors("rank").fit(problems, [True, False])
    with pytest.raises(SpecError, match=r"impostors\(rounds=0\): it must be a whole number of at least 1"):
        Impostors(rounds=0).fit(problems, [True, False])
    with pytest.raises(SplitError, match=r"no training text has any of char_ngrams\(n=4\); give longer texts"):
        Impostors().fit([Problem(("a",), "b"), Problem(("c",), "d")], [True, False])


def test_a_rewritten_questioned_text_meets_the_same_people() -> None:
    assert same_people("impostors(pool=4, impostors=2, features='char_ngrams(n=3)')")
