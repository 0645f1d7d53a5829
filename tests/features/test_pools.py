from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from stylobench.features.pools import Pools, allowed, writers_by_truth
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Problem, text_digest

# two texts each by Ann (0, 1), Ben (2, 3), Cal (4, 5) and Dan (6, 7)
LETTERS = list("abcdefgh")
WRITERS = np.array([0, 0, 1, 1, 2, 2, 3, 3])


def problems(*rows: tuple[list[int], int]) -> Problems:
    known = [row for some, _ in rows for row in some]
    starts = np.cumsum([0, *(len(some) for some, _ in rows)])
    return Problems(Texts(LETTERS), np.array(known), starts, np.array([row for _, row in rows]))


# the order in which texts are taken where there is room for fewer
FIRST = sorted(range(8), key=lambda row: text_digest(LETTERS[row]))


def chosen(mask: np.ndarray) -> list[str]:
    return ["".join(letter for letter, may in zip(LETTERS, row, strict=True) if may) for row in mask]


def test_nobody_whom_a_problem_is_about_is_an_impostor() -> None:
    asked = problems(([0], 2)).with_pools(np.arange(8), WRITERS)
    assert chosen(allowed(asked, asked.texts.digests())) == ["efgh"]


def test_a_pool_tells_neither_by_its_size_nor_otherwise_how_many_people_a_problem_is_about() -> None:
    for rows in ([0], 1), ([0], 2):
        alone = problems(rows).with_pools(np.arange(8), WRITERS)
        assert allowed(alone, alone.texts.digests()).sum() == 4
    assert vars(alone.pools).keys() == {"rows", "free"}


def test_every_pool_is_equally_large() -> None:
    asked = problems(([0], 1), ([0], 2)).with_pools(np.arange(8), WRITERS)
    # about Ann alone: c d e f g h are free, of which the first four by digest are used
    four = "".join(sorted(LETTERS[row] for row in [row for row in FIRST if row > 1][:4]))
    assert chosen(allowed(asked, asked.texts.digests())) == [four, "efgh"]
    alone = asked.take([0])
    assert chosen(allowed(alone, alone.texts.digests())) == [four]


def test_the_order_of_rows_changes_no_pool() -> None:
    turned = Problems(Texts(LETTERS[::-1]), np.array([7, 7]), np.array([0, 1, 2]), np.array([6, 5]))
    turned = turned.with_pools(np.arange(8), WRITERS[::-1])
    asked = problems(([0], 1), ([0], 2)).with_pools(np.arange(8), WRITERS)
    digests = asked.texts.digests()
    assert chosen(allowed(turned, digests)) == chosen(allowed(asked, digests))


def test_without_candidates_there_is_no_impostor() -> None:
    asked = problems(([0], 2)).with_pools(np.zeros(0, np.int64), WRITERS)
    assert chosen(allowed(asked, asked.texts.digests())) == [""]


def test_only_candidates_that_the_verifier_has_learnt_from_are_allowed() -> None:
    asked = problems(([0], 2)).with_pools(np.array([1, 4, 6]), WRITERS)
    digests = asked.texts.digests()
    assert allowed(asked, [digests[4], digests[7], digests[1]]).tolist() == [[True, False, False]]


def test_without_pools_all_but_the_own_texts_are_allowed() -> None:
    asked = problems(([0, 1], 4))
    assert chosen(allowed(asked, asked.texts.digests())) == ["cdfgh"]


def test_pools_move_with_their_texts() -> None:
    pools = Pools(np.array([2, 0, 1]), np.array([[True, False, True]]))
    moved = pools.moved(np.array([3, 3, 0, 0, 0, 0, 0, 0]))
    assert (moved.rows.tolist(), moved.free.tolist()) == ([0, 3], [[True, False]])


def test_the_truth_of_problems_tells_which_texts_are_by_one_person() -> None:
    asked = problems(([0, 1], 2), ([3], 4), ([2], 5))
    codes = writers_by_truth(asked, np.array([True, False, True]))
    assert len({codes[row] for row in (0, 1, 2, 5)}) == 1
    assert len({codes[row] for row in (0, 3, 4, 6, 7)}) == 5


def test_problems_given_as_a_list_have_no_pools() -> None:
    assert Problems.of([Problem(("a",), "b")]).pools is None


@given(st.lists(st.tuples(st.lists(st.integers(0, 7), min_size=1, max_size=3), st.integers(0, 7)), min_size=1))
def test_pools_agree_with_a_plain_reading(rows: list[tuple[list[int], int]]) -> None:
    asked = problems(*rows).with_pools(np.arange(8), WRITERS)
    free = [[row for row in range(8) if WRITERS[row] not in WRITERS[[*known, one]]] for known, one in rows]
    size = 4  # without the two people who wrote most
    wanted = ["".join(sorted(LETTERS[row] for row in sorted(some, key=FIRST.index)[:size])) for some in free]
    assert chosen(allowed(asked, asked.texts.digests())) == wanted
    back = asked.take(np.arange(len(rows))[::-1])
    assert chosen(allowed(back, back.texts.digests())) == wanted[::-1]
