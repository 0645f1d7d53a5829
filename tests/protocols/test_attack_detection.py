import time

import numpy as np
import pytest
from protocols.small_rewriters import replaced, written
from sklearn.linear_model import Ridge

from stylobench.edits import Edit, Rewrite
from stylobench.protocols.attack_detection import (
    EVERYTHING,
    PENALTY,
    _cross_fitted,
    _sampled,
    _Seen,
    detect,
    detectability,
)
from stylobench.protocols.attack_findings import Sure
from stylobench.seeds import generator

WORDS = ["while", "big", "whilst", "large", "red", "blue"]


def by_author(texts, each=1):
    return [f"author {number // each:03d}" for number in range(len(texts))]


def test_texts_that_come_back_unchanged_are_invisible():
    texts = written(12, 40, WORDS)
    found = detectability("set", "identity", [Rewrite(text) for text in texts], by_author(texts))
    assert found.auc == Sure(0.5, 0.5, 0.5)
    assert (found.texts, found.groups, found.cues) == (12, 12, ())


def test_a_word_that_nobody_else_uses_is_found_and_named():
    texts = written(45, 120, ["while", "big"])
    found = detectability("set", "table", replaced(texts, {"while": "whilst"}), by_author(texts))
    assert found.auc.value > 0.99
    assert found.auc.low > 0.9
    weights = {cue.name: cue.weight for cue in found.cues}
    assert weights['word "whilst"'] > 0 > weights['word "while"']
    assert 'letters "hil"' not in weights


def test_words_replaced_by_each_other_at_random_are_not_found():
    """Originals and rewrites are then alike: one half on average, and inside the interval as often as it says."""
    found = []
    for seed in range(25):
        texts = written(24, 40, ["red", "blue"], seed)
        swapped = replaced(texts, {"red": "blue", "blue": "red"}, seed + 7, rate=0.5)
        found.append(detectability("set", "swap", swapped, by_author(texts), seed, draws=99).auc)
    values = [auc.value for auc in found]
    assert abs(np.mean(values) - 0.5) < 3.5 * np.std(values, ddof=1) / np.sqrt(len(found))
    assert sum(auc.low < 0.5 < auc.high for auc in found) >= 22


def test_spaces_before_marks_give_a_rewriter_away_by_name():
    texts = written(20, 80, ["red"])
    rewrites = [Rewrite(text, tuple(Edit(i, i, " ", "any") for i, c in enumerate(text) if c == ".")) for text in texts]
    found = detectability("set", "spaces", rewrites, by_author(texts))
    assert found.auc.value == 1.0
    assert any(cue.name == "space before a mark" and cue.weight > 0 for cue in found.cues)


def test_equal_originals_count_once_and_order_changes_nothing():
    texts = written(15, 80, ["while", "whilst"])
    rewrites, groups = replaced(texts, {"while": "whilst"}, rate=0.5), by_author(texts)
    plain = detectability("set", "table", rewrites, groups)
    assert detectability("set", "table", rewrites[::-1], groups[::-1]) == plain
    twice = detectability("set", "table", [*rewrites, rewrites[0]], [*groups, groups[0]])
    assert twice == plain


def test_nothing_is_learnt_from_the_group_that_is_judged():
    """Labels of one group turned round: its own scores stay, so that its AUC becomes one minus itself."""
    rng = generator(0, "turned")
    texts = written(12, 60, WORDS)
    kinds = np.tile([False, True], 6)
    seen = _Seen.of(texts, EVERYTHING)
    folds = np.repeat(np.arange(3), 4)
    turned = kinds.copy()
    turned[:4] = rng.permutation(~kinds[:4])
    scores, other = (_cross_fitted(seen, truth, folds) for truth in (kinds, turned))
    assert np.array_equal(scores[:4], other[:4])
    assert not np.array_equal(scores[4:], other[4:])


def test_the_detector_is_ridge_regression_on_the_features_of_the_training_texts_alone():
    texts = written(10, 60, WORDS)
    truth, folds = np.tile([False, True], 5), np.repeat(np.arange(5), 2)
    seen = _Seen.of(texts, EVERYTHING)
    scores = _cross_fitted(seen, truth, folds)
    for fold in range(5):
        train = folds != fold
        rows = np.hstack([*(block.toarray() for block in seen.blocks), seen.scaled_traces(train), np.ones((10, 1))])
        held = rows[train].any(axis=0)
        model = Ridge(alpha=PENALTY, fit_intercept=False).fit(rows[train][:, held], np.where(truth, 1, -1)[train])
        assert model.predict(rows[~train][:, held]) == pytest.approx(scores[~train])


def test_human_disguises_have_no_counterpart_and_unequal_numbers():
    plain, hidden = written(30, 80, ["big"]), written(10, 80, ["large"], seed=1)
    groups = [f"author {number % 10}" for number in range(40)]
    found = detect(plain + hidden, np.repeat([False, True], [30, 10]), groups)
    assert found.auc.value == 1.0
    assert found.auc.low < 1.0
    assert (found.texts, found.groups) == (40, 10)


def test_a_topic_of_their_own_does_not_give_disguises_away_where_content_is_left_out():
    plain, hidden = written(20, 80, ["beach"]), written(20, 80, ["cheab"], seed=1)
    kinds, groups = np.repeat([False, True], 20), [f"author {number % 20}" for number in range(40)]
    everything, style = (detect(plain + hidden, kinds, groups, content=content).auc for content in (True, False))
    assert everything.value == 1.0
    assert style.low < 0.5 < style.high


def test_one_group_or_one_kind_has_no_value():
    texts = written(4, 40, WORDS)
    assert detect(texts, np.array([True, False, True, False]), ["a"] * 4).auc == Sure(None)
    assert detect(texts, np.ones(4, np.bool_), list("abcd")).auc == Sure(None)
    assert detectability("set", "none", [], []).auc == Sure(None)


def test_of_many_texts_whole_groups_are_drawn_by_seed_and_counted():
    texts = written(450, 15, WORDS)
    rewrites, groups = replaced(texts, {"while": "whilst"}), by_author(texts, 3)
    found = detectability("set", "table", rewrites, groups, draws=19)
    assert (found.texts, found.groups) == (300, 100)
    assert detectability("set", "table", rewrites[::-1], groups[::-1], draws=19) == found
    drawn = [_sampled(range(450), groups, generator(seed, "any")) for seed in (0, 1)]
    assert drawn[0] != drawn[1]
    for some in drawn:
        assert some == sorted(some)
        assert {groups.count(groups[place]) for place in some} == {3}
        assert all(some.count(place) == 1 for place in some)
        assert len(some) == 3 * len({groups[place] for place in some})


def test_no_group_fills_the_sample_alone_and_few_texts_are_all_taken():
    groups = ["ann"] * 400 + ["bob"] * 400
    some = _sampled(range(800), groups, generator(0, "any"))
    assert [sum(groups[place] == name for place in some) for name in ("ann", "bob")] == [30, 30]
    assert _sampled(range(300), groups, generator(0, "any")) == list(range(300))


def test_two_hundred_texts_take_seconds():
    texts = written(205, 400, WORDS)
    start = time.process_time()
    detectability("set", "table", replaced(texts, {"while": "whilst"}), by_author(texts))
    assert time.process_time() - start < 8
