"""How much the graphs of two texts have in common, in which an edge leads from each word to the next.

Graphs stood behind several programs of PAN: Vilariño et al. 2013, Castillo et al. 2014 and 2015, Gómez-Adorno et al.
2015. After abstracts of theirs and of later papers: texts become graphs of words that follow each other, and
similarities of graphs decide. Simplified: the graphs are those of the words alone (Gómez-Adorno et al. integrate
parses, Vilariño et al. mine frequent subgraphs), all known texts make one graph, and a logistic regression weighs the
similarities.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from stylobench.features.function_words import FUNCTION_WORDS
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Booleans, Floats, Problem, Rows
from stylobench.verifiers._pair_learner import PairLearner, kept_measures
from stylobench.verifiers._training import settled

WORDS, EDGES = "words", "word_ngrams(n=2)"
MEASURES = [
    "words in both graphs",
    "edges in both graphs",
    "weight that edges have in common",
    "weight that edges between function words have in common",
    "likeness of the words' degrees",
    "likeness of edges per word",
]


class WordGraph(PairLearner):
    """Logistic regression on similarities of graphs.

    held_out     share of the training problems that a map is tuned on, where one is set
    calibrate    none, because logistic regression gives probabilities; or a map as in `char_ngrams`
    objective    the measure that two thresholds maximise, where they are the map

    >>> texts = ("so it is and so it was", "so it was so", "thus we be or thus we go", "thus we be")
    >>> problems = [Problem((texts[i],), texts[j]) for i, j in [(0, 1), (2, 3), (0, 3), (2, 1)]]
    >>> (WordGraph().fit(problems, [True, True, False, False]).verify(problems) > 0.5).tolist()
    [True, True, False, False]
    """

    family: ClassVar[str] = "words"
    year: ClassVar[int] = 2014
    paper: ClassVar[str] = "Castillo et al. 2014; Gómez-Adorno et al. 2015; Vilariño et al. 2013"
    looks_at: ClassVar[str] = "which word follows which"
    rebuilds: ClassVar[tuple[str, ...]] = ("Castillo 17", "Gómez-Adorno 33", "Vilarino 107")

    def __init__(self, held_out: float = 0.2, calibrate: str = "none", objective: str = "overall_2020") -> None:
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Compare the graphs of all problems."""
        self._measures(settled(problems))

    @property
    def _names(self) -> list[str]:
        return MEASURES

    def _measures(self, problems: Problems) -> Floats:
        return kept_measures(problems, "word_graph", _compared)

    def _learner(self) -> Any:
        from sklearn.linear_model import LogisticRegression

        return LogisticRegression(class_weight="balanced")


@dataclass(frozen=True)
class Ends:
    """Where each edge begins and ends, as places of words, and whether both are function words."""

    first: Rows
    second: Rows
    functional: Booleans

    @classmethod
    def of(cls, whole: Texts) -> Ends:
        """The ends of every edge of any text."""
        places = whole.counts(WORDS).columns.positions
        pairs = [edge.split(" ") for edge in whole.counts(EDGES).names]
        first, second = np.array([[places[a], places[b]] for a, b in pairs], np.int64).reshape(-1, 2).T
        listed = frozenset(FUNCTION_WORDS)
        return cls(first, second, np.array([a in listed and b in listed for a, b in pairs], np.bool_))


@dataclass(frozen=True)
class Graph:
    """Edges in order with their weights, and how many distinct edges each word has."""

    edges: Rows
    weights: Floats
    words: Rows
    degrees: Floats

    @classmethod
    def of(cls, rows: Any, ends: Ends) -> Graph:
        """The graph of some texts together, from the counts of their edges."""
        edges, places = np.unique(rows.indices, return_inverse=True)
        weights = np.bincount(places, rows.data, len(edges)).astype(np.float64)
        words, degrees = np.unique(np.r_[ends.first[edges], ends.second[edges]], return_counts=True)
        return cls(edges.astype(np.int64), weights, words, degrees.astype(np.float64))


def _compared(problems: Problems) -> Floats:
    ends = problems.texts.once("ends of word graphs", Ends.of)
    counts = problems.texts.counts(EDGES).matrix
    bounds = zip(problems.starts[:-1], problems.starts[1:], problems.questioned, strict=True)
    rows = [
        similarities(Graph.of(counts[problems.known[start:end]], ends), Graph.of(counts[row], ends), ends.functional)
        for start, end, row in bounds
    ]
    return np.array(rows, np.float64).reshape(-1, len(MEASURES))


def similarities(one: Graph, other: Graph, functional: Booleans) -> list[float]:
    """What two graphs have in common, each from 0 to 1; NaN where one has no edge."""
    if not len(one.edges) or not len(other.edges):
        return [np.nan] * len(MEASURES)
    edges, here, there = np.intersect1d(one.edges, other.edges, assume_unique=True, return_indices=True)
    words, mine, yours = np.intersect1d(one.words, other.words, assume_unique=True, return_indices=True)
    lengths = float(np.linalg.norm(one.degrees) * np.linalg.norm(other.degrees))
    density, other_density = (len(graph.edges) / len(graph.words) for graph in (one, other))
    listed = functional[edges]
    return [
        2 * len(words) / (len(one.words) + len(other.words)),
        2 * len(edges) / (len(one.edges) + len(other.edges)),
        _common(one.weights[here], other.weights[there], one.weights.sum(), other.weights.sum()),
        _common(one.weights[here][listed], other.weights[there][listed], *_totals(one, other, functional)),
        float((one.degrees[mine] * other.degrees[yours]).sum()) / lengths,
        min(density, other_density) / max(density, other_density),
    ]


def _totals(one: Graph, other: Graph, functional: Booleans) -> tuple[float, float]:
    first, second = (float(graph.weights[functional[graph.edges]].sum()) for graph in (one, other))
    return first, second


def _common(weights: Floats, others: Floats, total: float, other_total: float) -> float:
    """The sum over common edges of the smaller share."""
    if total == 0 or other_total == 0:
        return 0.0
    return float(np.minimum(weights / total, others / other_total).sum())
