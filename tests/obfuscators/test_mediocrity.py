"""Mediocrity as a whole: what it changes, what it leaves, and that the seed decides."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stylobench.errors import SpecError
from stylobench.obfuscators.mediocrity import OPERATORS, Mediocrity
from stylobench.records import Problem
from stylobench.seeds import generator
from stylobench.specs import build

WORDNET = Path("/usr/share/wordnet").exists()
OFF = "" if WORDNET else "synonyms"
ESSAY = (
    "Many people think that it is difficult to learn a language. However, I don't think that they have tried. "
    "I was 7 years old when I started to read, and I loved it. My teacher gave us a lot of books. She didn't mind "
    "the noise. It was very important to her that we were happy, but we did not know that. For example, she bought "
    "the books with her own money because the school had none. In order to thank her, we wrote a letter. "
    "The teacher's answer was short. In the end we became friends, and I have never forgotten the colour of it.\n\n"
    "Nobody knew what would happen. The rain was cold. It fell for three days, and the river rose quickly. Then the "
    "boy ran to the house of the king. He could not see the road, but he heard the water. They said that it was over."
)


def rewritten(text: str, seed: int = 0, **settings: object) -> str:
    chosen: dict[str, object] = {"off": OFF, **settings}
    return Mediocrity(**chosen).fit([]).rewrite(Problem((), text), generator(seed, "try")).text  # type: ignore[arg-type]


def negations(text: str) -> int:
    return len(re.findall(r"(?i)\b(?:not|never|no|none|nobody|cannot|no one)\b|n['’]t\b", text))


def test_a_text_changes_a_lot_and_by_many_operators() -> None:
    rewrite = Mediocrity(off=OFF).fit([]).rewrite(Problem((), ESSAY), generator(0, "try"))
    assert len(rewrite.edits) > 15
    assert len({edit.operator for edit in rewrite.edits}) >= 5


def test_the_seed_decides() -> None:
    assert rewritten(ESSAY, 3) == rewritten(ESSAY, 3)
    assert len({rewritten(ESSAY, seed) for seed in range(5)}) == 5


def test_known_texts_change_nothing() -> None:
    method = Mediocrity(off=OFF).fit([])
    alone, beside = Problem((), ESSAY), Problem(("Something quite different.",), ESSAY)
    assert not method.uses_known
    assert method.rewrite(alone, generator(1)).text == method.rewrite(beside, generator(1)).text


@pytest.mark.parametrize("seed", range(20))
def test_no_negation_comes_or_goes(seed: int) -> None:
    assert negations(rewritten(ESSAY, seed)) == negations(ESSAY)


def test_strength_is_the_share_of_the_way() -> None:
    def edits(strength: float) -> float:
        method = Mediocrity(off=OFF, strength=strength).fit([])
        return float(np.mean([len(method.rewrite(Problem((), ESSAY), generator(n)).edits) for n in range(10)]))

    assert edits(0.0) == 0
    assert 0.3 * edits(1.0) < edits(0.5) < 0.75 * edits(1.0)


@pytest.mark.parametrize("name", sorted(OPERATORS))
def test_an_operator_that_is_off_leaves_no_trace_and_the_others_draw_the_same(name: str) -> None:
    only = "+".join(other for other in OPERATORS if other != name and (WORDNET or other != "synonyms"))
    alone = {edit.operator for edit in _edits(only + ("" if WORDNET else "+synonyms"))} - {"article"}
    without = {edit.operator for edit in _edits("+".join(filter(None, [name, OFF])))}
    assert not alone & without


def _edits(off: str) -> list:  # type: ignore[type-arg]
    method = Mediocrity(off=off).fit([])
    return [edit for seed in range(4) for edit in method.rewrite(Problem((), ESSAY), generator(seed)).edits]


def test_off_joined_by_plus_reaches_through_a_spec() -> None:
    method = build("obfuscators", "mediocrity(off='noise+spelling', strength=0.5)")
    assert method.get_params() == {"off": "noise+spelling", "strength": 0.5, "quotes": False}


def test_an_operator_that_does_not_exist_is_told() -> None:
    with pytest.raises(SpecError, match="no operator 'noyse'; there are: possessives"):
        Mediocrity(off="noyse").fit([])
    with pytest.raises(SpecError, match="from 0 to 2"):
        Mediocrity(strength=2.5).fit([])


@pytest.mark.parametrize("text", ["", " \r\n ", "Word", "word", "¿", "😀", "no end of a sentence here", "\ufeff"])
def test_small_texts_pass(text: str) -> None:
    assert isinstance(rewritten(text), str)
    assert rewritten(text).strip() or not text.strip()


def test_line_ends_marks_and_other_scripts_stay() -> None:
    text = (
        "\ufeff<p>"
        + ESSAY.replace(". ", ".\r\n")
        + "</p>\r\n日本語のテキスト。 Привет, мир! 😀 https://example.org/a-lot-of"
    )
    found = rewritten(text)
    assert found.startswith("\ufeff<p>")
    assert found.endswith("</p>\r\n日本語のテキスト。 Привет, мир! 😀 https://example.org/a-lot-of")
    assert found.count("\r\n") == text.count("\r\n")
    assert "\n" not in found.replace("\r\n", "").replace("\n\n", "")


def test_what_is_quoted_or_named_stays() -> None:
    text = 'She said: "I don\'t think that many people have a lot of books." John Large and Mary Big did not reply.'
    for seed in range(10):
        found = rewritten(text, seed)
        assert '"I don\'t think that many people have a lot of books."' in found
        assert "John Large and Mary Big" in found


def test_dialogue_is_changed_where_that_is_wished() -> None:
    text = 'She said: "I don\'t think that many people have a lot of books." ' * 3
    assert all(rewritten(text, seed, quotes=True) != text for seed in range(5))


@pytest.mark.skipif(not WORDNET, reason="WordNet is not installed")
def test_beyond_full_strength_more_words_become_synonyms() -> None:
    others = "+".join(name for name in OPERATORS if name != "synonyms")

    def edits(strength: float) -> int:
        method = Mediocrity(off=others, strength=strength).fit([])
        return sum(len(method.rewrite(Problem((), ESSAY), generator(n)).edits) for n in range(10))

    assert edits(2.0) > edits(1.0)


def test_a_background_decides_what_is_usual() -> None:
    short = ["I don't know. He's ill. They can't go. We won't stay. She isn't there. It's cold."] * 2
    long = ["I do not know. He is ill. They cannot go. We will not stay. She is not there. It is cold."] * 2
    text = "He is not old. They do not mind. We cannot see. She isn't here. They won't come."
    others = "+".join(name for name in OPERATORS if name != "shortenings")

    def apostrophes(background: list[str]) -> int:
        method = Mediocrity(off=others).fit(background)
        return sum(method.rewrite(Problem((), text), generator(n)).text.count("'") for n in range(10))

    assert apostrophes(long) == 0
    assert apostrophes(short) >= 40


def test_a_long_line_is_no_trouble() -> None:
    text = (ESSAY.replace("\n", " ") + " ") * 60
    assert len(rewritten(text)) > 0.8 * len(text)
    assert rewritten("no stop in it, and he was " * 3000)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="abi ’'\"“”.,;!?-\n\r\t😀é1234Iit's don't not the and", max_size=80), st.integers(0, 3))
def test_any_text_comes_back_with_the_edits_that_made_it(text: str, seed: int) -> None:
    rewrite = Mediocrity(off=OFF).fit([]).rewrite(Problem((), text), generator(seed))
    assert rewrite.original == text
    at = 0
    for edit in rewrite.edits:
        assert at <= edit.start <= edit.end <= len(text)
        at = edit.end


def test_the_average_is_nearer_afterwards() -> None:
    """Hand-worked: all ten sites are shortened; the usual share is .308, so about three stay short on average."""
    text = "I don't know. He can't see. They won't go. She isn't old. We aren't rich. " * 2
    others = "+".join(name for name in OPERATORS if name != "shortenings")
    counts = Counter(rewritten(text, seed, off=others).count("'") for seed in range(60))
    mean = sum(count * often for count, often in counts.items()) / 60
    assert 2 < mean < 4.2
