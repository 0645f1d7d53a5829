"""Plans small enough to be run many times."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

WORLD = "world(authors=3, topics=3, documents=36, words=40)"
BROKEN = """
from sklearn.dummy import DummyClassifier


class Broken(DummyClassifier):
    def predict(self, X):
        raise ValueError("no good")
"""


def written(folder: Path, text: str) -> Path:
    """A plan of this text."""
    path = folder / "plan.toml"
    path.write_text(text)
    return path


def small(attributors: str = '"naive_bayes"', more: str = "", seeds: str = "[0]") -> str:
    """The text of a plan with one section, `novel`, on one small world."""
    return f"""
seeds = {seeds}
[corpora]
small = "{WORLD}"
[studies.novel]
test = "novel-topic"
quick = true
folds = 3
attributors = [{attributors}]
{more}
"""


def keep(result: dict[str, Any], folder: Path) -> None:
    """Write a result, and a report that is not worth reading."""
    from stylobench.cli._console import without_nan

    (folder / "result.json").write_text(json.dumps(without_nan(result)))
    (folder / "report.html").write_text(result["protocol"])
