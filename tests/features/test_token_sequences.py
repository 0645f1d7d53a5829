from __future__ import annotations

import numpy as np

from stylobench.features.texts import Texts
from stylobench.features.token_sequences import BREAK, END, mask, token_sequences


def read(text: str, kind: str) -> str:
    found = token_sequences(Texts([text]), kind)
    return " ".join(found.names[symbol] for symbol in found.symbols)


def test_words_keep_marks_and_lose_capitals():
    assert read("He came. She, too!", "words") == "he came . </s> | she , too ! </s> |"


def test_parts_of_speech():
    assert read("He came.", "pos") == "PRP VBD . </s> |"


def test_grammar_stays_and_content_becomes_its_class():
    assert mask("Themselves", "PRP") == "themselves"
    assert mask("houses", "NNS") == "N"
    assert mask("Paris", "NNP") == "P"
    assert mask("greener", "JJR") == "J"
    assert mask("quickly", "RB") == "B"
    assert mask("42", "CD") == "D"
    assert mask("!", ".") == "!"
    assert mask("'s", "POS") == "'s"


def test_texts_share_their_numbers_and_know_where_they_are():
    found = token_sequences(Texts(["it is", "", "is it"]), "words")
    it, is_ = found.names.index("it"), found.names.index("is")
    assert found.symbols.tolist() == [it, is_, END, BREAK, is_, it, END, BREAK]
    assert found.ends.tolist() == [0, 4, 4, 8]
    assert found.sizes.tolist() == [4, 0, 4]


def test_a_view_gets_the_whole():
    texts = Texts(["it is", "so"])
    assert token_sequences(texts.take([1]), "words") is token_sequences(texts, "words")


def test_no_words_no_tokens():
    assert len(token_sequences(Texts(["?!", " ", ""]), "masked").symbols) == 0
    assert np.array_equal(token_sequences(Texts([]), "masked").ends, [0])
