from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.errors import CorpusError, SpecError
from stylobench.protocols.periods import LENGTHS, between, comparable, periods

DAYS = st.dates(date(1980, 1, 1), date(2020, 12, 31)).map(str)


@pytest.mark.parametrize(
    ("by", "name"),
    [("day", "1987-01-02"), ("week", "1987-W01"), ("month", "1987-01"), ("quarter", "1987-Q1"), ("year", "1987")],
)
def test_names_of_periods(by, name):
    assert periods(["1987-01-02", "1990-05-05"], by).names[0] == name


def test_a_week_belongs_to_the_year_of_its_thursday():
    assert periods(["1987-01-01", "1986-12-31", "1987-12-31"], "week").names == ("1987-W01", "1987-W53")


def test_a_year_is_no_month_but_a_year():
    times = ["1987", "1987-03", "1987-04-02", "1988"]
    assert periods(times, "month").codes.tolist() == [-1, 0, 1, -1]
    assert periods(times, "quarter").names == ("1987-Q1", "1987-Q2")
    assert periods(times, "year").codes.tolist() == [0, 0, 0, 1]


def test_clock_times_are_dropped_and_impossible_dates_are_undated():
    found = periods(["1987-03-01T10:00:00Z", "1987-02-30", "1987-04-01 11:00", "spring", "", None], "month")
    assert found.codes.tolist() == [0, -1, 1, -1, -1, -1]
    assert found.undated == 4
    assert found.sizes.tolist() == [1, 1]


@given(st.lists(st.one_of(DAYS, st.none()), min_size=3, max_size=40), st.sampled_from(LENGTHS))
def test_codes_follow_time(times, by):
    try:
        found = periods(times, by)
    except CorpusError:
        return
    assert list(found.names) == sorted(found.names)
    dated = sorted((time, code) for time, code in zip(times, found.codes, strict=True) if time)
    assert [code for _, code in dated] == sorted(code for _, code in dated)
    assert all(code == -1 for time, code in zip(times, found.codes, strict=True) if time is None)
    assert found.sizes.min() >= 1


def day(number):
    return str(date(1987, 1, 1) + timedelta(number))


@pytest.mark.parametrize(
    ("days", "step", "count", "first"),
    [
        (365, 1, 12, "1987-01"),
        (3650, 1, 10, "1987"),
        (1460, 1, 17, "1987-Q1"),
        (35, 0.25, 6, "1987-W01"),
        (6, 0.03, 6, "1987-01-01"),
    ],
)
def test_the_length_is_chosen_by_the_dates(days, step, count, first):
    found = periods([day(int(number)) for number in np.arange(0, days, step)])
    assert 3 <= len(found.names) <= 24
    assert found.names[0].startswith(first)
    assert len(found.names) == pytest.approx(count, abs=1)


def test_years_alone_are_enough_also_where_they_are_many():
    assert periods(["1987", "1988", "1988"]).names == ("1987", "1988")
    found = periods([str(year) for year in range(1900, 2000) for _ in range(5)])
    assert len(found.names) == 12
    assert found.undated == 0
    assert found.names[0] == "1900-01-01 to 1907-12-31"


def test_even_periods_never_divide_a_day():
    times = ["2000-01-01"] * 5 + ["2000-01-02"] + ["2000-01-03"] * 2
    found = periods(times, count=4)
    assert found.names == ("2000-01-01 to 2000-01-02", "2000-01-03")
    assert found.sizes.tolist() == [6, 2]


def test_between_given_dates():
    found = between(["1987-05-31", "1987-06-01", "1987-06", "1987", "1987-10-19", None], ["1987-10-01", "1987-06-01"])
    assert found.names == ("until 1987-05-31", "1987-06-01 to 1987-09-30", "from 1987-10-01")
    assert found.codes.tolist() == [0, 1, 1, -1, 2, -1]


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (lambda: periods([None, None]), CorpusError, "none of 2 documents has a date; give a column"),
        (lambda: periods(["5 March"]), CorpusError, "'5 March' is no date such as"),
        (lambda: periods(["1987-03-01", "1987-03-02"], "month"), CorpusError, "all dated documents are from 1987-03"),
        (lambda: periods(["1987-03-01", "1987-03-01"]), CorpusError, "take shorter periods"),
        (lambda: periods(["1987", "1988"], "month"), CorpusError, "no date is as exact as that"),
        (lambda: periods(["1987", "1988"], "decade"), SpecError, "there are: month, quarter"),
        (lambda: periods(["1987", "1988"], "year", 2), SpecError, "not both"),
        (lambda: periods(["1987", "1988"], count=1), SpecError, "2 or more"),
        (lambda: between(["1987"], ["June"]), SpecError, "'June' is no date to cut at"),
        (lambda: between(["1987"], []), SpecError, "at least one"),
        (lambda: between(["1987"], ["1990"]), CorpusError, "until 1989-12-31"),
    ],
)
def test_what_cannot_be_divided_is_said(call, error, said):
    with pytest.raises(error, match=said):
        call()


@pytest.mark.parametrize(
    ("times", "made"),
    [
        (["1987-03-02"] * 19 + ["1987"], ["1987-03-02"] * 19 + [None]),
        (["1987-03-02"] * 19 + ["1987-03"], ["1987-03-02"] * 19 + [None]),
        (["1987-03"] * 8 + ["1987-03-02"] * 2, ["1987-03"] * 10),
        (["1987", "1988-04", "1989-05-01"], ["1987", "1988", "1989"]),
        (["1987-03-02T10:00", "1987-03-02 09:30"], ["1987-03-02T10:00", "1987-03-02T09:30"]),
        (["1987-03-02T10:00", "1987-03-02"], ["1987-03-02", "1987-03-02"]),
        (["soon", None, "1987-13-01"], [None] * 3),
        (["1987 in spring", "1988"], ["1987", "1988"]),
        ([], []),
    ],
)
def test_dates_in_order_are_equally_exact(times, made):
    assert comparable(times) == made
