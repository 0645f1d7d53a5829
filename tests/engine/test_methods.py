from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stylobench.engine.methods import FLOORS, code_from_elsewhere, demand_same_code, fingerprint, methods
from stylobench.errors import SpecError
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


HELPED = """
from sklearn.dummy import DummyClassifier
import plug_help


class Helped(DummyClassifier):
    pass
"""


@pytest.fixture
def helper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "plug_helped.py").write_text(HELPED)
    (tmp_path / "plug_help.py").write_text("K = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("plug_helped", "plug_help"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path / "plug_help.py"


def test_the_fingerprint_follows_what_a_plugin_imports(helper: Path) -> None:
    (before,) = methods(["plug_helped:Helped"])
    assert methods(["plug_helped:Helped"])[0].fingerprint == before.fingerprint
    helper.write_text("K = 2\n")
    assert methods(["plug_helped:Helped"])[0].fingerprint != before.fingerprint


def test_a_method_whose_files_differ_where_it_arrives_is_refused(helper: Path) -> None:
    (method,) = methods(["plug_helped:Helped"])
    method.estimator.fit(["a", "b"], ["x", "y"])
    demand_same_code(method)
    helper.write_text("K = 2\n")
    with pytest.raises(SpecError, match="source files of 'plug_helped:Helped' are not the same on the worker"):
        demand_same_code(method)
    helper.unlink()
    with pytest.raises(SpecError, match="not the same"):
        demand_same_code(method)


def test_nothing_is_demanded_of_what_travels_as_it_is_or_belongs_to_the_house() -> None:
    (knn,) = methods(["knn"])
    assert knn.code == ""
    demand_same_code(knn)
    made = type("Made", (Plain,), {"__module__": "__main__"})()
    demand_same_code(replace(knn, estimator=made, code=code_from_elsewhere(made)))
