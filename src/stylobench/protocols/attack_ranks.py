"""Attribution under attack: where the true author stands among the candidates, before and after."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from stylobench.protocols.attack_findings import Ranks, Sure
from stylobench.protocols.attack_judged import Judged
from stylobench.records import Floats, Rows


def mean_ranks(judged: Judged, obfuscator: str, before: Floats, after: Floats, candidates: float) -> Ranks | None:
    """Mean ranks over the rewritten documents whose author can be named; NaN is no answer."""
    answered = ~(np.isnan(before) | np.isnan(after))
    places = judged.tested[(judged.attacked.rewritten[obfuscator] & answered)[judged.tested]]
    if not len(places):
        return None
    return Ranks(_mean(judged, before, places), _mean(judged, after, places), candidates)


def _mean(judged: Judged, ranks: Floats, places: Rows) -> Sure:
    found = judged.mean(ranks, places)
    return replace(found, low=None if found.low is None else max(found.low, 1.0))
