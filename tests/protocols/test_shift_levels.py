import numpy as np
import pytest
from scipy import stats

from stylobench.metrics.outcomes import Outcomes
from stylobench.protocols.shift_levels import level
from stylobench.seeds import generator

TRUTH = ["a"] * 6 + ["b"] * 14
NAMED = ["a"] * 5 + ["b"] * 14 + ["a"]


def found(measure, **more):
    return level(Outcomes.attributed(TRUTH, NAMED, **more), measure, generator(0, "test"))


def test_accuracy_has_jeffreys_interval():
    one = found("accuracy")
    assert one.value == pytest.approx(0.9)
    assert (one.low, one.high) == pytest.approx(tuple(stats.beta.ppf([0.025, 0.975], 18.5, 2.5)))


def test_precision_and_recall_count_their_own_documents():
    for measure in ("precision", "recall"):
        one = found(measure, positive="a")
        assert one.value == pytest.approx(5 / 6)
        assert (one.low, one.high) == pytest.approx(tuple(stats.beta.ppf([0.025, 0.975], 5.5, 1.5)))
        assert one.n == 20


def test_all_right_reaches_one():
    one = level(Outcomes.attributed(["a", "b"], ["a", "b"]), "accuracy", generator(0, "test"))
    assert (one.value, one.high) == (1.0, 1.0)
    assert one.low < 0.5


@pytest.mark.parametrize("measure", ["accuracy", "macro_f1", "precision", "recall", "f"])
def test_intervals_hold_their_value_where_all_is_right_or_all_is_wrong(measure):
    truth = ["a", "b"] * 15
    for named, value in ((truth, 1.0), (truth[::-1], 0.0)):
        one = level(Outcomes.attributed(truth, named, positive="a"), measure, generator(0, "test"))
        assert one.value == value
        assert 0 <= one.low <= value <= one.high <= 1
        assert one.high - one.low > 0.01


def test_a_mean_loss_is_not_below_nothing():
    one = level(Outcomes.attributed(["a"] * 3, ["a"] * 3, [0.0, 0.0, 3.0]), "log_loss", generator(0, "test"))
    assert (one.value, one.low, one.n) == (1.0, 0.0, 3)
    alone = level(Outcomes.attributed(["a"], ["a"], [0.5]), "log_loss", generator(0, "test"))
    assert (alone.value, alone.low, alone.high, alone.n) == (0.5, None, None, 1)


def test_the_mean_loss_has_students_interval():
    losses = np.linspace(0, 1, 20)
    one = found("log_loss", losses=losses)
    expected = stats.t.interval(0.95, 19, losses.mean(), stats.sem(losses))
    assert (one.low, one.high) == pytest.approx(expected)


def test_macro_f1_lies_in_an_interval_as_wide_as_a_bootstrap_finds():
    one = found("macro_f1")
    assert one.value == pytest.approx((5 / 6 + 13 / 14) / 2)
    assert one.low < one.value < one.high
    rng, draws = generator(1, "test"), []
    for _ in range(500):
        rows = rng.integers(20, size=20)
        some = Outcomes.attributed([TRUTH[i] for i in rows], [NAMED[i] for i in rows])
        draws.append(some.value("macro_f1", some.totals[None])[0])
    low, high = np.quantile(draws, [0.025, 0.975])
    assert one.high - one.low == pytest.approx(high - low, rel=0.35)


def test_an_undefined_measure_has_no_level():
    one = level(Outcomes.attributed(["b", "a"], ["b", "b"], positive="a"), "precision", generator(0, "test"))
    assert (one.value, one.low, one.high, one.n) == (None, None, None, 2)


def test_a_class_of_other_periods_does_not_lower_an_average_over_classes():
    more = Outcomes.attributed([*TRUTH, "z", "a"], [*NAMED, "y", "x"])
    one = level(more.take(np.arange(20)), "macro_f1", generator(0, "test"))
    alone = found("macro_f1")
    assert one.value == pytest.approx(alone.value)
    assert one.low < one.value < one.high
    assert (one.low, one.high) == pytest.approx((alone.low, alone.high), abs=0.02)
