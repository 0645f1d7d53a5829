"""The subclass-shift crash test of methods on a corpus as a part of a plan."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stylobench.engine.plan import Study

if TYPE_CHECKING:
    from stylobench.engine.prepared import Prepared
    from stylobench.engine.shift import Asked
    from stylobench.engine.shift_sources import Studies
    from stylobench.records import Corpus

METHODS = ("attributors", "verifiers")
DEFAULTS = {"attributors": ("maxent", "knn")}
OPTIONS: Mapping[str, Any] = {
    "system": {},
    "target": None,
    "class": {},
    "positive": None,
    "folds": None,
    "represent": None,
    "subclasses": None,
    "clusters": None,
    "clusterer": None,
    "encoder": None,
    "measure": None,
    "delta": None,
    "alpha": None,
    "concentration": None,
    "mix": "even",
    "draws": 1000,
    "radius": [],
    "period": None,
    "backtest": False,
    "least": None,
    "experiment": False,
    "samples": None,
}
TYPES = {
    **dict.fromkeys(("target", "positive", "represent", "subclasses", "clusterer", "encoder"), str),
    **dict.fromkeys(("measure", "concentration", "period"), str),
    **dict.fromkeys(("folds", "clusters", "least", "samples"), int),
    **dict.fromkeys(("delta", "alpha"), float),
}
PATHS = ("system",)
# what only some studies heed, so that it is refused in others
HEEDED = ("represent", "least", "samples", "alpha", "concentration")
LEAST, SAMPLES, REPRESENT = 10, 10, "questioned"


def prepared(study: Study, corpora: Mapping[str, Corpus], home: Path) -> Prepared:
    """The crash test on the study's corpus."""
    from stylobench.engine import shift_sources as sources
    from stylobench.engine.shift import How
    from stylobench.protocols.shift_subclasses import Wish

    options = {**OPTIONS, **study.options}
    asked, studies = asked_of(study)
    sources.check_asked(sources.CORPUS, asked, studies, {f"--{name}": options[name] for name in HEEDED})
    wish = Wish.of(
        kind=options["subclasses"],
        seed=study.seed,
        **{name: options[name] for name in ("clusters", "clusterer", "encoder", "period")},
    )
    names = ("measure", "delta", "alpha", "concentration", "mix", "draws")
    settings = {name: options[name] for name in names}
    settings |= {"radii": tuple(options["radius"]) or None, "seed": study.seed}
    (corpus,) = corpora.values()
    return sources.prepared_methods(corpus, asked, How.of(settings, wish, home, None), studies)


def asked_of(study: Study) -> tuple[Asked, Studies]:
    """What methods are asked, and what is done beyond looking at their answers."""
    from stylobench.engine.shift import Asked
    from stylobench.engine.shift_sources import Studies

    options = {**OPTIONS, **study.options}
    asked = Asked(
        study.attributors,
        study.verifiers,
        options["target"],
        options["class"],
        options["positive"],
        options["folds"],
        options["represent"] or REPRESENT,
        options["least"] or LEAST,
        {name: Path(path) for name, path in options["system"].items()},
    )
    return asked, Studies(options["backtest"], (options["samples"] or SAMPLES) if options["experiment"] else None)


def parts(study: Study) -> tuple[tuple[str, str], ...]:
    """The clusterer and the encoder."""
    kinds = {"clusterers": "clusterer", "encoders": "encoder"}
    return tuple((kind, spec) for kind, name in kinds.items() if (spec := study.options.get(name)))


def inputs(study: Study) -> tuple[Path, ...]:
    """The answers of systems."""
    return tuple(Path(path) for _, path in sorted(study.options.get("system", {}).items()))
