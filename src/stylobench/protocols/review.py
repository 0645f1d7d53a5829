"""Blind review: which texts people are shown, in what order, and the key that tells afterwards which is which."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stylobench.errors import CorpusError
from stylobench.features.difference import difference, phrases
from stylobench.seeds import generator

ORIGINAL = "original"
LONGEST = 1500
SIDES = ("a", "b")


@dataclass(frozen=True)
class Reviewed:
    """An original with what an obfuscator made of it, and known texts by the same author where there are some."""

    problem: str
    obfuscator: str
    original: str
    rewritten: str
    known: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pair:
    """Original and rewritten text side by side; `rewritten` is the side, a or b, that only the key knows."""

    id: str
    problem: str
    obfuscator: str
    a: str
    b: str
    rewritten: str


@dataclass(frozen=True)
class Question:
    """Did the author of the known text write the questioned one? `version` is 'original' or the obfuscator."""

    id: str
    problem: str
    version: str
    same: bool
    known: str
    questioned: str


@dataclass(frozen=True)
class Review:
    """Everything that is asked. `id` ties answers to the key."""

    id: str
    seed: int
    pairs: tuple[Pair, ...]
    questions: tuple[Question, ...]
    warnings: tuple[str, ...]

    def key(self) -> dict[str, Any]:
        """Which item is which; no reviewer may see it."""
        pairs = {one.id: _facts(one, "problem", "obfuscator", "rewritten") for one in self.pairs}
        questions = {one.id: _facts(one, "problem", "version", "same") for one in self.questions}
        return {"review": self.id, "seed": self.seed, "pairs": pairs, "questions": questions}

    def pairs_for(self, reviewer: int) -> list[Pair]:
        """The pairs in the order of one reviewer."""
        rng = generator(self.seed, "review", "pairs", str(reviewer))
        return [self.pairs[place] for place in rng.permutation(len(self.pairs))]

    def questions_for(self, reviewer: int) -> list[Question]:
        """The questions in the order of one reviewer."""
        rng = generator(self.seed, "review", "questions", str(reviewer))
        return [self.questions[place] for place in rng.permutation(len(self.questions))]


def _facts(one: Pair | Question, *names: str) -> dict[str, Any]:
    return {name: getattr(one, name) for name in names}


def from_result(result: Mapping[str, Any]) -> list[Reviewed]:
    """The rewritten problems that a finished attack shows in full."""
    found = []
    for one in result.get("examples") or ():
        parts = [(part["original"], part["rewritten"]) for part in one["phrases"]]
        original = "".join(before for before, _ in parts)
        rewritten = "".join(before if after is None else after for before, after in parts)
        found.append(Reviewed(f"{one['dataset']}/{one['problem']}", str(one["obfuscator"]), original, rewritten))
    return found


def review(reviewed: Sequence[Reviewed], texts: int, seed: int) -> Review:
    """At most `texts` problems, the same of every obfuscator, so that obfuscators are compared on the same texts."""
    changed = [one for one in reviewed if one.original.strip() and one.original != one.rewritten]
    if not changed:
        raise CorpusError("there is no rewritten text to review: every one is missing or the same as its original")
    chosen = _chosen(changed, texts, seed)
    pairs = tuple(_pairs(chosen, seed))
    questions = tuple(_questions(chosen, seed))
    total = hashlib.sha256()
    for text in (part for one in (*pairs, *questions) for part in map(str, vars(one).values())):
        total.update(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest())
    return Review(total.hexdigest()[:16], seed, pairs, questions, tuple(_warnings(reviewed, changed, texts, questions)))


def _warnings(
    reviewed: Sequence[Reviewed], changed: Sequence[Reviewed], texts: int, questions: Sequence[Question]
) -> list[str]:
    same, found = len(reviewed) - len(changed), len({one.problem for one in changed})
    lines = [f"{same} rewritten texts are the same as their originals and are not reviewed"] if same else []
    if found < texts:
        told = f"{found} text is" if found == 1 else f"{found} texts are"
        more = f"a run shows more after `stylobench attack --examples {texts}`"
        lines.append(f"{told} reviewed where {texts} were asked for; {more}")
    if questions:
        return [*lines, "questions about different authors pair texts of different problems, taken to be by two people"]
    return [*lines, "no sheet 'same author?': it needs known texts of two problems or more"]


def _chosen(reviewed: Sequence[Reviewed], texts: int, seed: int) -> list[Reviewed]:
    """Problems that most obfuscators rewrote go first; among equals chance decides."""
    by_problem: dict[str, list[Reviewed]] = {}
    for one in sorted(reviewed, key=lambda one: (one.problem, one.obfuscator)):
        by_problem.setdefault(one.problem, []).append(one)
    names = sorted(by_problem)
    luck = generator(seed, "review", "problems").permutation(len(names))
    order = sorted(range(len(names)), key=lambda place: (-len(by_problem[names[place]]), luck[place]))
    return [one for place in sorted(order[:texts]) for one in by_problem[names[place]]]


def _pairs(chosen: Sequence[Reviewed], seed: int) -> list[Pair]:
    """Numbered in random order, so that a number says nothing."""
    rng = generator(seed, "review", "sides")
    found = []
    for number, place in enumerate(rng.permutation(len(chosen)), start=1):
        one, side = chosen[place], SIDES[int(rng.integers(2))]
        both = openings(one.original, one.rewritten)
        a, b = both if side == "b" else both[::-1]
        found.append(Pair(f"pair {number}", one.problem, one.obfuscator, a, b, side))
    return found


def _questions(chosen: Sequence[Reviewed], seed: int) -> list[Question]:
    """Every problem once with its own questioned text and once with the next problem's, which another person is taken
    to have written; originals and rewritten texts take turns in both, so that being rewritten tells nothing.
    """
    problems = sorted({one.problem for one in chosen if one.known})
    if len(problems) < 2:
        return []
    rng = generator(seed, "review", "versions")
    found = []
    for same in (True, False):
        for turn, place in enumerate(rng.permutation(len(problems))):
            problem = problems[place]
            other = problem if same else problems[(place + 1) % len(problems)]
            known = next(one.known for one in chosen if one.problem == problem)
            version, text = _version([one for one in chosen if one.problem == other], turn)
            whole = "\n\n".join(known)
            found.append((problem, version, same, in_part(opening(whole), whole), in_part(opening(text), text)))
    order = rng.permutation(len(found))
    return [Question(f"question {number}", *found[place]) for number, place in enumerate(order, start=1)]


def _version(rewrites: Sequence[Reviewed], turn: int) -> tuple[str, str]:
    """The original in every other turn, else the obfuscators one after the other."""
    if turn % 2 == 0:
        return ORIGINAL, rewrites[0].original
    one = rewrites[turn // 2 % len(rewrites)]
    return one.obfuscator, one.rewritten


def openings(original: str, rewritten: str) -> tuple[str, str]:
    """The beginnings of both texts up to the same place, each with a word where it goes on.

    >>> openings("It was cold.", "It was so cold.")
    ('It was cold.', 'It was so cold.')
    """
    sides: tuple[list[str], list[str]] = ([], [])
    room = LONGEST
    for before, after, _ in phrases(difference(original, rewritten)):
        shown = opening(before, room) if after is None else before
        sides[0].append(shown)
        sides[1].append(shown if after is None else after)
        room -= len(before)
        if room <= 0:
            break
    return in_part("".join(sides[0]), original), in_part("".join(sides[1]), rewritten)


def in_part(shown: str, whole: str) -> str:
    """What is shown of a text, and how much that is if it is not all.

    >>> in_part("one two", "one two three")
    'one two …\\n\\n[in part: the first 2 of 3 words]'
    """
    words, all_words = len(shown.split()), len(whole.split())
    if words == all_words:
        return whole
    return f"{shown.rstrip()} …\n\n[in part: the first {words:,} of {all_words:,} words]"


def opening(text: str, longest: int = LONGEST) -> str:
    """The beginning of a text, cut between words.

    >>> opening("one two three", 9)
    'one two'
    """
    if len(text) <= longest:
        return text
    cut = text[:longest]
    return cut[: cut.rfind(" ")] if " " in cut else cut
