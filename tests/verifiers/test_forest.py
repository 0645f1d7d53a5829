from __future__ import annotations

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import roc_auc_score

from stylobench.records import Booleans, Floats
from stylobench.verifiers._forest import Forest
from stylobench.verifiers._forest_kernels import grow


def drawn_world(count: int, columns: int, seed: int) -> tuple[Floats, Booleans]:
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(count, columns))
    return rows, rows[:, 0] + rows[:, 1] + rng.normal(size=count) > 0


def best_by_trying_all(rows: Floats, same: Booleans) -> tuple[int, float]:
    """Column and bound with the least Gini impurity of the halves, weighed by their sizes."""

    def impurity(side: Booleans) -> float:
        return float(2 * len(side) * side.mean() * (1 - side.mean())) if len(side) else 0.0

    found = []
    for column in range(rows.shape[1]):
        values = np.unique(rows[:, column])
        for bound in (values[:-1] + values[1:]) / 2:
            first = rows[:, column] <= bound
            found.append((impurity(same[first]) + impurity(same[~first]), column, float(bound)))
    return min(found)[1:]


@pytest.mark.parametrize("seed", range(5))
def test_a_node_asks_the_question_that_leaves_the_purest_halves(seed: int) -> None:
    rows, same = drawn_world(30, 3, seed)
    columns, bounds, _, shares = grow(rows, same, np.arange(30), 3, np.random.default_rng(0))
    column, bound = best_by_trying_all(rows, same)
    assert columns[0] == column
    assert bounds[0] == pytest.approx(bound)
    assert shares[0] == same.mean()


def test_a_tree_knows_by_heart_what_it_was_grown_from() -> None:
    rows, same = drawn_world(40, 4, 1)
    tree = grow(rows, same, np.arange(40), 2, np.random.default_rng(0))
    columns, bounds, children, shares = tree
    whole = Forest(np.zeros(1, np.int64), columns, bounds, children, shares)
    assert whole.answers(rows).tolist() == same.astype(float).tolist()


def test_rows_that_are_all_alike_share_a_leaf() -> None:
    rows, same = np.ones((6, 2)), np.array([True, True, True, False, False, False])
    assert Forest.grown(rows, same, 3, np.random.default_rng(0)).answers(rows[:1]).tolist() == [0.5]


def test_it_is_as_good_as_that_of_scikit_learn() -> None:
    rows, same = drawn_world(200, 7, 2)
    asked, truth = drawn_world(1000, 7, 3)
    theirs = RandomForestClassifier(50, random_state=0).fit(rows, same).predict_proba(asked)[:, 1]
    ours = Forest.grown(rows, same, 50, np.random.default_rng(0)).answers(asked)
    assert roc_auc_score(truth, ours) == pytest.approx(roc_auc_score(truth, theirs), abs=0.03)


def test_a_rare_class_counts_as_much_as_a_common_one() -> None:
    rng = np.random.default_rng(4)
    rows, same = rng.normal(size=(200, 5)), np.arange(200) < 20
    answers = Forest.grown(rows, same, 200, rng).answers(rng.normal(size=(500, 5)))
    assert answers.mean() == pytest.approx(0.5, abs=0.05)


def test_answers_one_by_one_do_not_lean_against_a_truth_drawn_at_random() -> None:
    """With weights for classes in place of draws of equal size the mean over many worlds is .43."""
    areas = []
    for seed in range(12):
        rng = np.random.default_rng(seed)
        rows, same = rng.normal(size=(60, 40)), rng.permutation(np.arange(60) % 2 == 0)
        answers = [_left_out(rows, same, place) for place in range(60)]
        areas.append(roc_auc_score(same, answers))
    assert np.mean(areas) == pytest.approx(0.5, abs=0.05)


def _left_out(rows: Floats, same: Booleans, place: int) -> float:
    others = np.arange(len(rows)) != place
    forest = Forest.grown(rows[others], same[others], 20, np.random.default_rng(0))
    return float(forest.answers(rows[place : place + 1])[0])
