import numpy as np
import pytest
from sklearn.linear_model import Ridge

from stylobench.protocols.cell_pairs import AUTHOR_ACROSS_TOPICS, CELLS, TOPIC_ACROSS_AUTHORS, Cell
from stylobench.protocols.unmasking import ROUNDS, sampled_sets, unmask, unmasking_curves
from stylobench.seeds import generator


def crossed(authors, topics, documents):
    return np.repeat(np.arange(authors), topics * documents), np.tile(np.repeat(np.arange(topics), documents), authors)


def test_a_few_strong_features_are_unmasked_and_many_weak_ones_are_not():
    rng = generator(0, "unmask")
    noise = rng.normal(size=(2, 20, 60))
    few, many = np.zeros(60), np.full(60, 1.5)
    few[:3], few[3:6] = 4.0, -4.0
    masked, deep = (unmask(noise[0] + shift, noise[1] - shift) for shift in (few, many))
    assert masked[0] == deep[0] == 1.0
    assert masked[1] < 0.75
    assert deep.min() == 1.0


def test_equal_sets_stay_at_one_half_however_many_features_are_removed():
    rng = generator(1, "unmask")
    curves = np.array([unmask(*rng.normal(size=(2, 8, 80))) for _ in range(150)])
    spread = curves.std(axis=0, ddof=1) / np.sqrt(len(curves))
    assert curves.shape == (150, ROUNDS + 1)
    assert np.all(np.abs(curves.mean(axis=0) - 0.5) < 3.5 * spread)


def test_the_closed_form_is_ridge_regression_refitted_without_each_fold():
    first, second = generator(2, "unmask").normal(size=(2, 5, 7)) + np.array([[[0.4]], [[-0.4]]])
    features, labels = np.vstack([first, second]), np.repeat([1, -1], 5)
    right = []
    for fold in range(5):
        test = np.arange(10) % 5 == fold
        model = Ridge(alpha=7.0).fit(features[~test], labels[~test])
        right += list(np.sign(model.predict(features[test])) == labels[test])
    assert unmask(first, second)[0] == pytest.approx(np.mean(right))


def test_three_features_on_either_side_leave_a_round_at_a_time():
    rng = generator(3, "unmask")
    assert len(unmask(*rng.normal(size=(2, 4, 13)))) == 3
    assert len(unmask(*rng.normal(size=(2, 4, 12)))) == 2


@pytest.mark.parametrize(("documents", "side"), [(60, 20), (20, 10), (8, 4)])
def test_every_set_has_the_same_size_and_its_own_author_and_topic(documents, side):
    authors, topics = crossed(4, 3, documents)
    found = sampled_sets(authors, topics, 0)
    assert list(found) == list(CELLS)
    for cell, sets in found.items():
        for one in sets:
            rows = np.concatenate([one.first, one.second])
            assert len(one.first) == len(one.second) == side
            assert len(np.unique(rows)) == 2 * side
            assert len(np.unique(authors[rows])) == (1 if cell.same_author else 2)
            assert len(np.unique(topics[rows])) == (1 if cell.same_topic else 2)
            assert (authors[one.first[0]], authors[one.second[0]]) == one.authors


def test_cells_with_fewer_than_three_pairs_are_left_out():
    authors, topics = crossed(2, 2, 8)
    assert set(sampled_sets(authors, topics, 0)) == {Cell(True, True)}
    assert sampled_sets(*crossed(2, 2, 3), 0) == {}
    assert sampled_sets(authors[:0], topics[:0], 0) == {}


def test_pairs_are_spread_over_authors():
    found = sampled_sets(*crossed(30, 2, 8), 0)
    for cell in (Cell(True, True), AUTHOR_ACROSS_TOPICS):
        assert sorted(one.authors[0] for one in found[cell]) == list(range(30))


def test_curves_say_who_outlasts_whom():
    authors, topics = crossed(6, 4, 8)
    rng = generator(4, "unmask")
    style, subject = rng.normal(size=(6, 80)), rng.normal(size=(4, 80))
    noise = rng.normal(size=(len(authors), 80))
    sets = sampled_sets(authors, topics, 0)
    by_author, wins = unmasking_curves(sets, noise + style[authors], 0)
    _, loses = unmasking_curves(sets, noise + subject[topics], 0)
    assert wins.low > 0.2
    assert loses.high < -0.2
    ends = {(curve.author, curve.topic): curve.curve[0] for curve in by_author}
    assert ends["different", "same"].accuracy > 0.9
    assert ends["same", "different"].low < 0.5 < ends["same", "different"].high
    assert [step.removed for step in by_author[0].curve] == list(range(0, 61, 6))
    assert {curve.units for curve in by_author} == {6}


def test_without_one_of_the_two_cells_nothing_is_compared():
    authors, topics = crossed(3, 2, 8)
    sets = sampled_sets(authors, topics, 0)
    features = generator(5, "unmask").normal(size=(len(authors), 20))
    alone = {cell: found for cell, found in sets.items() if cell != TOPIC_ACROSS_AUTHORS}
    assert unmasking_curves(alone, features, 0)[1] is None
    assert unmasking_curves({}, features, 0) == ([], None)
