"""Tests of how people's own disguises are judged."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.protocols.attack_findings import Sure
from stylobench.protocols.attack_people import Told, compared, detection, evenly_typed, mean

NAMES = ("method", "verifier", "obfuscation")


def _told(**values: list[float]) -> Told:
    pairs = [(author, value) for author, held in values.items() for value in held]
    return Told(tuple(author for author, _ in pairs), tuple(value for _, value in pairs))


def test_every_author_counts_once_however_many_texts() -> None:
    found = compared(_told(a=[1, 1, 1, 1], b=[0]), _told(a=[0, 1], b=[0]), 0, 99, NAMES)
    assert (found.before.value, found.after.value, found.authors) == (0.5, 0.25, 2)
    assert (found.d.value, found.impact.value) == (-0.25, 0.5)


def test_six_authors_who_all_get_lost_give_the_exact_p() -> None:
    before = _told(**{name: [1.0] for name in "abcdef"})
    after = _told(**{name: [0.0] for name in "abcdef"})
    found = compared(before, after, 0, 99, NAMES)
    assert found.p == 2 / 2**6
    assert found.impact.value == 1
    assert found.after == Sure(0.0, 0.0, pytest.approx(1 - 0.025 ** (1 / 6)))


def test_no_change_at_all_is_sure() -> None:
    same = _told(a=[1.0], b=[0.0], c=[1.0])
    found = compared(same, same, 0, 99, NAMES)
    assert (found.d, found.p) == (Sure(0.0, 0.0, 0.0), 1.0)
    assert found.impact == Sure(0.0, 0.0, 0.0)


def test_only_authors_on_both_sides_are_compared() -> None:
    found = compared(_told(a=[1.0], b=[1.0]), _told(b=[0.0], c=[1.0]), 0, 99, NAMES)
    assert (found.authors, found.before.value, found.after.value) == (1, 1.0, 0.0)
    assert compared(_told(a=[1.0]), _told(b=[1.0]), 0, 99, NAMES).authors == 0


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=3, max_size=12))
def test_means_agree_with_plain_ones_and_lie_in_their_intervals(pairs: list[tuple[bool, bool]]) -> None:
    before = _told(**{f"a{i}": [float(first)] for i, (first, _) in enumerate(pairs)})
    after = _told(**{f"a{i}": [float(second)] for i, (_, second) in enumerate(pairs)})
    found = compared(before, after, 0, 99, NAMES)
    assert found.before.value == pytest.approx(np.mean([first for first, _ in pairs]))
    assert found.d.value == pytest.approx(np.mean([second - first for first, second in pairs]))
    assert found.d.low is not None
    assert found.d.high is not None
    assert found.d.value is not None
    assert found.d.low - 1e-9 <= found.d.value <= found.d.high + 1e-9


def test_silence_has_no_rank() -> None:
    assert mean(_told(a=[1.0, np.nan], b=[3.0]), 0, 99).value == 2
    assert mean(_told(a=[np.nan]), 0, 99) == Sure(None)


def test_what_the_keyboard_leaves_is_evened_out() -> None:
    assert evenly_typed("\r\n\tOne\u00a0two\u2026 -- three\n\nfour ") == "One two... - three four"
    assert evenly_typed("well-known") == "well-known"


def test_a_plain_disguise_is_detected() -> None:
    texts = {
        f"author {n}": ([f"the cat number {n} sat on the mat and slept"] * 3, [f"we went {n} times to our house"])
        for n in range(6)
    }
    found = detection("set", "obfuscation", texts, 0, 99)
    assert found.auc.value == 1
    assert (found.texts, found.disguised, found.authors) == (24, 6, 6)
