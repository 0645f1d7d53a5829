"""Attribution in an open set under attack: who is given to nobody, rightly or wrongly."""

from __future__ import annotations

import numpy as np

from stylobench.protocols.attack_findings import Strangers, Sure
from stylobench.protocols.attack_judged import Judged
from stylobench.records import Booleans, Floats, Rows


def strangers(judged: Judged, method: str, obfuscator: str) -> Strangers | None:
    """Shares of documents turned away; None where everybody is known."""
    attacked = judged.attacked
    unknown = judged.tested[~attacked.truth[judged.tested]]
    if not len(unknown):
        return None
    places = judged.tested[attacked.rewritten[obfuscator][judged.tested]]
    before, after = attacked.before[method], attacked.after[method, obfuscator]
    refused = ~judged.recognised(before, before)
    return Strangers(
        documents=len(unknown),
        rejected=_share(judged, refused, unknown),
        turned_away=_share(judged, refused & _named_rightly(before), places),
        turned_away_after=_share(judged, ~judged.recognised(after, before) & _named_rightly(after), places),
    )


def _named_rightly(scores: Floats) -> Booleans:
    """A wrong name has a score of 0."""
    return np.nan_to_num(scores) > 0


def _share(judged: Judged, held: Booleans, places: Rows) -> Sure:
    return judged.mean(held.astype(np.float64), places, share=True)
