"""Importing newspaper archives: time against merely walking them with tarfile, and peak memory as they grow.

Run as `python bench/nyt_import.py [--million] [--articles N]`; one JSON line per figure. `nyt_import` keeps four
articles in five; `nyt_import_few` keeps one in eight, as a test bed for authorship does of the real newspaper.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from nyt_generate import generate

from stylobench.corpora.staging import cores

TRIES = 3
POLL = 0.05
FEW = ("--min-words", "300", "--author-documents", "10")


def walk(archive: str) -> int:
    """Read every byte of every member with the standard library and do nothing with it."""
    total = 0
    with tarfile.open(archive) as file:
        for member in file:
            if member.isfile() and (data := file.extractfile(member)):
                total += len(data.read())
    return total


def walk_all(folder: Path) -> float:
    """Seconds to walk all archives with as many processes as the import has, started beforehand."""
    archives = [str(path) for path in sorted(folder.rglob("*.tgz"))]
    with ProcessPoolExecutor(cores()) as pool:
        list(pool.map(len, ["warm"] * cores()))
        start = time.perf_counter()
        list(pool.map(walk, archives))
        return time.perf_counter() - start


def run_import(source: Path, *options: str, watch: Callable[[int], None] | None = None) -> tuple[float, str]:
    """Seconds of an import in its own process, and the digest; `watch` is shown its process now and then."""
    with tempfile.TemporaryDirectory() as target:
        command = [sys.executable, "-m", "stylobench.cli.main", "import", str(source), "-o", target, "--json", *options]
        start = time.perf_counter()
        running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        while watch and running.poll() is None:
            watch(running.pid)
            time.sleep(POLL)
        printed = running.communicate()[0]
        return time.perf_counter() - start, json.loads(printed)["digest"]


def _tree_memory(root: int) -> float:
    """Resident MB of a process and all below it, each shared page counted once per process."""
    parents, resident = {}, {}
    for entry in Path("/proc").iterdir():
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except (OSError, NotADirectoryError):
            continue
        if entry.name.isdecimal():
            parents[int(entry.name)] = int(fields[1])
            resident[int(entry.name)] = int(fields[21])
    wanted = {root}
    while grown := {pid for pid, parent in parents.items() if parent in wanted} - wanted:
        wanted |= grown
    return sum(resident.get(pid, 0) for pid in wanted) * os.sysconf("SC_PAGE_SIZE") / 2**20


def tell(figure: str, value: float, **more: object) -> None:
    """One figure as a JSON line."""
    print(json.dumps({"figure": figure, "value": round(value, 3), **more}), flush=True)


def speed(figure: str, folder: Path, articles: int, *options: str) -> None:
    """The ratios, tries taken in turn so that a busy moment hits both sides; the best of each counts.

    Processor time hardly changes on a busy machine and is told beside the time on the clock.
    """
    walks, imports = [], []
    for _ in range(TRIES):
        walks.append(_timed(lambda: walk_all(folder)))
        imports.append(_timed(lambda: run_import(folder, *options)[0]))
    for place, clock in enumerate(("seconds", "processor_seconds")):
        walked, imported = (min(tried[place] for tried in tries) for tries in (walks, imports))
        more = {"walk": round(walked, 2), "import": round(imported, 2), "articles": articles, "workers": cores()}
        tell(f"{figure} in {clock}", imported / walked, target=3.5, **more)


def _timed(work: Callable[[], float]) -> tuple[float, float]:
    """Seconds on the clock, as the work says, and processor seconds of the processes it started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def memory(folder: Path, articles: int) -> None:
    """Peak memory of an import."""
    seen: list[float] = []
    seconds, digest = run_import(folder, watch=lambda pid: seen.append(_tree_memory(pid)))
    more = {"articles": articles, "workers": cores(), "seconds": round(seconds, 1), "digest": digest[:12]}
    tell("nyt_import_peak_mb", max(seen), **more)


def main() -> None:
    """All figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--million", action="store_true", help="also a million articles (slow)")
    parser.add_argument("--articles", type=int, default=50_000, help="articles for the ratio")
    parser.add_argument("--archives", type=Path, help="folder where generated archives are kept and found again")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        root = asked.archives or Path(scratch)
        sizes = [10_000, 100_000, *([1_000_000] if asked.million else [])]
        for articles in sorted({asked.articles, *sizes}):
            if articles == asked.articles:
                speed("nyt_import/walk", _archives(root, articles), articles)
                speed("nyt_import_few/walk", _archives(root, articles, mixed=True), articles, *FEW)
            if articles in sizes:
                memory(_archives(root, articles), articles)


def _archives(root: Path, articles: int, mixed: bool = False) -> Path:
    """The folder of generated archives, made where it is not there."""
    folder = root / f"{articles}{'-mixed' if mixed else ''}"
    if not folder.exists():
        generate(folder, articles, mixed)
    return folder


if __name__ == "__main__":
    main()
