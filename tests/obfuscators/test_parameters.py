"""Parameters of the wrong kind or size are told in one line, by every obfuscator, before anything is rewritten."""

from __future__ import annotations

import pytest

from stylobench.errors import SpecError
from stylobench.specs import build

WRONG = [
    ("random_edits(rate='x')", r"^random_edits\(rate='x'\): rate is a number from 0 to 1$"),
    ("random_edits(rate=1.5)", r"^random_edits\(rate=1.5\): rate is a number from 0 to 1$"),
    ("random_edits(rate=True)", "rate is a number from 0 to 1"),
    ("synonyms(words=x)", r"^synonyms\(words='x'\): words is a whole number from 0 on$"),
    ("synonyms(words=1.5)", "words is a whole number from 0 on"),
    ("synonyms(per_sentence=-1)", "per_sentence is a whole number from 0 on"),
    ("synonyms(at_least=2)", "at_least is a number from 0 to 1"),
    ("synonyms(temperature=1e999)", "temperature is a number from 0 on"),
    ("mediocrity(strength=abc)", r"^mediocrity\(strength='abc'\): strength is a number from 0 to 2$"),
    ("mediocrity(strength=3)", "strength is a number from 0 to 2"),
    ("mediocrity(off=5)", r"^mediocrity\(off=5\): off is a text"),
    ("mediocrity(quotes=maybe)", r"^mediocrity\(quotes='maybe'\): quotes is True or False$"),
    ("mediocrity_published(strength=1.1)", "strength is a number from 0 to 1"),
    ("mediocrity_published(strength=None)", "strength is a number from 0 to 1"),
    ("targeted(budget=x)", r"^targeted\(budget='x'\): budget is a number from 0 on$"),
    ("targeted(content=-1)", "content is a number from 0 on"),
    ("targeted(margin=None)", "margin is a number from 0 on"),
    ("targeted(worse=x)", r"^targeted\(worse='x'\): worse is a number$"),
    ("targeted(tried=1.5)", "tried is a whole number from 0 on"),
    ("targeted(verifier=5)", r"^targeted\(verifier=5\): verifier is a text"),
    ("targeted(verifier=no_such)", "no verifier named 'no_such'"),
    ("round_trip(seconds=x)", r"^round_trip\(seconds='x'\): seconds is a number above 0$"),
    ("round_trip(seconds=0)", "seconds is a number above 0"),
    ("round_trip(engine=5)", r"^round_trip\(engine=5\): engine is a name, or an object with translate\(sentences\)$"),
    ("round_trip(engine='command(line=5)')", "5 is not a command"),
    ("round_trip(engine='marian(to=5, back=6)')", "no model in folder 5"),
]


@pytest.mark.parametrize(("spec", "said"), WRONG, ids=[spec for spec, _ in WRONG])
def test_what_is_wrong_is_told_in_one_line(spec: str, said: str) -> None:
    with pytest.raises(SpecError, match=said) as told:
        build("obfuscators", spec).fit([])
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("verifier", [5, None])
def test_a_verifier_that_is_no_text_is_told_wherever_it_is_asked_for(verifier: object) -> None:
    with pytest.raises(SpecError, match="verifier is a text"):
        build("obfuscators", f"targeted(verifier={verifier!r})").wraps()
