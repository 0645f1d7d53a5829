from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from stylobench.errors import MissingPart
from stylobench.features import _wordnet, thesaurus
from stylobench.features.thesaurus import Synonym, installed, synonyms

CACHED = (
    synonyms, thesaurus._chances, thesaurus._usual_part, thesaurus._coarse,
    _wordnet.senses, _wordnet.sense, _wordnet.phrases, _wordnet._every_count,
)  # fmt: skip
real = pytest.mark.skipif(not installed(), reason="WordNet is not installed (apt: wordnet-base)")

# noun: {dwelling, house}, {house, firm}, {Firm}, {cur, mutt | slang}, {house, hovel} with a usage domain
SENSES = [
    (("dwelling", "house"), "", "a place to live"),
    (("house", "firm", "trading_house"), "", "a business"),
    (("house", "shanty"), "1 ;u 00000000 n 0000", "a poor place"),
    (("house", "muck"), "", "a heap"),
    (("muck",), "", "slang for a thing"),
    (("Paris", "house"), "", "a city"),
]
INDEX = {"dwelling": [0], "firm": [1], "house": [0, 1, 2, 3, 5], "muck": [4, 3], "paris": [5], "trading_house": [1]}
COUNTS = ["dwelling%1:06:00:: 1 3", "house%1:06:00:: 1 6", "house%1:14:00:: 2 1", "house%1:14:01:: 4 1"]


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    places, data = [], "  1 licence\n"
    for words, pointers, gloss in SENSES:
        places.append(len(data))
        listed = " ".join(f"{word} 0" for word in words)
        data += f"{places[-1]:08d} 03 n {len(words):02x} {listed} {pointers or '000'} | {gloss}  \n"
    lines = [
        f"{lemma} n {len(at)} 0 {len(at)} 0 {' '.join(f'{places[one]:08d}' for one in at)}  \n"
        for lemma, at in sorted(INDEX.items())
    ]
    for part in _wordnet.PARTS:
        (tmp_path / f"data.{part}").write_text(data if part == "noun" else "  1 licence\n")
        (tmp_path / f"index.{part}").write_text("  1 licence\n" + ("".join(lines) if part == "noun" else ""))
    (tmp_path / "cntlist.rev").write_text("\n".join(COUNTS) + "\n")
    monkeypatch.setenv("WNSEARCHDIR", str(tmp_path))
    _clear()
    yield tmp_path
    _clear()


def _clear() -> None:
    for cached in CACHED:
        cached.cache_clear()


def test_similarity_weighs_senses_by_their_tags(tiny: Path) -> None:
    # senses of 'house' weigh 6, 1, .5/9, 1, .5/25; 'dwelling' has one, tagged 3 times; 'firm' one, never tagged
    total = 6 + 1 + 0.5 / 9 + 1 + 0.5 / 25
    expected = [("dwelling", 6 / total * 3.5 / 5), ("firm", 1 / total * 0.5 / 2)]
    found = synonyms("house", "noun")
    assert [one.word for one in found] == [word for word, _ in expected]
    assert [one.similarity for one in found] == pytest.approx([value for _, value in expected])


def test_the_other_way_the_tags_of_the_synonym_count(tiny: Path) -> None:
    total = 6 + 1 + 0.5 / 9 + 1 + 0.5 / 25
    assert synonyms("dwelling", "noun") == (Synonym("house", pytest.approx(6 / total * 8.5 / 10)),)


def test_a_lemma_that_is_first_a_name_has_no_synonyms(tiny: Path) -> None:
    assert synonyms("paris", "noun") == ()


def test_unknown_words_other_parts_and_scripts_have_none(tiny: Path) -> None:
    assert [synonyms(word, "noun") for word in ("zebra", "", "日本", "a b", "aaa", "zzz", "House")] == [()] * 7
    assert synonyms("house", "verb") == ()


def test_entries_of_several_words_are_phrases(tiny: Path) -> None:
    assert thesaurus.phrases() == {"trading house"}


def test_glosses_of_all_parts_are_read(tiny: Path) -> None:
    assert list(_wordnet.every_gloss()) == [gloss for _, _, gloss in SENSES]


def test_a_missing_wordnet_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WNSEARCHDIR", str(tmp_path))
    _clear()
    assert not installed()
    with pytest.raises(MissingPart, match="apt-get install wordnet-base"):
        synonyms("house", "noun")


@real
@pytest.mark.parametrize(
    ("lemma", "part", "best"),
    [
        ("buy", "verb", "purchase"),
        ("often", "adv", "frequently"),
        ("car", "noun", "automobile"),
        ("huge", "adj", "vast"),
    ],
)
def test_everyday_words_have_everyday_synonyms(lemma: str, part: str, best: str) -> None:
    found = synonyms(lemma, part)
    assert found[0].word == best
    assert found[0].similarity > 0.6


@real
def test_rare_senses_are_no_synonyms() -> None:
    assert {one.word: one.similarity for one in synonyms("machine", "noun")}.get("car", 0) < 0.01
    assert synonyms("java", "noun") == ()
    assert {one.word: one.similarity for one in synonyms("hand", "noun")}["manus"] < 0.3


@real
@pytest.mark.parametrize("lemma", ["be", "have", "do", "must", "not", "someone"])
def test_the_commonest_words_have_none(lemma: str) -> None:
    assert [synonyms(lemma, part) for part in _wordnet.PARTS] == [()] * 4


@real
def test_every_entry_gives_plain_inoffensive_words_in_order() -> None:
    lemmas = ["girl", "jerk", "donkey", "cat", "shit", "woman", "faggot", "begin", "answer", "world", "chicken"]
    for lemma in lemmas:
        for part in _wordnet.PARTS:
            found = synonyms(lemma, part)
            assert all(one.word.islower() and "_" not in one.word and 0 < one.similarity <= 1 for one in found)
            assert [one.similarity for one in found] == sorted((one.similarity for one in found), reverse=True)
            assert not {one.word for one in found} & {
                "bitch",
                "shit",
                "fuck",
                "whore",
                "ass",
                "faggot",
                "cunt",
                "prick",
            }
