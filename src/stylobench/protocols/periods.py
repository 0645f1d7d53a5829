"""Dates to periods: days, weeks, months, quarters or years, periods of even size, or whatever lies between given dates.

Dates are ISO 8601 and may be partial: `1987` belongs to a year and to no month, so it is undated where months count.

>>> found = periods(["1987-03-02", None, "1987-10-20", "1987-03-31"], by="month")
>>> found.names, found.codes.tolist()
(('1987-03', '1987-10'), [0, -1, 1, 0])
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

import numpy as np

from stylobench.errors import CorpusError, SpecError
from stylobench.records import Rows

ISO = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2})(?=$|[T ]))?)?(?=$|[T ])")
LENGTHS = ("month", "quarter", "year", "week", "day")
# characters of a date with its time of day, of a day, a month and a year
FORMS = (13, 10, 7, 4)
FEWEST, MOST = 3, 24
SENSIBLE = 20
DATED = 0.9
Times = Sequence[str | None]


@dataclass(frozen=True)
class Periods:
    """Periods that hold something, in order of time, and the period of each document (-1: undated)."""

    names: tuple[str, ...]
    codes: Rows

    @property
    def sizes(self) -> Rows:
        """Documents per period."""
        return np.bincount(self.codes[self.codes >= 0], minlength=len(self.names))

    @property
    def undated(self) -> int:
        """Documents in no period."""
        return int((self.codes < 0).sum())

    def table(self, codes: Rows, width: int) -> Rows:
        """Documents by period (rows) and by a code from 0 to below `width` (columns).

        >>> Periods(("May", "June"), np.array([0, 1, -1, 1])).table(np.array([1, 0, 0, 0]), 2).tolist()
        [[0, 1], [2, 0]]
        """
        there = self.codes >= 0
        counts = np.zeros((len(self.names), width), dtype=np.int64)
        np.add.at(counts, (self.codes[there], codes[there]), 1)
        return counts


@dataclass(frozen=True)
class _Span:
    """The first and the last day that a date may mean."""

    first: date
    last: date


def periods(times: Times, by: str | None = None, count: int | None = None) -> Periods:
    """Periods of one length (`by`), or `count` periods of about even size; chosen by the dates where neither is given.

    Left to itself it takes months, else quarters, years, weeks or days: the first that makes 3 to 24 periods, most of
    them with 20 documents, for nearly all dated documents; and where none does, periods of even size.
    """
    spans = _spans(times)
    if by is not None and by not in LENGTHS:
        raise SpecError(f"no period named {by!r}; there are: {', '.join(LENGTHS)}")
    if by is not None and count is not None:
        raise SpecError("periods have a length or a number, not both; leave one of them out")
    if count is not None:
        return _demanded(_even(times, spans, count), f"{count} periods")
    return _chosen(times, spans) if by is None else _demanded(_named(times, spans, by), f"{by}s")


def comparable(times: Times) -> list[str | None]:
    """Dates that can be put in order: cut to the finest form that nearly all have (year, month, day, or time of day);
    None for those that are rougher, which come neither before nor after a finer date, and for what is no date.

    >>> comparable(["1987-03-02", "1987-05-09T11:30", None, "1988-01-01", *["1987-03-31"] * 20, "1987"])[:3]
    ['1987-03-02', '1987-05-09', None]
    >>> comparable(["1987", "1987-03-02", "1988"])
    ['1987', '1987', '1988']
    """
    forms = {time: _form(time) for time in dict.fromkeys(times) if time is not None and _span(time) is not None}
    every = [forms[time] for time in times if time in forms]
    finest = next((form for form in FORMS if sum(one >= form for one in every) >= DATED * len(every)), 0)
    width = None if finest == FORMS[0] else finest
    cut = {time: time.strip().replace(" ", "T")[:width] for time, form in forms.items() if form >= finest}
    return [None if time is None else cut.get(time) for time in times]


def between(times: Times, cuts: Sequence[str]) -> Periods:
    """The periods before, between and after given dates; a date on a cut belongs to what follows.

    >>> between(["1987-03-31", "1987-04-01", "1987"], ["1987-04"]).names
    ('until 1987-03-31', 'from 1987-04-01')
    """
    firsts = sorted({_cut(text) for text in cuts})
    if not firsts:
        raise SpecError("no date to cut at; give at least one, such as 1987-06-01")
    spans = _spans(times)
    inner = [f"{a} to {b - timedelta(1)}" for a, b in pairwise(firsts)]
    names = [f"until {firsts[0] - timedelta(1)}", *inner, f"from {firsts[-1]}"]
    places = {text: _place(span, firsts) for text, span in spans.items()}
    return _demanded(_packed(names, [places.get(time, -1) for time in times]), "periods between these dates")


def _spans(times: Times) -> dict[str | None, _Span]:
    """What each date means; those that are no date are left out."""
    found = {time: _span(time) for time in dict.fromkeys(times) if time is not None}
    spans: dict[str | None, _Span] = {time: span for time, span in found.items() if span is not None}
    if not spans:
        given = next((time for time in times if time), None)
        said = f"; {given!r} is no date such as 1987-03-31 or 1987" if given else "; give a column of dates"
        raise CorpusError(f"none of {len(times)} documents has a date{said}")
    return spans


def _span(text: str) -> _Span | None:
    found = ISO.match(text.strip())
    if found is None:
        return None
    year, month, day = (None if part is None else int(part) for part in found.groups())
    try:
        first = date(year or 0, month or 1, day or 1)
        if day:
            return _Span(first, first)
        after = date(first.year + (month in (None, 12)), (month or 12) % 12 + 1, 1)
    except ValueError:
        return None
    return _Span(first, after - timedelta(1))


def _form(text: str) -> int:
    """How exact a date is: the characters of its form."""
    found = ISO.match(text.strip())
    assert found is not None
    parts = sum(part is not None for part in found.groups())
    return FORMS[0] if parts == 3 and found.end() < len(text.strip()) else FORMS[4 - parts]


def _cut(text: str) -> date:
    span = _span(text)
    if span is None:
        raise SpecError(f"{text!r} is no date to cut at; write it as 1987-06-01")
    return span.first


def _place(span: _Span, firsts: Sequence[date]) -> int:
    """The period that holds all of a span, -1 where it reaches over a cut."""
    low, high = (sum(first <= day for first in firsts) for day in (span.first, span.last))
    return low if low == high else -1


def _name(span: _Span, by: str) -> str | None:
    """The period's name, whose alphabetical order is that of time; None where the date is too rough to tell."""
    names = {_day_name(day, by) for day in (span.first, span.last)}
    return names.pop() if len(names) == 1 else None


def _day_name(day: date, by: str) -> str:
    if by == "week":
        year, week, _ = day.isocalendar()
        return f"{year:04d}-W{week:02d}"
    if by == "quarter":
        return f"{day.year:04d}-Q{(day.month + 2) // 3}"
    return day.isoformat()[: {"year": 4, "month": 7, "day": 10}[by]]


def _named(times: Times, spans: dict[str | None, _Span], by: str) -> Periods:
    called = {time: _name(span, by) for time, span in spans.items()}
    names = sorted({name for name in called.values() if name is not None})
    number = {name: place for place, name in enumerate(names)}
    return _packed(names, [number.get(called.get(time) or "", -1) for time in times])


def _even(times: Times, spans: dict[str | None, _Span], count: int) -> Periods:
    """Periods that hold about as many documents each; one day is never divided."""
    if count < 2:
        raise SpecError(f"{count} periods cannot be compared; ask for 2 or more")
    ends = {time: (span.first.toordinal(), span.last.toordinal()) for time, span in spans.items()}
    first, last = np.array([ends.get(time, (0, 0)) for time in times], dtype=np.int64).T
    known = np.sort(first[first > 0])
    cuts = np.unique(known[(np.arange(1, count) * len(known)) // count])
    low, high = (np.searchsorted(cuts, days, side="right") for days in (first, last))
    codes = np.where((first > 0) & (low == high), low, -1)
    inside = [codes == code for code in range(len(cuts) + 1)]
    return _packed([_range(first[part], last[part]) for part in inside], codes.tolist())


def _range(firsts: Rows, lasts: Rows) -> str:
    if not len(firsts):
        return ""
    first, last = date.fromordinal(int(firsts.min())), date.fromordinal(int(lasts.max()))
    return f"{first}" if first == last else f"{first} to {last}"


def _packed(names: Sequence[str], codes: Iterable[int]) -> Periods:
    """Only the periods that hold something."""
    given = np.fromiter(codes, dtype=np.int64)
    kept = np.unique(given[given >= 0])
    packed = np.where(given >= 0, np.searchsorted(kept, given), -1)
    return Periods(tuple(names[place] for place in kept), packed)


def _chosen(times: Times, spans: dict[str | None, _Span]) -> Periods:
    tried = [_named(times, spans, by) for by in LENGTHS]
    dated = sum(time in spans for time in times)
    full = [found for found in tried if len(times) - found.undated >= DATED * dated]
    for found in full:
        if FEWEST <= len(found.names) <= MOST and np.median(found.sizes) >= SENSIBLE:
            return found
    rest = [found for found in full if 2 <= len(found.names) <= MOST]
    if rest:
        return max(rest, key=lambda found: (np.median(found.sizes) >= SENSIBLE, -abs(len(found.names) - MOST // 2)))
    if any(len(found.names) > MOST for found in full):
        return _demanded(_even(times, spans, MOST // 2), "periods")
    return _demanded(full[0] if full else tried[2], "periods")


def _demanded(found: Periods, asked: str) -> Periods:
    if len(found.names) >= 2:
        return found
    held = f"all dated documents are from {found.names[0]}" if found.names else "no date is as exact as that"
    raise CorpusError(f"there are no two {asked}: {held}; take shorter periods, or documents of other times")
