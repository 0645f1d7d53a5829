"""For which cases an attack speaks: whether one threshold serves problems with few and with many known texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from stylobench.protocols.attack_ground import Attacked
from stylobench.protocols.attack_judged import Judging, judged
from stylobench.protocols.calibration_problems import FEWEST_WORDS, word_count
from stylobench.records import Booleans, Trials
from stylobench.statistics.proportions import wilson

FEWEST_STRANGERS = 20


def condition_warnings(texts: Sequence[str], tested: Trials, attacked: Attacked, judging: Judging) -> Iterator[str]:
    """Texts too short to be verified, and methods that take strangers for the author more often beside more, or fewer,
    known texts: their threshold is set over problems of all kinds together.
    """
    words = np.array([word_count(text) for text in texts])
    short = sum(int(words[row] < FEWEST_WORDS) for row in tested.rows)
    if short:
        yield f"{short} of {len(tested.rows)} texts have fewer than {FEWEST_WORDS} words: `verify` would give no answer"
    known = np.diff(tested.starts)
    middle = int(np.median(known)) if len(known) else 0
    few, many = known <= middle, known > middle
    if not many.any():
        few, many = known < middle, known >= middle
    here = judged(attacked, judging)
    for method, scores in attacked.before.items():
        taken = here.recognised(scores, scores)
        sides = [_share(taken[side & ~attacked.truth & here.asked(method)]) for side in (few, many)]
        (one, one_low, one_high, n_one), (more, more_low, more_high, n_more) = sides
        if min(n_one, n_more) >= FEWEST_STRANGERS and (one_high < more_low or more_high < one_low):
            yield (
                f"{method} takes {one:.0%} [{100 * one_low:.0f}, {100 * one_high:.0f}] of {n_one} strangers for the "
                f"author beside {_range(known[few])}, and {more:.0%} [{100 * more_low:.0f}, {100 * more_high:.0f}] of "
                f"{n_more} beside {_range(known[many])}: one threshold does not serve both, so its verdicts hold for "
                "this mix of problems only"
            )


def _share(taken: Booleans) -> tuple[float, float, float, int]:
    count = len(taken)
    if not count:
        return 0.0, 0.0, 1.0, 0
    low, high = wilson(int(taken.sum()), count)
    return float(taken.mean()), low, high, count


def _range(known: np.ndarray[tuple[int], np.dtype[np.int64]]) -> str:
    low, high = int(known.min()), int(known.max())
    return f"{low} known text{'s' * (low != 1)}" if low == high else f"{low} to {high} known texts"
