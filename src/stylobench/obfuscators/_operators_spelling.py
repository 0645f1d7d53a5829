"""Spelling: American and British forms drawn anew, common slips mended or, where they are usual, made."""

from __future__ import annotations

from stylobench.edits import Sheet
from stylobench.features.inflection import recased
from stylobench.features.spellings import american, british
from stylobench.obfuscators._dice import Dice
from stylobench.obfuscators._gap import Gap
from stylobench.obfuscators._listed import listed, paired
from stylobench.obfuscators._reading import Reading

MOST_SLIPS = 2.0
SLIPS = paired("slips")
# Slips of the language rather than of the hand are mended, never made.
NEVER_MADE = listed("never_made")
MADE = {right: wrong for wrong, right in SLIPS.items() if wrong not in NEVER_MADE}


def mend_slips(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Mend common slips where there are more than usual."""
    places = reading.sites(SLIPS)
    chance = gap.chance(-gap.missing("slips"), len(places))
    for place in places:
        if dice.hit(chance):
            _respell(reading, sheet, place, SLIPS[reading.lows[place]], "slip mended")


def make_slips(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Make a few common slips where they are usual and the text has fewer."""
    places = reading.sites(MADE)
    wanted = min(gap.missing("slips"), MOST_SLIPS * gap.words / 1000)
    chance = gap.chance(wanted, len(places), churn=0.0)
    for place in places:
        if dice.hit(chance):
            _respell(reading, sheet, place, MADE[reading.lows[place]], "slip made")


def change_side(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Draw anew, for each word that is spelt in two ways, whether it is spelt as in America."""
    share = gap.share("american")
    for word, other, is_american in two_ways(reading):
        for place in reading.where[word]:
            if dice.hit(gap.strength) and dice.hit(share) != is_american:
                _respell(reading, sheet, place, other, "side")


def two_ways(reading: Reading) -> list[tuple[str, str, bool]]:
    """Each word that is spelt otherwise on the other side, that spelling, and whether the word is American."""
    found = []
    for word in reading.where:
        if len(word) > 3:
            there, back = british(word), american(word)
            if (there is None) != (back is None):
                found.append((word, str(there or back), there is not None))
    return found


def _respell(reading: Reading, sheet: Sheet, place: int, other: str, operator: str) -> None:
    token = reading.tokens[place]
    sheet.change(token.start, token.end, recased(other, token.text), operator)
