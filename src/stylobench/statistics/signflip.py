"""Sign-flip test: were two methods alike, each topic's difference could as well have had the other sign.

Two-sided, on the weighted mean of the differences. All 2^k sign patterns up to k = 20, counted from the
sums over two halves of the topics; beyond that 10,000 random patterns, with the observed one among them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stylobench.records import Floats
from stylobench.statistics.weighted import checked_values, shares

MOST_TOPICS_FOR_ALL = 20
RANDOM_FLIPS = 10_000
TIE = 1e-12


@dataclass(frozen=True, slots=True)
class SignFlip:
    """The p-value and how many sign patterns it rests on."""

    p: float
    flips: int


def sign_flip(differences: npt.ArrayLike, weights: npt.ArrayLike | None, rng: np.random.Generator) -> SignFlip:
    """Test the weighted mean of per-topic differences against 0.

    >>> sign_flip([0.1, 0.2, 0.1, 0.3, 0.2, 0.1], None, np.random.default_rng(0))
    SignFlip(p=0.03125, flips=64)
    """
    values = checked_values(differences)
    terms = values * shares(weights, len(values))
    # Equal sums added in another order differ in the last bits, so near-equal counts as equal.
    threshold = abs(float(terms.sum())) - TIE * float(np.abs(terms).sum())
    if threshold <= 0:
        return SignFlip(1.0, _flips(len(terms)))
    if len(terms) <= MOST_TOPICS_FOR_ALL:
        return SignFlip(_share_of_all(terms, threshold), _flips(len(terms)))
    return SignFlip(_share_of_random(terms, threshold, rng), RANDOM_FLIPS)


def _flips(topics: int) -> int:
    return 2**topics if topics <= MOST_TOPICS_FOR_ALL else RANDOM_FLIPS


def _share_of_all(terms: Floats, threshold: float) -> float:
    middle = len(terms) // 2
    left, right = _signed_sums(terms[:middle]), np.sort(_signed_sums(terms[middle:]))
    above = len(right) - np.searchsorted(right, threshold - left)
    return float(2 * above.sum() / 2 ** len(terms))


def _signed_sums(terms: Floats) -> Floats:
    """The sums under every pattern of signs."""
    sums = np.zeros(1)
    for term in terms:
        sums = np.concatenate([sums - term, sums + term])
    return sums


def _share_of_random(terms: Floats, threshold: float, rng: np.random.Generator) -> float:
    signs = 2.0 * rng.integers(0, 2, size=(RANDOM_FLIPS, len(terms))) - 1
    beyond = int((np.abs(signs @ terms) >= threshold).sum())
    return (1 + beyond) / (1 + RANDOM_FLIPS)
