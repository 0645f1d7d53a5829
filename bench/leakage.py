"""The whole RAVEN protocol with three verifiers against the same protocol run naively, in processor time.

World: 40 topics, 100 documents of about 3,000 characters each. Protocol: HITS and 5 random samples of 30 topics, 10
topic folds each, char_ngrams, ppm and topic_fit. Ours runs all 60 folds, and the paired test and the hard and easy
pairs besides. The naive version runs the first fold of the HITS sample: vectorisers fitted again, thresholds scored one
by one with the measures (every 200th of the grid, times 200), a dictionary of n-grams for each text of each pair
(every 200th pair, times 200); its time for 60 folds is 60 times that. Both must agree on the fold: the same
cross-entropies to 4 decimals, the same AUC of the cosines within .005. One JSON line per figure.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from ppm import reference_bits, reference_model
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics import roc_auc_score

import stylobench
from stylobench.engine.leakage import Wanted, leakage
from stylobench.engine.run import Force
from stylobench.errors import UndefinedMetric
from stylobench.features import ppm
from stylobench.features._two_thresholds import FIRST, GRID, SECOND
from stylobench.features.calibration import TwoThresholds
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.metrics.verification import measure
from stylobench.protocols.leakage import Settings, plan
from stylobench.protocols.leakage_ground import ground, usable
from stylobench.records import Corpus, TrialSplit
from stylobench.verifiers.char_ngrams import CharNgrams

TOPICS, AUTHORS, WRITERS, EACH, WORDS = 40, 100, 10, 10, 460
SETTINGS = Settings(topics=30, folds=10, random=5, controls=0)
PART, FOLDS, HELD_OUT = 200, 60, 0.2
VERIFIERS = ["char_ngrams", "ppm", "topic_fit"]


def corpus() -> Corpus:
    """Every topic has ten authors, every author four topics."""
    cells = np.zeros((TOPICS, AUTHORS), dtype=int)
    for topic in range(TOPICS):
        cells[topic, (topic * WRITERS + np.arange(WRITERS)) % AUTHORS] = EACH
    return stylobench.world(words=WORDS, overlap=0.5, cells=[[int(n) for n in row] for row in cells])


def spent(work: Callable[[], Any]) -> tuple[float, float, Any]:
    """Processor seconds of this process and its children, seconds on the clock, and what came of it."""
    began, clock = _processor(), time.perf_counter()
    made = work()
    return _processor() - began, time.perf_counter() - clock, made


def _processor() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


class Naive:
    """One fold, verifier by verifier; `seconds` is what it would take."""

    def __init__(self, texts: Texts, split: TrialSplit) -> None:
        self.train, self.test = ([(p.known[0], p.questioned) for p in Problems.without_truth(texts, side)]
                                 for side in (split.train, split.test))  # fmt: skip
        self.truth, self.tested = split.train.same, split.test.same
        self.seconds, self.auc = {}, {}

    def cosine(self, name: str, vectoriser: TfidfVectorizer) -> None:
        """Fit on the training texts, compare pair by pair, tune on a held-out part of the pairs."""
        held = int(HELD_OUT * len(self.train))

        def compare() -> list[Any]:
            vectoriser.fit(sorted({text for pair in self.train for text in pair}))
            return [self._cosines(vectoriser, pairs) for pairs in (self.train[:held], self.test)]

        took, _, (tuned, scores) = spent(compare)
        self.seconds[name] = took + PART * spent(lambda: _grid(tuned, self.truth[:held]))[0]
        self.auc[name] = float(roc_auc_score(self.tested, scores))

    def _cosines(self, vectoriser: TfidfVectorizer, pairs: list[tuple[str, str]]) -> np.ndarray:
        first, second = (vectoriser.transform([pair[side] for pair in pairs]) for side in (0, 1))
        return np.array([(first[i] @ second[i].T).sum() for i in range(len(pairs))])

    def compress(self) -> None:
        """A dictionary for either text of a pair, and both cross-entropies."""
        few = (self.train + self.test)[::PART]

        def entropies() -> list[list[float]]:
            return [[reference_bits(reference_model(a), b), reference_bits(reference_model(b), a)] for a, b in few]

        took, _, found = spent(entropies)
        self.seconds["ppm"] = took * (len(self.train) + len(self.test)) / len(few)
        assert np.abs(np.array(found) - ppm.cross_entropies(few)).max() < 5e-5, "cross-entropies differ"


def _grid(scores: np.ndarray, truth: np.ndarray) -> None:
    found, value = TwoThresholds(), measure("overall_2020")
    for first, second in zip(GRID[FIRST[::PART]], GRID[SECOND[::PART]], strict=True):
        found.p1, found.p2 = first, second
        try:
            value(truth, found.transform(scores), None)
        except UndefinedMetric:
            continue


def first_fold(world: Corpus) -> tuple[Texts, TrialSplit]:
    """The first fold of the HITS sample, as our protocol plans it."""
    found = usable(world, "topic")
    floor = ground(found, Texts(found.texts), "lsa", None, SETTINGS.seed)
    return floor.texts, plan(floor, SETTINGS).samples[0].splits[0]


def naive_fold(world: Corpus) -> Naive:
    """All three verifiers on it, checked against ours."""
    texts, split = first_fold(world)
    naive = Naive(texts, split)
    naive.cosine("char_ngrams", TfidfVectorizer(max_features=3000, analyzer="char", ngram_range=(4, 4)))
    words = TfidfVectorizer(min_df=2, max_df=0.05)
    naive.cosine("topic_fit", words)
    naive.compress()
    ours = CharNgrams(calibrate="none").fit(Problems.without_truth(texts, split.train), split.train.same.tolist())
    auc = roc_auc_score(split.test.same, ours.verify(Problems.without_truth(texts, split.test)))
    assert abs(auc - naive.auc["char_ngrams"]) < 0.005, (auc, naive.auc)
    return naive


def main() -> None:
    """The ratio, and the hours that it saves."""
    world = corpus()
    naive = naive_fold(world)
    with tempfile.TemporaryDirectory() as folder:
        wanted, force = Wanted(encoder="lsa"), Force(len(os.sched_getaffinity(0)))
        once = spent(lambda: leakage(world, VERIFIERS, SETTINGS, wanted, folder=Path(folder), force=force))
    processor, clock, result = once
    assert not any(one["failures"] for one in result["methods"].values())
    plain = FOLDS * sum(naive.seconds.values())
    figure = {
        "figure": "leakage/naive",
        "value": round(plain / processor, 1),
        "target": 50,
        "processor_s": round(processor, 1),
        "clock_s": round(clock, 1),
        "naive_processor_hours": round(plain / 3600, 2),
        "naive_fold_s": {name: round(seconds, 1) for name, seconds in naive.seconds.items()},
        "folds": FOLDS,
        "pairs_a_fold": len(naive.train) + len(naive.test),
        "peak_mb": round(max(_peaks()) / 1024),
    }
    print(json.dumps(figure), flush=True)


def _peaks() -> list[int]:
    return [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]


if __name__ == "__main__":
    sys.exit(main())
