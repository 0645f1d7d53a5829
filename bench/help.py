"""Seconds until `stylobench --help` is printed, beside an interpreter that does nothing."""

from __future__ import annotations

import json
import subprocess
import sys
import time

TRIES = 9


def best(command: list[str]) -> float:
    """The shortest of several runs, in seconds."""
    seconds = []
    for _ in range(TRIES):
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def main() -> None:
    """One line with both."""
    plain = best([sys.executable, "-c", "pass"])
    ours = best([sys.executable, "-m", "stylobench.cli.main", "--help"])
    print(json.dumps({"figure": "stylobench --help", "seconds": round(ours, 3), "empty_interpreter": round(plain, 3)}))


if __name__ == "__main__":
    main()
