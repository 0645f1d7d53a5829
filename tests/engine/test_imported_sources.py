"""Which files a user's module rests on."""

from __future__ import annotations

from pathlib import Path

import pytest

from stylobench.engine.imported_sources import imported_sources

FILES = {
    "plug_a.py": "import os, numpy\nimport plug_b\nfrom plug_pack import part\n\n\ndef go():\n    import plug_late\n",
    "plug_b.py": "import plug_a, pytest, stylobench.records\nfrom plug_nowhere import x\n",
    "plug_late.py": "from plug_c import NUMBER\n",
    "plug_c.py": "NUMBER = 1\n",
    "plug_pack/__init__.py": "",
    "plug_pack/part.py": "from . import near\nfrom .deep.down import thing\n",
    "plug_pack/near.py": "",
    "plug_pack/unused.py": "",
    "plug_pack/deep/__init__.py": "",
    "plug_pack/deep/down.py": "from ..beside import thing\n",
    "plug_pack/beside.py": "thing = 1\n",
    "plug_unused.py": "",
}
REACHED = sorted(FILES.keys() - {"plug_unused.py", "plug_pack/unused.py"})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_imports_are_followed_also_late_and_relative_ones_and_in_circles(folder: Path) -> None:
    found = imported_sources("plug_a", folder / "plug_a.py")
    assert sorted(path.relative_to(folder).as_posix() for path in found) == REACHED


def test_the_same_files_are_found_when_they_are_loaded(folder: Path) -> None:
    before = imported_sources("plug_a", folder / "plug_a.py")
    import plug_pack.part  # noqa: F401

    assert imported_sources("plug_a", folder / "plug_a.py") == before


def test_a_file_that_is_not_python_rests_on_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "plug_bad.py"
    path.write_bytes(b"import (\x00")
    assert imported_sources("plug_bad", path) == [path]
