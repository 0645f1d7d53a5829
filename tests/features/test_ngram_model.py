from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stylobench.errors import MissingPart
from stylobench.features import _ngram_file
from stylobench.features._ngram_file import Learnt, kept_model
from stylobench.features.ngram_model import UNKNOWN, NgramModel, default_model, words
from stylobench.features.thesaurus import installed

WORDS = st.sampled_from(["a", "b", "c", "d", "."])
TEXTS = st.lists(st.lists(WORDS, max_size=12).map(" ".join), min_size=1, max_size=5)
ASKED = st.lists(st.sampled_from(["a", "b", "c", "never-met"]), max_size=6)


def plain_chance(texts: list[str], order: int, before: list[str], word: str) -> float:
    """Witten-Bell as it is written down, with dictionaries."""
    streams = [words(text) for text in texts]
    known = {word for stream in streams for word in stream}
    spelled = [one if one in known else UNKNOWN for one in (*before, word)]
    chance = 1 / (len(known) + 1)
    for n in range(1, order + 1):
        if n > len(spelled):
            break
        context, last = tuple(spelled[len(spelled) - n : -1]), spelled[-1]
        after = Counter(
            stream[i + n - 1] for stream in streams for i in range(len(stream) - n + 1)
            if tuple(stream[i : i + n - 1]) == context
        )  # fmt: skip
        if after:
            chance = (after[last] + len(after) * chance) / (after.total() + len(after))
    return chance


def test_chances_worked_by_hand() -> None:
    model = NgramModel.fit(["a b", "a c"], order=2)
    # vocabulary a b c and the unknown word; single words: counts 2 1 1, three kinds
    b = (1 + 3 * 1 / 4) / (4 + 3)
    assert model.log_probability(["b"]) == pytest.approx(math.log(b))
    # after a: one b and one c, two kinds
    after_a = (1 + 2 * b) / (2 + 2)
    assert model.log_probability(["a", "b"]) == pytest.approx(math.log((2 + 3 / 4) / 7 * after_a))
    # nothing was met after b
    assert model.log_probability(["b", "b"]) == pytest.approx(2 * math.log(b))


@settings(max_examples=60, deadline=None)
@given(TEXTS, ASKED, st.integers(1, 4))
def test_chances_are_those_of_the_plain_definition(texts: list[str], asked: list[str], order: int) -> None:
    model = NgramModel.fit(texts, order=order)
    expected = sum(math.log(plain_chance(texts, order, asked[:i], asked[i])) for i in range(len(asked)))
    assert model.log_probability(asked) == pytest.approx(expected, abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(TEXTS, ASKED, st.integers(1, 4))
def test_chances_sum_to_one_with_the_unknown_word(texts: list[str], before: list[str], order: int) -> None:
    model = NgramModel.fit(texts, order=order)
    start = model.log_probability(before)
    total = sum(math.exp(model.log_probability([*before, word]) - start) for word in model.vocabulary)
    assert total == pytest.approx(1, abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(TEXTS, ASKED, ASKED, st.integers(1, 4))
def test_in_context_differences_are_those_of_whole_texts(
    texts: list[str], left: list[str], right: list[str], order: int
) -> None:
    model = NgramModel.fit(texts, order=order)
    found = model.in_context(left, ["a", "b", "zebra"], right)
    whole = [model.log_probability([*left, word, *right]) for word in ("a", "b", "zebra")]
    assert found - found[0] == pytest.approx(np.array(whole) - whole[0], abs=1e-9)


def test_many_places_at_once_are_as_one_by_one() -> None:
    model = NgramModel.fit(["the cat sat on the mat. the dog sat on the cat."])
    text = words("the cat sat on the dog.")
    places, candidates = np.array([1, 5, 0]), ["dog", "mat", "on"]
    expected = [
        model.in_context(text[:at], [word], text[at + 1 :])[0] for at, word in zip(places, candidates, strict=True)
    ]
    assert model.in_places(model.ids(text), places, model.ids(candidates)) == pytest.approx(expected)


def test_perplexity_of_equally_likely_words_is_their_number() -> None:
    # a, b and the unknown word: (1 + 2/3) / 4 each for a and b
    assert NgramModel.fit(["a b"], order=1).perplexity("A b") == pytest.approx(4 / (5 / 3))
    assert math.isnan(NgramModel.fit(["a"]).perplexity(" \n"))


def test_case_apostrophes_and_numbers_do_not_matter() -> None:
    assert words("It’s 1999: WOW!") == words("it's 7: wow!")
    model = NgramModel.fit(["it's 12 today"])
    assert model.log_probability(["It’s", "7"]) == model.log_probability(["it's", "12"])


def test_a_model_extended_is_one_fitted_on_all() -> None:
    both = NgramModel.fit(["a b c", "b c a d"])
    extended = NgramModel.fit(["a b c"]).extended(["b c a d"])
    assert extended.log_probability(["b", "c", "a", "x"]) == both.log_probability(["b", "c", "a", "x"])


def test_a_model_of_nothing_knows_only_the_unknown_word() -> None:
    assert NgramModel.fit([]).log_probability(["a", "b"]) == 0
    assert NgramModel.fit([""]).in_context([], ["a"], ["b"]).tolist() == [0]


def _learnt() -> Learnt:
    model = NgramModel.fit(["a b c a b", "é b"])
    return Learnt(model.vocabulary, model.stream, model.tables)


def _refused() -> Learnt:
    raise AssertionError("it was kept")


def test_what_was_learnt_is_kept_and_a_broken_file_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made, again = kept_model("d", _learnt), kept_model("d", _refused)
    assert (again.vocabulary, again.stream.tolist()) == (made.vocabulary, made.stream.tolist())
    for one, other in zip(made.tables, again.tables, strict=True):
        assert all(
            np.array_equal(getattr(one, name), getattr(other, name)) for name in ("keys", "counts", "totals", "kinds")
        )
    (file,) = (tmp_path / "stylobench").iterdir()
    file.write_bytes(b"PK\x03\x04 not an archive")
    assert kept_model("d", _learnt).vocabulary == made.vocabulary
    assert kept_model("d", _refused).vocabulary == made.vocabulary


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert kept_model("d", _learnt).vocabulary == _learnt().vocabulary


def test_nothing_half_written_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError("no space left")

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(_ngram_file.np, "savez", full)
    kept_model("d", _learnt)
    assert list((tmp_path / "stylobench").iterdir()) == []


def test_without_wordnet_there_is_no_default_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WNSEARCHDIR", str(tmp_path))
    with pytest.raises(MissingPart, match="wordnet-base"):
        default_model.__wrapped__()


@pytest.mark.skipif(not installed(), reason="WordNet is not installed (apt: wordnet-base)")
def test_the_default_model_prefers_sentences_to_their_words_in_disorder() -> None:
    model = default_model()
    there = model.perplexity("The man walked down the street and bought a newspaper.")
    assert model.perplexity("Street the newspaper walked a bought down man and the.") > 3 * there
    assert np.argmax(model.in_context(["he", "drank", "a", "cup", "of"], ["house", "coffee", "eager"], ["."])) == 1
