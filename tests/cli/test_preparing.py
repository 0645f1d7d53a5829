"""What is seen while studies are prepared."""

from __future__ import annotations

import time

import pytest

from stylobench.cli import _preparing
from stylobench.cli._preparing import preparing
from stylobench.engine.plan import HERE, Study

STUDY = Study("leak/essays-seed-0", "leakage", {})


def test_what_is_quick_is_not_talked_about(capsys: pytest.CaptureFixture[str]) -> None:
    with preparing(STUDY) as told:
        told(0, 10)
        told(10, 10)
    assert capsys.readouterr().err == ""


def test_what_takes_a_while_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_preparing, "PATIENCE", 0.05)
    with preparing(Study(HERE, "leakage", {})):
        time.sleep(0.3)
    assert capsys.readouterr().err == "preparing leakage\n"


def test_an_encoder_tells_how_far_it_is_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(_preparing.time, "monotonic", lambda: now)
    with preparing(STUDY) as told:
        for done, passed in ((0, 4), (1000, 2), (2000, 29), (3000, 1), (5000, 60)):
            now += passed
            told(done, 5000)
    said = "preparing leak/essays-seed-0: {} of 5,000 documents encoded; vectors are kept in the user's cache\n"
    assert capsys.readouterr().err == said.format("1,000") + said.format("3,000")


def test_a_fault_ends_the_telling(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_preparing, "PATIENCE", 0.1)
    with pytest.raises(ValueError, match="no"), preparing(STUDY):
        raise ValueError("no")
    time.sleep(0.2)
    assert capsys.readouterr().err == ""
