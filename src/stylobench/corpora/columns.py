"""A row of a table -> a Document, by a mapping of columns."""

from __future__ import annotations

import datetime
import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from stylobench.errors import CorpusError, SpecError
from stylobench.records import FIELDS, Document

Row = Mapping[str, Any]
NEEDED = ("author", "text")
OPTIONS = (*FIELDS, "encoding", "kind", "quote")
LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Columns:
    """Which column holds which field; a field that was not named is looked for under its own name."""

    named_by_user: Mapping[str, str] = field(default_factory=dict)
    of_field: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def named(cls, columns: Mapping[str, str]) -> Columns:
        """The user's mapping; '' for `id` numbers the rows."""
        for key in columns:
            if key not in FIELDS:
                near = difflib.get_close_matches(key, OPTIONS, n=1)
                hint = f"did you mean {near[0]!r}? " if near else ""
                raise SpecError(f"a table has no option {key!r}; {hint}it has: {', '.join(OPTIONS)}")
        return cls(columns)

    def settled(self, present: list[str], path: Path) -> Columns:
        """The mapping onto the columns that there are."""
        chosen = {}
        for name in FIELDS:
            column = self._column(name, present, path)
            if column is not None:
                chosen[name] = column
        return Columns(self.named_by_user, chosen)

    def _column(self, name: str, present: list[str], path: Path) -> str | None:
        wanted = self.named_by_user.get(name)
        if wanted == "" and name == "id":
            return None
        if wanted is not None and wanted in present:
            return wanted
        same = [column for column in present if column.lower() == (wanted or name).lower()]
        if same:
            return same[0]
        if wanted is None and name not in NEEDED:
            return None
        near = difflib.get_close_matches(wanted or name, present, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"say which with --{name} COLUMN"
        raise CorpusError(f"{path} has no column {wanted or name!r}; its columns are: {', '.join(present)}; {hint}")


def document(row: Row, columns: Columns, number: int) -> Document:
    """The document of one row, its time as the row has it: only the whole column tells how dates are written."""
    values = {name: _text(row.get(column)) for name, column in columns.of_field.items()}
    used = set(columns.of_field.values())
    meta = {key: _text(value) for key, value in row.items() if key not in used and value is not None}
    return Document(
        id=(values.get("id") or "").strip() or str(number),
        text=values.get("text") or "",
        author=(values.get("author") or "").strip() or None,
        topic=(values.get("topic") or "").strip() or None,
        time=(values.get("time") or "").strip() or None,
        meta={key: value for key, value in meta.items() if value},
    )


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime.date):
        return value.isoformat()
    return LONE_SURROGATE.sub("\ufffd", str(value))
