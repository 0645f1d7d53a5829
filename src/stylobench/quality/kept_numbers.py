"""Numbers kept: of the numbers in either text, the share that the same sentence has in both."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from stylobench.features.prose import OPAQUE, Token
from stylobench.quality._kept import Kept, plain

_BELOW_TWENTY = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen
"""
_TENS_IN_ORDER = "twenty thirty forty fifty sixty seventy eighty ninety"
_SMALL = {word: value for value, word in enumerate(_BELOW_TWENTY.split())}
_TENS = {word: 10 * value for value, word in enumerate(_TENS_IN_ORDER.split(), 2)}
_LARGE = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_VALUES = {**_SMALL, **_TENS, **_LARGE}
_GROUPED = re.compile(r",(?=\d{3}(?!\d))")
# "one" is a pronoun more often than a number
UNCLEAR = "1"


class KeptNumbers(Kept):
    """Figures and number words by their value.

    >>> from stylobench.features.difference import difference
    >>> KeptNumbers().measure_rewrite(difference("He paid 12 pounds for 30.", "He paid twelve pounds for 20."))
    0.3333333333333333
    """

    title = "numbers kept"
    blind = (
        "Only numbers are compared, by value and sentence: it cannot see two that changed places, what a number stands "
        "for, 'one', or numbers of several words read as one."
    )

    def found(self, tokens: Sequence[Token]) -> Iterable[str]:
        """Every number by its value where that is clear, else as it is written."""
        values = (_value(plain(token.text)) for token in tokens if token.kind != OPAQUE)
        return [value for value in values if value and value != UNCLEAR]


def _value(word: str) -> str:
    if any(sign.isdigit() for sign in word):
        return _GROUPED.sub("", word)
    tens, _, unit = word.partition("-")
    if tens in _TENS and 0 < _SMALL.get(unit, 0) < 10:
        return str(_TENS[tens] + _SMALL[unit])
    return str(_VALUES[word]) if word in _VALUES else ""
