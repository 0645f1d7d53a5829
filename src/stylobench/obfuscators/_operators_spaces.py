"""Spaces: one or two behind a sentence, drawn for a whole text by how usual two are."""

from __future__ import annotations

from stylobench.edits import Sheet
from stylobench.obfuscators._dice import Dice
from stylobench.obfuscators._gap import Gap
from stylobench.obfuscators._reading import Reading

ENDS = (".", "!", "?")
# "Dr." is taken for a sentence now and then.
SHORTEST = 3
SPACES = {" ": False, "  ": True}


def space_sentences(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Put one space behind all sentences, or two; a text that never has two gets none."""
    found = sites(reading)
    two = any(is_two for _, is_two in found) and dice.hit(gap.share("two_spaces"))
    for place, is_two in found:
        if is_two != two and dice.hit(gap.strength):
            start, end = reading.tokens[place].end, reading.tokens[place + 1].start
            sheet.change(start, end, "  " if two else " ", "space")


def sites(reading: Reading) -> list[tuple[int, bool]]:
    """The last token of each sentence that another one follows in its line, and whether two spaces are between."""
    whole = [b - 1 for a, b in reading.prose.sentences[:-1] if b - a >= SHORTEST]
    lasts = [last for last in whole if reading.tokens[last].text in ENDS]
    return [(last, SPACES[reading.between(last)]) for last in lasts if reading.between(last) in SPACES]
