"""Every chapter of the attack story: what it must say, and that it is left out when there is nothing to say."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from stylobench.report.attack import chapters, story
from stylobench.report.attack.matrix import why_empty
from stylobench.report.attack.scores import LINES, thinned
from stylobench.report.charts.svg import svg
from stylobench.report.story import Chapter, Difference, Facts, Figure, Listing, Table, Words

HERE = Path(__file__).parents[1]
EXAMPLES = runpy.run_path(str(HERE / "example_attack.py"))["EXAMPLES"]
EXAMPLES |= runpy.run_path(str(HERE / "example_people.py"))["EXAMPLES"]


def told(result: dict[str, Any]) -> dict[str, Chapter]:
    return {chapter.id: chapter for chapter in chapters(result)}


def tables(chapter: Chapter) -> list[Table]:
    return [block for block in chapter.blocks if isinstance(block, Table)]


def words(chapter: Chapter) -> list[str]:
    return [block.text for block in chapter.blocks if isinstance(block, Words)]


def printed(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


def figures(chapter: Chapter) -> list[Figure]:
    return [block for block in chapter.blocks if isinstance(block, Figure)]


def test_a_full_result_has_every_chapter_in_order() -> None:
    assert list(told(EXAMPLES["five_methods"]())) == [
        "matrix", "averages", "comparisons", "retrained", "ranks", "scores", "quality", "detectability", "reversal",
        "supported", "untouched", "rewriting", "examples", "warnings", "provenance",
    ]  # fmt: skip


def test_chapters_without_data_are_left_out_and_the_threat_model_stays() -> None:
    assert list(told(EXAMPLES["one_method"]())) == ["matrix", "averages", "reversal", "rewriting", "provenance"]
    threat = told(EXAMPLES["one_method"]())["reversal"]
    assert threat.title == "What the attacker knows"
    listed = next(block for block in threat.blocks if isinstance(block, Listing))
    assert listed.items == EXAMPLES["one_method"]()["settings"]["threat_model"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_rows_are_as_wide_as_their_heads_and_everything_has_a_caption(name: str) -> None:
    for chapter in chapters(EXAMPLES[name]()):
        for block in chapter.blocks:
            if isinstance(block, Table):
                assert {len(row) for row in block.rows} == {len(block.columns)}
            if isinstance(block, Table | Figure):
                assert block.caption.endswith(".")
            if isinstance(block, Figure):
                assert block.panels
                assert all(panel.alt for panel in block.panels)


@pytest.mark.parametrize("name", ["with_failures", "small_only", "of_people"])
def test_every_chart_of_an_incomplete_result_can_be_drawn(name: str) -> None:
    drawn = [
        svg(panel.draw(), panel.alt)
        for chapter in chapters(EXAMPLES[name]())
        for figure in figures(chapter)
        for panel in figure.panels
    ]
    assert drawn
    assert all(chart.startswith("<svg") for chart in drawn)


def test_the_matrix_tells_impact_levels_and_n() -> None:
    chapter = told(EXAMPLES["five_methods"]())["matrix"]
    assert printed(tables(chapter)[2])[0] == [
        "char_ngrams", "mediocrity", "47 [38, 56]", "82% [75, 89]", "43% [35, 51]", "39, 0", "< .001", "100",
    ]  # fmt: skip
    assert "+47.4 [38.4, 56.4]" in printed(tables(chapter)[3])[0]
    assert "flipping signs over blocks" in next(one.hint for one in tables(chapter)[2].columns if one.title == "p")
    assert "95% intervals draw authors again (n = 100)" in tables(chapter)[2].caption
    assert "on pan13 (14): shown, never ranked." in figures(chapter)[0].caption
    assert [column.title for column in tables(chapter)[3].columns][-2:] == [
        "impact, published threshold",
        "silent before, after",
    ]


def test_cells_without_an_impact_say_why() -> None:
    chapter = told(EXAMPLES["with_failures"]())["matrix"]
    impacts = {row[0]: row[2] for row in printed(tables(chapter)[0])}
    assert impacts["ppm"] == "failed"
    assert impacts["function_words"] == "constant"
    assert "ValueError: no <b>texts</b>" in printed(tables(chapter)[-1])[0]
    assert any(text.startswith("Constant: function_words answer") for text in words(chapter))
    assert why_empty({"impact": {"value": None}}) == "undefined"


def test_averages_stand_beside_the_worst_case_and_the_retrained() -> None:
    chapter = told(EXAMPLES["five_methods"]())["averages"]
    assert printed(tables(chapter)[2])[0] == [
        "mediocrity", "+38.1 [32.1, 44.1]", "5", "+36.2 [30.2, 42.2]", "+34.3 [28.3, 40.3]", "4", "ppm",
        "60.2% [52.2, 68.2]", "+15.2 [9.2, 21.2]",
    ]  # fmt: skip
    assert printed(tables(chapter)[2])[3][0] == "identity (control)"


def test_only_rankable_sets_are_compared() -> None:
    result = EXAMPLES["five_methods"]()
    result["comparisons"].append(result["comparisons"][0] | {"dataset": "pan13"})
    rows = printed(tables(told(result)["comparisons"])[0])
    assert {row[0] for row in rows} == {"pan15"}


def test_only_significant_support_is_called_support() -> None:
    chapter = told(EXAMPLES["five_methods"]())["supported"]
    assert words(chapter)[0] == (
        "Rewriting raised recognition in 2 cells, clearly in 1. Supported: impostors (synonyms, pan15)."
    )
    rows = printed(tables(chapter)[0])
    assert [(row[2], row[4], row[5]) for row in rows] == [
        ("pan15", "yes", "none of the usual reasons"),
        ("pan13", "not shown", "the data set is small"),
    ]


def test_untouched_problems_with_other_answers_are_counted() -> None:
    chapter = told(EXAMPLES["five_methods"]())["untouched"]
    assert words(chapter)[0].startswith("impostors: answers changed on 7 untouched problems")
    assert printed(tables(chapter)[0])[-1] == ["impostors", "random_edits", "pan15", "7", "100"]


def test_scores_are_drawn_for_the_headline_and_thinned_evenly() -> None:
    panels = figures(told(EXAMPLES["five_methods"]())["scores"])[0].panels
    assert [panel.title for panel in panels][:2] == [
        "char_ngrams under mediocrity, pan15",
        "ppm under mediocrity, pan15",
    ]
    many = [{"before": i / 100} for i in range(100)]
    kept = [one["before"] for one in thinned(many)]
    assert len(kept) == LINES
    assert (kept[0], kept[-1]) == (0.99, 0.0)
    assert kept == sorted(kept, reverse=True)


def test_quality_has_a_panel_per_measure_under_its_side_and_no_total() -> None:
    chapter = told(EXAMPLES["five_methods"]())["quality"]
    groups = figures(chapter)[0].groups
    assert [(head.split(":")[0], len(panels)) for head, panels in groups] == [
        ("Safety", 1), ("Soundness", 2), ("Sensibleness", 2), ("Efficiency", 1),
    ]  # fmt: skip
    assert [(panel.title, panel.note) for panel in groups[1][1]] == [
        ("numbers kept", "more is better; n = 14 texts"),
        ("similar in meaning, 0 to 5", "more is better; n = 14 texts"),
    ]
    assert "Nothing here is averaged into one score." in figures(chapter)[0].caption
    rows = printed(tables(chapter)[0])
    assert rows[0] == ["numbers kept", "soundness", "mediocrity", "97.0% [95.1, 98.9]", "–", "high", "14"]
    assert rows[3][3:5] == ["31.0 [30.4, 31.6]", "14.0"]
    assert ["numbers kept", "It cannot see numbers that were spelled out."] in printed(tables(chapter)[-1])


def test_what_was_not_measured_is_never_a_zero() -> None:
    chapters_told = told(EXAMPLES["with_failures"]())
    assert printed(tables(chapters_told["quality"])[0])[0][3] == "not measured"
    assert printed(tables(chapters_told["detectability"])[0])[0][2:4] == ["–", "not measured"]
    assert printed(tables(chapters_told["reversal"])[0])[0][2:4] == ["–", "–"]


def test_columns_of_reversal_that_nothing_fills_are_left_out() -> None:
    result = EXAMPLES["five_methods"]()
    for one in result["reversal"]:
        one |= {"traced": None, "traced_before": None, "authors": 0}
    titles = [column.title for column in tables(told(result)["reversal"])[0].columns]
    assert "linked" in titles
    assert not {"traced", "traced without", "authors"} & set(titles)


def test_cues_say_what_gives_a_rewriting_away() -> None:
    rows = printed(tables(told(EXAMPLES["five_methods"]())["detectability"])[0])
    assert rows[0][2:] == ["0.93 [0.89, 0.97]", "yes", "28", "14", "space before a comma (2.10)", "whilst (−0.80)"]
    assert rows[3][3] == "not shown"


def test_unchanged_and_failed_texts_are_counted() -> None:
    chapter = told(EXAMPLES["five_methods"]())["rewriting"]
    rows = {(row[0], row[1]): row for row in printed(tables(chapter)[0])}
    assert rows["identity", "pan15"][2:5] == ["100", "100", "0"]
    assert rows["round_trip", "pan15"][7] == "synonym (410), commas (230) and sentences merged (120)"
    assert ["round_trip", "pan15", "2", "Apertium died twice"] in printed(tables(chapter)[1])


def test_examples_show_the_whole_text_and_who_lost_it() -> None:
    shown = [block for block in told(EXAMPLES["five_methods"]())["examples"].blocks if isinstance(block, Difference)]
    assert shown[0].folded == "EN005 (pan15) by synonyms: 25 edits in 215 words"
    assert shown[0].caption == "No longer recognised by char_ngrams and function_words. Still recognised by ppm."
    assert shown[0].view.changes == 25
    assert [one.unfolded for one in shown] == [True, False]


def test_an_excerpt_is_called_one() -> None:
    result = EXAMPLES["five_methods"]()
    result["examples"][0] |= {"words": 4000, "lost": [], "kept": []}
    shown = [block for block in told(result)["examples"].blocks if isinstance(block, Difference)]
    assert re.fullmatch(
        r"No method recognised the author before\. About \d+ of its words are shown\.", shown[0].caption
    )


def test_findings_on_people_are_printed_as_stored() -> None:
    chapter = told(EXAMPLES["of_people"]())["people"]
    facts = [item for block in chapter.blocks if isinstance(block, Facts) for item in block.items]
    assert ("success", "40.0% [30.0, 50.0]") in facts
    assert printed(tables(chapter)[0]) == [["McCarthy", "0.4"]]


def test_published_thresholds_are_called_optimistic() -> None:
    result = EXAMPLES["one_method"]()
    result["settings"]["threshold"] = "published"
    listed = next(block for block in told(result)["provenance"].blocks if isinstance(block, Listing))
    assert "optimistic" in listed.items[-1]


def test_a_quality_of_texts_that_never_changed_has_no_interval() -> None:
    rows = printed(tables(told(EXAMPLES["five_methods"]())["quality"])[0])
    values = {row[2]: row[3] for row in rows if row[0] == "numbers kept"}
    assert values["identity"] == "88.3%"
    assert values["mediocrity"] == "97.0% [95.1, 98.9]"


def test_judged_items_stand_beside_impacts_where_texts_failed() -> None:
    result = EXAMPLES["small_only"]()
    for one in result["cells"]:
        one["same"] = 1 if one["obfuscator"] == "identity" else 14
    found = told(result)
    assert printed(tables(found["matrix"])[0])[2][2] == "0, 1 of 14 judged"
    assert printed(tables(found["averages"])[0])[2][1] == "0.0, 1 of 14 judged"
    assert "judged" not in printed(tables(found["averages"])[0])[0][1]


def test_retraining_is_told_only_where_something_was_retrained() -> None:
    def facts(result: dict[str, Any]) -> list[str]:
        blocks = told(result)["provenance"].blocks
        return [name for block in blocks if isinstance(block, Facts) for name, _ in block.items]

    assert "methods retrained" in facts(EXAMPLES["five_methods"]())
    assert "methods retrained" not in facts(EXAMPLES["one_method"]())


def test_strangers_are_told_in_answer_and_table_and_absent_ones_nowhere() -> None:
    assert "strangers" not in told(EXAMPLES["five_methods"]())
    result, sure = EXAMPLES["five_methods"](), {"value": 0.5, "low": 0.4, "high": 0.6}
    for one in result["cells"]:
        if one["ranks"]:
            one["strangers"] = {"documents": 40, "rejected": sure, "turned_away": sure, "turned_away_after": sure}
    assert printed(tables(told(result)["strangers"])[0])[0] == [
        "pan13", "burrows_delta", "mediocrity", *["50.0% [40.0, 60.0]"] * 3, "40",
    ]  # fmt: skip
    assert any(line.startswith("It rejects 50.0% [40.0, 60.0] of 40") for line in story(result).answers[4].sentences)
    assert not any("strangers" in line for line in story(result).answers[0].sentences)


def test_failures_that_differ_only_in_names_or_numbers_are_one_warning() -> None:
    result = EXAMPLES["five_methods"]()
    result["warnings"] = [
        "pan13: ppm has no answers: ValueError: text 3 is empty",
        "pan15: impostors has no answers: ValueError: text 41 is empty",
        "pan13 has 14 same-author problems: too few to rank anything",
        "pan15 has 9 same-author problems: too few to rank anything",
        "pan15: ppm has no answers: it hung",
    ]
    listing = next(block for block in told(result)["warnings"].blocks if isinstance(block, Listing))
    assert listing.items == [
        f"{result['warnings'][0]} (and 1 more like it, with other names or numbers)",
        *result["warnings"][2:],
    ]


def test_a_run_of_controls_counts_them() -> None:
    result = EXAMPLES["one_method"]()
    result["obfuscators"]["synonyms"]["kind"] = "control"
    assert story(result).size.endswith("1 method, 1 control")


def test_the_retrained_stand_in_a_table_per_data_set_whose_name_is_said_once() -> None:
    found = tables(told(EXAMPLES["five_methods"]())["retrained"])
    assert [table.columns[0].title for table in found] == ["method"] * len(found)
    names = [one["name"] for one in EXAMPLES["five_methods"]()["datasets"]]
    assert [name for table in found for name in names if f"on {name}, as it is" in table.caption] == names
    assert not any(name in row for table in found for row in printed(table) for name in names)


def test_tables_name_the_data_set_only_where_there_are_several() -> None:
    result = EXAMPLES["five_methods"]()
    heads = {column.title for one in chapters(result) for table in tables(one) for column in table.columns}
    assert "data set" in heads
    result["datasets"] = result["datasets"][1:]
    for one in chapters(result):
        for table in tables(one):
            assert "data set" not in [column.title for column in table.columns]
            assert {len(row) for row in table.rows} == {len(table.columns)}
