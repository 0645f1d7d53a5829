"""A Dask cluster of child processes, whose parts can be killed."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from pathlib import Path

from cli.crash_plans import LOOK, ORPHANS, Lost, session


class Cluster:
    """A Dask scheduler and two workers, each in a session of its own."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
        self.folder, self.workers = folder, list[subprocess.Popen[bytes]]()
        folder.mkdir(parents=True, exist_ok=True)
        port = self.address.rpartition(":")[2]
        self.scheduler = self._started("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
        self.hire(2)

    def _started(self, program: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{program}", *options]
        return subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=self.folder, start_new_session=True)

    def hire(self, number: int) -> None:
        """More workers."""
        options = ("--no-nanny", "--no-dashboard", "--nthreads", "1", "--local-directory", str(self.folder))
        self.workers += [self._started("worker", self.address, *options) for _ in range(number)]

    def dismiss(self, number: int) -> None:
        """kill -9 of workers; those who did their jobs must not live on."""
        gone = [self.workers.pop() for _ in range(number)]
        for worker in gone:
            worker.kill()
            worker.wait()
        deadline = time.monotonic() + ORPHANS
        while any(list(session(worker.pid)) for worker in gone):
            if time.monotonic() > deadline:
                raise Lost(f"processes of a Dask worker live on {ORPHANS:g} s after it was killed")
            time.sleep(LOOK)

    def close(self) -> None:
        """End all of it."""
        self.scheduler.kill()
        self.scheduler.wait()
        self.dismiss(len(self.workers))
