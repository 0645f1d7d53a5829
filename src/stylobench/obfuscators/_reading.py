"""A text laid out for operators: small words, tags, where each word stands, and what must not be touched."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from stylobench.features.prose import MARK, NUMBER, OPAQUE, WORD, Prose, Token

# Stands for a token that no operator may touch or lean on.
SHUT = "\0"
PADDING = 6
LONGEST_QUOTE = 3000
FAR = 60
_QUOTE = re.compile(rf'"(?:[^"\n]|\n(?!\s*\n)){{1,{LONGEST_QUOTE}}}"|“(?:[^”“\n]|\n(?!\s*\n)){{1,{LONGEST_QUOTE}}}”')
_PLAIN = re.compile(r"[a-z]+(?:['-][a-z]+)*")
_FIRST_PERSON = ("i", "i'm", "i've", "i'd", "i'll")
FINITE = ("VBD", "VBZ", "VBP", "MD")
SUBJECTS = frozenset(["i", "he", "she", "it", "we", "they", "you", "there", "this", "these", "those"])


@dataclass(frozen=True)
class Reading:
    """Prose by its tokens: `lows` are lower-case words with straight apostrophes, marks as they are; what is opaque,
    foreign, a name or (unless asked for) quoted is `SHUT`. Both lists go on after the end, so that looking ahead needs
    no care.
    """

    prose: Prose
    lows: list[str]
    tags: list[str]

    @classmethod
    def of(cls, prose: Prose, quotes: bool = False) -> Reading:
        """Lay out a text, with what is quoted in it or without; parts of speech are found if they were not yet."""
        lows = [_low(token) for token in prose.tokens]
        tags = [*prose.tags, *[""] * PADDING]
        _shut_names(prose, lows)
        if not quotes:
            _shut_quotes(prose, lows)
        return cls(prose, [*lows, *[""] * PADDING], tags)

    @property
    def tokens(self) -> tuple[Token, ...]:
        """All tokens."""
        return self.prose.tokens

    @cached_property
    def where(self) -> dict[str, list[int]]:
        """The places of each word or mark, in order."""
        found: dict[str, list[int]] = {}
        for place, low in enumerate(self.lows[:-PADDING]):
            found.setdefault(low, []).append(place)
        return found

    @cached_property
    def firsts(self) -> frozenset[int]:
        """The places where sentences begin."""
        return frozenset(a for a, _ in self.prose.sentences)

    @cached_property
    def ends(self) -> list[int]:
        """For each token the place after the last one of its sentence."""
        return [b for a, b in self.prose.sentences for _ in range(a, b)]

    @cached_property
    def starts(self) -> list[int]:
        """For each token the place of the first one of its sentence."""
        return [a for a, b in self.prose.sentences for _ in range(a, b)]

    def between(self, place: int) -> str:
        """What stands between a token and the next one."""
        if place + 1 >= len(self.tokens):
            return ""
        return self.prose.text[self.tokens[place].end : self.tokens[place + 1].start]

    def in_line(self, first: int, last: int) -> bool:
        """Whether tokens stand in one sentence and one line, with single spaces or nothing between them."""
        if first < 0 or last >= len(self.tokens) or last >= self.ends[first]:
            return False
        return all(self.between(place) in ("", " ") for place in range(first, last))

    def asks(self, place: int) -> bool:
        """Whether the sentence of a token is a question."""
        end = self.ends[place]
        return any(token.text == "?" for token in self.tokens[max(end - 3, self.starts[place]) : end])

    def near(self, place: int) -> int:
        """The first token of the sentence, or one not too far back: a sentence may be as long as the text."""
        return max(self.starts[place], place - FAR)

    def finite(self, first: int, last: int) -> bool:
        """Whether a finite verb stands among tokens."""
        return any(tag in FINITE for tag in self.tags[first:last])

    def clause(self, place: int) -> bool:
        """Whether a clause with a plain subject seems to begin here: 'he was', 'the old man said'."""
        if self.lows[place] in SUBJECTS and self.tags[place + 1] in (*FINITE, "RB"):
            return self.finite(place + 1, min(place + 4, self.ends[place]))
        if self.tags[place] not in ("DT", "PRP$"):
            return False
        for at in range(place + 1, min(place + 5, self.ends[place])):
            if self.tags[at] in FINITE:
                return self.tags[at - 1] in ("NN", "NNS")
            if self.tags[at] not in ("JJ", "NN", "NNS"):
                return False
        return False

    def sites(self, words: Iterable[str]) -> list[int]:
        """The places of any of some words, in order."""
        return sorted(place for word in words for place in self.where.get(word, ()))


def _low(token: Token) -> str:
    if token.kind == OPAQUE:
        return SHUT
    if token.kind in (MARK, NUMBER):
        return token.text
    low = token.text.lower().replace("’", "'")
    return low if _PLAIN.fullmatch(low) else SHUT


def _shut_names(prose: Prose, lows: list[str]) -> None:
    """Capitalised words inside a sentence are names or titles; all-capital ones are looked at by their operator."""
    for a, b in prose.sentences:
        for place in range(a, b):
            token = prose.tokens[place]
            if token.kind != WORD or not token.text[:1].isupper() or lows[place] in _FIRST_PERSON:
                continue
            opening = place == a or prose.tokens[place - 1].text in ('"', "“", "(", "*")
            if not opening or prose.tags[place] in ("NNP", "NNPS") or (len(token.text) > 1 and token.text.isupper()):
                lows[place] = SHUT


def _shut_quotes(prose: Prose, lows: list[str]) -> None:
    starts: list[int] = []
    for found in _QUOTE.finditer(prose.text):
        starts = starts or [token.start for token in prose.tokens]
        for place in range(bisect_left(starts, found.start()), bisect_left(starts, found.end())):
            lows[place] = SHUT


def cased_like(reading: Reading, place: int, phrase: str) -> str:
    """A phrase with a capital where the word at a place has one, unless that word always has."""
    original, person = reading.tokens[place].text, reading.lows[place] in _FIRST_PERSON
    if phrase.startswith(("i ", "i'")) or (original[:1].isupper() and (not person or place in reading.firsts)):
        return phrase[:1].upper() + phrase[1:]
    return phrase
