"""Processor seconds of a verdict by one verifier, from a process that has just started, beside importing scikit-learn.

`.venv/bin/python bench/verify.py [VERIFIER...]`; char_ngrams, delta and ppm when left out.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from stylobench import load

TRIES = 7
WORLD = "world(authors=20, topics=4)"
VERIFIERS = ("char_ngrams", "delta", "ppm")
# as on a user's machine, where Python keeps what it has compiled
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
STYLOBENCH = [sys.executable, "-m", "stylobench.cli.main"]
BASELINE = [sys.executable, "-c", "import numpy, sklearn.base"]


def spent(command: list[str]) -> float:
    """User and system seconds of one run."""
    child = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command)
    return used.ru_utime + used.ru_stime


def main(verifiers: list[str]) -> None:
    """One line per verifier: the medians of several runs in turns, after one that fills the caches."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = [folder / "known1.txt", folder / "known2.txt", folder / "questioned.txt"]
        for path, text in zip(texts, load(WORLD).texts, strict=False):
            path.write_text(text, encoding="utf-8")
        for verifier in verifiers:
            model = str(folder / f"{verifier}.model")
            subprocess.run(
                [*STYLOBENCH, "fit", WORLD, "-v", verifier, "--folds", "4", "-o", model],
                check=True,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            question = [*STYLOBENCH, "verify", model, *map(str, texts)]
            spent(question)
            turns = [(spent(question), spent(BASELINE)) for _ in range(TRIES)]
            ours, theirs = (statistics.median(seconds) for seconds in zip(*turns, strict=True))
            figure = {"figure": f"stylobench verify, {verifier}", "processor_seconds": round(ours, 3)}
            print(json.dumps({**figure, "importing_sklearn_base": round(theirs, 3), "ratio": round(ours / theirs, 2)}))


if __name__ == "__main__":
    main(sys.argv[1:] or list(VERIFIERS))
