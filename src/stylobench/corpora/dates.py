"""Dates as people write them -> ISO 8601, the order of day and month settled once for a whole column.

Years of two digits lie between 1969 and 2068; times that name their zone, and seconds or milliseconds since 1970,
become times of UTC. What cannot be settled is left out and told, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from email.utils import parsedate_to_datetime

from dateutil import parser

MISSING = frozenset(("", "-", "?", "na", "n/a", "nan", "nat", "none", "null"))
LONGEST = 80
PIVOT = 69
FIRST_SECOND, LAST_SECOND = 10**8, 42 * 10**8

EXTENDED = re.compile(r"\d{4}(-(0[1-9]|1[0-2]))?$|\d{4}-\d{2}-\d{2}(?=$|[T ])", re.ASCII)
CLOCK = r"(?:(?:T|,?\s+)(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,6})?)?)(?:\s*([AaPp])\.?[Mm]\.?)?)?$"
YEAR_FIRST = re.compile(r"(\d{4})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,2})\.?" + CLOCK)
YEAR_LAST = re.compile(r"(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})" + CLOCK)
MONTH_AND_YEAR = re.compile(r"(?:(?P<year>\d{4})/(?P<month>\d{1,2})|(?P<first>\d{1,2})[-/.](?P<last>\d{4}))$")
WHOLE_NUMBER = re.compile(r"(\d+)(\.\d*)?$")
MONTH_NAME = re.compile(r"(?<![a-z])(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.IGNORECASE)
MAIL = re.compile(
    r"([A-Za-z]{3},\s*)?\d{1,2}\s+[A-Za-z]{3}\s+\d{2,4}\s+\d{1,2}:\d{2}(:\d{2})?\s+([+-]\d{4}|(?![AaPp][Mm]\b)[A-Za-z]{1,5})\b"
)


@dataclass(frozen=True)
class Dates:
    """One date per value, None where there is none; `odd` are the values that are no dates, `note` says which dates
    could be read in two ways.
    """

    values: list[str | None]
    odd: list[str]
    note: str | None

    def warnings(self) -> list[str]:
        """One line for what could not be read, one for what could be read in two ways."""
        odd = f"{len(self.odd):,} values cannot be read as dates and were left out" if self.odd else ""
        lines = [f"{odd} (such as {_shown(self.odd[0])}); write them as 1987-02-26"] if self.odd else []
        return lines + ([self.note] if self.note else [])


def iso_dates(values: Sequence[object]) -> Dates:
    """The dates of one column in ISO 8601, times in one form: T before them, seconds, and UTC where they had a zone.

    >>> iso_dates(["26-FEB-1987", "1987", None, "soon"])
    Dates(values=['1987-02-26', '1987', None, None], odd=['soon'], note=None)
    >>> iso_dates(["2/3/87", "2/26/87"]).values
    ['1987-02-03', '1987-02-26']
    """
    texts = [_plain(value) for value in values]
    distinct = [text for text in dict.fromkeys(texts) if text is not None]
    order = _Order.of(distinct)
    read: dict[str | None, str | None] = {text: _iso(text, order) for text in distinct}
    made = [read.get(text) for text in texts]
    lost = [text for text, iso in zip(texts, made, strict=True) if text is not None and iso is None]
    unclear = [text for text in lost if text in order.unclear]
    odd = [text for text in lost if text not in order.unclear] if len(unclear) < len(lost) else []
    return Dates(made, odd, order.note(unclear) if unclear else None)


def is_iso(text: str) -> bool:
    """Whether it is a date, a date with a time, a year, or a year with a month, in the long form of ISO 8601.

    >>> is_iso("1987-02-26"), is_iso("1987"), is_iso("2/26/87")
    (True, True, False)
    """
    found = EXTENDED.match(text)
    if found is None or found.end() == len(text) < len("1987-02-26"):
        return found is not None
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _plain(value: object) -> str | None:
    """A value as text, None where it is missing."""
    if isinstance(value, str):
        text = value.strip()
    elif isinstance(value, date):
        text = value.isoformat()
    else:
        text = "" if value is None else str(value).strip()
    return None if len(text) < 5 and text.lower() in MISSING else text


@dataclass
class _Order:
    """Whether the day comes first in dates such as 2/3/87, by their separator; None where the column does not tell."""

    day_first: dict[str, bool | None] = field(default_factory=dict)
    clash: tuple[str, str] | None = None
    unclear: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, texts: Iterable[str]) -> _Order:
        """What a number above 12 tells. Points put the day first unless one tells otherwise."""
        order = cls()
        tell: dict[tuple[bool, bool], str] = {}
        for text in texts:
            if found := YEAR_LAST.match(text):
                first, second = int(found[1]), int(found[3])
                if (first > 12) != (second > 12) and max(first, second) <= 31:
                    tell.setdefault((found[2] == ".", first > 12), text)
        for dotted in (True, False):
            ways = [day_first for day_first in (True, False) if (dotted, day_first) in tell]
            if len(ways) == 2:
                order.clash = order.clash or (tell[dotted, True], tell[dotted, False])
            else:
                order.day_first |= dict.fromkeys("." if dotted else "-/", ways[0] if ways else dotted or None)
        return order

    def day_and_month(self, text: str, first: int, separator: str, second: int) -> tuple[int, int] | None:
        """The two in order; None, and kept as unclear, where nothing tells."""
        if first == second or first > 12 >= second:
            return first, second
        if second > 12 >= first:
            return second, first
        day_first = self.day_first.get(separator)
        if day_first is None:
            self.unclear.add(text)
            return None
        return (first, second) if day_first else (second, first)

    def note(self, unclear: Sequence[str]) -> str:
        """What was left out, why, and what would be right."""
        why = (
            f"the column has both orders, {_shown(self.clash[0])} and {_shown(self.clash[1])}"
            if self.clash
            else "no date of the column tells day from month"
        )
        many = f"{len(unclear):,} dates such as {_shown(unclear[0])} can be read in two ways"
        return f"{many} and were left out, for {why}; write them year first, as 1987-02-26"


def _iso(text: str, order: _Order) -> str | None:
    if len(text) > LONGEST:
        return None
    try:
        if is_iso(text):
            return text if len(text) <= len("1987-02-26") else _of_zone(datetime.fromisoformat(text))
        return _numeric(text, order) if text[:1].isdigit() and not MONTH_NAME.search(text) else _worded(text)
    except (ValueError, OverflowError):
        return None


def _numeric(text: str, order: _Order) -> str | None:
    if found := YEAR_FIRST.match(text):
        return _joined(date(int(found[1]), int(found[2]), int(found[3])), found[4], found[5])
    if found := YEAR_LAST.match(text):
        settled = order.day_and_month(text, int(found[1]), found[2], int(found[3]))
        return settled and _joined(date(_year(found[4]), settled[1], settled[0]), found[5], found[6])
    if found := MONTH_AND_YEAR.match(text):
        return date(int(found["year"] or found["last"]), int(found["month"] or found["first"]), 1).isoformat()[:7]
    if found := WHOLE_NUMBER.match(text):
        return _counted(found[1], found[2] or "")
    made = datetime.fromisoformat(text)
    return made.date().isoformat() if "T" not in text and ":" not in text else _of_zone(made)


def _counted(whole: str, fraction: str) -> str | None:
    """A year or a day without signs between, or the seconds or milliseconds since 1970."""
    number, empty = int(whole), not fraction.strip(".0")
    if len(whole) == 4 and empty:
        return whole
    if len(whole) == 8 and empty:
        return datetime.strptime(whole, "%Y%m%d").date().isoformat()
    for unit in (1, 1000):
        if FIRST_SECOND * unit <= number < LAST_SECOND * unit:
            return datetime.fromtimestamp(number // unit, UTC).isoformat()
    return None


def _year(digits: str) -> int:
    year = int(digits)
    return year if len(digits) == 4 else year + (1900 if year >= PIVOT else 2000)


def _joined(day: date, clock: str | None, half: str | None) -> str:
    if clock is None:
        return day.isoformat()
    hour, _, rest = clock.partition(":")
    hours = int(hour)
    if half is not None:
        if not 1 <= hours <= 12:
            raise ValueError(clock)
        hours = hours % 12 + (12 if half in "Pp" else 0)
    return f"{day.isoformat()}T{time.fromisoformat(f'{hours:02d}:{rest}').isoformat()}"


class _Years(parser.parserinfo):
    """Years of two digits by a fixed rule; by default the rule moves with today's date."""

    def convertyear(self, year: int, century_specified: bool = False) -> int:
        return year if century_specified or year >= 100 else _year(f"{year:02d}")


_PARSER = parser.parser(_Years())
_DEFAULTS = datetime(2000, 1, 1), datetime(2004, 3, 3, 1)


def _worded(text: str) -> str | None:
    """A date with the name of a month in it; what a parser would fill in shows where two defaults differ."""
    if not MONTH_NAME.search(text):
        return None
    if MAIL.match(text):
        return _of_zone(parsedate_to_datetime(text))
    one, other = (_PARSER.parse(text, default=default, tzinfos=lambda *_: None) for default in _DEFAULTS)
    if one.year != other.year or one.month != other.month:
        return None
    if one.day != other.day:
        return one.isoformat()[:7]
    return one.date().isoformat() if one.hour != other.hour else _of_zone(one)


def _of_zone(moment: datetime) -> str:
    return (moment.astimezone(UTC) if moment.tzinfo else moment).isoformat()


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:39]}…")
