"""The published form changes much without looking, and still keeps what no obfuscator may touch."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stylobench.errors import SpecError
from stylobench.obfuscators.mediocrity import Mediocrity
from stylobench.obfuscators.mediocrity_published import MediocrityPublished
from stylobench.records import Problem
from stylobench.seeds import generator

pytestmark = pytest.mark.skipif(not Path("/usr/share/wordnet").exists(), reason="WordNet is not installed")
TEXT = (
    'The old teacher gave the children many books, and they loved the stories. She said: "I do not mind the noise." '
    "It was a horrible night, but nobody was afraid of the colour of the sky. The teacher was 7 years older then.\r\n"
) * 4


def edits(method: Mediocrity | MediocrityPublished, seed: int = 0) -> int:
    return len(method.fit([]).rewrite(Problem((), TEXT), generator(seed)).edits)


def rewritten(text: str, seed: int = 0) -> str:
    return MediocrityPublished().fit([]).rewrite(Problem((), text), generator(seed)).text


def test_it_changes_more_than_the_careful_form_and_by_all_its_blind_operators() -> None:
    published, careful = (
        sum(edits(method(), seed) for seed in range(4)) for method in (MediocrityPublished, Mediocrity)
    )
    assert published > 1.3 * careful
    method = MediocrityPublished().fit([])
    found = [method.rewrite(Problem((), TEXT), generator(seed)) for seed in range(8)]
    used = {edit.operator for rewrite in found for edit in rewrite.edits}
    assert {"synonym", "stop word", "noise", "slip made", "side", "comma"} <= used


def test_a_word_that_is_misspelt_is_misspelt_everywhere() -> None:
    method = MediocrityPublished().fit([])
    for seed in range(10):
        found = method.rewrite(Problem((), TEXT), generator(seed))
        slips = {TEXT[edit.start : edit.end].lower() for edit in found.edits if edit.operator == "slip made"}
        ways = {edit.replacement.lower() for edit in found.edits if edit.operator == "slip made"}
        assert len(slips) >= len(ways)


def test_the_seed_decides() -> None:
    assert rewritten(TEXT, 3) == rewritten(TEXT, 3)
    assert len({rewritten(TEXT, seed) for seed in range(4)}) == 4


def test_addresses_and_line_ends_stay() -> None:
    found = rewritten(TEXT + "See https://example.org/the-and-of now.\r\n")
    assert "https://example.org/the-and-of" in found
    assert found.count("\r\n") == 5
    assert "\n" not in found.replace("\r\n", "")


def test_strength_is_checked() -> None:
    with pytest.raises(SpecError, match="from 0 to 1"):
        MediocrityPublished(strength=3).fit([])


@settings(max_examples=40, deadline=None)
@given(st.text(alphabet="abi ’'\"“”.,;!?-\n\r😀é12It's not the and which teacher", max_size=80), st.integers(0, 3))
def test_any_text_comes_back_with_the_edits_that_made_it(text: str, seed: int) -> None:
    rewrite = MediocrityPublished().fit([]).rewrite(Problem((), text), generator(seed))
    assert rewrite.original == text
    assert all(0 <= edit.start <= edit.end <= len(text) for edit in rewrite.edits)
