"""A greedy perceptron tagger that runs on the weights of textblob-aptagger, without running its code."""

from __future__ import annotations

import hashlib
import importlib.util
import io
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from stylobench.errors import MissingPart
from stylobench.features._compiled import compiled_in_order
from stylobench.features._user_cache import Arrays, kept_as_arrays, packed_names, read_names
from stylobench.records import Floats, Rows

COMMAND = "pip install 'stylobench[pos]'"
START = ("-START-", "-START2-")
END = ("-END-", "-END2-")
MOST_WORDS = 50_000  # whose rows are kept
# Goes up with every change of how the weights are kept in the user's cache, so that no older file is read.
LAYOUT = 1
# what stands where among the rows that a word has in the tables of cues, and how many these are
CERTAIN, SUFFIX, FIRST, SHAPE, SHAPE_SUFFIX, KINDS = range(6)
# what stands where among the cues of a suffix and of a shape
SUFFIX_HERE, SUFFIX_LEFT, SUFFIX_RIGHT = range(3)
HERE, LEFT, LEFT2, RIGHT, RIGHT2, BESIDE_TAG = range(6)

Cues = npt.NDArray[np.int32]
Tagged = npt.NDArray[np.uint8]


class _PlainUnpickler(pickle.Unpickler):
    """Reads numbers, strings and containers; anything that would run code is refused."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in {("__builtin__", "set"), ("builtins", "set")}:
            return set
        raise pickle.UnpicklingError(f"{module}.{name} has no place in a file of weights")


class Weights(NamedTuple):
    """Numbers of cues, -1 where there is no such cue, and what each weighs.

    A cue is a string such as "i-1 suffix ing". Cue i weighs `weights[place]` for the tag `tags_of[place]`, with places
    from `ends[i]` to `ends[i + 1]`. `after` and `after_two` have the cues that tags give to what follows; `certain` the
    tags of words that have only one; the other tables the cues that the suffix, the first letter and the shape of a
    word give, whatever is in no table by row 0.
    """

    bias: int
    after: Cues
    after_two: Cues
    certain: Cues
    suffixes: Cues
    firsts: Cues
    shapes: Cues
    ends: Cues
    tags_of: Tagged
    weights: Floats


@dataclass(frozen=True)
class Learnt:
    """The weights, the names of the tags, and in which row of which table a string stands."""

    tags: list[str]
    rows: dict[str, dict[str, int]]
    weights: Weights

    @classmethod
    def of(cls, weights: Mapping[str, Mapping[str, float]], certain: Mapping[str, str], tags: list[str]) -> Learnt:
        """From the weights per cue and tag, and the tags of the words that have only one."""
        places, kinds = {tag: place for place, tag in enumerate(tags)}, dict[str, dict[str, int]]()
        for number, cue in enumerate(weights):
            kind, _, what = cue.rpartition(" ")
            kinds.setdefault(kind, {})[what] = number
        kinds["certain"] = {word: places[tag] for word, tag in certain.items()}
        before, rows = [*tags, *START], dict[str, dict[str, int]]()

        def table(name: str, *columns: str) -> Cues:
            held = [kinds.get(column, {}) for column in columns]
            own = rows[name] = {what: row for row, what in enumerate(dict.fromkeys(chain.from_iterable(held)), 1)}
            made = np.full((len(own) + 1, len(columns)), -1, np.int32)
            for column, numbers in enumerate(held):
                made[[own[what] for what in numbers], column] = list(numbers.values())
            return made

        def after(kind: str) -> list[int]:
            return [kinds.get(kind, {}).get(tag, -1) for tag in before]

        size = sum(map(len, weights.values()))
        arrays = Weights(
            bias=kinds.get("", {}).get("bias", -1),
            after=np.array([after("i-1 tag"), after("i-2 tag")], np.int32),
            after_two=np.array([after(f"i tag+i-2 tag {one}") for one in before], np.int32),
            certain=table("certain", "certain"),
            suffixes=table("suffixes", "i suffix", "i-1 suffix", "i+1 suffix"),
            firsts=table("firsts", "i pref1"),
            shapes=table("shapes", "i word", "i-1 word", "i-2 word", "i+1 word", "i+2 word",
                         *(f"i-1 tag+i word {one}" for one in before)),
            ends=np.cumsum([0, *map(len, weights.values())], dtype=np.int32),
            tags_of=np.fromiter((places[tag] for row in weights.values() for tag in row), np.uint8, size),
            weights=np.fromiter((one for row in weights.values() for one in row.values()), np.float64, size),
        )  # fmt: skip
        return cls(tags, rows, arrays)

    @classmethod
    def read(cls, found: Arrays) -> Learnt:
        """From the arrays that `packed` gives."""
        rows = {name: read_names(found[f"rows {name}"], 1) for name in ("certain", "suffixes", "firsts", "shapes")}
        held: dict[str, Any] = {name: found[name] for name in Weights._fields}
        return cls(list(read_names(found["tags"])), rows, Weights(**held | {"bias": int(held["bias"])}))

    def packed(self) -> Arrays:
        """As arrays, to be kept."""
        names = {f"rows {name}": packed_names(own) for name, own in self.rows.items()}
        numbers = {name: np.asarray(held) for name, held in self.weights._asdict().items()}
        return {"tags": packed_names(dict.fromkeys(self.tags, 0)), **names, **numbers}


class Tagger:
    """Tags by the weights of cues.

    In which rows of the tables a word stands is looked up once per word; what is left for each token, adding the
    weights of its cues, is compiled.
    """

    def __init__(self, learnt: Learnt) -> None:
        self.tags = learnt.tags
        self._weights = learnt.weights
        self._certain, self._suffixes, self._firsts, self._shapes = (
            learnt.rows[name] for name in ("certain", "suffixes", "firsts", "shapes")
        )
        self._of_word = lru_cache(MOST_WORDS)(lambda word: self._rows(word, _shape(word)))
        self._edges = [self._rows(one, one) for one in (*START, *END)]

    def tag(self, words: Sequence[str]) -> list[str]:
        """One tag per word of a sentence, from left to right."""
        return [self.tags[number] for number in self.numbers([words])]

    def numbers(self, sentences: Sequence[Sequence[str]]) -> Tagged:
        """The number among `tags` of each word, sentence after sentence."""
        every = list(chain.from_iterable(sentences))
        numbers = {word: number for number, word in enumerate(dict.fromkeys(every), len(self._edges))}
        words = b"".join([*self._edges, *map(self._of_word, numbers)])
        return tagged_in_order(
            np.fromiter(map(numbers.__getitem__, every), np.int32, len(every)),
            np.fromiter(map(len, sentences), np.int64, len(sentences)),
            np.frombuffer(words, np.int32).reshape(-1, KINDS),
            self._weights,
        )

    def _rows(self, word: str, shape: str) -> bytes:
        """Where a word stands in the tables."""
        rows = [
            self._certain.get(word, 0),
            self._suffixes.get(word[-3:], 0),
            self._firsts.get(word[0], 0),
            self._shapes.get(shape, 0),
            self._suffixes.get(shape[-3:], 0),
        ]
        return np.array(rows, np.int32).tobytes()


def _shape(word: str) -> str:
    if "-" in word and word[0] != "-":
        return "!HYPHEN"
    if word.isdigit() and len(word) == 4:
        return "!YEAR"
    return "!DIGITS" if word[0].isdigit() else word.lower()


@compiled_in_order
def tagged_in_order(tokens: Cues, sizes: Rows, words: Cues, of: Weights) -> Tagged:
    """The best tag of each token, given the two before it; the last in order among equals, as the weights were trained.

    `tokens` are rows of `words`, which are where each word stands in the tables, those at the edges of a sentence
    first.
    """
    tags = of.after.shape[1] - 2
    found = np.empty(len(tokens), np.uint8)
    scores, cues = np.empty(tags), np.empty(14, np.int32)
    start = 0
    for size in sizes:
        before, before2 = tags, tags + 1
        for i in range(size):
            at = start + i
            word = words[tokens[at]]
            best = of.certain[word[CERTAIN], 0]
            if best < 0:
                left = words[tokens[at - 1] if i > 0 else 1]
                left2 = words[tokens[at - 2] if i > 1 else i]
                right = words[tokens[at + 1] if i + 1 < size else 2]
                right2 = words[tokens[at + 2] if i + 2 < size else 2 + i + 2 - size]
                cues[0] = of.bias
                cues[1], cues[2] = of.suffixes[word[SUFFIX], SUFFIX_HERE], of.firsts[word[FIRST], 0]
                cues[3], cues[4], cues[5] = of.after[0, before], of.after[1, before2], of.after_two[before, before2]
                cues[6], cues[7] = of.shapes[word[SHAPE], HERE], of.shapes[word[SHAPE], BESIDE_TAG + before]
                cues[8], cues[9] = of.shapes[left[SHAPE], LEFT], of.suffixes[left[SHAPE_SUFFIX], SUFFIX_LEFT]
                cues[10] = of.shapes[left2[SHAPE], LEFT2]
                cues[11], cues[12] = of.shapes[right[SHAPE], RIGHT], of.suffixes[right[SHAPE_SUFFIX], SUFFIX_RIGHT]
                cues[13] = of.shapes[right2[SHAPE], RIGHT2]
                scores[:] = 0.0
                for cue in cues:
                    if cue >= 0:
                        for place in range(of.ends[cue], of.ends[cue + 1]):
                            scores[of.tags_of[place]] += of.weights[place]
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
    """The tagger, its weights read once per process: from the user's cache by their content, where they are kept."""
    data = _weights_file().read_bytes()

    def make() -> Learnt:
        weights, certain, tags = _PlainUnpickler(io.BytesIO(data), encoding="latin-1").load()
        return Learnt.of(weights, certain, sorted(tags))

    name = f"tagger-{LAYOUT}-{hashlib.sha256(data).hexdigest()[:32]}"
    return Tagger(kept_as_arrays(name, make, Learnt.packed, Learnt.read))


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
