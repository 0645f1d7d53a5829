"""Cross-entropy of one text under the character model of another: PPM with back-off and without escape.

p(c | context) = count(context c) / count(context followed by anything) for the longest suffix of the context (at most
`order` characters) after which c was seen in the model text, 1/256 if c was never seen in it. It does not sum to one:
a score, not a code length.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np

from stylobench.errors import CorpusError, SpecError
from stylobench.features._ppm_kernels import COLUMNS, NARROW, ONE_BIT, SYMBOLS, Models, Symbols, merge, tabulate
from stylobench.features.texts import Texts
from stylobench.records import Floats, Rows

ORDER = SYMBOLS - 1
BLOCK = 8_000_000  # characters; two blocks with their models (68 bytes per character) are in memory at a time
LONGEST = 2**26  # characters; sums of bits in whole numbers stay within 63 bits
SHARES = 4  # per thread, so that long texts do not keep one thread busy alone
_MOST: ContextVar[int] = ContextVar("most threads", default=sys.maxsize)


@contextmanager
def at_most(threads: int) -> Iterator[None]:
    """Measure on no more threads than this, within."""
    before = _MOST.set(threads)
    try:
        yield
    finally:
        _MOST.reset(before)


def cross_entropy(model_text: str, text: str, order: int = ORDER) -> float:
    """Bits per character of a text under the model of another.

    >>> cross_entropy("abab", "abb")
    0.6666666666666666
    """
    return float(cross_entropies([(model_text, text)], order)[0, 0])


def cross_entropies(pairs: Sequence[tuple[str, str]], order: int = ORDER) -> Floats:
    """Per pair, bits per character of text 2 under text 1's model and of text 1 under text 2's."""
    rows: dict[str, int] = {}
    couples = [[rows.setdefault(text, len(rows)) for text in pair] for pair in pairs]
    return crossed(Texts(list(rows)), np.array(couples, np.int64).reshape(-1, 2), order)


def crossed(texts: Texts, couples: Rows, order: int = ORDER) -> Floats:
    """Per couple of places in `texts`, what `cross_entropies` gives; known couples are looked up."""
    prepare(texts, couples, order)
    return _measured(texts, order).look_up(texts.rows[couples])


def prepare(texts: Texts, couples: Rows, order: int = ORDER) -> None:
    """Measure the couples that no view of these texts has measured yet, in as many threads as there are cores."""
    if order not in range(ORDER + 1):
        raise SpecError(f"ppm has orders 0 to {ORDER}, not {order!r}")
    _measured(texts, order).measure(texts.rows[couples])


def _measured(texts: Texts, order: int) -> _Measured:
    return texts.once(f"ppm order {int(order)}", lambda whole: _Measured(whole, int(order)))


class _Measured:
    """Both cross-entropies of every couple measured so far, each couple once, the lower row first."""

    def __init__(self, texts: Texts, order: int) -> None:
        self.texts, self.order = texts, order
        self.codes, self.values = np.empty(0, np.int64), np.empty((0, 2))

    def measure(self, couples: Rows) -> None:
        wanted = np.setdiff1d(self._coded(couples), self.codes)
        if len(wanted):
            ordered = np.column_stack(np.divmod(wanted, len(self.texts)))
            codes, values = np.r_[self.codes, wanted], np.r_[self.values, both_ways(self.texts, ordered, self.order)]
            places = np.argsort(codes)
            self.codes, self.values = codes[places], values[places]

    def look_up(self, couples: Rows) -> Floats:
        found = self.values[np.searchsorted(self.codes, self._coded(couples))]
        turned = couples[:, 0] > couples[:, 1]
        found[turned] = found[turned, ::-1]
        return found

    def _coded(self, couples: Rows) -> Rows:
        return np.asarray(couples.min(axis=1) * len(self.texts) + couples.max(axis=1), np.int64)


def both_ways(texts: Sequence[str], couples: Rows, order: int) -> Floats:
    """Cross-entropies of couples of rows, block by block of documents, so that few models are in memory."""
    rows, inside = np.unique(couples, return_inverse=True)
    inside = inside.reshape(-1, 2)
    lengths = np.array([_length(texts[row], row) for row in rows], np.int64)
    blocks = (np.cumsum(lengths) // BLOCK)[inside]
    measured = np.empty((len(couples), 2))
    for tile in np.unique(blocks, axis=0):
        here = np.flatnonzero((blocks == tile).all(axis=1))
        some, places = np.unique(inside[here], return_inverse=True)
        bits = summed(modelled([texts[row] for row in rows[some]], order), places.reshape(-1, 2))
        measured[here] = bits / (ONE_BIT * lengths[inside[here, ::-1]])
    return measured


def _length(text: str, row: int) -> int:
    if not text:
        raise CorpusError(f"text {row} (counted from 0) is empty; ppm needs at least one character")
    if len(text) > LONGEST:
        raise CorpusError(f"text {row} (counted from 0) has {len(text)} characters; ppm takes at most {LONGEST}")
    return len(text)


def modelled(texts: Sequence[str], order: int) -> Models:
    """Texts as sorted reversed n-grams with the values of each; all share one alphabet."""
    symbols, lengths = _symbols(texts), np.array([len(text) for text in texts])
    ends, room = np.cumsum(lengths), len(symbols) + 2 * len(texts)
    after = ends + 2 * np.arange(1, len(texts) + 1)
    models = Models(
        keys=np.empty((1 if symbols.max() < 1 << NARROW else 2, room), np.int64),
        weights=np.empty(room, np.int32),
        values=np.empty((room, COLUMNS), np.int64),
        spans=np.column_stack([after - lengths - 2, after]),
    )
    logs = _logs(int(lengths.max()))

    def work(first: int, last: int) -> None:
        tabulate(symbols, ends[first:last], logs, order + 1, models._replace(spans=models.spans[first:last]))

    _in_threads(work, len(texts))
    return models


def summed(models: Models, couples: Rows) -> Rows:
    """The bits of each couple's second text under the first's model, and of the first under the second's."""
    totals = np.empty(couples.shape, np.int64)
    _in_threads(lambda first, last: merge(models, couples[first:last], totals[first:last]), len(couples))
    return totals


def _symbols(texts: Sequence[str]) -> Symbols:
    """All characters, numbered from 1 without gaps."""
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), "<u4")
    used = np.zeros(int(codes.max()) + 1, np.bool_)
    used[codes] = True
    return np.asarray(np.cumsum(used, dtype=np.int32)[codes], np.int32)


def _logs(most: int) -> Rows:
    """The binary logarithms of 1 (in the place of 0 too), 2, ... in whole parts of a bit."""
    return np.asarray(np.rint(np.log2(np.maximum(np.arange(most + 1), 1)) * ONE_BIT), np.int64)


def _in_threads(work: Callable[[int, int], None], count: int) -> None:
    """Do `work(first, last)` for shares of what there is to do, on every core that this process may use."""
    every = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    cores = min(every, _MOST.get())
    if cores == 1 or count == 1:
        work(0, count)
        return
    edges = np.linspace(0, count, min(count, SHARES * cores) + 1).astype(np.int64).tolist()
    with ThreadPoolExecutor(cores) as pool:
        list(pool.map(work, edges[:-1], edges[1:]))
