"""Text worlds in which the truth is known: are the intervals and tests of novel topic right there?

    .venv/bin/python scripts/calibrate_worlds.py [--worlds 400] [--study NAME]      prints Markdown tables

Studies: chance, shortcut, coverage_few, coverage_many, families, equal_methods, true_difference. A world is a seed;
documents are short, so that hundreds of worlds fit into minutes. A rate passes when a two-sided binomial test against
its nominal value does not reject at 1%.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from multiprocessing import Pool
from typing import Any

import numpy as np
from scipy import stats

from stylobench import world
from stylobench.attributors.burrows_delta import BurrowsDelta
from stylobench.attributors.maxent import Maxent
from stylobench.attributors.naive_bayes import NaiveBayes
from stylobench.features.texts import Texts
from stylobench.seeds import generator
from stylobench.splits.author_kfold import AuthorKFold
from stylobench.splits.matched import matched
from stylobench.statistics.chance import permutation_chance
from stylobench.statistics.paired import compare
from stylobench.statistics.power import Design, power
from stylobench.statistics.proportions import clopper_pearson, wilson
from stylobench.statistics.weighted import summary

AUTHORS, TOPICS, FRESH = 5, 12, 60
EVEN = [6] * TOPICS
UNEVEN = [20, 15, 10, 7, 5, 4, 3, 3, 2, 2, 2, 2]
Found = dict[str, float]


class Laid:
    """A world laid out for many fits: counted once, rows by topic."""

    def __init__(self, **options: Any) -> None:
        corpus = world(**options)
        self.texts = Texts(corpus.texts)
        self.authors, self.topics = np.array(corpus.column("author")), np.array(corpus.column("topic"))
        self.families = np.array(corpus.column("family"))
        self.new = np.array([value == "1" for value in corpus.column("new")])

    def right(self, method: Any, train: Any, test: Any) -> Any:
        """1 for each tested document whose author is named rightly."""
        method.fit(self.texts.take(train), self.authors[train])
        return (method.predict(self.texts.take(test)) == self.authors[test]).astype(float)

    def novel(self, make: Callable[[], Any], rows: Any, groups: Any) -> tuple[list[float], list[int]]:
        """Accuracy and size of every group of `rows` when it is held out."""
        values, sizes = [], []
        for group in np.unique(groups[rows]):
            inside = groups[rows] == group
            found = self.right(make(), rows[~inside], rows[inside])
            values.append(float(found.mean()))
            sizes.append(len(found))
        return values, sizes


def fast_maxent() -> Maxent:
    return Maxent(C=1.0)


METHODS: dict[str, Callable[[], Any]] = {
    "maxent": fast_maxent,
    "naive_bayes": NaiveBayes,
    "burrows_delta": BurrowsDelta,
}


def chance(seed: int) -> Found:
    """No style, no shortcut, no overlap: is every method at its permutation chance level?"""
    found = {}
    for name, spread in (("equal", 1.0), ("uneven", 0.4)):
        laid = Laid(
            authors=AUTHORS,
            topics=TOPICS,
            documents=240,
            words=80,
            style=0,
            shortcut=0,
            overlap=0,
            spread=spread,
            seed=seed,
        )
        for method, make in METHODS.items():
            named = np.empty(len(laid.authors), dtype=object)
            for topic in np.unique(laid.topics):
                inside = laid.topics == topic
                model = make().fit(laid.texts.take(np.flatnonzero(~inside)), laid.authors[~inside])
                named[inside] = model.predict(laid.texts.take(np.flatnonzero(inside)))
            level = permutation_chance(
                list(laid.authors), list(named), list(laid.topics), generator(seed, "calibration")
            )
            found[f"{name} cells, {method}: above chance (points)"] = 100 * (
                float((named == laid.authors).mean()) - level.mean
            )
            found[f"{name} cells, {method}: chance level (%)"] = 100 * level.mean
            found[f"{name} cells, {method}: p at most .05 [.05]"] = float(level.p <= 0.05)
    return found


def shortcut(seed: int) -> Found:
    """Shortcuts up: standard cross-validation and the matched score rise, the novel-topic score does not."""
    found = {}
    for strength in (0.0, 0.5, 1.0):
        laid = Laid(
            authors=AUTHORS, topics=TOPICS, documents=360, words=80, style=0.3, shortcut=strength, overlap=0, seed=seed
        )
        usual = [
            laid.right(fast_maxent(), train, test).mean()
            for train, test in AuthorKFold(10).split(laid.authors, list(laid.authors))
        ]
        values, sizes = laid.novel(fast_maxent, np.arange(len(laid.authors)), laid.topics)
        level = [
            laid.right(fast_maxent(), train, test).sum()
            for topic in np.unique(laid.topics)
            for train, test in matched(laid.authors, laid.topics, str(topic), seed)
        ]
        found[f"shortcut {strength}: standard (%)"] = 100 * float(np.mean(usual))
        found[f"shortcut {strength}: matched (%)"] = 100 * float(np.sum(level)) / len(laid.authors)
        found[f"shortcut {strength}: novel topic (%)"] = 100 * summary(values, sizes).mean
    return found


def coverage_few(seed: int) -> Found:
    """72 short documents per author (80 words): do the intervals cover the accuracy on fresh topics?"""
    return _coverage(seed, 1, {"words": 80, "style": 0.6})


def coverage_many(seed: int) -> Found:
    """216 longer documents per author (160 words): do the intervals cover the accuracy on fresh topics?"""
    return _coverage(seed, 3, {"words": 160, "style": 0.8})


def _coverage(seed: int, times: int, settings: dict[str, Any]) -> Found:
    """The fresh topics come from the same families, with no words in common; their model trains on all known topics."""
    found = {}
    for name, each in (("even", EVEN), ("uneven", UNEVEN)):
        cells = _table([times * count for count in each], times * EVEN[0], seed)
        laid = Laid(cells=cells, shortcut=0.3, overlap=0, families=6, seed=seed, **settings)
        known = np.char.startswith(laid.topics.astype(str), "known")
        rows, fresh_topics = np.flatnonzero(known), laid.topics[~known]
        values, sizes = laid.novel(fast_maxent, rows, laid.topics)
        fresh = laid.right(fast_maxent(), rows, np.flatnonzero(~known))
        one = generator(seed, "next topic").choice(np.unique(fresh_topics))
        found |= _covered(name, values, sizes, float(fresh.mean()), float(fresh[fresh_topics == one].mean()))
    return found


def _table(counts: Sequence[int], fresh: int, seed: int) -> dict[str, dict[str, int]]:
    """Known and fresh topics in random order, so that they are alike in everything but the number of documents."""
    rows = [(f"known {i:02}", count) for i, count in enumerate(counts)]
    rows += [(f"fresh {i:03}", fresh) for i in range(FRESH)]
    order = generator(seed, "order of topics").permutation(len(rows))
    return {rows[i][0]: {f"author {a}": rows[i][1] for a in range(AUTHORS)} for i in order}


def _covered(name: str, values: Sequence[float], sizes: Sequence[int], truth: float, following: float) -> Found:
    over = summary(values, sizes)
    total, right = sum(sizes), round(float(np.dot(values, sizes)))
    low, high = wilson(right, total)
    reach = float(stats.t.ppf(0.975, over.units - 1))
    # Nadeau and Bengio: models of different folds share their training documents, so the folds are not independent.
    widened = (over.high - over.mean) * (1 + over.units / (over.units - 1)) ** 0.5
    published = (over.mean - reach * over.se_published, over.mean + reach * over.se_published)
    return {
        f"{name} topics: weighted mean covers fresh topics [.95]": float(over.low <= truth <= over.high),
        f"{name} topics: average topic covers fresh topics [.95]": float(over.topic_low <= truth <= over.topic_high),
        f"{name} topics: next-topic interval covers one fresh topic [.95]": float(
            over.next_low <= following <= over.next_high
        ),
        f"{name} topics: widened for shared training covers fresh topics [.95]": float(
            abs(over.mean - truth) <= widened
        ),
        f"{name} topics: published standard error covers": float(published[0] <= truth <= published[1]),
        f"{name} topics: documents as units (naive) covers": float(low <= truth <= high),
        f"{name} topics: novel-topic mean minus fresh (points)": 100 * (over.mean - truth),
    }


def families(seed: int) -> Found:
    """Topics of a family share words: what do topic-level intervals miss on new families?"""
    settings: dict[str, Any] = {"words": 80, "style": 0.6, "shortcut": 0.3, "overlap": 0.6, "families": 8, "seed": seed}
    laid = Laid(authors=AUTHORS, topics=24, new_topics=60, documents=AUTHORS * 84 * 4, **settings)
    rows = np.flatnonzero(~laid.new)
    truth = float(laid.right(fast_maxent(), rows, np.flatnonzero(laid.new)).mean())
    found = {}
    for name, groups in (("topic", laid.topics), ("family", laid.families)):
        over = summary(*laid.novel(fast_maxent, rows, groups))
        found[f"held out by {name}: interval covers new families"] = float(over.low <= truth <= over.high)
        found[f"held out by {name}: mean minus truth (points)"] = 100 * (over.mean - truth)
    return found


class SomeOfTheWords(Maxent):
    """Maxent on a random share of the words: any two with the same share are equally good."""

    def __init__(self, which: int = 0, share: float = 0.5) -> None:
        super().__init__(C=1.0)
        self.which, self.share = which, share

    def _kept(self, matrix: Any, codes: Any, topics: Any) -> Any:
        rng = np.random.default_rng(self.which)
        return np.sort(rng.permutation(matrix.shape[1])[: round(self.share * matrix.shape[1])])


def _differences(
    seed: int, one: Callable[[], Any], other: Callable[[], Any], counts: Sequence[int]
) -> tuple[Any, list[int]]:
    cells = [[count] * AUTHORS for count in counts]
    laid = Laid(cells=cells, words=80, style=0.6, shortcut=0.3, overlap=0, seed=seed)
    rows = np.arange(len(laid.authors))
    (left, sizes), (right, _) = laid.novel(one, rows, laid.topics), laid.novel(other, rows, laid.topics)
    return np.array([left, right]), sizes


def equal_methods(seed: int) -> Found:
    """Two equally good methods: does the sign-flip test hold its size?"""
    found = {}
    for name, counts in (("even", EVEN), ("uneven", UNEVEN)):
        pair, sizes = _differences(seed, lambda: SomeOfTheWords(2 * seed), lambda: SomeOfTheWords(2 * seed + 1), counts)
        tested = compare(pair[0], pair[1], sizes, generator(seed, "flips"))
        found[f"{name} topics: sign-flip rejects [.05]"] = float(tested.p_sign_flip <= 0.05)
        found[f"{name} topics: t rejects [.05]"] = float(tested.p_t <= 0.05)
    return found


def true_difference(seed: int) -> Found:
    """A method against itself with a quarter of its words: is the difference found as often as promised?"""
    found = {}
    for name, counts in (("even", EVEN), ("uneven", UNEVEN)):
        pair, sizes = _differences(seed, fast_maxent, lambda: SomeOfTheWords(seed, 0.25), counts)
        tested = compare(pair[0], pair[1], sizes, generator(seed, "flips"))
        found[f"{name} topics: sign-flip rejects"] = float(tested.p_sign_flip <= 0.05)
        found[f"{name} topics: difference (points)"] = 100 * tested.difference
        found[f"{name} topics: sd of differences (points)"] = 100 * float((pair[0] - pair[1]).std(ddof=1))
        found[f"{name} topics: effective topics"] = summary(pair[0], sizes).effective_n
    return found


STUDIES = {
    study.__name__: study
    for study in (chance, shortcut, coverage_few, coverage_many, families, equal_methods, true_difference)
}


def promised(means: Found, name: str) -> float:
    """The power that `power` promises for the mean difference and the mean spread of the worlds."""
    spread, effective = means[f"{name} topics: sd of differences (points)"], means[f"{name} topics: effective topics"]
    return power(means[f"{name} topics: difference (points)"], Design(spread, TOPICS, effective))


def row(name: str, values: list[float]) -> str:
    """One line of the table: a rate with its exact interval and verdict, or a mean with its standard error."""
    n, mean = len(values), float(np.mean(values))
    if set(values) <= {0.0, 1.0}:
        low, high = clopper_pearson(round(sum(values)), n)
        nominal = float(name.split("[")[1].rstrip("]")) if name.endswith("]") else None
        verdict = "" if nominal is None else _verdict(round(sum(values)), n, nominal)
        return f"| {name} | {mean:.3f} | [{low:.3f}, {high:.3f}] | {verdict} |"
    reach = 1.96 * float(np.std(values, ddof=1)) / n**0.5
    return f"| {name} | {mean:.2f} | [{mean - reach:.2f}, {mean + reach:.2f}] | |"


def _verdict(hits: int, n: int, nominal: float) -> str:
    p = float(stats.binomtest(hits, n, nominal).pvalue)
    return f"passes (p = {p:.2f})" if p >= 0.01 else f"differs (p = {p:.4f})"


def main() -> None:
    """Run the studies that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=400)
    parser.add_argument("--study", choices=sorted(STUDIES), action="append")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    for name in given.study or STUDIES:
        with Pool(given.workers) as pool:
            found = list(pool.imap(STUDIES[name], range(given.worlds), chunksize=4))
        print(f"\n### {name} ({given.worlds} worlds)\n\n{STUDIES[name].__doc__}\n")
        print("| what | mean | 95% | verdict |\n|---|---|---|---|")
        columns = {key: [one[key] for one in found] for key in found[0]}
        print("\n".join(row(key, values) for key, values in columns.items()), flush=True)
        if name == "true_difference":
            means = {key: float(np.mean(values)) for key, values in columns.items()}
            print(
                "\n".join(
                    f"| {kind} topics: power promised | {promised(means, kind):.3f} | | |"
                    for kind in ("even", "uneven")
                )
            )


if __name__ == "__main__":
    main()
