"""HITS against random samples of topics: scores, similarity of training to test topics, and stability of ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from stylobench.errors import UndefinedMetric
from stylobench.protocols import topic_similarity
from stylobench.protocols.leakage import HITS, MEASURES, Sampled
from stylobench.protocols.leakage_answers import Runs, fold_values, mean_known
from stylobench.protocols.leakage_findings import (
    AgainstRandom,
    Rank,
    SampleFacts,
    SampleRanking,
    SimilarPair,
    Variant,
)
from stylobench.protocols.leakage_ground import Ground
from stylobench.records import Floats, Rows
from stylobench.statistics.multiplicity import holm
from stylobench.statistics.ranking import jackknife, mean_ranks, stability, top_agreement
from stylobench.statistics.topic_samples import FEWEST_TO_JUDGE, against_random

Folds = dict[str, dict[str, list[float | None]]]
LEVEL = 0.05
ENOUGH_FOLDS = 0.8
NO_SPREAD = 1e-12


def sample_folds(samples: Sequence[Sampled], runs: Runs) -> Folds:
    """Sample -> measure -> a value per fold."""
    return {sampled.name: fold_values(sampled.splits, runs) for sampled in samples}


def held_against(folds: Folds) -> dict[str, AgainstRandom]:
    """Every measure that HITS and at least one random sample have."""
    found = {}
    for name in MEASURES:
        of_sample = {sample: mean_known(measures[name]) for sample, measures in folds.items()}
        random = [value for sample, value in of_sample.items() if sample != HITS and value is not None]
        hits = of_sample[HITS]
        if hits is not None and random:
            found[name] = _against(hits, random, folds, name)
    return found


def _against(hits: float, random: list[float], folds: Folds, name: str) -> AgainstRandom:
    one = against_random(hits, random)
    spread = [_sd(folds[HITS][name])]
    spread.append(_sd([value for sample in folds if sample != HITS for value in folds[sample][name]]))
    return AgainstRandom(
        hits,
        random,
        float(np.mean(random)),
        one.difference,
        one.low,
        one.high,
        one.p,
        one.rank_p,
        one.avg_published,
        one.diff_published,
        spread[0],
        spread[1],
        "",
        folds_scored=min(_scored(measures[name]) for measures in folds.values()),
    )


def _scored(values: Sequence[float | None]) -> float:
    return float(np.mean([value is not None for value in values]))


def _sd(values: Sequence[float | None]) -> float:
    found = [value for value in values if value is not None]
    return float(np.std(found, ddof=1)) if len(found) > 1 else float("nan")


def with_verdicts(of_verifiers: Mapping[str, dict[str, AgainstRandom]]) -> dict[str, dict[str, AgainstRandom]]:
    """Words for every difference, with Holm's correction over the verifiers."""
    told: dict[str, dict[str, AgainstRandom]] = {name: {} for name in of_verifiers}
    for measure in MEASURES:
        here = {name: found[measure] for name, found in of_verifiers.items() if measure in found}
        tested = {name: one.p for name, one in here.items() if one.p is not None}
        adjusted = dict(zip(tested, holm(list(tested.values())), strict=True)) if tested else {}
        for name, one in here.items():
            p = adjusted.get(name)
            told[name][measure] = replace(one, p_holm=None if p is None else float(p), verdict=_verdict(one, p))
    return told


def _verdict(one: AgainstRandom, p: float | None) -> str:
    if len(one.random) < FEWEST_TO_JUDGE:
        return f"no verdict from {len(one.random)} random samples; it takes {FEWEST_TO_JUDGE}"
    if one.folds_scored < ENOUGH_FOLDS:
        return "no verdict: the measure is undefined in too many folds"
    if np.ptp([one.hits, *one.random]) < NO_SPREAD:
        return "no verdict: every sample gives the same value"
    if (one.rank_p if p is None else p) >= LEVEL:
        return "no difference shown"
    return "lower on the HITS sample" if one.difference < 0 else "higher on the HITS sample"


def ranking_findings(of_verifiers: Mapping[str, Folds], samples: Sequence[Sampled]) -> dict[str, list[SampleRanking]]:
    """By measure, how stable the ranking of the verifiers is within each sample."""
    found: dict[str, list[SampleRanking]] = {}
    for measure in MEASURES:
        rows = [_ranking(of_verifiers, sampled.name, measure) for sampled in samples]
        found[measure] = [row for row in rows if row is not None]
    return found


def _ranking(of_verifiers: Mapping[str, Folds], sample: str, measure: str) -> SampleRanking | None:
    scores = _complete_folds(of_verifiers, sample, measure)
    if len(of_verifiers) < 2 or len(scores) < 2:
        return None
    try:
        value = stability(scores)
    except UndefinedMetric:
        return None
    low, high = jackknife(scores)
    ranked = mean_ranks(scores)
    columns = zip(of_verifiers, ranked.mean, ranked.sd, ranked.wins, strict=True)
    ranks = {name: Rank(float(mean), float(sd), int(wins)) for name, mean, sd, wins in columns}
    return SampleRanking(sample, value, low, high, top_agreement(scores), ranks, len(scores))


def _complete_folds(of_verifiers: Mapping[str, Folds], sample: str, measure: str) -> Floats:
    columns = [folds[sample][measure] for folds in of_verifiers.values()]
    complete = [row for row in zip(*columns, strict=True) if None not in row]
    return np.array(complete, dtype=np.float64)


def sample_facts(ground: Ground, sampled: Sampled) -> SampleFacts:
    """Sizes and similarities of one sample."""
    splits = sampled.splits
    pairs = [[len(side) for side in (split.train, split.test)] for split in splits]
    authors = [[len(np.unique(ground.library.authors[side.rows])) for side in (s.train, s.test)] for s in splits]
    same = [split.test.same.mean() for split in splits]
    alike = _similarity(ground, sampled)
    (train_pairs, test_pairs), (train_authors, test_authors) = np.mean(pairs, axis=0), np.mean(authors, axis=0)
    return SampleFacts(
        sample=sampled.name,
        topics=len(sampled.sample.topics),
        documents=len(sampled.rows),
        train_pairs=float(train_pairs),
        test_pairs=float(test_pairs),
        train_authors=float(train_authors),
        test_authors=float(test_authors),
        same_share=float(np.mean(same)),
        mean_similarity=alike[0],
        max_similarity=alike[1],
    )


def _similarity(ground: Ground, sampled: Sampled) -> tuple[float, float]:
    found = topic_similarity.train_test(ground.cosines, _fold_codes(ground, sampled))
    return found.mean, found.largest


def _fold_codes(ground: Ground, sampled: Sampled) -> Rows:
    return np.array([sampled.fold_of_topic.get(name, -1) for name in ground.topics], dtype=np.int64)


def similar_pairs(ground: Ground, samples: Sequence[Sampled], count: int = 5) -> list[SimilarPair]:
    """The most similar training and test topics of any fold of these samples, each couple once."""
    found: dict[frozenset[str], SimilarPair] = {}
    for one in samples:
        folds = _fold_codes(ground, one)
        for pair in topic_similarity.similar_pairs(one.name, ground.topics, ground.cosines, folds, count):
            found.setdefault(frozenset((pair.train, pair.test)), pair)
    return sorted(found.values(), key=lambda pair: (-pair.similarity, pair.train, pair.test))[:count]


def variant_findings(name: str, ground: Ground, sampled: Sampled, of_verifiers: Mapping[str, Runs]) -> Variant:
    """One way to sample: similarity, and ranking stability by measure."""
    folds = {verifier: sample_folds([sampled], runs) for verifier, runs in of_verifiers.items()}
    ranked = ranking_findings(folds, [sampled])
    stable = {measure: rows[0].stability if rows else None for measure, rows in ranked.items()}
    mean, largest = _similarity(ground, sampled)
    return Variant(name, len(sampled.sample.topics), mean, largest, stable)
