from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from stylobench.edits import Rewrite
from stylobench.features.prose import analysed
from stylobench.features.thesaurus import installed
from stylobench.obfuscators.synonyms import ARTICLE, OPERATOR, Synonyms
from stylobench.records import Problem
from stylobench.seeds import generator

pytestmark = pytest.mark.skipif(not installed(), reason="WordNet is not installed (apt: wordnet-base)")
Rewriter = Callable[..., Rewrite]

TEXT = (
    "Perhaps the doctor often speaks to the author. He began to purchase a huge car, and it was terrible. "
    "The physician was frequently baffled by the outcome. Maybe the writer started to talk about the forest.\r\n\r\n"
    "He noticed that the punishment was unfair. Exactly the same happened in the cellar.\r\n"
)


@pytest.fixture(scope="module")
def rewritten() -> Rewriter:
    def rewrite(text: str, seed: int = 0, **parameters: float) -> Rewrite:
        method = Synonyms(**parameters).fit([])
        return method.rewrite(Problem((), text), generator(seed, "synonyms"))

    return rewrite


def _new_words(rewrite: Rewrite) -> list[str]:
    return [edit.replacement for edit in rewrite.edits if edit.operator == OPERATOR]


def test_every_sentence_has_at_most_one_new_word(rewritten: Rewriter) -> None:
    rewrite = rewritten(TEXT)
    prose = analysed(TEXT)
    ends = [prose.tokens[b - 1].end for _, b in prose.sentences]
    sentences = [int(np.searchsorted(ends, edit.end)) for edit in rewrite.edits if edit.operator == OPERATOR]
    assert len(sentences) >= 4
    assert len(set(sentences)) == len(sentences)


def test_more_words_a_sentence_when_asked(rewritten: Rewriter) -> None:
    assert len(_new_words(rewritten(TEXT, per_sentence=9))) > len(_new_words(rewritten(TEXT)))


def test_the_seed_decides_and_nothing_else(rewritten: Rewriter) -> None:
    assert rewritten(TEXT, seed=1) == rewritten(TEXT, seed=1)
    assert len({rewritten(TEXT, seed=seed).text for seed in range(12)}) > 3


def test_known_texts_are_not_looked_at() -> None:
    method = Synonyms().fit([])
    one, other = (method.rewrite(Problem(known, TEXT), generator(0, "x")) for known in ((), ("A huge car.",)))
    assert one == other
    assert not Synonyms.uses_known


def test_without_temperature_the_best_is_taken_by_every_seed(rewritten: Rewriter) -> None:
    assert len({rewritten(TEXT, seed=seed, temperature=0).text for seed in range(4)}) == 1


def test_all_that_is_not_edited_stays_as_it_was(rewritten: Rewriter) -> None:
    rewrite = rewritten(TEXT)
    assert rewrite.text.count("\r\n") == TEXT.count("\r\n") == rewrite.text.count("\n")
    assert [edit for edit in rewrite.edits if TEXT[edit.start : edit.end] == edit.replacement] == []


def test_capitals_and_inflection_are_kept(rewritten: Rewriter) -> None:
    assert rewritten("Maybe it is so.", temperature=0).text == "Perhaps it is so."
    assert rewritten("It is TERRIBLE here.", temperature=0).text.split()[2].isupper()
    assert rewritten("The physicians were here.", temperature=0).text == "The doctors were here."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He bought a car.", "He bought an automobile."), ("A car stood there.", "An automobile stood there."),
        ("It was an answer.", "It was a reply."), ("He saw the car.", "He saw the automobile."),
    ],
)  # fmt: skip
def test_the_article_is_mended_in_an_edit_of_its_own(rewritten: Rewriter, text: str, expected: str) -> None:
    rewrite = rewritten(text, temperature=0, at_least=0.05)
    assert rewrite.text == expected
    assert [edit.operator for edit in rewrite.edits] == ([OPERATOR] if " the " in text else [ARTICLE, OPERATOR])


def test_an_article_that_becomes_wrong_is_never_left(rewritten: Rewriter) -> None:
    text = "He saw a car. She owned a car. It was a huge error. " * 5
    rewrite = rewritten(text, at_least=0.05, temperature=2)
    assert " a automobile" not in rewrite.text
    assert " a auto " not in rewrite.text


def test_names_quotations_phrases_and_addresses_are_left_alone(rewritten: Rewriter) -> None:
    for text in (
        'He said: "Perhaps the doctor often talks."',
        "He said: “Perhaps the\r\ndoctor often talks.”",
        "We met Doctor Forest and Mr. Writer in Cellar Street.",
        "See http://doctor.example/forest or doctor@forest.example for <huge car> &huge;.",
    ):
        assert rewritten(text, at_least=0.1).unchanged, text


def test_a_mark_that_was_forgotten_does_not_hide_the_rest(rewritten: Rewriter) -> None:
    text = 'He said: "Hello.\n\nPerhaps the doctor spoke.\n\nMaybe it is so.'
    assert not rewritten(text).unchanged


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n",
        "doctor",
        "Doctor",
        "日本語の文章です。",
        "👍🏽 😀",
        "\ufeff",
        "....",
        "<p>",
        "1 2 3",
        "\x00",
        "a" * 10_000,
        '"“"',
    ],
)
def test_odd_texts_come_back_whole(rewritten: Rewriter, text: str) -> None:
    rewrite = rewritten(text)
    assert rewrite.original == text
    assert len(rewrite.edits) <= 1


def test_only_the_most_frequent_words_are_changed(rewritten: Rewriter) -> None:
    text = "The doctor came. The doctor left. The doctor slept. Perhaps it was so. A huge dog."
    changed = {text[edit.start : edit.end] for edit in rewritten(text, words=1).edits}
    assert changed == {"doctor"}
    assert rewritten(text, words=0).unchanged


def test_a_threshold_of_one_leaves_nearly_all(rewritten: Rewriter) -> None:
    assert rewritten(TEXT, at_least=1.0).unchanged
    assert len(rewritten(TEXT, at_least=0.8).edits) < len(rewritten(TEXT, at_least=0.2).edits)


def test_background_texts_teach_what_stands_together() -> None:
    plain = Synonyms(temperature=0).fit([])
    taught = Synonyms(temperature=0).fit(["maybe the sun shines again. " * 400])
    problem = Problem((), "perhaps the sun shines again.")
    assert _new_words(taught.rewrite(problem, generator(0))) == ["maybe"]
    assert _new_words(plain.rewrite(problem, generator(0))) == ["possibly"]


@pytest.mark.parametrize("text", ["He was never a terrible doctor.", "It was unlawful.", "It has been a while."])
def test_what_is_denied_or_denies_is_left(rewritten: Rewriter, text: str) -> None:
    assert all(rewritten(text, seed, at_least=0.0).unchanged for seed in range(5))


def test_however_changes_before_a_mark_alone(rewritten: Rewriter) -> None:
    for seed in range(5):
        assert rewritten("However good it is, he is late.", seed, at_least=0.0).text.startswith("However good")
    assert not rewritten("However, he is late.", at_least=0.0).text.startswith("However")
