"""A greedy perceptron tagger that runs on the weights of textblob-aptagger, without running its code."""

from __future__ import annotations

import importlib.util
import pickle
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from stylobench.errors import MissingPart
from stylobench.features._compiled import compiled_in_order
from stylobench.records import Floats, Rows

COMMAND = "pip install 'stylobench[pos]'"
START = ("-START-", "-START2-")
END = ("-END-", "-END2-")
MOST_WORDS = 50_000  # whose cues are kept
# what stands where among the cues of a word
CERTAIN, SUFFIX, FIRST, HERE, LEFT, LEFT_SUFFIX, LEFT2, RIGHT, RIGHT_SUFFIX, RIGHT2, BESIDE_TAG = range(11)

Cues = npt.NDArray[np.int32]
Tagged = npt.NDArray[np.uint8]


class _PlainUnpickler(pickle.Unpickler):
    """Reads numbers, strings and containers; anything that would run code is refused."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in {("__builtin__", "set"), ("builtins", "set")}:
            return set
        raise pickle.UnpicklingError(f"{module}.{name} has no place in a file of weights")


class Tagger:
    """Tags from weights per cue and tag, with tags of the words that have only one.

    A cue is a string such as "i-1 suffix ing". Which cues a word gives its neighbours is looked up once per word; what
    is left for each token, adding the weights of its cues, is compiled.
    """

    def __init__(self, weights: Mapping[str, Mapping[str, float]], certain: Mapping[str, str], tags: list[str]) -> None:
        self.tags = tags
        self._places = {tag: place for place, tag in enumerate(tags)}
        self._certain = certain
        self._cues = {cue: number for number, cue in enumerate(weights)}
        self._ends = np.cumsum([0, *map(len, weights.values())])
        size = int(self._ends[-1])
        self._tags_of = np.fromiter((self._places[tag] for row in weights.values() for tag in row), np.int32, size)
        self._weights = np.fromiter((weight for row in weights.values() for weight in row.values()), np.float64, size)
        before = [*tags, *START]
        self._after = np.array([[self._cue(f"i-1 tag {one}"), self._cue(f"i-2 tag {one}")] for one in before], np.int32)
        self._after_two = np.array(
            [[self._cue(f"i tag+i-2 tag {one} {two}") for two in before] for one in before], np.int32
        )
        self._of_word = lru_cache(MOST_WORDS)(self._given_by)
        self._edges = [self._in_context(one, one) for one in (*START, *END)]

    def tag(self, words: Sequence[str]) -> list[str]:
        """One tag per word of a sentence, from left to right."""
        return [self.tags[number] for number in self.numbers([words])]

    def numbers(self, sentences: Sequence[Sequence[str]]) -> Tagged:
        """The number among `tags` of each word, sentence after sentence."""
        row_of = {word: row for row, word in enumerate(dict.fromkeys(chain.from_iterable(sentences)), len(self._edges))}
        words = np.stack([*self._edges, *map(self._of_word, row_of)])
        return tagged_in_order(
            np.array([row_of[word] for sentence in sentences for word in sentence], np.int32),
            np.array([len(sentence) for sentence in sentences], np.int64),
            words, self._cue("bias"), self._after, self._after_two, self._ends, self._tags_of, self._weights,
        )  # fmt: skip

    def _cue(self, name: str) -> int:
        return self._cues.get(name, -1)

    def _given_by(self, word: str) -> Cues:
        """Numbers of the cues that a word gives, -1 where a cue has no weights; first the tag that it surely has."""
        cues = self._in_context(word, _shape(word))
        cues[CERTAIN] = self._places.get(self._certain.get(word, ""), -1)
        return cues

    def _in_context(self, word: str, shape: str) -> Cues:
        return np.array(
            [
                -1,
                self._cue(f"i suffix {word[-3:]}"),
                self._cue(f"i pref1 {word[0]}"),
                self._cue(f"i word {shape}"),
                self._cue(f"i-1 word {shape}"),
                self._cue(f"i-1 suffix {shape[-3:]}"),
                self._cue(f"i-2 word {shape}"),
                self._cue(f"i+1 word {shape}"),
                self._cue(f"i+1 suffix {shape[-3:]}"),
                self._cue(f"i+2 word {shape}"),
                *(self._cue(f"i-1 tag+i word {tag} {shape}") for tag in (*self.tags, *START)),
            ],
            np.int32,
        )


def _shape(word: str) -> str:
    if "-" in word and word[0] != "-":
        return "!HYPHEN"
    if word.isdigit() and len(word) == 4:
        return "!YEAR"
    return "!DIGITS" if word[0].isdigit() else word.lower()


@compiled_in_order
def tagged_in_order(
    tokens: Cues,
    sizes: Rows,
    words: Cues,
    bias: int,
    after: Cues,
    after_two: Cues,
    ends: Rows,
    tags_of: Cues,
    weights: Floats,
) -> Tagged:
    """The best tag of each token, given the two before it; the last in order among equals, as the weights were trained.

    `words` are the cues that each word gives, those of the edges of a sentence first; `after` and `after_two` those
    that tags give to what follows.
    """
    tags = after.shape[0] - 2
    found = np.empty(len(tokens), np.uint8)
    scores, cues = np.empty(tags), np.empty(14, np.int32)
    start = 0
    for size in sizes:
        before, before2 = tags, tags + 1
        for i in range(size):
            at = start + i
            word = tokens[at]
            left = tokens[at - 1] if i > 0 else 1
            left2 = tokens[at - 2] if i > 1 else i
            right = tokens[at + 1] if i + 1 < size else 2
            right2 = tokens[at + 2] if i + 2 < size else 2 + i + 2 - size
            best = words[word, CERTAIN]
            if best < 0:
                cues[0] = bias
                cues[1], cues[2] = words[word, SUFFIX], words[word, FIRST]
                cues[3], cues[4], cues[5] = after[before, 0], after[before2, 1], after_two[before, before2]
                cues[6], cues[7] = words[word, HERE], words[word, BESIDE_TAG + before]
                cues[8], cues[9], cues[10] = words[left, LEFT], words[left, LEFT_SUFFIX], words[left2, LEFT2]
                cues[11], cues[12], cues[13] = words[right, RIGHT], words[right, RIGHT_SUFFIX], words[right2, RIGHT2]
                scores[:] = 0.0
                for cue in cues:
                    if cue >= 0:
                        for place in range(ends[cue], ends[cue + 1]):
                            scores[tags_of[place]] += weights[place]
                best = 0
                for tag in range(1, tags):
                    if scores[tag] >= scores[best]:
                        best = tag
            found[at] = best
            before, before2 = best, before
        start += size
    return found


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
