"""Numbers: "3 days" and "three days", each drawn anew by how usual figures are."""

from __future__ import annotations

from stylobench.edits import Sheet
from stylobench.features.prose import NUMBER
from stylobench.obfuscators._dice import Dice
from stylobench.obfuscators._gap import Gap
from stylobench.obfuscators._listed import listed
from stylobench.obfuscators._reading import Reading, cased_like

NAMES = dict(enumerate(["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 2))
NAMES |= dict(
    zip(range(20, 100, 10), ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], strict=True)
)
TO_WORDS = {str(number): name for number, name in NAMES.items()}
TO_FIGURES = {name: figures for figures, name in TO_WORDS.items()}
# After these a figure is a name: page 3, act 2.
LABELS = listed("labels")


def respell_numbers(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Draw at each small whole number anew whether it is written in figures."""
    share = gap.share("figures")
    for place, figures in sites(reading):
        if dice.hit(gap.strength) and dice.hit(share) != figures:
            token = reading.tokens[place]
            other = TO_WORDS[token.text] if figures else TO_FIGURES[reading.lows[place]]
            sheet.change(token.start, token.end, cased_like(reading, place, other), "number")


def sites(reading: Reading) -> list[tuple[int, bool]]:
    """Small whole numbers that count something, and whether each is in figures."""
    found = [(place, True) for place in reading.sites(list(TO_WORDS)) if _counts(reading, place)]
    inside = [place for place in reading.sites(list(TO_FIGURES)) if place not in reading.firsts]
    return found + [(place, False) for place in inside if _counts(reading, place)]


def _counts(reading: Reading, place: int) -> bool:
    """Whether something countable follows, and nothing near makes it a label, a sum or a row of a table."""
    left = "" if place in reading.firsts else reading.lows[place - 1]
    if left in LABELS or (left and not left.isalpha() and left not in (",", "(")):
        return False
    near = reading.tokens[max(place - 2, 0) : place] + reading.tokens[place + 1 : place + 3]
    if any(token.kind == NUMBER or token.text in "$€£%#*" for token in near) or left in TO_FIGURES:
        return False
    return reading.tags[place + 1] == "NNS" and reading.lows[place + 1].isalpha() and reading.in_line(place, place + 1)
