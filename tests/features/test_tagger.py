"""The compiled tagger against the same rules in plain Python, and what it keeps in the user's cache."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from stylobench.features import _tagger

needs_weights = pytest.mark.skipif(
    importlib.util.find_spec("textblob_aptagger") is None, reason="textblob-aptagger is not installed"
)
SENTENCES = [
    ["The", "old", "man", "did", "n't", "quickly", "eat", "12", "apples", "in", "1984", "."],
    ["well-known", "-x", "x-", "-", "--", "-", "a-b-c", "19-20"],
    ["1984", "12345", "3.5", "٣٤٥٦", "²", "7th"],
    ["Stop"],
    ["!"],
    [],
    ["*", "*", "*", "*", "the", "*", "*", "'", "s", "####"],
    ["Éva", "saw", "it", ";", "'tis", "the", "İ", "of", "<b", "x>", "ß"],
    ["<a href=x y>", "Run", "run", "RUN"],
]


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A cache folder without anything, and no tagger read yet."""
    monkeypatch.setenv("STYLOBENCH_CACHE", str(tmp_path))
    _tagger.tagger.cache_clear()
    yield tmp_path
    _tagger.tagger.cache_clear()


def tagged_plainly(words: list[str]) -> list[str]:
    """What the weights say, cue by cue in strings, as the weights were trained."""
    with open(_tagger._weights_file(), "rb") as file:
        weights, certain, names = _tagger._PlainUnpickler(file, encoding="latin-1").load()
    tags = sorted(names)

    def shape(word: str) -> str:
        if "-" in word and word[0] != "-":
            return "!HYPHEN"
        if word.isdigit() and len(word) == 4:
            return "!YEAR"
        return "!DIGITS" if word[0].isdigit() else word.lower()

    context = ["-START-", "-START2-", *map(shape, words), "-END-", "-END2-"]
    before, before2, found = "-START-", "-START2-", []
    for i, word in enumerate(words):
        left2, left, here, right, right2 = context[i : i + 5]
        cues = [
            "bias", f"i suffix {word[-3:]}", f"i pref1 {word[0]}", f"i-1 tag {before}", f"i-2 tag {before2}",
            f"i tag+i-2 tag {before} {before2}", f"i word {here}", f"i-1 tag+i word {before} {here}",
            f"i-1 word {left}", f"i-1 suffix {left[-3:]}", f"i-2 word {left2}",
            f"i+1 word {right}", f"i+1 suffix {right[-3:]}", f"i+2 word {right2}",
        ]  # fmt: skip
        scores = dict.fromkeys(tags, 0.0)
        for cue in cues:
            for tag, weight in weights.get(cue, {}).items():
                scores[tag] += weight
        best = certain.get(word) or max(tags, key=lambda tag: (scores[tag], tag))
        found.append(best)
        before, before2 = best, before
    return found


@needs_weights
@pytest.mark.parametrize("words", SENTENCES, ids=" ".join)
def test_every_tag_is_that_of_the_rules_in_plain_python(words: list[str]) -> None:
    assert _tagger.tagger().tag(words) == tagged_plainly(words)


@needs_weights
def test_sentences_tagged_together_have_the_tags_that_they_have_alone() -> None:
    tagger = _tagger.tagger()
    alone = [number for words in SENTENCES for number in tagger.numbers([words]).tolist()]
    assert tagger.numbers(SENTENCES).tolist() == alone
    assert tagger.numbers([]).tolist() == []


@needs_weights
def test_weights_from_the_cache_are_those_of_the_file(fresh: Path) -> None:
    first = _tagger.tagger()
    _tagger.tagger.cache_clear()
    assert len(list(fresh.glob("tagger-*.npz"))) == 1
    second = _tagger.tagger()
    assert second.tags == first.tags
    for one, other in zip(first._weights, second._weights, strict=True):
        np.testing.assert_array_equal(one, other)
    assert second.numbers(SENTENCES).tolist() == first.numbers(SENTENCES).tolist()


@needs_weights
@pytest.mark.parametrize("damage", [b"", b"no archive", None])
def test_a_damaged_cache_is_made_again(fresh: Path, damage: bytes | None) -> None:
    expected = _tagger.tagger().numbers(SENTENCES).tolist()
    [path] = fresh.glob("tagger-*.npz")
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    _tagger.tagger.cache_clear()
    assert _tagger.tagger().numbers(SENTENCES).tolist() == expected
    assert path.stat().st_size == len(whole)


@needs_weights
def test_a_changed_byte_in_the_cache_is_noticed(fresh: Path) -> None:
    expected = _tagger.tagger().numbers(SENTENCES).tolist()
    [path] = fresh.glob("tagger-*.npz")
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(bytes(data))
    _tagger.tagger.cache_clear()
    assert _tagger.tagger().numbers(SENTENCES).tolist() == expected


@needs_weights
def test_a_cache_that_cannot_be_written_does_no_harm(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (fresh / "file").write_text("no folder")
    monkeypatch.setenv("STYLOBENCH_CACHE", str(fresh / "file"))
    assert _tagger.tagger().tag(["The", "man"]) == ["DT", "NN"]
