"""Shortenings: "he's" and "he is", "don't" and "do not", each drawn anew by how usual shortenings are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from stylobench.edits import Sheet
from stylobench.obfuscators._dice import Dice
from stylobench.obfuscators._gap import Gap
from stylobench.obfuscators._listed import listed
from stylobench.obfuscators._reading import Reading
from stylobench.obfuscators._sites import Site, drawn_anew, turn

NEGATED = {f"{verb}n't": f"{verb} not" for verb in sorted(listed("negatable"))}
NEGATED |= {"can't": "cannot", "won't": "will not"}
PRONOUNS = ("i", "you", "he", "she", "it", "we", "they", "there", "that", "who")
ENDINGS = {"'m": "am", "'re": "are", "'ve": "have", "'ll": "will"}
HAVING = {"have": "'ve", "had": "'d", "has": "'s"}
BEING = {"am": "'m", "are": "'re", "is": "'s"}
# Forms that are both a base and a participle, so that "he'd put" may be either.
EITHER = listed("either")
CONTRASTED = ("only", "just", "merely")
GOES_ON = ("VBG", "JJ", "DT", "IN", "RB", "TO", "PRP$", "CD", "JJR")
SURELY_HAS = ("been", "got", "had", "become", "begun")
AGREES = {"i": ("am", "have"), "he": ("is", "has"), "she": ("is", "has"), "it": ("is", "has"), "that": ("is", "has")}
AGREES |= {"there": ("is", "has"), "who": ("is", "has")}


def shorten(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Draw at each place anew whether it is shortened."""
    apostrophe = "’" if "’" in reading.prose.text else "'"
    for site in drawn_anew(sites(reading), gap.share("shortened"), gap, dice):
        turn(reading, sheet, replace(site, other=site.other.replace("'", apostrophe)), "shortening")


def sites(reading: Reading) -> list[Site]:
    """All shortenings that can be written out, and all words that can be shortened."""
    return [*_written_out(reading), *_shortened(reading)]


def _written_out(reading: Reading) -> Iterator[Site]:
    for word, places in reading.where.items():
        if "'" in word:
            for place in places:
                full = _full(reading, place, word)
                if full is not None:
                    yield Site(place, 1, full, True)


def _full(reading: Reading, place: int, word: str) -> str | None:
    """A shortening in full; None where its neighbours leave doubt."""
    if word in NEGATED:
        inverted = reading.tags[place + 1] in ("PRP", "EX", "DT") or reading.asks(place)
        return None if inverted else NEGATED[word]
    stem, _, ending = word.rpartition("'")
    if stem not in PRONOUNS:
        return None
    ending, first = f"'{ending}", stem.upper() if stem == "i" else stem
    following = reading.lows[place + 1]
    if ending in ENDINGS:
        return f"{first} {ENDINGS[ending]}" if following.isalpha() else None
    verb = {"'d": _had_or_would, "'s": _is_or_has}.get(ending, _unknown)(reading, place + 1)
    return None if verb is None else f"{first} {verb}"


def _unknown(reading: Reading, place: int) -> str | None:
    return None


def _had_or_would(reading: Reading, place: int) -> str | None:
    """What 'd stands for, told by the next verb; adverbs between are passed over."""
    while reading.tags[place] == "RB" and reading.lows[place] != "better":
        place += 1
    if reading.lows[place] == "better":
        return "had"
    if reading.lows[place] in EITHER:
        return None
    return {"VB": "would", "VBN": "had", "VBD": "had"}.get(reading.tags[place])


def _is_or_has(reading: Reading, place: int) -> str | None:
    if reading.lows[place] in SURELY_HAS:
        return "has"
    return "is" if reading.tags[place] in GOES_ON and reading.lows[place].isalpha() else None


def _shortened(reading: Reading) -> Iterator[Site]:
    lows = reading.lows
    for place in reading.where.get("not", ()):
        before = lows[place - 1] if place not in reading.firsts else ""
        short = f"{before}n't" if before != "will" else "won't"
        plain = lows[place + 1].isalpha() and lows[place + 1] not in CONTRASTED and not reading.asks(place)
        if short in NEGATED and plain and reading.in_line(place - 1, place):
            yield Site(place - 1, 2, short, False)
    for place in reading.where.get("cannot", ()):
        yield Site(place, 1, "can't", False)
    for place in reading.sites(PRONOUNS):
        ending = _ending(reading, place)
        if ending is not None and reading.in_line(place, place + 2):
            yield Site(place, 2, reading.tokens[place].text + ending, False)


def _ending(reading: Reading, place: int) -> str | None:
    """How a verb after a pronoun is shortened; None where it is stressed, asked or a main verb."""
    pronoun, verb, tag = reading.lows[place], reading.lows[place + 1], reading.tags[place + 2]
    after = reading.lows[place + 2]
    if after in ("not", "n't") or not after.isalpha() or reading.asks(place) or (pronoun in ("that", "who")):
        return None
    if verb in BEING and tag in (*GOES_ON, "VBN", "NN", "PRP"):
        return BEING[verb] if _agrees(pronoun, verb) else None
    if verb in HAVING and tag == "VBN" and pronoun != "there":
        return HAVING[verb] if verb == "had" or _agrees(pronoun, verb) else None
    if verb in ("will", "would") and tag == "VB" and pronoun not in ("there", "it"):
        return "'ll" if verb == "will" else "'d"
    return None


def _agrees(pronoun: str, verb: str) -> bool:
    return verb in AGREES.get(pronoun, ("are", "have"))
