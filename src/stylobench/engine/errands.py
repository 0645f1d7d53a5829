"""What goes to a worker of a cluster and what comes back, and whether both ends would answer alike."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stylobench.engine.surroundings import made_with


@dataclass(frozen=True)
class Home:
    """Where the sender stands: its modules may be found there, if the machines share a file system."""

    session: str
    folder: str
    path: tuple[str, ...]
    made_with: Mapping[str, str]

    @classmethod
    def here(cls, session: str) -> Home:
        """This process."""
        folder = os.getcwd()
        return cls(session, folder, tuple(entry or folder for entry in sys.path), made_with())


@dataclass(frozen=True)
class Errand:
    """A packed job; `parcels` go from the tokens of what it shares with others to where the cluster holds that."""

    home: Home
    stage: int
    job: bytes = field(repr=False)
    parcels: Mapping[str, str]
    seconds: float | None
    memory: int | None


@dataclass(frozen=True)
class Report:
    """What came of an errand: a run, or why there is none.

    A `lost` one died or had no memory left: it may be tried again. `lacking` are tokens of parcels that the cluster
    has lost; `unlike` says in what the worker differs from the sender.
    """

    run: bytes | None = field(default=None, repr=False)
    failure: str | None = None
    lost: bool = False
    seconds: float = 0.0
    lacking: tuple[str, ...] = ()
    unlike: str = ""


def unlike(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> str:
    """In what two processes differ; empty where they do not.

    >>> unlike({"numpy": "2.0", "python": "3.11"}, {"numpy": "1.9", "python": "3.11"})
    'numpy 1.9 there, 2.0 here'
    """
    differing = [name for name in ours if ours[name] != theirs.get(name)]
    return "; ".join(f"{name} {theirs.get(name, 'missing')} there, {ours[name]} here" for name in differing)
