"""The whole verifier bank on PAN14's English essays: one questioned text left out at a time, with a buffer.

Problems come from the folder that STYLOBENCH_CORPORA names (pan_av_english). The reference is every verifier alone with
its features: the same folds, in which nothing that was computed for another fold or verifier is at hand; a few folds of
each, times the number of folds. Both are seconds of processor time in one process; the clock is that of two. One JSON
line per figure.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import stylobench
from stylobench.engine.archive import Archive
from stylobench.engine.methods import Method, methods
from stylobench.engine.problem_splits import shipped
from stylobench.engine.run import Force
from stylobench.engine.trial_jobs import TrialBench, TrialJob, prepare
from stylobench.engine.trial_runs import run_trials
from stylobench.engine.writers import writers
from stylobench.features.texts import Texts
from stylobench.records import Rows, TrialSplit

ESSAYS = "pan_av_english/train/pan14-authorship-verification-training-corpus-2014-04-22/*essays*"
TRIED = 3
CLOCK, RATIO, MEMORY = 600, 5, 4096


class Watch(threading.Thread):
    """The greatest proportional share of memory that this process and its children had together."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most, self.over = 0.0, threading.Event()

    def run(self) -> None:
        while not self.over.wait(0.5):
            self.most = max(self.most, sum(map(_megabytes, _family())))


def _family() -> list[int]:
    here = os.getpid()
    children = Path(f"/proc/{here}/task/{here}/children").read_text().split()
    return [here, *map(int, children)]


def _megabytes(process: int) -> float:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next(float(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:"))


def main() -> None:
    """Clock and memory of the bank; then the ratio, verifier by verifier."""
    root = Path(os.environ.get("STYLOBENCH_CORPORA", ""))
    found = sorted(root.glob(ESSAYS))
    if not found:
        print("bank: no problems at STYLOBENCH_CORPORA; unpack the corpora and name their folder", file=sys.stderr)
        return
    corpus = stylobench.load(found[0])
    asked = shipped(corpus, len({trial.questioned for trial in corpus.trials}), 0)
    texts = [corpus.texts[row] for row in asked.rows]
    people = writers(texts, [None], asked.splits)
    bank = methods(["bank"], "verifiers")
    watch = Watch()
    watch.start()
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        how = (Archive(Path(folder)), Force(2), None)
        run_trials(TrialBench("bench", Texts(texts), people), bank, asked.splits, 0, how)
        clock = time.perf_counter() - began
    watch.over.set()
    _tell("bank, clock", seconds=round(clock), verifiers=len(bank), folds=len(asked.splits), target=CLOCK)
    _tell("bank, memory", megabytes=round(watch.most), target=MEMORY)
    together = TrialBench("bench", Texts(texts), people)
    shared = {method.name: _shared(together, method, asked.splits) for method in bank}
    alone = {method.name: _alone(texts, people, method, asked.splits) for method in bank}
    for name in shared:
        _tell(f"bank, {name}", seconds=round(shared[name], 1), alone=round(alone[name], 1))
    total = sum(shared.values()), sum(alone.values())
    _tell("bank, features shared", seconds=round(total[0]), alone=round(total[1]), ratio=round(total[1] / total[0], 1))


def _tell(figure: str, **values: object) -> None:
    print(json.dumps({"figure": figure, **values}), flush=True)


def _some(splits: Sequence[TrialSplit]) -> list[TrialSplit]:
    return [splits[place] for place in range(0, len(splits), -(-len(splits) // TRIED))]


def _shared(bench: TrialBench, method: Method, splits: Sequence[TrialSplit]) -> float:
    """What is prepared once, and all folds by some of them."""
    began = time.process_time()
    prepare([TrialJob(bench, split, method, 0) for split in splits])
    ready = time.process_time()
    some = _some(splits)
    for split in some:
        TrialJob(bench, split, method, 0).answers()
    return ready - began + (time.process_time() - ready) / len(some) * len(splits)


def _alone(texts: list[str], people: Rows, method: Method, splits: Sequence[TrialSplit]) -> float:
    some = _some(splits)
    began = time.process_time()
    for split in some:
        bench = TrialBench("bench", Texts(texts), people)
        TrialJob(bench, split, method, 0).answers()
    return (time.process_time() - began) / len(some) * len(splits)


if __name__ == "__main__":
    main()
