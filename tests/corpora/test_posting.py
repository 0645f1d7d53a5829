from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.corpora.posting import own_words


@pytest.mark.parametrize("mark", ["> ", ">", " > ", "|> ", "| ", ": ", "# ", "} ", "ab> ", ">>> "])
def test_quoted_lines_go_whatever_their_mark(mark: str) -> None:
    assert own_words(f"Mine.\n{mark}Not mine.\nMine too.") == "Mine.\nMine too."


def test_a_mark_of_ones_own_is_learned_from_the_attribution() -> None:
    body = "jo@x.org (Jo) writes:\n= Not mine.\n= Nor this.\n\nMine = mine."
    assert own_words(body) == "Mine = mine."


@pytest.mark.parametrize(
    "lines",
    [
        "In article <1@x.org>, jo@x.org (Jo Doe) writes:",
        "In article <1@x.org>, jo@x.org\n(Jo Doe) writes:",
        "In article <1@x.org>\njo@x.org (Jo\nDoe) wrote:",
        "jo@x.org (Jo Doe) writes:",
        "Jo Doe (jo@x.org) wrote: >",
        "On 5 Apr 1993, Jo Doe wrote:",
        "In article <1@x.org>, jo@x.org says:",
        "In article <1@x.org>",
    ],
)
def test_attribution_lines_go(lines: str) -> None:
    assert own_words(f"{lines}\n> Not mine.\n\nMine.") == "Mine."


@pytest.mark.parametrize("line", ["He said: no.", "The law says:", "She wrote it well.", ":-) indeed", "#define X 1"])
def test_ones_own_lines_stay(line: str) -> None:
    assert own_words(f"Before.\n{line}\nAfter.") == f"Before.\n{line}\nAfter."


def test_signature_after_the_separator_goes() -> None:
    assert own_words("Mine.\n\n-- \nJo Doe, Some Place\n(somebody's bon mot)\n") == "Mine."


def test_a_separator_with_much_after_it_is_no_signature() -> None:
    long = "\n".join(f"line {i}" for i in range(40))
    assert own_words(f"Mine.\n--\n{long}").endswith("line 39")


@pytest.mark.parametrize(
    "end",
    [
        "Jo Doe\n",
        "_______________\nJo Doe   jo@x.org\nSome Place",
        "Jo Doe   jo@x.org\n\nA saying of\nsomebody else",
        "- Jo Doe\njo.doe@elsewhere.org",
    ],
)
def test_unmarked_signatures_go_when_they_name_the_writer(end: str) -> None:
    assert own_words(f"First.\n\nMine.\n\n{end}", "jo@x.org", "Jo Doe") == "First.\n\nMine."


def test_last_paragraph_without_the_writers_name_stays() -> None:
    assert own_words("Mine.\n\nAlso mine.", "jo@x.org", "Jo Doe") == "Mine.\n\nAlso mine."


@given(st.text(alphabet="ab>|:-@ \n\twrites", max_size=200))
def test_any_body_is_handled_and_only_loses_words(body: str) -> None:
    assert len(own_words(body, "a@b", "a b").split()) <= len(body.split())
