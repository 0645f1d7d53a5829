"""Every chapter: what it must say, and that it is left out when there is nothing to say."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from stylobench.report.chapters import chapters
from stylobench.report.story import Chapter, Figure, Listing, Table, Words

EXAMPLES = runpy.run_path(str(Path(__file__).parents[1] / "example_result.py"))["EXAMPLES"]


def told(result: dict[str, Any]) -> dict[str, Chapter]:
    return {chapter.id: chapter for chapter in chapters(result)}


def tables(chapter: Chapter) -> list[Table]:
    return [block for block in chapter.blocks if isinstance(block, Table)]


def printed(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


def test_a_full_result_has_every_chapter_in_order() -> None:
    assert list(told(EXAMPLES["three_methods"]())) == [
        "standard", "topics", "price", "comparisons", "power", "cues", "retrain", "open-set", "cells", "confusion",
        "table", "warnings", "provenance",
    ]  # fmt: skip


def test_chapters_without_data_are_left_out_or_say_why() -> None:
    chapters_told = told(EXAMPLES["bare"]())
    assert not {"power", "cues", "retrain", "open-set", "cells", "warnings"} & set(chapters_told)
    assert chapters_told["comparisons"].blocks == [Words("One method ran, so there is nothing to compare it with.")]


@pytest.mark.parametrize("name", EXAMPLES)
def test_rows_are_as_wide_as_their_heads_and_everything_has_a_caption(name: str) -> None:
    for chapter in chapters(EXAMPLES[name]()):
        for block in chapter.blocks:
            if isinstance(block, Table):
                assert {len(row) for row in block.rows} == {len(block.columns)}
            if isinstance(block, Table | Figure):
                assert block.caption.endswith(".")
            if isinstance(block, Figure):
                assert all(panel.alt for panel in block.panels)


def test_both_standard_errors_of_the_paper_are_printed_with_what_differs() -> None:
    """Errata N6: sd .1631, V2 .09461, 23 topics: .0502, published .0340."""
    result = EXAMPLES["bare"]()
    novel = result["methods"]["maxent"]["novel_topic"]
    novel |= {"sd": 0.1631, "se": 0.1631 * 0.09461**0.5, "se_published": 0.1631 / 23**0.5}
    novel |= {"effective_topics": 1 / 0.09461}
    chapter = told(result)["standard"]
    row = printed(tables(chapter)[0])[1]
    assert row[4:] == ["16.31", "5.02", "3.40", "23", "10.6"]
    words = [block.text for block in chapter.blocks if isinstance(block, Words)]
    assert "must not be compared as if they were alike" in words[0]
    assert "spread unevenly: 23 topics weigh like 10.6 equal ones" in words[0]
    assert "1.48 times as large" in words[1]


def test_the_positive_author_is_named_and_undefined_folds_are_counted() -> None:
    table = tables(told(EXAMPLES["two_authors"]())["standard"])[1]
    assert "the positive author is Holden" in table.caption
    assert printed(table)[0] == ["maxent", "precision", "71.0% [40.0, 100]", "60.00", "3 folds"]


def test_hard_topics_come_with_their_largest_author_and_what_it_has_left() -> None:
    result = EXAMPLES["two_authors"]()
    fold = result["methods"]["maxent"]["novel_topic"]["folds"][2]
    fold |= {"accuracy": 0.413, "low": 0.388, "high": 0.438, "documents": 1473, "largest_author": "Dunning"}
    fold |= {"largest_share": 1467 / 1473, "left": 33, "starved": True, "reason": "starved", "vanished": 0}
    hardest = printed(tables(told(result)["topics"])[0])[0]
    assert hardest == ["hard", "Dancing", "1,473", "41.3% [38.8, 43.8]", "Dunning", "100%", "33", "starved"]


def test_few_topics_are_said_to_decide_nothing() -> None:
    result = EXAMPLES["two_authors"]()
    pair = EXAMPLES["three_methods"]()["comparisons"][0] | {"units": 4, "verdict": "cannot reject at 5% with 4 topics"}
    result["comparisons"] = [pair]
    blocks = told(result)["comparisons"].blocks
    assert Words("With fewer than 6 topics no difference, however large, can be called one at 5%.", "strong") in blocks


def test_the_heat_map_gives_way_to_a_table_beyond_forty_authors() -> None:
    chapter = told(EXAMPLES["many_authors"]())["confusion"]
    assert [type(block) for block in chapter.blocks] == [Table]
    assert "250 authors are too many for a map" in tables(chapter)[0].caption


def test_confusions_are_counted_from_the_matrix() -> None:
    result = EXAMPLES["two_authors"]()
    result["methods"]["maxent"]["confusion"]["matrix"] = [[1492, 8], [865, 635]]
    assert printed(tables(told(result)["confusion"])[0]) == [
        ["Dunning", "Holden", "865", "57.7% of 1,500"],
        ["Holden", "Dunning", "8", "0.5% of 1,500"],
    ]


def test_failures_are_grouped_by_reason() -> None:
    rows = printed(tables(told(EXAMPLES["with_failures"]())["warnings"])[0])
    assert [row[:2] for row in rows] == [["knn", "2"], ["broken", "23"]]
    assert rows[1][2].endswith("and 20 more")


def test_assumptions_digest_and_funnel_stand_at_the_end() -> None:
    chapter = told(EXAMPLES["three_methods"]())["provenance"]
    listing = next(block for block in chapter.blocks if isinstance(block, Listing))
    assert [word in " ".join(listing.items) for word in ("exchangeable", "unrelated to topic size", "conditional")]
    assert printed(tables(chapter)[0])[1] == ["one author", "7,400"]
