"""How long a plan will take, guessed from pilots: small jobs of every method that are timed beforehand.

The guess is rough. What a job costs is taken to grow in a straight line with its items, through the times of a pilot
and of a thinner one; what is computed once for all jobs, with the different items and texts in them. A result
takes a few seconds to draw up, more where there are many methods.

Eight whole plans (worlds of 160 to 600 documents in all four crash tests, and attacks on two sets of PAN problems) took
0.74 to 1.22 times the processor time that was guessed, one of them 1.7 times, and 2.0 when guessed another time: an
attack that retrains, whose result takes long to draw up. Six of them served to set the figures below, two were new.
The range has some room on both sides, for a machine that has nothing else to do.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from stylobench.engine.archive import Archive
from stylobench.engine.force import Force
from stylobench.engine.pilots import SharedLoad
from stylobench.engine.prepared import Load
from stylobench.engine.probes import LIMIT, TRIES, Pace, Probe, pace_of
from stylobench.engine.run import run

LOW, HIGH = 0.5, 2.25
OVERHEAD, RESULT = 0.002, 4.0
MOST_OF_RUN = 0.1
Same = tuple[str, str, str, str]
Loads = Mapping[str, Sequence[Load]]
Held = Mapping[str, Mapping[str, int]]


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
        """Seconds of processor time, with those for drawing up results."""
        return sum(guess.total for guess in self.guesses) + RESULT * len(self.studies)

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


def estimated(studies: Loads, force: Force) -> Estimate:
    """What studies will take."""
    paces = timed(load for loads in studies.values() for load in loads if load.jobs)
    guessed = {
        name: tuple(guess_of(load, paces.get(_same(load), Pace(0.0))) for load in loads)
        for name, loads in studies.items()
    }
    return Estimate(guessed, force.count())


def still_to_do(studies: Loads, held: Held) -> dict[str, list[Load]]:
    """The loads without what was answered before, by study and method.

    What is computed once for all jobs is taken to be less by the same share.
    """
    return {
        name: [_rest(load, _share_left(load, loads, held.get(name, {}))) for load in loads]
        for name, loads in studies.items()
    }


def _share_left(load: Load, loads: Sequence[Load], held: Mapping[str, int]) -> float:
    planned = sum(one.jobs for one in loads if one.label == load.label)
    return max(0.0, 1 - held.get(load.label, 0) / max(1, planned))


def _rest(load: Load, share: float) -> Load:
    rest = replace(load, jobs=round(load.jobs * share), items=round(load.items * share))
    if isinstance(rest, SharedLoad):
        return replace(rest, distinct=round(rest.distinct * share), texts=round(rest.texts * share))
    return rest


def worth_timing(studies: Loads) -> bool:
    """Whether pilots are but a small part of the work, by the items that they and the jobs look at."""
    loads = [load for loads in studies.values() for load in loads if load.jobs]
    pilots = {_same(load): load.pilot_items for load in loads}
    return TRIES * sum(pilots.values()) <= MOST_OF_RUN * sum(load.items for load in loads)


def guess_of(load: Load, pace: Pace) -> Guess:
    """The jobs of one method."""
    if not load.jobs:
        return Guess(load.label, 0, None, 0.0)
    asked, different = (load.asked, (load.distinct, load.texts)) if isinstance(load, SharedLoad) else (1.0, (0, 0))
    each, once = pace.job(load.items / load.jobs, asked) + OVERHEAD, pace.once(*different)
    return Guess(load.label, load.jobs, None if pace.why else each, load.jobs * each, once, pace.why)


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
