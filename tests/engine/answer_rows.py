"""Rows of a table of answers for tests of the subclass-shift crash test."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

SUBJECTS = {
    "sea": "boat sail anchor tide harbour mast wave keel",
    "trade": "price stall coin market trader basket cheap sale",
    "school": "teacher lesson pupil chalk exam grade desk book",
}
Row = dict[str, Any]


def labelled(n: int = 60) -> list[Row]:
    """Two named methods on three subjects: the first is right in 3 of 3, 2 of 3 and 1 of 3, the second in 2 of 3."""
    rows, rng = [], np.random.default_rng(7)
    for place in range(n):
        subject, truth = list(SUBJECTS)[place % 3], ("ann", "bob")[place % 2]
        other, turn = {"ann": "bob", "bob": "ann"}[truth], (place // 3) % 3
        words = SUBJECTS[subject].split()
        rows.append(
            {
                "id": f"r{place:03d}",
                "truth": truth,
                "predicted_a": truth if turn < 3 - place % 3 else other,
                "predicted_b": truth if turn < 2 else other,
                "cluster": subject,
                "text": " ".join(rng.choice(words, 14, p=np.arange(1, 9) / 36)),
            }
        )
    return rows


def scored(n: int = 60) -> list[Row]:
    """The same as yes and no, with scores."""
    return [
        {
            "truth": int(row["truth"] == "ann"),
            "score_a": 0.8 if row["predicted_a"] == "ann" else 0.3,
            "score_b": 0.6 if row["predicted_b"] == "ann" else 0.1,
            "cluster": row["cluster"],
        }
        for row in labelled(n)
    ]


def without(rows: Sequence[Row], *columns: str) -> list[Row]:
    return [{name: value for name, value in row.items() if name not in columns} for row in rows]


def table(path: Path, rows: Sequence[Row]) -> Path:
    """The rows as CSV, JSON lines or Parquet, by the ending of the path."""
    if path.suffix == ".parquet":
        lines = table(path.with_suffix(".jsonl"), rows)
        with duckdb.connect() as connection:
            connection.execute(f"COPY (SELECT * FROM read_json('{lines}')) TO '{path}'")
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    else:
        with path.open("w", newline="", encoding="utf-8") as opened:
            writer = csv.DictWriter(opened, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    return path
