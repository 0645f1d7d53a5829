"""The story of a verdict."""

from __future__ import annotations

import io
import json
import re
import runpy
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from stylobench.report import render, terminal
from stylobench.report.stored import read_result
from stylobench.report.stories import story
from stylobench.report.verdict import headline, worth

EXAMPLES = runpy.run_path(str(Path(__file__).parent / "example_verdict.py"))
CASES = ("one", "silent", "bank")


def printed(result: dict[str, Any], width: int = 100) -> str:
    console = Console(file=io.StringIO(), width=width, highlight=False)
    terminal(result, console)
    return re.sub(r"[ \n]+", " ", console.file.getvalue())  # type: ignore[attr-defined]


def test_it_says_what_the_score_supports_and_what_it_was_worth() -> None:
    said = printed(EXAMPLES["one"]())
    assert "char_ngrams: supports one author (score 0.81)" in said
    assert "Of 31 calibration problems that scored like this, 87% [74, 94] are by one author" in said
    assert "of all of them, 50%." in said
    assert "AUC 0.82 [0.74, 0.88], c@1 0.78." in said


@pytest.mark.parametrize("case", CASES)
def test_nobody_is_ever_called_the_author(case: str) -> None:
    said = printed(EXAMPLES[case]()).lower() + render(EXAMPLES[case]()).lower()
    assert not re.search(r"is the author|wrote the text|is by the (same|known) author|guilty|proves", said)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("width", [60, 80, 140])
def test_no_line_is_longer_than_the_terminal(case: str, width: int) -> None:
    console = Console(file=io.StringIO(), width=width, highlight=False)
    terminal(EXAMPLES[case](), console)
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert max(map(cell_len, lines)) <= width


def test_silence_is_no_verdict() -> None:
    said = printed(EXAMPLES["silent"]())
    assert "char_ngrams: no answer It gives no answer: the questioned text is blank." in said


def test_many_verifiers_are_counted_and_not_voted() -> None:
    told = story(EXAMPLES["bank"]())
    [answer] = told.answers
    said = "Of 5 verifiers 1 supports one author, 1 supports different authors, 2 support neither and 1 gives no answer"
    assert answer.headline == said
    assert "This is no vote" in answer.sentences[0]
    table = told.chapters[0].blocks[0]
    assert [row[0].text for row in table.rows][:2] == ["char_ngrams", "impostors"]
    assert [row[3].text for row in table.rows if row[0].text == "unmasking"] == ["87%"]


def few(most: int | None = None) -> dict[str, Any]:
    reasons = [{"name": name, "weight": 0.5, "questioned": 0, "known": 0} for name in ("p", "q", "r", "s", "t ")]
    verdicts = [EXAMPLES["verdict"](name, "words", "neither", reasons=reasons) for name in ("a", "b")]
    return {**EXAMPLES["result"](verdicts), "most": most}


def test_a_few_verifiers_are_summed_up_before_they_speak_for_themselves() -> None:
    said = printed(few())
    order = ["Of 2 verifiers 2 support neither", "What each verifier says", "In detail", "a: supports neither (score"]
    assert [said.index(part) for part in order] == sorted(said.index(part) for part in order)
    assert "b: supports neither (score 0.81). Of 31 calibration problems that scored like this" in said


def test_what_several_rest_on_is_told_in_a_line_each() -> None:
    assert "• a: “p”, “q”, “r” and 2 more • b: “p”" in printed(few())
    assert "• a: “p”, “q”, “r”, “s”, “t␣” • b: " in printed(few(most=5))
    assert "Of a score that supports neither, this is what moved it, not proof." in printed(few())


def test_measures_are_not_counted_in_the_texts() -> None:
    blocks = next(chapter for chapter in story(few()).chapters if chapter.id == "reasons").blocks
    assert [column.title for column in blocks[-1].columns] == ["what", "weight"]


def test_reasons_of_a_score_that_supports_neither_are_no_proof() -> None:
    alone = few(most=4)
    alone["verdicts"] = alone["verdicts"][:1]
    said = printed(alone)
    assert "it moved the score, which supports neither, and is no proof." in said
    assert "(1 more row in the report.)" in said
    assert "no proof" not in printed(EXAMPLES["one"]())


def test_reasons_are_marked_in_the_texts_and_nothing_else_gets_through() -> None:
    page = render(EXAMPLES["one"]())
    assert '<mark class="rank-0" title="␣the: weight 0.0500"> the</mark>' in page
    assert "&lt;i&gt;\nend\ufffd" in page
    assert "mean &lt;b&gt;length&lt;/b&gt;" in page
    assert "… and 12 characters more" in page


def test_a_measure_that_is_no_string_stands_nowhere() -> None:
    table = next(chapter for chapter in story(EXAMPLES["one"]()).chapters if chapter.id == "reasons").blocks[0]
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["␣the", "0.0500", "2 ×", "1 ×"],
        ["mean <b>length</b>", "−0.0100", "–", "–"],
    ]


def test_warnings_of_texts_and_of_training_are_told() -> None:
    said = printed(EXAMPLES["one"]())
    assert "Shorter than 95% of the training texts: letter." in said
    assert "2 folds failed." in said
    assert "training digest: d0ff" in said


def test_scores_that_nobody_knows_the_worth_of() -> None:
    lost = EXAMPLES["verdict"]("a", "words", "neither", likewise=None)
    assert worth(lost).startswith("Too few calibration problems got a score")
    assert headline(lost) == "supports neither (score 0.81)"


def test_a_kept_verdict_can_be_reported_again(tmp_path: Path) -> None:
    (tmp_path / "result.json").write_text(json.dumps(EXAMPLES["one"]()))
    assert render(read_result(tmp_path)) == render(EXAMPLES["one"]())


def masked(supports: str, rests: bool) -> dict[str, Any]:
    near = {"n": 40, "low_score": 0.1, "high_score": 0.9, "share": 0.55, "low": 0.41, "high": 0.68}
    return {"score": 0.5, "supports": supports, "likewise": near, "strangers": None, "same": None,
            "rests_on_topic": rests}  # fmt: skip


def test_it_says_what_is_left_when_topical_words_are_masked() -> None:
    make = EXAMPLES["verdict"]
    cases = {
        "With topical words masked it supports neither (55% [41, 68] by one author): it rests on the topic.": (
            make("a", "words", "one author", masked=masked("neither", True))
        ),
        "With topical words masked it still supports one author (55% [41, 68] by one author): it rests partly on the "
        "topic.": make("a", "words", "one author", masked=masked("one author", True)),
        "With topical words masked it still supports one author (55% [41, 68] by one author).": (
            make("a", "words", "one author", masked=masked("one author", False))
        ),
    }
    for said, verdict in cases.items():
        assert said in printed(EXAMPLES["result"]([verdict]))
    wholly, partly, _ = cases.values()
    assert headline(wholly) == "supports one author, but rests on the topic (score 0.81)"
    assert headline(partly) == "supports one author, but rests partly on the topic (score 0.81)"
    several = printed(EXAMPLES["result"](list(cases.values())))
    assert "Of 3 verifiers 3 support one author; 2 rest wholly or partly on the topic" in several


def test_it_says_how_many_strangers_score_as_high() -> None:
    some = {"n": 140, "share": 0.04, "low": 0.01, "high": 0.12}
    said = printed(EXAMPLES["result"]([EXAMPLES["verdict"]("a", "words", "one author", strangers=some, same=some)]))
    high = "4% [1, 12] of 140 problems by strangers score as high, and 96% [88, 99] of 140 by one author."
    assert f"Beside as many known texts of such lengths, {high}" in said
    other = EXAMPLES["verdict"]("a", "words", "different authors", strangers=some, same=some)
    low = "4% [1, 12] of 140 problems by one author score as low, and 96% [88, 99] of 140 by strangers."
    assert low in printed(EXAMPLES["result"]([other]))


def test_a_case_that_was_not_tried_gets_no_verdict() -> None:
    why = "not validated for 12 known texts (calibrated for 1 to 8; leave some out)"
    one = EXAMPLES["verdict"]("a", "words", "not validated", None, likewise=None, silence=why)
    said = printed(EXAMPLES["result"]([one]))
    assert f"a: not validated for this case No verdict: {why}." in said
    assert "Of 2 verifiers 2 are not validated for this case" in printed(EXAMPLES["result"]([one, one]))


def test_every_text_is_named() -> None:
    files = {
        "known": [{"name": "one", "words": 320}, {"name": "two", "words": 1200}],
        "questioned": {"name": "letter", "words": 451},
        "left_out": [{"name": "note", "why": "12 words, fewer than 50"}],
        "skipped": [{"name": "x/scan.pdf", "why": "it is no .txt file"}],
    }
    said = printed({**EXAMPLES["one"](), "files": files})
    assert "questioned: letter (451 words) • known: one (320), two (1,200)" in said
    assert "not used: note: 12 words, fewer than 50 • not used: x/scan.pdf: it is no .txt file" in said
