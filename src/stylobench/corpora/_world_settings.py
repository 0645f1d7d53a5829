"""What a simulated world is made of, checked."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import Any

from stylobench.corpora._world_lexicon import MOST_FAMILIES, MOST_NEW_TOPICS, MOST_TOPICS
from stylobench.errors import CorpusError, SpecError

MANY = 10**9
LIMITS: dict[str, tuple[float, float]] = {
    "authors": (1, MANY),
    "topics": (1, MOST_TOPICS),
    "documents": (1, MANY),
    "seed": (-(2**63), 2**63),
    "style": (0, 100),
    "overlap": (0, 1),
    "shortcut": (0, 1),
    "words": (20, 10**6),
    "spread": (0.01, 1),
    "topics_each": (1, MOST_TOPICS),
    "new_topics": (0, MOST_NEW_TOPICS),
    "families": (1, MOST_FAMILIES),
    "drift": (0, 1),
}
WHOLE = ("authors", "topics", "documents", "seed", "words", "new_topics", "families", "topics_each")


@dataclass(frozen=True)
class Settings:
    """The settings of a world; see `world` for what they mean."""

    authors: int = 10
    topics: int = 8
    documents: int | None = None
    seed: int = 0
    style: float = 1.0
    overlap: float = 0.3
    shortcut: float = 0.3
    words: int = 300
    spread: float = 1.0
    topics_each: int | None = None
    new_topics: int = 0
    families: int | None = None
    first: str = "2020-01-01"
    last: str = "2023-12-31"
    drift: float = 0.0
    cells: Mapping[str, Mapping[str, int]] | Sequence[Sequence[int]] | None = None

    def __post_init__(self) -> None:
        for name in LIMITS:
            _check_number(name, getattr(self, name))
        if self.topics_each is not None and self.topics_each > self.topics:
            raise CorpusError(f"world: topics_each is {self.topics_each}, more than the {self.topics} topics")
        if _day("first", self.first) > _day("last", self.last):
            raise CorpusError(f"world: first is {self.first}, which is after last, {self.last}")

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Settings:
        """Settings from keywords; an unknown one is an error that names the known ones."""
        known = [field.name for field in fields(cls)]
        for name in options:
            if name not in known:
                near = difflib.get_close_matches(name, known, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                raise SpecError(f"world has no setting {name!r}{hint}; it has: {', '.join(known)}")
        return cls(**options)

    def given(self) -> dict[str, Any]:
        """The settings as a dictionary, without those left open."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


def _check_number(name: str, value: Any) -> None:
    low, high = LIMITS[name]
    optional = value is None and name in ("documents", "families", "topics_each")
    if optional or (_is_number(value, whole=name in WHOLE) and low <= value <= high):
        return
    kind = "a whole number" if name in WHOLE else "a number"
    raise CorpusError(f"world: {name} is {value!r}; it must be {kind} from {low:g} to {high:g}")


def _is_number(value: Any, whole: bool) -> bool:
    try:
        return not isinstance(value, bool | str) and (not whole or int(value) == value)
    except (TypeError, ValueError, OverflowError):
        return False


def _day(name: str, text: Any) -> date:
    try:
        return date.fromisoformat(text)
    except (TypeError, ValueError):
        raise CorpusError(f"world: {name} is {text!r}; it must be a date such as 2020-01-31") from None
