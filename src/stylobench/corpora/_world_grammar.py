"""The grammar of the simulated world: sets of options that nest, read from world_grammar.toml."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

Option = str | tuple[str | int, ...]
"""A text, or a sequence of texts and of numbers of tables to draw from."""

Table = tuple[Sequence[float], Sequence[Option]]
"""Options with the inner borders of their cumulative probabilities."""

WORD_SLOTS = (
    *("person", "people", "a_person", "thing", "things", "a_thing"),
    *("thing_a", "thing_b", "things_a", "things_b", "things_c"),
    *("verb", "verbs", "verbed", "verben", "verbing", "adj", "a_adj", "field"),
)
NAME_SLOTS = ("stranger", "place", "firm")
CAST_SLOTS = ("lead", "lead_full", "other", "other_full")


@dataclass(frozen=True)
class Trait:
    """One set of options between which a writer chooses; every trait is part of a writer's style."""

    name: str
    kind: str
    texts: tuple[str, ...]
    options: tuple[Option, ...]
    weights: tuple[float, ...]


@dataclass(frozen=True)
class Grammar:
    """All traits; a trait's table has the trait's number, then follow the topic's words and names."""

    traits: tuple[Trait, ...]
    numbers: dict[str, int]


@cache
def grammar() -> Grammar:
    """The grammar as shipped."""
    kinds = read_toml("world_grammar.toml")
    names = [name for members in kinds.values() for name in members]
    numbers = {name: n for n, name in enumerate([*names, *WORD_SLOTS, *NAME_SLOTS, *CAST_SLOTS])}
    traits = tuple(_trait(name, kind, raw, numbers) for kind, members in kinds.items() for name, raw in members.items())
    return Grammar(traits, numbers)


def read_toml(name: str) -> dict[str, Any]:
    """One of the data files that lie beside this module."""
    return tomllib.loads((resources.files(__package__) / name).read_text(encoding="utf-8"))


def _trait(name: str, kind: str, raw: str | list[str], numbers: dict[str, int]) -> Trait:
    pairs = [_weighted(option) for option in (raw if isinstance(raw, list) else raw.split("|"))]
    texts = tuple(text for text, _ in pairs)
    return Trait(
        name, kind, texts, tuple(_parts(text, numbers) for text in texts), tuple(weight for _, weight in pairs)
    )


def _weighted(option: str) -> tuple[str, float]:
    text, star, weight = option.rpartition("*")
    text = text if star else option
    return re.sub(r"_(?![^{]*\})", " ", text.strip()), float(weight) if star else 1.0


def _parts(text: str, numbers: dict[str, int]) -> Option:
    pieces = re.split(r"\{(\w+)\}", text)
    if len(pieces) == 1:
        return text
    parts = (numbers[piece] if n % 2 else piece for n, piece in enumerate(pieces))
    return tuple(part for part in parts if part != "")


def table(options: Sequence[Option], weights: Sequence[float]) -> Table:
    """Options to draw from. Borders are rounded so that no machine's arithmetic shows in them.

    >>> table(["a", "b"], [3, 1])
    ([0.75], ['a', 'b'])
    """
    total, running, borders = sum(weights), 0.0, []
    for weight in weights[:-1]:
        running += weight
        borders.append(round(running / total, 9))
    return borders, list(options)


def write(number: int, tables: Sequence[Table], draws: Iterator[float]) -> str:
    """One expansion of a table, drawn option by option."""
    out: list[str] = []
    _expand((number,), tables, draws, out)
    return "".join(out)


def _expand(parts: tuple[str | int, ...], tables: Sequence[Table], draws: Iterator[float], out: list[str]) -> None:
    for part in parts:
        if part.__class__ is str:
            out.append(part)
            continue
        borders, options = tables[part]  # type: ignore[index]
        option = options[bisect_right(borders, next(draws))] if borders else options[0]
        if option.__class__ is str:
            out.append(option)
        else:
            _expand(option, tables, draws, out)  # type: ignore[arg-type]
