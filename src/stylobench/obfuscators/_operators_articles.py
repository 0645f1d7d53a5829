"""Articles: 'a' and 'an' follow the word that now stands behind them."""

from __future__ import annotations

import re

from stylobench.edits import Edit, Sheet
from stylobench.features.inflection import recased
from stylobench.obfuscators._reading import Reading

_VOWEL = re.compile(
    r"(?i)(?!uni(?:[cqtvfo]|$)|us[aeu]|util|eu|ewe|one\b|once\b|ur[aio]|ubiq)[aeio]|u(?!ni|s[aeu]|til|r[aio]|biq)"
    r"|hour|honest|honou?r|heir|8|11\b|18\b"
)


def agree_articles(reading: Reading, sheet: Sheet) -> None:
    """Mend each article whose next word was changed."""
    edits = {edit.start: edit for edit in sheet.rewrite().edits}
    for place in reading.sites(("a", "an")):
        token = reading.tokens[place]
        if place + 1 < len(reading.tokens) and reading.between(place).isspace() and sheet.free(token.start, token.end):
            following = _following(reading, place + 1, edits)
            if following is not None:
                sheet.change(token.start, token.end, recased(article(following), token.text), "article")


def article(word: str) -> str:
    """The indefinite article of a word.

    >>> article("apple"), article("unit"), article("hour"), article("unusual"), article("house")
    ('an', 'a', 'an', 'an', 'a')
    """
    return "an" if _VOWEL.match(word) else "a"


def _following(reading: Reading, place: int, edits: dict[int, Edit]) -> str | None:
    """The word that stands here now; None where nothing was changed."""
    edit = edits.get(reading.tokens[place].start)
    if edit is None:
        return None
    if edit.replacement.strip():
        return edit.replacement
    after = edits.get(edit.end)
    return after.replacement if after is not None else reading.prose.text[edit.end : edit.end + 20]
