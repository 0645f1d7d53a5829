"""What dates say about tested items."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from protocols.hand_made_answers import answered, hand_made, texts
from scipy import stats

from stylobench.errors import StylobenchError
from stylobench.features.texts import Texts
from stylobench.protocols.shift_ground import Answered, Tested
from stylobench.protocols.shift_stream import constancy_of, dated, stream_of
from stylobench.protocols.shift_subclasses import Wish, grouped

SIZES = {"harbour": 40, "market": 40, "school": 20}
SUBJECT = [name for name, n in SIZES.items() for _ in range(n)]


@pytest.fixture(scope="module")
def written() -> Texts:
    return texts(SIZES)


def items(methods: dict[str, Answered] | None = None, **more: Any) -> Tested:
    return hand_made(methods or {}, SIZES, **more)


def moved() -> list[str | None]:
    """Harbour in 2020 (30 of 40), market in 2021 (30 of 40), school in either by half."""
    early = [place % 40 < (30, 10)[place // 40] for place in range(80)] + [True, False] * 10
    return [f"{2020 + (not first)}-{1 + place % 12:02d}-05" for place, first in enumerate(early)]


def test_mixes_are_counted_by_period_and_tested(written: Texts) -> None:
    whole = items(times=[*moved()[:-1], None])
    found = stream_of(whole, grouped(whole, Wish()), "year", 0)
    assert found is not None
    assert found.periods == ["2020", "2021"]
    assert found.undated == 1
    assert found.mixes == [[30, 10, 10], [10, 30, 9]]
    assert found.mix_p == pytest.approx(stats.chi2_contingency(found.mixes, correction=False).pvalue)
    assert found.mix_p < 0.001
    assert found.whole.n == 0
    assert found.clusters == [None, None, None]
    assert found.equal is None
    assert found.words == []


def test_the_share_of_every_class_is_told_by_period() -> None:
    whole = items(times=["2020-01-01"] * 50 + ["2021-01-01"] * 50)
    found = stream_of(whole, grouped(whole, Wish()), "year", 0)
    assert found is not None
    assert found.prevalence == {"ann": [0.5, 0.5], "bob": [0.5, 0.5]}
    assert found.prevalence_p == pytest.approx(1)


def test_many_classes_become_eleven_and_all_others() -> None:
    classes = [f"c{place % 20:02d}" for place in range(99)] + ["c00"]
    whole = items(times=["2020-01-01"] * 50 + ["2021-01-01"] * 50)
    whole = Tested(**{**whole.__dict__, "classes": classes})
    found = stream_of(whole, grouped(whole, Wish()), "year", 0)
    assert found is not None
    assert len(found.prevalence) == 12
    assert list(found.prevalence)[-1] == "all others"
    assert np.sum(list(found.prevalence.values()), axis=0).tolist() == pytest.approx([1, 1])


def test_mixes_that_do_not_move_have_no_concentration_and_moving_ones_do() -> None:
    still = items(times=[f"{2020 + place % 5}-05-01" for place in range(100)])
    found = stream_of(still, grouped(still, Wish()), "year", 0)
    assert found is not None
    assert found.concentration is None
    whole = items(times=moved())
    found = stream_of(whole, grouped(whole, Wish()), "year", 0)
    assert found is not None
    assert found.concentration is not None
    assert found.concentration_low is not None
    assert 0 < found.concentration_low < found.concentration < 100


def test_periods_as_subclasses_move_by_themselves() -> None:
    whole = items(times=moved())
    found = stream_of(whole, grouped(whole, Wish(kind="period", period="year")), "year", 0)
    assert found is not None
    assert (found.mix_p, found.concentration) == (None, None)


def test_texts_in_order_of_their_subject_are_nearer_to_their_neighbours(written: Texts) -> None:
    in_turn = [f"20{place // 12:02d}-{1 + place % 12:02d}-01" for place in range(100)]
    whole = items(times=in_turn, texts=written, subclasses=None)
    found = stream_of(whole, grouped(whole, Wish(clusters=3)), "year", 0)
    assert found is not None
    assert found.whole.n == 100
    assert found.whole.effect is not None
    assert found.whole.effect > 0.2
    assert found.whole.effect_p is not None
    assert found.whole.effect_p <= 0.01
    assert len(found.clusters) == 3
    by_lot = [in_turn[place] for place in np.random.default_rng(1).permutation(100)]
    mixed = items(times=by_lot, texts=written, subclasses=None)
    random = stream_of(mixed, grouped(mixed, Wish(clusters=3)), "year", 0)
    assert random is not None
    assert random.whole.effect is not None
    assert abs(random.whole.effect) < 0.1
    assert random.whole.effect_p is not None
    assert random.whole.effect_p > 0.01


def test_items_of_one_date_come_in_no_order_of_the_corpus(written: Texts) -> None:
    whole = items(times=["2020-01-01"] * 99 + ["2021-01-01"], texts=written, subclasses=None)
    found = stream_of(whole, grouped(whole, Wish(clusters=3)), "year", 0)
    assert found is not None
    assert found.whole.effect is not None
    assert abs(found.whole.effect) < 0.1


def test_predictive_words_are_followed_over_time(written: Texts) -> None:
    classes = ["sea" if name == "harbour" else "land" for name in SUBJECT]
    whole = items(times=moved(), texts=written)
    whole = Tested(**{**whole.__dict__, "classes": classes})
    found = stream_of(whole, grouped(whole, Wish()), "year", 0)
    assert found is not None
    years = [time and time[:4] for time in moved()]
    assert {word.label for word in found.words} == {"sea"} | {word.label for word in found.words}
    for word in found.words:
        for period, share in zip(found.periods, word.shares, strict=True):
            rows = [row for row, year in enumerate(years) if year == period]
            held = sum(word.word in written[row].split() for row in rows)
            assert share == pytest.approx(held / len(rows))
    best = found.words[0]
    assert best.label == "sea"
    assert best.shares[0] > best.shares[1]


@pytest.mark.parametrize("times", [None, [None] * 100, ["2020-01-01"] * 100])
def test_without_two_periods_there_is_no_stream_unless_one_was_asked_for(times: list[str | None] | None) -> None:
    whole = items(times=times)
    assert dated(whole, None) is None
    assert stream_of(whole, grouped(whole, Wish()), None, 0) is None
    with pytest.raises(StylobenchError, match=r"has a date|are from 2020"):
        dated(whole, "year")


def test_a_period_that_does_not_exist_is_refused() -> None:
    with pytest.raises(StylobenchError, match="no period named 'decade'; there are: "):
        dated(items(times=moved()), "decade")


def test_answers_that_get_worse_within_their_subclass_are_seen() -> None:
    # all of 2020 right; of 2021 nothing in the first subclass, everything in the others
    times = [f"{2020 + place % 2}-01-01" for place in range(100)]
    one = answered({"all": (100, 100)})
    truth = ["ann", "bob"] * 50
    named = [("ann" if place < 40 and place % 2 else truth[place]) for place in range(100)]
    worse = type(one.outcomes).attributed(truth, named)
    whole = items({"ours": Answered("", np.arange(100), worse)}, times=times)
    found = constancy_of(whole, whole.methods["ours"], grouped(whole, Wish()), 0)
    assert found is not None
    assert (found.early, found.late) == ("before 2021-01-01", "from 2021-01-01")
    assert [level.value for level in found.differences] == [-1, 0, 0]
    assert [level.n for level in found.differences] == [40, 40, 20]
    assert found.p is not None
    assert found.p <= 0.01
    assert found.p_least is not None
    assert found.p_least < 1e-6
    steady = items({"ours": one}, times=times)
    same = constancy_of(steady, one, grouped(steady, Wish()), 0)
    assert same is not None
    assert [level.value for level in same.differences] == [0, 0, 0]


def test_rough_dates_are_neither_early_nor_late() -> None:
    # the odd items are of 2020; by their year alone four wrong ones would all come first
    times = [f"2020-{1 + place % 12:02d}-05" for place in range(100)]
    truth = ["ann", "bob"] * 50
    rough = [1, 3, 5, 7]
    named = ["ann" if place in rough else truth[place] for place in range(100)]
    for place in rough:
        times[place] = "2020"
    outcomes = type(answered().outcomes).attributed(truth, named)
    whole = items({"ours": Answered("", np.arange(100), outcomes)}, times=times)
    found = constancy_of(whole, whole.methods["ours"], grouped(whole, Wish()), 0)
    assert found is not None
    assert [(level.value, level.n) for level in found.differences] == [(0, 36), (0, 40), (0, 20)]


def test_rough_dates_take_no_part_in_the_order_of_a_stream(written: Texts) -> None:
    times = [f"20{place // 12:02d}-{1 + place % 12:02d}-01" for place in range(100)]
    rough = ["2000" if place % 20 == 3 else time for place, time in enumerate(times)]
    whole = items(times=rough, texts=written, subclasses=None)
    found = stream_of(whole, grouped(whole, Wish(clusters=3)), "year", 0)
    assert found is not None
    assert found.whole.n == 95
    none = items(times=["soon"] * 2 + times[2:], texts=written, subclasses=None)
    assert stream_of(none, grouped(none, Wish(clusters=3)), "year", 0).whole.n == 98  # type: ignore[union-attr]


@pytest.mark.parametrize("times", [None, [None] * 100, ["2020-01-01"] * 100, ["2020-01-01"] * 51 + [None] * 49])
def test_constancy_needs_two_dates(times: list[str | None] | None) -> None:
    one = answered({"all": (100, 100)})
    whole = items({"ours": one}, times=times)
    assert constancy_of(whole, one, grouped(whole, Wish()), 0) is None


def test_the_same_seed_says_the_same(written: Texts) -> None:
    whole = items(times=moved(), texts=written)
    grouping = grouped(whole, Wish(clusters=3))
    assert stream_of(whole, grouping, None, 3) == stream_of(whole, grouping, None, 3)
