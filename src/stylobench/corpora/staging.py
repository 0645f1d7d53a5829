"""Parts of a source -> Parquet shards, in worker processes, so that an interrupted import can go on.

A part (a monthly archive, a bundle of files) is finished when its record is written; a record is found again by the
part's name, size and time, by the labels in force and by what is wanted.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from stylobench.corpora.labels import Labelled, Labels
from stylobench.corpora.shards import ANYTHING, Least, plain_errors, write_shards
from stylobench.corpora.workers import Killed, answers
from stylobench.errors import CorpusError
from stylobench.records import Document

LAYOUT = "2"


class WorkerKilled(CorpusError):
    """What is staged is worth keeping: the user can go on from it."""


@dataclass(frozen=True)
class Part:
    """A piece of a source that one worker reads: files under the names to report them by."""

    name: str
    files: tuple[tuple[str, str], ...]
    stamp: str


@dataclass(frozen=True)
class Damage:
    """Something that could not be read: one article, or the rest of an archive."""

    name: str
    reason: str
    archive: bool = False


@dataclass(frozen=True)
class Staged:
    """A part that has become shards."""

    part: str
    documents: int = 0
    shards: list[str] = field(default_factory=list)
    damaged: list[Damage] = field(default_factory=list)


Reader = Callable[[Part], Iterator[Document | Damage]]
Advance = Callable[[int, int | None], None]


@dataclass(frozen=True)
class Stage:
    """Where shards go, what reads the parts, under which labels, and what of them is wanted."""

    folder: Path
    read: Reader
    labels: Labels
    least: Least = ANYTHING

    def key(self, part: Part) -> str:
        """The name of a part's record and shards."""
        text = "\x1f".join((LAYOUT, part.name, part.stamp, self.labels.digest, repr(self.least)))
        return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:24]

    def finished(self, part: Part) -> Staged | None:
        """The record of a part that an earlier run finished."""
        try:
            record = json.loads((self.folder / f"{self.key(part)}.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        if not all((self.folder / name).exists() for name in record["shards"]):
            return None
        return Staged(**{**record, "damaged": [Damage(**damage) for damage in record["damaged"]]})

    def run(self, part: Part) -> Staged:
        """Turn one part into shards and record it."""
        damaged: list[Damage] = []
        count = 0

        def rows() -> Iterator[Labelled]:
            nonlocal count
            for found in self.read(part):
                if isinstance(found, Damage):
                    damaged.append(found)
                else:
                    count += 1
                    yield self.labels.apply(found)

        with plain_errors(f"cannot write into {self.folder}"):
            shards = write_shards(rows(), self.folder, self.key(part), self.least)
            staged = Staged(part.name, count, shards, damaged)
            self._record(part, staged)
        return staged

    def _record(self, part: Part, staged: Staged) -> None:
        path = self.folder / f"{self.key(part)}.json"
        half = path.with_suffix(".half")
        half.write_text(json.dumps(asdict(staged)), encoding="utf-8")
        half.replace(path)


def stage(parts: Sequence[Part], work: Stage, workers: int, advance: Advance) -> list[Staged]:
    """Every part as shards, in the order of the parts; those that are finished already are not read again."""
    done = {part.name: staged for part in parts if (staged := work.finished(part))}
    waiting = [part for part in parts if part.name not in done]
    advance(len(done), len(parts))
    run = _alone if min(workers, len(waiting)) < 2 else _together
    for staged in run(waiting, work, workers):
        done[staged.part] = staged
        advance(len(done), len(parts))
    return [done[part.name] for part in parts]


def _alone(parts: Sequence[Part], work: Stage, _: int) -> Iterator[Staged]:
    return map(work.run, parts)


def _together(parts: Sequence[Part], work: Stage, workers: int) -> Iterator[Staged]:
    try:
        yield from answers(work.run, parts, workers)
    except Killed:
        raise WorkerKilled(
            "a worker process was killed, perhaps for want of memory; the same command goes on from here, "
            "and --workers 1 needs least"
        ) from None
