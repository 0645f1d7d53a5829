"""What the dates of the tested items say: does the mix move, and do the subclasses stay as they are?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from stylobench.errors import CorpusError, SplitError
from stylobench.features.information_gain import information_gain
from stylobench.features.texts import Texts
from stylobench.metrics.coding import coded
from stylobench.protocols.periods import Periods, comparable, periods
from stylobench.protocols.shift_findings import Constancy, Level
from stylobench.protocols.shift_ground import Answered, Tested
from stylobench.protocols.shift_study_findings import Stream, WordOverTime
from stylobench.protocols.shift_subclasses import PERIOD, Grouping
from stylobench.records import Rows
from stylobench.seeds import generator
from stylobench.statistics.concentration import concentration, homogeneity_p
from stylobench.statistics.constancy import constancy
from stylobench.statistics.randomness import Randomness, at_equal_size, randomness

WORDS = 12
MOST_CLASSES = 12
OTHER = "all others"
NOTHING = Randomness(0, None, None, None, None, None, None, None, None)


def stream_of(tested: Tested, grouping: Grouping, by: str | None, seed: int) -> Stream | None:
    """Everything about time, where at least two periods have items."""
    found = dated(tested, by)
    if found is None:
        return None
    rng = generator(seed, "shift", "stream")
    mixes = found.table(grouping.codes, len(grouping.names))
    classes, names = _classes(tested)
    prevalence = found.table(classes, len(names))
    whole, equal, clusters = _randomness(tested, grouping, rng)
    moves = grouping.told != PERIOD
    spread = concentration(mixes) if moves else None
    return Stream(
        undated=found.undated,
        periods=list(found.names),
        mixes=mixes.tolist(),
        mix_p=homogeneity_p(mixes, rng) if moves else None,
        prevalence={name: (prevalence[:, i] / prevalence.sum(axis=1)).tolist() for i, name in enumerate(names)},
        prevalence_p=homogeneity_p(prevalence, rng),
        whole=whole,
        equal=equal,
        clusters=clusters,
        concentration=spread.value if spread else None,
        concentration_low=spread.low if spread else None,
        concentration_high=spread.high if spread else None,
        words=_words(tested.texts, classes, names, found) if tested.texts is not None else [],
    )


def dated(tested: Tested, by: str | None) -> Periods | None:
    """The periods of the items; None where no two have items and none were asked for."""
    if tested.times is None or not any(tested.times):
        if by is not None:
            raise SplitError(f"no {tested.item} has a date, so there is no {by}; name the column with --time")
        return None
    try:
        return periods(tested.times, by=by)
    except CorpusError:
        if by is not None:
            raise
        return None


def constancy_of(tested: Tested, one: Answered, grouping: Grouping, seed: int) -> Constancy | None:
    """Whether the answers within the subclasses stay as good as they were: first half of the time against second."""
    if tested.times is None or one.outcomes.count == 0:
        return None
    order = comparable([tested.times[row] for row in one.rows])
    known = sorted(time for time in order if time)
    if len(known) < 2 or known[0] == known[-1]:
        return None
    middle = known[len(known) // 2]
    if middle == known[0]:
        return None
    there = np.array([bool(time) for time in order])
    late = np.array([bool(time) and str(time) >= middle for time in order])
    right = one.outcomes.right[one.outcomes.kinds].astype(np.float64)
    rng = generator(seed, "shift", "constancy")
    found = constancy(grouping.codes[one.rows][there], late[there], right[there], rng)
    levels = [Level(gap.value, gap.low, gap.high, gap.n) for gap in found.differences]
    levels += [Level(None, None, None, 0)] * (len(grouping.names) - len(levels))
    return Constancy(f"before {middle}", f"from {middle}", levels, found.p, found.p_least)


def _classes(tested: Tested) -> tuple[Rows, list[str]]:
    """The class of each item; of many classes the most frequent, and all others together."""
    names, codes = coded(tested.classes, "classes")
    if len(names) <= MOST_CLASSES:
        return codes, [str(name) for name in names]
    order = np.argsort(-np.bincount(codes), kind="stable")[: MOST_CLASSES - 1]
    place = np.full(len(names), MOST_CLASSES - 1)
    place[order] = np.arange(len(order))
    return place[codes], [*(str(names[i]) for i in order), OTHER]


def _randomness(
    tested: Tested, grouping: Grouping, rng: np.random.Generator
) -> tuple[Randomness, Randomness | None, list[Randomness | None]]:
    """The whole stream, the same at the size of the clusters, and each cluster; in the order of the dates."""
    empty: list[Randomness | None] = [None for _ in grouping.names]
    if grouping.vectors is None or tested.times is None or tested.texts is None:
        return NOTHING, None, empty
    times, texts = comparable(tested.times), tested.texts
    there = [place for place, time in enumerate(times) if time]
    if not there:
        return NOTHING, None, empty
    # Items of one date come in random order: that of the corpus would look like order in time. The lots go by text, so
    # that the order of rows in a table does not matter.
    lots = np.empty(len(tested), dtype=np.int64)
    lots[sorted(range(len(tested)), key=lambda place: texts[place])] = rng.permutation(len(tested))
    order = np.array(sorted(there, key=lambda place: (str(times[place]), lots[place])))
    vectors, codes = grouping.vectors[order], grouping.codes[order]
    equal = at_equal_size(vectors, codes, rng)
    clusters = list(equal.clusters)
    clusters += empty[len(clusters) :]
    return randomness(vectors, rng), equal.whole, clusters


def _words(texts: Texts, classes: Rows, names: Sequence[str], found: Periods) -> list[WordOverTime]:
    """The most predictive words, and in what share of each period's items they stand."""
    if len(names) < 2:
        return []
    counts = texts.counts("words")
    matrix = sparse.csr_matrix(counts.matrix)
    there = (matrix > 0).astype(np.float64)
    usual = np.flatnonzero(np.asarray(there.sum(axis=0)).ravel() >= max(5, len(texts) // 200))
    gains = information_gain(sparse.csr_matrix(matrix[:, usual], dtype=np.float64), classes)
    best = usual[np.argsort(-gains, kind="stable")[:WORDS]]
    held = np.asarray(there[:, best].todense())
    shares = np.stack([held[found.codes == code].mean(axis=0) for code in range(len(found.names))])
    means = np.stack([held[classes == code].mean(axis=0) for code in range(len(names))])
    return [
        WordOverTime(counts.names[column], names[int(np.argmax(means[:, place]))], shares[:, place].tolist())
        for place, column in enumerate(best)
    ]
