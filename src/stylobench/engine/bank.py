"""The bank: every method of a kind that says what evidence it rests on, or one family of them."""

from __future__ import annotations

from collections.abc import Sequence

from stylobench.errors import SpecError
from stylobench.specs import FAMILIES, Spec, facts, names

BANK = "bank"


def families(kind: str) -> dict[str, str]:
    """The family of each method of the bank."""
    found = {name: facts(kind, name).get("family", "") for name in names(kind)}
    return {name: family for name, family in found.items() if family}


def expanded(named: Sequence[str], kind: str) -> list[str]:
    """`bank`, `bank(family=words)` and `bank(without=ppm)` become the methods they stand for; family and without take
    lists too. A method that is named beside the bank comes once.
    """
    asked = {text for text in named if not _is_bank(text)}
    found: dict[str, None] = {}
    for text in named:
        members = _members(Spec.parse(text), kind) if _is_bank(text) else []
        found.update(dict.fromkeys([name for name in members if name not in asked] if _is_bank(text) else [text]))
    return list(found)


def _is_bank(text: str) -> bool:
    return text.partition("(")[0].strip() == BANK


def _members(spec: Spec, kind: str) -> list[str]:
    every = families(kind)
    for key in spec.parameters:
        if key not in ("family", "without"):
            raise SpecError(f"{BANK} has no parameter {key!r}; it has: family, without")
    there = [family for family in FAMILIES if family in every.values()]
    wanted = _listed(spec, "family", there) or there
    without = _listed(spec, "without", list(every))
    return [name for family in wanted for name in every if every[name] == family and name not in without]


def _listed(spec: Spec, key: str, known: Sequence[str]) -> list[str]:
    given = spec.parameters.get(key, [])
    asked = [given] if isinstance(given, str) else list(given)
    for one in asked:
        if one not in known:
            raise SpecError(
                f"{spec}: no {key if key == 'family' else 'method'} named {one!r}; there are: {', '.join(known)}"
            )
    return asked
