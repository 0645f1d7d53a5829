"""The novel-topic crash test as a part of a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stylobench.engine.plan import Study

if TYPE_CHECKING:
    from stylobench.engine.prepared import Prepared
    from stylobench.records import Corpus

METHODS = ("attributors",)
DEFAULTS = {"attributors": ("maxent",)}
OPTIONS: Mapping[str, Any] = {
    "group": "topic",
    "scheme": "novel-topic",
    "split": None,
    "folds": 10,
    "rest": "spread",
    "topic_folds": 5,
    "positive": None,
    "quick": False,
}
TYPES = {"split": str, "positive": str}
PATHS = ("split",)


def prepared(study: Study, corpora: Mapping[str, Corpus], home: Path) -> Prepared:
    """The crash test on the study's corpus."""
    from stylobench.engine.novel_topic import Prepared as Found
    from stylobench.protocols.novel_topic import Settings

    options = {**OPTIONS, **study.options}
    group, quick, split, scheme = (options.pop(name) for name in ("group", "quick", "split", "scheme"))
    settings = Settings(
        seed=study.seed,
        scheme="file" if split else scheme,
        split_file=Path(split) if split else None,
        extras=not quick,
        **options,
    )
    ((name, corpus),) = corpora.items()
    found = Found.of(corpus, study.attributors or DEFAULTS["attributors"], group, settings)
    return replace(found, source=study.corpora[name])


def inputs(study: Study) -> tuple[Path, ...]:
    """The file of a published split."""
    split = study.options.get("split")
    return (Path(split),) if split else ()
