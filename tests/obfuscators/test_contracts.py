"""One battery over every obfuscator that exists."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sklearn.base import clone

from stylobench import specs
from stylobench.edits import Rewrite
from stylobench.errors import MissingPart
from stylobench.features.prose import analysed
from stylobench.records import Problem
from stylobench.seeds import generator

ALL = specs.names("obfuscators")
PLAIN = (
    "It is not so very difficult, however, to say why the old doctor didn't come home. He had been walking for a long "
    "time; the road was wet, and nobody was there to help him. In my opinion, she ought to have known that he would "
    "be late."
)
KNOWN = "I can't say that I like it. We were there for two weeks, and it rained, but nobody seemed to mind very much."
ODD = {
    "empty": "",
    "blank": " \r\n\t",
    "word": "hello",
    "no sentence end": "so the old man went home and then he did not come back",
    "crlf": f"{PLAIN}\r\n\r\n{KNOWN}\r\n",
    "mark": f"\ufeff{PLAIN}",
    "emoji": f"😀 {PLAIN} 👩‍👩‍👧 so it is 😀!",
    "scripts": f"Это не так трудно сказать. {PLAIN} 日本語の文章です。 هذا نص.",
    "markup": f'<p class="x y">{PLAIN}</p> see https://example.org/a?b=c and [it](http://example.org) `code x` a@b.org',
    "marks only": "... --- !!! ???",
    "control": "so \x00 it is\x0b not\u2028so. It was.",
}


@pytest.fixture(scope="module")
def ready():
    """Every obfuscator once, fitted; skips where a part is missing."""
    made = {}

    def get(name):
        if name not in made:
            try:
                found = specs.build("obfuscators", name).fit([KNOWN, PLAIN])
                if hasattr(found, "against"):
                    found = found.against(Even(), 0.5)
                found.rewrite(Problem((KNOWN,), "So it is."), generator(0, "try"))
                made[name] = found
            except MissingPart as missing:
                made[name] = missing
        if isinstance(made[name], MissingPart):
            pytest.skip(str(made[name]))
        return made[name]

    return get


class Even:
    """A verifier that goes by how many letters e there are."""

    def fit(self, problems, same):
        return self

    def verify(self, problems):
        return np.array([min(1.0, one.questioned.count("e") / max(1, len(one.questioned)) * 5) for one in problems])


def rewritten(obfuscator, text, seed=0):
    found = obfuscator.rewrite(Problem((KNOWN,), text), generator(seed, "contract"))
    assert isinstance(found, Rewrite)
    return found


@pytest.mark.parametrize("name", ALL)
def test_the_first_line_says_what_it_is(name) -> None:
    line = specs.summary("obfuscators", name)
    assert 20 < len(line) <= 120
    assert line.endswith(".")


@pytest.mark.parametrize("name", ALL)
def test_parameters_can_be_read_and_cloned(name) -> None:
    first = specs.build("obfuscators", name)
    copy = clone(first)
    assert copy is not first
    assert copy.get_params() == first.get_params()
    assert isinstance(type(first).uses_known, bool)


@pytest.mark.parametrize("name", ALL)
def test_fit_gives_itself_and_needs_no_texts(name, ready) -> None:
    ready(name)
    fresh = specs.build("obfuscators", name)
    assert fresh.fit([]) is fresh


@pytest.mark.parametrize("name", ALL)
def test_the_same_draws_give_the_same_rewrite(name, ready) -> None:
    first, second = rewritten(ready(name), PLAIN), rewritten(ready(name), PLAIN)
    assert first == second


@pytest.mark.parametrize("name", ALL)
def test_what_came_before_changes_nothing(name, ready) -> None:
    first = rewritten(ready(name), PLAIN)
    for text in (KNOWN, "", "hello"):
        rewritten(ready(name), text, 1)
    assert rewritten(ready(name), PLAIN) == first


@pytest.mark.parametrize("name", ALL)
def test_only_the_questioned_text_is_looked_at_where_it_says_so(name, ready) -> None:
    obfuscator = ready(name)
    if obfuscator.uses_known:
        pytest.skip("it looks at known texts")
    alone = obfuscator.rewrite(Problem((), PLAIN), generator(0, "contract"))
    assert alone == rewritten(obfuscator, PLAIN)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_edits_lie_in_the_text_apart_and_speak_of_the_original(name, text, ready) -> None:
    found = rewritten(ready(name), text)
    assert found.original == text
    at = 0
    for edit in found.edits:
        assert at <= edit.start <= edit.end <= len(text)
        assert isinstance(edit.replacement, str)
        assert edit.operator
        at = edit.end
    assert all(isinstance(count, int) for count in found.notes.values())


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("text", ["", " \r\n\t", "\ufeff", "\n"], ids=["empty", "blank", "mark", "line"])
def test_nothing_is_made_of_nothing(name, text, ready) -> None:
    assert rewritten(ready(name), text).text == text


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("kind", ["crlf", "mark", "emoji", "scripts"])
def test_line_ends_marks_signs_and_other_scripts_stay(name, kind, ready) -> None:
    text = ODD[kind]
    found = rewritten(ready(name), text).text
    assert "\n" not in found.replace("\r\n", "")
    assert found.startswith("\ufeff") == text.startswith("\ufeff")
    assert [sign for sign in found if ord(sign) > 0x10000] == [sign for sign in text if ord(sign) > 0x10000]
    for word in ("трудно", "日本語の文章です"):
        assert (word in found) == (word in text)


@pytest.mark.parametrize("name", ALL)
def test_what_is_not_prose_is_not_edited(name, ready) -> None:
    text = ODD["markup"]
    opaque = [token for token in analysed(text).tokens if token.kind == "opaque"]
    assert opaque
    for edit in rewritten(ready(name), text).edits:
        kept = [token for token in opaque if edit.start < token.end and token.start < edit.end]
        assert all(token.text in edit.replacement for token in kept)


def test_every_file_is_met() -> None:
    folder = Path(specs.__file__).parent / "obfuscators"
    assert sorted(path.stem for path in folder.glob("[!_]*.py")) == ALL
