"""A crash test that has been checked: what it will take, and doing it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from stylobench.engine.force import Force, Told
from stylobench.engine.jobs import Doable


@dataclass(frozen=True)
class Load:
    """The jobs of one method: how many, and how many items they learn from and answer in all.

    `pilot` is a small job of the same kind, over `pilot_items`, that can be timed.
    """

    label: str
    jobs: int
    items: int
    pilot: Doable[Any]
    pilot_items: int


@dataclass(frozen=True)
class Place:
    """Where a study works: `home` keeps answers, features and rewritten texts of all studies of a plan, `folder` the
    result of this one.
    """

    home: Path
    folder: Path


class Prepared(Protocol):
    """Everything that could be wrong with a study has been looked at, and nothing has been computed that takes long."""

    @property
    def loads(self) -> Sequence[Load]:
        """What is to be done, method by method."""

    def conduct(self, place: Place, force: Force, told: Told | None) -> dict[str, Any]:
        """The result object; answers are kept, and used again where nothing has changed."""
