"""The topics of one simulated world: which ones, their tables of words, and each author's favourite names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stylobench.corpora._world_grammar import Table, table
from stylobench.corpora._world_lexicon import (
    MOST_TOPICS,
    Lexicon,
    Words,
    article,
    coined_family,
    coined_topic,
    families,
)
from stylobench.seeds import generator

TOPICS_PER_FAMILY = 2


@dataclass(frozen=True)
class Topic:
    """A lexicon with the words of its family; `new` topics lie outside the families of the others."""

    lexicon: Lexicon
    shared: Words
    new: bool


def choose_topics(seed: int, topics: int, new_topics: int, family_count: int | None) -> list[Topic]:
    """The topics of a world, two of a family before the next family; new topics from families after those."""
    listed = len(families())
    reserved = min(-(-new_topics // TOPICS_PER_FAMILY), listed // 2)
    wanted = family_count or max(1, min(-(-topics // TOPICS_PER_FAMILY), listed - reserved))
    ordered = [_family(seed, n) for n in range(wanted + -(-new_topics // TOPICS_PER_FAMILY))]
    return [
        *_dealt(seed, ordered[:wanted], topics, new=False),
        *_dealt(seed, ordered[wanted:], new_topics, new=True),
    ]


def _family(seed: int, place: int) -> tuple[str, Words]:
    """The family that has this place in the seed's order; after the listed ones come coined ones."""
    order = generator(seed, "world", "families").permutation(len(families()))
    if place >= len(order):
        return coined_family(place - len(order))
    name = list(families())[int(order[place])]
    return name, families()[name][0]


def _dealt(seed: int, among: Sequence[tuple[str, Words]], count: int, new: bool) -> list[Topic]:
    """Two topics of each family in turn, then two more of each, and so on."""
    topics = []
    for n in range(count):
        deal, within = divmod(n, len(among) * TOPICS_PER_FAMILY)
        number, second = divmod(within, TOPICS_PER_FAMILY)
        family, shared = among[number]
        coined_number = MOST_TOPICS + n if new else n
        lexicon = _topic_of(seed, family, deal * TOPICS_PER_FAMILY + second, coined_number)
        topics.append(Topic(lexicon, shared, new))
    return topics


def _topic_of(seed: int, family: str, place: int, coined_number: int) -> Lexicon:
    listed = families()[family][1] if family in families() else ()
    if place >= len(listed):
        return coined_topic(coined_number, family)
    return listed[int(generator(seed, "world", "topics of", family).permutation(len(listed))[place])]


def word_tables(topic: Topic, seed: int, overlap: float) -> list[Table]:
    """The tables of WORD_SLOTS: the topic's own words, and with probability `overlap` the family's."""
    rng = generator(seed, "world", "words", topic.lexicon.name)
    own, shared = topic.lexicon.words, topic.shared

    def mixed(ours: Sequence[_Forms], theirs: Sequence[_Forms]) -> list[tuple[_Forms, float]]:
        return [
            *_ranked(ours, 1 - overlap, rng.permutation(len(ours)).tolist()),
            *_ranked(theirs, overlap, rng.permutation(len(theirs)).tolist()),
        ]

    people, things = mixed(own.people, shared.people), mixed(own.things, shared.things)
    verbs = mixed(own.verbs, shared.verbs)
    adjectives = mixed([(word,) for word in own.adjectives], [(word,) for word in shared.adjectives])
    return [
        *_nouns(people),
        *_nouns(things),
        *(_forms(things[part::3], 0) for part in (0, 1)),
        *(_forms(things[part::3], 1) for part in (0, 1, 2)),
        *(_forms(verbs, form) for form in range(5)),
        _forms(adjectives, 0),
        _with_article(adjectives),
        table([topic.lexicon.field], [1.0]),
    ]


_Forms = tuple[str, ...]
_Weighted = list[tuple[_Forms, float]]


def _ranked(words: Sequence[_Forms], share: float, order: Sequence[int]) -> _Weighted:
    """The words with weights that fall with their rank and sum to `share`; none when the share is nil."""
    if share <= 0:
        return []
    weights = [1 / (rank + 3) for rank in range(len(words))]
    return [(words[n], share * weight / sum(weights)) for n, weight in zip(order, weights, strict=True)]


def _forms(words: _Weighted, form: int) -> Table:
    return table([forms[form] for forms, _ in words], [weight for _, weight in words])


def _with_article(words: _Weighted) -> Table:
    return table([article(forms[0]) for forms, _ in words], [weight for _, weight in words])


def _nouns(words: _Weighted) -> list[Table]:
    return [_forms(words, 0), _forms(words, 1), _with_article(words)]


def name_tables(topic: Topic, author: int, seed: int, shortcut: float) -> list[Table]:
    """The tables of NAME_SLOTS; with probability `shortcut` a name is the author's favourite here.

    Favourites are drawn anew for every topic, and no name is in two topics: what they give away stays here.
    """
    lexicon = topic.lexicon
    rng = generator(seed, "world", "favourites", str(author), lexicon.name)
    full_names = [f"{first} {last}" for first, last in lexicon.names]
    return [
        table(pool, _favouring(len(pool), int(rng.integers(len(pool))), shortcut))
        for pool in (full_names, lexicon.places, lexicon.firms)
    ]


def _favouring(size: int, favourite: int, shortcut: float) -> list[float]:
    weights = [(1 - shortcut) / size] * size
    weights[favourite] += shortcut
    return weights
