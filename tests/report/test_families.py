"""Methods by family: when it is told, in which order, and where heads stand."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from stylobench.report.families import LONG, families, has_many, headed, ordered, overlap, place_of
from stylobench.report.page import render
from stylobench.report.stories import story
from stylobench.report.story import Figure, Table

HERE = Path(__file__).parent
BANKS = runpy.run_path(str(HERE / "example_families.py"))["EXAMPLES"]
ATTACK = runpy.run_path(str(HERE / "example_attack.py"))["EXAMPLES"]


def result_of(**named: str) -> dict[str, Any]:
    return {"methods": {name: {"family": family} for name, family in named.items()}}


@pytest.mark.parametrize(
    "result",
    [
        {"methods": {}},
        result_of(a="words"),
        result_of(a="words", b="words"),
        result_of(a="words", b="topic"),
        result_of(a="words", b="topic", c=""),
        {"methods": {"a": {}, "b": {}, "c": {}}},
    ],
)
def test_families_are_told_only_where_they_join_and_part_methods(result: dict[str, Any]) -> None:
    assert families(result) == {}
    assert ordered(result) is result


def test_families_come_in_the_order_of_the_evidence_and_colours_follow_them() -> None:
    result = result_of(a="words", b="characters", c="words") | {"evidence": [{"family": "characters"}]}
    assert families(result) == {"characters": ["b"], "words": ["a", "c"]}
    assert list(ordered(result)["methods"]) == ["b", "a", "c"]
    assert [place_of(result, name) for name in "abc"] == [1, 0, 1]
    assert [place_of(result_of(a="words", b="topic"), name) for name in "ab"] == [0, 1]


def test_a_chart_gets_a_head_before_each_family() -> None:
    result = result_of(a="words", b="topic", c="words")
    rows = headed([{"name": name} for name in "acb"], result)
    assert [(row["name"], row.get("head", False)) for row in rows] == [
        ("words", True), ("a", False), ("c", False), ("topic", True), ("b", False),
    ]  # fmt: skip


def test_unknown_ends_overlap_and_parted_ones_do_not() -> None:
    assert not overlap({"low": 0.1, "high": 0.2}, {"low": 0.3, "high": 0.4})
    assert overlap({"low": 0.1, "high": 0.3}, {"low": 0.3, "high": 0.4})
    assert overlap({"low": None, "high": None}, {"low": 0.3, "high": 0.4})


@pytest.mark.parametrize("name", ["attack_bank", "leakage_bank", "shift_bank"])
def test_every_table_of_methods_stands_family_by_family_and_long_ones_are_folded(name: str) -> None:
    result = BANKS[name]()
    told = story(result)
    order = list(families(result))
    tables = [block for chapter in told.chapters for block in chapter.blocks if isinstance(block, Table)]
    headed_ones = [table for table in tables if table.heads]
    assert len(headed_ones) >= 3
    for table in headed_ones:
        assert [order.index(head) for head in table.heads] == sorted(order.index(head) for head in table.heads)
        assert [result["methods"][row[table.lead].text]["family"] for row in table.rows] == list(table.heads)
    assert all(table.folded for table in tables if len(table.rows) > LONG)
    figures = [block for chapter in told.chapters for block in chapter.blocks if isinstance(block, Figure)]
    assert all(figure.folded for figure in figures if len(figure.panels) > 12)
    assert has_many(told)


def test_an_order_that_means_something_is_left_alone() -> None:
    told = story(BANKS["leakage_bank"]())
    ranking = next(chapter for chapter in told.chapters if chapter.id == "ranking")
    winners = next(block for block in ranking.blocks if isinstance(block, Table) and block.ranked)
    assert not winners.heads
    places = [row[1].value for row in winners.rows]
    assert places == sorted(places)  # type: ignore[type-var]


def test_a_page_of_many_methods_opens_with_families_and_folds_the_rest() -> None:
    page = render(BANKS["some"]())
    answer = page[page.index('id="answer"') : page.index("<nav")]
    before, _, after = answer.partition('<details class="each">')
    assert re.findall(r"<h3><bdi>(\w+) \(5 methods\)", before) == ["words", "topic"]
    assert "Each of the 10 methods" in after
    assert after.count("<article") == 10
    assert '<tr class="family"><th colspan="8" scope="rowgroup"><bdi>topic</bdi></th></tr>' in page


def test_few_methods_keep_their_answers_in_front() -> None:
    told = story(BANKS["few"]())
    assert not has_many(told)
    assert told.chapters[0].id == "evidence"
    assert "Each of the" not in render(BANKS["few"]())


def test_a_result_from_before_families_is_told_as_it_was() -> None:
    told = story(ATTACK["five_methods"]())
    assert "evidence" not in [chapter.id for chapter in told.chapters]
    assert told.families == []
    assert 'class="family"' not in render(ATTACK["five_methods"]())
