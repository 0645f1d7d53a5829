from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stylobench.edits import Edit, Rewrite, Sheet
from stylobench.quality._aligned import aligned, aligned_texts, aligned_tokens

ORIGINAL = "He ran home. She stayed, as ever. Nobody knew why."


@st.composite
def rewrites(draw: st.DrawFn) -> Rewrite:
    sheet = Sheet(draw(st.text(alphabet="ab. !\nA", max_size=60)))
    for _ in range(draw(st.integers(0, 5))):
        ends = sorted(draw(st.tuples(*[st.integers(0, len(sheet.original))] * 2)))
        sheet.change(ends[0], ends[1], draw(st.text(alphabet="xy. ", max_size=4)), "any")
    return sheet.rewrite()


def test_an_untouched_sentence_stands_beside_itself() -> None:
    rewrite = Rewrite(ORIGINAL, (Edit(13, 16, "Ann", "name"),))
    assert aligned_texts(rewrite) == [
        ("He ran home.", "He ran home."),
        ("She stayed, as ever.", "Ann stayed, as ever."),
        ("Nobody knew why.", "Nobody knew why."),
    ]


def test_sentences_merged_by_one_edit_stay_together() -> None:
    rewrite = Rewrite(ORIGINAL, (Edit(11, 16, ", and she", "merge"),))
    assert aligned_texts(rewrite)[0] == ("He ran home. She stayed, as ever.", "He ran home, and she stayed, as ever.")


def test_sentences_merged_mark_by_mark_stay_apart() -> None:
    rewrite = Rewrite(ORIGINAL, (Edit(11, 12, ",", "merge"), Edit(13, 16, "she", "merge")))
    assert [new for _, new in aligned_texts(rewrite)][:2] == ["He ran home,", "she stayed, as ever."]


def test_what_is_inserted_at_an_end_stands_before_it() -> None:
    assert aligned_texts(Rewrite(ORIGINAL, (Edit(12, 12, " So.", "add"),)))[0] == ("He ran home.", "He ran home. So.")


def test_a_sentence_that_is_gone_has_nothing_beside_it() -> None:
    rewrite = Rewrite(ORIGINAL, (Edit(12, 33, "", "drop"),))
    assert aligned_texts(rewrite)[1] == ("She stayed, as ever.", "")


def test_a_blank_text_has_no_sentences() -> None:
    assert aligned(Rewrite(" \n")) == []


@given(rewrites())
def test_parts_make_up_both_texts(rewrite: Rewrite) -> None:
    parts = aligned(rewrite)
    if parts:
        assert "".join(rewrite.original[a:b] for a, b, _, _ in parts) == rewrite.original
        assert "".join(rewrite.text[c:d] for _, _, c, d in parts) == rewrite.text


@given(rewrites())
def test_every_token_is_in_one_part(rewrite: Rewrite) -> None:
    old = [token for side, _ in aligned_tokens(rewrite) for token in side]
    assert old == sorted(old, key=lambda token: token.start)
    assert len({token.start for token in old}) == len(old)
