"""Draws of a moving mix: what is kept of them, and what it costs."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from scipy import stats

from stylobench.metrics.outcomes import Outcomes
from stylobench.protocols import shift_moving
from stylobench.protocols.shift_moving import Moving
from stylobench.statistics import shift
from stylobench.statistics.mixes import Mix
from stylobench.statistics.subclasses import Subclasses


def verified(n: int = 400, clusters: int = 4) -> Subclasses:
    rng = np.random.default_rng(1)
    truth = rng.random(n) < 0.5
    scores = np.clip(np.where(truth, 0.62, 0.38) + rng.normal(0, 0.2, n), 0, 1)
    return Subclasses.of(Outcomes.verified(truth, scores), np.arange(n) % clusters)


@pytest.mark.parametrize("name", ["", "ours"])
def test_the_posterior_is_that_of_the_shared_draws(name: str) -> None:
    subclasses, mix = verified(), Mix.even(4)
    shared = shift.posterior_draws(subclasses, mix, seed=7, name=name)
    here = Moving(subclasses, mix, 1000, 7, name)
    for measure in ("accuracy", "auc", "brier", "f1_all"):
        assert here.posterior.value(measure).tolist() == shared.value(measure).tolist()


def test_draws_in_blocks_have_the_law_of_those_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    subclasses, mix = verified(), Mix.even(4)
    shared = shift.posterior_draws(subclasses, mix)
    monkeypatch.setattr(shift_moving, "BLOCK", 6 * 3000)
    here = Moving(subclasses, mix, 1000, 0, "ours")
    for measure in ("accuracy", "auc", "brier", "f1_all"):
        mine = here.posterior.value(measure)
        assert len(mine) == 20_000
        wanted = np.quantile(shared.value(measure), [0.05, 0.5, 0.95])
        assert np.quantile(mine, [0.05, 0.5, 0.95]) == pytest.approx(wanted, abs=0.004)


def test_name_and_seed_tell_contents_apart_and_the_mixes_hang_on_the_seed_alone() -> None:
    subclasses, mix = verified(), Mix.even(4)
    ours, again, theirs, later = (
        Moving(subclasses, mix, 1000, seed, name) for name, seed in (("a", 0), ("a", 0), ("b", 0), ("a", 1))
    )
    values = [one.posterior.value("accuracy") for one in (ours, again, theirs, later)]
    assert values[0].tolist() == values[1].tolist()
    assert values[0].tolist() != values[2].tolist()
    assert values[0].tolist() != values[3].tolist()
    mixes = [one.mixing("accuracy").tolist() for one in (ours, theirs, later)]
    assert mixes[0] == mixes[1]
    assert mixes[0] != mixes[2]
    # same mixes, other contents: alike, not equal
    assert 0.1 < float(np.corrcoef(values[0], values[2])[0, 1]) < 0.99


def test_one_measure_alone_is_drawn_where_only_one_is_asked_for() -> None:
    here = Moving(verified(), Mix.even(4), 1000, 0, only="accuracy")
    assert list(here.posterior.values) == ["accuracy"]
    whole = Moving(verified(), Mix.even(4), 1000, 0)
    wanted = np.quantile(whole.posterior.value("accuracy"), 0.05)
    assert here.quantiles("accuracy", [0.05]) == pytest.approx([wanted], abs=0.004)


def test_every_cluster_has_the_interval_of_its_own_items() -> None:
    subclasses = verified()
    ends = Moving(subclasses, Mix.even(4), 1000, 0).each
    right = subclasses.counts[:, subclasses.outcomes.right].sum(axis=1)
    jeffreys = stats.beta.ppf([[0.025], [0.975]], right + 0.5, subclasses.sizes - right + 0.5).T
    assert ends["accuracy"] == pytest.approx(jeffreys, abs=0.02)


def test_the_auc_of_a_cluster_comes_from_its_own_items() -> None:
    # within each cluster the order is perfect, between them it is not
    truth = np.array([True, False] * 40)
    scores = np.where(truth, 0.3, 0.1) + np.repeat([0.0, 0.6], 40)
    here = Moving(Subclasses.of(Outcomes.verified(truth, scores), np.repeat(["low", "high"], 40)), Mix.even(2), 1000, 0)
    assert here.each["auc"][:, 1].tolist() == pytest.approx([1.0, 1.0], abs=0.02)
    assert here.each["auc"].min() > 0.85
    boot = verified(400, 2)
    mine = Moving(boot, Mix.even(2), 1000, 0).each["auc"]
    assert boot.outcomes.scores is not None
    assert boot.outcomes.truth is not None
    rng = np.random.default_rng(3)
    for code in range(2):
        rows = np.flatnonzero(boot.codes == code)
        drawn = [auc(boot.outcomes, rng.choice(rows, len(rows))) for _ in range(400)]
        assert mine[code] == pytest.approx(np.quantile(drawn, [0.025, 0.975]), abs=0.025)


def auc(outcomes: Outcomes, rows: np.ndarray) -> float:
    assert outcomes.scores is not None
    assert outcomes.truth is not None
    scores, truth = outcomes.scores[rows], outcomes.truth[rows]
    gaps = scores[truth][:, None] - scores[~truth][None]
    return float((gaps > 0).mean() + (gaps == 0).mean() / 2)


def test_many_authors_leave_only_measures_behind() -> None:
    rng = np.random.default_rng(0)
    names = [f"a{place:02d}" for place in range(30)]
    truth = rng.integers(30, size=3000)
    named = np.where(rng.random(3000) < 0.7, truth, rng.integers(30, size=3000))
    outcomes = Outcomes.attributed([names[i] for i in truth], [names[i] for i in named])
    here = Moving(Subclasses.of(outcomes, rng.integers(20, size=3000)), Mix.even(20), 1000, 0)
    tracemalloc.start()
    assert len(here.future.value("macro_f1")) == 20_000
    assert here.each["macro_f1"].shape == (20, 2)
    left, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # 20,000 draws of 900 kinds would be 144 MB
    assert left < 10_000_000
    assert most < 140_000_000
