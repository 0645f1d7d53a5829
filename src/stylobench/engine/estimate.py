"""How long a plan will take, guessed from pilots: small jobs of every method that are timed beforehand.

The guess is rough. What a job costs is taken to grow in a straight line with its items, through the times of a pilot
and of a thinner one; what is computed once for all jobs, with the different items and texts in them. A result
takes a few seconds to draw up, more where there are many methods.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stylobench.engine.archive import Archive
from stylobench.engine.force import Force
from stylobench.engine.pilots import SharedLoad
from stylobench.engine.prepared import Load
from stylobench.engine.probes import LIMIT, Pace, Probe, pace_of
from stylobench.engine.run import run

LOW, HIGH = 0.5, 2.0
OVERHEAD, RESULT = 0.008, 4.0
Same = tuple[str, str, str, str]


@dataclass(frozen=True)
class Guess:
    """The jobs of one method in one study, and what they will take in seconds.

    `once` is for what is computed before the first of them. `each` is None where the pilot failed or was too slow to be
    timed, and `why` says so.
    """

    label: str
    jobs: int
    each: float | None
    jobwise: float
    once: float = 0.0
    why: str | None = None

    @property
    def total(self) -> float:
        """Seconds of processor time."""
        return self.jobwise + self.once


@dataclass(frozen=True)
class Estimate:
    """What a plan will take: guesses by study, processor seconds, and seconds on the clock between low and high.

    `open` says that some methods could not be timed, so that high is no limit.
    """

    studies: Mapping[str, tuple[Guess, ...]]
    workers: int

    @property
    def guesses(self) -> list[Guess]:
        """Those of all studies."""
        return [guess for study in self.studies.values() for guess in study]

    @property
    def jobs(self) -> int:
        """Jobs in all."""
        return sum(guess.jobs for guess in self.guesses)

    @property
    def processor(self) -> float:
        """Seconds of processor time."""
        return sum(guess.total for guess in self.guesses)

    @property
    def wall(self) -> float:
        """Seconds on the clock: jobs are dealt out; what is computed once and drawing up results is not."""
        jobs = sum(guess.jobwise for guess in self.guesses)
        return jobs / max(1, self.workers) + sum(guess.once for guess in self.guesses) + RESULT * len(self.studies)

    @property
    def low(self) -> float:
        """It is seldom faster."""
        return LOW * self.wall

    @property
    def high(self) -> float:
        """It is seldom slower."""
        return HIGH * self.wall

    @property
    def open(self) -> bool:
        """Whether there are methods of which only a floor is known."""
        return any(guess.why for guess in self.guesses)


def estimated(studies: Mapping[str, Sequence[Load]], force: Force, held: Mapping[str, float] | None = None) -> Estimate:
    """What studies will take; `held` is the share of a study's jobs that were answered before, where that is known."""
    paces = timed(load for loads in studies.values() for load in loads)
    left = {name: 1 - (held or {}).get(name, 0.0) for name in studies}
    guessed = {
        name: tuple(guess_of(load, paces[_same(load)], left[name]) for load in loads) for name, loads in studies.items()
    }
    return Estimate(guessed, force.count())


def guess_of(load: Load, pace: Pace, left: float = 1.0) -> Guess:
    """The jobs of one method, of which a share is left to do."""
    jobs = round(load.jobs * left)
    if not jobs:
        return Guess(load.label, 0, None, 0.0)
    items = load.items / max(1, load.jobs)
    each = pace.job(items) + OVERHEAD
    once = pace.once(load.distinct, load.texts) if isinstance(load, SharedLoad) else 0.0
    return Guess(load.label, jobs, None if pace.why else each, jobs * each, once, pace.why)


def timed(loads: Iterable[Load], limit: float = LIMIT) -> dict[Same, Pace]:
    """The pace of every method on every corpus, from a pilot in another process; one that fails is told as such."""
    probes = {_same(load): Probe(load.pilot, load.pilot_items) for load in loads}
    with tempfile.TemporaryDirectory(prefix="stylobench-") as home:
        found = run(list(probes.values()), Archive(Path(home)), Force(workers=1, seconds=limit, retries=0))
    return {key: pace_of(one, limit) for key, one in zip(probes, found, strict=True)}


def _same(load: Load) -> Same:
    """Seeds may differ: what makes the pace is the method and the kind and length of texts."""
    method = getattr(load.pilot, "method", None) or getattr(load.pilot, "obfuscator", None)
    texts = getattr(load.pilot, "bench", None)
    return load.label, type(load.pilot).__name__, getattr(method, "fingerprint", ""), getattr(texts, "digest", "")
