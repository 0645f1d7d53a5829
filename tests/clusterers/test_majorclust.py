from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from stylobench.clusterers._label_passing import pass_labels
from stylobench.clusterers.majorclust import Majorclust, _graph
from stylobench.errors import SpecError
from stylobench.features._word_weights import unit_rows
from stylobench.records import Floats
from stylobench.seeds import generator


def passed(weights: list[list[float]], labels: list[int], order: list[int]) -> tuple[int, list[int]]:
    graph, found = sparse.csr_matrix(np.array(weights)), np.array(labels)
    starts, ends = graph.indptr.astype(np.int64), graph.indices.astype(np.int64)
    return pass_labels(np.array(order), starts, ends, graph.data, found), found.tolist()


def test_the_heaviest_label_wins_though_another_has_the_heaviest_edge() -> None:
    """Node 0 is tied by .9 to label 1, and by .5 + .5 to label 2."""
    weights = [[0, 0.9, 0.5, 0.5], [0.9, 0, 0, 0], [0.5, 0, 0, 0], [0.5, 0, 0, 0]]
    assert passed(weights, [0, 1, 2, 2], [0]) == (1, [2, 1, 2, 2])


def test_a_tie_keeps_the_own_label_else_takes_the_lowest() -> None:
    tied = [[0, 1.0, 1.0], [1.0, 0, 0], [1.0, 0, 0]]
    assert passed(tied, [2, 1, 2], [0]) == (0, [2, 1, 2])
    assert passed(tied, [0, 2, 1], [0]) == (1, [1, 2, 1])


def plain(weights: Floats, seed: int) -> list[int]:
    """MajorClust by its definition, on a full matrix."""
    labels, rng = list(range(len(weights))), generator(seed, "majorclust")
    while True:
        before = list(labels)
        for node in rng.permutation(len(weights)):
            pull = {label: sum(weights[node][np.array(labels) == label]) for label in sorted(set(labels))}
            best = max(pull, key=lambda label: (pull[label], -label))
            if pull[best] > pull[labels[node]] + 1e-9:
                labels[node] = best
        if labels == before:
            return labels


@pytest.mark.parametrize("seed", range(6))
def test_it_agrees_with_the_definition(seed: int) -> None:
    rows = unit_rows(generator(seed, "rows").normal(size=(50, 4)))
    weights = _graph(rows, 6, 0.2).toarray()
    assert Majorclust(neighbours=6, threshold=0.2, seed=seed)._find(rows).tolist() == plain(weights, seed)


def test_the_graph_has_the_nearest_above_the_threshold_from_either_end() -> None:
    """Cosines: 0-1 .8, 1-2 .6, 0-2 0. With one neighbour each, 2 finds 1 although 1 finds 0."""
    rows = np.array([[1.0, 0.0], [0.8, 0.6], [0.0, 1.0]])
    assert _graph(rows, 1, 0.3).toarray() == pytest.approx(np.array([[0, 0.8, 0], [0.8, 0, 0.6], [0, 0.6, 0]]))
    assert _graph(rows, 1, 0.7).toarray() == pytest.approx(np.array([[0, 0.8, 0], [0.8, 0, 0], [0, 0, 0]]))


def test_rows_without_edges_stay_alone() -> None:
    rows = np.array([[1.0, 0.0], [1.0, 0.1], [-1.0, 0.0], [0.0, 0.0]])
    assert Majorclust().fit_predict(rows)[:2].tolist() == [0, 0]
    assert sorted(Majorclust().fit_predict(rows)[2:].tolist()) == [1, 2]
    assert Majorclust().fit_predict(rows[:1]).tolist() == [0]


def test_no_neighbours_are_refused() -> None:
    with pytest.raises(SpecError, match=r"majorclust\(neighbours=0\): at least 1"):
        Majorclust(neighbours=0)
