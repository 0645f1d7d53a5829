"""Do bounds under subclass shift, and tests of a stream, keep their promise where the truth is known?

    .venv/bin/python scripts/calibrate_shift.py [--study NAME] [--out FILE]     prints or appends JSON lines
    .venv/bin/python scripts/calibrate_shift.py --summary FILE                  prints Markdown tables of such lines

Studies: scores (true effectiveness of each cluster set by hand, right answers drawn), texts (simulated authors, a
fitted attributor, the truth from fresh documents), streams (documents in order of time, with and without drift). One
process; with --out, what the file already holds is not done again.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse
from shift_calibration_tables import tables
from shift_score_worlds import DELTAS, Line, cases, scores
from study_lines import go_on, read

from stylobench import world
from stylobench.attributors.naive_bayes import NaiveBayes
from stylobench.features.subclass_words import assigned, purity
from stylobench.features.texts import Texts
from stylobench.metrics.outcomes import Outcomes
from stylobench.protocols.shift_ground import Tested
from stylobench.protocols.shift_stream import stream_of
from stylobench.protocols.shift_subclasses import Wish, clustered
from stylobench.records import Floats, Rows
from stylobench.seeds import generator
from stylobench.statistics import shift
from stylobench.statistics.mixes import Mix
from stylobench.statistics.mixing_law import above
from stylobench.statistics.randomness import randomness
from stylobench.statistics.subclasses import Subclasses

LAWS = ("posterior", "exact", "normal", "published")
AUTHORS, EACH = 6, 100
# documents per topic: of each author in training, of all authors in the test
LEARNT, TESTED = (0, 0, 1, 2, 4, 7, 11, 16), (110, 85, 65, 50, 40, 25, 15, 10)
TOPICS = len(TESTED)
WRITING = {"words": 70, "style": 1.0, "shortcut": 0.8, "overlap": 0.3}
STREAM, DRIFT, FIRST_STREAM = 200, 0.8, 10_000


@dataclass(frozen=True)
class Laid:
    """A world laid out: what is tested, what is fresh, and how much each fresh document weighs."""

    texts: Texts
    authors: Any
    topics: Rows
    train: Rows
    test: Rows
    fresh: Rows
    weights: Floats


def laid(seed: int) -> Laid:
    """Topics learnt from many documents or none, tested on many or few; every author writes as much as any other."""
    rng = generator(seed, "calibrate shift", "cells")
    corpus = world(cells=[[EACH] * AUTHORS] * TOPICS, seed=seed, **WRITING)
    authors, names = (np.array(corpus.column(name)) for name in ("author", "topic"))
    topics = np.unique(names, return_inverse=True)[1]
    learnt, sizes = rng.permutation(LEARNT), rng.permutation(TESTED)
    train, test, fresh, weights = [], [], [], []
    for topic in range(TOPICS):
        asked = rng.multinomial(sizes[topic], np.full(AUTHORS, 1 / AUTHORS))
        for count, author in zip(asked, np.unique(authors), strict=True):
            rows = np.flatnonzero((topics == topic) & (authors == author))
            parts = np.split(rows, (learnt[topic], learnt[topic] + count))
            for part, into in zip(parts, (train, test, fresh), strict=True):
                into.append(part)
            weights.append(np.full(len(parts[2]), sizes[topic] / sizes.sum() / AUTHORS / len(parts[2])))
    rows = [np.concatenate(part) for part in (train, test, fresh)]
    return Laid(Texts(corpus.texts), authors, topics, *rows, np.concatenate(weights))


def texts(seed: int) -> Line:
    """Bounds from tested documents against the truth from fresh ones, over mixes of topics and of clusters."""
    ground = laid(seed)
    model = NaiveBayes().fit(ground.texts.take(ground.train), ground.authors[ground.train])
    named = model.predict(ground.texts.take(ground.test))
    right = (model.predict(ground.texts.take(ground.fresh)) == ground.authors[ground.fresh]).astype(np.float64)
    outcomes = Outcomes.attributed(list(ground.authors[ground.test]), list(named))
    grouping = clustered(ground.texts.take(ground.test), Wish(seed=seed))
    assert grouping.vectors is not None
    codes = assigned(grouping.vectors, grouping.codes, ground.texts.take(ground.fresh).vectors("lsa"))
    by_topic = _true(ground.topics[ground.fresh], ground.weights, right)
    by_cluster = _true(codes, ground.weights, right)
    topical = Subclasses(tuple(map(str, range(TOPICS))), ground.topics[ground.test], outcomes)
    found = Subclasses(grouping.names, grouping.codes, outcomes)
    share = purity(grouping.codes, [str(topic) for topic in ground.topics[ground.test]])[1]
    return {
        "clusters": len(grouping.names),
        "purity": share,
        "sd_of_topics": float(by_topic.std()),
        "mean_of_topics": float(by_topic.mean()),
        "fresh_per_topic": len(ground.fresh) / TOPICS,
        "topics": _held(topical, by_topic, seed),
        "clusters, mixes of clusters": _held(found, by_cluster, seed),
        "clusters, mixes of topics": _held(found, by_topic, seed),
    }


def _true(codes: Rows, weights: Floats, right: Floats) -> Floats:
    """What share of each group's fresh documents is named rightly; a group without any has the share of all."""
    held, good = np.bincount(codes, weights), np.bincount(codes, weights * right)
    return np.asarray(np.divide(good, held, out=np.full(len(held), float(good.sum())), where=held > 0))


def _held(subclasses: Subclasses, true: Floats, seed: int) -> Line:
    """Every law's bound, how likely a fresh mix is to reach it, and whether one fresh mix did."""
    expected = shift.expected(subclasses, "accuracy")
    estimate = shift.estimated(subclasses, "accuracy", rng=generator(seed, "calibrate shift", "estimate"))
    even = Mix.even(len(true))
    mix = float(even.draw(generator(seed, "calibrate shift", "fresh mix"), 1)[0] @ true)
    lines: Line = {"expected": expected.mean, "true": float(true.mean())}
    for law in LAWS:
        for delta in DELTAS:
            published = law == "published"
            bound = shift.published_bound(estimate, delta) if published else shift.bound(expected, delta, law)
            chance = above(true, even.alphas, bound)
            lines[f"{law} {delta}"] = {"bound": bound, "chance": chance, "held": bool(mix >= bound)}
    return lines


def streams(seed: int) -> Line:
    """The tests of a stream on one without drift and on one with it."""
    return {str(drift): _stream(seed, drift) for drift in (0.0, DRIFT)}


def _stream(seed: int, drift: float) -> Line:
    """By the vectors that are used by default, and by plain counts of words, in which long documents lie far out."""
    corpus = world(AUTHORS, TOPICS, STREAM, seed, drift=drift, **WRITING)
    texts, times = Texts(corpus.texts), corpus.column("time")
    tested = Tested(
        "stream", "", "attribution", "document", [one.id for one in corpus.documents],
        [str(author) for author in corpus.column("author")], texts, {}, times=times,
    )  # fmt: skip
    found = stream_of(tested, clustered(texts, Wish(seed=seed)), None, seed)
    assert found is not None
    order = np.argsort(np.array(times, dtype=str), kind="stable")
    counts = sparse.csr_matrix(texts.counts("words").matrix, dtype=np.float64)[order]
    plain = randomness(counts, generator(seed, "calibrate shift", "counts"))
    return {"lsa": asdict(found.whole), "counts": asdict(plain), "mix_p": found.mix_p}


Job = tuple[str, str, Callable[[], Line]]


def wanted(given: argparse.Namespace) -> Iterator[Job]:
    """What is to be done, as study, key and how; the studies by turns, so that what is there early tells of each."""
    by_study: dict[str, list[Job]] = {
        "scores": [("scores", case.key, lambda case=case: scores(case, given.repetitions)) for case in cases()],
        "texts": [("texts", str(seed), lambda seed=seed: texts(seed)) for seed in range(given.worlds)],
        "streams": [
            ("streams", str(seed), lambda seed=seed: streams(seed))
            for seed in range(FIRST_STREAM, FIRST_STREAM + given.streams)
        ],
    }
    turns = zip_longest(*(by_study[name] for name in given.study or by_study))
    return (job for job in chain.from_iterable(turns) if job is not None)


def main() -> None:
    """Run what was asked for, or tell what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--study", choices=("scores", "texts", "streams"), action="append")
    parser.add_argument("--repetitions", type=int, default=20_000)
    parser.add_argument("--worlds", type=int, default=300)
    parser.add_argument("--streams", type=int, default=200)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--summary", type=Path)
    given = parser.parse_args()
    if given.summary:
        print(tables(read(given.summary)))
        return
    go_on(wanted(given), given.out)


if __name__ == "__main__":
    main()
