"""Random order: by hand, by slow copies of the statistics, size under i.i.d. streams, power, coverage of the effect."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse, stats

from stylobench.records import Floats
from stylobench.statistics import randomness as module
from stylobench.statistics.randomness import (
    Randomness,
    apart,
    at_equal_size,
    bartels_published,
    bartels_statistic,
    neighbours,
    randomness,
    runs_published,
    runs_statistic,
)


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def bursts(generator: np.random.Generator, n: int, stay: float = 0.8) -> Floats:
    """Four topics; each document keeps the topic before it with probability `stay`."""
    topics = [int(generator.integers(4))]
    while len(topics) < n:
        topics.append(topics[-1] if generator.random() < stay else int(generator.integers(4)))
    return 1.5 * np.random.default_rng(7).normal(size=(4, 5))[topics] + generator.normal(size=(n, 5))


def slow_runs(values: list[float]) -> float:
    middle = float(np.median(values))
    signs = [value > middle for value in values if value != middle]
    above, n = sum(signs), len(signs)
    below = n - above
    runs = len(list(itertools.groupby(signs)))
    mean = 2 * above * below / n + 1
    return float((runs - mean) / np.sqrt((mean - 1) * (mean - 2) / (n - 1)))


def test_runs_by_hand() -> None:
    # ++--++-- : 4 above, 4 below, 4 runs, 5 expected, variance 12/7
    assert runs_statistic([9, 9, 1, 1, 9, 9, 1, 1]) == pytest.approx(-1 / np.sqrt(12 / 7))


@settings(deadline=None)
@given(st.lists(st.integers(0, 6), min_size=6, max_size=40).filter(lambda values: len(set(values)) > 4))
def test_statistics_equal_slow_copies_with_ties(values: list[int]) -> None:
    middle = np.median(values)
    above, below = sum(v > middle for v in values), sum(v < middle for v in values)
    if above + below > 2 and min(above, below) > 0:
        assert runs_statistic(values) == pytest.approx(slow_runs([float(v) for v in values]))
    ranks = stats.rankdata(values)
    expected = np.square(np.diff(ranks)).sum() / np.square(ranks - ranks.mean()).sum()
    assert bartels_statistic(values) == pytest.approx(expected)


def test_statistics_of_many_streams_at_once() -> None:
    streams = rng().integers(0, 50, (30, 41)).astype(float)
    assert runs_statistic(streams) == pytest.approx([float(runs_statistic(one)) for one in streams])
    assert bartels_statistic(streams) == pytest.approx([float(bartels_statistic(one)) for one in streams])


def test_plain_tests_have_their_size_on_independent_values() -> None:
    streams = rng(3).random((2000, 60))
    for test in (runs_published, bartels_published):
        rejected = np.mean([(test(one) or 0) <= 0.05 for one in streams])
        assert rejected == pytest.approx(0.05, abs=0.016)


def test_constant_distances_say_nothing() -> None:
    assert np.isnan(runs_statistic([3.0] * 9))
    assert runs_published([3.0] * 9) is bartels_published([3.0] * 9) is None
    same = randomness(np.ones((30, 3)), rng())
    assert same == Randomness(30, None, None, None, None, None, None, None, None)


def test_all_distances() -> None:
    vectors = rng().normal(size=(300, 7)) + 100
    vectors[5] = vectors[9]
    pairs = module._pair_distances(vectors)
    plain = np.sqrt(np.square(vectors[:, None] - vectors[None]).sum(axis=2))
    assert pairs == pytest.approx(plain, abs=1e-4)
    assert pairs[5, 9] == 0
    assert np.diagonal(pairs, 1) == pytest.approx(neighbours(vectors), abs=1e-4)


def test_sparse_vectors_give_the_same() -> None:
    dense = rng(1).poisson(0.3, (80, 40)).astype(float)
    expected = randomness(dense, rng(), 99)
    for kind in (sparse.csr_matrix, sparse.csr_array):
        found = randomness(kind(dense), rng(), 99)
        assert found.runs_p == expected.runs_p
        assert found.effect == pytest.approx(expected.effect)
        assert neighbours(kind(dense)) == pytest.approx(neighbours(dense))


@pytest.fixture(scope="module")
def independent() -> list[Randomness]:
    generator = rng(11)
    return [randomness(generator.normal(size=(100, 5)), generator, 199) for _ in range(400)]


@pytest.mark.parametrize("field", ["runs_p", "bartels_p", "effect_p"])
def test_permutation_has_its_size_under_independence(independent: list[Randomness], field: str) -> None:
    found = np.array([getattr(one, field) for one in independent])
    assert stats.binomtest(int((found <= 0.05).sum()), len(found), 0.05).pvalue > 0.01
    # Counts of runs are few, so their p-values may only be larger than uniform ones.
    assert stats.kstest(found, "uniform", alternative="greater").pvalue > 0.01


def test_published_tests_reject_independent_streams(independent: list[Randomness]) -> None:
    runs = np.mean([(one.runs_p_published or 0) <= 0.05 for one in independent])
    bartels = np.mean([(one.bartels_p_published or 0) <= 0.05 for one in independent])
    assert 0.17 < runs < bartels < 0.83
    long = [rng(seed).exponential(size=(1000, 20)) for seed in range(5)]
    assert all((bartels_published(neighbours(one)) or 0) < 0.05 for one in long)


def test_pairs_that_share_no_document_are_independent() -> None:
    generator = rng(12)
    found = [runs_published(apart(generator.normal(size=(200, 5)))) or 0 for _ in range(600)]
    assert np.mean(np.array(found) <= 0.05) == pytest.approx(0.05, abs=0.03)
    assert len(apart(np.zeros((7, 2)))) == 3


def test_effect_interval_holds_zero_under_independence(independent: list[Randomness]) -> None:
    held = np.mean([(one.effect_low or 0) <= 0 <= (one.effect_high or 0) for one in independent])
    assert 0.93 <= held <= 0.99


def test_effect_interval_holds_the_truth_of_bursts() -> None:
    generator = rng(13)
    long = bursts(generator, 60_000)
    shuffled = long[generator.permutation(len(long))]
    truth = 1 - neighbours(long).mean() / neighbours(shuffled).mean()
    assert truth == pytest.approx(0.204, abs=0.005)
    found = [module._effect(module._pair_distances(bursts(generator, 400))) for _ in range(150)]
    held = np.mean([abs((effect or 0) - truth) <= (reach or 0) for effect, reach in found])
    assert 0.89 <= held <= 0.99


def test_effect_by_hand() -> None:
    # Two places 1 apart, first ten times the one, then the other: 1 of 19 steps, 100 of 190 pairs.
    places = np.repeat([0.0, 1.0], 10)[:, None]
    found = randomness(places, rng())
    assert found.effect == pytest.approx(1 - (1 / 19) / (100 / 190))
    assert found.effect_p is not None
    assert found.effect_p <= 0.002


def test_order_is_found() -> None:
    generator = rng(14)
    widening = generator.normal(size=(200, 5)) * np.linspace(0.5, 1.5, 200)[:, None]
    found = randomness(widening, generator)
    assert found.runs_p is not None
    assert found.bartels_p is not None
    assert found.runs_p < 0.05
    assert found.bartels_p < 0.01
    drifting = generator.normal(size=(200, 5)) + np.linspace(-2, 2, 200)[:, None]
    for stream in (drifting, bursts(generator, 200)):
        ordered = randomness(stream, generator)
        assert ordered.effect_p == 0.001
        assert ordered.effect_low is not None
        assert ordered.effect_low > 0


def test_same_generator_same_bits() -> None:
    vectors = rng(2).normal(size=(50, 3))
    assert randomness(vectors, rng(), 99) == randomness(vectors, rng(), 99)


def test_few_documents_say_nothing() -> None:
    assert randomness(rng().normal(size=(19, 3)), rng()) == Randomness(19, *[None] * 8)


def test_long_streams_keep_stretches_of_neighbours() -> None:
    kept = module._kept(100_000)
    assert len(kept) == 7_000
    assert (kept[0], kept[-1]) == (0, 99_999)
    assert (np.diff(kept) == 1).mean() == pytest.approx(0.99, abs=0.001)
    assert module._kept(7_000).tolist() == list(range(7_000))
    assert len(module._kept(7_050)) <= 7_000


def test_clusters_and_the_whole_at_equal_size() -> None:
    generator = rng(15)
    codes = np.repeat([0, 1, 2, 3], [300, 60, 40, 19])
    generator.shuffle(codes)
    # Whole stream: topics come one after the other; within a topic order is random.
    vectors = generator.normal(size=(419, 4)) + np.linspace(-4, 4, 419)[:, None]
    found = at_equal_size(vectors, codes, generator, 60, 99)
    assert found.whole is not None
    assert found.whole.n == 60
    assert [one and one.n for one in found.clusters] == [60, 60, None, None]
    assert found.whole.effect_p == 0.01
    by_default = at_equal_size(vectors, codes, generator, permutations=19)
    assert by_default.whole is not None
    assert by_default.whole.n == 60
    assert [one and one.n for one in by_default.clusters] == [60, 60, None, None]
    too_large = at_equal_size(vectors, codes, generator, 420, 19)
    assert (too_large.whole, too_large.clusters) == (None, (None,) * 4)


def test_no_cluster_is_large_enough() -> None:
    found = at_equal_size(np.zeros((30, 2)), np.arange(30) % 3, rng())
    assert (found.whole, found.clusters) == (None, (None, None, None))


def test_clusters_explain_the_order() -> None:
    generator = rng(16)
    codes = np.sort(generator.integers(0, 4, 400))
    vectors = 3 * np.eye(4)[codes] + generator.normal(size=(400, 4))
    found = at_equal_size(vectors, codes, generator, 80, 199)
    assert found.whole is not None
    assert found.whole.effect_p == 0.005
    assert min(one.effect_p or 0 for one in found.clusters if one) > 0.01
