from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from stylobench.engine.methods import FLOORS, fingerprint, methods
from stylobench.specs import HOUSE


class Plain:
    """A verifier with nothing but the two verbs."""

    def fit(self, problems: Any, same: Any) -> Plain:
        return self

    def verify(self, problems: Any) -> Any:
        return [0.7] * len(problems)


class Around(Plain):
    """A verifier that says what is inside."""

    inside: Any

    def __init__(self, name: str) -> None:
        self.name = name

    def wraps(self) -> Any:
        return type(self).inside


class Slots(Plain):
    """No dictionary of its own."""

    __slots__ = ()


class Dependent(Plain):
    """Depends on more than its code."""

    content = b""

    def depends_on(self) -> list[bytes]:
        return [type(self).content]


def test_the_fingerprint_follows_what_is_wrapped_however_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    outer, inner = Around("outer"), Dependent()
    monkeypatch.setattr(Around, "inside", inner, raising=False)
    before = fingerprint(outer, "verifiers")
    assert fingerprint(outer, "verifiers") == before
    monkeypatch.setattr(Dependent, "content", b"changed")
    assert fingerprint(outer, "verifiers") != before
    monkeypatch.setattr(Around, "inside", Plain())
    assert fingerprint(outer, "verifiers") != before


def test_neither_slots_nor_an_old_encoding_of_the_source_stop_the_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fingerprint(Slots(), "verifiers") == fingerprint(Slots(), "verifiers")
    (tmp_path / "old_encoding.py").write_bytes(b"# -*- coding: latin-1 -*-\n# caf\xe9\nclass Old:\n    pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    import old_encoding  # type: ignore[import-not-found]

    try:
        assert fingerprint(old_encoding.Old(), "verifiers") == fingerprint(old_encoding.Old(), "verifiers")
    finally:
        del sys.modules["old_encoding"]


def test_a_method_can_be_given_a_name() -> None:
    plain, named = methods(["ppm(order=3)", "short=ppm(order=3)"], "verifiers")
    assert (plain.name, named.name) == ("ppm(order=3)", "short")
    assert plain.spec == named.spec
    assert plain.fingerprint == named.fingerprint
    assert methods({"other": "ppm"}, "verifiers")[0].name == "other"


def test_every_floor_that_a_fingerprint_follows_is_there_and_a_search_follows_the_verifiers() -> None:
    missing = [floor for floors in FLOORS.values() for floor in floors if not (HOUSE / floor).exists()]
    assert not missing
    assert {"verifiers", "edits.py", "seeds.py"} < set(FLOORS["obfuscators"])
