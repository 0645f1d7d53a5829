"""The verb as a user meets it: exit codes, one line on stderr, one JSON object, bytes kept."""

from __future__ import annotations

import json
import sys
import time
from typing import Any, NamedTuple

import pytest

from stylobench.cli.main import run
from stylobench.edits import Rewrite
from stylobench.obfuscators.identity import Identity

TEXT = "So it is, and so it was before that day. He did not come home.\r\nNobody knew why. "


class Done(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def call(tmp_path, monkeypatch, capsysbinary) -> Any:
    monkeypatch.chdir(tmp_path)

    def called(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["stylobench", "obfuscate", *arguments])
        code = 0
        try:
            run()
        except SystemExit as left:
            code = int(left.code or 0)
        said = capsysbinary.readouterr()
        return Done(code, said.out.decode(), said.err.decode())

    return called


def test_a_text_goes_to_stdout_byte_for_byte(call, tmp_path) -> None:
    for text in (TEXT, f"\ufeff{TEXT}", "😀 日本語 <b>x</b>", "word", ""):
        (tmp_path / "a.txt").write_bytes(text.encode())
        done = call("a.txt", "--with", "identity")
        assert (done.code, done.out) == (0, text)
        assert "1 came back unchanged" in done.err


def test_json_is_one_object(call, tmp_path) -> None:
    (tmp_path / "a.txt").write_bytes(TEXT.encode())
    done = call("a.txt", "--with", "random_edits(rate=0.5)", "--json")
    found = json.loads(done.out)
    assert found["obfuscator"] == "random_edits(rate=0.5)"
    [text] = found["texts"]
    plain = TEXT
    for edit in reversed(text["edits"]):
        assert plain[edit["start"] : edit["end"]] == edit["original"]
        plain = plain[: edit["start"]] + edit["replacement"] + plain[edit["end"] :]
    assert plain == text["text"] != TEXT
    assert call("a.txt", "--with", "random_edits(rate=0.5)", "--json").out == done.out


def test_a_difference_is_shown_here_and_on_a_page(call, tmp_path) -> None:
    (tmp_path / "a.txt").write_bytes(TEXT.encode())
    done = call("a.txt", "--with", "random_edits(rate=0.5)", "--diff", "-o", "out")
    assert done.code == 0
    assert "<html" in (tmp_path / "out" / "a.difference.html").read_text("utf-8")
    assert (tmp_path / "out" / "a.txt").exists()


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("gone.txt",), "there is no file or folder at gone.txt"),
        (("a.txt", "--with", "mediocre"), "no obfuscator named 'mediocre'; did you mean 'mediocrity'?"),
        (("a.txt", "--with", "identity", "--with", "synonyms"), "one obfuscator at a time"),
        (("a.txt", "--verifier", "ppm"), "--verifier belongs to --advise"),
        (("latin.txt", "--with", "identity"), "latin.txt is not utf-8: line 1"),
        (("folder",), "holds no .txt file"),
        (("binary.txt", "--with", "identity"), "binary.txt looks like no text"),
        (("a.txt", "--with", "random_edits(rate=7)"), "rate is a number from 0 to 1"),
        (("a.txt", "--with", "engine.small_attacks:Never"), "a: RuntimeError: never"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(call, tmp_path, arguments, line) -> None:
    (tmp_path / "a.txt").write_bytes(TEXT.encode())
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9")
    (tmp_path / "binary.txt").write_bytes(b"\x7fELF\0\0")
    (tmp_path / "folder").mkdir()
    done = call(*arguments)
    assert done.code == 2
    assert done.out == ""
    said = done.err.strip().splitlines()[-1]
    assert said.startswith("stylobench: ")
    assert line in said
    assert "Traceback" not in done.err


def test_latin_1_is_read_when_named(call, tmp_path) -> None:
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9")
    assert call("latin.txt", "--with", "identity", "--encoding", "latin-1").out == "café"


def test_a_text_that_fails_leaves_the_others_written(call, tmp_path) -> None:
    for name, text in (("a", "even"), ("b", "odd")):
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / "in" / f"{name}.txt").write_text(text)
    done = call("in", "--with", "engine.small_attacks:Halting", "-o", "out")
    assert done.code == 2
    assert "1 of 2 texts could not be rewritten and are not written: b: RuntimeError: out of ideas" in done.err
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.json", "a.record.json", "a.txt"]


@pytest.mark.parametrize("spec", ["identity", "random_edits"])
def test_a_megabyte_in_one_line_takes_seconds(call, tmp_path, spec) -> None:
    (tmp_path / "long.txt").write_text("so it is and that was the one " * 35_000)
    began = time.process_time()
    done = call("long.txt", "--with", spec, "-o", "out")
    assert done.code == 0
    assert time.process_time() - began < 20


def test_the_folder_of_the_originals_is_not_written_into(call, tmp_path) -> None:
    (tmp_path / "a.txt").write_text("It is so.")
    for source in (".", "a.txt"):
        done = call(source, "--with", "random_edits(rate=1)", "-o", ".")
        assert done.code == 2
        assert "would be overwritten" in done.err
    assert (tmp_path / "a.txt").read_text() == "It is so."


def test_one_unreadable_file_leaves_the_others_written(call, tmp_path) -> None:
    (tmp_path / "in").mkdir()
    for name, data in (("a", b"so it is"), ("b", b"caf\xe9"), ("c", b"\0\0")):
        (tmp_path / "in" / f"{name}.txt").write_bytes(data)
    done = call("in", "--with", "identity", "-o", "out")
    assert done.code == 2
    assert "2 of 3 texts could not be rewritten and are not written: b: in/b.txt is not utf-8: line 1" in done.err
    assert "failed: c: in/c.txt looks like no text" in done.err
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.json", "a.record.json", "a.txt"]


class Noting(Identity):
    """Notes as a translator and a search leave them."""

    def rewrite(self, problem, rng) -> Rewrite:
        notes = {"untranslated words": 3, "generation errors": 0, "verdict turned": 1, "nothing to compare with": 1}
        return Rewrite(problem.questioned, notes=notes)


def test_what_the_obfuscator_notes_is_told(call, tmp_path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("a", "b"):
        (tmp_path / "in" / f"{name}.txt").write_text("so it is")
    said = call("in/a.txt", "--with", "cli.test_obfuscate_verb:Noting").err
    assert "untranslated words 3; read it before use\n" in said
    assert "verdict turned\n" in said
    assert "nothing to compare with: name earlier texts with --mine\n" in said
    said = call("in", "--with", "cli.test_obfuscate_verb:Noting", "--workers", "1").err
    assert "untranslated words 6; read it before use\n" in said
    assert "verdict turned (2 of 2 texts)\n" in said


def test_a_seed_that_everybody_knows_is_told_of_once(call, tmp_path) -> None:
    (tmp_path / "a.txt").write_text("so it is")
    assert call("a.txt", "--with", "random_edits").err.count("seed 0 is no secret") == 1
    assert "secret" not in call("a.txt", "--with", "random_edits", "--seed", "5").err


def test_columns_of_the_background_can_be_named(call, tmp_path) -> None:
    (tmp_path / "a.txt").write_text("so it is")
    (tmp_path / "others.csv").write_text("who,said\nann,so it was\nbob,so it is\n")
    columns = ("--format", "table", "--author", "who", "--text", "said")
    assert call("a.txt", "--with", "identity", "--background", "others.csv", *columns).code == 0
    assert "'nobody'" in call("a.txt", "--background", "others.csv", "--text", "said", "--author", "nobody").err
    done = call("a.txt", *columns)
    assert done.code == 2
    assert "--format, --author, --text belong to --background" in done.err
