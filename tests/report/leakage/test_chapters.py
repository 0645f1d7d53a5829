"""Every chapter of the leakage story: what it must say, and that it is left out when there is nothing to say."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from stylobench.report.leakage import chapters
from stylobench.report.leakage.answer import answers
from stylobench.report.story import Chapter, Facts, Figure, Table, Words

EXAMPLES = runpy.run_path(str(Path(__file__).parents[1] / "example_leakage.py"))["EXAMPLES"]


def told(result: dict[str, Any]) -> dict[str, Chapter]:
    return {chapter.id: chapter for chapter in chapters(result)}


def tables(chapter: Chapter) -> list[Table]:
    return [block for block in chapter.blocks if isinstance(block, Table)]


def figures(chapter: Chapter) -> list[Figure]:
    return [block for block in chapter.blocks if isinstance(block, Figure)]


def words(chapter: Chapter) -> list[str]:
    return [block.text for block in chapter.blocks if isinstance(block, Words)]


def printed(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


def folded(chapter: Chapter, title: str) -> Table:
    return next(table for table in tables(chapter) if table.folded == title)


def test_a_full_result_has_every_chapter_in_order() -> None:
    assert list(told(EXAMPLES["five_verifiers"]())) == [
        "paired", "samples", "shortcut", "sampling", "ranking", "reliability", "sizes", "variants", "warnings",
        "provenance",
    ]  # fmt: skip


def test_chapters_without_data_are_left_out() -> None:
    assert not {"ranking", "variants", "warnings"} & set(told(EXAMPLES["one_verifier"]()))
    assert list(told(EXAMPLES["nothing_found"]())) == ["paired", "sampling", "variants", "warnings", "provenance"]


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


def test_the_paired_test_is_told_with_its_controls_and_units() -> None:
    chapter = told(EXAMPLES["five_verifiers"]())["paired"]
    assert printed(tables(chapter)[0])[2] == [
        "topic_fit", "75.8 [72.8, 78.8]", "64.5 [61.0, 68.0]", "11.3 [8.3, 14.3]", "−1.5 to 1.5 (n = 8)", "412",
        "38 authors",
    ]  # fmt: skip
    assert "equally many pairs of each class and the same authors" in words(chapter)[0]
    assert len(folded(chapter, "Every measure").rows) == 5 * 6


def test_folds_of_the_paired_test_stand_beside_one_another() -> None:
    table = folded(told(EXAMPLES["published"]())["paired"], "Fold by fold")
    assert [column.title for column in table.columns[4:]] == ["char_ngrams", "ppm", "topic_fit"]
    assert printed(table)[0][:5] == ["alt.atheism, comp.graphics", "51", "240", "0.62 / 0.18", "84.1 / 82.0"]
    assert printed(table)[-1][4:] == ["–", "–", "–"]


def test_verifiers_without_a_paired_test_are_named() -> None:
    chapter = told(EXAMPLES["with_failures"]())["paired"]
    assert "Without a paired test: char_ngrams and broken. The warnings say why." in words(chapter)
    assert printed(tables(chapter)[0])[0][3:] == ["0.4", "–", "412", "38 authors"]


def test_few_random_samples_cannot_support_a_verdict() -> None:
    published = told(EXAMPLES["published"]())["samples"]
    assert words(published)[0].startswith("5 random samples cannot support a verdict: ")
    assert "rank p = .167" in words(published)[0]
    assert words(told(EXAMPLES["five_verifiers"]())["samples"]) == []
    none = told(EXAMPLES["one_verifier"]())["samples"]
    assert words(none) == ["No random samples were drawn, so HITS has nothing to stand against."]


def test_the_difference_to_random_is_signed_and_the_published_one_is_folded() -> None:
    result = EXAMPLES["five_verifiers"]()
    found = result["methods"]["ppm"]["samples"]["overall_2020"]
    found |= {"hits": 0.56, "random_mean": 0.8, "difference": -0.24, "low": -0.3, "high": -0.18, "rank_p": 1 / 21}
    found |= {"p": 0.0004, "p_holm": 0.002, "avg_published": 0.68, "diff_published": 0.24, "verdict": "lower"}
    found |= {"fold_sd_hits": 0.017, "fold_sd_random": None}
    chapter = told(result)["samples"]
    row = ["ppm", "56.0", "80.0", "−24.0 [−30.0, −18.0]", ".048", "< .001", ".002"]
    assert printed(tables(chapter)[0])[1] == row
    assert ["ppm", "Overall", "80.0", "56.0", "68.0", "24.0"] in printed(folded(chapter, "Avg and Diff, as published"))
    spread = printed(folded(chapter, "Means and spread over folds, as published"))
    assert spread[2][:3] == ["ppm", "HITS", "56.0 ± 1.7"]
    assert spread[3][:3] == ["ppm", "random", "80.0"]


def test_correlations_and_pairings_are_told_with_intervals() -> None:
    chapter = told(EXAMPLES["five_verifiers"]())["shortcut"]
    assert ["topic_fit", "different", "0.37 [0.32, 0.42]", "1,300", "38 authors"] in printed(tables(chapter)[0])
    assert printed(tables(chapter)[1])[2][3] == "37.4 [33.4, 41.4]"
    assert [panel.title for panel in figures(chapter)[1].panels] == ["Topics help", "As drawn", "Topics mislead"]


def test_what_hits_did_is_told_with_the_topics_that_joined() -> None:
    chapter = told(EXAMPLES["published"]())["sampling"]
    assert words(chapter)[0] == (
        "HITS selected 10 of 20 topics, one after another, each time the one least like those it had; each of the "
        "others joins the selected one most like it. Topics are compared by lsa(dimensions=50) vectors."
    )
    rows = printed(folded(chapter, "The 10 selected topics in order"))
    assert rows[1] == ["2", "comp.os.ms-windows.misc", "0.120", "comp.graphics"]
    pairs = printed(tables(chapter)[1])
    assert pairs[5] == ["random", "alt.atheism", "comp.graphics", "0.910"]
    assert "4,000 most frequent training words are masked" in words(chapter)[-1]
    facts = next(block for block in chapter.blocks if isinstance(block, Facts))
    assert facts.items[1] == ("as it is seen", "* * * * * * shuttle * * * *")


def test_a_ranking_of_few_verifiers_is_warned_about() -> None:
    warned = words(told(EXAMPLES["published"]())["ranking"])
    assert warned[0].startswith("3 verifiers can be ranked in few ways")
    assert words(told(EXAMPLES["five_verifiers"]())["ranking"]) == []


def test_stability_is_cut_at_one_and_ranks_come_with_spread_and_wins() -> None:
    result = EXAMPLES["five_verifiers"]()
    hits = result["ranking"]["overall_2020"][0]
    hits |= {"stability": 0.94, "low": 0.85, "high": 1.03, "top_agreement": 0.644}
    hits["ranks"]["ppm"] = {"mean": 1.2, "sd": 0.42, "wins": 8}
    chapter = told(result)["ranking"]
    assert printed(tables(chapter)[0])[0] == ["ppm", "1.20 ± 0.42", "8"]
    row = printed(folded(chapter, "Stability of every sample"))[0]
    assert (row[0], row[1], row[-1]) == ("HITS", "0.94 [0.85, 1.00]", "64%")
    assert "1.20 ± 0.42 (8)" in printed(folded(chapter, "Mean ranks of every sample"))[0]


def test_calibration_errors_sizes_and_variants_are_tabled() -> None:
    chapters_told = told(EXAMPLES["five_verifiers"]())
    assert printed(tables(chapters_told["reliability"])[0])[0] == ["char_ngrams", "5.1 [3.6, 6.6]", "412", "38 authors"]
    sizes = printed(tables(chapters_told["sizes"])[0])
    assert sizes[0][:8] == ["HITS", "10", "400", "1,234", "138", "61", "22", "48.1%"]
    assert sizes[1][0] == "random\xa000"
    kinds = [table.caption.split(":")[0] for table in tables(chapters_told["variants"])]
    assert kinds == [
        "Ways to handle the topics that are not selected",
        "Ways to compare topics",
        "How many topics to select",
    ]
    assert printed(tables(chapters_told["variants"])[2])[0] == [
        "6", "0.310", "0.550", "0.94", "0.88", "0.92", "0.95", "0.88", "–",
    ]  # fmt: skip


def test_settings_and_digest_stand_at_the_end() -> None:
    chapter = told(EXAMPLES["five_verifiers"]())["provenance"]
    facts = dict(next(block for block in chapter.blocks if isinstance(block, Facts)).items)
    assert facts["random samples"] == "20"
    assert facts["authors kept apart"] == "no"
    assert facts["digest"] == "3c" * 32
    assert "pairs per document at most" not in facts


def test_a_difference_without_intervals_promises_none() -> None:
    result = EXAMPLES["five_verifiers"]()
    assert "First what was lost from near to far: right" in figures(told(result)["paired"])[0].caption
    for method in result["methods"].values():
        for contrast in method["paired"]["measures"].values():
            contrast["difference"] |= {"low": None, "high": None}
    caption = figures(told(result)["paired"])[0].caption
    assert "First what was lost from near to far, without intervals: right" in caption


def test_random_samples_of_the_very_topics_of_hits_are_left_to_the_warning() -> None:
    result = EXAMPLES["five_verifiers"]()
    assert any("HITS against random" in sentence for one in answers(result) for sentence in one.sentences)
    for found in result["similarity"].values():
        found["random"] = [found["hits"]] * len(found["random"])
    chapters_told = told(result)
    assert "samples" not in chapters_told
    assert not any("at random" in text for text in words(chapters_told["sampling"]))
    assert not any(row[0] == "random" for table in tables(chapters_told["sampling"]) for row in printed(table))
    assert not any("HITS against random" in sentence for one in answers(result) for sentence in one.sentences)
