from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from stylobench.corpora.columns import Columns, document, is_iso
from stylobench.errors import SpecError


def test_fields_are_found_under_their_names_in_any_case() -> None:
    settled = Columns.named({"topic": "group"}).settled(["Author", "TEXT", "group", "topic"], Path("c.csv"))
    assert settled.of_field == {"author": "Author", "text": "TEXT", "topic": "group"}


def test_only_fields_can_be_mapped() -> None:
    with pytest.raises(SpecError, match="a table has no option 'genre'"):
        Columns.named({"genre": "g"})


def test_dates_of_a_database_become_iso() -> None:
    columns = Columns.named({}).settled(["author", "text", "time"], Path("c"))
    odd: list[str] = []
    row = {"author": "A", "text": 5, "time": datetime.date(1987, 2, 26)}
    made = document(row, columns, 1, "row 1", odd)
    assert (made.text, made.time, odd) == ("5", "1987-02-26", [])


@pytest.mark.parametrize("text", ["1987-13", "26 Feb 1987", "1987-02-30", "", "today"])
def test_what_is_no_iso_date(text: str) -> None:
    assert not is_iso(text)
