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
        "96% of 50 problems by two people score at most as high, and 60% of 50 problems by one person.",
        "It is right about 80% [71.0, 87.0] of 100 problems by other people with as many earlier texts of such "
        "lengths.",
    )
    assert second.headline.startswith("not recognised")
    assert third.headline == "cannot tell"
    assert len(third.sentences) == 1


def test_a_verifier_that_is_not_validated_shows_its_score_and_says_nothing_of_others() -> None:
    [answer] = story(EXAMPLES["not_validated"]()).answers
    assert answer.headline == "cannot tell (score 0.71)"
    assert answer.sentences == ()
    assert story(EXAMPLES["not_validated"]()).verdicts == ["ppm cannot tell, which does not mean that you are safe."]
    (listing,) = told("not_validated")["warnings"].blocks
    assert isinstance(listing, Listing)
    assert listing.items == ["Not validated for 6 earlier texts of 500 words beside a text of 80."]


def test_what_to_do_is_said_in_short() -> None:
    assert story(EXAMPLES["three_verifiers"]()).verdicts == [
        "ppm: you are recognised.",
        "topic_fit cannot tell, which does not mean that you are safe.",
        "After 2 suggested edits ppm no longer recognises you.",
    ]
    unturned = EXAMPLES["unturned"]()
    assert story(unturned).verdicts[1] == "After 0 suggested edits ppm still recognises you."
    safe = {**unturned, "verdicts": [{**unturned["verdicts"][0], "recognised": False}], "suggested": []}
    assert story(safe).verdicts == ["ppm: you are not recognised."]


def test_chapters_without_data_are_left_out() -> None:
    assert list(told("three_verifiers")) == ["clues", "changes", "disguises", "warnings", "provenance"]
    assert list(told("unturned")) == ["clues", "changes", "provenance"]


def test_clues_edits_and_disguises_are_printed() -> None:
    found = told("three_verifiers")
    assert printed(found["clues"])[0] == ["“going to”, “being so”", "ing␣", "0.0123"]
    assert printed(found["changes"]) == [
        ["begin", "start", "synonym", "They begin <b>now</b>."],
        [",", "(nothing)", "comma", "So, it is."],
    ]
    assert printed(found["disguises"]) == [["mediocrity", "94", "not recognised (0.40)", "cannot tell"]]
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


def test_who_cannot_tell_is_not_said_to_fail_to_recognise() -> None:
    silent = EXAMPLES["three_verifiers"]()
    silent = {**silent, "verdicts": silent["verdicts"][2:], "suggested": []}
    assert story(silent).verdicts == ["topic_fit cannot tell, which does not mean that you are safe."]
    two = {**silent, "verdicts": [*silent["verdicts"], {**silent["verdicts"][0], "verifier": "ppm"}]}
    assert story(two).verdicts[0].startswith("topic_fit and ppm cannot tell")


def test_a_verifier_that_edits_silence_is_not_said_to_be_turned() -> None:
    result = EXAMPLES["three_verifiers"]()
    [suggested] = result["suggested"]
    silenced = {**result, "suggested": [{**suggested, "enough": False, "score": None}]}
    assert story(silenced).verdicts[-1] == "After 2 suggested edits ppm cannot tell."
    assert chapters(silenced)[1].blocks[0].caption == "With all of these edits ppm cannot tell whether you wrote it."


def test_a_clue_without_a_place_goes_by_its_name() -> None:
    result = EXAMPLES["unturned"]()
    result["verdicts"][0]["clues"] = [{"name": "words per sentence", "weight": 0.5, "places": []}]
    found = {chapter.id: chapter for chapter in chapters(result)}
    assert printed(found["clues"]) == [["words per sentence", "words per sentence", "0.5000"]]
