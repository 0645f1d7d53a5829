"""Problems that show what a score is worth: with several numbers and lengths of known texts.

What a score means moves with the number of known texts and with the length of both sides. So scores are calibrated on
problems of every kind that the training texts can build: 1 to 8 known texts, cut or joined to lengths from 125 words
upwards, every other problem with both sides equally long. As many are by one author as by two in every kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from stylobench.records import Floats, Rows, Trials
from stylobench.seeds import generator

KNOWN_TEXTS = (1, 2, 3, 4, 6, 8)
FEWEST_WORDS = 50  # a shorter text gets no verdict
SHORTEST, LONGEST = 125, 8000
TOLERANCE = 1.25  # a case may have texts so many times shorter or longer than those that were tried
NEARLY = 0.9  # a text that is shorter by less than a tenth is used whole
MOST_JOINED = 4
LONGER = 2  # times the training texts, by joining
PROBLEMS = 1500
FEWEST_PEOPLE = 3
MOST_TEXTS_EACH, MOST_PEOPLE = 24, 400
_WORD = re.compile(r"\S+")

Kind = tuple[int, int, int]  # known texts, words of a known text, words of the questioned text
Piece = tuple[frozenset[int], int]  # the texts that a piece is made of, and its row


def word_count(text: str) -> int:
    """Words of a text: what white space separates."""
    return len(text.split())


def cut(text: str, words: int, start: int = 0) -> str:
    """So many words of a text, from one of them on, with the spacing between them.

    >>> cut("It was  so, and no more.", 3, start=1)
    'was  so, and'
    """
    spans = [found.span() for found in _WORD.finditer(text)][start : start + words]
    return text[spans[0][0] : spans[-1][1]] if spans else ""


def lengths_up_to(longest: float) -> list[int]:
    """125 words, doubled while texts are as long.

    >>> lengths_up_to(1040)
    [125, 250, 500, 1000]
    """
    found = [SHORTEST]
    while 2 * found[-1] * NEARLY <= min(longest, LONGEST):
        found.append(2 * found[-1])
    return found


def conditions_of(known: Sequence[str], questioned: str) -> Floats:
    """What a problem is like, as a row: known texts, mean words of a known text, words of the questioned text."""
    mean = float(np.mean([word_count(text) for text in known])) if known else 0.0
    return np.array([[len(known), mean, word_count(questioned)]], np.float64)


@dataclass(frozen=True)
class CalibrationProblems:
    """Problems over texts cut to length, by row of `texts`, and the codes of the known and the questioned author."""

    texts: tuple[str, ...]
    trials: Trials
    people: Rows

    @cached_property
    def conditions(self) -> Floats:
        """What each problem is like: known texts, mean words of a known text, words of the questioned text."""
        words = np.array([word_count(text) for text in self.texts], np.float64)
        sizes = np.diff(self.trials.starts)
        owners = np.repeat(np.arange(len(sizes)), sizes)
        mean = np.bincount(owners, words[self.trials.known], len(sizes)) / np.maximum(sizes, 1)
        return np.column_stack([sizes.astype(np.float64), mean, words[self.trials.questioned]])

    def take(self, places: npt.ArrayLike) -> CalibrationProblems:
        """Some of the problems, over all texts."""
        return replace(self, trials=self.trials.take(places), people=self.people[np.asarray(places)])

    def trimmed(self) -> CalibrationProblems:
        """The same problems over the texts that stand in them."""
        rows = self.trials.rows
        return replace(self, texts=tuple(self.texts[row] for row in rows), trials=self.trials.among(rows))


@dataclass
class _Drawn:
    """Problems as they are drawn, one after the other."""

    known: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=lambda: [0])
    questioned: list[int] = field(default_factory=list)
    same: list[bool] = field(default_factory=list)
    people: list[tuple[int, int]] = field(default_factory=list)

    def add(self, known: Sequence[int], questioned: int, same: bool, people: tuple[int, int] = (-1, -1)) -> None:
        self.known += known
        self.starts.append(len(self.known))
        self.questioned.append(questioned)
        self.same.append(same)
        self.people.append(people)

    @property
    def trials(self) -> Trials:
        known, starts, questioned = (
            np.array(column, np.int64) for column in (self.known, self.starts, self.questioned)
        )
        return Trials(known, starts, questioned, np.array(self.same, np.bool_), np.full(len(self.same), ""))


class _Pieces:
    """Every person's texts, cut or joined to a length. For each length a text is cut in one place only, so that what is
    counted in it is counted once.
    """

    def __init__(self, texts: Sequence[str], people: Rows, seed: int) -> None:
        self.seed = seed
        self.texts: list[str] = []
        self.own: dict[int, list[str]] = {}
        for person in _some_people(people, seed):
            order = generator(seed, "pieces", str(person)).permutation(np.flatnonzero(people == person))
            self.own[person] = [texts[row] for row in order[:MOST_TEXTS_EACH]]
        self._cut: dict[tuple[int, int], list[Piece]] = {}

    def of(self, person: int, length: int) -> list[Piece]:
        """A person's pieces of that length."""
        if (person, length) not in self._cut:
            made = list(self._made(person, length))
            rows = range(len(self.texts), len(self.texts) + len(made))
            self.texts += [text for _, text in made]
            self._cut[person, length] = [(parts, row) for (parts, _), row in zip(made, rows, strict=True)]
        return self._cut[person, length]

    def _made(self, person: int, length: int) -> Iterator[tuple[frozenset[int], str]]:
        rng = generator(self.seed, "pieces", str(person), str(length))
        waiting: list[int] = []
        for place, text in enumerate(self.own[person]):
            words = word_count(text)
            if words >= NEARLY * length:
                yield frozenset([place]), cut(text, length, int(rng.integers(max(words - length, 0) + 1)))
                continue
            waiting.append(place)
            joined = "\n\n".join(self.own[person][one] for one in waiting)
            enough = word_count(joined) >= NEARLY * length
            if enough:
                yield frozenset(waiting), cut(joined, length)
            if enough or len(waiting) == MOST_JOINED:
                waiting = []

    def filled(self, kind: Kind, person: int, other: int, rng: np.random.Generator) -> tuple[list[int], int]:
        """Known pieces of one person and a questioned one of another, or of the same; no text stands in two pieces."""
        count, length, asked = kind
        candidates, own = self.of(other, asked), self.of(person, length)
        taken, questioned = candidates[int(rng.integers(len(candidates)))]
        free = [row for parts, row in own if other != person or not parts & taken]
        return [free[place] for place in rng.permutation(len(free))[:count]], questioned


def _some_people(people: Rows, seed: int) -> list[int]:
    """Everybody, by code; of very many some by lot, those with several texts first."""
    everybody, sizes = np.unique(people, return_counts=True)
    lots = generator(seed, "people to calibrate on").permutation(len(everybody))
    chosen = everybody[np.lexsort((lots, sizes < 2))[:MOST_PEOPLE]]
    return [int(person) for person in np.sort(chosen)]


def draw_problems(
    texts: Sequence[str],
    people: Rows,
    groups: Rows,
    seed: int,
    count: int = PROBLEMS,
    kinds: Sequence[Kind] | None = None,
) -> CalibrationProblems:
    """Problems from documents, shared evenly over every kind that three people or more have texts for.

    `people` and `groups` are codes per text. The two people of a different-author problem are of one group, so that a
    verifier which learns without that group has met neither.
    """
    rng, pieces = generator(seed, "calibration problems"), _Pieces(texts, people, seed)
    group = dict(zip(people.tolist(), groups.tolist(), strict=True))
    words = [word_count(text) for text in texts]
    wanted = kinds or _kinds(lengths_up_to(LONGER * float(np.quantile(words, 0.9))) if words else [], rng)
    found = {kind: _people_for(pieces, kind, group) for kind in dict.fromkeys(wanted)}
    wanted = [kind for kind in wanted if len(found[kind][0]) >= FEWEST_PEOPLE]
    drawn = _Drawn()
    for number in range(count // 2 if wanted else 0):
        kind = wanted[number % len(wanted)]
        able, asked = found[kind]
        for same in (True, False):
            person = other = able[int(rng.integers(len(able)))]
            if not same:
                members = asked[group[person]]
                place = int(rng.integers(len(members) - 1))
                other = members[place + (place >= members.index(person))]
            drawn.add(*pieces.filled(kind, person, other, rng), same, (person, other))
    # of many people most pieces stand in no problem
    drawn_people = np.array(drawn.people, np.int64).reshape(-1, 2)
    return CalibrationProblems(tuple(pieces.texts), drawn.trials, drawn_people).trimmed()


def _kinds(lengths: Sequence[int], rng: np.random.Generator) -> list[Kind]:
    """Numbers of known texts by lengths in an order by lot, every other with both sides equally long."""
    equal = [(known, length, length) for known in KNOWN_TEXTS for length in lengths]
    unequal = [(known, one, other) for known in KNOWN_TEXTS for one in lengths for other in lengths if one != other]
    every = [kind for place, kind in enumerate(unequal) for kind in (equal[place % len(equal)], kind)] or equal
    return [every[place] for place in rng.permutation(len(every))]


def _people_for(pieces: _Pieces, kind: Kind, group: Mapping[int, int]) -> tuple[list[int], dict[int, list[int]]]:
    """Who has texts enough for a same-author problem of that kind, whichever of them is questioned, and is not alone in
    the group; and by group those who have a text to be questioned.
    """
    count, length, asked = kind
    members: dict[int, list[int]] = {}
    for person in pieces.own:
        if pieces.of(person, asked):
            members.setdefault(group[person], []).append(person)
    able = []
    for person in pieces.own:
        own = pieces.of(person, length)
        free = [sum(not parts & taken for parts, _ in own) for taken, _ in pieces.of(person, asked)]
        if min(free, default=0) >= count and len(members[group[person]]) > 1:
            able.append(person)
    return able, members


def shortened_problems(
    texts: Sequence[str], trials: Trials, turns: int, seed: int
) -> tuple[CalibrationProblems, Trials]:
    """Each problem as it is and, in the other turns, with some of its known texts and with texts cut to length; beside
    these the documents that each is made of.
    """
    cuts, made = dict[tuple[int, int], int](), list[str]()
    drawn, origin = _Drawn(), _Drawn()

    def row_of(document: int, length: int | None) -> int:
        if (document, length or 0) not in cuts:
            text = texts[document]
            if length is not None:
                room = max(word_count(text) - length, 0)
                start = generator(seed, "shortened", str(document), str(length)).integers(room + 1)
                text = cut(text, length, int(start))
            cuts[document, length or 0] = len(made)
            made.append(text)
        return cuts[document, length or 0]

    for place in range(len(trials)):
        rng = generator(seed, "shortened problems", str(place))
        known = trials.known[trials.starts[place] : trials.starts[place + 1]].tolist()
        questioned, same = int(trials.questioned[place]), bool(trials.same[place])
        for turn in range(turns):
            some, own, asked = known, None, None
            if turn:
                numbers = [number for number in KNOWN_TEXTS if number <= len(known)]
                count = numbers[int(rng.integers(len(numbers)))] if numbers else len(known)
                some = [known[one] for one in np.sort(rng.permutation(len(known))[:count])]
                mean = float(np.mean([word_count(texts[one]) for one in some])) if some else 0.0
                own, asked = (_some_length(longest, rng) for longest in (mean, word_count(texts[questioned])))
                asked = own if turn % 2 and own and asked and own <= word_count(texts[questioned]) else asked
            drawn.add([row_of(one, own) for one in some], row_of(questioned, asked), same)
            origin.add(some, questioned, same)
    people = np.full((len(drawn.same), 2), -1)
    return CalibrationProblems(tuple(made), drawn.trials, people), origin.trials


def problems_like(texts: Sequence[str], trials: Trials, kind: Kind, seed: int) -> tuple[CalibrationProblems, Trials]:
    """Problems with as many known texts, and texts cut to such lengths, as far as they have them; beside these the
    documents that each is made of.
    """
    count, own, asked = kind
    made, drawn, origin = list[str](), _Drawn(), _Drawn()
    for place in range(len(trials)):
        known = trials.known[trials.starts[place] : trials.starts[place + 1]].tolist()
        known = [one for one in known if word_count(texts[one]) >= NEARLY * own]
        questioned, same = int(trials.questioned[place]), bool(trials.same[place])
        if len(known) < count or word_count(texts[questioned]) < NEARLY * asked:
            continue
        order = generator(seed, "problems like", str(place)).permutation(len(known))
        some = [known[one] for one in np.sort(order[:count])]
        start = len(made)
        made += [*(cut(texts[one], own) for one in some), cut(texts[questioned], asked)]
        drawn.add(list(range(start, start + count)), start + count, same)
        origin.add(some, questioned, same)
    people = np.full((len(drawn.same), 2), -1)
    return CalibrationProblems(tuple(made), drawn.trials, people), origin.trials


def _some_length(longest: float, rng: np.random.Generator) -> int | None:
    """One of the lengths that a text can be cut to, or its own."""
    fitting: list[int | None] = [length for length in lengths_up_to(longest / NEARLY) if length <= longest]
    return [*fitting, None][int(rng.integers(len(fitting) + 1))]
