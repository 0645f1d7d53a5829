"""Synonyms from WordNet for content words, only where most uses of both words mean the same."""

from __future__ import annotations

from functools import lru_cache

from stylobench.edits import Sheet
from stylobench.features.inflection import inflected, lemma, recased
from stylobench.features.thesaurus import synonyms
from stylobench.obfuscators._dice import Dice
from stylobench.obfuscators._gap import Gap
from stylobench.obfuscators._left_alone import left_alone
from stylobench.obfuscators._listed import listed
from stylobench.obfuscators._reading import Reading

PARTS = {"NN": "noun", "NNS": "noun", "JJ": "adj", "RB": "adv"}
PARTS |= dict.fromkeys(("VB", "VBP", "VBZ", "VBD", "VBN", "VBG"), "verb")
LEAST_ALIKE = {"noun": 0.12, "verb": 0.12, "adj": 0.15, "adv": 0.15}
SHORTEST = 4
# Rates are flattened, so that a text is not filled with the most usual words alone.
FLATTENED = 0.2
# The weight of leaving a word as it is, where the text has it more often than is usual, and elsewhere.
OVERUSED, USUAL = 0.02, 0.06
PARTICLES = listed("particles")
# Words whose synonyms fit only some of their uses, whatever WordNet says.
LEFT_ALONE = listed("left_alone")
BOUND = {"noun": ("NN", "NNS", "NNP"), "verb": ("RP", "IN", "TO", "VBG"), "adj": (), "adv": ()}


def use_synonyms(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Draw each content word anew from itself and its synonyms, by how alike and how usual they are."""
    for word, places in reading.where.items():
        if len(word) < SHORTEST or not word.isalpha():
            continue
        overused = len(places) * 1e6 > gap.rate(word) * gap.words
        for place in places:
            options = _known(word, reading.tags[place], gap) if _alone(reading, place) else []
            if options and not left_alone(reading.prose, place) and dice.hit(gap.strength):
                stay = (OVERUSED if overused else USUAL) * _usual(word, gap)
                chosen = dice.pick([stay, *(alike * _usual(other, gap) for other, alike in options)])
                if chosen:
                    _put(reading, sheet, place, options[chosen - 1][0])


def _put(reading: Reading, sheet: Sheet, place: int, other: str) -> None:
    token = reading.tokens[place]
    sheet.change(token.start, token.end, recased(other, token.text), "synonym")


def _usual(word: str, gap: Gap) -> float:
    return float((gap.rate(word) + 1.0) ** FLATTENED)


def _alone(reading: Reading, place: int) -> bool:
    """Whether a word is no part of a compound, nor a verb that lives by its particle."""
    part = PARTS.get(reading.tags[place])
    if part is None or reading.tags[place + 1] in BOUND[part]:
        return False
    before = "" if place in reading.firsts else reading.tags[place - 1]
    return not (part == "noun" and before in ("NN", "NNS", "NNP")) and reading.lows[place + 1] not in PARTICLES


def _known(word: str, tag: str, gap: Gap) -> list[tuple[str, float]]:
    """Synonyms in the form that is needed, of those that the background knows."""
    return [option for option in _options(word, tag, _least(tag, gap)) if gap.rate(option[0]) > 0]


def _least(tag: str, gap: Gap) -> float:
    """How alike a synonym must be at least; beyond full strength less will do."""
    return LEAST_ALIKE[PARTS[tag]] / max(1.0, gap.strength) ** 2


@lru_cache(65_536)
def _options(word: str, tag: str, least: float) -> tuple[tuple[str, float], ...]:
    base = lemma(word, tag)
    if base in LEFT_ALONE or inflected(base, tag) != word:
        return ()
    near = [one for one in synonyms(base, PARTS[tag]) if one.similarity >= least and _same_build(base, one.word, tag)]
    forms = [(inflected(one.word, tag), one.similarity) for one in near]
    return tuple((form, alike) for form, alike in forms if form is not None and form != word)


def _same_build(base: str, lemma: str, tag: str) -> bool:
    """Whether past tense and participle are one form, so that a tagger's slip does not show ('had began'), and a noun
    is no verb in disguise ('his dreaming').
    """
    if PARTS[tag] == "noun" and lemma.endswith("ing") != base.endswith("ing"):
        return False
    return tag not in ("VBD", "VBN") or inflected(lemma, "VBD") == inflected(lemma, "VBN")
