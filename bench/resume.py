"""How long it takes to come back to a finished plan of many jobs: the whole process, imports and all."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RUN = [sys.executable, "-m", "stylobench.cli.main", "run"]
# 10 folds and 12 topics with two matched halves each: 46 jobs for every method and seed
JOBS_EACH, METHODS = 46, 8
PLAN = """
seeds = {seeds}
[corpora]
small = "world(authors=3, topics=12, documents=144, words=20)"
[studies.novel]
test = "novel-topic"
quick = true
attributors = {attributors}
"""


def main() -> None:
    """Run a plan, then run it again a few times; one JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=10_000)
    parser.add_argument("--times", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="stylobench-") as folder:
        plan, out = Path(folder) / "plan.toml", Path(folder) / "out"
        seeds = -(-given.jobs // (JOBS_EACH * METHODS))
        methods = [f"naive_bayes(alpha={number + 1}.0, features='function_words')" for number in range(METHODS)]
        plan.write_text(PLAN.format(seeds=list(range(seeds)), attributors=json.dumps(methods)))
        first = seconds(plan, out)
        again = [seconds(plan, out) for _ in range(given.times)]
        kept = len(list((out / "answers").iterdir()))
    print(json.dumps({"jobs": kept, "seconds": round(first, 1), "resumed": [round(one, 2) for one in sorted(again)]}))


def seconds(plan: Path, out: Path) -> float:
    """A whole process."""
    began = time.perf_counter()
    subprocess.run([*RUN, str(plan), "-o", str(out)], cwd=ROOT, check=True, capture_output=True)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
