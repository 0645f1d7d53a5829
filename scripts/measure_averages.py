"""Measure the built-in averages of `mediocrity` in a folder of text files and write them where it reads them.

Run with `.venv/bin/python scripts/measure_averages.py FOLDER [OUT]` after a change to the phrases or to what is
measured. The averages that are in the package are those of the English training problems of PAN 2013 to 2015.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from stylobench.engine.archive import write_whole
from stylobench.features.prose import analysed
from stylobench.obfuscators._profile import BUILT_IN, moments_of, rates_of
from stylobench.obfuscators._reading import Reading

LEAST_TEXTS = 5
WIDTH = 118


def texts(folder: Path) -> list[str]:
    """Every different text of a folder, in an order of its own."""
    files = [path for path in folder.rglob("*.txt") if path.name != "truth.txt"]
    return sorted({path.read_text("utf-8-sig", errors="replace") for path in files})


def wrapped(pairs: list[str]) -> str:
    """Pairs on as few lines as fit."""
    lines = ["   "]
    for number, pair in enumerate(pairs, 1):
        said = pair + ("," if number < len(pairs) else "")
        if len(lines[-1]) + 1 + len(said) > WIDTH:
            lines.append("   ")
        lines[-1] += f" {said}"
    return "\n".join(lines)


def written(readings: list[Reading]) -> str:
    """Means and spreads of measures, and rates per million, as JSON that can be read in a difference."""
    means, spreads = moments_of(readings)
    measures = [f'    "{name}": [{means[name]:.4f}, {spreads[name]:.4f}]' for name in sorted(means)]
    rates = [f"{json.dumps(word)}: {rate:.1f}" for word, rate in rates_of(readings, LEAST_TEXTS).items()]
    joined = ",\n".join(measures)
    return f'{{\n  "measures": {{\n{joined}\n  }},\n  "rates": {{\n{wrapped(rates)}\n  }}\n}}\n'


def main() -> None:
    """Read, measure, write."""
    found = texts(Path(sys.argv[1]))
    if not found:
        sys.exit(f"no text files below {sys.argv[1]}")
    out = Path(sys.argv[2]) if len(sys.argv) > 2 else BUILT_IN
    write_whole(out, written([Reading.of(analysed(text)) for text in found]).encode())
    print(f"{len(found)} texts measured, written to {out}")


if __name__ == "__main__":
    main()
