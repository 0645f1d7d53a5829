"""Effectiveness over 1,000 mixes of 20,000 documents from counts per cluster, against resampling and rescoring them.

The reference draws a mix, how many documents each cluster sends, and the documents themselves with replacement, then
calls the measures on what was drawn, all 1,000 times. Ours is timed from the raw columns on, grouping included; one
thread each. Six measures of counts in one go, AUC apart. Both must agree: means and standard deviations within 4
standard errors of their difference. Then a child process takes 1,000,000 documents in 707 clusters from a file to every
bound of every measure, and its peak memory is read. Clusters of the texts, with the same bits on every processor, stand
beside scikit-learn's, whose bits hang on it: the ratio of processor times. One JSON line per figure.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from sklearn.cluster import KMeans
from sklearn.utils.extmath import randomized_svd
from threadpoolctl import threadpool_limits

from stylobench import world
from stylobench.corpora.answer_table import read_answer_table
from stylobench.features._lloyd import kmeans
from stylobench.features._singular_vectors import scaled_left_vectors
from stylobench.features._word_weights import tf_idf, unit_rows, used_words
from stylobench.features.subclass_words import default_clusters
from stylobench.features.texts import Texts
from stylobench.metrics.outcomes import Outcomes
from stylobench.metrics.verification import measure
from stylobench.records import Booleans, Floats, Rows
from stylobench.seeds import generator
from stylobench.statistics.mixes import Mix
from stylobench.statistics.shift import bounds, estimated, expected
from stylobench.statistics.subclasses import Subclasses

DOCUMENTS, CLUSTERS, DRAWS = 20_000, 100, 1_000
COUNTS = ("accuracy", "c_at_1", "f_05_u", "f1_answered", "precision", "recall")
TRIES = 5
TEXTS, DIMENSIONS, STARTS = 3_000, 100, 10
MANY, MANY_CLUSTERS = 1_000_000, 707
DELTAS = np.array([0.01, 0.05, 0.1, 0.25, 0.5])
LAWS = ("posterior", "exact", "normal")


def documents(count: int, clusters: int) -> tuple[Booleans, Floats, Rows]:
    """Clusters of unequal size that are unequally hard; every tenth document has no answer."""
    rng = generator(0, "documents under shift")
    cluster = rng.choice(clusters, count, p=rng.dirichlet(np.full(clusters, 2.0)))
    truth = rng.random(count) < rng.uniform(0.2, 0.8, clusters)[cluster]
    skill = rng.uniform(0.0, 2.5, clusters)[cluster]
    scores = 1 / (1 + np.exp(-rng.normal(np.where(truth, skill, -skill))))
    scores[rng.random(count) < 0.1] = np.nan
    return truth, scores, cluster


class Reference:
    """Documents drawn again cluster by cluster, and scored again."""

    def __init__(self, truth: Booleans, scores: Floats, clusters: Rows) -> None:
        self.truth, self.scores = truth, scores
        self.members = [np.flatnonzero(clusters == name) for name in np.unique(clusters)]

    def values(self, measures: Sequence[str], rng: np.random.Generator) -> Floats:
        """A row per draw, a column per measure."""
        return np.array([self._draw(measures, rng) for _ in range(DRAWS)])

    def _draw(self, measures: Sequence[str], rng: np.random.Generator) -> list[float]:
        mix = rng.dirichlet(np.ones(len(self.members)))
        sent = rng.multinomial(len(self.truth), mix)
        drawn = np.concatenate([rng.choice(rows, n) for rows, n in zip(self.members, sent, strict=True)])
        truth, scores = self.truth[drawn], self.scores[drawn]
        return [measure(name)(truth, scores, None) for name in measures]


def ours(truth: Booleans, scores: Floats, clusters: Rows, measures: Sequence[str]) -> Floats:
    """The same from counts per cluster."""
    rng = generator(0, "ours")
    items = Subclasses.of(Outcomes.verified(truth, scores), clusters)
    mixes = Mix.even(len(items)).draw(rng, DRAWS)
    found = items.sampled(mixes, len(truth), rng, measures=measures)
    return np.column_stack([found.value(name) for name in measures])


def seconds(work: Callable[[], Floats], tries: int) -> tuple[float, Floats]:
    """Processor seconds of the quickest run, and what came of the last."""
    spent = []
    for _ in range(tries):
        began = time.process_time()
        made = work()
        spent.append(time.process_time() - began)
    return min(spent), made


def compare(figure: str, target: int, measures: Sequence[str]) -> None:
    """One line: the ratio of processor times, and how far the two are apart."""
    data = documents(DOCUMENTS, CLUSTERS)
    reference = Reference(*data)
    slow, plain = seconds(lambda: reference.values(measures, generator(0, "theirs")), 1)
    ours(*data, measures)
    took, found = seconds(lambda: ours(*data, measures), TRIES)
    apart = agreement(found, plain)
    assert apart.max() < 4, dict(zip(measures, apart.T.tolist(), strict=True))
    line = {"figure": figure, "value": round(slow / took), "target": target, "processor_s": round(took, 4)}
    line |= {"reference_processor_s": round(slow, 1), "apart_in_standard_errors": round(float(apart.max()), 1)}
    print(json.dumps(line), flush=True)


def agreement(ours: Floats, plain: Floats) -> Floats:
    """Differences of means and of standard deviations, in standard errors."""
    spread = np.hypot(ours.std(axis=0), plain.std(axis=0)) / np.sqrt(len(plain))
    return (
        np.abs([ours.mean(axis=0) - plain.mean(axis=0), (ours.std(axis=0) - plain.std(axis=0)) * np.sqrt(2)]) / spread
    )


def write_many(path: Path) -> None:
    """A table of truth, score and cluster."""
    truth, scores, clusters = documents(MANY, MANY_CLUSTERS)
    said = ["" if np.isnan(score) else f"{score:.6f}" for score in scores]
    rows = zip(truth.astype(int), said, clusters, strict=True)
    path.write_text("truth,score,cluster\n" + "".join(f"{t},{s},{c}\n" for t, s, c in rows), encoding="utf-8")


def every_bound(path: Path) -> None:
    """From the file to every bound of every measure; prints the seconds and the peak."""
    began = time.process_time()
    table = read_answer_table(path)
    assert table.clusters is not None
    items = Subclasses.of(Outcomes.verified(table.truth, table.methods["score"]), table.clusters.codes)
    made = 0
    for name in items.outcomes.measures:
        estimated(items, name, rng=generator(0, name))
        found = expected(items, name)
        made += sum(int(np.isfinite(bounds(found, DELTAS, law)).sum()) for law in LAWS)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([len(table), made, time.process_time() - began, peak]))


def memory() -> None:
    """One line: the peak of a process that does all of it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "answers.csv"
        write_many(path)
        done = subprocess.run([sys.executable, __file__, str(path)], check=True, capture_output=True, text=True)
    count, made, took, peak = json.loads(done.stdout)
    assert count == MANY
    line = {"figure": "shift/memory", "value": round(peak), "target": 2000, "unit": "MB", "documents": count}
    print(json.dumps({**line, "bounds": made, "processor_s": round(took, 1)}), flush=True)


def clustering() -> None:
    """One line: vectors of texts by latent semantic analysis and their k-means clusters, against scikit-learn's."""
    weights = tf_idf(used_words(Texts(world(authors=8, topics=10, documents=TEXTS, words=200).texts)))
    k = default_clusters(TEXTS)

    def theirs() -> Floats:
        left, strengths, _ = randomized_svd(weights, DIMENSIONS, n_iter=7, random_state=0)
        vectors = unit_rows(left * strengths)
        return within(vectors, KMeans(k, n_init=STARTS, random_state=0).fit_predict(vectors))

    def ours() -> Floats:
        vectors = unit_rows(scaled_left_vectors(weights, DIMENSIONS))
        return within(vectors, kmeans(vectors, k, STARTS, generator(0, "clusters")))

    ours()
    (took, found), (slow, reference) = seconds(ours, TRIES), seconds(theirs, TRIES)
    line = {"figure": "shift/clusters", "value": round(took / slow, 2), "target": 1.2, "processor_s": round(took, 2)}
    line |= {"reference_processor_s": round(slow, 2), "sum_of_squares": round(float(found / reference), 3)}
    print(json.dumps(line), flush=True)


def within(vectors: Floats, labels: Rows) -> Floats:
    """The sum of squared distances to the means of the clusters."""
    each = [vectors[labels == code] for code in np.unique(labels)]
    return np.array(sum(float(((rows - rows.mean(axis=0)) ** 2).sum()) for rows in each))


def main() -> None:
    """Counts, AUC, clusters, memory."""
    if len(sys.argv) > 1:
        return every_bound(Path(sys.argv[1]))
    with threadpool_limits(1):
        clustering()
        compare("shift/counts", 500, COUNTS)
        compare("shift/auc", 30, ("auc",))
    return memory()


if __name__ == "__main__":
    main()
