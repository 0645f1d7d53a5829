"""Topic labels that would fool a crash test: one topic in two spellings, and two topics in one label.

A topic that is held out in one spelling stays in training in the other, so it is not new, and nobody sees it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from stylobench.corpora.labels import alias_pairs
from stylobench.errors import CorpusError

NAMED = 5
ALWAYS, SOMETIMES = ";|", ","
# marks that tell topics apart: C, C# and C++ are three
TELLING = "#&%@*"
Counts = Mapping[str, int]


def topic_key(label: str) -> str:
    """What a label comes down to without case, white space and punctuation; marks between digits stay.

    >>> topic_key("Machine-Learning ") == topic_key("machine learning"), topic_key("C#"), topic_key("v1.0")
    (True, 'c#', 'v1.0')
    """
    text = unicodedata.normalize("NFKC", label).casefold()
    kept = [
        sign
        for at, sign in enumerate(text)
        if sign in TELLING
        or unicodedata.category(sign)[0] not in "PZC"
        or (text[at - 1 : at].isdigit() and text[at + 1 : at + 2].isdigit())
    ]
    return "".join(kept) or text


def counted(labels: Iterable[str | None]) -> dict[str, int]:
    """Documents per label, in sorted order; documents without one are left out.

    >>> counted(["b", None, "a", "b"])
    {'a': 1, 'b': 2}
    """
    counts = Counter(label for label in labels if label)
    return {label: counts[label] for label in sorted(counts)}


def spellings(counts: Counts) -> list[dict[str, int]]:
    """The topics that are spelt in several ways: documents per spelling, the most frequent first, ties in sorted order.

    >>> spellings({"Tea": 2, "coffee": 1, "tea": 5})
    [{'tea': 5, 'Tea': 2}]
    """
    alike: dict[str, list[str]] = defaultdict(list)
    for label in sorted(counts):
        alike[topic_key(label)].append(label)
    groups = [sorted(labels, key=lambda label: (-counts[label], label)) for labels in alike.values() if len(labels) > 1]
    groups.sort(key=lambda labels: (-sum(counts[label] for label in labels), labels[0]))
    return [{label: counts[label] for label in labels} for labels in groups]


def joint_labels(counts: Counts) -> dict[str, int]:
    """Labels that look like several in one string: parts between `;` or `|`, or between commas where one of the parts
    is a label of its own. Documents per label, the most frequent first.

    >>> joint_labels({"C; X": 3, "Paris, France": 2, "C": 9, "tea, milk": 1, "tea": 4})
    {'C; X': 3, 'tea, milk': 1}
    """
    known = {topic_key(label) for label in counts}
    found = {}
    for label in sorted(counts, key=lambda label: (-counts[label], label)):
        for marks in (ALWAYS, SOMETIMES):
            parts = [part for part in re.split(f"[{marks}]", label) if topic_key(part.strip())]
            if len(parts) > 1 and (marks == ALWAYS or any(topic_key(part.strip()) in known for part in parts)):
                found[label] = counts[label]
    return found


def merged_spellings(counts: Counts) -> dict[str, str]:
    """From every other spelling of a topic to its most frequent one.

    >>> merged_spellings({"Tea": 2, "coffee": 1, "tea": 5})
    {'Tea': 'tea'}
    """
    return {label: next(iter(group)) for group in spellings(counts) for label in list(group)[1:]}


def read_topic_aliases(path: Path) -> dict[str, str]:
    """Which topic a label stands for, from two columns label,topic (comma or tab) or lines `label = topic`."""
    found = alias_pairs(path, "label", "topic")
    if not found:
        raise CorpusError(f"{path} holds no topic aliases; it needs two columns label,topic, or lines 'label = topic'")
    return found


def chosen_topics(counts: Counts, aliases: Mapping[str, str], merge: bool) -> tuple[dict[str, str], list[str]]:
    """From each label that changes to its topic, and the aliases that no document has; aliases go before spellings."""
    if aliases and not any(label in counts for label in aliases):
        raise CorpusError(
            f"no document has any of the {len(aliases)} labels of the topic aliases, such as {min(aliases)!r}; write "
            "them as the corpus does"
        )
    after: Counter[str] = Counter()
    for label, count in counts.items():
        after[aliases.get(label, label)] += count
    spelt = merged_spellings(after) if merge else {}
    ends = {label: aliases.get(label, label) for label in counts}
    changed = {label: spelt.get(topic, topic) for label, topic in ends.items()}
    unknown = [label for label in sorted(aliases) if label not in counts]
    return {label: topic for label, topic in changed.items() if label != topic}, unknown


def in_words(groups: Iterable[Mapping[str, int]]) -> str:
    """The first few groups of spellings, with the documents of each.

    >>> in_words([{"tea": 5, "Tea": 1}])
    "'tea' (5 documents) and 'Tea' (1 document)"
    """
    every = list(groups)
    told = [
        " and ".join(f"{label!r} ({count:,} document{'' if count == 1 else 's'})" for label, count in group.items())
        for group in every[:NAMED]
    ]
    return "; ".join([*told, *([f"and {len(every) - NAMED:,} more"] if len(every) > NAMED else [])])
