"""What stands above the studies of a plan."""

from __future__ import annotations

import json
from pathlib import Path

from stylobench.engine.conduct import Outcome
from stylobench.engine.overview import keep_overview, overview, stands_alone
from stylobench.engine.plan import HERE, Plan, Study
from stylobench.errors import SplitError

GOOD, BAD = (Study(name, "shift", {}, seed=2) for name in ("a/x-seed-2", "b/x-seed-2"))


def test_it_tells_of_every_study_what_is_missing() -> None:
    gap = {"method": "m", "jobs": 2, "failed": 1, "reasons": {"no": 1}}
    outcomes = [Outcome(GOOD, {}, gaps=(gap,), digest="d"), Outcome(BAD, None, SplitError("too few"))]
    assert overview(Plan("t", (GOOD, BAD)), outcomes) == {
        "title": "t",
        "studies": [
            {
                "name": "a/x-seed-2", "test": "shift", "corpora": [], "seed": 2, "failure": None, "gaps": [gap],
                "result": "d",
            },
            {
                "name": "b/x-seed-2", "test": "shift", "corpora": [], "seed": 2, "failure": "too few", "gaps": [],
                "result": None,
            },
        ],
    }  # fmt: skip


def test_the_page_is_drawn_only_where_it_is_not_there_already(tmp_path: Path) -> None:
    drawn = []

    def page() -> str:
        drawn.append(1)
        return "page"

    for told in ({"title": "a"}, {"title": "a"}, {"title": "b"}):
        keep_overview(tmp_path, told, page)
    assert len(drawn) == 2
    assert json.loads((tmp_path / "overview.json").read_text())["title"] == "b"
    (tmp_path / "report.html").write_text("pa")
    keep_overview(tmp_path, {"title": "b"}, page)
    assert (tmp_path / "report.html").read_text() == "page"


def test_one_study_in_the_folder_itself_stands_alone() -> None:
    assert stands_alone(Plan("", (Study(HERE, "shift", {}),)))
    assert not stands_alone(Plan("", (GOOD,)))
