"""Pairs of true and named author."""

from __future__ import annotations

import numpy as np

from stylobench.metrics.author_cells import MOST_CELLS, authors, possible


def test_silence_stands_after_the_last_author() -> None:
    classes, true, said = authors(["bob", "ann", "ann"], ["eve", None, "ann"])
    assert classes == ("ann", "bob", "eve")
    assert (true.tolist(), said.tolist()) == ([1, 0, 0], [2, 3, 0])


def test_numbers_and_their_names_are_the_same_author() -> None:
    _, true, said = authors([1, 2], ["1", "1"])
    assert (true.tolist(), said.tolist()) == ([0, 1], [0, 0])


def test_few_authors_can_all_be_taken_for_each_other() -> None:
    assert possible(np.array([0, 1]), np.array([0, 1]), 2).tolist() == [[0, 0], [0, 1], [1, 0], [1, 1]]


def test_a_lone_author_can_at_least_be_met_with_silence() -> None:
    assert possible(np.array([0]), np.array([0]), 1).tolist() == [[0, 0], [0, 1]]


def test_of_many_authors_only_pairs_that_were_seen_and_one_mistake_each() -> None:
    many = np.arange(int(MOST_CELLS**0.5) + 1)
    cells = possible(many, np.roll(many, 2), len(many))
    assert len(cells) == 3 * len(many)
    assert {tuple(cell) for cell in cells.tolist()} >= {(0, 0), (0, 1), (2, 0)}
