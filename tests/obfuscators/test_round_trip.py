"""A round trip changes words, keeps everything else, and fails aloud."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone

from stylobench.edits import Rewrite
from stylobench.errors import MissingPart, ProgramFailed, SpecError
from stylobench.obfuscators import _pipe
from stylobench.obfuscators._apertium import MODES, Apertium
from stylobench.obfuscators._translation import Translation
from stylobench.obfuscators.round_trip import RoundTrip
from stylobench.records import Problem
from stylobench.specs import build

WITH_APERTIUM = pytest.mark.skipif(
    not (MODES / "eng-spa.mode").exists(), reason="needs apertium and apertium-eng-spa, which scripts/setup installs"
)


class Engine:
    """A whole trip by a table of words."""

    def __init__(self, **table: str) -> None:
        self.table, self.asked = table, list[str]()

    def translate(self, sentences: Sequence[str]) -> list[str]:
        self.asked += sentences
        return [" ".join(self.table.get(word, word) for word in one.split(" ")) for one in sentences]


class Mute:
    """Answers nothing to everything, or too little."""

    def __init__(self, answers: int | None = None) -> None:
        self.answers = answers

    def translate(self, sentences: Sequence[str]) -> list[str]:
        return [""] * (len(sentences) if self.answers is None else self.answers)


@pytest.fixture(autouse=True, scope="module")
def _closed() -> Iterator[None]:
    yield
    _pipe.close_all()


def rewritten(text: str, engine: object, chain: str = "en-es-en", seconds: float = 20) -> Rewrite:
    return RoundTrip(chain, engine, seconds).rewrite(Problem((), text), np.random.default_rng(0))


def test_changed_words_become_edits() -> None:
    rewrite = rewritten("The old dog sat. It slept.", Engine(dog="hound", old="aged"))
    assert rewrite.text == "The aged hound sat. It slept."
    assert [(edit.start, edit.end, edit.replacement, edit.operator) for edit in rewrite.edits] == [
        (4, 11, "aged hound", "translation")
    ]


def test_white_space_line_ends_and_byte_order_mark_stay() -> None:
    text = "\ufeffThe  old\tdog\r\nsat here.\r\n\r\n  It slept\n"
    assert rewritten(text, Engine()).text == text
    assert rewritten(text, Engine(dog="hound")).text == text.replace("dog", "hound")
    assert rewritten(text, Engine(dog="hound", sat="stood")).text == text.replace("dog", "hound").replace(
        "sat", "stood"
    )


def test_a_line_end_inside_a_shorter_phrase_stays() -> None:
    class Shorter:
        def translate(self, sentences: Sequence[str]) -> list[str]:
            return [one.replace("very cold", "icy") for one in sentences]

    assert rewritten("It was very\r\ncold that day.", Shorter()).text == "It was icy\r\nthat day."


def test_addresses_and_markup_go_round_untouched() -> None:
    engine = Engine(a="b", x="y")
    rewrite = rewritten("See a <b>x</b> at http://a.org/x or a@x.org *x* a.", engine)
    assert rewrite.text == "See b <b>y</b> at http://a.org/x or a@x.org *y* a."
    assert not any(sign in one for one in engine.asked for sign in "<@*")


def test_capitals_at_the_start_are_those_of_the_original() -> None:
    assert rewritten("Me too. he left.", Engine(Me="i", he="She")).text == "I too. she left."


@pytest.mark.parametrize("text", ["", " ", "\r\n\n", "...", "\ufeff", "😀", "12 34", "\x00\x00"])
def test_nothing_to_translate_is_nothing_changed(text: str) -> None:
    engine = Engine()
    assert rewritten(text, engine).edits == ()
    assert engine.asked == []


def test_notes_tell_foreign_words_from_names_and_a_mute_engine_says_nothing() -> None:
    class Marking:
        def translate(self, sentences: Sequence[str]) -> list[Translation]:
            return [Translation("Smith perro sat.", ("Smith", "perro"), 3) for _ in sentences]

    rewrite = rewritten("Smith dog sat.", Marking())
    assert rewrite.notes == {"untranslated words": 1, "unknown words kept": 1, "generation errors": 3}
    assert rewritten("Smith dog sat.", Engine(dog="perro")).notes == {}


@pytest.mark.parametrize("answer", ['""', '"" he said.', "“” he said.", "« » he said."])
def test_a_part_with_an_emptied_quotation_stays_and_is_counted(answer: str) -> None:
    class Emptying:
        def translate(self, sentences: Sequence[str]) -> list[str]:
            return [answer if "said" in one else one.replace("dog", "hound") for one in sentences]

    rewrite = rewritten('"Perhaps" he said. A dog sat.', Emptying())
    assert rewrite.text == '"Perhaps" he said. A hound sat.'
    assert rewrite.notes == {"parts without translation": 1}


@WITH_APERTIUM
def test_marks_of_a_failed_transfer_are_stripped_and_counted() -> None:
    rewrite = rewritten("She realised there was giving to be done.", "apertium")
    assert "@" not in rewrite.text
    assert rewrite.notes["generation errors"] >= 1


def test_an_engine_that_gives_nothing_back_fails_aloud() -> None:
    with pytest.raises(ProgramFailed, match="gave nothing back for any of 2 parts"):
        rewritten("One thing. Another thing.", Mute())
    with pytest.raises(ProgramFailed, match="1 translations of 2 sentences"):
        rewritten("One thing. Another thing.", Mute(1))
    assert rewritten("One", Mute()).notes == {"parts without translation": 1}


def test_long_sentences_and_words_go_in_pieces() -> None:
    engine = Engine(a="b")
    text = "a " * 10_000 + "x" * 5_000 + " a"
    assert rewritten(text, engine).text == text.replace("a", "b")
    assert max(map(len, engine.asked)) <= 300


@pytest.mark.parametrize("chain", ["en", "en-es", "en-es-fr", "en-en-en", "", "en es en", "en-e/s-en"])
def test_a_chain_ends_where_it_begins(chain: str) -> None:
    with pytest.raises(SpecError, match="is not one such as en-es-en"):
        RoundTrip(chain).fit([])


@pytest.mark.parametrize(
    ("engine", "reason"),
    [
        ("moses", "no translation engine named 'moses'; there are: apertium, command, marian"),
        ("apertium(x=1)", "has no parameter 'x'; it has none"),
        ("command", "needs a line"),
        ("command(line='no-such-program -x')", "no program 'no-such-program'"),
        ("command(line='a \"b')", "is not a command"),
        ("marian(to='nowhere', back='nowhere')", "no model in folder 'nowhere'"),
    ],
)
def test_engines_that_do_not_exist_say_what_would_be_right(engine: str, reason: str) -> None:
    with pytest.raises(SpecError, match=reason.replace("(", r"\(").replace(")", r"\)")):
        RoundTrip(engine=engine).fit([])


def test_seconds_must_be_positive() -> None:
    with pytest.raises(SpecError, match="seconds is a number above 0"):
        RoundTrip(seconds=0).fit([])


@pytest.mark.parametrize(("flushes", "flush"), [(True, "; sys.stdout.flush()"), (False, "")])
def test_any_command_may_translate(tmp_path: Path, flushes: bool, flush: str) -> None:
    file = tmp_path / "engine.py"
    body = f"import sys\nfor line in sys.stdin: sys.stdout.write(line.replace('dog', sys.argv[1])){flush}\n"
    file.write_text(body, encoding="utf-8")
    line = f"{sys.executable} {file} {{source}}to{{target}}"
    engine = f"command(line={line!r}, flushes={flushes})"
    assert rewritten("A dog sat. A dog ran.", engine).text == "A entoes sat. A entoes ran."


def fake(folder: Path, body: str) -> Apertium:
    """Apertium with one stage of our own."""
    stage = folder / "stage"
    head = "import os, sys, time\ndata = b''\nwhile more := os.read(0, 65536):\n"
    head += "    *whole, data = (data + more).split(b'\\0')\n"
    stage.write_text(f"#!{sys.executable} -S\n{head}    for one in whole:\n        {body}\n", encoding="utf-8")
    stage.chmod(0o755)
    (folder / "eng-spa.mode").write_text(f"{stage} $1 '{folder}/a file' $2\n", encoding="utf-8")
    return Apertium("en", "es", 1.5, folder)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("time.sleep(60)", "did not answer in time"),
        ("os._exit(4)", "ended with exit code 4"),
        ("os.write(1, one[:3]); time.sleep(60)", "did not answer in time"),
        ("os.write(1, b'late[][#7]\\0')", "answered out of step"),
        ("os.write(1, one + b'\\0' + one + b'\\0' + one + b'\\0')", "answered more than it was asked"),
    ],
)
def test_apertium_that_hangs_dies_or_loses_the_thread_fails_aloud(tmp_path: Path, body: str, reason: str) -> None:
    engine = fake(tmp_path, body)
    began = time.monotonic()
    with pytest.raises(ProgramFailed, match=f"Apertium en-es {reason}, 2 times, last at 'One"):
        rewritten("One thing.", engine)
    assert time.monotonic() - began < 15


def test_apertium_escapes_the_signs_of_its_stream(tmp_path: Path) -> None:
    engine = fake(tmp_path, "os.write(1, one + b'\\0')")
    text = r"a[b]{c}^d$e/f\g@h<i>j"
    assert engine.translate([text]) == [Translation(text, (), 0)]
    assert engine.line.stages == ((str(tmp_path / "stage"), "-z", "-g", f"{tmp_path}/a file"),)


def test_a_direction_that_is_missing_prints_the_command(tmp_path: Path) -> None:
    with pytest.raises(MissingPart, match="sudo apt-get install apertium apertium-fr-es"):
        Apertium("es", "fr", 1, tmp_path)
    with pytest.raises(SpecError, match="does not translate en-de"):
        Apertium("en", "de", 1, tmp_path)
    (tmp_path / "eng-spa.mode").write_text("cg-no-such-program x\n", encoding="utf-8")
    with pytest.raises(MissingPart, match="sudo apt-get install cg3"):
        Apertium("en", "es", 1, tmp_path)


@WITH_APERTIUM
def test_apertium_there_and_back() -> None:
    text = "The old man didn't want to leave the house.\r\nA qwertyish thing [1] and/or {2} ^ $ \\ @ here, 😀 你好!\r\n"
    rewrite = build("obfuscators", "round_trip").fit([]).rewrite(Problem((), text), np.random.default_rng(0))
    assert not rewrite.unchanged
    assert rewrite.text.startswith("The old man did not want")
    assert all(kept in rewrite.text for kept in ("qwertyish", "[1] and/or {2} ^ $ \\ @", "😀 你好!\r\n"))
    assert rewrite.notes["unknown words kept"] >= 1
    assert clone(RoundTrip("en-es-en")).rewrite(Problem((), text), np.random.default_rng(1)) == rewrite


@WITH_APERTIUM
@settings(max_examples=60, deadline=None)
@given(st.text(alphabet=st.sampled_from("ab T.'’\"[]{}^$/\\@<>*#~&|=_+-\r\n\t\x00\x1f\ufeffé你😀١"), max_size=40))
def test_no_text_makes_apertium_lose_the_thread(text: str) -> None:
    rewrite = rewritten(text, "apertium", seconds=10)
    assert [sign for sign in rewrite.text if sign in "\x00\ufeff"] == [s for s in text if s in "\x00\ufeff"]


@WITH_APERTIUM
@pytest.mark.parametrize("chain", ["en-ca-en", "en-gl-en", "en-eo-en", "en-es-fr-es-en"])
def test_other_chains(chain: str) -> None:
    try:
        RoundTrip(chain).fit([])
    except MissingPart as missing:
        pytest.skip(str(missing))
    rewrite = rewritten("My brother was reading a very old book about the history of the war.", "apertium", chain)
    assert not rewrite.unchanged
    assert "history" in rewrite.text


REMEMBERS = """#!{python} -S
import os, sys
open({log!r}, "a").write(f"{{os.getpid()}}\\n")
count = 0
for request in sys.stdin.buffer.read().split(b"\\0"):
    count += 1
    os.write(1, b"%d " % count + request)
"""


def test_a_tagger_that_remembers_sentences_meets_each_for_the_first_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, program = tmp_path / "log", tmp_path / "apertium-tagger"
    program.write_text(REMEMBERS.format(python=sys.executable, log=str(log)), encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    (tmp_path / "eng-spa.mode").write_text("apertium-tagger $1\n", encoding="utf-8")
    engine = Apertium("en", "es", 20, tmp_path)
    assert [one.text for one in engine.translate(["a", "b", "a"])] == ["1 a", "1 b", "1 a"]
    assert len(set(log.read_text().split())) == 3
    assert b"_afresh" not in b"".join(engine.depends_on())
