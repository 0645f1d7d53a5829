"""Phrases that can stand for each other, with the conditions under which they can."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from stylobench.features.inflection import inflected
from stylobench.obfuscators._reading import FINITE, Reading

TABLE = Path(__file__).parent / "mediocrity_phrases.toml"
FORMS = {"verbs": ("VB", "VBP", "VBZ", "VBD", "VBN", "VBG"), "nouns": ("NN", "NNS"), "adjectives": ("JJ",)}
FLAGS = ("opens", "inside", "plural")
CONDITIONS = ("tag", "next", "word", "before", "left", "after")
VERB_NEAR = 8
END_MARKS = (".", "!", "?", ";", ":")
_PIECE = re.compile(r"[\w'-]+|[^\w\s]")


@dataclass(frozen=True)
class Phrase:
    """Words that may give way to one of `others` where their neighbours are as said; no condition holds always."""

    words: tuple[str, ...]
    others: tuple[str, ...]
    tag: tuple[str, ...] = ()
    next: tuple[str, ...] = ()
    word: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    opens: bool = False
    inside: bool = False
    plural: bool = False

    @property
    def text(self) -> str:
        """The words as one string."""
        return " ".join(self.words)

    def stands(self, reading: Reading, place: int) -> bool:
        """Whether the phrase stands at a place, in one line, and under its conditions."""
        lows, last = reading.lows, place + len(self.words) - 1
        if len(self.words) > 1 and tuple(lows[place : last + 1]) != self.words:
            return False
        if self.tag and reading.tags[place] not in self.tag:
            return False
        if self.plural and _singular(reading, last + 1):
            return False
        return self._followed(lows[last + 1], reading.tags[last + 1]) and self._preceded(reading, place, last)

    def _followed(self, word: str, tag: str) -> bool:
        """Whether what comes after is right."""
        if (self.word and word not in self.word) or word in self.avoid:
            return False
        return not self.next or tag in self.next or ("." in self.next and word in END_MARKS)

    def _preceded(self, reading: Reading, place: int, last: int) -> bool:
        """Whether what comes before is right."""
        first = place in reading.firsts
        if (self.opens and not first) or (self.inside and first):
            return False
        left = "" if first else reading.lows[place - 1]
        if left in self.before or (self.after and left not in self.after):
            return False
        if self.left and (first or reading.tags[place - 1] not in self.left):
            return False
        return reading.in_line(place, last)


def _singular(reading: Reading, place: int) -> bool:
    """Whether the next verb, not too far on, is one for a single thing."""
    for at in range(place, min(place + VERB_NEAR, reading.ends[place - 1])):
        if reading.tags[at] in FINITE:
            return reading.tags[at] == "VBZ" or reading.lows[at] in ("was", "wasn't")
    return False


@cache
def phrases() -> dict[str, tuple[Phrase, ...]]:
    """All phrases by their first word, longest first."""
    found: dict[str, list[Phrase]] = {}
    for phrase in _all():
        found.setdefault(phrase.words[0], []).append(phrase)
    return {first: tuple(sorted(some, key=lambda phrase: -len(phrase.words))) for first, some in found.items()}


def standing(reading: Reading) -> Iterator[tuple[int, Phrase]]:
    """Every phrase of the table that stands in a text, and where; the longest one where several begin."""
    table = phrases()
    for place, low in enumerate(reading.lows):
        for phrase in table.get(low, ()):
            if phrase.stands(reading, place):
                yield place, phrase
                break


def _all() -> list[Phrase]:
    """Lines as they are, then the ways back that have no line of their own."""
    sections = tomllib.loads(TABLE.read_text("utf-8"))
    lines = [found for section, some in sections.items() for line in some for found in _forms(section, line)]
    there = [phrase for phrase, _ in lines]
    own = {phrase.words for phrase in there}
    back = [way for phrase, both_ways in lines if both_ways for way in _ways_back(phrase) if way.words not in own]
    return there + back


def _forms(section: str, line: str) -> Iterator[tuple[Phrase, bool]]:
    """A line as a phrase, or as one for each form of its words; and whether it holds both ways."""
    said, *conditions = line.split(";")
    bare = _conditioned(conditions)
    for tag in FORMS.get(section, ("",)):
        forms = [_inflected(one, tag) for one in said.split("|")]
        if (
            None not in forms
            and not (tag == "VBN" and _two_pasts(said))
            and (not tag or not bare.tag or tag in bare.tag)
        ):
            phrase = replace(bare, tag=(tag,) if tag else bare.tag)
            yield _worded(phrase, [str(form) for form in forms]), "oneway" not in conditions


def _two_pasts(said: str) -> bool:
    """Whether a past tense differs from its participle, so that a tagger's slip would show: 'he begun'."""
    firsts = [one.split()[0] for one in said.split("|")]
    return any(inflected(first, "VBD") != inflected(first, "VBN") for first in firsts)


def _inflected(phrase: str, tag: str) -> str | None:
    first, space, rest = phrase.partition(" ")
    form = inflected(first, tag) if tag and tag != "JJ" else first
    return None if form is None else form + space + rest


def _worded(bare: Phrase, forms: list[str]) -> Phrase:
    return replace(bare, words=tuple(_PIECE.findall(forms[0])), others=tuple(forms[1:]))


def _ways_back(phrase: Phrase) -> Iterator[Phrase]:
    members = [phrase.text.replace(" ,", ","), *phrase.others]
    for at in range(1, len(members)):
        yield _worded(phrase, [members[at], *members[:at], *members[at + 1 :]])


def _conditioned(conditions: list[str]) -> Phrase:
    said = {key: value for key, _, value in (condition.partition("=") for condition in conditions)}
    lists: dict[str, Any] = {key: tuple(said[key].split()) for key in CONDITIONS if key in said}
    flags: dict[str, Any] = {flag: flag in said for flag in FLAGS}
    return Phrase((), (), avoid=tuple(said.get("not", "").split()), **flags, **lists)
