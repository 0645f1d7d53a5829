"""American and British spellings of the same word, where the one is never a good spelling of the other side."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from stylobench.errors import MissingPart
from stylobench.features.inflection import recased

COMMAND = "pip install 'stylobench[obfuscate]'"
# Spellings that are at home on both sides, or that are two words with meanings of their own.
SHARED = re.compile(
    r"(?:tires?|tired|tiring|programs?|meters?|practices?|licenses?|drafts?|drafted|disks?|tons?|connections?"
    r"|dialogues?|a?esthetic\w*|axes?|discs?|tonnes?|archaeolog\w*)"
)


def american(word: str) -> str | None:
    """How an American spells a word in British spelling; None where it is not one.

    >>> american("Colour"), american("color"), american("dialogue")
    ('Color', None, None)
    """
    return _other(word, _british_to_american())


def british(word: str) -> str | None:
    """How a Briton spells a word in American spelling; None where it is not one.

    >>> british("REALIZED"), british("realised"), british("program")
    ('REALISED', None, None)
    """
    return _other(word, _american_to_british())


def _other(word: str, spellings: Mapping[str, str]) -> str | None:
    small = word.lower()
    found = spellings.get(small)
    return None if found is None or SHARED.fullmatch(small) else recased(found, word)


@lru_cache(1)
def _british_to_american() -> Mapping[str, str]:
    try:
        from breame.spelling import BRITISH_ENGLISH_SPELLINGS
    except ModuleNotFoundError:
        raise MissingPart("breame, which knows British and American spellings,", COMMAND) from None
    return dict(BRITISH_ENGLISH_SPELLINGS)


@lru_cache(1)
def _american_to_british() -> Mapping[str, str]:
    try:
        from breame.spelling import AMERICAN_ENGLISH_SPELLINGS
    except ModuleNotFoundError:
        raise MissingPart("breame, which knows British and American spellings,", COMMAND) from None
    return dict(AMERICAN_ENGLISH_SPELLINGS)
