"""Text worlds in which the truth about topic leakage is known: does the crash test see it, and only it?

    .venv/bin/python scripts/calibrate_leakage.py [--worlds 100] [--study NAME] [--first SEED]   prints Markdown tables

Studies: nothing (topics share no words, so near and far mean nothing: how often does the paired test speak?), reliance
(verifiers whose reliance on topical words is set by hand: do both shortcut tests rank them rightly?), similarity (does
HITS lower the similarity of training to test topics?). A world is a seed; authors write on few topics each, so that
topic gives authors away. A rate passes when a two-sided binomial test against its nominal value does not reject at 1%.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from multiprocessing import Pool
from typing import Any

import numpy as np
from scipy import stats
from sklearn.base import BaseEstimator

from stylobench import world
from stylobench.engine.leakage import Wanted, leakage
from stylobench.engine.run import Force
from stylobench.features.problems import Problems
from stylobench.protocols.leakage import Settings
from stylobench.records import Corpus, Floats
from stylobench.seeds import generator
from stylobench.statistics.proportions import clopper_pearson
from stylobench.verifiers.topic_fit import TopicFit

TOPICS, AUTHORS, WRITERS, EACH, WORDS = 16, 32, 6, 6, 150
RELIANCE = (0.0, 0.25, 0.5, 0.75, 1.0)
LSA = Wanted(encoder="lsa")
Found = dict[str, float]


class Mixed(BaseEstimator):  # type: ignore[misc]
    """A score made of function words and of topical words; `reliance` is the share of the latter."""

    def __init__(self, reliance: float = 0.5) -> None:
        self.reliance = reliance

    def fit(self, problems: Any, same: Any) -> Mixed:
        """Learn which words are topical, and the scale of both parts."""
        self.topical_ = TopicFit(calibrate="none").fit(problems, same)
        parts = self._parts(problems)
        self.centre_, self.scale_ = np.nanmean(parts, axis=0), np.nanstd(parts, axis=0) + 1e-12
        return self

    def verify(self, problems: Any) -> Floats:
        """Both parts, weighed and mapped to [0, 1]."""
        style, topic = np.nan_to_num((self._parts(problems) - self.centre_) / self.scale_).T
        return np.asarray(stats.norm.cdf((1 - self.reliance) * style + self.reliance * topic))

    def _parts(self, problems: Any) -> Floats:
        problems = Problems.of(problems)
        words = problems.texts.counts("function_words").matrix
        shares = words.multiply(1 / np.maximum(words.sum(axis=1), 1)).tocsr()
        first, second = shares[problems.couples[:, 0]].toarray(), shares[problems.couples[:, 1]].toarray()
        return np.column_stack([-np.abs(first - second).sum(axis=1), self.topical_.verify(problems)])


def made(seed: int, overlap: float) -> Corpus:
    """A world whose authors write on three topics each."""
    rng, order = generator(seed, "cells"), list[int]()
    while len(order) < TOPICS * WRITERS:
        order += rng.permutation(AUTHORS).tolist()
    cells = np.zeros((TOPICS, AUTHORS), dtype=int)
    for place, author in enumerate(order[: TOPICS * WRITERS]):
        cells[place // WRITERS, author] += EACH
    return world(seed=seed, words=WORDS, overlap=overlap, cells=[[int(n) for n in row] for row in cells])


def nothing(seed: int) -> Found:
    """Topics share no words: whatever the paired test says is a false alarm."""
    settings = Settings(topics=8, folds=8, random=0, seed=seed)
    result = leakage(made(seed, 0.0), ["char_ngrams", "ppm"], settings, LSA, force=Force(0))
    found = {}
    for name, method in result["methods"].items():
        for measure in ("auc", "c_at_1", "overall_2020"):
            difference = method["paired"]["measures"][measure]["difference"]
            found[f"{name}, {measure}"] = float(not difference["low"] <= 0 <= difference["high"])
    canary = result["canary"]["difference"]
    return {**found, "canary against char_ngrams, auc": float(not canary["low"] <= 0 <= canary["high"])}


def reliance(seed: int) -> Found:
    """Topics of a family share words: the losses and correlations of verifiers against what was put into them."""
    settings = Settings(topics=8, folds=8, random=0, controls=1, seed=seed, measure="auc")
    verifiers = {f"{share:g}": Mixed(share) for share in RELIANCE}
    result = leakage(made(seed, 0.9), verifiers, settings, LSA, force=Force(0))
    methods = [result["methods"][name] for name in verifiers]
    tests = {
        "loss near to far": [one["paired"]["measures"]["auc"]["difference"]["value"] for one in methods],
        "correlation, same author": [one["correlation"]["same"]["value"] for one in methods],
        "correlation, different authors": [one["correlation"]["different"]["value"] for one in methods],
        "easy minus hard pairs": [
            one["pairings"]["easy"]["value"] - one["pairings"]["hard"]["value"] for one in methods
        ],
    }
    ranked = {
        f"{name}: rank correlation": float(stats.spearmanr(RELIANCE, values)[0]) for name, values in tests.items()
    }
    ends = {f"{name}: 1 above 0": float(values[-1] > values[0]) for name, values in tests.items()}
    return {**ranked, **ends}


def similarity(seed: int) -> Found:
    """HITS beside 19 random samples, with and without families that share words."""
    found = {}
    for overlap in (0.0, 0.9):
        settings = Settings(topics=8, folds=4, random=19, controls=0, seed=seed)
        told = leakage(made(seed, overlap), {"none": Mixed(0.0)}, settings, LSA, force=Force(0))["similarity"]
        for kind in ("mean", "max"):
            one = told[kind]
            found[f"overlap {overlap}: {kind}, HITS"] = one["hits"]
            found[f"overlap {overlap}: {kind}, random"] = one["random_mean"]
            found[f"overlap {overlap}: {kind}, HITS below the mean"] = float(one["hits"] < one["random_mean"])
    return found


STUDIES: dict[str, tuple[Callable[[int], Found], float | None]] = {
    "nothing": (nothing, 0.05),
    "reliance": (reliance, None),
    "similarity": (similarity, None),
}


def told(found: Sequence[Found], nominal: float | None) -> str:
    """A table: the mean of each number over worlds, and for rates an interval and a verdict."""
    lines = ["| number | mean | sd | 95% interval of a rate | passes |", "|---|---|---|---|---|"]
    for name in found[0]:
        values = np.array([one[name] for one in found])
        rate = bool(np.isin(values, (0, 1)).all())
        low, high = clopper_pearson(int(values.sum()), len(values)) if rate else (np.nan, np.nan)
        interval = f"{low:.3f} to {high:.3f}" if rate else ""
        passes = ""
        if rate and nominal is not None:
            passes = "yes" if stats.binomtest(int(values.sum()), len(values), nominal).pvalue >= 0.01 else "no"
        lines.append(f"| {name} | {values.mean():.3f} | {values.std(ddof=1):.3f} | {interval} | {passes} |")
    return "\n".join(lines)


def main() -> None:
    """Run the studies on all processors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--study", choices=STUDIES, action="append")
    given = parser.parse_args()
    for name in given.study or STUDIES:
        study, nominal = STUDIES[name]
        with Pool() as pool:
            found = pool.map(study, range(given.first, given.first + given.worlds), chunksize=1)
        print(f"## {name}, {len(found)} worlds\n\n{told(found, nominal)}\n", flush=True)


if __name__ == "__main__":
    main()
