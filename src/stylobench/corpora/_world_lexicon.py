"""The words of the simulated world: families of topics, their inflected forms and their names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count, islice, product

from stylobench.corpora._world_grammar import read_toml

NAMES, PLACES, FIRMS = 8, 12, 10
MOST_TOPICS, MOST_NEW_TOPICS, MOST_FAMILIES = 600, 200, 75
VOWELS = "aeiou"
HISSING = ("s", "x", "z", "ch", "sh")


@dataclass(frozen=True)
class Words:
    """Inflected content words: people and things as (one, many), verbs in five forms."""

    people: tuple[tuple[str, str], ...]
    things: tuple[tuple[str, str], ...]
    verbs: tuple[tuple[str, str, str, str, str], ...]
    adjectives: tuple[str, ...]


@dataclass(frozen=True)
class Lexicon:
    """What one topic talks about: words of its own, and names that no other topic has."""

    name: str
    family: str
    field: str
    words: Words
    names: tuple[tuple[str, str], ...]
    places: tuple[str, ...]
    firms: tuple[str, ...]


def article(word: str) -> str:
    """The word with its indefinite article.

    >>> article("apple"), article("unicycle"), article("hourglass"), article("eulogy")
    ('an apple', 'a unicycle', 'an hourglass', 'a eulogy')
    """
    sounds_like_vowel = re.match(r"(?!uni[cqtvf]|us[aeu]|eu|one\b|ur[ai])[aeiou]|hour|honest|heir", word)
    return f"{'an' if sounds_like_vowel else 'a'} {word}"


def plural(noun: str) -> str:
    """The regular plural.

    >>> plural("pastry"), plural("match"), plural("play")
    ('pastries', 'matches', 'plays')
    """
    if noun.endswith("y") and noun[-2] not in VOWELS:
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(HISSING) else "s")


def inflected(verb: str) -> tuple[str, str, str, str, str]:
    """Base, third person, past, participle and -ing form; irregular pasts are written out with slashes.

    >>> inflected("carry")
    ('carry', 'carries', 'carried', 'carried', 'carrying')
    >>> inflected("write/wrote/written")
    ('write', 'writes', 'wrote', 'written', 'writing')
    """
    base, *irregular = verb.split("/")
    stem = base + base[-1] if _doubles(base) else base
    past = stem + "ed"
    if base.endswith("e"):
        stem, past = re.sub(r"(?<![eo])e$", "", base), base + "d"
    elif base.endswith("y") and base[-2] not in VOWELS:
        past = base[:-1] + "ied"
    elif base.endswith("c"):
        stem = base + "k"
    past, participle = irregular or (past, past)
    return base, plural(base), past, participle, stem + "ing"


def _doubles(verb: str) -> bool:
    """Whether the last consonant doubles: short words, and longer ones stressed on their end."""
    short = re.fullmatch(r"[^aeiou]*(qu)?[aeiou][^aeiouwxy]", verb)
    return bool(short) or verb in ("transfer", "debug", "unplug")


def _words(entry: dict[str, str]) -> Words:
    return Words(
        tuple(map(_one_and_many, entry["people"].split(", "))),
        tuple(map(_one_and_many, entry["things"].split(", "))),
        tuple(map(inflected, entry["verbs"].split(", "))),
        tuple(entry["adjectives"].split(", ")),
    )


def _one_and_many(noun: str) -> tuple[str, str]:
    one, _, many = noun.partition("/")
    return one, many or plural(one)


@cache
def families() -> dict[str, tuple[Words, tuple[Lexicon, ...]]]:
    """Every listed family: the words that its topics share, and its topics."""
    names = _listed_names()
    return {
        family: (
            _words({kind: text for kind, text in entry.items() if isinstance(text, str)}),
            tuple(
                _listed(family, topic, lines, next(names)) for topic, lines in entry.items() if isinstance(lines, dict)
            ),
        )
        for family, entry in read_toml("world_lexicon.toml").items()
    }


Names = tuple[tuple[tuple[str, str], ...], tuple[str, ...], tuple[str, ...]]


def _listed(family: str, topic: str, lines: dict[str, str], names: Names) -> Lexicon:
    return Lexicon(topic, family, lines["field"], _words(lines), *names)


def _listed_names() -> Iterator[Names]:
    """Names, places and firms for one listed topic after the other, all different."""
    parts = {kind: text.split() for kind, text in read_toml("world_names.toml").items()}
    first = iter(parts["first"])
    last = _mixed(["".join(p) for p in product(*(parts[f"surname_{k}"] for k in ("starts", "middles", "ends")))])
    places = _mixed(["".join(p) for p in product(parts["place_starts"], parts["place_ends"])])
    firms = _mixed(["".join(p) for p in product(parts["firm_starts"], parts["firm_ends"])])
    while True:
        yield (
            tuple((next(first), next(last)) for _ in range(NAMES)),
            tuple(next(places) for _ in range(PLACES)),
            tuple(next(firms) for _ in range(FIRMS)),
        )


def _mixed(items: list[str]) -> Iterator[str]:
    """The items in an order that keeps like ones apart; 1009 is a prime that divides none of the lengths."""
    return (items[n * 1009 % len(items)] for n in range(len(items)))


CONSONANTS = "bdfgklmnprstvz"
ROOTS = (len(CONSONANTS) * len(VOWELS)) ** 2 * len(CONSONANTS)
ROOTS_PER_TOPIC = 72


def _root(number: int) -> str:
    """A coined root such as `talod`; different numbers below ROOTS give different roots."""
    rest, letters = number * 26407 % ROOTS, []
    for alphabet in (CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS):
        rest, index = divmod(rest, len(alphabet))
        letters.append(alphabet[index])
    return "".join(letters)


def _coined_words(roots: Iterator[str], sizes: tuple[int, int, int, int]) -> Words:
    people, things, verbs, adjectives = sizes
    return Words(
        tuple((f"{root}ist", f"{root}ists") for root in islice(roots, people)),
        tuple((f"{root}in", f"{root}ins") for root in islice(roots, things)),
        tuple(inflected(f"{root}ate") for root in islice(roots, verbs)),
        tuple(f"{root}ive" for root in islice(roots, adjectives)),
    )


def _roots_from(start: int) -> Iterator[str]:
    return (_root(number) for number in count(start))


def coined_topic(number: int, family: str) -> Lexicon:
    """A further topic, its words and names coined; none of them is in any other topic."""
    roots = _roots_from(number * ROOTS_PER_TOPIC)
    field = next(roots)
    words = _coined_words(roots, (4, 12, 5, 7))
    capital = (root.capitalize() for root in roots)
    names = tuple((f"{next(capital)}a", f"{next(capital)}sen") for _ in range(NAMES))
    places = tuple(f"{next(capital)}ville" for _ in range(PLACES))
    firms = tuple(f"{next(capital)}ex" for _ in range(FIRMS))
    return Lexicon(f"{field}ry", family, f"{field}ry", words, names, places, firms)


def coined_family(number: int) -> tuple[str, Words]:
    """A further family: its name and the words that its topics share, from roots that no topic uses."""
    roots = _roots_from(ROOTS - (number + 1) * 24)
    return f"{next(roots)}dom", _coined_words(roots, (3, 6, 4, 5))
