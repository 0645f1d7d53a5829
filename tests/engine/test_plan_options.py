"""Options in a plan: names with - or _, types, and paths."""

from __future__ import annotations

from pathlib import Path

from stylobench.engine.plan_options import options_of


def test_paths_are_those_of_the_plan_and_names_stay(tmp_path: Path) -> None:
    path = str(tmp_path / "split.csv")
    assert options_of("novel-topic", {"split": "split.csv"}, tmp_path) == ({"split": path}, [])
    for given in ({"a": "one.jsonl"}, ["a=one.jsonl"]):
        assert options_of("shift", {"system": given}, tmp_path)[0] == {"system": {"a": str(tmp_path / "one.jsonl")}}


def test_a_whole_number_will_do_for_a_number_but_not_the_other_way(tmp_path: Path) -> None:
    assert options_of("shift", {"delta": 1, "clusters": 3}, tmp_path) == ({"delta": 1, "clusters": 3}, [])
    found, problems = options_of("shift", {"clusters": 3.5}, tmp_path)
    assert found == {}
    assert problems == ["clusters is 3.5; it must be a whole number"]
