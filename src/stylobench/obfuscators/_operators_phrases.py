"""Paraphrase: other words for the same, drawn by how usual they are."""

from __future__ import annotations

from stylobench.edits import Sheet
from stylobench.obfuscators._dice import Dice
from stylobench.obfuscators._gap import Gap
from stylobench.obfuscators._left_alone import PARTS, under_negation
from stylobench.obfuscators._operators_phrase_table import Phrase, standing
from stylobench.obfuscators._reading import Reading, cased_like

# Rates are flattened, so that the rarer way of saying it is seen now and then.
FLATTENED = 0.2
UNSEEN = 2.0
# What stands there is the author's own choice, and gives away more than it is worth.
STAY = 0.08


def paraphrase(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Draw each phrase of the table anew from those that mean the same; what is denied stays."""
    for place, phrase in standing(reading):
        if reading.tags[place][:2] in PARTS and under_negation(reading.tokens, place):
            continue
        chosen = _drawn(phrase, gap, dice)
        if chosen is not None:
            start, end = reading.tokens[place].start, reading.tokens[place + len(phrase.words) - 1].end
            sheet.change(start, end, cased_like(reading, place, chosen), "paraphrase")


def _drawn(phrase: Phrase, gap: Gap, dice: Dice) -> str | None:
    """Another phrase, or None where the one that stands there was drawn."""
    if not dice.hit(gap.strength):
        return None
    forms = (phrase.text, *phrase.others)
    usual = [(gap.rate(form) + UNSEEN) ** FLATTENED for form in forms]
    chosen = dice.pick([STAY * usual[0], *usual[1:]])
    return forms[chosen] if chosen else None
