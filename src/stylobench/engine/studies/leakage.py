"""The topic-leakage crash test as a part of a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stylobench.engine.force import Told
    from stylobench.engine.leakage_prepared import Wanted
    from stylobench.engine.plan import Study
    from stylobench.engine.prepared import Prepared
    from stylobench.protocols.leakage import Settings
    from stylobench.records import Corpus

METHODS = ("verifiers",)
DEFAULTS = {"verifiers": ("char_ngrams", "ppm", "topic_fit")}
OPTIONS: Mapping[str, Any] = {
    "topics": None,
    "folds": None,
    "random": 20,
    "controls": 10,
    "documents": None,
    "min_documents": 10,
    "vector_documents": "equal",
    "method": "hits",
    "threshold": 0.9,
    "score": "corrected",
    "encoder": None,
    "clusters": None,
    "group": "topic",
    "measure": "overall_2020",
    "same": "any",
    "different": "any",
    "balance": False,
    "most": None,
    "disjoint_authors": False,
    "compare": None,
    "answers": None,
}
TYPES = {
    "topics": int,
    "folds": int,
    "documents": int,
    "encoder": str,
    "clusters": int,
    "most": int,
    "answers": dict,
}
PATHS = ("answers",)
RULES = ("same", "different", "balance", "most", "disjoint_authors")
SETTINGS = ("topics", "folds", "random", "method", "threshold", "score", "measure", "controls")


def prepared(study: Study, corpora: Mapping[str, Corpus], home: Path) -> Prepared:
    """The crash test on the study's corpus."""
    from stylobench.engine.leakage_prepared import prepared_leakage

    ((name, corpus),) = corpora.items()
    settings, wanted = settings_of(study), wanted_of(study)
    verifiers = study.verifiers or DEFAULTS["verifiers"]
    found = prepared_leakage(with_topics(study, corpus), verifiers, settings, wanted, home)
    return replace(found, source=study.corpora[name])


def ahead(study: Study, corpora: Mapping[str, Corpus], told: Told) -> None:
    """Encode the documents, where the encoder keeps what it has encoded."""
    from stylobench.engine.leakage import encode

    settings_of(study)
    (corpus,) = corpora.values()
    encode(with_topics(study, corpus), wanted_of(study), told)


def inputs(study: Study) -> tuple[Path, ...]:
    """Folders with the answers of other systems."""
    return tuple(Path(path) for path in (study.options.get("answers") or {}).values())


def parts(study: Study) -> tuple[tuple[str, str], ...]:
    """The encoder."""
    encoder = study.options.get("encoder")
    return (("encoders", encoder),) if encoder else ()


def settings_of(study: Study) -> Settings:
    """How topics and pairs are drawn, and what is measured."""
    from stylobench.protocols.leakage import Settings
    from stylobench.splits.pairs import PairRules

    options = {**OPTIONS, **study.options}
    rules = PairRules(**{name: options[name] for name in RULES})
    return Settings(seed=study.seed, rules=rules, **{name: options[name] for name in SETTINGS})


def wanted_of(study: Study) -> Wanted:
    """What is asked besides."""
    from stylobench.engine.leakage_prepared import Wanted
    from stylobench.features.encoders import default_encoder

    options = {**OPTIONS, **study.options}
    answers = {name: Path(path) for name, path in (options["answers"] or {}).items()}
    encoder = options["encoder"] or default_encoder()
    sizes = {name: options[name] for name in ("documents", "min_documents", "vector_documents")}
    return Wanted(options["group"], encoder, compare=_listed(options["compare"]), answers=answers, **sizes)


def with_topics(study: Study, corpus: Corpus) -> Corpus:
    """The corpus, with clusters for topics where that is asked for."""
    from stylobench.protocols.clustered import clustered

    count = study.options.get("clusters")
    return clustered(corpus, wanted_of(study).encoder, count) if count else corpus


def _listed(compare: str | list[str] | None) -> tuple[str, ...]:
    parts = compare.split(",") if isinstance(compare, str) else compare or ()
    return tuple(name for part in parts if (name := str(part).strip()))
