"""What the best method makes of rewritten texts after an attacker's undoing, and whether it links two of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from stylobench.protocols.attack_findings import Sure
from stylobench.protocols.attack_judged import Judged
from stylobench.records import Floats
from stylobench.statistics.trial_draws import values


@dataclass(frozen=True)
class Asked:
    """The names under which `Attacked.after` holds rewritten, undone, linked and linkable problems; '' is none."""

    rewritten: str
    undone: str
    linked: str
    linkable: str


def regained(judged: Judged, method: str, asked: Asked) -> dict[str, Any]:
    """Fields of a Reversal: recall of the rewritten and of the undone texts, AUC of rewritten and untouched pairs."""
    return {
        "recall_rewritten": _recall(judged, method, asked.rewritten, asked.rewritten),
        "recall_undone": _recall(judged, method, asked.undone, asked.rewritten),
        "linked": _auc(judged, method, asked.linked, asked.linked),
        "linked_original": _auc(judged, method, asked.linkable, asked.linked),
    }


def _scores(judged: Judged, method: str, name: str) -> list[Floats]:
    found = judged.attacked.after.get((method, name))
    return [] if found is None else [found]


def _recall(judged: Judged, method: str, name: str, obfuscator: str) -> Sure | None:
    places = judged.places(obfuscator)
    places = places[judged.asked(method)[places]]
    truth = judged.attacked.truth[places]
    for scores in _scores(judged, method, name):
        decided = judged.recognised(scores, judged.attacked.before[method])[places]
        drawn = values("recall", truth, decided.astype(np.float64), judged.weights(places))
        return judged.share_of_same(drawn, places)
    return None


def _auc(judged: Judged, method: str, name: str, linked: str) -> Sure | None:
    """On the problems alone whose linked pair was answered: where a text could not be rewritten there is none."""
    after = judged.attacked.after
    scores, pairs = after.get((method, name)), after.get((method, linked))
    if scores is None or pairs is None:
        return None
    places = judged.tested[~np.isnan(pairs[judged.tested])]
    truth = judged.attacked.truth[places]
    if not truth.any() or truth.all():
        return None
    return judged.share(values("auc", truth, scores[places], judged.weights(places)), places)
