from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from stylobench.report.advice import chapters, story
from stylobench.report.story import Chapter, Facts, Listing, Table, Words

EXAMPLES = runpy.run_path(str(Path(__file__).parent / "example_advice.py"))["EXAMPLES"]


def told(name: str) -> dict[str, Chapter]:
    return {chapter.id: chapter for chapter in chapters(EXAMPLES[name]())}


def printed(chapter: Chapter) -> list[list[str]]:
    return [[cell.text for cell in row] for block in chapter.blocks if isinstance(block, Table) for row in block.rows]


def test_the_answer_says_who_recognises_and_how_sure_that_is() -> None:
    first, second, third = story(EXAMPLES["three_verifiers"]()).answers
    assert first.headline == "recognised (score 0.71, threshold 0.50)"
    assert first.sentences == (
        "96% of 50 pairs of texts by two people score at most as high, and 60% of 50 pairs by one person.",
        "It is right about 80% [71.0, 87.0] of 100 pairs by other people.",
    )
    assert second.headline.startswith("not recognised")
    assert third.headline == "no answer"
    assert len(third.sentences) == 1


def test_what_to_do_is_said_in_short() -> None:
    assert story(EXAMPLES["three_verifiers"]()).verdicts == [
        "ppm: you are recognised.",
        "After 2 suggested edits ppm no longer recognises you.",
    ]
    unturned = EXAMPLES["unturned"]()
    assert story(unturned).verdicts[1] == "After 0 suggested edits ppm still recognises you."
    safe = {**unturned, "verdicts": [{**unturned["verdicts"][0], "recognised": False}], "suggested": []}
    assert story(safe).verdicts == ["No verifier asked recognises you."]


def test_chapters_without_data_are_left_out() -> None:
    assert list(told("three_verifiers")) == ["clues", "changes", "disguises", "warnings", "provenance"]
    assert list(told("unturned")) == ["clues", "changes", "provenance"]


def test_clues_edits_and_disguises_are_printed() -> None:
    found = told("three_verifiers")
    assert printed(found["clues"])[0] == ["ing␣", "0.0123", "“going to”, “being so”"]
    assert printed(found["changes"]) == [
        ["begin", "start", "synonym", "They begin <b>now</b>."],
        [",", "(nothing)", "comma", "So, it is."],
    ]
    assert printed(found["disguises"]) == [["mediocrity", "94", "not recognised (0.40)", "no answer"]]
    assert isinstance(found["changes"].blocks[-1], Words)
    assert found["changes"].blocks[-1].kind == "strong"


def test_an_edit_that_was_not_found_is_said() -> None:
    (words, _) = told("unturned")["changes"].blocks
    assert isinstance(words, Words)
    assert words.text == "ppm: no edit was found that helps."


def test_cautions_and_settings_are_told() -> None:
    found = told("three_verifiers")
    (listing,) = found["warnings"].blocks
    assert isinstance(listing, Listing)
    assert listing.items == ["The text has 80 words; below 300 verdicts swing with every sentence."]
    (facts,) = found["provenance"].blocks
    assert isinstance(facts, Facts)
    assert dict(facts.items)["other people’s texts"] == "400 by 40 authors"
    assert dict(facts.items)["seed"] == "4"


@pytest.mark.parametrize("name", EXAMPLES)
def test_rows_are_as_wide_as_their_heads(name: str) -> None:
    for chapter in chapters(EXAMPLES[name]()):
        for block in chapter.blocks:
            if isinstance(block, Table):
                assert block.caption
                assert {len(row) for row in block.rows} == {len(block.columns)}
