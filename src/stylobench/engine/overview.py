"""overview.json: what became of every study of a plan. It holds nothing that differs between machines."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stylobench.engine.finished import REPORT
from stylobench.engine.kept_runs import write_whole
from stylobench.engine.plan import HERE, Plan

if TYPE_CHECKING:
    from stylobench.engine.conduct import Outcome

NAME = "overview.json"


def overview(plan: Plan, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Every study with what is missing from it, and the digest of its result."""
    return {
        "title": plan.title,
        "studies": [
            {
                "name": one.study.name,
                "test": one.study.test,
                "corpora": list(one.study.corpora),
                "seed": one.study.seed,
                "failure": one.failure,
                "gaps": list(one.gaps),
                "result": one.digest,
            }
            for one in outcomes
        ],
    }


def stands_alone(plan: Plan) -> bool:
    """Whether the only study of a plan has its result in the folder of the plan, and needs no page above it."""
    return [study.name for study in plan.studies] == [HERE]


def keep_overview(home: Path, told: dict[str, Any], page: Callable[[], str]) -> None:
    """Write the page above all studies, then the overview with its digest, unless both stand there already."""
    report = home / REPORT
    if report.is_file() and _data(told, report.read_bytes()) == _held(home):
        return
    made = page().encode("utf-8", "replace")
    write_whole(report, made)
    write_whole(home / NAME, _data(told, made))


def _held(home: Path) -> bytes | None:
    path = home / NAME
    return path.read_bytes() if path.is_file() else None


def _data(told: dict[str, Any], page: bytes) -> bytes:
    return (json.dumps({**told, "page": hashlib.sha256(page).hexdigest()}, indent=1) + "\n").encode()
