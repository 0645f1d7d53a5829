"""Compiled table that numbers runs of n characters in the order in which they are met.

Runs are found by a hash and compared character by character, so that two of them never share a number.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from stylobench.features._compiled import compiled_in_order

Numbers = npt.NDArray[np.int32]

FIRST_PLACES = 1 << 12  # a power of two
FACTOR, SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)
ENCODING, ERRORS = "utf-32-le", "surrogatepass"


class RunNumbers:
    """Numbers of runs of `n` characters.

    >>> numbers = RunNumbers(2)
    >>> numbers.of("abab").tolist(), numbers.of("cab").tolist()
    ([0, 1, 0], [2, 0])
    >>> order, names = numbers.in_order()
    >>> order.tolist(), names
    ([0, 1, 2], ['ab', 'ba', 'ca'])
    """

    def __init__(self, n: int) -> None:
        self._n = n
        self._used = 0
        self._runs = np.zeros((FIRST_PLACES // 2, n), np.int32)
        self._table = np.zeros(FIRST_PLACES, np.int32)

    def of(self, text: str) -> Numbers:
        """The number of each run of a text, from its beginning to its end."""
        points = np.frombuffer(text.encode(ENCODING, ERRORS), "<i4")
        found, self._used, self._runs, self._table = numbered(points, self._n, self._used, self._runs, self._table)
        return found

    def in_order(self) -> tuple[npt.NDArray[np.int64], list[str]]:
        """The numbers of all runs in the order of these as strings, and the runs in that order."""
        runs = self._runs[: self._used]
        order = np.lexsort(runs.T[::-1])
        joined = runs[order].astype("<i4").tobytes().decode(ENCODING, ERRORS)
        return order, [joined[start : start + self._n] for start in range(0, len(joined), self._n)]


@compiled_in_order
def place(symbols: Numbers, start: int, n: int, runs: Numbers, table: Numbers) -> int:
    """Where the run that starts there is held in the table (its number plus 1), or the free place where it belongs."""
    key, last = np.uint64(0), np.uint64(len(table) - 1)
    for k in range(n):
        key = (key ^ np.uint64(symbols[start + k])) * FACTOR
        key ^= key >> SHIFT
    at = key & last
    while table[at] != 0:
        held, alike = table[at] - 1, True
        for k in range(n):
            if runs[held, k] != symbols[start + k]:
                alike = False
                break
        if alike:
            break
        at = (at + np.uint64(1)) & last
    return int(at)


@compiled_in_order
def numbered(
    symbols: Numbers, n: int, used: int, runs: Numbers, table: Numbers
) -> tuple[Numbers, int, Numbers, Numbers]:
    """The number of each run; and the table with the runs that were new, grown so that it stays half empty."""
    found = np.empty(max(len(symbols) - n + 1, 0), np.int32)
    for start in range(len(found)):
        at = place(symbols, start, n, runs, table)
        if table[at] == 0:
            if used == len(runs):
                more = np.zeros((2 * len(runs), n), np.int32)
                more[:used] = runs
                runs, table = more, np.zeros(2 * len(table), np.int32)
                for number in range(used):
                    table[place(runs[number], 0, n, runs, table)] = number + 1
                at = place(symbols, start, n, runs, table)
            runs[used] = symbols[start : start + n]
            used += 1
            table[at] = used
        found[start] = table[at] - 1
    return found, used, runs, table
