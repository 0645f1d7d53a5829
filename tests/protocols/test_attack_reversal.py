import pytest
from protocols.small_rewriters import replaced, written

from stylobench.edits import Edit, Rewrite
from stylobench.protocols.attack_reversal import _judged, reversal, undone

AUTHORS = [f"author {number // 2:02d}" for number in range(30)]


def test_a_word_always_replaced_by_one_that_nobody_uses_is_undone_completely():
    texts = written(30, 120, ["while", "red"])
    made, again = (replaced(texts, {"while": "whilst"}, seed) for seed in (1, 2))
    found = reversal("set", "table", made, again, AUTHORS, 0)
    assert (found.undone.value, found.wrong.value) == (1.0, 0.0)
    assert found.undone.low > 0.7
    assert found.wrong.high < 0.3
    assert undone(made, AUTHORS, again) == texts
    assert undone(made, AUTHORS) == texts


def test_a_word_replaced_by_one_as_frequent_untouched_is_not():
    """Half of all "large" stood there before, and nothing around them tells which."""
    texts = written(30, 400, ["big", "large"])
    made, again = (replaced(texts, {"big": "large"}, seed) for seed in (1, 2))
    found = reversal("set", "table", made, again, AUTHORS, 0)
    assert found.undone.value < 0.6
    assert found.wrong is None or found.wrong.value > 0.3


def test_a_secret_half_of_the_edits_is_undone_as_far_as_replacements_are_rare():
    texts = written(30, 300, ["while", "big", "big", "large"])
    made, again = (replaced(texts, {"while": "whilst", "big": "large"}, seed, 0.5) for seed in (1, 2))
    kinds = [sum(edit.replacement.lower() == new for one in made for edit in one.edits) for new in ("whilst", "large")]
    found = reversal("set", "table", made, again, AUTHORS, 0)
    assert kinds[0] / sum(kinds) <= found.undone.value < 1.0
    assert 0.0 < found.wrong.value < 0.55


def test_nothing_is_learnt_from_the_group_attacked_even_under_another_name():
    """Only one author's texts hold "while": nobody else teaches how to undo it."""
    texts = [*written(4, 80, ["while"]), *written(6, 80, ["red"], seed=1)]
    groups = ["ann"] * 4 + ["bob"] * 3 + ["eve"] * 3
    made, again = (replaced(texts, {"while": "whilst", "red": "crimson"}, seed) for seed in (1, 2))
    back = undone(made, groups, again)
    assert back[:4] == [one.text for one in made[:4]]
    assert back[4:] == texts[4:]
    shared = ["ann", "ann", "dan", "dan", *groups[4:]]
    same = [texts[0], texts[1], texts[0], texts[2], *texts[4:]]
    found = replaced(same, {"while": "whilst", "red": "crimson"})
    assert undone(found, shared)[:4] == [one.text for one in found[:4]]


def test_an_obfuscator_that_does_nothing_has_nothing_to_undo():
    texts = written(10, 40, ["red"])
    same = [Rewrite(text) for text in texts]
    found = reversal("set", "identity", same, same, AUTHORS[:10], 0)
    assert (found.undone, found.wrong, found.texts, found.candidates) == (None, None, 10, 10)
    assert found.rank.value == 1.0


def test_equal_originals_count_once_and_order_changes_nothing():
    texts = written(20, 80, ["while", "red"])
    made, again = (replaced(texts, {"while": "whilst"}, seed, 0.7) for seed in (1, 2))
    plain = reversal("set", "table", made, again, AUTHORS[:20], 0)
    assert reversal("set", "table", made[::-1], again[::-1], AUTHORS[:20][::-1], 0) == plain
    twice = reversal("set", "table", [*made, made[0]], [*again, again[0]], [*AUTHORS[:20], AUTHORS[0]], 0)
    assert twice == plain
    with pytest.raises(ValueError, match="same originals"):
        reversal("set", "table", made, again[::-1], AUTHORS[:20], 0)


def test_edits_undone_and_changes_that_undo_nothing_are_counted_as_by_hand():
    """it was so very cold -> it is so cold, sir: an edit, a deletion and an insertion."""
    rewrite = Rewrite("it was so very cold", (Edit(3, 6, "is", "a"), Edit(9, 14, "", "b"), Edit(19, 19, ", sir", "c")))
    assert rewrite.text == "it is so cold, sir"

    def judged(*edits):
        return _judged(rewrite, Rewrite(rewrite.text, tuple(Edit(*edit, "undone") for edit in edits)))

    assert judged((3, 5, "was")) == (1, 0)
    assert judged((3, 5, "be")) == (0, 1)
    assert judged((8, 8, " very")) == (1, 0)
    assert judged((9, 9, "very ")) == (0, 1)
    assert judged((6, 8, "so very")) == (1, 0)
    assert judged((3, 8, "was so very")) == (2, 0)
    assert judged((0, 2, "It"), (13, 18, "")) == (1, 1)
    assert judged((3, 5, "was"), (8, 8, " very"), (13, 18, "")) == (3, 0)
    assert judged((3, 4, "was")) == (0, 1)
