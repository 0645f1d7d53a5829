import numpy as np
import pytest

from stylobench.errors import SplitError
from stylobench.protocols.periods import periods
from stylobench.protocols.shift_backtest_plan import plan

MONTHS = ("1987-02", "1987-03", "1987-04", "1987-06")


def dated(counts):
    """Labels and periods: counts of each class by month."""
    labels, times = [], []
    for month, held in zip(MONTHS, counts, strict=True):
        for label, count in held.items():
            labels += [label] * count
            times += [month] * count
    return labels, periods(times, "month")


COUNTS = ({"a": 2, "b": 1}, {"a": 20, "b": 10, "rare": 3}, {"a": 5, "b": 9, "rare": 1, "new": 2}, {"a": 11, "new": 1})


def test_the_first_period_with_enough_documents_trains_and_all_later_ones_are_tested():
    labels, months = dated(COUNTS)
    found = plan(labels, months, seed=1, least=10)
    (origin,) = found.origins
    held = np.array(labels)
    assert months.names[origin.period] == "1987-03"
    assert sorted(held[origin.later.train]) == ["a"] * 20 + ["b"] * 10
    assert sorted(held[origin.later.test]) == ["a"] * 16 + ["b"] * 9 + ["new"] * 3
    assert (months.codes[origin.later.test] > 1).all()
    assert found.tested(origin) == [2, 3]


def test_folds_divide_the_training_period_by_class():
    labels, months = dated(COUNTS)
    (origin,) = plan(labels, months, seed=1, least=10).origins
    tested = np.concatenate([split.test for split in origin.folds])
    assert sorted(tested) == origin.later.train.tolist()
    for split in origin.folds:
        assert sorted(np.array(labels)[split.test]) == ["a", "a", "b"]
        assert sorted([*split.train, *split.test]) == origin.later.train.tolist()


def test_what_is_left_out_and_what_is_new_is_said():
    found = plan(*dated(COUNTS), least=10)
    assert found.notes == (
        "1987-02 has too few documents to train on: 3",
        "trained on 1987-03: 1 classes too rare there are left out (rare): 4 documents",
        "trained on 1987-03: 3 of 28 later documents are of 1 classes that it does not know; "
        "every answer to them is wrong",
    )


def test_a_small_later_period_is_not_judged():
    labels, months = dated(({"a": 1}, {"a": 20, "b": 10}, {"a": 9}, {"a": 11}))
    found = plan(labels, months, least=10)
    assert found.tested(found.origins[0]) == [3]
    assert "1987-04 has fewer than 10 documents and is not judged" in found.notes


def test_a_rolling_plan_trains_on_every_period_but_the_last():
    labels, months = dated(({"a": 1}, {"a": 20, "b": 10}, {"a": 10, "b": 12}, {"a": 11, "b": 10}))
    found = plan(labels, months, rolling=True)
    assert [origin.period for origin in found.origins] == [1, 2]
    assert len(found.origins[1].later.test) == 21
    ids = [split.id for split in found]
    assert len(set(ids)) == len(ids) == 22


def test_undated_and_unlabelled_documents_are_no_part_of_it():
    labels = ["a", "b"] * 10 + [None, "a"] + ["a", "b"]
    times = ["1987"] * 20 + ["1987", None] + ["1988"] * 2
    found = plan(labels, periods(times, "year"), least=2)
    assert found.origins[0].later.test.tolist() == [22, 23]
    assert found.notes == (
        "1 of 24 documents have no date that says their period",
        "1 dated documents have no class",
    )


def test_the_plan_depends_on_the_seed_alone():
    labels, months = dated(COUNTS)
    one, same, other = (plan(labels, months, seed) for seed in (3, 3, 4))
    assert [split.digest for split in one] == [split.digest for split in same]
    assert [split.digest for split in one] != [split.digest for split in other]


def test_too_little_for_a_backtest():
    with pytest.raises(SplitError, match="two classes with 10 documents each"):
        plan(["a", "b"] * 5, periods(["1987", "1988"] * 5, "year"))
    with pytest.raises(SplitError, match="no dated document has a class"):
        plan([None, None], periods(["1987", "1988"], "year"))
