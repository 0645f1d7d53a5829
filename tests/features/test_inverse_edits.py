import pytest
from protocols.small_rewriters import replaced, written

from stylobench.edits import Edit, Rewrite
from stylobench.features._inverse_edits import InverseEdits


def learnt(original, *edits, times=4):
    return InverseEdits([Rewrite(original, tuple(Edit(*edit, "any") for edit in edits))] * times, [0] * times)


def test_the_chance_is_worked_out_as_by_hand():
    """Three of four "whilst" were made; two of two after "sang", two of three before "i", two of two between both."""
    made = [Rewrite("sang while i", (Edit(5, 10, "whilst", "any"),))] * 2
    other = [Rewrite("so while we", (Edit(3, 8, "whilst", "any"),)), Rewrite("or whilst i")]
    inverse = InverseEdits([*made, *other], [0, 0, 1, 2])
    places = (("whilst", "", ""), ("whilst", "sang ", ""), ("whilst", "", " i"), ("whilst", "sang ", " i"))
    anywhere = 3 / 5
    beside = ((2 + 10 * anywhere) / 12 + (2 + 10 * anywhere) / 13) / 2
    own = inverse._tallies[9]
    assert inverse._best(places, own) == (pytest.approx((2 + 10 * beside) / 12), (True, "while"))


def test_what_was_made_of_something_once_only_is_left_alone():
    one = Rewrite("He sang while I read.", (Edit(8, 13, "whilst", "any"),))
    assert InverseEdits([one], [0]).undo("We left whilst they ate.", 1).edits == ()


def test_the_fold_left_out_teaches_nothing():
    inverse = InverseEdits(replaced(written(6, 80, ["while"]), {"while": "whilst"}), [0] * 6)
    assert inverse.undo("He sang whilst I read.", without=0).edits == ()
    assert inverse.undo("He sang whilst I read.", without=1).text == "He sang while I read."


@pytest.mark.parametrize(
    ("found", "undone"), [("Whilst it", "While it"), ("WHILST it", "WHILE it"), ("wHilst it", "wHilst it")]
)
def test_capitals_are_those_of_the_replacement(found, undone):
    assert learnt("he sang while I", (8, 13, "whilst")).undo(found, 1).text == undone


def test_a_change_of_case_is_undone_as_it_was():
    assert learnt("he said STOP now", (8, 12, "stop")).undo("I said stop now", 1).text == "I said STOP now"


def test_several_words_marks_and_parts_of_words_are_undone():
    assert learnt("I don't know", (2, 7, "do not")).undo("We do not care", 1).text == "We don't care"
    assert learnt("It is. But so", (5, 10, ", but")).undo("he was, but I", 1).text == "he was. But I"
    assert learnt("a cold day", (3, 3, "o")).undo("the coold sea", 1).text == "the cold sea"


def test_a_word_put_in_is_taken_out_and_one_left_out_is_put_back_where_its_neighbours_tell():
    assert learnt("it is so", (5, 5, ", indeed,")).undo("all was, indeed, well", 1).text == "all was well"
    gone = [Rewrite("in order to go", (Edit(3, 9, "", "any"),))] * 30
    assert InverseEdits(gone, [0] * 30).undo("in to go", 1).text == "in order to go"


def test_texts_without_edits_empty_and_of_other_scripts_come_back():
    inverse = InverseEdits([Rewrite("a b"), Rewrite("")], [0, 1])
    for text in ("", "a b", "Привет 😀\r\n", "İi ıI"):
        assert inverse.undo(text, 0).text == text
