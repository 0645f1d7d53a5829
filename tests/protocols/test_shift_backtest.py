import numpy as np
import pytest
from scipy import stats

from stylobench.errors import SplitError
from stylobench.protocols.periods import periods
from stylobench.protocols.shift_backtest import BacktestSettings, Subclassing, backtest
from stylobench.protocols.shift_backtest_plan import plan
from stylobench.records import Answers, Run
from stylobench.seeds import generator
from stylobench.statistics.mixes import Mix
from stylobench.statistics.mixing_law import quantile

NAMES = ("a", "b")


def run(split, scores=None, probable=True, rows=None):
    answers = None if scores is None else Answers(split.test if rows is None else rows, NAMES, scores, probable)
    return Run("", "", split.id, "m", 0, {}, answers, None if scores is not None else "it broke")


def runs_of(made, right, sure=0.8):
    """A method that is right where it is said to be."""
    found = {}
    for split in made:
        first = (made.labels[split.test] == "a") == right[split.test]
        share = np.where(first, sure, 1 - sure)
        found[split.id] = run(split, np.column_stack([share, 1 - share]))
    return found


class World:
    """Documents of two classes and two subclasses ("left" holds even shares of both classes) in three months.

    `sizes` are documents per month and subclass; `wrong` how many of each are answered wrongly.
    """

    def __init__(self, sizes, wrong):
        times, self.subclass, right = [], [], []
        for month, (held, missed) in enumerate(zip(sizes, wrong, strict=True)):
            for code, (n, bad) in enumerate(zip(held, missed, strict=True)):
                times += [f"1987-0{month + 1}"] * n
                self.subclass += [code] * n
                right += [False] * bad + [True] * (n - bad)
        self.subclass, self.right = np.array(self.subclass), np.array(right)
        self.labels = ["a" if row % 2 else "b" for row in range(len(times))]
        self.plan = plan(self.labels, periods(times, "month"))
        self.seen = []

    def cluster(self, rows):
        self.seen.append(rows)
        return self.subclass[rows]

    def subclassing(self, **more):
        return Subclassing(self.cluster, lambda past, codes, later: self.subclass[later], **more)

    def found(self, settings=None, **more):
        chosen = settings or BacktestSettings(measures=("accuracy",), draws=4000)
        return backtest(self.plan, {"m": runs_of(self.plan, self.right)}, self.subclassing(**more), chosen)


WORLD = ([(60, 40), (50, 50), (20, 80)], [(6, 20), (5, 25), (2, 60)])


def test_every_bound_meets_every_period_after_it():
    found = World(*WORLD).found()
    assert [(row.trained, row.bounded, row.period) for row in found.rows] == [
        ("1987-01", "1987-01", "1987-02"),
        ("1987-01", "1987-01", "1987-03"),
        ("1987-01", "1987-02", "1987-03"),
    ]
    assert [row.n for row in found.rows] == [100, 100, 100]


def test_hand_worked_levels_and_bounds():
    first, second, third = World(*WORLD).found().rows
    assert [row.level.value for row in (first, second, third)] == pytest.approx([0.7, 0.38, 0.38])
    assert first.expected == pytest.approx((0.9 + 0.5) / 2)
    # a mix of two is uniform between the clusters: 5% of it lies in the lowest 5% of the way
    assert first.exact == pytest.approx(0.5 + 0.05 * 0.4)
    assert first.exact == pytest.approx(quantile([0.9, 0.5], [1, 1], 0.05))
    assert first.normal == pytest.approx(0.7 - 1.6449 * 0.4 / 12**0.5, abs=1e-4)
    assert first.bound < first.exact
    assert first.future < first.bound
    assert [row.held for row in (first, second, third)] == [True, False, False]
    assert [row.moved for row in (first, second, third)] == pytest.approx([0.1, 0.4, 0.3])


def test_clusters_are_made_from_the_past_sample_alone():
    world = World(*WORLD)
    world.found()
    codes = world.plan.periods.codes
    assert [np.unique(codes[rows]).tolist() for rows in world.seen] == [[0], [1]]


def test_the_mix_can_stay_near_today():
    loose = World(*WORLD).found().rows[0]
    tight = World(*WORLD).found(mix=lambda rows, codes: Mix.around(np.bincount(codes), 1000.0)).rows[0]
    assert tight.expected == pytest.approx(0.74)
    assert tight.exact > 0.7 > loose.exact


def test_nothing_is_said_of_the_move_where_later_documents_have_no_cluster():
    world = World(*WORLD)
    settings = BacktestSettings(measures=("accuracy",), draws=1000)
    found = backtest(world.plan, {"m": runs_of(world.plan, world.right)}, Subclassing(world.cluster), settings)
    assert [row.moved for row in found.rows] == [None] * 3


def test_coverage_is_counted_by_law_and_few_periods_make_no_interval():
    world = World(*WORLD)
    found = world.found()
    # February holds, March does not, by the bound from February as by that from January
    assert [(row.method, row.law, row.tried, row.held, row.low) for row in found.coverage] == [
        ("m", "posterior", 2, 1, None),
        ("m", "exact", 2, 1, None),
        ("m", "normal", 2, 1, None),
        ("m", "future", 2, 1, None),
    ]
    said = "2 later periods make no coverage figure; read them one by one: 1987-02, 1987-03"
    assert found.notes == [said]
    runs = runs_of(world.plan, world.right)
    settings = BacktestSettings(measures=("accuracy", "macro_f1"), draws=1000)
    two = backtest(world.plan, {"m": runs, "n": runs}, world.subclassing(), settings)
    assert len(two.coverage) == 2 * 2 * 4
    assert {(row.method, row.measure) for row in two.coverage} == {
        (name, measure) for name in ("m", "n") for measure in ("accuracy", "macro_f1")
    }
    assert {row.tried for row in two.coverage} == {2}
    assert two.notes[:2] == [said, "methods answer the same documents, so their bounds hold or fail together"]
    assert two.notes[2].startswith("macro_f1 is a mean over the classes that occur")


def test_coverage_of_five_periods_has_an_interval():
    months = [(30, 30)] * 5 + [(10, 50)]
    found = World(months, [(3, 15)] * 5 + [(3, 45)]).found()
    posterior = found.coverage[0]
    # fifteen bounds on five later months: each month counts once, and the last one falls
    assert len(found.rows) == 15
    assert (posterior.tried, posterior.held) == (5, 4)
    assert (posterior.low, posterior.high) == pytest.approx(stats.beta.ppf([0.025, 0.975], [4, 5], [2, 1]).tolist())


def test_two_methods_do_not_make_an_interval_that_one_does_not():
    world = World([(30, 30)] * 5, [(3, 15)] * 5)
    runs = runs_of(world.plan, world.right)
    settings = BacktestSettings(measures=("accuracy",), draws=1000)
    found = backtest(world.plan, {"m": runs, "n": runs}, world.subclassing(), settings)
    assert [(row.tried, row.low) for row in found.coverage] == [(4, None)] * 8


def test_a_month_that_makes_no_clusters_is_noted_and_the_others_are_used():
    world = World(*WORLD)

    def cluster(rows):
        if world.plan.periods.codes[rows[0]] == 0:
            raise SplitError("20 clusters cannot be made of 8 different texts")
        return world.subclass[rows]

    runs = runs_of(world.plan, world.right)
    settings = BacktestSettings(measures=("accuracy",), draws=1000)
    found = backtest(world.plan, {"m": runs, "n": runs}, Subclassing(cluster), settings)
    assert [(row.method, row.bounded, row.period) for row in found.rows] == [
        ("m", "1987-02", "1987-03"),
        ("n", "1987-02", "1987-03"),
    ]
    assert found.notes.count("no bound from 1987-01: 20 clusters cannot be made of 8 different texts") == 1


def test_a_loss_is_bounded_from_above():
    world = World(*WORLD)
    first, _, last = world.found(BacktestSettings(measures=("log_loss",), draws=4000)).rows
    right, wrong = -np.log(0.8), -np.log(0.2)
    assert first.level.value == pytest.approx(0.7 * right + 0.3 * wrong)
    assert first.bound > first.exact > first.expected
    assert first.held
    assert last.level.value == pytest.approx(0.38 * right + 0.62 * wrong)
    assert not last.held


def test_measures_that_the_answers_do_not_have_are_left_out():
    world = World(*WORLD)
    runs = {
        key: run(split, one.answers.scores, probable=False)
        for (key, one), split in zip(runs_of(world.plan, world.right).items(), world.plan, strict=True)
    }
    settings = BacktestSettings(measures=("accuracy", "log_loss", "recall"), positive="a", draws=1000)
    found = backtest(world.plan, {"m": runs}, world.subclassing(), settings)
    assert {row.measure for row in found.rows} == {"accuracy", "recall"}


def test_a_failed_fold_is_said_and_the_rest_is_used():
    world = World(*WORLD)
    runs = runs_of(world.plan, world.right)
    fold = world.plan.origins[0].folds[0]
    runs[fold.id] = run(fold)
    settings = BacktestSettings(measures=("accuracy",), draws=1000)
    found = backtest(world.plan, {"m": runs}, world.subclassing(), settings)
    assert len(found.rows) == 3
    assert found.notes[0] == "m failed on backtest/1987-01/fold 0: it broke"
    later = world.plan.origins[0].later
    runs[later.id] = run(later)
    assert backtest(world.plan, {"m": runs}, world.subclassing(), settings).rows == []


def test_one_cluster_gives_no_bound_and_says_so():
    world = World(*WORLD)
    settings = BacktestSettings(measures=("accuracy",), draws=1000)
    runs = runs_of(world.plan, world.right)
    found = backtest(world.plan, {"m": runs}, Subclassing(lambda rows: np.zeros(len(rows), int)), settings)
    assert found.rows == []
    assert "m: no bound from 1987-01: all 100 items are in one cluster (0); a mix needs at least 2" in found.notes


def test_results_are_the_same_every_time():
    assert World(*WORLD).found() == World(*WORLD).found()


def test_bounds_hold_as_often_as_they_promise_where_only_the_mix_moves():
    """Clusters of constant effectiveness, mixes drawn afresh: of 300 bounds at 10%, about 270 must hold."""
    rng, held = generator(0, "backtest world"), {"posterior": 0, "future": 0}
    effectiveness = np.array([0.95, 0.8, 0.6, 0.9])
    for _ in range(300):
        sizes = np.array([[40, 40, 40, 40], rng.multinomial(60, rng.dirichlet(np.ones(4)))])
        wrong = rng.binomial(sizes, 1 - effectiveness)
        world = World(sizes, wrong)
        (row,) = world.found(BacktestSettings(delta=0.1, measures=("accuracy",), draws=1000)).rows
        held["posterior"] += bool(row.held)
        held["future"] += bool(row.future_held)
    # three standard deviations of Binomial(300, .9) are 15.6; the posterior bound is on the mix, not on 60 documents
    assert 254 <= held["future"] <= 286
    assert held["posterior"] <= held["future"]
