"""A command as a child process under limits of time, memory and disk, ended with all it started that can be found."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from stylobench.errors import ProgramFailed, SpecError

GIGABYTE = 10**9
MARK = "STYLOBENCH_PROGRAM"
TAIL = 4_096
SHOWN = 200
TRIES = 500
# Limits are set in the child just before the program takes its place: running Python between fork and exec can hang
# where there are threads. The first call asks Linux to end the program when we are killed ourselves.
LAUNCH = """
import ctypes, os, resource, signal, sys
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
memory, disk, *command = sys.argv[1:]
for limit, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_FSIZE, disk), (resource.RLIMIT_CORE, 0)):
    hard = resource.getrlimit(limit)[1]
    most = int(most) if hard == resource.RLIM_INFINITY else min(int(most), hard)
    resource.setrlimit(limit, (most, most))
os.execvp(command[0], command)
"""


@dataclass(frozen=True)
class Limits:
    """Seconds of the clock, bytes of addresses for each process, bytes written in all."""

    seconds: float
    memory: int
    disk: int


class Child:
    """One command that may write into some folders; what it leaves in `scratch` is for nobody."""

    def __init__(self, command: Sequence[str], limits: Limits, scratch: Path) -> None:
        self.command, self.limits, self.scratch = command, limits, scratch
        self.errors = scratch / "stderr"
        self.temporary = scratch / "temporary"
        self.name = f"program {printable(' '.join(command))!r}"

    def run(self, arguments: Sequence[str], folders: Sequence[Path]) -> None:
        """Run it to its end; whatever goes wrong is one line."""
        mark = uuid.uuid4().hex
        self.temporary.mkdir()
        written = Written([*folders, self.scratch])
        process = None
        try:
            process = self._start(arguments, mark)
            self._watch(process, written)
        finally:
            _end(process, mark)
        self._judge(process.returncode, written)

    def _start(self, arguments: Sequence[str], mark: str) -> subprocess.Popen[bytes]:
        launcher = [sys.executable, "-I", "-S", "-c", LAUNCH, str(self.limits.memory), str(self.limits.disk)]
        with self.errors.open("wb") as errors:
            return subprocess.Popen(
                [*launcher, *self.command, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env={**os.environ, "TMPDIR": str(self.temporary), MARK: mark},
                start_new_session=True,
            )

    def _watch(self, process: subprocess.Popen[bytes], written: Written) -> None:
        """Wait for the end, looking at clock and disk ever more rarely."""
        deadline, pause = time.monotonic() + self.limits.seconds, 0.01
        while (left := deadline - time.monotonic()) > 0:
            with suppress(subprocess.TimeoutExpired):
                process.wait(min(pause, left))
                return
            self._check_disk(written)
            pause = min(pause * 1.5, 0.25)
        raise ProgramFailed(f"{self.name} took longer than {self.limits.seconds:g} seconds{self._last_words()}")

    def _check_disk(self, written: Written) -> None:
        if written.bytes() >= self.limits.disk:
            raise ProgramFailed(f"{self.name} wrote more than {self.limits.disk / GIGABYTE:g} GB; disk=... allows more")

    def _judge(self, code: int, written: Written) -> None:
        self._check_disk(written)
        if code < 0:
            raise ProgramFailed(f"{self.name} was killed by {_signal_name(-code)}{self._last_words()}")
        if code > 0:
            raise ProgramFailed(f"{self.name} ended with exit code {code}{self._last_words()}")

    def _last_words(self) -> str:
        data = b""
        with suppress(OSError), self.errors.open("rb") as file:
            file.seek(max(0, self.errors.stat().st_size - TAIL))
            data = file.read(TAIL)
        lines = [printable(line) for line in data.decode("utf-8", "replace").splitlines()]
        said = next((line for line in reversed(lines) if line), "")
        return f": {said}" if said else "; it said nothing on stderr"


class Written:
    """Folders that a program may write into, and how much it has."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = folders
        self.before = self._total()

    def bytes(self) -> int:
        """How much larger the files are now."""
        return self._total() - self.before

    def _total(self) -> int:
        total = 0
        for parent, _, names in (entry for folder in self.folders for entry in os.walk(folder)):
            for name in names:
                with suppress(OSError):
                    total += os.lstat(os.path.join(parent, name)).st_size
        return total


def words(command: str) -> tuple[str, ...]:
    """The words of a command whose first is a program that can be run.

    >>> words("sh -c 'exit 3'")
    ('sh', '-c', 'exit 3')
    """
    try:
        found = shlex.split(command)
    except ValueError as error:
        raise SpecError(f"verifier 'program': {command!r} is not a command: {str(error).lower()}") from None
    if not found:
        raise SpecError("verifier 'program': the command is empty; write program(command='./system')")
    if shutil.which(found[0]) is None:
        raise SpecError(f"verifier 'program': no program {found[0]!r} that can be run from here; give its path")
    return tuple(found)


def names_in(folder: Path) -> list[str]:
    """The names in a folder that a program had for itself; none where it has removed it."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def printable(text: str) -> str:
    """One short line without signs that a terminal would obey.

    >>> printable("\\x1b[31mno\\x07 memory\\n")
    'no memory'
    """
    cleaned = "".join(sign if sign.isprintable() else " " for sign in re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text))
    return " ".join(cleaned.split())[:SHOWN]


def _end(process: subprocess.Popen[bytes] | None, mark: str) -> None:
    """End the child, its process group, and what has left the group but still carries the mark.

    There is no process where we were interrupted while it was being started; it carries the mark all the same.
    """
    if process is not None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    for _ in range(TRIES):
        marked = _marked(mark)
        for number in marked:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(number, signal.SIGKILL)
        if not marked:
            return
        time.sleep(0.01)


def _marked(mark: str) -> list[int]:
    """Living processes that were started with this mark in their environment, as far as the system tells."""
    sign, found = f"{MARK}={mark}".encode(), []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if sign in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
