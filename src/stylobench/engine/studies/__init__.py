"""Crash tests as parts of a plan: a file here is one, by the name of its verb.

A file has `OPTIONS` (option -> default), `METHODS` (the kinds that it takes), `prepared(study, corpora, home)`, which
checks everything, and `inputs(study)`, the files that its result depends on beside the corpora. Where it makes sense:
`TYPES` of options without a default, `PATHS` (options that hold paths), `DEFAULTS` (kind -> methods when none is
named), `parts(study)`, the specs in its options with their kinds, `ahead(study, corpora, told)`, which encodes
documents before they are needed and tells how far it is, and `SEVERAL`, True where one study looks at several corpora.
Reading a plan imports all of these, so heavy imports stand in functions.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stylobench.engine.force import Told
    from stylobench.engine.plan import Study
    from stylobench.engine.prepared import Prepared
    from stylobench.records import Corpus


def crash_tests() -> list[str]:
    """The names of all crash tests.

    >>> crash_tests()
    ['attack', 'leakage', 'novel-topic', 'shift']
    """
    return sorted(path.stem.replace("_", "-") for path in Path(__file__).parent.glob("[!_]*.py"))


def module_of(test: str) -> ModuleType:
    """The file of a crash test."""
    return importlib.import_module(f"{__name__}.{test.replace('-', '_')}")


def fact(test: str, name: str, default: Any) -> Any:
    """What a crash test says of itself."""
    return getattr(module_of(test), name, default)


def ahead(study: Study, corpora: Mapping[str, Corpus], told: Told) -> None:
    """Do what takes long in preparing the study, and tell how far it is."""
    fact(study.test, "ahead", lambda *_: None)(study, corpora, told)


def prepared(study: Study, corpora: Mapping[str, Corpus], home: Path) -> Prepared:
    """The study with its corpora, checked."""
    found: Prepared = module_of(study.test).prepared(study, corpora, home)
    return found


def parts(study: Study) -> tuple[tuple[str, str], ...]:
    """What its options name by specs, each with its kind."""
    found: tuple[tuple[str, str], ...] = fact(study.test, "parts", lambda _: ())(study)
    return found


def inputs(study: Study) -> tuple[Path, ...]:
    """The files and folders that its result depends on beside the corpora."""
    found: tuple[Path, ...] = module_of(study.test).inputs(study)
    return found
