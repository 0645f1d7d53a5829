from __future__ import annotations

import shutil

import pytest

from stylobench.errors import MissingPart
from stylobench.quality import _grammar
from stylobench.quality._grammar import parsed

needed = pytest.mark.skipif(shutil.which("link-parser") is None, reason="link-grammar is not installed")
GOOD = [
    "The committee approved the new budget on Friday.",
    "She had never seen such a large crowd in the old market square.",
    "You should take this medicine with food.",
    "I would rather stay at home and read a good book.",
]
BAD = [
    "The committee it approved the new one budgeted in Friday.",
    "It had not seen never a such big crowd in the old one place of market.",
    "Take should medicine you food with this.",
    "budget Friday the approved on new committee The.",
]


@needed
def test_good_sentences_parse_and_bad_ones_do_not() -> None:
    assert parsed([*GOOD, *BAD]) == [True] * 4 + [False] * 4


@needed
def test_lines_that_look_like_commands_do_not_shift_the_verdicts() -> None:
    odd = ["!help", "% a remark", "*" * 5, "", "To be alone has never meant to be strong."]
    found = parsed([GOOD[0], *odd, BAD[0], "😀 \x00 ?", GOOD[1]])
    assert (found[0], found[6], found[-1]) == (True, False, True)
    assert found[3:5] == [None, None]


def test_a_missing_program_says_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_grammar, "PROGRAM", "no-such-link-parser")
    with pytest.raises(MissingPart, match="apt-get install link-grammar"):
        parsed(GOOD)


@pytest.mark.parametrize("program", ["true", "false", "yes"])
def test_a_program_that_dies_or_babbles_has_no_verdict(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_grammar, "PROGRAM", program)
    monkeypatch.setattr(_grammar, "OPTIONS", ("--version",))
    assert parsed(GOOD[:2]) == [None, None]
