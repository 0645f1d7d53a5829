from __future__ import annotations

import calendar
import datetime
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.corpora.dates import is_iso, iso_dates

DAYS = st.dates(datetime.date(1970, 1, 1), datetime.date(2068, 12, 31))


@pytest.mark.parametrize("text", ["1987", "1987-02", "1987-02-26", "1987-02-26T15:01:01", "1987-02-26T15:01:01+00:00"])
def test_iso_dates_stay_as_they_are(text: str) -> None:
    assert is_iso(text)
    assert iso_dates([text]).values == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1987-02-26T15:01", "1987-02-26T15:01:00"),
        ("1987-02-26 15:01:01", "1987-02-26T15:01:01"),
        ("1987-02-26 15:01:01.79", "1987-02-26T15:01:01.790000"),
        ("1987-02-26T15:01:01Z", "1987-02-26T15:01:01+00:00"),
        ("1987-02-26 23:01:01-05:00", "1987-02-27T04:01:01+00:00"),
        ("19870226T230101-0500", "1987-02-27T04:01:01+00:00"),
    ],
)
def test_times_in_iso_have_one_form_and_those_with_a_zone_are_of_utc(text: str, expected: str) -> None:
    assert iso_dates([text]).values == [expected]


def test_one_instant_in_several_zones_is_one_time() -> None:
    same = ["1987-02-26T23:01:01-05:00", "Thu, 26 Feb 1987 23:01:01 -0500", "1987-02-27 04:01:01Z", "541396861"]
    assert set(iso_dates(same).values) == {"1987-02-27T04:01:01+00:00"}


def test_a_time_that_no_calendar_has_in_utc_is_told() -> None:
    assert iso_dates(["0001-01-01T00:00:00+05:00"]).odd == ["0001-01-01T00:00:00+05:00"]


@pytest.mark.parametrize("text", ["1987-13", "26 Feb 1987", "1987-02-30", "", "today", "19870226", "1987-02-26x"])
def test_what_is_no_iso_date(text: str) -> None:
    assert not is_iso(text)


@pytest.mark.parametrize(
    "text",
    ["26-FEB-1987", "26 Feb 1987", "February 26, 1987", "Feb. 26, 1987", "2/26/87", "26.2.1987", "2/26/1987",
     "26. 2. 1987", "26-02-1987", "1987/2/26", "1987.02.26", "1987-2-26", "19870226", "26-feb-87", "26th February 1987",
     "26 of February 1987", "Thursday, 26 February 1987", "1987 Feb 26", "19870226.0"],
)  # fmt: skip
def test_one_day_in_many_ways(text: str) -> None:
    assert iso_dates([text, f" {text} "]).values == ["1987-02-26"] * 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Feb 1987", "1987-02"),
        ("February 1987", "1987-02"),
        ("2/1987", "1987-02"),
        ("1987/02", "1987-02"),
        ("1987.0", "1987"),
        ("26-FEB-1987 15:01:01.79", "1987-02-26T15:01:01.790000"),
        ("2/26/1987 3:01 PM", "1987-02-26T15:01:00"),
        ("26.2.1987, 15:01", "1987-02-26T15:01:00"),
        ("2/26/1987 12:01 a.m.", "1987-02-26T00:01:00"),
        ("Thu, 26 Feb 1987 23:01:01 -0500", "1987-02-27T04:01:01+00:00"),
        ("26 Feb 87 23:01:01 EST", "1987-02-27T04:01:01+00:00"),
        ("26 Feb 87  23:01:01 est", "1987-02-27T04:01:01+00:00"),
        ("26 Feb 1987 11:01 PM", "1987-02-26T23:01:00"),
        ("Thu Feb 26 23:01:01 1987", "1987-02-26T23:01:01"),
        ("1234567890", "2009-02-13T23:31:30+00:00"),
        ("1234567890.25", "2009-02-13T23:31:30+00:00"),
        ("1234567890123", "2009-02-13T23:31:30+00:00"),
    ],
)
def test_months_times_zones_and_counted_seconds(text: str, expected: str) -> None:
    assert iso_dates([text]).values == [expected]


def test_values_of_a_database() -> None:
    values = [datetime.date(1987, 2, 26), datetime.datetime(1987, 2, 26, 15, 1), 1234567890, 1987, 1234567890.0]
    expected = ["1987-02-26", "1987-02-26T15:01:00", "2009-02-13T23:31:30+00:00", "1987", "2009-02-13T23:31:30+00:00"]
    assert iso_dates(values).values == expected


def test_missing_ones_are_none_without_a_word() -> None:
    found = iso_dates([None, "", "  ", "NaN", "n/a", "null", float("nan"), "-", "1987"])
    assert (found.values, found.odd, found.note) == ([None] * 8 + ["1987"], [], None)


@pytest.mark.parametrize(
    "text",
    ["last week", "31/31/1987", "30 Feb 1987", "2/30/1987", "26 Feb", "Monday", "17", "123456", "99999999", "True",
     "26/2/1987 25:00", "13:30 PM", "2/26/1987 13:30 PM", "march", "4,5", "may be", "1" * 400, "Feb 1987 " * 30],
)  # fmt: skip
def test_what_is_no_date_is_told(text: str) -> None:
    found = iso_dates(["1987-02-26", text])
    assert (found.values, found.odd, found.note) == (["1987-02-26", None], [text.strip()], None)
    assert found.warnings()[0].startswith("1 values cannot be read as dates and were left out (such as ")


def test_one_day_above_twelve_settles_the_column() -> None:
    assert iso_dates(["3/4/1987", "26/2/1987"]).values == ["1987-04-03", "1987-02-26"]
    assert iso_dates(["3/4/1987", "2/26/1987"]).values == ["1987-03-04", "1987-02-26"]
    assert iso_dates(["3-4-1987", "2/26/1987"]).values == ["1987-03-04", "1987-02-26"]


def test_a_column_that_does_not_tell_is_left_out_with_a_note() -> None:
    found = iso_dates(["3/4/1987", "3/4/1987", "5/5/1987", "1987-01-01"])
    assert found.values == [None, None, "1987-05-05", "1987-01-01"]
    assert found.odd == []
    assert found.note == (
        "2 dates such as '3/4/1987' can be read in two ways and were left out, for no date of the column tells day "
        "from month; write them year first, as 1987-02-26"
    )


def test_a_column_with_both_orders_keeps_only_what_is_clear_by_itself() -> None:
    found = iso_dates(["26/2/1987", "2/26/1987", "3/4/1987"])
    assert found.values == ["1987-02-26", "1987-02-26", None]
    assert found.note is not None
    assert "both orders, '26/2/1987' and '2/26/1987'" in found.note


def test_points_put_the_day_first_unless_a_date_says_otherwise() -> None:
    assert iso_dates(["3.4.1987", "2/26/1987"]).values == ["1987-04-03", "1987-02-26"]
    assert iso_dates(["3.4.1987", "2.26.1987"]).values == ["1987-03-04", "1987-02-26"]


def test_years_of_two_digits_do_not_move_with_today() -> None:
    assert iso_dates(["26/2/69", "26/2/68", "26 Feb 69", "26 Feb 68"]).values == [
        "1969-02-26", "2068-02-26", "1969-02-26", "2068-02-26"]  # fmt: skip


@given(st.lists(DAYS, min_size=1), st.sampled_from("/-"), st.booleans())
def test_numeric_columns_come_back_or_are_told(days: list[datetime.date], sign: str, day_first: bool) -> None:
    pairs = [(day.day, day.month) if day_first else (day.month, day.day) for day in days]
    found = iso_dates([f"{one}{sign}{two}{sign}{day.year}" for (one, two), day in zip(pairs, days, strict=True)])
    told = any(day.day > 12 for day in days)
    expected = [day.isoformat() if told or day.day == day.month else None for day in days]
    assert found.values == expected
    assert (found.note is None) == (None not in expected)


@given(DAYS, st.sampled_from(["{d}-{m}-{y}", "{m} {d}, {y}", "{d} {m} {y}", "{y} {m} {d}"]), st.booleans())
def test_named_months_come_back(day: datetime.date, form: str, short: bool) -> None:
    name = (calendar.month_abbr if short else calendar.month_name)[day.month]
    assert iso_dates([form.format(d=day.day, m=name, y=day.year)]).values == [day.isoformat()]


@given(st.lists(st.text(max_size=20)))
def test_no_text_breaks_it_and_every_value_made_is_iso(texts: list[str]) -> None:
    found = iso_dates(texts)
    assert len(found.values) == len(texts)
    assert all(value is None or is_iso(value) for value in found.values)


def test_a_million_dates_with_repeats_take_seconds() -> None:
    days = [datetime.date(1987, 1, 1) + datetime.timedelta(n % 1_000) for n in range(1_000_000)]
    texts = [f"{day.day} {calendar.month_abbr[day.month]} {day.year}" for day in days]
    began = time.process_time()
    assert iso_dates(texts).values == [day.isoformat() for day in days]
    assert time.process_time() - began < 8
