"""Who is given to nobody, counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from stylobench.protocols.attack_ground import Attacked
from stylobench.protocols.attack_judged import Judged, Judging
from stylobench.protocols.attack_strangers import strangers
from stylobench.statistics.trial_draws import Units


def attacked(truth: list[bool], before: list[float], after: list[float]) -> Attacked:
    names = np.array([f"author {number % 4}" for number in range(len(truth))])
    known = np.array(truth)
    return Attacked(
        name="small",
        digest="x",
        ids=tuple(f"document {number}" for number in range(len(truth))),
        truth=known,
        units=Units.authors(names, names),
        fold=np.arange(len(truth)) % 2,
        trained=(np.arange(1, len(truth), 2), np.arange(0, len(truth), 2)),
        before={"m": np.array(before)},
        after={("m", "o"): np.array(after)},
        rewritten={"o": known},
        fixed=0.5,
        item="document",
    )


def test_shares_are_counted_by_hand() -> None:
    # known: right and sure, right and unsure (turned away), misnamed (0); strangers: refused, taken for somebody
    truth = [True, True, True, True, False, False]
    found = strangers(
        Judged(attacked(truth, [0.9, 0.3, 0.0, 0.8, 0.2, 0.7], [0.4, 0.3, 0.0, 0.8, 0.2, 0.7]), Judging(draws=99)),
        "m",
        "o",
    )
    assert found is not None
    assert (found.documents, found.rejected.value) == (2, 0.5)
    assert found.turned_away.value == pytest.approx(1 / 4)
    assert found.turned_away_after.value == pytest.approx(2 / 4)


def test_without_strangers_there_is_nothing_to_tell() -> None:
    assert strangers(Judged(attacked([True] * 4, [0.9] * 4, [0.1] * 4), Judging(draws=99)), "m", "o") is None
