from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from stylobench.edits import Edit, Rewrite, Sheet
from stylobench.features._edit_places import GAP, GAP_AFTER_BLANK, Pieces, spans, whole_pieces


@st.composite
def rewrites(draw):
    text = draw(st.text("ab, .'\n", max_size=30))
    sheet = Sheet(text)
    for _ in range(draw(st.integers(0, 5))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 4)))
        sheet.change(start, end, draw(st.text("ab, x", max_size=4)), "any")
    return sheet.rewrite()


@given(rewrites())
def test_spans_hold_the_replacements(rewrite):
    found = spans(rewrite)
    assert [rewrite.text[span.start : span.end] for span in found] == [edit.replacement for edit in rewrite.edits]


@given(rewrites())
def test_putting_back_the_originals_of_whole_pieces_gives_the_original(rewrite):
    pieces = Pieces(rewrite.text)
    found = whole_pieces(rewrite, pieces)
    back = tuple(
        Edit(span.start, span.end, rewrite.original[span.original_start : span.original_end], "back") for span in found
    )
    assert Rewrite(rewrite.text, back).text == rewrite.original
    assert all(span.start in pieces.at and span.end in pieces.at for span in found)
    assert all(before.end <= after.start for before, after in pairwise(found))


@given(rewrites())
def test_no_word_of_the_original_is_cut(rewrite):
    cuts = Pieces(rewrite.original).at
    for span in whole_pieces(rewrite, Pieces(rewrite.text)):
        assert span.original_start in cuts
        assert span.original_end in cuts


def test_a_gap_says_whether_it_follows_a_blank_and_what_is_around_it():
    pieces = Pieces("Go home, now")
    assert pieces.places(1, 1) == ((GAP, "", ""), (GAP, "go ", ""), (GAP, "", " home"), (GAP, "go ", " home"))
    assert pieces.key(2, 2) == GAP_AFTER_BLANK
    assert pieces.places(2, 4)[3] == ("home,", "go ", " now")
    assert pieces.places(6, 6)[3] == (GAP, "now ", " ")
