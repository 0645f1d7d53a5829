"""Seconds of a whole attack: three obfuscators and two controls on every set of problems, all verifiers of the house.

Problems are PAN's of 2013-15, English, from the folder that STYLOBENCH_CORPORA names (pan_av_english), or pairs drawn
from a generated world. Everything is measured: safety, retraining, reversal, quality, detection and the report. The
second line is the same command again, which finds everything made. One JSON line per figure.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

OBFUSCATORS = ("mediocrity", "round_trip", "synonyms", "identity", "random_edits")
VERIFIERS = ("char_ngrams", "ppm", "topic_fit", "sbert_cosine")
WORLD = "world(authors=24, topics=6, documents=240, words=300, style=3, shortcut=0)"
TARGET = 20 * 60


def problem_sets() -> list[str]:
    """Name and folder of each set."""
    root = Path(os.environ.get("STYLOBENCH_CORPORA", "")) / "pan_av_english"
    found = sorted({path.parent for path in root.rglob("truth.txt")}) if root.is_dir() else []
    return [f"set{number}={path}" for number, path in enumerate(found, start=1)] or [WORLD]


def seconds(command: list[str]) -> float:
    """On the clock, until the report is written."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> None:
    """First and second turn."""
    sets = problem_sets()
    with tempfile.TemporaryDirectory() as folder:
        options = [part for name in VERIFIERS for part in ("-v", name)]
        options += [part for name in OBFUSCATORS for part in ("-b", name)]
        command = [sys.executable, "-m", "stylobench.cli.main", "attack", *sets, *options, "-o", folder]
        for figure in ("attack, whole", "attack, again"):
            took = round(seconds(command), 1)
            print(json.dumps({"figure": figure, "seconds": took, "sets": len(sets), "target": TARGET}), flush=True)


if __name__ == "__main__":
    main()
