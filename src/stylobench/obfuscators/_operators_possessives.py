"""Possessives: "the king's hat" and "the hat of the king"."""

from __future__ import annotations

from collections.abc import Iterator

from stylobench.edits import Sheet
from stylobench.obfuscators._dice import Dice
from stylobench.obfuscators._gap import Gap
from stylobench.obfuscators._listed import listed
from stylobench.obfuscators._reading import Reading
from stylobench.obfuscators._sites import Site, drawn_anew, turn

ARTICLES = ("the", "a", "an", "this", "that", "my", "his", "her", "our", "their")
# A span of time, or a way of speaking: "a day's work", "for heaven's sake".
FIXED = listed("fixed")
FIXED_HEADS = frozenset(["sake", "own", "worth", "notice", "work", "time", "end"])
NOT_OWNED = listed("not_owned")
PEOPLE = listed("people")


def turn_possessives(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Draw each possessive anew."""
    for site in drawn_anew(sites(reading), gap.share("possessives"), gap, dice):
        turn(reading, sheet, site, "possessive")


def sites(reading: Reading) -> list[Site]:
    """All possessives of one plain noun by another that can be turned."""
    return [*_with_s(reading), *_with_of(reading)]


def _with_s(reading: Reading) -> Iterator[Site]:
    """'the king's hat'."""
    lows, tags = reading.lows, reading.tags
    for word, places in reading.where.items():
        if not word.endswith("'s") or word in FIXED or word[:-2] not in PEOPLE:
            continue
        for place in places:
            article, head = lows[place - 1], lows[place + 1]
            if place in reading.firsts or article not in ARTICLES or tags[place + 1] not in ("NN", "NNS"):
                continue
            if head not in FIXED_HEADS and _ends_there(reading, place + 2) and reading.in_line(place - 1, place + 1):
                yield Site(place - 1, 3, f"the {head} of {article} {word[:-2]}", True)


def _with_of(reading: Reading) -> Iterator[Site]:
    """'the hat of the king'."""
    lows, tags = reading.lows, reading.tags
    for place in reading.where.get("of", ()):
        first = place - 2
        if first < 0 or lows[first] != "the" or tags[place - 1] not in ("NN", "NNS") or lows[place - 1] in NOT_OWNED:
            continue
        article, owner, owned = lows[place + 1], lows[place + 2], lows[place - 1]
        fits = article in ARTICLES and owner in PEOPLE and owned.isalpha() and _ends_there(reading, place + 3)
        if fits and reading.in_line(first, place + 2):
            yield Site(first, 5, f"{article} {owner}'s {owned}", False)


def _ends_there(reading: Reading, place: int) -> bool:
    """Whether the nouns before are not spoken of further: no noun, 'of', 'who' or 'that' follows."""
    low, tag = reading.lows[place], reading.tags[place]
    return low in (".", ",", ";", "and", "but", "or") or tag in ("VBD", "VBZ", "VBP", "MD", "TO")
