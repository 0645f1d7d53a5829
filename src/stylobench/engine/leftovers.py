"""What killed processes had only half written in the folder of a plan."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from stylobench.engine.finished import REWRITES
from stylobench.engine.kept_runs import tidy
from stylobench.engine.tested_file import ANSWERS


def clear(home: Path, studies: Iterable[str]) -> None:
    """Remove it, below these studies and where they share."""
    for folder in dict.fromkeys([home, home / ANSWERS, home / REWRITES, *(home / name for name in studies)]):
        tidy(folder)
    features = home / "features"
    if any(features.glob(".*")):
        from stylobench.features import _stored

        _stored.tidy(features)
