"""A text as tokens and sentences that know where they stand, with parts of speech when asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from stylobench.errors import MissingPart
from stylobench.features._tagger import tagger

COMMAND = "pip install 'stylobench[obfuscate]'"
WORD, NUMBER, MARK, OPAQUE = "word", "number", "mark", "opaque"
KEPT_READY = 4096
PIECE, LONG = 20_000, 400
NO_QUOTES = dict.fromkeys(map(ord, '"“”«»„'), " ")
CLOSING = '”"» '
SURROGATE = re.compile("[\ud800-\udfff]")
# Addresses, markup and the like are one token each, so that nothing is ever changed inside them.
_TOKEN = re.compile(
    r"(?P<opaque>https?://\S+|www\.\S+|(?<![\w.+-])[\w.+-]{1,64}+@[\w-]+\.[\w.]+|</?[A-Za-z][^<>\n]*>|&#?\w+;|[@#]\w+)"
    r"|(?P<number>\d+(?:[.,:/]\d+)*(?!\w))"
    r"|(?P<word>\w+(?:[-'’]\w+)*)"
    r"|(?P<mark>\.{2,}|-{2,}|[^\w\s])"
)
_SHORT = re.compile(r"(?i)(?:n['’]t|['’](?:s|re|ve|ll|d|m))$")
_HAS_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number, punctuation mark or something not to be touched, and where it stands in the text."""

    text: str
    start: int
    end: int
    kind: str


@dataclass(frozen=True)
class Prose:
    """Tokens of a text; sentence i is `tokens[a:b]` for `a, b = sentences[i]`.

    >>> prose = analysed("He didn't go. I did!")
    >>> [token.text for token in prose.tokens], prose.sentences
    (['He', "didn't", 'go', '.', 'I', 'did', '!'], ((0, 4), (4, 7)))
    """

    text: str
    tokens: tuple[Token, ...]
    sentences: tuple[tuple[int, int], ...]

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """The Penn Treebank tag of every token; a contraction has that of its first part."""
        return tuple(tag for a, b in self.sentences for tag in _tags([token.text for token in self.tokens[a:b]]))

    @cached_property
    def words(self) -> int:
        """How many words there are, numbers included."""
        return sum(token.kind in (WORD, NUMBER) for token in self.tokens)

    def sentence(self, number: int) -> tuple[Token, ...]:
        """The tokens of one sentence."""
        a, b = self.sentences[number]
        return self.tokens[a:b]


@lru_cache(KEPT_READY)
def analysed(text: str) -> Prose:
    """The tokens and sentences of a text, found once."""
    tokens = tuple(_tokens(text))
    return Prose(text, tokens, tuple(_sentences(text, tokens)))


def _tokens(text: str) -> Iterator[Token]:
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or MARK
        if kind == WORD and not _HAS_LETTER.search(found[0]):
            kind = NUMBER if found[0][0].isdigit() else MARK
        yield Token(found[0], found.start(), found.end(), kind)


def _sentences(text: str, tokens: tuple[Token, ...]) -> Iterator[tuple[int, int]]:
    """Ranges of tokens; a blank line ends a sentence, and a sentence has at least one token."""
    first, at = 0, 0
    for end in _ends(text):
        while at < len(tokens) and tokens[at].start < end:
            at += 1
        if at > first:
            yield first, at
            first = at


def _ends(text: str) -> Iterator[int]:
    """Where sentences end. sentencex takes no end inside quotation marks, and time that grows with the square of a text
    that has many: long texts are cut at a space, and a long sentence is looked at again as if it had no such marks.
    """
    at = 0
    while at < len(text):
        whole = len(text) - at <= PIECE
        cut = len(text) if whole else max(text.rfind(" ", at, at + PIECE), text.rfind("\n", at, at + PIECE)) + 1
        piece = text[at : cut if cut > at else at + PIECE]
        ends = _found(piece)
        # the last sentence of a piece that was cut goes on in the next one
        kept = ends if whole or len(ends) < 2 else ends[:-1]
        start = 0
        for end in kept:
            yield from (at + inner for inner in _inside(piece, start, end))
            start = end
        at += kept[-1]


def _inside(piece: str, start: int, end: int) -> Iterator[int]:
    """The ends within a sentence that is too long to be one, and its own."""
    if end - start > LONG:
        for inner in _found(piece[start:end].translate(NO_QUOTES))[:-1]:
            place = start + inner
            while place < end and piece[place] in CLOSING:
                place += 1
            yield place
    yield end


def _found(text: str) -> list[int]:
    try:
        from sentencex import get_sentence_boundaries
    except ModuleNotFoundError:
        raise MissingPart("sentencex, which finds sentences,", COMMAND) from None
    plain = text if text.isascii() else SURROGATE.sub("?", text)
    ends = [int(found["end_index"]) for found in get_sentence_boundaries("en", plain)]
    return ends if ends and ends[-1] == len(text) else [*ends, len(text)]


def _tags(words: list[str]) -> list[str]:
    parts, owners = list[str](), list[int]()
    for word in words:
        owners.append(len(parts))
        short = _SHORT.search(word)
        if short is not None and short.start() > 0:
            parts += [word[: short.start()], short[0].replace("’", "'")]
        else:
            parts.append(word)
    tags = tagger().tag(parts)
    return [tags[owner] for owner in owners]
