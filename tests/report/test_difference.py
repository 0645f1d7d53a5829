"""The difference view: stacked phrases, a legend, and the whole text in small."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from stylobench.protocols.attack_findings import Phrase
from stylobench.report.difference import html_difference, view_of

PHRASES = [("He ", None, ""), ("is", "was", "tense"), (" very ", None, ""), ("ill", "", "words"), (".", None, "")]
STRETCH = st.tuples(st.text(max_size=30), st.none() | st.text(max_size=30), st.sampled_from(["a", "b", "<c>"]))


def test_tuples_mappings_and_records_are_the_same() -> None:
    names = ("original", "rewritten", "operator")
    mappings = [dict(zip(names, phrase, strict=True)) for phrase in PHRASES]
    assert view_of(PHRASES) == view_of(mappings) == view_of([Phrase(*phrase) for phrase in PHRASES])


def test_operators_stand_in_the_legend_most_often_first() -> None:
    view = view_of([*PHRASES, ("ill", "unwell", "words")])
    found = [(one.name, one.sign, one.colour, one.count) for one in view.operators.values()]
    assert found == [("words", "a", 0, 2), ("tense", "b", 1, 1)]
    assert view.changes == 3


def test_colours_repeat_and_signs_do_not() -> None:
    operators = view_of([("a", "b", f"kind {i:02d}") for i in range(30)]).operators.values()
    assert len({one.sign for one in operators}) == 30
    assert {one.colour for one in operators} == set(range(6))


def test_the_overview_puts_a_change_where_it_stands() -> None:
    view = view_of([("x" * 50, None, ""), ("y" * 10, "z", "tense"), ("x" * 40, None, "")])
    assert view.overview(10) == [None] * 5 + [0] + [None] * 4


@given(st.lists(STRETCH, max_size=12), st.integers(1, 60))
def test_the_overview_has_every_cell_and_shows_whether_anything_changed(
    phrases: list[tuple[str, str | None, str]], cells: int
) -> None:
    view = view_of(phrases)
    found = view.overview(cells)
    assert len(found) == cells
    assert any(cell is not None for cell in found) == bool(view.changes)


def test_a_change_is_stacked_with_the_original_above() -> None:
    page = html_difference(PHRASES, "a <b>")
    assert "<h1><bdi>a &lt;b&gt;</bdi></h1>" in page
    assert re.search(r'title="tense"><del><bdi>is</bdi></del><ins><bdi>was</bdi><sup>a</sup></ins></span> very ', page)
    assert "<del><bdi>ill</bdi></del><ins><bdi>·</bdi>" in page
    assert page.count("<svg") == 1
    assert "://" not in page


def test_line_ends_stay_in_common_text_and_are_seen_in_changes() -> None:
    page = html_difference([("One.\r\n\r\nTwo.", None, ""), ("\nEnd", " end", "merged"), (" ", "  ", "space")], "t")
    assert "One.\n\nTwo.<span" in page
    assert "<del><bdi>↵End</bdi></del><ins><bdi> end</bdi>" in page
    assert "<del><bdi>␣</bdi></del><ins><bdi>␣␣</bdi>" in page


def test_texts_and_operators_can_neither_run_nor_reorder() -> None:
    page = html_difference([("<script>x</script>\u202e", "\x1b[31m", '"><b>')], "</title><script>")
    assert "<script>" not in page
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert 'title="&#34;&gt;&lt;b&gt;"' in page


def test_the_strip_of_a_long_text_stays_small() -> None:
    long = view_of([("word " * 200_000, None, ""), ("a", "b", "k"), ("word " * 190_000, None, "")])
    strip = long.strip()
    assert len(strip) < 40_000
    assert strip.count("#0067a8") == 1


def test_a_text_without_changes_or_words_can_be_shown() -> None:
    assert "0 phrases changed" in html_difference([("same", None, "")], "t")
    assert "0 phrases changed" in html_difference([], "t")
