"""The difference view in a terminal."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from stylobench.report.difference import terminal_difference

STRETCH = st.tuples(
    st.text(alphabet="ab 語\n\t\x1b[]é", max_size=40),
    st.none() | st.text(alphabet="cd 語\n", max_size=60),
    st.sampled_from(["synonym", "[bold]commas"]),
)


def shown(phrases: list[tuple[str, str | None, str]], width: int = 40, colours: bool = False) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=colours, highlight=False)
    terminal_difference(phrases, console)
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return text


def test_the_change_stands_below_the_original() -> None:
    lines = shown([("He ", None, ""), ("is", "was", "tense"), (" ill.\nSo am I.", None, "")]).splitlines()
    assert [line.rstrip() for line in lines] == [
        "1 phrase changed",
        "  a tense (1)",
        "─" * 6 + "█" * 6 + "─" * 28,
        "",
        "He is     ill.",
        "   was⁽a⁾",
        "So am I.",
    ]


def test_a_line_without_changes_takes_one_row() -> None:
    assert shown([("one two", None, "")], width=5).splitlines()[-2:] == ["one ", "two"]


def test_colours_tell_operators_apart() -> None:
    text = shown([("a", "b", "first"), (" ", None, ""), ("c", "d", "second")], colours=True)
    assert "\x1b[1;94mb" in text
    assert "\x1b[1;91md" in text


@given(st.lists(STRETCH, max_size=8), st.integers(30, 90))
def test_no_line_is_wider_than_the_terminal_and_no_word_is_lost(
    phrases: list[tuple[str, str | None, str]], width: int
) -> None:
    text = shown(phrases, width)
    assert max(map(cell_len, text.splitlines())) <= width
    body = text.split("\n\n", 1)[1] if "\n\n" in text else text
    for letter in "abé語":
        common = sum(original.count(letter) for original, _, _ in phrases)
        assert body.count(letter) >= common - sum((new or "").count(letter) for _, new, _ in phrases)
    assert "\x1b" not in text
