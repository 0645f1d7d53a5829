"""What failed, counted by method and reason."""

from __future__ import annotations

from pathlib import Path

from stylobench.engine.archive import Archive
from stylobench.engine.gaps import gaps
from stylobench.records import Run


def failed(key: str, reason: str) -> Run:
    return Run(key, "corpus", "split", "m", 0, {}, None, reason)


def test_reasons_are_counted_the_most_frequent_first(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "answers")
    for key, reason in {"a": "rare", "b": "often", "c": "often", "x": "not of this study"}.items():
        archive.save(failed(key, reason))
    found = gaps({"a": "m", "b": "m", "c": "m", "d": "m", "e": "fine"}, tmp_path)
    assert found == ({"method": "m", "jobs": 4, "failed": 3, "reasons": {"often": 2, "rare": 1}},)
    assert list(found[0]["reasons"]) == ["often", "rare"]


def test_methods_stand_in_the_order_in_which_the_plan_names_them(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "answers")
    for key in ("a", "b", "c"):
        archive.save(failed(key, "no"))
    found = gaps({"b": "second", "a": "also", "d": "fine", "c": "a third"}, tmp_path)
    assert [one["method"] for one in found] == ["second", "also", "a third"]


def test_nothing_failed(tmp_path: Path) -> None:
    assert gaps({"a": "m"}, tmp_path) == ()
