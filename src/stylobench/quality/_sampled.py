"""Some of a text, evenly spread over it, where a measure is too slow for the whole."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import TypeVar

from stylobench.features.prose import Token, analysed

T = TypeVar("T")


def spread(items: Sequence[T], most: int) -> list[T]:
    """At most so many, evenly spread.

    >>> spread("abcdefghi", 3), spread("ab", 3)
    (['b', 'e', 'h'], ['a', 'b'])
    """
    if len(items) <= most:
        return list(items)
    return [items[(2 * place + 1) * len(items) // (2 * most)] for place in range(most)]


def sentences(text: str, most: int, fits: Callable[[tuple[Token, ...]], bool] = bool) -> list[str]:
    """The fitting sentences that stand at or before evenly spread places of the text, in one line each.

    Places are counted in characters, so that a rewritten text is looked at where its original is.

    >>> sentences("One here. Two. And here is number three.", 2)
    ['Two.', 'And here is number three.']
    """
    prose = analysed(text)
    spans = [prose.sentence(place) for place in range(len(prose.sentences))]
    spans = [span for span in spans if fits(span)]
    if len(spans) > most:
        starts = [span[0].start for span in spans]
        places = ((2 * place + 1) * len(text) // (2 * most) for place in range(most))
        chosen = sorted({max(0, bisect_right(starts, place) - 1) for place in places})
        spans = [spans[place] for place in chosen]
    return [" ".join(text[span[0].start : span[-1].end].split()) for span in spans]
