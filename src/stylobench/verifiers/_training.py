"""Training problems in an order of their own, and which of them are held out to tune on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stylobench.errors import SpecError, SplitError
from stylobench.features.pools import writers_by_truth
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Booleans, Problem, Rows


def settled(problems: Sequence[Problem]) -> Problems:
    """The same problems over the whole of their texts: equal texts in one row, known ones in order of digest.

    What is computed from them cannot depend on how the problems were handed over.
    """
    given = Problems.of(problems)
    whole, firsts, ranks = given.texts.once("equal texts", _equal_texts)
    rows = given.texts.rows
    pools = None if given.pools is None else given.pools.moved(firsts[rows])
    known = rows[given.known]
    in_order = known[np.lexsort((ranks[known], given.owners))]
    return Problems(whole, firsts[in_order], given.starts, firsts[rows[given.questioned]], pools)


def _equal_texts(whole: Texts) -> tuple[Texts, Rows, Rows]:
    """The texts; for each the first row that holds the same one; for each the rank of its digest."""
    digests = np.array(whole.digests(), dtype=np.str_)
    firsts, ranks = np.unique(digests, return_index=True, return_inverse=True)[1:]
    return whole, firsts[ranks], ranks


def answerable(problems: Problems) -> Booleans:
    """Which problems have known texts, and no text that is blank."""
    blank = problems.texts.once("blank texts", _blank)[problems.texts.rows]
    with_blank = np.zeros(len(problems), dtype=np.bool_)
    with_blank[problems.owners[blank[problems.known]]] = True
    return ~(with_blank | blank[problems.questioned]) & (np.diff(problems.starts) > 0)


def _blank(whole: Texts) -> Booleans:
    return np.array([not text.strip() for text in whole], dtype=np.bool_)


def shared(problems: Problems) -> Problems:
    """Those that are shown several times, once each: what only one fold asks for need not be prepared for all."""
    places: dict[str, list[int]] = {}
    for place, digest in enumerate(problems.digests):
        places.setdefault(digest, []).append(place)
    return problems.take(np.array([of_one[0] for of_one in places.values() if len(of_one) > 1], np.int64))


@dataclass(frozen=True)
class Training:
    """Problems to learn from with their truth, in order of digest."""

    problems: Problems
    same: Booleans

    @classmethod
    def of(cls, problems: Sequence[Problem], same: Sequence[bool]) -> Training:
        """Sort and check; problems without a known text teach nothing."""
        truth = _truth(same)
        if len(problems) != len(truth):
            raise ValueError(f"{len(problems)} problems but {len(truth)} truths")
        given = settled(problems)
        digests, sizes = given.digests, np.diff(given.starts)
        order = sorted(np.flatnonzero(sizes > 0).tolist(), key=lambda place: (digests[place], truth[place]))
        places = np.array(order, dtype=np.int64)
        _require_both(truth[places])
        used = given.take(places)
        if used.pools is None:
            used = used.with_pools(used.rows, writers_by_truth(used, truth[places]))
        return cls(used, truth[places])

    def take(self, chosen: Booleans) -> Training:
        """Some of them."""
        return Training(self.problems.take(chosen), self.same[chosen])

    def held_out(self, share: float) -> Booleans | None:
        """A share of each class, the first by digest; None where a class is too small for that."""
        if not 0 <= share < 1:
            raise SpecError(f"held_out={share!r}: it must be at least 0 and below 1")
        held = np.zeros(len(self.same), dtype=np.bool_)
        for kind in (True, False):
            places = np.flatnonzero(self.same == kind)
            count = int(share * len(places) + 1e-9)
            if count == 0:
                return None
            held[places[:count]] = True
        return held

    def unseen_texts(self, held: Booleans) -> Rows:
        """The texts that stand in none of the problems held out."""
        return np.setdiff1d(self.problems.take(~held).rows, self.problems.take(held).rows)


def _truth(same: Sequence[bool]) -> Booleans:
    values = np.asarray(same)
    if values.size and not np.isin(values, (0, 1)).all():
        raise ValueError("the truth of every training problem must be True or False")
    return values.astype(np.bool_)


def _require_both(same: Booleans) -> None:
    if len(same) == 0:
        raise SplitError("there is no training problem with a known text; hold out less")
    if same.all() or not same.any():
        kind = "same author" if same[0] else "different authors"
        raise SplitError(f"all {len(same)} training problems are of one class ({kind}); both are needed")
