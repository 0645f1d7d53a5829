"""Which evidence an obfuscator breaks, in words, in a map and in a table."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from stylobench.report.attack.evidence import answers, chapter
from stylobench.report.story import Figure, Listing, Result, Table, Words

BANK = runpy.run_path(str(Path(__file__).parents[1] / "example_families.py"))["EXAMPLES"]


@pytest.fixture
def result() -> dict[str, Any]:
    made: dict[str, Any] = BANK["attack_bank"]()
    return made


def block(result: Result, kind: type) -> Any:
    return next(one for one in chapter(result).blocks if isinstance(one, kind))


def test_words_name_the_most_and_the_least_broken_of_the_set_that_leads(result: dict[str, Any]) -> None:
    lines = block(result, Listing).items
    assert lines[0] == "mediocrity breaks characters (45 [38, 52]) most, topic (−4 [−11, 3]) least."
    assert len(lines) == 4
    for one in result["evidence"]:
        one |= {"low": -0.5, "high": 0.9}
    assert block(result, Listing).items[0].endswith("least; the intervals overlap.")


def test_the_map_has_a_square_per_family_and_obfuscator(result: dict[str, Any]) -> None:
    panels = block(result, Figure).panels
    assert [panel.title.partition(":")[0] for panel in panels] == ["pan13", "pan15"]
    assert "compression under targeted: 49 of 100 [42, 56]" in panels[1].alt
    assert panels[1].draw()["height"] == 7 * 36


def test_the_table_says_how_much_there_was_to_lose(result: dict[str, Any]) -> None:
    table = block(result, Table)
    row = next(row for row in table.rows if (row[0].text, row[1].text) == ("topic", "mediocrity"))
    assert [cell.text for cell in row[2:]] == ["−4 [−11, 3]", "68.0%", "4 of 5", "5 of 5"]


def test_answers_take_the_strongest_obfuscator_and_never_a_control(result: dict[str, Any]) -> None:
    told = {one.method.partition(" ")[0]: one for one in answers(result)}
    assert told["words"].headline == "targeted makes these methods miss 42 of 100 [35, 49] on average"
    assert told["words"].sentences[0] == (
        "The others: mediocrity 30 [23, 37], synonyms 9 [2, 16] and round_trip 21 [14, 28]."
    )
    assert told["topic"].headline == "no obfuscator makes them miss more: at most −1 [−8, 6], by synonyms"
    result["evidence"] = [one for one in result["evidence"] if one["family"] != "words"]
    untold = {one.method.partition(" ")[0]: one for one in answers(result)}
    assert untold["words"].headline == "nothing to attack: no method of this family was judged"


def test_where_the_set_is_too_small_nothing_is_ranked(result: dict[str, Any]) -> None:
    for one in result["datasets"]:
        one["rankable"] = False
    assert block(result, Words).text.endswith("; too few to rank, so they are only shown:")
    assert block(result, Listing).items[0] == (
        "mediocrity: characters (45 [38, 52]), words (30 [23, 37]), syntax (18 [11, 25]), compression (35 [28, 42]), "
        "topic (−4 [−11, 3]), mixed (25 [18, 32]) and yours (10 [3, 17])."
    )


def test_controls_alone_are_called_so_and_never_ranked(result: dict[str, Any]) -> None:
    controls = ("identity", "random_edits")
    result["obfuscators"] = {name: result["obfuscators"][name] for name in controls}
    result["evidence"] = [one for one in result["evidence"] if one["obfuscator"] in controls]
    assert not [one for one in chapter(result).blocks if isinstance(one, Listing)]
    assert block(result, Words).text == "Only controls were run: the numbers show what nothing, or noise, does."
    assert answers(result)[1].headline == "only controls were run"
    assert answers(result)[1].sentences[0] == "Their impact: identity 0 [0, 0] and random_edits 3 [−4, 10]."


def test_an_impact_whose_interval_holds_0_may_be_none(result: dict[str, Any]) -> None:
    for one in result["evidence"]:
        one |= {"low": -0.82, "high": 0.69}
    assert answers(result)[1].headline == (
        "targeted makes these methods miss 42 of 100 [−82, 69] on average, which may be none"
    )


def test_methods_left_out_of_an_average_are_named_at_once(result: dict[str, Any]) -> None:
    for one in result["evidence"]:
        one |= {"methods": one["methods"][1:], "worthy": 3}
    told = answers(result)[1]
    assert told.method == "words (5 methods, 1 left out: answers all alike or failed)"
    assert told.sentences[1].endswith("; 3 of 4 methods worth attacking (1 left out).")


def test_no_chapter_where_nothing_was_judged(result: dict[str, Any]) -> None:
    assert not chapter(result | {"evidence": []}).blocks
    assert not chapter(result | {"evidence": [one | {"value": None} for one in result["evidence"]]}).blocks
