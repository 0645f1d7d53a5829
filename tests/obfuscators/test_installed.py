"""What lies outside the house is part of a fingerprint, so that stored rewrites go with it."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from stylobench.engine.methods import methods
from stylobench.errors import MissingPart
from stylobench.features import _wordnet
from stylobench.obfuscators import _apertium, _installed
from stylobench.obfuscators._installed import MOST_READ, contents, named, stamps
from stylobench.records import Problem
from stylobench.seeds import generator
from stylobench.specs import build

WORDS = ("synonyms", "mediocrity", "mediocrity_published", "targeted")
WITH_WORDNET = pytest.mark.skipif(not _wordnet.installed(), reason="WordNet is not installed (apt: wordnet-base)")
WITH_APERTIUM = pytest.mark.skipif(
    not (_apertium.MODES / "eng-spa.mode").exists(), reason="needs apertium and apertium-eng-spa"
)


def mark(spec: str) -> str:
    return methods([spec], "obfuscators")[0].fingerprint


@pytest.mark.parametrize("spec", WORDS)
def test_a_missing_wordnet_stops_at_fit(spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WNSEARCHDIR", str(tmp_path))
    with pytest.raises(MissingPart, match="sudo apt-get install wordnet-base"):
        build("obfuscators", spec).fit([])


def test_without_synonyms_no_wordnet_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WNSEARCHDIR", str(tmp_path))
    found = build("obfuscators", "mediocrity(off=synonyms)").fit([])
    assert found.rewrite(Problem((), "He isn't unhappy. A number of people came."), generator(0)).text


@WITH_WORDNET
@pytest.mark.parametrize("spec", WORDS)
def test_another_wordnet_is_another_fingerprint(spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in _installed.WORDNET:
        shutil.copy2(Path(_wordnet.folder(), name), tmp_path)
    before, untouched = mark(spec), mark("identity")
    monkeypatch.setenv("WNSEARCHDIR", str(tmp_path))
    assert mark(spec) == before
    os.utime(tmp_path / "index.verb", (0, 0))
    assert mark(spec) != before
    assert mark("identity") == untouched


@pytest.mark.parametrize("spec", [*WORDS, "random_edits", "round_trip"])
def test_another_version_of_a_package_is_another_fingerprint(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = mark(spec)
    _installed.packages.cache_clear()
    monkeypatch.setattr(_installed, "version", lambda name: "99.0")
    assert mark(spec) != before
    monkeypatch.undo()
    _installed.packages.cache_clear()
    assert mark(spec) == before


def test_a_missing_wordnet_is_no_matter_before_it_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WNSEARCHDIR", str(tmp_path))
    assert mark("synonyms") == mark("synonyms")


def test_the_script_behind_a_command_is_part_of_the_fingerprint(tmp_path: Path) -> None:
    script = tmp_path / "translate.py"
    script.write_text("print(1)")
    spec = f"round_trip(engine=\"command(line='python3 {script}')\")"
    before = mark(spec)
    assert mark(spec) == before
    script.write_text("print(2)")
    assert mark(spec) != before


@WITH_APERTIUM
def test_a_chain_depends_on_its_own_dictionaries_alone(tmp_path: Path) -> None:
    dictionary = tmp_path / "eng-spa.bin"
    dictionary.write_bytes(b"one")
    (tmp_path / "eng-spa.mode").write_text(f"lt-proc '{dictionary}'")
    before = _apertium.Apertium("en", "es", 1, tmp_path).depends_on()
    assert _apertium.Apertium("en", "es", 1, tmp_path).depends_on() == before
    dictionary.write_bytes(b"another")
    assert _apertium.Apertium("en", "es", 1, tmp_path).depends_on() != before
    assert mark("round_trip(chain='en-es-en')") != mark("round_trip(chain='en-ca-en')")


def test_an_engine_of_the_users_own_counts_with_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "class Trip:\n    def translate(self, sentences):\n        return list(sentences)\n"
    (tmp_path / "my_trip_engine.py").write_text(code)
    monkeypatch.syspath_prepend(str(tmp_path))
    before = mark("round_trip(engine='my_trip_engine:Trip')")
    assert mark("round_trip(engine='my_trip_engine:Trip')") == before
    (tmp_path / "my_trip_engine.py").write_text(f"{code}# changed\n")
    assert mark("round_trip(engine='my_trip_engine:Trip')") != before


def test_the_verifier_that_is_aimed_at_counts_with_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "class Judge:\n    def fit(self, problems, same):\n        return self\n"
    (tmp_path / "my_aimed_judge.py").write_text(code)
    monkeypatch.syspath_prepend(str(tmp_path))
    before = mark("targeted(verifier='my_aimed_judge:Judge')")
    (tmp_path / "my_aimed_judge.py").write_text(f"{code}# changed\n")
    assert mark("targeted(verifier='my_aimed_judge:Judge')") != before


def test_large_files_are_known_by_size_and_time_and_what_is_no_file_is_nothing(tmp_path: Path) -> None:
    large = tmp_path / "model.bin"
    large.write_bytes(bytes(MOST_READ + 1))
    assert contents([large, tmp_path / "none"]) == [stamps([large])]
    assert stamps([tmp_path / "none"]) == b"[]"
    assert named([("no-such-program", "-z", "a.bin")]) == [Path("no-such-program"), Path("-z"), Path("a.bin")]


def test_a_fingerprint_takes_milliseconds() -> None:
    for spec in ("mediocrity", "round_trip"):
        mark(spec)
        began = time.process_time()
        for _ in range(10):
            mark(spec)
        assert (time.process_time() - began) / 10 < 0.05
