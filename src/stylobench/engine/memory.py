"""Memory: how much the machine has left, how much a process took, and sizes as people write them."""

from __future__ import annotations

import mmap
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil

from stylobench.engine import reasons
from stylobench.engine.kin import children
from stylobench.errors import SpecError

CGROUPS, MEMBERSHIP = Path("/sys/fs/cgroup"), Path("/proc/self/cgroup")
RESERVE = 0.05  # of the machine: with less than this left, something has to end
SMALL = 0.01  # of the machine: ending a process that took less than this would not help
LEAST = 200_000_000  # what a job is thought to need as long as none was seen to take more
LOOK = 0.5
NO_LIMIT = 2**60  # version 1 of control groups writes "none" as a number above this
PAGE = mmap.PAGESIZE

UNITS = {"K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "KI": 2**10, "MI": 2**20, "GI": 2**30, "TI": 2**40}
SIZE = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*([KMGT]I?)B?", re.IGNORECASE)
SMALLEST = 10**6


def size_of(text: str) -> int:
    """Bytes of a size as people write it.

    >>> size_of("2GB"), size_of("1.5 MiB")
    (2000000000, 1572864)
    """
    found = SIZE.fullmatch(text.strip())
    if found is None:
        raise SpecError(f"{text!r} is no size of memory; write a number with its unit, such as 2GB or 500MB")
    size = int(float(found[1]) * UNITS[found[2].upper()])
    if size < SMALLEST:
        raise SpecError(f"{text!r} of memory is too little for anything; give 1MB or more, such as 2GB or 500MB")
    return size


def room() -> int:
    """Bytes that processes may still take: those of the machine, or fewer where a control group allows fewer."""
    return min([psutil.virtual_memory().available, *(limit - used for limit, used in _control_groups())])


def whole() -> int:
    """Bytes that processes may take in all."""
    return min([psutil.virtual_memory().total, *(limit for limit, _ in _control_groups())])


def _control_groups() -> Iterator[tuple[int, int]]:
    """Limit and use of every group around this process that has a limit; cached files count as free."""
    version_2 = ("memory.max", "memory.current", "inactive_file")
    version_1 = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
    for line in _lines(MEMBERSHIP):
        number, kinds, path = line.split(":", 2)
        if number == "0" and not kinds:
            yield from _limits(CGROUPS, path, version_2)
        elif "memory" in kinds.split(","):
            yield from _limits(CGROUPS / "memory", path, version_1)


def _limits(root: Path, path: str, names: tuple[str, str, str]) -> Iterator[tuple[int, int]]:
    group = root / path.strip("/")
    for folder in (group, *group.parents):
        if not folder.is_relative_to(root):
            return
        with suppress(OSError, ValueError, IndexError):  # "max", or a group that is not shown in here
            limit = int(_lines(folder / names[0])[0])
            if limit < NO_LIMIT:
                stat = dict(line.split(" ", 1) for line in _lines(folder / "memory.stat"))
                yield limit, int(_lines(folder / names[1])[0]) - int(stat.get(names[2], 0))


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text().splitlines()
    except OSError:
        return []


def held(process: int) -> int:
    """Bytes of a process and of those it started, without files and without what they share with each other by name.

    What a forked process has from its parent is in it from the first moment, so that growth is its own.
    """
    return _own(process) + sum(map(held, children(process)))


def _own(process: int) -> int:
    pages = _words(f"/proc/{process}/statm")
    if pages:
        return (int(pages[1]) - int(pages[2])) * PAGE
    with suppress(psutil.Error):  # no Linux
        return int(psutil.Process(process).memory_info().rss)
    return 0


def _words(path: str) -> list[str]:
    try:
        with open(path, encoding="ascii") as file:
            return file.read().split()
    except OSError:
        return []


class Guard:
    """Looks after the memory of processes that do jobs.

    Another job may start when there is room for it and for what those under way will still take, if each takes as much
    as the largest of its kind that was seen.
    """

    def __init__(self, limit: int | None) -> None:
        self.limit, self.whole, self.room = limit, whole(), room()
        self.before: dict[int, tuple[str, int]] = {}
        self.took: dict[int, int] = {}
        self.most: dict[str, int] = {}
        self.looked = time.monotonic()

    def began(self, process: int, kind: str) -> None:
        """It begins a job."""
        self.before[process], self.took[process] = (kind, held(process)), 0

    def ended(self, process: int) -> None:
        """Its job has ended."""
        del self.before[process], self.took[process]

    def wide(self, kind: str) -> bool:
        """Whether there is room for one more job."""
        promised = sum(max(0, self._need(other) - self.took[one]) for one, (other, _) in self.before.items())
        return self.room - promised - self._need(kind) >= RESERVE * self.whole

    def _need(self, kind: str) -> int:
        return self.most.get(kind, LEAST)

    def too_large(self) -> dict[int, str]:
        """Which processes have to end, and why: those above the limit, and the largest where little is left for all.

        Looks at most once in a moment.
        """
        if time.monotonic() - self.looked < LOOK:
            return {}
        self._look()
        limit = self.limit
        found = {} if limit is None else {one: reasons.large(limit) for one, took in self.took.items() if took > limit}
        if not found and self.took and self.room < RESERVE * self.whole:
            most = max(self.took, key=lambda process: self.took[process])
            found = {most: reasons.crowded(self.took[most])} if self.took[most] > SMALL * self.whole else {}
        return found

    def _look(self) -> None:
        self.looked, self.room = time.monotonic(), room()
        for process, (kind, before) in self.before.items():
            self.took[process] = max(0, held(process) - before)
            self.most[kind] = max(self._need(kind), self.took[process])
