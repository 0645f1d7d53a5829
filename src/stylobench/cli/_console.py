"""Where words go: results to stdout, messages and progress to stderr."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from rich.console import Console


class Advance(Protocol):
    """Told how much of the work is done, out of how much where that is known, and what it is where that changes."""

    def __call__(self, done: int, total: int | None = None, what: str | None = None) -> None: ...


def out() -> Console:
    """The console for results."""
    from rich.console import Console

    return Console(file=sys.stdout, highlight=False, emoji=False)


def err() -> Console:
    """The console for messages."""
    from rich.console import Console

    return Console(file=sys.stderr, highlight=False, emoji=False)


def say(line: str) -> None:
    """One plain line on stderr; text from a corpus cannot style it."""
    print(line, file=sys.stderr, flush=True)


def print_json(value: Any) -> None:
    """Exactly one JSON object on stdout; undefined numbers become null."""
    print(json.dumps(without_nan(value), allow_nan=False))


def without_nan(value: Any) -> Any:
    """The same structure with null for every number that is not finite."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: without_nan(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [without_nan(inner) for inner in value]
    return value


@contextmanager
def progress(what: str, total: int | None = None, passing: bool = False) -> Iterator[Advance]:
    """A progress bar on stderr, drawn only when told: no thread, so that worker processes can be forked.

    A `passing` one is wiped away at the end.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        Remaining(),
    )
    console = err()
    unseen = not console.is_terminal
    with Progress(*columns, console=console, auto_refresh=False, transient=passing, disable=unseen) as bar:
        task = bar.add_task(what, total=total)

        def advance(done: int, total: int | None = None, what: str | None = None) -> None:
            bar.update(task, completed=done, total=total, description=what)
            bar.refresh()

        yield advance
