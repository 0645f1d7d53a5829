"""PAN 2020: five systems' answers and the figures that the task published for them."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from stylobench.metrics import verification
from stylobench.pan.answers import read_answers
from stylobench.pan.truth import read_truth

FOLDER = Path(os.environ.get("STYLOBENCH_CORPORA", "")) / "pan20_reference_outputs"
pytestmark = pytest.mark.skipif(
    "STYLOBENCH_CORPORA" not in os.environ or not FOLDER.is_dir(),
    reason="STYLOBENCH_CORPORA names no folder with pan20_reference_outputs",
)
SYSTEMS = ("boenninghoff20-small", "halvani20-small", "araujo20-small", "ordonez20-large", "faber20-small")
COLUMNS = {
    "AUC": verification.auc,
    "c@1": verification.c_at_1,
    "F1": verification.f1_answered,
    "F0.5u": verification.f_05_u_2020_legacy,
}


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_published_table(system: str) -> None:
    with (FOLDER / "metrics_dev5.csv").open() as handle:
        published = {row["system"]: row for row in csv.DictReader(handle)}[system]
    truth = read_truth(FOLDER / "datasets" / "pan20-authorship-verification-test")
    read = read_answers(FOLDER / "submissions" / system, truth.ids)
    found = {name: measure(truth.same, read.scores) for name, measure in COLUMNS.items()}
    assert {name: round(value, 4) for name, value in found.items()} == {
        name: round(float(published[name]), 4) for name in COLUMNS
    }
    assert sum(found.values()) / 4 == pytest.approx(float(published["Overall"]), abs=1e-9)
    assert len(read.warnings) == (system == "ordonez20-large")
