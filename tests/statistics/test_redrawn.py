"""Samples that are drawn from mixes."""

from __future__ import annotations

import numpy as np
import pytest
from clustered_items import attributed, subclasses

from stylobench.seeds import generator
from stylobench.statistics.redrawn import Redrawn, joint_noise


def test_a_sample_has_its_size_and_a_large_one_is_its_mix() -> None:
    mixed = subclasses().mixed(np.full((50, 6), 1 / 6))
    small, large = (mixed.sampled(size, generator(0, "sizes")) for size in (40, 10**7))
    assert (small.totals.sum(axis=1) == 40).all()
    for name in ("accuracy", "auc", "brier", "f_05_u"):
        assert large.value(name) == pytest.approx(mixed.value(name), abs=0.002)
        assert small.value(name).std() > 0.02


def test_a_sample_without_a_class_has_no_auc() -> None:
    mixed = subclasses().mixed(np.full((400, 6), 1 / 6))
    drawn = mixed.sampled(2, generator(0, "two"))
    same = drawn.totals[:, [0, 2, 4]].sum(axis=1)
    assert np.isnan(drawn.value("auc")).tolist() == ((same == 0) | (same == 2)).tolist()
    assert not np.isnan(drawn.value("brier")).any()


def test_values_stay_where_they_can_be() -> None:
    drawn = subclasses().mixed(np.full((2000, 6), 1 / 6)).sampled(5, generator(0, "five"))
    for name in ("auc", "brier"):
        values = drawn.value(name)[~np.isnan(drawn.value(name))]
        assert 0 <= values.min() <= values.max() <= 1
    assert attributed().mixed(np.full((2000, 5), 0.2)).sampled(2, generator(0, "two")).value("log_loss").min() >= 0


def test_noise_of_losses_and_ranks_hangs_together() -> None:
    noise = joint_noise(-0.8, 20_000, generator(0, "noise"))
    assert np.corrcoef(noise)[0, 1] == pytest.approx(-0.8, abs=0.01)
    assert noise.std(axis=1) == pytest.approx([1, 1], abs=0.02)


def test_parts_are_joined_in_order() -> None:
    weights = np.random.default_rng(0).dirichlet(np.ones(6), 7)
    whole, parts = subclasses().mixed(weights), [subclasses().mixed(part) for part in (weights[:3], weights[3:])]
    joined = Redrawn.joined(parts)
    assert len(joined) == 7
    assert joined.value("overall_2021") == pytest.approx(whole.value("overall_2021"))
