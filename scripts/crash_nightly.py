#!/usr/bin/env python
"""Runs of a plan are killed, spoilt and starved at random moments: every byte must come out as if nothing had been.

    .venv/bin/python scripts/crash_nightly.py --times 25 --seed 7 --engine both

One line per disturbance; exit 1 where something was lost. The same seed draws the same moments.
"""

from __future__ import annotations

import argparse
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from cli import crash_disk
from cli.crash_cluster import Cluster
from cli.crash_plans import (
    LOCAL,
    PLAN,
    Lost,
    Moment,
    Run,
    TooLate,
    contents,
    count,
    damage,
    differences,
    kill_all,
)

DISK, TWO = "full disk", "two at once"
DASK = ("dask worker", "dask workers", "dask scheduler", "dask command")
# after these there is nothing left to disturb
GOES_ON = ("kill -9 worker", "SIGSTOP", TWO, "dask worker", "dask workers")


class Night:
    """A folder that is disturbed until a run in it ends, then another."""

    def __init__(self, home: Path, seed: int) -> None:
        self.home, self.seed, self.plan = home, seed, home / "plan.toml"
        self.plan.write_text(PLAN)
        self.tally, self.losses, self.folders = Counter[str](), list[str](), 0
        self.cluster: Cluster | None = None
        self.runs = list[Run]()
        self.out = self.fresh()
        self.started().demand(0)
        self.wanted, self.in_all = contents(self.out), count(self.out)
        self.out = self.fresh()

    def fresh(self) -> Path:
        """A folder that is not there yet."""
        self.folders += 1
        return self.home / f"out-{self.folders}"

    def started(self, *options: str) -> Run:
        """The plan, in the folder of the moment."""
        self.runs.append(Run(self.plan, self.out, *options))
        return self.runs[-1]

    def disturb(self, number: int, kind: str) -> bool:
        """One disturbance; whether it came in time."""
        rng = random.Random(f"{self.seed} {number} {kind}")
        began, out = time.monotonic(), self.out
        try:
            told = self._struck(kind, rng)
        except Lost as lost:
            told = f"LOST: {lost}"
            self.losses.append(f"{number} {kind}: {lost}")
            self.out = self.fresh()
        print(f"{number:3} {kind:15} {out.name:8} {told} ({time.monotonic() - began:.0f} s)", flush=True)
        in_time = not told.startswith("too late")
        self.tally[kind] += in_time
        return in_time

    def _struck(self, kind: str, rng: random.Random) -> str:
        if kind == DISK:
            return self._on_a_full_disk(rng)
        moment = Moment.drawn(rng, count(self.out), self.in_all)
        run = self.started(*self._options(kind))
        try:
            if not moment.awaited(run):
                raise TooLate
            at = count(self.out)
            self._strike(kind, run, rng)
        except TooLate:
            run.demand(0)
            return f"too late: {self.compared()}"
        told = f"at {at} of {self.in_all} files"
        if rng.random() < 0.5:
            told += f", {damage(self.out, rng)}"
        if kind in GOES_ON or rng.random() < 0.3:
            self.started(*self._options(kind)).demand(0)
            told += f", {self.compared()}"
        return told

    def _options(self, kind: str) -> tuple[str, ...]:
        if kind not in DASK:
            return ()
        self.cluster = self.cluster or Cluster(self.home / "cluster")
        return ("--engine", "dask", "--scheduler", self.cluster.address)

    def _strike(self, kind: str, run: Run, rng: random.Random) -> None:
        if kind in LOCAL:
            LOCAL[kind](run, rng)
        elif kind == TWO:
            other = self.started()
            time.sleep(rng.uniform(0, 5))
            kill_all(rng.choice([run, other]), rng)
            for one in (run, other):
                one.demand(0, -9)
        else:
            self._strike_cluster(kind, run, rng)

    def _strike_cluster(self, kind: str, run: Run, rng: random.Random) -> None:
        assert self.cluster is not None
        if kind == "dask command":
            kill_all(run, rng)
        elif kind == "dask scheduler":
            self.cluster.close()
            self.cluster = None
            run.demand_one_line("scheduler")
        else:
            gone = 1 if kind == "dask worker" else 2
            self.cluster.dismiss(gone)
            time.sleep(rng.uniform(0, 2))
            self.cluster.hire(gone)
            run.demand(0)

    def _on_a_full_disk(self, rng: random.Random) -> str:
        size = rng.randrange(20, 1300)
        found = crash_disk.filled(self.plan, self.fresh(), size)
        self.demand_same(found.out)
        return f"of {size} kB, same bytes" if found.full else f"too late: {size} kB are enough"

    def demand_same(self, folder: Path) -> None:
        """As if nothing had been."""
        if found := differences(contents(folder), self.wanted):
            raise Lost(f"{folder}: {'; '.join(found[:8])}")

    def compared(self) -> str:
        """The folder is done with."""
        self.demand_same(self.out)
        shutil.rmtree(self.out)
        self.out = self.fresh()
        return "same bytes"

    def finish(self) -> None:
        """The last folder is brought to its end."""
        try:
            self.started().demand(0)
            self.compared()
        except Lost as lost:
            self.losses.append(f"at the end: {lost}")

    def close(self) -> None:
        """Nothing lives on."""
        for run in self.runs:
            run.kill()
        if self.cluster is not None:
            self.cluster.close()


def kinds(engine: str, rng: random.Random) -> list[str]:
    """Every kind of disturbance once, in any order."""
    local = [*LOCAL, TWO] + ([DISK] if crash_disk.prefix() else [])
    found = [*(local if engine != "dask" else []), *(DASK if engine != "local" else [])]
    return rng.sample(found, len(found))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=25)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--engine", choices=("local", "dask", "both"), default="both")
    asked = parser.parse_args()
    # a shell has what it starts in the background ignore interrupts, and the runs would ignore them too
    signal.signal(signal.SIGINT, signal.default_int_handler)
    home, began = Path(tempfile.mkdtemp(prefix="crash-")), time.monotonic()
    print(f"seed {asked.seed}, in {home}", flush=True)
    night, rng, ahead, number = Night(home, asked.seed), random.Random(asked.seed), list[str](), 0
    try:
        while night.tally.total() < asked.times:
            ahead = ahead or kinds(asked.engine, rng)
            number += 1
            if night.disturb(number, ahead[0]):
                ahead.pop(0)
        night.finish()
    finally:
        night.close()
    took = time.monotonic() - began
    print(f"{night.tally.total()} disturbances, {len(night.losses)} losses, {took:.0f} s")
    print(", ".join(f"{kind}: {times}" for kind, times in sorted(night.tally.items())))
    print("\n".join(night.losses))
    if not night.losses:
        shutil.rmtree(home)
    return 1 if night.losses else 0


if __name__ == "__main__":
    sys.exit(main())
