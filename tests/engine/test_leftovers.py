"""Half-written files of dead processes go, those of living ones stay."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

from stylobench.engine.kept_runs import writer
from stylobench.engine.leftovers import clear

FOLDERS = (".", "answers", "rewrites", "novel/small-seed-0")


def test_only_what_dead_processes_left_is_removed(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    for process in (ended.pid, os.getpid()):
        for name in FOLDERS:
            (tmp_path / name).mkdir(parents=True, exist_ok=True)
            (tmp_path / name / f".result.json.{writer(process)}.part").write_text("{")
        (tmp_path / "features" / f".half-{socket.gethostname()}-{process}-x").mkdir(parents=True)
    (tmp_path / "novel/small-seed-0/result.json").write_text("{}")
    clear(tmp_path, ["novel/small-seed-0"])
    left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.name.startswith(".")}
    assert left == {
        *(str(Path(name) / f".result.json.{writer()}.part") for name in FOLDERS),
        f"features/.half-{socket.gethostname()}-{os.getpid()}-x",
    }
    assert (tmp_path / "novel/small-seed-0/result.json").exists()


def test_a_folder_that_is_not_there_yet_has_none(tmp_path: Path) -> None:
    clear(tmp_path / "out", ["novel"])
    assert not (tmp_path / "out").exists()
