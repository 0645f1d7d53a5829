"""The verifier bank on the English training problems of PAN 2013-2015: `scripts/measure_bank.py CORPORA -o DIR`.

CORPORA is the folder with `pan_av_english`. Every verifier answers every problem after learning from the problems that
share no text with it (one questioned text left out at a time). Answers are kept in DIR, so that a second turn measures
only what has changed. `--published CSV` has the accuracies of the paper's verifiers (columns dataset, verifier, ref,
acc). The tables are printed in Markdown; a value of the paper that lies in our interval is bold.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import stylobench
from stylobench.engine.attack import attack
from stylobench.engine.attack_contest import Contest
from stylobench.engine.bank import expanded, families
from stylobench.protocols.attack import Settings
from stylobench.specs import Spec, facts

SETS = {
    "PAN13": "pan13-*",
    "PAN14 EE": "pan14-*/*essays*",
    "PAN14 EN": "pan14-*/*novels*",
    "PAN15": "pan15-*",
}
KHONJI = "impostors(variant='ranks')"
# one file rebuilds both winners; each stands beside its own variant
REBUILT = {"impostors": ("Seidman 95",), KHONJI: ("Khonji 53",)}
PUBLISHED = Path(__file__).parents[1] / "tests" / "golden" / "obfuscation" / "obf_verifiers.csv"
MEASURES = {"accuracy": "accuracy", "auc": "AUC", "c_at_1": "c@1", "final": "AUC x c@1"}
Cells = Mapping[tuple[str, str], dict[str, Any]]
Published = Mapping[tuple[str, str], float]


def main() -> None:
    """Measure, keep, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("-o", "--out", type=Path, required=True)
    parser.add_argument("-v", "--verifier", action="append")
    parser.add_argument("-s", "--set", action="append", choices=tuple(SETS))
    parser.add_argument("--published", type=Path, default=PUBLISHED)
    given = parser.parse_args()
    verifiers = expanded(given.verifier or ["bank", KHONJI], "verifiers")
    cells: dict[tuple[str, str], dict[str, Any]] = {}
    for name in given.set or SETS:
        found = measured(given.corpora / "pan_av_english" / "train", name, verifiers, given.out)
        cells |= {(name, cell["method"]): cell for cell in found["cells"]}
    given.out.mkdir(parents=True, exist_ok=True)
    plain = [{"dataset": name, **cell} for (name, _), cell in cells.items()]
    (given.out / "bank.json").write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")
    print("\n\n".join(tables(cells, published(given.published))))


def measured(corpora: Path, name: str, verifiers: Sequence[str], out: Path) -> dict[str, Any]:
    """What the untouched problems of one set show of every verifier."""
    truth = next(path for path in sorted(corpora.glob(SETS[name])) for path in path.rglob("truth.txt"))
    corpus = stylobench.load(truth.parent)
    questioned = len({trial.questioned for trial in corpus.trials})
    settings = Settings(folds=questioned, adaptive=False, reversal=False, quality=(), examples=0)
    return attack(
        {name: corpus}, Contest.of(verifiers, (), ["identity"]), settings, folder=out / name.replace(" ", "_")
    )


def published(path: Path) -> Published:
    """Accuracy at the best threshold by data set and verifier."""
    with path.open(encoding="utf-8") as file:
        return {(row["dataset"], f"{row['verifier']} {row['ref']}"): float(row["acc"]) for row in csv.DictReader(file)}


def tables(cells: Cells, paper: Published) -> Iterator[str]:
    """A table for each set."""
    for name in dict.fromkeys(name for name, _ in cells):
        ours = {method: cell for (where, method), cell in cells.items() if where == name}
        some = next(iter(ours.values()))
        lines = [f"### {name}: {some['problems']} problems", ""]
        lines += ["| verifier | family | " + " | ".join(MEASURES.values()) + " | silent | the paper's |"]
        lines += ["|" + "---|" * (len(MEASURES) + 4)]
        lines += [_row(name, method, cell, paper) for method, cell in _by_family(ours)]
        yield "\n".join(lines)


def _by_family(cells: Mapping[str, dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    order = {name: place for place, name in enumerate(expanded(["bank"], "verifiers"))}
    return sorted(cells.items(), key=lambda item: (order[Spec.parse(item[0]).name], item[0]))


def _row(name: str, method: str, cell: dict[str, Any], paper: Published) -> str:
    known = families("verifiers")[Spec.parse(method).name]
    values = " | ".join(_sure(cell[measure]) for measure in MEASURES)
    silent = cell["silent_before"] or ""
    return f"| `{method}` | {known} | {values} | {silent} | {_theirs(name, method, cell, paper)} |"


def _sure(found: Mapping[str, float | None]) -> str:
    value, low, high = (found[key] for key in ("value", "low", "high"))
    if value is None:
        return "–"
    return f"{_two(value)} [{_two(low)}, {_two(high)}]" if low is not None and high is not None else _two(value)


def _two(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}".replace("0.", ".", 1)


def _theirs(name: str, method: str, cell: dict[str, Any], paper: Published) -> str:
    """The paper's accuracies of the programs that a verifier rebuilds; in bold where ours may be the same."""
    accuracy = cell["accuracy"]
    said = list[str]()
    for program in REBUILT.get(method, facts("verifiers", method).get("rebuilds", ())):
        value = paper.get((name, program))
        if value is not None:
            inside = accuracy["low"] is not None and accuracy["low"] - 0.005 <= value <= accuracy["high"] + 0.005
            said.append(f"{program.rpartition(' ')[0]} {'**' * inside}{_two(value)}{'**' * inside}")
    return ", ".join(said)


if __name__ == "__main__":
    np.seterr(all="ignore")
    main()
