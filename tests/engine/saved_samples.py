"""Small saved models of verifiers that are fitted on the sample world."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from verifiers.sample_problems import Sample

from stylobench import specs
from stylobench.engine.saved_models import Facts, Fitted, SavedModel, Usual, source
from stylobench.engine.surroundings import versions
from stylobench.records import Score, text_digest

MEASURES = (Score("auc", 0.8, 0.7, 0.9, "problem", 40),)


def fitted(spec: str, world: Sample) -> Any:
    """A verifier fitted on the training side."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return specs.build("verifiers", spec).fit(world.problems(world.train), world.train.same)


def facts(problems: int, **more: Any) -> Facts:
    given = {
        "corpus": "sample", "corpus_digest": "c0", "digest": "d0", "problems": problems, "same": problems // 2,
        "texts": 42, "authors": 5, "seed": 0, "folds": 2, "unit": "problem", "versions": versions(),
        "source": source(), "warnings": (),
    }  # fmt: skip
    return Facts(**{**given, **more})


def model(
    verifiers: dict[str, Any],
    scores: Any = None,
    truth: Any = None,
    conditions: Any = None,
    older: bool = False,
    **more: Any,
) -> SavedModel:
    """Verifiers with made-up scores of calibration problems; by default 40, of which the better half is by one author.

    The problems have 1 to 3 known texts and 60 to 240 words on either side; an older model has no conditions.
    """
    scores = np.linspace(0, 1, 40) if scores is None else np.asarray(scores, float)
    truth = np.arange(len(scores)) >= len(scores) // 2 if truth is None else np.asarray(truth)
    each = [Fitted(name, name, "characters", "letters", one, scores, MEASURES) for name, one in verifiers.items()]
    usual = Usual((20.0, 2000.0), 0.98, frozenset({"the", "he ", " th"}), frozenset({text_digest("seen before")}))
    place = np.arange(len(scores))
    given = np.column_stack([place % 3 + 1, 60.0 * 2.0 ** (place % 5 % 3), 60.0 * 2.0 ** (place % 7 % 3)])
    given = None if older else given if conditions is None else np.asarray(conditions, float)
    return SavedModel(facts(len(scores), **more), tuple(each), truth, place[:, None], usual, given)
