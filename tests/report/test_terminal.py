"""The same story in a terminal."""

from __future__ import annotations

import io
import runpy
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from stylobench.report import terminal

HERE = Path(__file__).parent
LEAKAGE = runpy.run_path(str(HERE / "example_leakage.py"))["EXAMPLES"]
EXAMPLES = runpy.run_path(str(HERE / "example_result.py"))["EXAMPLES"]
EXAMPLES |= {f"leakage_{name}": make for name, make in LEAKAGE.items()}
SHIFT = runpy.run_path(str(HERE / "example_shift.py"))["EXAMPLES"]
EXAMPLES |= {f"shift_{name}": make for name, make in SHIFT.items()}
ATTACK = runpy.run_path(str(HERE / "example_attack.py"))["EXAMPLES"]
EXAMPLES |= {f"attack_{name}": make for name, make in ATTACK.items()}
BANKS = runpy.run_path(str(HERE / "example_families.py"))["EXAMPLES"]
EXAMPLES |= {f"families_{name}": make for name, make in BANKS.items()}


def printed(result: dict[str, Any], width: int, colours: bool = False) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=colours, highlight=False)
    terminal(result, console)
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return text


@pytest.mark.parametrize("width", [60, 80, 100, 160])
@pytest.mark.parametrize("name", EXAMPLES)
def test_no_line_is_longer_than_the_terminal(name: str, width: int) -> None:
    assert max(cell_len(line) for line in printed(EXAMPLES[name](), width).splitlines()) <= width


@pytest.mark.parametrize("name", ["attack_bank", "leakage_bank", "shift_bank"])
def test_of_many_methods_families_are_told_and_no_more_than_forty_lines(name: str) -> None:
    text = printed(BANKS[name](), 80)
    assert len(text.splitlines()) <= 40
    places = [text.index(f"\n{family} (") for family in ("characters", "words", "syntax", "compression", "yours")]
    assert places == sorted(places)
    assert "\nThe rest is in the report: each of the 31 methods; Which evidence breaks;" in text
    assert "1 warning in the report" in text
    assert "method_3: " not in text


@pytest.mark.parametrize("name", ["leakage", "shift"])
def test_of_six_methods_families_come_first_then_headlines_and_no_more_than_sixty_lines(name: str) -> None:
    result = BANKS[f"{name}_bank"]()
    kept = [f"{family}_method_{i}" for family in ("characters", "words") for i in range(3)]
    result["methods"] = {method: result["methods"][method] for method in kept}
    result["evidence"] = [one for one in result["evidence"] if one["family"] in ("characters", "words")]
    text = printed(result, 80)
    assert len(text.splitlines()) <= 60
    assert text.index("\ncharacters (3 ") < text.index("\nwords (3 ") < text.index("\ncharacters_method_0: ")
    assert "\nwords_method_2: " in text
    assert "\nThe rest is in the report: each of the 6 methods; " in text


def test_many_methods_of_one_family_are_cut_short() -> None:
    result = BANKS["shift_bank"]()
    for method in result["methods"].values():
        method["family"] = "words"
    text = printed(result, 80)
    assert len(text.splitlines()) <= 60
    assert "\nThe rest is in the report: each of the 31 methods; " in text


def test_a_table_of_methods_has_a_line_before_each_family() -> None:
    result = LEAKAGE["five_verifiers"]()
    for place, method in enumerate(result["methods"].values()):
        method["family"] = ("words", "topic")[place % 2]
    lines = [line.strip() for line in printed(result, 120).splitlines()]
    first = lines.index("words")
    assert [line.split("  ")[0] for line in lines[first : first + 7]] == [
        "words", "char_ngrams", "topic_fit", "function_words", "topic", "ppm", "sbert_cosine",
    ]  # fmt: skip


def test_the_answer_is_the_first_thing_said() -> None:
    lines = printed(EXAMPLES["three_methods"](), 120).splitlines()
    assert lines[0] == "Novel topic: arts pages, 2,531 documents, 13 authors, 23 topics"
    assert lines[2].startswith("maxent: 21 points lost to novelty [17, 25], 2 more to starvation [−3, 7]")


def test_the_paired_test_is_the_first_thing_said_of_leakage() -> None:
    lines = printed(EXAMPLES["leakage_five_verifiers"](), 140).splitlines()
    assert lines[0] == "Topic leakage: newsgroups, 1,428 documents, 74 authors, 20 topics"
    assert lines[2] == (
        "char_ngrams: Overall falls by 2.1 points [0.3, 3.9] when training topics are far from the test topics "
        "(412 trials, 38 authors)"
    )
    assert lines[3].strip() == "Paired leakage test: it leans on topic leakage."


def test_expectation_and_bound_are_the_first_thing_said_of_a_shift() -> None:
    lines = printed(EXAMPLES["shift_three_methods"](), 160).splitlines()
    assert lines[0] == "Subclass shift: newsgroups, 1,200 documents, 8 subclasses, 2 classes"
    assert lines[2].startswith("svm: accuracy: expect 8")
    assert "over all mixes; in 95 of 100 mixes it stays above 8" in lines[2]


def test_what_the_strongest_obfuscator_does_is_the_first_thing_said_of_an_attack() -> None:
    lines = printed(EXAMPLES["attack_five_methods"](), 200).splitlines()
    assert lines[0] == "Obfuscation: pan, 230 problems, 5 methods, 3 obfuscators"
    assert lines[2] == (
        "char_ngrams: mediocrity makes char_ngrams miss 47 of 100 same-author problems it recognised [38, 56] on pan15 "
        "(100 same-author problems, 100 authors)"
    )


@pytest.mark.parametrize("width", [80, 100])
def test_the_numbers_of_a_shift_are_never_broken(width: int) -> None:
    text = printed(EXAMPLES["shift_three_methods"](), width)
    assert "14.0 [11.0, 17.0]" in text
    assert "0.80 [0.40, 1.20]" in text
    assert "fell through" in text


@pytest.mark.parametrize("width", [80, 100])
def test_intervals_of_leakage_are_never_broken(width: int) -> None:
    text = printed(EXAMPLES["leakage_five_verifiers"](), width)
    assert "84.1 [81.1, 87.1]  82.0 [78.5, 85.5]" in text
    assert "−4.9 [−7.4, −2.5]" in text
    assert "0.37 [0.32, 0.42]" in text


@pytest.mark.parametrize("width", [80, 100])
def test_intervals_are_never_broken(width: int) -> None:
    text = printed(EXAMPLES["three_methods"](), width)
    assert "99.0% [98.6, 99.4]" in text
    assert "21.0 [17.0, 25.0]" in text
    assert "289 [173, 577]" in text


def test_what_does_not_fit_is_said_to_be_in_the_report() -> None:
    assert "(4 more columns in the report.)" in " ".join(printed(EXAMPLES["three_methods"](), 80).split())


@pytest.mark.parametrize("name", ["hostile", "leakage_hostile", "shift_hostile", "attack_hostile"])
def test_names_from_a_corpus_can_neither_style_nor_drive_the_terminal(name: str) -> None:
    text = printed(EXAMPLES[name](), 160, colours=True)
    assert "\x1b[31m" not in text
    assert "[31mred" in text
    assert "[bold]rich[/bold]" in text


def test_impact_before_and_after_fit_into_80_columns() -> None:
    text = printed(EXAMPLES["attack_five_methods"](), 80)
    rows = [" ".join(line.split()) for line in text.splitlines()]
    assert "char_ngrams mediocrity 47 [22, 72] 82% [75, 89] 43% [35, 51]" in rows


def test_what_measures_cannot_see_is_one_line_that_names_the_report() -> None:
    text = printed(EXAMPLES["attack_five_methods"](), 80)
    assert "What each measure cannot see. (5 rows in the report.)" in text
    assert "numbers that were spelled out" not in text
