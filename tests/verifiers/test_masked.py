from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import BaseEstimator, clone
from sklearn.exceptions import NotFittedError
from verifiers.sample_problems import Sample, sample

from stylobench.engine.bank import expanded
from stylobench.engine.methods import fingerprint
from stylobench.errors import SpecError
from stylobench.features.masking import masked
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem
from stylobench.specs import build
from stylobench.verifiers.char_ngrams import CharNgrams
from stylobench.verifiers.masked import Masked
from stylobench.verifiers.ppm import Ppm


class Keeping(BaseEstimator):
    """A user's verifier that keeps what it was shown; the first learnt questioned text is the author's."""

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> Keeping:
        assert type(problems) is list
        self.learnt_ = problems
        return self

    def verify(self, problems: Sequence[Problem]) -> Floats:
        assert type(problems) is list
        return np.array([0.9 if one.questioned == self.learnt_[0].questioned else 0.1 for one in problems])


@pytest.fixture(scope="module")
def made() -> Sample:
    return sample()


def by_hand(problems: Sequence[Problem], words: int = 300) -> list[Problem]:
    return [Problem(tuple(masked(k, words) for k in one.known), masked(one.questioned, words)) for one in problems]


@pytest.mark.parametrize(
    "spec", ["char_ngrams(n=3, calibrate=platt)", "ppm(order=3)", "delta", "ngram_tracing", "impostors"]
)
@pytest.mark.parametrize("words", [300, 20])
def test_it_answers_as_the_other_verifier_answers_to_texts_masked_by_hand(made: Sample, spec: str, words: int) -> None:
    train, test = made.problems(made.train), made.problems(made.test)
    model = Masked(spec, words).fit(train, made.train.same)
    plain = build("verifiers", spec).fit(by_hand(train, words), made.train.same)
    assert np.array_equal(model.verify(test), plain.verify(by_hand(test, words)), equal_nan=True)
    assert np.array_equal(model.scores(test), plain.scores(by_hand(test, words)), equal_nan=True)


def test_words_that_are_masked_cannot_move_an_answer(made: Sample) -> None:
    def reworded(text: str) -> str:
        return "".join("x" if hidden == "*" else seen for seen, hidden in zip(text, masked(text), strict=True))

    train, test = made.problems(made.train), made.problems(made.test)
    other = [Problem(tuple(map(reworded, one.known)), reworded(one.questioned)) for one in test]
    assert other != test
    plain = CharNgrams(n=3).fit(train, made.train.same)
    model = Masked("char_ngrams(n=3)").fit(train, made.train.same)
    assert np.array_equal(model.verify(other), model.verify(test))
    assert not np.array_equal(plain.verify(other), plain.verify(test))


def test_fewer_words_to_read_change_the_answers(made: Sample) -> None:
    train, test = made.problems(made.train), made.problems(made.test)
    many, one = (Masked("ppm(order=3)", words).fit(train, made.train.same).scores(test) for words in (300, 1))
    assert not np.array_equal(many, one)


def test_problems_over_shared_texts_are_as_good_as_a_list(made: Sample) -> None:
    train, test = made.problems(made.train), made.problems(made.test)
    listed = Masked("char_ngrams(n=3)").fit(train, made.train.same)
    shared = Masked("char_ngrams(n=3)").fit(Problems.of(train), made.train.same)
    every = Problems.of([*train, *test])
    asked = every.take(np.arange(len(train), len(every)))
    assert np.array_equal(shared.verify(asked), listed.verify(test))
    assert np.array_equal(shared.verify(test), listed.verify(asked))


def test_a_users_verifier_is_shown_a_list_of_masked_problems() -> None:
    problems = [Problem(("the cat", "of 2"), "a dog"), Problem(("so it is",), "zebra")]
    model = Masked(Keeping(), words=10).fit(Problems.of(problems), [True, False])
    assert model.verifier_.learnt_ == [Problem(("the ***", "of #"), "a ***"), Problem(("** it is",), "*****")]
    assert model.verify([Problem((), "a pig"), Problem((), "no pig")]).tolist() == [0.9, 0.1]
    assert model.scores([Problem((), "a pig")]).tolist() == [0.9]


def test_it_explains_what_the_other_explains_of_masked_texts(made: Sample) -> None:
    problems = made.problems(made.train)
    model = Masked("char_ngrams(n=4, calibrate=none)", words=50).fit(problems, made.train.same)
    plain = CharNgrams(n=4, calibrate="none").fit(by_hand(problems, 50), made.train.same)
    reasons = model.explain(problems[0])
    assert reasons == plain.explain(by_hand(problems[:1], 50)[0])
    assert any("*" in reason.name for reason in reasons)
    assert len(model.explain(problems[0], most=3)) == 3


def test_what_the_other_does_not_explain_is_said(made: Sample) -> None:
    model = Masked(Keeping()).fit(made.problems(made.train), made.train.same)
    with pytest.raises(SpecError, match="does not explain its verdicts"):
        model.explain(Problem(("so",), "it"))


@pytest.mark.parametrize("verb", ["verify", "scores"])
def test_it_must_be_fitted_first(verb: str) -> None:
    with pytest.raises(NotFittedError):
        getattr(Masked("ppm"), verb)([Problem(("so",), "it")])
    with pytest.raises(NotFittedError):
        Masked("ppm").explain(Problem(("so",), "it"))


def test_a_spec_names_it(made: Sample) -> None:
    model = build("verifiers", "masked(verifier=ppm)")
    assert isinstance(model, Masked)
    assert (model.verifier, model.words) == ("ppm", 300)
    assert isinstance(model.wraps(), Ppm)
    inner = build("verifiers", "masked(verifier='ppm(order=2)', words=40)").wraps()
    assert inner.order == 2
    problems = made.problems(made.train)
    answers = model.fit(problems, made.train.same).verify(problems)
    assert np.array_equal(answers, Masked(Ppm()).fit(problems, made.train.same).verify(problems))


def test_the_other_verifier_is_not_touched(made: Sample) -> None:
    other = CharNgrams(n=3)
    model = Masked(other, words=7).fit(made.problems(made.train), made.train.same)
    assert not hasattr(other, "map_")
    assert (clone(model).verifier.n, clone(model).words) == (3, 7)


@pytest.mark.parametrize("words", [0, 10_000])
def test_a_number_of_words_that_the_list_does_not_have_is_refused(words: int) -> None:
    problems = [Problem(("so it is",), "so it is"), Problem(("so it is",), "we are there")]
    with pytest.raises(SpecError, match=rf"words={words}: the list of frequent words has 1 to 1,770"):
        Masked("char_ngrams", words).fit(problems, [True, False])


def test_what_is_no_verifier_is_refused(made: Sample) -> None:
    with pytest.raises(SpecError, match=r"masked\(verifier='collections:OrderedDict'\): it has no fit\(\)"):
        Masked("collections:OrderedDict").fit(made.problems(made.train), made.train.same)
    with pytest.raises(SpecError, match="no verifier named 'pmp'; did you mean 'ppm'"):
        Masked("pmp").fit(made.problems(made.train), made.train.same)


def test_it_is_no_evidence_of_its_own_and_not_in_the_bank() -> None:
    bank = expanded(["bank"], "verifiers")
    assert "ppm" in bank
    assert "masked" not in bank


def test_stored_answers_do_not_outlive_a_change_of_the_other_verifier(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    file, source = tmp_path / "shown_masked.py", "class Mine:\n    def fit(self, problems, same): return self\n"
    file.write_text(f"{source}    def verify(self, problems): return [1 for one in problems]\n")
    model = Masked("shown_masked:Mine")
    before = fingerprint(model, "verifiers")
    assert fingerprint(model, "verifiers") == before
    assert fingerprint(Masked("shown_masked:Mine", words=7), "verifiers") != before
    file.write_text(f"{source}    def verify(self, problems): return [0 for one in problems]\n")
    assert fingerprint(model, "verifiers") != before
