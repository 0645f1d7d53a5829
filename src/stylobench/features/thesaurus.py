"""Synonyms from WordNet, weighed by how often both words are meant in the sense that they share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from stylobench.features import _wordnet

# What a first sense counts that was never tagged in running text; later ones count less by the square of their number.
UNSEEN = 0.5
KEPT_READY = 65_536
# Less similar words are no synonyms.
LEAST = 0.01
# A word that was tagged so often is taken for half as good as an everyday one: 'manus' for 'hand'.
RARE = 1.5
PLAIN = re.compile(r"[a-z]{2,}(?:-[a-z]{2,})?")
COARSE = re.compile(
    r"\b(?:ethnic slur|obscen\w+|vulgar\w*|derogat\w+|disparag\w+|slang|offensive (?:term|name|word)s?"
    r"|sexual\w*|genital\w*|excrement|prostitut\w+|buttocks|breasts?)\b"
)
# The commonest words, and words whose meaning is what stands around them: a synonym of these is seldom one in place.
_COMMONEST = (
    "be have do make get go take come give say know think see let keep put set use try want need like seem become turn "
    "may might must shall should will would can could ought dare "
    "not no never ever very just so too as more most less least only also even still yet already now then there here "
    "up out down in on off over back away well really quite rather almost much many few other such same own first "
    "last next one two three four five six seven eight nine ten hundred thousand million some any each every all both "
    "time way thing people man woman day year lot kind sort part bit place point mr mrs dr sir "
    "good bad new old long little great big right left high low more able sure "
    "someone somebody anyone anybody everyone everybody person nothing something anything everything "
    "but before after behind alone percent program course thought reach eat"
)
WITHOUT = frozenset(_COMMONEST.split())


@dataclass(frozen=True, slots=True)
class Synonym:
    """A lemma that can stand for another one, and how well: from above 0 to 1."""

    word: str
    similarity: float


def installed() -> bool:
    """Whether WordNet is on this machine."""
    return _wordnet.installed()


def phrases() -> frozenset[str]:
    """Entries of two or three words ('of course', 'look after'): words that mean something else in company."""
    return _wordnet.phrases()


@lru_cache(KEPT_READY)
def synonyms(lemma: str, part: str) -> tuple[Synonym, ...]:
    """Synonyms of a noun, verb, adj or adv, best first; none for the commonest words.

    Similarity is the chance that the lemma is meant in a sense that the synonym has too, times the chance that the
    synonym is, so that a rare sense of either makes it small; smaller still where either is seldom this part of
    speech, or the synonym a rare word. Chances are tag counts in running text.
    """
    if lemma in WITHOUT or not PLAIN.fullmatch(lemma) or _name(lemma, part):
        return ()
    chances, usual = _chances(lemma, part), _usual_part(lemma, part)
    shared: dict[str, list[int]] = {}
    for place in chances:
        for word in _plain_words(place, part):
            shared.setdefault(word, []).append(place)
    shared.pop(lemma, None)
    found = [Synonym(word, usual * _similarity(chances, word, part, places)) for word, places in shared.items()]
    found = [one for one in found if one.similarity >= LEAST and not _coarse(one.word)]
    return tuple(sorted(found, key=lambda one: (-one.similarity, one.word)))


def _similarity(chances: dict[int, float], word: str, part: str, places: list[int]) -> float:
    if word in WITHOUT:
        return 0.0
    back, tagged = _chances(word, part), sum(_wordnet.counts(word, part).values()) + UNSEEN
    meant = sum(chances[place] for place in places) * sum(back.get(place, 0.0) for place in places)
    return meant * _usual_part(word, part) * tagged / (tagged + RARE)


def _plain_words(place: int, part: str) -> list[str]:
    """Words of a sense that can stand anywhere in a sentence; usage domains mark slang, slurs and the archaic."""
    found = _wordnet.sense(place, part)
    return [] if found.usages else [word for word in found.words if PLAIN.fullmatch(word)]


@lru_cache(KEPT_READY)
def _chances(lemma: str, part: str) -> dict[int, float]:
    """The chance of each sense, by its place."""
    places, counted = _wordnet.senses(lemma, part), _wordnet.counts(lemma, part)
    weights = [counted.get(number, 0) or UNSEEN / number**2 for number in range(1, len(places) + 1)]
    return {place: weight / sum(weights) for place, weight in zip(places, weights, strict=True)}


@lru_cache(KEPT_READY)
def _usual_part(lemma: str, part: str) -> float:
    """1 for a lemma that is this part of speech at least half of the time, less down to 0 for one that seldom is."""
    tagged = {other: sum(_wordnet.counts(lemma, other).values()) for other in _wordnet.PARTS}
    return min(1.0, 2 * (tagged[part] + UNSEEN) / (sum(tagged.values()) + UNSEEN))


def _name(lemma: str, part: str) -> bool:
    """Whether the usual sense is spelled with a capital, as 'Java'."""
    places = _wordnet.senses(lemma, part)
    return bool(places) and lemma not in [word.partition("(")[0] for word in _wordnet.sense(places[0], part).words]


@lru_cache(KEPT_READY)
def _coarse(word: str) -> bool:
    """Whether any sense of a word, as any part of speech, would offend."""
    senses = [_wordnet.sense(place, part) for part in _wordnet.PARTS for place in _wordnet.senses(word, part)]
    return any(COARSE.search(found.gloss) for found in senses)
