from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC
from verifiers.strong_style import auc_of, strong_style

from stylobench.errors import SpecError
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem
from stylobench.verifiers._unmasking_kernels import accuracy_curve, drawn, separate
from stylobench.verifiers.unmasking import Unmasking, frequent_words, standardised

SMALL = {"words": 60, "removed": 2, "rounds": 8, "runs": 1, "chunks": 20, "size": 100}


def machine(chunks: Floats, side: Floats) -> LinearSVC:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return LinearSVC(C=1.0, dual=True, tol=1e-6, max_iter=100_000, random_state=0).fit(chunks, side)


def sides(count: int, words: int, apart: float, seed: int = 0) -> Floats:
    """Standardised chunks, the first half of one side; early words differ more."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(2 * count, words))
    values[:count] += apart / np.arange(1, words + 1)
    return standardised(values)


def plain_curve(chunks: Floats, rounds: int, removed: int, folds: int) -> list[float]:
    """Machine after machine, words taken away from the matrix itself."""
    half = len(chunks) // 2
    side, fold_of = np.repeat([1.0, -1.0], half), np.tile(np.arange(half) % folds, 2)
    curve = []
    for _ in range(rounds):
        right, weights = 0, np.zeros(chunks.shape[1])
        for fold in range(folds):
            tested = fold_of == fold
            model = machine(chunks[~tested], side[~tested])
            right += int((model.predict(chunks[tested]) == side[tested]).sum())
            weights += model.coef_[0]
        curve.append(right / len(chunks))
        chunks = np.delete(chunks, np.argsort(weights)[np.r_[:removed, -removed:0]], axis=1)
    return curve


def test_the_separator_is_a_linear_support_vector_machine() -> None:
    chunks, side = sides(12, 9, 2.0), np.repeat([1.0, -1.0], 12)
    tested = np.arange(24) % 5 == 0
    reached = separate(chunks @ chunks.T + 1, side, tested, np.zeros(24))
    model = machine(chunks[~tested], side[~tested])
    assert reached == pytest.approx(model.decision_function(chunks), abs=0.01)


@pytest.mark.parametrize("apart", [0.5, 3.0])
def test_the_curve_is_that_of_machines_fitted_one_by_one(apart: float) -> None:
    chunks = sides(15, 14, apart)
    assert accuracy_curve(chunks, 4, 1, 5) == pytest.approx(plain_curve(chunks, 4, 1, 5), abs=1e-9)


def test_without_words_left_there_is_chance() -> None:
    curve = accuracy_curve(sides(10, 5, 9.0), 4, 1, 5)
    assert curve[0] == 1
    assert curve[2:].tolist() == [0.5, 0.5]


def test_all_words_are_drawn_before_any_comes_again() -> None:
    bag, rng = np.array([3, 2, 1, 0]), np.random.default_rng(0)
    assert drawn(bag, 3, 6, rng).tolist() == [[3, 2, 1, 0]] * 3
    assert drawn(bag, 2, 9, rng).sum(axis=0).tolist() == [9, 6, 3, 0]
    assert drawn(bag, 4, 2, rng).sum(axis=1).tolist() == [2, 2, 2, 2]


def test_frequent_words_count_by_the_mean_of_their_shares() -> None:
    known = sparse.csr_matrix([[6.0, 1.0, 0.0, 1.0], [6.0, 1.0, 0.0, 1.0]])
    questioned = sparse.csr_matrix([[0.0, 1.0, 3.0, 1.0]])
    # shares: 12/16, 2/16 + 1/5, 3/5, 2/16 + 1/5; of equals the first
    first, second = frequent_words(known, questioned, 3)
    assert first.tolist() == [12, 0, 2, 2]
    assert second.tolist() == [0, 3, 1, 1]


def test_a_text_beside_itself_fades_before_two_that_differ() -> None:
    made = strong_style(documents=20)
    pairs = [Problem((made.texts[0],), made.texts[0]), Problem((made.texts[0],), "so it is thus we be " * 50)]
    alike, unlike = Unmasking(**SMALL)._measures(Problems.of(pairs))[:, : SMALL["rounds"]].mean(axis=1)
    assert alike < 0.75 < unlike


def test_it_tells_authors_apart() -> None:
    assert auc_of(Unmasking(**SMALL), strong_style()) > 0.8


def test_within_the_radius_there_is_no_answer() -> None:
    made = strong_style(documents=30)
    train, test = made.problems(made.train), made.problems(made.test)
    free = Unmasking(**SMALL).fit(train, made.train.same).verify(test)
    shy = Unmasking(**SMALL, radius=0.3).fit(train, made.train.same).verify(test)
    assert np.array_equal(np.isnan(shy), np.abs(free - 0.5) <= 0.3)
    assert np.isnan(shy).any()


def test_texts_without_words_get_no_answer() -> None:
    made = strong_style(documents=30)
    model = Unmasking(**SMALL).fit(made.problems(made.train), made.train.same)
    some = made.texts[0]
    assert np.isnan(model.verify([Problem((some, "?!"), some), Problem((some,), "... --")])).all()


def test_it_explains_itself_by_points_of_the_curve() -> None:
    made = strong_style(documents=30)
    model = Unmasking(**SMALL).fit(made.problems(made.train), made.train.same)
    reasons = model.explain(made.problems(made.test)[0], most=3)
    assert len(reasons) == 3
    assert all("round" in reason.name for reason in reasons)
    assert model.explain(Problem(("",), "so")) == []


@pytest.mark.parametrize(
    ("parameter", "value", "wanted"),
    [("words", 0, "at least 1"), ("rounds", 1, "at least 2"), ("chunks", 1, "at least 2"), ("radius", 0.5, "below .5")],
)
def test_a_wrong_parameter_is_named(parameter: str, value: float, wanted: str) -> None:
    with pytest.raises(SpecError, match=rf"unmasking\({parameter}={value}\): it must be .*{wanted}"):
        Unmasking(**{parameter: value}).fit([], [])


def test_problems_with_one_curve_get_one_answer_whichever_of_them_is_left_out() -> None:
    """Exact shares of equal curves would lean against the one that is left out."""
    model, curves, same = Unmasking(**SMALL), np.ones((60, 10)), np.arange(60) % 2 == 0
    curves[50:, 3] = 0.9
    answers = []
    for place in range(4):
        others = np.arange(60) != place
        model._teach(curves[others], same[others], np.arange(59))
        answers.append(model._answers(curves[place : place + 1])[0])
    assert len(set(answers)) == 1


def test_a_rewritten_questioned_text_meets_the_same_chance() -> None:
    made = strong_style(documents=20)
    known, questioned = made.texts[0], made.texts[1]
    # the same words in another order: a draw by its text would change the curve
    turned = " ".join(questioned.split()[::-1])
    curves = Unmasking(**SMALL)._measures(Problems.of([Problem((known,), questioned), Problem((known,), turned)]))
    assert np.array_equal(curves[0], curves[1])
