from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from stylobench.corpora.columns import Columns, document
from stylobench.errors import SpecError


def test_fields_are_found_under_their_names_in_any_case() -> None:
    settled = Columns.named({"topic": "group"}).settled(["Author", "TEXT", "group", "topic"], Path("c.csv"))
    assert settled.of_field == {"author": "Author", "text": "TEXT", "topic": "group"}


def test_only_fields_can_be_mapped() -> None:
    with pytest.raises(SpecError, match="a table has no option 'genre'"):
        Columns.named({"genre": "g"})


def test_dates_of_a_database_become_iso() -> None:
    columns = Columns.named({}).settled(["author", "text", "time"], Path("c"))
    row = {"author": "A", "text": 5, "time": datetime.date(1987, 2, 26)}
    made = document(row, columns, 1)
    assert (made.text, made.time) == ("5", "1987-02-26")
