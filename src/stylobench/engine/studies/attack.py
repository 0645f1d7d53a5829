"""The obfuscation crash test as a part of a plan."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stylobench.engine.attack_contest import Contest
    from stylobench.engine.plan import Study
    from stylobench.engine.prepared import Prepared
    from stylobench.protocols.attack import Settings
    from stylobench.records import Corpus

METHODS = ("attributors", "verifiers", "obfuscators")
DEFAULTS = {
    "verifiers": ("char_ngrams", "ppm", "topic_fit"),
    "obfuscators": ("mediocrity", "round_trip", "synonyms", "identity", "random_edits"),
}
OPTIONS: Mapping[str, Any] = {
    "rewritten": None,
    "disguised": None,
    "threshold": "cross_fitted",
    "least_accuracy": 0.6,
    "folds": None,
    "strangers": False,
    "adaptive": True,
    "reversal": True,
    "backtrack": 0,
    "quality": None,
    "examples": 3,
}
TYPES = {"rewritten": dict, "disguised": str, "folds": int}
PATHS = ("rewritten",)
SEVERAL = True
SETTINGS = ("threshold", "least_accuracy", "folds", "adaptive", "reversal", "backtrack", "examples")
NO_MEASURE = "none"


def prepared(study: Study, corpora: Mapping[str, Corpus], home: Path) -> Prepared:
    """The crash test on all corpora of the study."""
    from stylobench.engine.attack_prepared import prepared_attack

    return prepared_attack(corpora, contest_of(study), settings_of(study))


def inputs(study: Study) -> tuple[Path, ...]:
    """Folders with texts rewritten elsewhere."""
    return tuple(Path(path) for path in (study.options.get("rewritten") or {}).values())


def parts(study: Study) -> tuple[tuple[str, str], ...]:
    """Measures of quality."""
    return tuple(("quality", name) for name in _listed(study.options.get("quality")) or ())


def settings_of(study: Study) -> Settings:
    """How the attack is run and judged."""
    from stylobench.protocols.attack import Settings

    options = {**OPTIONS, **study.options}
    quality = _listed(options["quality"])
    return Settings(seed=study.seed, quality=quality, **{name: options[name] for name in SETTINGS})


def contest_of(study: Study) -> Contest:
    """Who meets whom."""
    from stylobench.engine.attack_contest import Contest
    from stylobench.errors import SpecError

    options = {**OPTIONS, **study.options}
    given = {name: Path(path) for name, path in (options["rewritten"] or {}).items()}
    for name, path in given.items():
        if not path.exists():
            raise SpecError(f"rewritten {name}={path}: there is nothing at {path}")
    return Contest.of(
        study.verifiers,
        study.attributors,
        study.obfuscators,
        given=given,
        strangers=options["strangers"],
        disguised=options["disguised"],
    )


def _listed(quality: str | list[str] | None) -> tuple[str, ...] | None:
    """Names and specs with commas between them, or as a list.

    >>> _listed("bleu, parsed(sentences=2, longest=30)"), _listed("none"), _listed(None)
    (('bleu', 'parsed(sentences=2, longest=30)'), (), None)
    """
    if quality is None:
        return None
    parts = re.split(r",(?![^(]*\))", quality) if isinstance(quality, str) else quality
    return tuple(name for part in parts if (name := str(part).strip()) and name != NO_MEASURE)
