"""One battery over every verifier that exists."""

from __future__ import annotations

import dataclasses
import shlex
import sys

import numpy as np
import pytest
from sklearn.base import clone
from verifiers.sample_problems import sample

import stylobench
from stylobench import specs
from stylobench.engine.bank import families
from stylobench.errors import MissingPart, SplitError
from stylobench.features.pools import Pools
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Problem

OURS = [name for name in specs.names("verifiers") if name != "program"]
BANK = families("verifiers")
LEARNING = [name for name in OURS if name != "sbert_cosine"]
# the only one whose answers may depend on the problems beside them, and which says so
TRANSDUCTIVE = "fuzzy_clusters(transductive=True)"
VARIANTS = [
    *specs.names("verifiers"),
    "char_ngrams(n=3, features=200, calibrate=platt)",
    "char_ngrams(held_out=0)",
    "char_ngrams(calibrate=none)",
    "topic_fit(k=50, features=100, calibrate=isotonic)",
    "ppm(features=raw, order=3, calibrate=temperature)",
    "ppm(radius=0.01)",
    TRANSDUCTIVE,
    "calibrated(verifier=char_ngrams(calibrate=none), by=isotonic)",
    "calibrated(verifier='stylobench.verifiers.ppm:Ppm', by=two_thresholds)",
]
ALONE = [spec for spec in VARIANTS if spec != TRANSDUCTIVE]
WORLD = stylobench.world(authors=5, topics=3, documents=60, words=80, seed=7, style=2.0)
# a system with PAN's interface: the share of words that known and questioned texts have in common
PROGRAM = """
import argparse, json, pathlib
parser = argparse.ArgumentParser()
parser.add_argument("-i", type=pathlib.Path)
parser.add_argument("-o", type=pathlib.Path)
given = parser.parse_args()
with open(given.o / "answers.jsonl", "w") as answers:
    for line in (given.i / "pairs.jsonl").read_text(encoding="utf-8").splitlines():
        problem = json.loads(line)
        first, second = (set(text.split()) for text in problem["pair"])
        value = len(first & second) / max(len(first | second), 1)
        print(json.dumps({"id": problem["id"], "value": value}), file=answers)
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    script = tmp_path_factory.mktemp("system") / "system.py"
    script.write_text(PROGRAM, encoding="utf-8")
    return f"program(command={f'{shlex.quote(sys.executable)} {script}'!r})"


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    """A cache folder of vectors for these tests alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STYLOBENCH_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def world():
    return sample()


@pytest.fixture
def build(program):
    """A fresh verifier by its spec; skips where its optional part is missing."""

    def made(spec):
        if spec.startswith("sbert"):
            try:
                specs.build("encoders", "sbert")
            except MissingPart as missing:
                pytest.skip(str(missing))
        return specs.build("verifiers", program if spec == "program" else spec)

    return made


@pytest.fixture(scope="module")
def learnt():
    return {}


@pytest.fixture
def fitted(build, world, learnt):
    """A verifier that has learnt, each once for all tests."""

    def made(spec):
        if spec not in learnt:
            learnt[spec] = build(spec).fit(world.problems(world.train), world.train.same)
        return learnt[spec]

    return made


def equal(first, second):
    return np.array_equal(first, second, equal_nan=True)


@pytest.mark.parametrize("spec", VARIANTS)
def test_answers_are_probabilities_or_silence(spec, fitted, world):
    answers = fitted(spec).verify(world.problems(world.test))
    assert answers.dtype == np.float64
    assert answers.shape == (len(world.test),)
    said = answers[~np.isnan(answers)]
    assert len(said) > 0
    assert ((said >= 0) & (said <= 1)).all()


@pytest.mark.parametrize("spec", VARIANTS)
def test_two_fits_agree_to_the_bit(spec, build, fitted, world):
    tested = world.problems(world.test)
    second = build(spec).fit(world.problems(world.train), world.train.same)
    assert equal(fitted(spec).verify(tested), second.verify(tested))


@pytest.mark.parametrize("spec", VARIANTS)
def test_the_order_of_training_problems_changes_nothing(spec, fitted, build, world):
    tested = world.problems(world.test)
    order = np.random.default_rng(1).permutation(len(world.train))
    shuffled = world.train.take(order)
    other = build(spec).fit(world.problems(shuffled), shuffled.same)
    assert equal(other.verify(tested), fitted(spec).verify(tested))


@pytest.mark.parametrize("spec", VARIANTS)
def test_the_order_of_known_texts_changes_nothing(spec, fitted, build, world):
    def turned(problems):
        return [Problem(problem.known[::-1], problem.questioned) for problem in problems]

    trained, tested = world.problems(world.train), world.problems(world.test)
    other = build(spec).fit(turned(trained), world.train.same)
    assert equal(other.verify(turned(tested)), fitted(spec).verify(tested))


@pytest.mark.parametrize("spec", VARIANTS)
def test_exactly_those_that_say_so_depend_on_the_problems_beside(spec, build):
    assert getattr(build(spec), "transductive", False) == (spec == TRANSDUCTIVE)


def test_answers_that_may_depend_on_the_problems_beside_do(fitted, world):
    model, tested = fitted(TRANSDUCTIVE), world.problems(world.test)
    whole = model.verify(tested)
    order = np.random.default_rng(2).permutation(len(tested))
    assert equal(model.verify([tested[place] for place in order]), whole[order])
    assert not equal(model.verify(tested[3:4]), whole[3:4])


@pytest.mark.parametrize("spec", ALONE)
def test_each_problem_is_answered_on_its_own(spec, fitted, world):
    model, tested = fitted(spec), world.problems(world.test)
    whole = model.verify(tested)
    order = np.random.default_rng(2).permutation(len(tested))
    assert equal(model.verify([tested[place] for place in order]), whole[order])
    assert equal(model.verify(tested[3:4]), whole[3:4])
    assert equal(model.verify(tested[5:9] + tested[5:6]), whole[[5, 6, 7, 8, 5]])


@pytest.mark.parametrize("spec", VARIANTS)
def test_counted_once_equals_counted_afresh_bit_for_bit(spec, fitted, build, world, tmp_path):
    plain = fitted(spec).verify(world.problems(world.test))
    for texts in (Texts(world.texts), Texts([*world.texts, "and more"], folder=tmp_path)):
        trained, tested = (Problems.without_truth(texts, trials) for trials in (world.train, world.test))
        model = build(spec)
        if hasattr(model, "prepare"):
            model.prepare(trained)
            model.prepare(tested)
        assert equal(model.fit(trained, world.train.same).verify(tested), plain)


@pytest.mark.parametrize("spec", OURS)
def test_a_text_that_stands_in_two_rows_counts_once(spec, fitted, build, world):
    texts = Texts(world.texts * 2)
    train = dataclasses.replace(world.train, questioned=world.train.questioned + len(world.texts))
    model = build(spec).fit(Problems.without_truth(texts, train), train.same)
    tested = world.problems(world.test)
    assert equal(model.verify(tested), fitted(spec).verify(tested))


@pytest.mark.parametrize("spec", VARIANTS)
def test_nothing_is_learnt_from_texts_that_are_only_tested(spec, fitted, build, world):
    probe = world.problems(world.test.take(np.arange(6)))
    before = fitted(spec).verify(probe)
    tested_only = np.setdiff1d(np.arange(len(world.texts)), world.train.rows)
    garbage = list(world.texts)
    for row in tested_only:
        garbage[row] = f"zzzz{row} the the unheard-of qqqq " * (row % 5 + 1)
    texts = Texts(garbage)
    model = build(spec).fit(Problems.without_truth(texts, world.train), world.train.same)
    model.verify(Problems.without_truth(texts, world.test))
    assert equal(model.verify(probe), before)


@pytest.mark.parametrize("spec", VARIANTS)
def test_the_truth_of_tested_trials_cannot_reach_it(spec, fitted, world):
    model = fitted(spec)
    lied = dataclasses.replace(world.test, same=~world.test.same, groups=world.test.same.astype(str))
    texts = Texts(world.texts)
    shown, shown_lies = (Problems.without_truth(texts, trials) for trials in (world.test, lied))
    assert equal(model.verify(shown), model.verify(shown_lies))


def test_a_problem_has_no_room_for_truth(world):
    assert {field.name for field in dataclasses.fields(Problem)} == {"known", "questioned"}
    shown = Problems.without_truth(Texts(world.texts), world.test)
    arrays = [value for value in vars(shown).values() if isinstance(value, np.ndarray)]
    assert not any(len(values) == len(world.test) and values.dtype == np.bool_ for values in arrays)
    assert not hasattr(shown, "same")
    assert not shown._columns().same.any()


@pytest.mark.parametrize("spec", VARIANTS)
def test_a_clone_learns_the_same(spec, build, fitted, world):
    model = fitted(spec)
    copy = clone(model)
    assert copy.get_params() == model.get_params()
    assert copy is not model
    tested = world.problems(world.test)
    assert equal(copy.fit(world.problems(world.train), world.train.same).verify(tested), model.verify(tested))


@pytest.mark.parametrize("spec", ALONE)
def test_odd_texts_do_not_disturb_the_others(spec, fitted, world):
    model, tested = fitted(spec), world.problems(world.test)[:4]
    long = " ".join(world.texts[:30])
    odd = [
        Problem(("",), ""),
        Problem((tested[0].questioned,), ""),
        Problem(("", tested[0].questioned), tested[0].questioned),
        Problem(("a",), "b"),
        Problem((" \n\t ",), "?!"),
        Problem(("123 456 !?",), "... --- 789"),
        Problem(("日本語の文章です。" * 30,), "😀 ünïcödé \x00 " * 30),
        Problem((long,), long.upper()),
        Problem((long, "a"), tested[0].questioned),
    ]
    answers = model.verify([*odd, *tested])
    assert equal(answers[len(odd) :], model.verify(tested))
    said = answers[~np.isnan(answers)]
    assert ((said >= 0) & (said <= 1)).all()


@pytest.mark.parametrize("spec", OURS)
def test_no_answer_where_there_is_nothing_to_compare(spec, fitted, world):
    some = world.texts[0]
    nothing = [Problem(("",), some), Problem((some,), ""), Problem((), some), Problem(("",), "")]
    assert np.isnan(fitted(spec).verify(nothing)).all()


@pytest.mark.parametrize("spec", VARIANTS)
def test_no_problem_gives_no_answer(spec, fitted):
    assert fitted(spec).verify([]).shape == (0,)


@pytest.mark.parametrize("spec", OURS)
def test_training_on_nothing_is_a_clear_error(spec, build, world):
    with pytest.raises(SplitError, match="there is no training problem"):
        build(spec).fit([], [])
    with pytest.raises(SplitError, match="there is no training problem with a known text"):
        build(spec).fit([Problem((), "so it is"), Problem((), "so")], [True, False])
    for kind, words in ((True, "same author"), (False, "different authors")):
        with pytest.raises(SplitError, match=rf"all 2 training problems are of one class \({words}\)"):
            build(spec).fit(world.problems(world.train)[:2], [kind, kind])


@pytest.mark.parametrize("spec", LEARNING)
def test_training_on_empty_texts_is_a_clear_error(spec, build):
    tuned_on_all = {"verifier": "char_ngrams(held_out=0)"} if spec == "masked" else {"held_out": 0}
    with pytest.raises(SplitError):
        build(spec).set_params(**tuned_on_all).fit([Problem(("",), ""), Problem(("",), "")], [True, False])


@pytest.mark.parametrize("spec", OURS)
def test_empty_texts_among_training_problems_do_not_stop_it(spec, build, world):
    problems = [*world.problems(world.train), Problem(("",), ""), Problem(("", "so it is"), "")]
    model = build(spec).fit(problems, [*world.train.same, True, False])
    assert np.isfinite(model.verify(world.problems(world.test))).any()


@pytest.mark.parametrize("spec", OURS)
def test_truth_that_is_not_known_is_refused(spec, build, world):
    problems = world.problems(world.train)[:3]
    with pytest.raises(ValueError, match="True or False"):
        build(spec).fit(problems, [True, False, None])
    with pytest.raises(ValueError, match="3 problems but 2 truths"):
        build(spec).fit(problems, [True, False])


@pytest.mark.parametrize("name", BANK)
def test_it_says_what_it_is_in_one_line(name):
    told = specs.facts("verifiers", name)
    assert told["family"] in specs.FAMILIES
    assert str(told["year"]) in told["paper"]
    assert 0 < len(told["looks_at"]) <= 80
    assert 0 < len(specs.summary("verifiers", name)) <= 118
    page = specs.page("verifiers", name)
    assert ">>> " in page
    for parameter in specs.build("verifiers", name).get_params():
        assert parameter in page.split(">>>")[0].partition(")")[2], f"{parameter} is not explained"


@pytest.mark.parametrize("name", BANK)
def test_it_says_what_a_verdict_rests_on(name, fitted, world):
    model, tested = fitted(name), world.problems(world.test)[:5]
    problem, reasons = next((one, found) for one in tested if (found := model.explain(one)))
    assert all(reason.name and np.isfinite(reason.value) for reason in reasons)
    assert model.explain(Problem(problem.known[::-1], problem.questioned)) == reasons
    assert len(model.explain(problem, most=1)) <= 1
    assert model.explain(Problem(("",), "")) == []


@pytest.mark.parametrize("name", BANK)
def test_texts_by_people_whom_a_problem_is_about_are_no_impostors(name, build, world):
    """A pool with texts that may not be used and one that never had them give the same answers."""
    codes = np.unique(WORLD.column("author"), return_inverse=True)[1]
    asked, texts = world.test.take(np.arange(1)), Texts(world.texts)
    trained = Problems.without_truth(texts, world.train).with_pools(world.train.rows, codes)
    model = build(name).fit(trained, world.train.same)
    shown = Problems.without_truth(texts, asked).with_pools(world.train.rows, codes)
    concerned = codes[np.r_[asked.known, asked.questioned]]
    free = shown.pools.rows[shown.pools.free[0]]
    assert len(free) > 0
    assert not np.isin(codes[free], concerned).any()
    within = model.verify(shown)
    shown.pools = Pools(free, np.ones((1, len(free)), np.bool_))
    without = model.verify(shown)
    assert equal(within, without)


@pytest.mark.parametrize("name", BANK)
def test_a_long_text_is_answered(name, fitted, world):
    long = " ".join(world.texts * 2)
    answers = fitted(name).verify([Problem((long, world.texts[0]), long[: len(long) // 2])])
    assert answers.shape == (1,)
