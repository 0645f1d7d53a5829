"""The page over all studies of a plan."""

from __future__ import annotations

import re
import runpy
from html import unescape
from pathlib import Path

import pytest

from stylobench.report.plan_page import render_plan

EXAMPLES = runpy.run_path(str(Path(__file__).parent / "example_plan.py"))["EXAMPLES"]


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return {name: render_plan(*make()) for name, make in EXAMPLES.items()}


def text_of(page: str, section: str) -> str:
    start = page.index(f'<section id="{section}"')
    inside = re.sub(r"<[^>]+>", " ", page[start : page.index("</section>", start)])
    return re.sub(r"\s+", " ", unescape(inside))


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_stands_alone_and_every_link_leads_somewhere(pages: dict[str, str], name: str) -> None:
    page = pages[name]
    ids = re.findall(r' id="([^"]+)"', page)
    assert "://" not in page
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    assert set(re.findall(r'aria-labelledby="([^"]+)"', page)) <= set(ids)


def test_every_study_with_a_result_is_told_and_linked(pages: dict[str, str]) -> None:
    page = pages["whole"]
    assert re.findall(r'href="([^"#]+report\.html)"', page) == [
        "novel/essays-seed-0/report.html", "novel/essays-seed-1/report.html", "leak/essays-seed-0/report.html",
        "mix/essays-seed-0/report.html", "hide/seed-0/report.html",
    ]  # fmt: skip
    found = text_of(page, "findings")
    assert "21 points lost to novelty [18, 24]" in found
    assert re.search(r"expect \d+ of 100 \[\d+, \d+\] over all mixes.*; 1,200 documents", found)
    assert "mediocrity makes ppm miss 32 of 100 same-author problems it recognised [23, 41]" in found
    assert "6 studies: 4 crash tests, 3 corpora, 2 seeds" in page


def test_seeds_stand_side_by_side_and_are_no_interval(pages: dict[str, str]) -> None:
    found = text_of(pages["sound"], "findings")
    assert "seed 0 seed 1 lowest to highest" in found
    assert "maxent points lost to novelty 21.0 [18.0, 24.0] 18.4 [15.4, 21.4] 18.4 to 21.0" in found
    assert "the noise of sampling and fitting, not a confidence interval" in found


def test_warnings_are_counted_and_lead_to_the_report(pages: dict[str, str]) -> None:
    assert '<a href="leak/essays-seed-1/report.html#warnings">2 warnings in its report</a>' in pages["taken"]
    assert "#warnings" not in pages["sound"]


def test_what_was_compared_with_itself_gives_no_number(pages: dict[str, str]) -> None:
    found = text_of(pages["taken"], "findings")
    assert "no result: HITS takes all 3 topics" in found
    assert "HITS minus random" not in found


def test_gaps_have_their_reasons_and_what_they_mean(pages: dict[str, str]) -> None:
    failed = text_of(pages["whole"], "gaps")
    assert "leak/tiny-seed-0 has no result: corpus 'tiny' has 1 topic; it takes 2." in failed
    assert (
        "maxent novel/essays-seed-1 3 20 2 jobs: out of memory, each tried twice; 1 job: took longer than 600 s "
        "judged on the 17 folds that it answered" in failed
    )
    assert "broken leak/essays-seed-0 10 10 10 jobs: ValueError: no not judged: it answered no fold" in failed
    assert "round_trip hide/seed-0 2 100 2 jobs: Apertium died twice judged on the 98 texts that it rewrote" in failed
    assert "1 study without a result, 15 jobs of 3 methods failed" in pages["whole"]
    assert "No result: corpus 'tiny' has 1 topic" in text_of(pages["whole"], "findings")


def test_where_nothing_failed_one_line_says_so(pages: dict[str, str]) -> None:
    assert text_of(pages["sound"], "gaps").strip() == (
        "What failed Nothing failed: every study has a result, and every job an answer."
    )
    assert 'class="strong"' not in pages["sound"]


def test_methods_of_several_crash_tests_have_a_profile_in_the_words_of_the_plan(pages: dict[str, str]) -> None:
    told = text_of(pages["whole"], "methods")
    assert "ppm verifier" in told
    assert "On essays: no verdict: Overall falls by" in told
    assert 'id="methods"' not in pages["sound"]


def test_names_and_reasons_can_run_nothing(pages: dict[str, str]) -> None:
    assert "<script>alert" not in pages["hostile"]
    assert "\x1b" not in pages["hostile"]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in pages["hostile"]


def test_the_same_plan_gives_the_same_bytes(pages: dict[str, str]) -> None:
    assert render_plan(*EXAMPLES["whole"]()) == pages["whole"]
