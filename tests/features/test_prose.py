"""Tokens and sentences know where they stand, whatever the text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.features.prose import MARK, NUMBER, OPAQUE, WORD, analysed


@given(st.text(alphabet=st.sampled_from(list("ab. ,!?\"“”\r\n'’-@<>é中😀\ud8003")), max_size=200))
def test_tokens_cover_all_but_white_space_and_sentences_all_tokens(text: str) -> None:
    prose = analysed(text)
    rest = list(text)
    for token in prose.tokens:
        assert text[token.start : token.end] == token.text
        rest[token.start : token.end] = " " * (token.end - token.start)
    assert not "".join(rest).strip()
    bounds = [bound for pair in prose.sentences for bound in pair]
    assert bounds == sorted(bounds)
    assert all(a < b for a, b in prose.sentences)
    assert (bounds[0], bounds[-1]) == (0, len(prose.tokens)) if prose.tokens else not bounds


def test_kinds_of_tokens() -> None:
    text = "I'd pay 3.50 for well-made <b>x</b> at https://a.b/c?d or to me@a.org, 2nd #1!"
    kinds = {token.text: token.kind for token in analysed(text).tokens}
    assert kinds["I'd"] == kinds["well-made"] == kinds["2nd"] == WORD
    assert kinds["3.50"] == NUMBER
    assert kinds[","] == kinds["!"] == MARK
    assert {kinds[part] for part in ("<b>", "https://a.b/c?d", "me@a.org", "#1")} == {OPAQUE}


def test_a_quotation_is_one_sentence_and_a_mark_that_never_closes_is_not() -> None:
    assert len(analysed('He said "Come. Now." She went.').sentences) == 2
    assert len(analysed('He said "come. ' + "It was a long way. " * 50).sentences) > 40


def test_a_blank_line_ends_a_sentence() -> None:
    prose = analysed("A heading\r\n\r\nAnd then\nit went on.")
    spans = [prose.sentence(number) for number in range(len(prose.sentences))]
    texts = [prose.text[span[0].start : span[-1].end] for span in spans]
    assert texts == ["A heading", "And then\nit went on."]


@pytest.mark.parametrize("piece", ["a.", '“a car " ', "word ", "a. ", "x"])
def test_long_lines_take_time_in_proportion(piece: str) -> None:
    began = time.process_time()
    analysed(piece * (300_000 // len(piece)))
    assert time.process_time() - began < 10


def test_tags_are_one_per_token() -> None:
    prose = analysed("She didn't see the king's hat. They'll go.")
    tags = dict(zip((token.text for token in prose.tokens), prose.tags, strict=True))
    assert (tags["She"], tags["didn't"], tags["hat"], tags["They'll"]) == ("PRP", "VBD", "NN", "PRP")
