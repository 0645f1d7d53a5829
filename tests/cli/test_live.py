from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from engine.naps import Nap, naps

from stylobench.cli import _live
from stylobench.cli._live import Display, Lines, counted, live, notable
from stylobench.engine.force import Force
from stylobench.engine.journal import Journal, read_journal
from stylobench.engine.ledger import Standing, StudyStanding

NAPS = Path(__file__).parents[1] / "engine" / "naps.py"


def seen_in_a_terminal(*command: str) -> str:
    """Everything that a command writes to a terminal of 100 columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color"}
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
        environment.pop(name, None)
    child = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    data = b""
    try:
        while chunk := os.read(ours, 65536):
            data += chunk
    except OSError:
        pass
    assert child.wait() == 0
    os.close(ours)
    return data.decode()


def test_a_terminal_shows_frames_and_ends_with_a_line(tmp_path: Path) -> None:
    written = seen_in_a_terminal(sys.executable, str(NAPS), str(tmp_path), "0.15")
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", written).replace("\r\n", "\n")
    assert re.search(r"\n\d+ of 51 jobs done, [12] running, about \d+ seconds? left\n", plain)
    assert not re.search(r"[3-9] running", plain), "two workers are at two jobs at most"
    assert "study 1 of 2: one\n" in plain
    assert re.search(r"\n +ppm +\d+ of 20 +[\d.]+ s each +[12] running", plain)
    assert re.search(r"naps: 48 of 51 jobs done, 3 failed after \d seconds\n", plain)
    assert "\x1b[31m luck" not in written
    assert written.endswith("\x1b[2K"), "the last frame is wiped away"


def test_elsewhere_a_line_is_said_at_turns_and_now_and_then(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    shown = Lines("naps")
    shown.opened(naps("ppm", 3), naps("ppm", 3))
    for number, passed in enumerate((1, 29, 1)):
        shown.started(Nap("ppm", number))
        now += passed
        shown.ended(Nap("ppm", number), 40.0, None)
    assert capsys.readouterr().err == "naps: 2 of 3 jobs done, about 40 seconds left\n"
    now += 2
    shown.preparing("knn")
    assert capsys.readouterr().err == "naps: 3 of 3 jobs done; preparing knn\n"
    shown.end()
    assert capsys.readouterr().err == "naps: 3 of 3 jobs done after 33 seconds\n"


def test_nothing_is_said_twice(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    shown = Lines("naps")
    shown.planned({"one": {"ppm": 2}}, {"one": {"ppm": 0}})
    shown.begin("one")
    shown.opened(naps("ppm", 2), naps("ppm", 2))
    for number in range(2):
        now += 31
        shown.started(Nap("ppm", number))
    assert capsys.readouterr().err == ""
    shown.ended(Nap("ppm", 0), 40.0, None)
    now += 31
    shown.started(Nap("ppm", 0))
    assert capsys.readouterr().err == "naps: 1 of 2 jobs done, 1 running, about 40 seconds left\n"
    now += 31
    shown.ended(Nap("ppm", 1), 40.0, None)
    assert capsys.readouterr().err == "naps: 2 of 2 jobs done; drawing up the result\n"


def test_what_is_quick_is_not_talked_about(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with Journal(tmp_path) as journal, live("naps", journal) as log:
        log.begin("one")
        log.opened(naps("ppm", 1), naps("ppm", 1))
        log.started(Nap("ppm", 0))
        log.ended(Nap("ppm", 0), 0.01, None)
        log.finish("one")
    assert capfd.readouterr().err == ""
    assert len(list(read_journal(journal.path))) == 7


def test_time_left_is_known_from_earlier_runs(tmp_path: Path) -> None:
    with Journal(tmp_path) as earlier:
        earlier.opened(naps("ppm", 1), naps("ppm", 1))
        earlier.started(Nap("ppm", 0))
        earlier.ended(Nap("ppm", 0), 120.0, None)
    shown = Lines("naps", Journal(tmp_path, Force(workers=2)))
    shown.opened(naps("ppm", 3), naps("ppm", 2))
    assert re.fullmatch(r", about 2 minutes left \(until .*\d\d:\d\d\)", shown.left(shown.studies))
    assert Lines("naps").left(()) == ""


def method(label: str, running: int = 0, took: float = 0.0) -> Standing:
    return Standing(label, 1000, 0, 0, running, 0, None, took, {})


def test_those_at_work_and_the_slowest_are_shown() -> None:
    going = StudyStanding("one", False, None, (
        method("fast", 0, 1), method("slow", 0, 9), method("idle"), method("busy", 2), method("a", 1, 1),
        method("b", 0, 3), method("c", 0, 2),
    ))  # fmt: skip
    over = StudyStanding("two", True, None, (method("old", 0, 99),))
    assert [one.label for one in notable((over, going))] == ["busy", "a", "slow", "b", "c"]
    assert counted((over, going)) == "0 of 8,000 jobs done, 3 running"


def test_the_bar_shows_one_failure_among_many_jobs() -> None:
    some = Standing("ppm", 3000, 1500, 1, 0, 0, None, 0, {})
    bar = _live._bar((StudyStanding("one", False, None, (some,)),))
    assert bar.plain == "━" * 16 + "─" * 14
    assert [str(span.style) for span in bar.spans] == ["green", "red", "bright_black"]


def test_a_display_has_to_show() -> None:
    with pytest.raises(NotImplementedError):
        Display("naps").begin("one")
