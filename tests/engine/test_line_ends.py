"""One kind of line end."""

from __future__ import annotations

from stylobench.engine.line_ends import plain, with_plain_lines
from stylobench.records import Corpus, Document


def test_every_kind_of_line_end_becomes_one() -> None:
    assert plain("a\r\n\r\nb\rc\n\rd") == "a\n\nb\nc\n\nd"


def test_a_corpus_is_as_if_read_with_plain_lines() -> None:
    made = Corpus.of("mine", [Document("a", "x\r\ny", author="p"), Document("b", "z")])
    found = with_plain_lines(made)
    assert found.texts == ["x\ny", "z"]
    assert found == Corpus.of("mine", [Document("a", "x\ny", author="p"), Document("b", "z")])
    assert with_plain_lines(found) is found
