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
        "linked": _auc(judged, method, asked.linked),
        "linked_original": _auc(judged, method, asked.linkable) if _scores(judged, method, asked.linked) else None,
    }


def _scores(judged: Judged, method: str, name: str) -> list[Floats]:
    found = judged.attacked.after.get((method, name))
    return [] if found is None else [found]


def _recall(judged: Judged, method: str, name: str, obfuscator: str) -> Sure | None:
    places = judged.places(obfuscator)
    truth = judged.attacked.truth[places]
    for scores in _scores(judged, method, name):
        decided = judged.recognised(scores, judged.attacked.before[method])[places]
        drawn = values("recall", truth, decided.astype(np.float64), judged.weights(places))
        return judged.share_of_same(drawn, places)
    return None


def _auc(judged: Judged, method: str, name: str) -> Sure | None:
    truth = judged.attacked.truth[judged.tested]
    for scores in _scores(judged, method, name):
        drawn = values("auc", truth, scores[judged.tested], judged.weights(judged.tested))
        return judged.share(drawn, judged.tested)
    return None
