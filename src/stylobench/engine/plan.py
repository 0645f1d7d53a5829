"""A plan: which crash tests run on which corpora, with which methods and seeds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stylobench.engine.tested_file import Source

HERE = "."


@dataclass(frozen=True)
class Study:
    """One crash test that comes to one result.

    `name` is the folder of its result below that of the plan, HERE the folder of the plan itself. Methods are spec
    strings; the house's own where none is named. `options` are those of the verb, with _ for -.
    """

    name: str
    test: str
    corpora: Mapping[str, Source]
    attributors: tuple[str, ...] = ()
    verifiers: tuple[str, ...] = ()
    obfuscators: tuple[str, ...] = ()
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """Studies, in the order in which they run."""

    title: str
    studies: tuple[Study, ...]
