"""How far a text lies from the average, as operators ask it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan

# What is done in both directions at any rate, so that a text of average habits is disguised as well.
CHURN = 0.15
PER = 1000


@dataclass(frozen=True)
class Gap:
    """What was measured in a text, what it should be, and how usual words are (per million)."""

    own: Mapping[str, float]
    target: Mapping[str, float]
    rates: Mapping[str, float]
    words: int
    strength: float = 1.0

    def missing(self, measure: str) -> float:
        """How many more of something the text should have, from what there is per 1,000 words; below 0: too many."""
        wanted = (self.target.get(measure, 0.0) - self.own.get(measure, 0.0)) * self.words / PER
        return 0.0 if isnan(wanted) else wanted

    def chance(self, wanted: float, sites: int, churn: float = CHURN) -> float:
        """The chance of an edit at each of some sites, so that as many as wanted are made, and a few at any rate."""
        return self.strength * min(1.0, churn + max(0.0, wanted) / max(sites, 1)) if sites else 0.0

    def share(self, measure: str) -> float:
        """What share of a habit the text should have, from 0 to 1."""
        wanted = self.target.get(measure, 0.5)
        return 0.5 if isnan(wanted) else min(1.0, max(0.0, wanted))

    def rate(self, phrase: str) -> float:
        """How often a word or phrase is seen in a million words."""
        return self.rates.get(phrase, 0.0)
