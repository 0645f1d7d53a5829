"""The same method in several runs."""

from __future__ import annotations

from typing import Any

from stylobench.report.profile.crash_tests import Run
from stylobench.report.profile.methods import methods_in
from stylobench.report.story import Story


def run(protocol: str, methods: dict[str, dict[str, Any]], item: str = "document") -> Run:
    corpus = {"name": "c", "item": item}
    return Run({"protocol": protocol, "corpus": corpus, "methods": methods}, Story("", "", "", [], "", [], [], []))


def test_specs_tell_methods_apart_however_they_are_written() -> None:
    runs = [
        run("leakage", {"ppm": {"spec": "ppm()"}, "ppm4": {"spec": "ppm(order=4)"}}),
        run("attack", {"mine": {"spec": "ppm", "kind": "verifier"}, "x": {"spec": "ppm( order=4 )"}}),
    ]
    assert [(one.spec, one.names) for one in methods_in(runs)] == [
        ("ppm", {0: "ppm", 1: "mine"}),
        ("ppm(order=4)", {0: "ppm4", 1: "x"}),
    ]


def test_a_name_stands_in_where_the_spec_is_missing() -> None:
    runs = [
        run("shift", {"ppm": {}, "other": {"spec": None}}, "problem"),
        run("leakage", {"ppm": {"spec": "ppm(order=4)"}, "other": {"spec": "answers in other.csv"}}),
    ]
    found = methods_in(runs)
    assert [(one.name, one.spec, sorted(one.names)) for one in found] == [
        ("ppm", "ppm(order=4)", [0, 1]),
        ("other", "", [0, 1]),
    ]


def test_a_shift_run_tells_the_kind_only_if_no_other_does() -> None:
    runs = [run("shift", {"m": {"spec": "m"}, "n": {"spec": "n"}}), run("leakage", {"m": {"spec": "m"}})]
    assert [one.kind(runs) for one in methods_in(runs)] == ["verifier", "attributor"]
    assert methods_in([run("shift", {"m": {}}, "problem")])[0].kind([run("shift", {"m": {}}, "problem")]) == "verifier"
