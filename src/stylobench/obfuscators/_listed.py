"""Lists of words that operators look for, kept beside them."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

TABLE = Path(__file__).parent / "mediocrity_words.toml"


def listed(name: str) -> frozenset[str]:
    """The words of a list.

    >>> "very" in listed("spare")
    True
    """
    return frozenset(_lists()[name].split())


def paired(name: str) -> dict[str, str]:
    """A list of words and what stands for them.

    >>> paired("slips")["aswell"]
    'as well'
    """
    pairs = " ".join(_lists()[name].split()).split(", ")
    return {word: other for word, _, other in (pair.partition("=") for pair in pairs)}


@cache
def _lists() -> dict[str, str]:
    return tomllib.loads(TABLE.read_text("utf-8"))
