from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from stylobench.errors import SplitError
from stylobench.seeds import generator
from stylobench.splits.hits import choices, select_topics


def _cosine(one: list[float], two: list[float]) -> float:
    return math.fsum(a * b for a, b in zip(one, two, strict=True)) / (math.hypot(*one) * math.hypot(*two))


def _by_definition(names: list[str], vectors: list[list[float]], count: int, score: str) -> list[tuple[str, float]]:
    """The definition read aloud: every cosine, mean and maximum afresh at every step."""
    table = dict(zip(names, vectors, strict=True))
    others = {a: [_cosine(table[a], table[b]) for b in names if b != a] or [0.0] for a in names}
    first = min(sorted(names), key=lambda a: round(math.fsum(others[a]) / len(others[a]), 12))
    taken = [(first, 0.0)]
    while len(taken) < count:
        scores = {}
        for name in sorted(set(names) - {name for name, _ in taken}):
            similar = [_cosine(table[name], table[other]) for other, _ in taken]
            mean = math.fsum(similar) / len(similar)
            scores[name] = round(mean if mean < 0 and score == "corrected" else mean * max(similar), 12)
        best = min(scores, key=lambda name: scores[name])
        taken.append((best, scores[best]))
    return taken


VECTORS = st.integers(1, 5).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(-2, 2), min_size=width, max_size=width).filter(any), min_size=1, max_size=9
    )
)


@given(VECTORS, st.integers(0, 8), st.sampled_from(["corrected", "published"]), st.randoms(use_true_random=False))
def test_the_definition_is_followed_with_ties_and_negative_cosines(
    vectors: list[list[float]], count: int, score: str, shuffle: st.DataObject
) -> None:
    names = [f"topic {chr(ord('a') + i)}" for i in range(len(vectors))]
    shuffle.shuffle(names)  # type: ignore[attr-defined]
    assume(1 <= count <= len(names))
    found = [(one.topic, one.leakage) for one in choices(names, vectors, count, score)]
    expected = _by_definition(names, vectors, count, score)
    assert [name for name, _ in found] == [name for name, _ in expected]
    assert [value for _, value in found] == pytest.approx([value for _, value in expected], abs=2e-12)


@pytest.mark.parametrize("shift", [0.0, 0.5, 3.0])
@pytest.mark.parametrize("score", ["corrected", "published"])
def test_the_definition_is_followed_on_random_vectors(shift: float, score: str) -> None:
    vectors = generator(1, "hits", str(shift)).normal(size=(60, 8)) + shift
    names = [f"t{i}" for i in range(60)]
    expected = [name for name, _ in _by_definition(names, vectors.tolist(), 40, score)]
    assert select_topics(names, vectors, 40, score) == expected


@given(st.permutations(range(12)))
def test_the_order_of_the_input_changes_nothing(order: list[int]) -> None:
    vectors = generator(2, "order").normal(size=(12, 5))
    names = [f"t{i:02d}" for i in range(12)]
    moved = choices([names[i] for i in order], vectors[order], 9)
    for one, two in zip(moved, choices(names, vectors, 9), strict=True):
        assert repr(one) == repr(two)


def test_by_hand() -> None:
    """Unit vectors at 0, 60 and 90 degrees: mean cosines to the others are .25, .683 and .433."""
    half, high = 0.5, math.sqrt(3) / 2
    found = choices(["east", "mid", "north"], [[1, 0], [half, high], [0, 1]], 3)
    assert [one.topic for one in found] == ["east", "north", "mid"]
    assert found[1].leakage == 0
    assert found[1].nearest == "east"
    assert found[2].leakage == pytest.approx((half + high) / 2 * high)
    assert (found[2].nearest, found[2].similarity) == ("north", pytest.approx(high))


def test_the_published_product_prefers_what_the_corrected_score_avoids() -> None:
    """Taken: x = (1, 0). Cosines -.6 and -.1: the product makes -.1 the better (.36 > .01); it is the more similar."""
    names, vectors = ["x", "y", "z"], [[1, 0], [-0.6, 0.8], [-0.1, -math.sqrt(0.99)]]
    first = select_topics(names, vectors, 1)
    assert first == ["y"]
    corrected, published = (choices(names, vectors, 2, score)[1] for score in ("corrected", "published"))
    assert (corrected.topic, published.topic) == ("z", "x")
    assert corrected.leakage < 0 < published.leakage


def test_very_large_and_very_small_vectors_keep_their_direction() -> None:
    vectors = [[1e300, 1e299], [1e-300, 0], [0, 1e-320]]
    assert select_topics(["sea", "boats", "law"], vectors, 2) == ["law", "boats"]


@pytest.mark.parametrize(
    ("names", "vectors", "count", "message"),
    [
        (["a", "b"], [[1, 0], [0, 1]], 3, "cannot select 3 of 2 topics; ask for 1 to 2"),
        (["a", "b"], [[1, 0], [0, 1]], 0, "cannot select 0 of 2 topics"),
        (["a", "a"], [[1, 0], [0, 1]], 1, "topic 'a' is named more than once"),
        (["a", "b"], [[1, 0]], 1, "2 topics need as many vectors"),
        (["a", "b"], [1, 0], 1, "2 topics need as many vectors"),
        (["a", "b"], [[1, 0], [0, math.nan]], 1, "the vector of topic 'b' is not finite"),
        (["a", "b"], [[1, 0], [0, math.inf]], 1, "the vector of topic 'b' is not finite"),
        (["a", "b"], [[0, 0], [0, 1]], 1, "the vector of topic 'a' is all zeros"),
        (["a", "b"], np.zeros((2, 0)), 1, "the vector of topic 'a' is all zeros"),
        ([], np.zeros((0, 3)), 1, "cannot select 1 of 0 topics"),
    ],
)
def test_a_fault_is_one_clear_line(names: list[str], vectors: npt.ArrayLike, count: int, message: str) -> None:
    with pytest.raises(SplitError, match=message):
        select_topics(names, vectors, count)


def test_an_unknown_score_is_named() -> None:
    with pytest.raises(SplitError, match="no leakage score named 'best'; there are: corrected, published"):
        select_topics(["a"], [[1.0]], 1, score="best")
