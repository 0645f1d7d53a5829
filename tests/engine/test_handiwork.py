"""What a hand makes of jobs that cannot be done as they were meant."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from stylobench.engine.handiwork import _Desk
from stylobench.engine.methods import methods
from stylobench.engine.travel import packed

SENT = "import plug_sent_too\nfrom sklearn.dummy import DummyClassifier\n\n\nclass Sent(DummyClassifier):\n    pass\n"


def test_a_method_with_other_source_files_here_fails_every_job_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plug_sent.py").write_text(SENT)
    (tmp_path / "plug_sent_too.py").write_text("K = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("plug_sent", "plug_sent_too"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    (method,) = methods(["plug_sent:Sent"])
    (tmp_path / "parcel").write_bytes(packed(method, {}))
    job, files, desk = packed(method, {id(method): "parcel"}), {"parcel": str(tmp_path / "parcel")}, _Desk()
    found, reason = desk.read(1, job, files)
    assert (found.name, reason) == ("plug_sent:Sent", "")
    (tmp_path / "plug_sent_too.py").write_text("K = 2\n")
    for _ in range(2):
        found, reason = desk.read(2, job, files)
        assert found is None
        assert "the source files of 'plug_sent:Sent' are not the same on the worker as where the run started" in reason
