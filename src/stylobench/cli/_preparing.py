"""What a person sees while studies are checked, which may take minutes where documents are encoded."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

from stylobench.cli._console import err, progress, say
from stylobench.report.words import clean

if TYPE_CHECKING:
    from stylobench.engine.force import Told
    from stylobench.engine.plan import Study

PATIENCE, LINE = 5.0, 30.0
KEPT = "vectors are kept in the user's cache"


@contextmanager
def preparing(study: Study) -> Iterator[Told]:
    """Say which study it is, at once in a terminal, elsewhere when it takes a while.

    Whoever is yielded is told how many documents are encoded.
    """
    what = str(clean(f"preparing {study.called}"))
    if err().is_terminal:
        with progress(what, passing=True) as advance:
            advance(0)
            yield lambda done, total: advance(done, total, f"{what}: encoding, {KEPT}")
        return
    patience = Timer(PATIENCE, say, [what])
    patience.start()
    try:
        yield _Lines(what)
    finally:
        patience.cancel()
        # no thread may be left when worker processes are forked
        patience.join()


class _Lines:
    """How far an encoder is, now and then in a line."""

    def __init__(self, what: str) -> None:
        self.what, self.said = what, time.monotonic() + PATIENCE - LINE

    def __call__(self, done: int, total: int) -> None:
        if time.monotonic() - self.said >= LINE and done < total:
            self.said = time.monotonic()
            say(f"{self.what}: {done:,} of {total:,} documents encoded; {KEPT}")
