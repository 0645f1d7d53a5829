"""Operators that look at no context, as first published: stop words, noise, typing errors, synonyms, joints, commas."""

from __future__ import annotations

from stylobench.edits import Sheet
from stylobench.features.function_words import FUNCTION_WORDS
from stylobench.features.inflection import inflected, lemma, recased
from stylobench.features.thesaurus import synonyms
from stylobench.obfuscators._dice import Dice
from stylobench.obfuscators._gap import Gap
from stylobench.obfuscators._operators_spelling import two_ways
from stylobench.obfuscators._operators_synonyms import PARTS
from stylobench.obfuscators._reading import Reading

STOP_WORDS = frozenset(FUNCTION_WORDS)
NOISE = ("also", "then", "so", "well", "just", "of course", "indeed", "in fact", "however", "though", "as well", "the")
NOISE_CHANCE, SYNONYM_CHANCE, JOINT_CHANCE, COMMA_CHANCE = 0.05, 0.7, 0.3, 0.3
DROP_CHURN, MOST_DROPPED = 0.08, 0.3
MISSPELT_WORDS, SHORTEST_MISSPELT = 0.1, 5
JOINTS = ("and", "but", "or", "because", "which", "while")


def drop_stop_words(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Drop stop words wherever they stand, more where there are more than usual."""
    places = [place for place, low in enumerate(reading.lows) if low in STOP_WORDS and reading.between(place) == " "]
    chance = min(MOST_DROPPED, gap.chance(-gap.missing("stop_words"), len(places), DROP_CHURN))
    for place in places:
        if dice.hit(chance):
            sheet.change(reading.tokens[place].start, reading.tokens[place].end + 1, "", "stop word")


def insert_noise(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Put small words in anywhere between two words."""
    for place, token in enumerate(reading.tokens[:-1]):
        between = reading.lows[place].isalpha() and reading.lows[place + 1].isalpha()
        if between and dice.hit(NOISE_CHANCE * gap.strength):
            sheet.change(token.end, token.end, f" {NOISE[int(dice.draw() * len(NOISE))]}", "noise")


def misspell(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Misspell every occurrence of some words, each in one way: two letters change places."""
    for word, places in reading.where.items():
        if word.isalpha() and len(word) >= SHORTEST_MISSPELT and dice.hit(MISSPELT_WORDS * gap.strength):
            at = 1 + int(dice.draw() * (len(word) - 2))
            _put(reading, sheet, places, word[:at] + word[at + 1] + word[at] + word[at + 2 :], "slip made")


def any_synonym(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Replace content words by a synonym in any of their senses, each as likely as the other."""
    for word, places in reading.where.items():
        for place in places:
            tag = reading.tags[place]
            others = synonyms(lemma(word, tag), PARTS[tag]) if tag in PARTS and word.isalpha() else ()
            if others and dice.hit(SYNONYM_CHANCE * gap.strength):
                chosen = others[int(dice.draw() * len(others))].word
                _put(reading, sheet, [place], inflected(chosen, tag) or chosen, "synonym")


def join_or_cut(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Join sentences or cut them at small words by chance, whichever brings their number nearer to what is usual."""
    if gap.missing("sentences") > 0:
        for place in reading.sites(JOINTS):
            token = reading.tokens[place]
            if place not in reading.firsts and reading.between(place - 1) == " " and _chance(gap, dice):
                start = reading.tokens[place - 1].end
                sheet.change(start, token.end, f". {token.text.capitalize()}", "cut")
        return
    for _, end in reading.prose.sentences[:-1]:
        same_paragraph = reading.between(end - 1).count("\n") <= 1
        if reading.lows[end - 1] == "." and same_paragraph and _chance(gap, dice):
            sheet.change(reading.tokens[end - 1].start, reading.tokens[end - 1].end, " and", "join")


def _chance(gap: Gap, dice: Dice) -> bool:
    return dice.hit(JOINT_CHANCE * gap.strength)


def any_comma(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Take commas out, or put them before any 'and', 'which' and the like, towards what is usual."""
    if gap.missing("commas") < 0:
        for place in reading.where.get(",", ()):
            if dice.hit(COMMA_CHANCE * gap.strength):
                sheet.change(reading.tokens[place].start, reading.tokens[place].end, "", "comma")
        return
    for place in reading.sites(JOINTS):
        if place not in reading.firsts and reading.between(place - 1) == " " and dice.hit(COMMA_CHANCE * gap.strength):
            end = reading.tokens[place - 1].end
            sheet.change(end, end, ",", "comma")


def flip_sides(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Spell every word as on the other side of the ocean."""
    for word, other, _ in two_ways(reading):
        _put(reading, sheet, [place for place in reading.where[word] if dice.hit(gap.strength)], other, "side")


def _put(reading: Reading, sheet: Sheet, places: list[int], other: str, operator: str) -> None:
    for place in places:
        token = reading.tokens[place]
        sheet.change(token.start, token.end, recased(other, token.text), operator)
