"""WordNet's own files, read where they are needed: senses of a lemma, words and gloss of a sense, tag counts."""

from __future__ import annotations

import hashlib
import mmap
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from stylobench.errors import MissingPart

KEPT_READY = 65_536
COMMAND = "sudo apt-get install wordnet-base"
PARTS = ("noun", "verb", "adj", "adv")
# Parts of speech by their number in sense keys; 5 is an adjective that stands around another one.
KINDS = {"1": "noun", "2": "verb", "3": "adj", "4": "adv", "5": "adj"}


@dataclass(frozen=True, slots=True)
class Sense:
    """What several words mean: those words as WordNet spells them, domains of usage, and the gloss."""

    words: tuple[str, ...]
    usages: bool
    gloss: str


def folder() -> str:
    """Where WordNet is, or would be; WNSEARCHDIR is what its own programs obey."""
    return os.environ.get("WNSEARCHDIR", "/usr/share/wordnet")


def installed() -> bool:
    """Whether WordNet's files are there."""
    return Path(folder(), "index.noun").exists()


@lru_cache(KEPT_READY)
def senses(lemma: str, part: str) -> tuple[int, ...]:
    """Places of the senses of a lemma in the data file, the most usual first."""
    fields = _line(f"index.{part}", f"{lemma} ").split()
    return tuple(int(place) for place in fields[len(fields) - int(fields[2]) :]) if fields else ()


def counts(lemma: str, part: str) -> dict[int, int]:
    """How often each sense (from 1) of a lemma was tagged in running text; senses never tagged are left out."""
    return _every_count(folder()).get((lemma, part), {})


@lru_cache(1)
def _every_count(source: str) -> dict[tuple[str, str], dict[int, int]]:
    found: dict[tuple[str, str], dict[int, int]] = {}
    for line in bytes(_map(source, "cntlist.rev")).decode("latin-1").splitlines():
        key, number, count = line.split()
        lemma, _, rest = key.partition("%")
        found.setdefault((lemma, KINDS[rest[0]]), {})[int(number)] = int(count)
    return found


@lru_cache(KEPT_READY)
def sense(place: int, part: str) -> Sense:
    """The sense at a place of the data file."""
    data = _mapped(f"data.{part}")
    return _read(data[place : data.find(b"\n", place)].decode("latin-1"))


@lru_cache(1)
def phrases() -> frozenset[str]:
    """Every entry of two or three words, with spaces between."""
    found = set()
    for part in PARTS:
        for line in bytes(_mapped(f"index.{part}")).decode("latin-1").splitlines():
            entry = line.partition(" ")[0]
            if 1 <= entry.count("_") <= 2:
                found.add(entry.replace("_", " "))
    return frozenset(found)


def data_digest() -> str:
    """Identifies the data files by their names, sizes and times."""
    found = [(_mapped(f"data.{part}"), Path(folder(), f"data.{part}").stat()) for part in PARTS]
    return hashlib.sha256(repr([(len(data), file.st_mtime_ns) for data, file in found]).encode()).hexdigest()


def every_gloss() -> Iterator[str]:
    """Definitions and examples of all senses."""
    for part in PARTS:
        for line in bytes(_mapped(f"data.{part}")).decode("latin-1").splitlines():
            if not line.startswith("  "):
                yield line.partition("| ")[2].strip()


def _read(line: str) -> Sense:
    head, _, gloss = line.partition("| ")
    fields = head.split()
    words = int(fields[3], 16)
    pointers = fields[5 + 2 * words :: 4]
    return Sense(tuple(fields[4 : 4 + 2 * words : 2]), ";u" in pointers[: int(fields[4 + 2 * words])], gloss.strip())


def _line(name: str, prefix: str) -> str:
    """The first line of a sorted file that begins so, found by halving; '' where there is none."""
    data, wanted = _mapped(name), prefix.encode("latin-1", "replace")
    low, high = 0, len(data)
    while low < high:
        start = data.rfind(b"\n", 0, (low + high) // 2) + 1
        if data[start : start + len(wanted)] < wanted:
            low = data.find(b"\n", start) + 1 or len(data)
        else:
            high = start
    found = data[low : data.find(b"\n", low) + 1 or len(data)]
    return found.decode("latin-1") if found.startswith(wanted) else ""


def _mapped(name: str) -> mmap.mmap:
    return _map(folder(), name)


@lru_cache(None)
def _map(source: str, name: str) -> mmap.mmap:
    try:
        with Path(source, name).open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):
        raise MissingPart(f"WordNet ({name} in {source})", COMMAND) from None
