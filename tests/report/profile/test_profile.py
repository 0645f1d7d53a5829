"""The profile: one method through all crash tests, on a page and in a terminal."""

from __future__ import annotations

import io
import re
import runpy
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from stylobench.report.profile import profiles, render_profiles, runs_of, terminal_profiles

HERE = Path(__file__).parents[1]
NOVEL, LEAKAGE, SHIFT, ATTACK, PEOPLE = (
    runpy.run_path(str(HERE / f"example_{name}.py"))["EXAMPLES"]
    for name in ("result", "leakage", "shift", "attack", "people")
)


def shift_of(name: str) -> dict[str, Any]:
    result: dict[str, Any] = SHIFT["one_method"]()
    method = next(iter(result["methods"].values()))
    return result | {"methods": {name: method | {"spec": f"{name}()"}}}


@pytest.fixture(scope="module")
def results() -> list[dict[str, Any]]:
    return [ATTACK["five_methods"](), LEAKAGE["one_verifier"](), NOVEL["bare"](), shift_of("ppm")]


def test_a_verifier_goes_through_three_and_is_told_why_not_four(results: list[dict[str, Any]]) -> None:
    ppm = next(one for one in profiles(runs_of(results)) if one.method == "ppm")
    assert [(row.title, row.state) for row in ppm.rows] == [
        ("Novel topic", "barred"), ("Topic leakage", "found"), ("Subclass shift", "found"), ("Obfuscation", "found"),
    ]  # fmt: skip
    told = [row.text for row in ppm.rows]
    assert told[0] == (
        "Not for a verifier, which says whether two texts have one author: this crash test takes attributors."
    )
    assert told[1].startswith("On newsgroups: Overall falls by 0.4 points [−1, 2], which may be none, when training")
    assert re.search(r"expect \d+ of 100 \[\d+, \d+\] over all mixes.*; 1,200 documents\.$", told[2])
    assert told[3] == (
        "On pan: mediocrity makes ppm miss 32 of 100 same-author problems it recognised [23, 41] on pan15 "
        "(100 same-author problems, 100 authors)."
    )


def test_what_was_not_run_comes_with_its_command(results: list[dict[str, Any]]) -> None:
    found = {one.method: one for one in profiles(runs_of(results))}
    assert [row.text for row in found["maxent"].rows[2:]] == [
        "not run: stylobench shift CORPUS --attributor maxent -o DIR",
        "not run: stylobench attack PROBLEMS --attributor maxent --obfuscator mediocrity -o DIR",
    ]
    assert found["burrows_delta"].kind == "attributor"
    assert found["burrows_delta"].rows[1].state == "barred"


def test_two_runs_of_one_crash_test_are_both_told() -> None:
    second = ATTACK["small_only"]()
    second["corpus"]["name"] = "essays"
    ppm = next(one for one in profiles(runs_of([ATTACK["one_method"](), second])) if one.method == "ppm")
    assert [row.text.split(":")[0] for row in ppm.rows if row.state == "found"] == ["On pan", "On essays"]


def test_disguises_by_hand_and_documents_are_told_in_the_row_of_obfuscation() -> None:
    documents = ATTACK["five_methods"]()
    documents["datasets"] = [one | {"item": "document"} for one in documents["datasets"]]
    found = {one.method: one for one in profiles(runs_of([PEOPLE["people_only"](), documents]))}
    assert [row.text for row in found["burrows_delta"].rows if row.title == "Obfuscation"] == [
        "On essays: burrows_delta misses 75 of 100 authors it named rightly when they obfuscate by hand [51, 100] "
        "(43 authors).",
        "On pan: mediocrity makes burrows_delta miss 37 of 100 documents it named rightly [28, 46] on pan15 "
        "(100 documents, 100 authors).",
    ]
    assert found["burrows_delta"].kind == "attributor"


@pytest.fixture(scope="module")
def page(results: list[dict[str, Any]]) -> str:
    return render_profiles([*results, ATTACK["one_method"]()])


def test_profiles_come_first_and_every_run_has_its_heading(page: str) -> None:
    places = [page.index(text) for text in ('id="profile"', 'id="run-1"', 'id="run-2"', 'id="run-5"', "<footer>")]
    assert places == sorted(places)
    text = re.sub(r"<[^>]+>", " ", page[page.index("<main>") : page.index('id="run-1"')])
    assert "total" not in text
    assert "no total score" in page


def test_every_id_is_there_once_and_every_link_leads_somewhere(page: str) -> None:
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    assert set(re.findall(r'aria-labelledby="([^"]+)"', page)) <= set(ids)
    assert "://" not in page


def test_hostile_names_are_text_on_the_page() -> None:
    page = render_profiles([ATTACK["hostile"](), LEAKAGE["one_verifier"]()])
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_the_terminal_tells_the_same(results: list[dict[str, Any]]) -> None:
    console = Console(file=io.StringIO(), width=72, highlight=False)
    terminal_profiles(results, console)
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    assert max(map(len, text.splitlines())) <= 72
    assert "ppm (verifier)" in text
    assert "  Obfuscation: On pan: mediocrity makes ppm miss 32 of 100" in text
    assert text.splitlines()[-1] == "Four questions have four answers; there is no total score."
