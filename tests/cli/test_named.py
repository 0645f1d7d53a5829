"""NAME=VALUE on the command line."""

from __future__ import annotations

import pytest

from stylobench.cli._named import named_paths, named_sources, pairs
from stylobench.errors import SpecError


def test_values_may_hold_the_sign() -> None:
    assert pairs("--x", ["a=b=c", "d=e"]) == {"a": "b=c", "d": "e"}


@pytest.mark.parametrize("text", ["a", "=b", "a=", "", "="])
def test_half_a_pair_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match="write NAME=VALUE"):
        pairs("--x", [text])


def test_a_name_given_twice_is_refused() -> None:
    with pytest.raises(SpecError, match="names 'a' twice"):
        pairs("--x", ["a=b", "a=c"])


def test_what_is_not_there_is_refused(tmp_path) -> None:
    assert named_paths("--x", [f"a={tmp_path}"]) == {"a": tmp_path}
    with pytest.raises(SpecError, match="there is nothing at"):
        named_paths("--x", [f"a={tmp_path / 'gone'}"])


def test_sources_go_by_name_last_part_or_spec(tmp_path) -> None:
    odd = tmp_path / "a=b"
    odd.mkdir()
    worlds = ["world(authors=4)", "w=world(authors=4, words=9)"]
    assert named_sources([f"PAN={tmp_path}", str(odd), *worlds]) == {
        "PAN": str(tmp_path),
        "a=b": str(odd),
        "world(authors=4)": "world(authors=4)",
        "w": "world(authors=4, words=9)",
    }
    with pytest.raises(SpecError, match="two data sets are called 'a=b'"):
        named_sources([str(odd), str(odd)])


@pytest.mark.parametrize("text", ["PAN=", "=somewhere", ""])
def test_half_a_source_is_refused_and_never_the_folder_one_stands_in(text: str) -> None:
    with pytest.raises(SpecError, match="write NAME=PATH"):
        named_sources([text])
