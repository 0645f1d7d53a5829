"""Other ways to sample topics, run beside the headline sample: method, encoder, number of topics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from stylobench.features.encoders import installed
from stylobench.protocols.leakage import METHODS, Sampled, Settings, variant
from stylobench.protocols.leakage_ground import Ground
from stylobench.records import TrialSplit

COMPARISONS = ("method", "encoder", "topics")
STEPS = 5


@dataclass(frozen=True)
class Compared:
    """One way to sample, on the ground that it stands on."""

    kind: str
    name: str
    ground: Ground
    sampled: Sampled

    @property
    def splits(self) -> tuple[TrialSplit, ...]:
        """Its topic folds."""
        return self.sampled.splits


def compared(ground: Ground, settings: Settings, kinds: Sequence[str]) -> list[Compared]:
    """Every variant of every kind that is asked for."""
    found: list[Compared] = []
    if "method" in kinds:
        found += [_one("method", ground, replace(settings, method=method), method) for method in METHODS]
    if "encoder" in kinds:
        found += [_one("encoder", ground.encoded(name), settings, name) for name in installed()]
    if "topics" in kinds:
        found += [_one("topics", ground, replace(settings, topics=m), f"{m} topics") for m in sweep(ground, settings)]
    return found


def _one(kind: str, ground: Ground, settings: Settings, name: str) -> Compared:
    # its folds have names of their own: the headline sample is called hits, whatever method drew it
    return Compared(kind, name, ground, variant(ground, settings, f"compare-{kind}-{name.replace(' ', '-')}"))


def sweep(ground: Ground, settings: Settings) -> list[int]:
    """Numbers of topics from one per fold to all of them, evenly spaced."""
    counts = np.linspace(settings.fold_count, len(ground.topics), STEPS).round().astype(int)
    return sorted({int(count) for count in counts})
