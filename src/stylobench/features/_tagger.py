"""A greedy perceptron tagger that runs on the weights of textblob-aptagger, without running its code."""

from __future__ import annotations

import importlib.util
import pickle
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from stylobench.errors import MissingPart
from stylobench.records import Floats

COMMAND = "pip install 'stylobench[pos]'"
START = ("-START-", "-START2-")
END = ("-END-", "-END2-")


class _PlainUnpickler(pickle.Unpickler):
    """Reads numbers, strings and containers; anything that would run code is refused."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in {("__builtin__", "set"), ("builtins", "set")}:
            return set
        raise pickle.UnpicklingError(f"{module}.{name} has no place in a file of weights")


@dataclass(frozen=True)
class Tagger:
    """Weights per feature and tag, tags of the words that have only one, and all tags in order."""

    weights: dict[str, dict[str, float]]
    certain: dict[str, str]
    tags: list[str]

    def tag(self, words: list[str]) -> list[str]:
        """One tag per word, from left to right."""
        context = [*START, *map(_shape, words), *END]
        before, before2 = START
        found = []
        for i, word in enumerate(words):
            tag = self.certain.get(word) or self._best(_cues(i + 2, word, context, before, before2))
            found.append(tag)
            before, before2 = tag, before
        return found

    def _best(self, cues: list[str]) -> str:
        places, table = self._table
        scores = table[[places[cue] for cue in cues if cue in places]].sum(axis=0)
        # the last in order among equals, as the weights were trained
        return self.tags[len(scores) - 1 - int(scores[::-1].argmax())]

    @cached_property
    def _table(self) -> tuple[dict[str, int], Floats]:
        """The row of each cue, and its weight for each tag."""
        table, columns = np.zeros((len(self.weights), len(self.tags))), {tag: j for j, tag in enumerate(self.tags)}
        for row, weights in enumerate(self.weights.values()):
            for tag, weight in weights.items():
                table[row, columns[tag]] = weight
        return {cue: row for row, cue in enumerate(self.weights)}, table


def _shape(word: str) -> str:
    if "-" in word and word[0] != "-":
        return "!HYPHEN"
    if word.isdigit() and len(word) == 4:
        return "!YEAR"
    return "!DIGITS" if word[0].isdigit() else word.lower()


def _cues(at: int, word: str, context: list[str], before: str, before2: str) -> list[str]:
    here, left, right = context[at], context[at - 1], context[at + 1]
    return [
        "bias",
        f"i suffix {word[-3:]}",
        f"i pref1 {word[0]}",
        f"i-1 tag {before}",
        f"i-2 tag {before2}",
        f"i tag+i-2 tag {before} {before2}",
        f"i word {here}",
        f"i-1 tag+i word {before} {here}",
        f"i-1 word {left}",
        f"i-1 suffix {left[-3:]}",
        f"i-2 word {context[at - 2]}",
        f"i+1 word {right}",
        f"i+1 suffix {right[-3:]}",
        f"i+2 word {context[at + 2]}",
    ]


@cache
def tagger() -> Tagger:
    """The tagger, its weights read once per process."""
    with open(_weights_file(), "rb") as file:
        weights, certain, tags = _PlainUnpickler(file, encoding="latin-1").load()
    return Tagger(weights, certain, sorted(tags))


def identity() -> bytes:
    """What identifies the weights: methods that tag are of no use without them."""
    path = _weights_file()
    return f"{path.name} {path.stat().st_size}".encode()


def _weights_file() -> Path:
    # find_spec does not import the package, whose code would ask for more
    spec = importlib.util.find_spec("textblob_aptagger")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        for path in sorted(Path(folder).glob("*.pickle")):
            return path
    raise MissingPart("the part-of-speech tagger's weights", COMMAND)
