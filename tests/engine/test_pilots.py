from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from stylobench.engine.jobs import Bench, Job, answer
from stylobench.engine.methods import methods
from stylobench.engine.pilots import (
    FirstRewrite,
    SharedLoad,
    document_load,
    document_pilot,
    evenly,
    items_of,
    regrouped,
    renewed,
    smaller,
    trial_load,
    trial_pilot,
)
from stylobench.engine.trial_jobs import TrialBench, TrialJob
from stylobench.features.texts import Texts
from stylobench.records import Problem, Split, Trials, TrialSplit

(BAYES,) = methods(["naive_bayes"])
(NGRAMS,) = methods(["char_ngrams"], "verifiers")
WORDS = ("sea", "war", "red", "blue", "ship", "king", "bread", "salt")


def bench(authors: list[str]) -> Bench:
    texts = [f"{WORDS[i % 8]} {WORDS[(3 * i + 1) % 8]} {name} says {i}" for i, name in enumerate(authors)]
    return Bench("digest", Texts(texts), np.array(authors), np.array([f"t{i % 3}" for i in range(len(authors))]))


def every_other(count: int) -> Split:
    rows = np.arange(count)
    return Split("s", rows[::2], rows[1::2], "")


def trials(count: int, same: list[bool], first: int = 0) -> Trials:
    known = first + np.arange(count)
    return Trials.of_pairs(known, known + 1, np.resize(same, count))


def test_a_thinned_split_of_documents_has_its_own_texts_and_two_documents_of_each_author() -> None:
    large = bench(["ann", "ben", "cat", "dan", "eve"] * 60)
    job, items = document_pilot(large, every_other(300), BAYES, 3)
    assert (len(job.split.train), len(job.split.test), items) == (40, 20, 60)
    assert len(job.bench.texts) == len(job.bench.authors) == len(job.bench.topics) == 60
    assert set(np.unique(job.bench.authors[job.split.train], return_counts=True)[1]) == {8}
    assert set(job.bench.texts) <= set(large.texts)
    assert all(name in text for name, text in zip(job.bench.authors, job.bench.texts, strict=True))
    assert job.seed == 3
    assert answer(job).failure is None


def test_of_many_authors_as_many_are_taken_as_can_have_two_documents() -> None:
    large = bench([f"a{i % 100:02}" for i in range(600)])
    rows = np.arange(600)
    job, _ = document_pilot(large, Split("s", rows[:500], rows[500:], ""), BAYES, 0)
    names, counts = np.unique(job.bench.authors[job.split.train], return_counts=True)
    assert len(names) == 20
    assert set(counts) == {2}
    assert set(job.bench.authors[job.split.test]) <= set(names)


def test_an_author_with_one_document_is_left_out_where_there_are_two_others() -> None:
    large = bench(["ann", "ann", "ben", "ben", "cat", "ann", "ben"])
    job, items = document_pilot(large, Split("s", np.arange(5), np.array([5, 6]), ""), BAYES, 0)
    assert sorted(job.bench.authors[job.split.train]) == ["ann", "ann", "ben", "ben"]
    assert items == 6


def test_where_nobody_tested_was_trained_on_the_tested_are_taken_all_the_same() -> None:
    large = bench(["ann", "ann", "ben", "ben", "cat"])
    job, _ = document_pilot(large, Split("s", np.arange(4), np.array([4]), ""), BAYES, 0)
    assert job.bench.authors[job.split.test].tolist() == ["cat"]


@given(
    st.lists(st.booleans(), min_size=1, max_size=300),
    st.lists(st.booleans(), min_size=1, max_size=100),
)
def test_thinned_trials_keep_both_truths_and_speak_of_the_same_texts(train: list[bool], test: list[bool]) -> None:
    count = len(train) + len(test) + 2
    large = TrialBench("digest", Texts([f"text {i}" for i in range(count)]), np.arange(count) * 7)
    sides = (trials(len(train), train), trials(len(test), test, len(train) + 1))
    job, items = trial_pilot(large, TrialSplit("s", *sides, ""), NGRAMS, 0)
    for thin, side, most in zip((job.split.train, job.split.test), sides, (40, 20), strict=True):
        assert len(thin) == min(most, len(side))
        yes, no = int(side.same.sum()), int((~side.same).sum())
        assert int(thin.same.sum()) == min(yes, max(most // 2, most - no))
        whole = {
            (f"text {a}", f"text {b}", bool(c)) for a, b, c in zip(side.known, side.questioned, side.same, strict=True)
        }
        ours = zip(thin.known, thin.questioned, thin.same, strict=True)
        assert {(job.bench.texts[a], job.bench.texts[b], bool(c)) for a, b, c in ours} <= whole
    assert items == items_of(job.split)
    assert job.bench.writers is not None
    assert [f"text {code // 7}" for code in job.bench.writers] == list(job.bench.texts)


def test_a_load_counts_items_of_all_jobs_and_the_different_ones_among_them() -> None:
    large = bench(["ann", "ben"] * 10)
    splits = [every_other(20), Split("again", np.arange(0, 10), np.arange(10, 14), "")]
    found = document_load(large, splits, BAYES, 0)
    assert isinstance(found, SharedLoad)
    assert (found.label, found.jobs, found.items) == ("naive_bayes", 2, 34)
    assert (found.distinct, found.texts, found.pilot_items) == (20, 20, 20)


def test_equal_splits_of_trials_are_one_job() -> None:
    texts = TrialBench("digest", Texts([f"text {i}" for i in range(40)]))
    one = TrialSplit("one", trials(10, [True, False]), trials(4, [True, False], 10), "")
    renamed = TrialSplit("two", one.train, one.test, "")
    other = TrialSplit("three", one.train, trials(6, [True, False], 20), "")
    found = trial_load(texts, [one, renamed, other], NGRAMS, 0)
    assert isinstance(found, SharedLoad)
    assert (found.jobs, found.items) == (2, 30)
    # 10 + 4 + 6 pairs, of neighbours: rows 0 to 14 and 20 to 26
    assert (found.distinct, found.texts) == (20, 22)


def test_renewed_pilots_have_nothing_counted_and_the_same_answers() -> None:
    job, _ = document_pilot(bench(["ann", "ben", "cat"] * 30), every_other(90), BAYES, 0)
    first = answer(job)
    again = renewed(job)
    assert isinstance(again, Job)
    assert again.bench.texts is not job.bench.texts
    assert list(again.bench.texts) == list(job.bench.texts)
    second = answer(again)
    assert first.answers is not None
    assert second.answers is not None
    assert np.array_equal(first.answers.scores, second.answers.scores)


def test_an_obfuscator_learns_on_the_first_try_only_until_it_is_renewed() -> None:
    (hiding,) = methods(["random_edits"], "obfuscators")
    pilot = FirstRewrite(hiding, "", Problem((), "the sea is red"), 0, None, ("a ship", "a king"))
    first = pilot.answers()
    (ready,) = pilot.learnt
    assert pilot.answers() == first
    assert pilot.learnt == [ready]
    again = renewed(pilot)
    assert isinstance(again, FirstRewrite)
    assert again.learnt == []
    assert again.answers() == first
    assert again.learnt[0] is not ready


def test_smaller_and_regrouped_pilots() -> None:
    job, items = document_pilot(bench(["ann", "ben", "cat"] * 30), every_other(90), BAYES, 0)
    thin = smaller(job)
    assert thin is not None
    assert thin[1] < items
    assert regrouped(job) is None
    texts = TrialBench("digest", Texts([f"text {i}" for i in range(90)]))
    pairs, _ = trial_pilot(texts, TrialSplit("s", trials(40, [True, False]), trials(20, [True], 40), ""), NGRAMS, 0)
    other = regrouped(pairs)
    assert isinstance(other, TrialJob)
    assert other.bench is pairs.bench
    assert np.array_equal(np.sort(other.split.train.questioned), np.sort(pairs.split.train.questioned))
    assert not np.array_equal(other.split.train.questioned, pairs.split.train.questioned)
    fewer = smaller(pairs)
    assert fewer is not None
    assert fewer[1] == 24


@given(st.integers(0, 200), st.integers(1, 50))
def test_evenly_keeps_the_ends_and_never_repeats(count: int, most: int) -> None:
    chosen = evenly(np.arange(count), most).tolist()
    assert len(chosen) == min(count, most) == len(set(chosen))
    assert chosen == sorted(chosen)
    if count and most > 1:
        assert (chosen[0], chosen[-1]) == (0, count - 1)
