"""Where one scheduler, one client and one link stop being enough: runs on a Dask cluster, simulated.

    .venv/bin/python scripts/simulate_cluster.py                  # 2 to 10,000 workers, jobs of .01 to 100 s
    .venv/bin/python scripts/simulate_cluster.py --journal DIR    # the methods of a run, as its journal has them
    .venv/bin/python scripts/simulate_cluster.py --measure        # a real scheduler and real workers, and the model

What is simulated is told in cluster_model.py.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from cluster_model import Case, Costs, simulated

from stylobench.engine.journal import journals, read_journal

WORKERS = (2, 10, 100, 1_000, 10_000)
SECONDS = (0.01, 0.1, 1.0, 10.0, 100.0)


def most_workers(seconds: float, costs: Costs, batch: int = 1) -> dict[str, int]:
    """How many workers the scheduler and the client can keep at work, by arithmetic: job seconds over seconds a job."""
    each = {"scheduler": costs.scheduler / batch, "client": costs.client / batch + costs.save}
    return {name: int(seconds / cost) if cost else 10**9 for name, cost in each.items()}


def grid(costs: Costs, each: int) -> Iterator[str]:
    """Shares of workers' time that are work, by workers and job seconds."""
    sizes = " | ".join(f"{workers:,} workers" for workers in WORKERS)
    yield f"| job, s | {sizes} | scheduler full at | client full at |"
    yield "|---" * (len(WORKERS) + 3) + "|"
    for seconds in SECONDS:
        found = [simulated(Case(workers, max(400, each * workers), seconds), costs) for workers in WORKERS]
        limits = most_workers(seconds * math.exp(0.125), costs)
        cells = [f"{one.used:.0%}, {one.scheduler:.0%}, {one.client:.0%}" for one in found]
        yield f"| {seconds:g} | {' | '.join(cells)} | {limits['scheduler']:,} | {limits['client']:,} |"


def remedies(costs: Costs) -> Iterator[str]:
    """What helps where client and scheduler are full, where what is shared is large, and where workers are lost."""
    short = Case(10_000, 200_000, 1.0)
    large = Case(1_000, 20_000, 10.0, shared=2e9)
    cases = {
        "10,000 workers, jobs of 1 s": short,
        "the same, 10 jobs a task": replace(short, batch=10),
        "the same, 10 clients and schedulers": replace(short, workers=1_000, jobs=20_000),
        "the same, both": replace(short, workers=1_000, jobs=20_000, batch=10),
        "1,000 workers, jobs of 10 s, 2 GB shared, from one host": large,
        "the same, worker to worker": replace(large, tree=True),
        "the same, each worker lost once in 10 hours": replace(large, tree=True, lost=0.1),
        "the same, each worker lost once an hour": replace(large, tree=True, lost=1.0),
    }
    yield "| run | clock, s | workers at work | scheduler | client | longest queues | lost |"
    yield "|---|---|---|---|---|---|---|"
    for name, case in cases.items():
        one = simulated(case, costs)
        shares = f"{one.used:.0%} | {one.scheduler:.0%} | {one.client:.0%}"
        yield f"| {name} | {one.wall:,.0f} | {shares} | {one.scheduler_queue:,}, {one.client_queue:,} | {one.losses} |"


def laws(home: Path) -> dict[str, tuple[float, float]]:
    """Median and spread of job seconds by method, from the journals of a run."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for line in (line for path in journals(home) for line in read_journal(path)):
        if line["event"] == "ended" and line.get("failure") is None and line["seconds"] > 0:
            found[line["label"]].append(math.log(line["seconds"]))
    return {label: (math.exp(float(np.median(logs))), float(np.std(logs))) for label, logs in sorted(found.items())}


def methods(home: Path, costs: Costs, each: int) -> Iterator[str]:
    """The methods of a run on larger clusters."""
    yield f"| method | median, s | spread | {' | '.join(f'{workers:,} workers' for workers in WORKERS)} |"
    yield "|---" * (len(WORKERS) + 3) + "|"
    for label, (median, spread) in laws(home).items():
        cases = [Case(workers, max(400, each * workers), median, spread) for workers in WORKERS]
        cells = " | ".join(f"{simulated(case, costs).used:.0%}" for case in cases)
        yield f"| `{label}` | {median:.3g} | {spread:.2f} | {cells} |"


def main(given: Sequence[str] | None = None) -> None:
    """Print tables in Markdown, or what was measured as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--journal", type=Path, help="folder of a run")
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--each", type=int, default=20, help="jobs per worker")
    asked = parser.parse_args(given)
    if asked.measure:
        from cluster_measured import comparisons

        for line in comparisons():
            print(json.dumps(line), flush=True)
        return
    lines = methods(asked.journal, Costs(), asked.each) if asked.journal else grid(Costs(), asked.each)
    print("\n".join(lines))
    if not asked.journal:
        print("", *remedies(Costs()), sep="\n")


if __name__ == "__main__":
    main()
