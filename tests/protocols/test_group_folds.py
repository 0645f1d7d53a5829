import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from stylobench.protocols._group_folds import FOLDS, counted_once, group_folds, joined_groups

OWNED = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 200)), min_size=1, max_size=150)


@given(OWNED)
def test_a_group_and_a_text_stand_in_one_fold_whatever_the_order(owned):
    groups, texts = [f"g{group}" for group, _ in owned], [f"t{text}" for _, text in owned]
    folds = group_folds(groups, texts)
    for labels in (groups, texts):
        assert all(len({f for f, one in zip(folds, labels, strict=True) if one == label}) == 1 for label in labels)
    assert np.array_equal(group_folds(groups[::-1], texts[::-1])[::-1], folds)
    assert sorted(set(folds.tolist())) == list(range(folds.max() + 1))
    joined = joined_groups(groups, texts)
    assert len(set(joined)) >= len(set(folds.tolist()))
    assert set(joined) <= set(groups)


def test_forty_groups_are_left_out_one_by_one_and_more_in_ten_even_folds():
    names = [f"{number:03d}" for number in range(205)]
    assert group_folds(names[:40], names[:40]).tolist() == list(range(40))
    assert np.bincount(group_folds(names, names)).tolist() == [21] * 5 + [20] * (FOLDS - 5)


def test_equal_texts_count_once():
    assert counted_once([], []) == []
    assert counted_once(["b", "a", "b", "b"], ["2", "9", "1", "1"]) == [1, 2]
