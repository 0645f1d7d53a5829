"""Which kind of evidence a crash test breaks: its methods by family, each family with the mean over its methods."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from stylobench.specs import FAMILIES

OWN = "yours"


@dataclass(frozen=True)
class Evidence:
    """What a crash test does to one family: the mean over its `methods`, which are judged on the same draws.

    `units` of a `unit` were drawn again; `low` and `high` are None where these are too few. How many methods the family
    has in all, those that could not be judged included, is `named`.
    """

    family: str
    methods: tuple[str, ...]
    named: int
    value: float | None
    low: float | None
    high: float | None
    unit: str
    units: int


def family_of(declared: str) -> str:
    """The family that a method declares; one that declares none is the user's own.

    >>> family_of("syntax"), family_of("")
    ('syntax', 'yours')
    """
    return declared or OWN


def by_family(families: Mapping[str, str]) -> dict[str, list[str]]:
    """Family -> its methods, as they were named; families in the usual order, the user's own last.

    >>> by_family({"mine": "yours", "ppm": "compression", "char_ngrams": "characters"})
    {'characters': ['char_ngrams'], 'compression': ['ppm'], 'yours': ['mine']}
    """
    return {
        family: [method for method, its in families.items() if its == family] for family in in_order(families.values())
    }


def in_order(families: Iterable[str]) -> list[str]:
    """Each family once: the house's, others by name, the user's own.

    >>> in_order(["yours", "topic", "neural", "characters", "topic"])
    ['characters', 'topic', 'neural', 'yours']
    """
    there = set(families)
    others = sorted(there - {*FAMILIES, OWN})
    return [family for family in (*FAMILIES, *others, OWN) if family in there]
