"""What is measured in a text, and what is usual: means, spreads and rates of a background."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from stylobench.features.function_words import FUNCTION_WORDS
from stylobench.features.prose import WORD, analysed
from stylobench.obfuscators import _operators_numbers, _operators_possessives, _operators_shortenings, _operators_spaces
from stylobench.obfuscators._gap import PER, Gap
from stylobench.obfuscators._operators_phrase_table import standing
from stylobench.obfuscators._operators_spelling import SLIPS, two_ways
from stylobench.obfuscators._operators_words import that_sites
from stylobench.obfuscators._reading import PADDING, Reading

BUILT_IN = Path(__file__).parent / "mediocrity_averages.json"
MARKS = {"commas": (",",), "semicolons": (";",), "dashes": ("-", "--", "–", "—"), "exclamations": ("!",)}
MARKS |= {"questions": ("?",), "quotes": ('"', "“", "”")}
TAGS = {"nouns": "NN", "verbs": "VB", "adjectives": "JJ", "adverbs": "RB", "pronouns": "PR", "articles": "DT"}
TAGS |= {"prepositions": "IN", "conjunctions": "CC", "modals": "MD"}
STOP_WORDS = frozenset(FUNCTION_WORDS)
WINDOW = 300
# A target is drawn about the average, because a text that is average in everything would be known by that.
ABOUT = 0.25
MOST_TEXTS = 400
LEAST_TEXTS = 2


def measured(reading: Reading) -> dict[str, float]:
    """Per 1,000 words, except: word_letters (a mean), richness and the habits (shares); NaN where nothing was found."""
    tokens = reading.tokens
    words = [token.text.lower() for token in tokens if token.kind == WORD]
    per = PER / max(reading.prose.words, 1)
    marks, tags = Counter(token.text for token in tokens), Counter(tag[:2] for tag in reading.tags[:-PADDING])
    found = {name: per * sum(marks[mark] for mark in some) for name, some in MARKS.items()}
    found |= {name: per * tags[tag] for name, tag in TAGS.items()}
    found["sentences"] = per * len(reading.prose.sentences)
    found["stop_words"] = per * sum(word.replace("'", "") in STOP_WORDS for word in words)
    found["capitals"] = per * sum(
        token.kind == WORD and len(token.text) > 1 and token.text.isupper() for token in tokens
    )
    found["slips"] = per * sum(len(reading.where.get(slip, ())) for slip in SLIPS)
    found["word_letters"] = sum(map(len, words)) / len(words) if words else np.nan
    found["richness"] = _richness(words)
    return found | _habits(reading)


def _richness(words: list[str]) -> float:
    """The mean share of different words in windows of the same size."""
    windows = [words[at : at + WINDOW] for at in range(0, len(words) - WINDOW + 1, WINDOW)]
    return float(np.mean([len(set(window)) / WINDOW for window in windows])) if windows else np.nan


def _habits(reading: Reading) -> dict[str, float]:
    """The share of one of two ways to say the same."""
    ways = two_ways(reading)
    return {
        "shortened": _share([site.short for site in _operators_shortenings.sites(reading)]),
        "possessives": _share([site.short for site in _operators_possessives.sites(reading)]),
        "figures": _share([figures for _, figures in _operators_numbers.sites(reading)]),
        "that": _share([there for _, there in that_sites(reading)]),
        "american": _share([side for word, _, side in ways for _ in reading.where[word]]),
        "two_spaces": _share([two for _, two in _operators_spaces.sites(reading)]),
    }


def _share(yes: list[bool]) -> float:
    return sum(yes) / len(yes) if yes else np.nan


@dataclass(frozen=True)
class Background:
    """Means and standard deviations of measures over texts, and how often words and phrases are seen in a million."""

    means: Mapping[str, float]
    spreads: Mapping[str, float]
    rates: Mapping[str, float]

    @classmethod
    def of(cls, texts: Sequence[str]) -> Background:
        """What is usual in some texts; the built-in averages stand in where they show nothing."""
        chosen = _spread_out(sorted({text for text in texts if text.strip()}))
        if not chosen:
            return built_in()
        readings = [Reading.of(analysed(text)) for text in chosen]
        means, spreads = moments_of(readings)
        usual = built_in() if BUILT_IN.exists() else cls({}, {}, {})
        return cls(
            {**usual.means, **means}, {**usual.spreads, **spreads}, rates_of(readings, min(LEAST_TEXTS, len(readings)))
        )

    def gap(self, reading: Reading, strength: float, rng: np.random.Generator) -> Gap:
        """How far a text lies from an average drawn near the mean."""
        names = sorted(self.means)
        shifts = ABOUT * rng.standard_normal(len(names))
        target = {
            name: self.means[name] + shift * self.spreads[name] for name, shift in zip(names, shifts, strict=True)
        }
        return Gap(measured(reading), target, self.rates, reading.prose.words, strength)


@cache
def built_in() -> Background:
    """Averages of English essays, novels and plays: the training problems of PAN 2013 to 2015."""
    found = json.loads(BUILT_IN.read_text("utf-8"))
    means = {name: mean for name, (mean, _) in found["measures"].items()}
    spreads = {name: spread for name, (_, spread) in found["measures"].items()}
    return Background(means, spreads, found["rates"])


def _spread_out(texts: list[str]) -> list[str]:
    step = -(-len(texts) // MOST_TEXTS) or 1
    return texts[::step]


def moments_of(readings: list[Reading]) -> tuple[dict[str, float], dict[str, float]]:
    """Mean and standard deviation over texts of everything measured."""
    profiles = [measured(reading) for reading in readings]
    means, spreads = {}, {}
    for name in profiles[0]:
        values = np.array([profile[name] for profile in profiles])
        values = values[~np.isnan(values)]
        if len(values):
            means[name], spreads[name] = float(values.mean()), float(values.std())
    return means, spreads


def rates_of(readings: list[Reading], least: int) -> dict[str, float]:
    """Words and phrases per million, of those that so many texts have."""
    counts, texts = Counter[str](), Counter[str]()
    for reading in readings:
        here = Counter(low for low in reading.lows if low.isalpha() and low.isascii())
        here.update(phrase.text for _, phrase in standing(reading) if len(phrase.words) > 1)
        counts.update(here)
        texts.update(here.keys())
    total = sum(reading.prose.words for reading in readings)
    return {word: 1e6 * counts[word] / total for word in sorted(counts) if texts[word] >= least}
