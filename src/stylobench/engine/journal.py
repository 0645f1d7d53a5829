"""What happened while jobs were run, line by line: the only place with times, hosts and seconds.

Every run of a command writes a file of its own, one JSON object per line, in the folder `journal`.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from stylobench.engine.chronicle import Line, Lined
from stylobench.engine.kept_runs import writer

if TYPE_CHECKING:
    from stylobench.engine.force import Force

FOLDER = "journal"
FORMAT = 1
FINISHED, INTERRUPTED, FAILED = "finished", "interrupted", "failed"


class Journal(Lined):
    """The file of one run of a command.

    As a context manager it is closed by what happens within: finished, interrupted, or failed with a reason.
    """

    def __init__(self, home: Path, force: Force | None = None) -> None:
        means = _means(force)
        self.home, self.engine, self.workers = home, str(means["engine"]), int(means["workers"])
        self.path = home / FOLDER / f"{_stamp()}-{writer()}.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file: int | None = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        self._tell("run", **_whose(), **means)

    def close(self, how: str, why: str | None = None) -> None:
        """The run of the command has ended: finished, interrupted or failed; a second time changes nothing."""
        if self._file is not None:
            try:
                self._tell("close", how=how, why=why)
            finally:
                os.close(self._file)
                self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if kind is None:
            self.close(FINISHED)
            return
        with suppress(OSError):  # what ended the run is the news, not that a full disk has no room to say so
            if issubclass(kind, KeyboardInterrupt):
                self.close(INTERRUPTED)
            else:
                self.close(FAILED, " ".join(f"{error}".split()) or kind.__name__)

    def line(self, facts: Line) -> None:
        """Append in one piece, so that lines stay whole whenever the process is killed."""
        if self._file is None:
            return
        data = f"{json.dumps(facts)}\n".encode("ascii")
        try:
            while data:
                data = data[os.write(self._file, data) :]
        except OSError as error:
            error.filename = str(self.path)
            raise


def read_journal(path: Path) -> Iterator[Line]:
    """The lines of a journal, as far as they are whole."""
    with path.open("rb") as file:
        for raw in file:
            with suppress(ValueError):
                line = json.loads(raw)
                if isinstance(line, dict) and isinstance(line.get("at"), int | float) and "event" in line:
                    yield line


def journals(home: Path) -> list[Path]:
    """The journals of a folder, the oldest first."""
    return sorted((home / FOLDER).glob("*.jsonl"))


def born(process: int) -> float | None:
    """When a process of this machine began, None where it is gone: a number alone may have been given to another."""
    import psutil

    try:
        found = psutil.Process(process)
        return None if found.status() == psutil.STATUS_ZOMBIE else float(found.create_time())
    except psutil.Error:
        return None


def _stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%S-%fZ")


def _whose() -> Line:
    from stylobench import __version__

    process = os.getpid()
    facts = {"host": socket.gethostname(), "pid": process, "born": born(process)}
    return {"format": FORMAT, "stylobench": __version__, **facts}


def _means(force: Force | None) -> Line:
    if force is None:
        from stylobench.engine.force import Force

        force = Force()
    return {"engine": force.engine, "workers": max(1, force.count()), "again": force.again}
