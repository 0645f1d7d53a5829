"""Texts by other people that a verifier compares with: kept from training, drawn by content.

Who stands against a problem depends on its known texts and on nothing else, so that a rewritten questioned text meets
the same people, and other folds meet nearly the same ones again.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np

from stylobench.errors import SpecError
from stylobench.features._compiled import compiled
from stylobench.features._hashed_counts import Keys, mixed
from stylobench.features.pools import allowed
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Booleans, Rows

LAST = np.uint64(2**64 - 1)


@dataclass(frozen=True)
class OtherAuthors:
    """Training texts that are not blank, with their digests."""

    digests: list[str]
    texts: list[str]

    @classmethod
    def of(cls, texts: Texts, rows: Rows) -> OtherAuthors:
        """Those in these rows."""
        every = texts.digests()
        kept = sorted((every[row], texts[row]) for row in rows.tolist() if texts[row].strip())
        return cls([digest for digest, _ in kept], [text for _, text in kept])

    def drawn(self, problems: Problems, draws: int, sizes: Rows, seed: int) -> Rows:
        """Per problem and draw, `sizes[problem]` different allowed texts by place, -1 where there are no more."""
        may = allowed(problems, self.digests)
        keys = np.array([_key(f"{seed}\x1f{name}") for name in _names(problems)], np.uint64)
        theirs = np.array([int(digest[:16], 16) for digest in self.digests], np.uint64)
        found: Rows = lowest(keys, theirs, may, draws, sizes)
        return found

    def beside(self, problems: Problems, places: Rows) -> tuple[Problems, Rows]:
        """The problems over texts among which the chosen others are, and the row of each other (-1: not chosen)."""
        chosen = np.unique(places[places >= 0])
        held = problems.texts.once("rows by digest", lambda whole: {d: row for row, d in enumerate(whole.digests())})
        rows = np.full(len(self.digests), -1)
        if all(self.digests[place] in held for place in chosen):
            rows[chosen] = [held[self.digests[place]] for place in chosen]
            return problems, rows
        own = problems.rows
        known, questioned = (np.searchsorted(own, of) for of in (problems.known, problems.questioned))
        rows[chosen] = np.arange(len(chosen)) + len(own)
        texts = Texts([*(problems.texts[row] for row in own), *(self.texts[place] for place in chosen)])
        return Problems(texts, known, problems.starts, questioned), rows


def checked(name: str, **whole_numbers: int) -> None:
    """Refuse numbers that are not whole or below 1."""
    for key, value in whole_numbers.items():
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise SpecError(f"{name}({key}={value!r}): it must be a whole number of at least 1")


def _names(problems: Problems) -> list[str]:
    digests = problems.texts.digests()
    bounds = zip(problems.starts[:-1], problems.starts[1:], strict=True)
    return ["\x1f".join(sorted(digests[row] for row in problems.known[a:b])) for a, b in bounds]


def _key(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")


@compiled
def lowest(keys: Keys, theirs: Keys, may: Booleans, draws: int, sizes: Rows) -> Rows:
    """Per row of `may` and draw, the places whose mixed keys are lowest, in order of that."""
    most = 1
    for size in sizes:
        most = max(most, size)
    found = np.full((len(keys), draws, most), -1)
    best = np.empty(most + 1, np.uint64)
    for i in range(len(keys)):
        for draw in range(draws):
            state = mixed(keys[i], draw)
            best[:] = LAST
            taken, chosen = 0, found[i, draw]
            for place in range(len(theirs)):
                if not may[i, place]:
                    continue
                value = mixed(state, theirs[place])
                if taken == sizes[i] and value >= best[taken - 1]:
                    continue
                at = min(taken, sizes[i] - 1)
                while at > 0 and best[at - 1] > value:
                    best[at], chosen[at] = best[at - 1], chosen[at - 1]
                    at -= 1
                best[at], chosen[at] = value, place
                taken = min(taken + 1, sizes[i])
    return found
