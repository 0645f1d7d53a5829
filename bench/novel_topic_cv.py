"""Novel-topic cross-validation at the size of the paper's larger test bed, against a plain scikit-learn loop.

    python bench/novel_topic_cv.py [--scale 1.0] [--folds 4] [--strength 10]

Corpus: a simulated world with the paper's table of documents per topic and author (18,862 documents,
15 authors, 23 topics, 550 words each). Reference: for every fold a CountVectorizer with the same tokens, the
same scaling and LogisticRegression (L-BFGS, tolerance 1e-6; also timed at its default of 1e-4). Ours: texts
counted once, rows sliced, maxent to its proven optimum. How near each comes to the optimum is measured: C times
the length of the gradient bounds the distance of the weights from it. The reference runs on `--folds` topics
spread over the sizes; its time for all topics is projected by training documents.
One JSON line per figure.
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import normalize
from threadpoolctl import threadpool_limits

import stylobench
from stylobench.attributors.maxent import CONSTANT, Maxent
from stylobench.features.texts import Texts
from stylobench.features.words import tokens

# Documents per topic (row) and author (column), Table 3 of the novel-topic paper.
CELLS = [
    [3, 4, 0, 4, 0, 1, 0, 0, 0, 3, 1, 354, 18, 1, 1],
    [1, 1149, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 783],
    [0, 0, 491, 0, 12, 55, 1022, 729, 560, 0, 0, 0, 0, 0, 0],
    [26, 509, 0, 0, 0, 0, 0, 0, 0, 0, 145, 1, 842, 0, 1],
    [0, 0, 6, 0, 21, 867, 135, 13, 2, 0, 0, 0, 0, 0, 0],
    [6, 1602, 0, 1, 0, 0, 0, 0, 0, 2, 752, 539, 5, 0, 0],
    [0, 1, 0, 0, 0, 0, 0, 0, 0, 764, 1, 0, 0, 1, 0],
    [0, 0, 179, 0, 25, 10, 3, 6, 2, 0, 0, 0, 0, 0, 0],
    [1536, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0],
    [9, 6, 0, 12, 0, 0, 0, 0, 0, 0, 3, 0, 2, 1, 2],
    [0, 0, 781, 0, 780, 19, 0, 357, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 394, 0],
    [0, 0, 0, 290, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 16, 0, 1, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 33],
    [0, 0, 0, 1487, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 4, 0, 157, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 6, 0, 0, 155, 0, 1, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 25, 0, 33, 17, 0, 0, 490, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 121, 0, 0, 0, 0, 0],
    [0, 0, 1, 0, 154, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
    [1, 0, 0, 63, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 163, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 0],
]


@dataclass(frozen=True)
class Bed:
    """The corpus, shared with worker processes by forking."""

    texts: Texts
    plain: list[str]
    authors: np.ndarray
    topics: np.ndarray
    strength: float


@dataclass(frozen=True)
class Fold:
    """What one fold gave: answers and weights."""

    topic: str
    answers: np.ndarray
    weights: np.ndarray


BED: list[Bed] = []


def ours(topic: str) -> Fold:
    """One fold on counts that exist already."""
    bed = BED[0]
    train = bed.topics != topic
    model = Maxent(C=bed.strength).fit(bed.texts.take(train), bed.authors[train])
    return Fold(topic, model.predict(bed.texts.take(~train)), model.coef_)


def reference(topic: str, tolerance: float = 1e-6) -> Fold:
    """One fold from scratch, as a plain loop would do it."""
    bed = BED[0]
    train = bed.topics != topic
    counter = CountVectorizer(analyzer=tokens, min_df=2, dtype=np.float64)
    matrix = scaled(counter.fit_transform([bed.plain[i] for i in np.flatnonzero(train)]))
    with threadpool_limits(1):
        model = LogisticRegression(C=bed.strength, tol=tolerance, max_iter=20_000, fit_intercept=False)
        model.fit(matrix, bed.authors[train])
    tested = scaled(counter.transform([bed.plain[i] for i in np.flatnonzero(~train)]))
    return Fold(topic, model.predict(tested), model.coef_)


def rough_reference(topic: str) -> Fold:
    """The same at scikit-learn's default tolerance, which stops short of the optimum."""
    return reference(topic, 1e-4)


def scaled(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """log(1 + count) in rows of length 1, and the constant."""
    counts.data = np.log1p(counts.data)
    return with_constant(normalize(counts))


def with_constant(matrix: sparse.csr_matrix) -> sparse.csr_matrix:
    """The constant that stands for the intercept, as one more column."""
    return sparse.hstack([matrix, sparse.csr_matrix(np.full((matrix.shape[0], 1), CONSTANT))], format="csr")


def objective(topic: str, weights: np.ndarray) -> tuple[float, float]:
    """The minimised sum at a fold's weights, and C times the length of its gradient there."""
    bed = BED[0]
    train = bed.topics != topic
    counter = CountVectorizer(analyzer=tokens, min_df=2, dtype=np.float64)
    matrix = scaled(counter.fit_transform([bed.plain[i] for i in np.flatnonzero(train)]))
    codes = np.unique(bed.authors[train], return_inverse=True)[1]
    scores = matrix @ weights.T
    top = scores.max(axis=1, keepdims=True)
    raised = np.exp(scores - top)
    level = np.log(raised.sum(axis=1)) + top[:, 0]
    every = np.arange(len(codes))
    value = float((level - scores[every, codes]).sum() + (weights**2).sum() / (2 * bed.strength))
    shares = raised / raised.sum(axis=1, keepdims=True)
    shares[every, codes] -= 1
    return value, float(np.linalg.norm(bed.strength * (matrix.T @ shares) + weights.T))


def timed(work: Callable[[str], Fold], topics: list[str], processes: int) -> tuple[float, list[Fold]]:
    """Seconds on the clock for the folds, in this process or in several."""
    started = time.perf_counter()
    if processes == 1:
        folds = [work(topic) for topic in topics]
    else:
        with ProcessPoolExecutor(processes, mp_context=get_context("fork")) as pool:
            folds = list(pool.map(work, topics))
    return time.perf_counter() - started, folds


def peak_megabytes(processes: int) -> float:
    """This process and as many times its largest child: more than the truth, since forks share."""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return (own + (processes * child if processes > 1 else 0)) / 1024


def make_bed(scale: float, strength: float, folder: Path) -> Bed:
    """The simulated corpus with the paper's table, thinned by `scale`."""
    cells = [[int(np.ceil(count * scale)) for count in row] for row in CELLS]
    corpus = stylobench.world(cells=cells, words=550, seed=0)
    plain = list(corpus.texts)
    texts = Texts(plain, folder=folder)
    return Bed(texts, plain, np.array(corpus.column("author")), np.array(corpus.column("topic")), strength)


def spread_topics(topics: np.ndarray, count: int) -> list[str]:
    """Some topics from the largest to the smallest."""
    names, sizes = np.unique(topics, return_counts=True)
    order = names[np.argsort(-sizes, kind="stable")]
    return [str(order[i]) for i in np.linspace(0, len(order) - 1, min(count, len(order))).astype(int)]


def say(figure: str, **values: Any) -> None:
    """One JSON line."""
    rounded = {k: float(f"{v:.4g}") if isinstance(v, float) else v for k, v in values.items()}
    print(json.dumps({"bench": "novel_topic_cv", "figure": figure, **rounded}), flush=True)


def compare(chosen: list[str], mine: list[Fold], theirs: list[Fold], figure: str) -> None:
    """Same answers? Same objective? Both at the optimum?"""
    own = {fold.topic: fold for fold in mine}
    pairs = [(own[topic], fold) for topic, fold in zip(chosen, theirs, strict=True)]
    here = [objective(a.topic, a.weights) for a, _ in pairs]
    there = [objective(b.topic, b.weights) for _, b in pairs]
    say(
        figure,
        same_answers=float(np.mean(np.concatenate([a.answers == b.answers for a, b in pairs]))),
        objective_above_ours=max((b[0] - a[0]) / a[0] for a, b in zip(here, there, strict=True)),
        gradient_ours=max(slope for _, slope in here),
        gradient_reference=max(slope for _, slope in there),
    )


def measure(bed: Bed, folds: int) -> None:
    """Every figure."""
    every = [str(topic) for topic in np.unique(bed.topics)]
    chosen = spread_topics(bed.topics, folds)
    documents = {topic: int((bed.topics != topic).sum()) for topic in every}
    grow = sum(documents.values()) / sum(documents[topic] for topic in chosen)
    say("corpus", documents=len(bed.plain), topics=len(every), reference_folds=chosen, strength=bed.strength)
    started = time.perf_counter()
    counts = bed.texts.counts("words")
    count_seconds = time.perf_counter() - started
    say("counting", seconds=count_seconds, tokens=int(counts.matrix.sum()), words=counts.matrix.shape[1])
    Maxent(C=1.0, min_documents=1).fit(["a b", "b c"], ["x", "y"])  # compiled before the clock starts
    seconds: dict[int, float] = {}
    for processes in (1, 2):
        spent, mine = timed(ours, every, processes)
        seconds[processes] = spent + count_seconds
        say(
            "ours",
            processes=processes,
            seconds=seconds[processes],
            folds=len(every),
            megabytes=peak_megabytes(processes),
        )
    for work in (reference, rough_reference):
        for processes in (1, 2):
            spent, theirs = timed(work, chosen, processes)
            whole = spent * grow
            ratio = whole / seconds[processes]
            say(work.__name__, processes=processes, seconds=whole, measured=spent, folds=len(chosen), ratio=ratio)
        compare(chosen, mine, theirs, f"{work.__name__} against ours")


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(description="novel-topic cross-validation against a plain loop")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the paper's documents")
    parser.add_argument("--folds", type=int, default=4, help="topics on which the reference is timed")
    parser.add_argument("--strength", type=float, default=10.0, help="C of both")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        BED.append(make_bed(options.scale, options.strength, Path(folder)))
        measure(BED[0], options.folds)


if __name__ == "__main__":
    main()
