"""What novel-topic costs as a corpus grows: seconds, peak memory and bytes on disk at 10,000 and 100,000 documents.

    python bench/scale.py [--documents 10000 100000] [--million] [--method SPEC] [--workers 2] [--folder FOLDER]

Corpora of 200 authors and 20 topics are made by scripts/make_large_corpus.py, about 110 words a document, and stored as
Parquet. The crash test runs without its extras: 10 standard folds, 20 topics, 40 matched halves. Memory is the
proportional set size of the process and all its children, added up (what several share counts once), looked at four
times a second; the largest sum is the peak. With a folder, corpora that are there already are used again.
One JSON line per figure.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

import psutil

METHOD = "naive_bayes(features=function_words)"
MILLION = 1_000_000
PAUSE = 0.25
MAKER = Path(__file__).parents[1] / "scripts" / "make_large_corpus.py"
RUN = """
import sys
from pathlib import Path
from stylobench.corpora.store import read
from stylobench.engine.novel_topic import novel_topic
from stylobench.engine.run import Force
from stylobench.protocols.novel_topic import Settings
corpus, home, method, workers = sys.argv[1:]
found = novel_topic(read(Path(corpus)), [method], settings=Settings(extras=False), folder=Path(home),
                    force=Force(workers=int(workers)))
failures = found["methods"][method]["failures"]
sys.exit(f"{len(failures)} jobs failed: {failures[0]}" if failures else 0)
"""


@dataclass(frozen=True)
class Cost:
    """Of one command."""

    seconds: float
    processor_seconds: float
    peak_mb: float


def measured(*command: str) -> Cost:
    """Run a command to its end and watch the memory of its processes."""
    began, worked, peak = time.perf_counter(), _processor_seconds(), 0
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while child.poll() is None:
        peak = max(peak, memory_of(child.pid))
        time.sleep(PAUSE)
    if child.returncode:
        raise SystemExit(f"{' '.join(command[:2])} ended with exit code {child.returncode}")
    return Cost(round(time.perf_counter() - began, 1), round(_processor_seconds() - worked, 1), round(peak / 1e6))


def _processor_seconds() -> float:
    """Of all children that have ended, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def memory_of(process: int) -> int:
    """Proportional set size of a process and its children, in bytes."""
    try:
        tree = [psutil.Process(process)]
        tree += tree[0].children(recursive=True)
    except psutil.NoSuchProcess:
        return 0
    return sum(map(_proportional, tree))


def _proportional(process: psutil.Process) -> int:
    try:
        return int(process.memory_full_info().pss)
    except (psutil.Error, OSError):
        return 0


def size_of(folder: Path) -> int:
    """Bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def figures(documents: int, folder: Path, method: str, workers: int) -> Cost:
    """Print what a corpus of this size costs to store and to test."""
    corpus, home = folder / f"large-{documents}", folder / f"run-{documents}"
    if not corpus.exists():
        _print("store", documents, measured(sys.executable, str(MAKER), str(corpus), "--documents", str(documents)))
    cost = measured(sys.executable, "-c", RUN, str(corpus), str(home), method, str(workers))
    _print("novel-topic", documents, cost, method=method, workers=workers)
    sizes = {name: size_of(home / name) / documents for name in ("features", "answers")}
    sizes |= {"corpus": size_of(corpus) / documents, "tested.json": (home / "tested.json").stat().st_size / documents}
    print(json.dumps({"bench": "scale", "documents": documents, "bytes_per_document": _rounded(sizes)}), flush=True)
    return cost


def _rounded(values: dict[str, float]) -> dict[str, int]:
    return {name: round(value) for name, value in values.items()}


def _print(step: str, documents: int, cost: Cost, **more: object) -> None:
    line = {"bench": "scale", "step": step, "documents": documents, **asdict(cost), **more}
    print(json.dumps(line), flush=True)


def exponents(costs: dict[int, Cost]) -> None:
    """Print the power of the number of documents with which each cost grows from one size to the next."""
    for (few, before), (many, after) in pairwise(sorted(costs.items())):
        growth = {
            name: round(math.log(getattr(after, name) / getattr(before, name)) / math.log(many / few), 2)
            for name in ("seconds", "processor_seconds", "peak_mb")
        }
        print(json.dumps({"bench": "scale", "from": few, "to": many, "exponents": growth}), flush=True)


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--million", action="store_true", help="a million documents too: about 12 GB on disk")
    parser.add_argument("--method", default=METHOD)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    sizes = sorted({*given.documents, *([MILLION] if given.million else [])})
    with tempfile.TemporaryDirectory(prefix="stylobench-") as spare:
        folder = given.folder or Path(spare)
        exponents({size: figures(size, folder, given.method, given.workers) for size in sizes})


if __name__ == "__main__":
    main()
