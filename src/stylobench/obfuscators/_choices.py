"""Single edits that leave the sense of a text alone: what a search may choose from."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from stylobench.edits import Edit, Rewrite
from stylobench.features.inflection import recased
from stylobench.features.ngram_model import default_model, word_of, words
from stylobench.features.prose import NUMBER, OPAQUE, Prose, analysed
from stylobench.obfuscators._left_alone import denies
from stylobench.obfuscators._operators_articles import article
from stylobench.obfuscators._synonym_offers import offers
from stylobench.obfuscators.mediocrity import Mediocrity
from stylobench.records import Floats, Problem, Rows

# Of the operators of `mediocrity`, what could touch the sense; its synonyms are offered by another part.
OFF = "spelling+numbers+shouting+synonyms"
DRAWS, MOST_DRAWN = 6, 500_000  # times, and characters in all
LEAST_SIMILAR = 0.1
# The language model has learnt from definitions, which know neither short forms nor two sides of an ocean.
UNJUDGED = ("shortening", "side")
EVERY_WORD = 1_000_000
REACH = 3


@dataclass(frozen=True, slots=True, order=True)
class Choice:
    """A possible edit, and the tokens from `first` up to `last` that it replaces."""

    edit: Edit
    first: int
    last: int

    @property
    def content(self) -> bool:
        """Whether it exchanges a word that carries meaning."""
        return self.edit.operator == "synonym"


def rewritten(text: str, chosen: Sequence[Choice]) -> Rewrite:
    """A text with choices made, none of which touches another."""
    return Rewrite(text, tuple(sorted(choice.edit for choice in chosen)))


def pool(text: str, worse: float, rng: np.random.Generator) -> list[Choice]:
    """Choices in a text, in order, without those that a language model finds worse by more than so many nats.

    Names, numbers, negations, quotations and markup are not touched.
    """
    prose = analysed(text)
    edits = sorted({*_synonyms(prose), *_of_operators(text, rng)})
    starts = [token.start for token in prose.tokens]
    placed = [_placed(prose, starts, edit) for edit in edits]
    found = sorted({choice for choice in placed if choice is not None and _harmless(prose, choice)})
    judged = zip(found, losses(prose, found), strict=True) if found else ()
    return [choice for choice, loss in judged if loss <= worse or choice.edit.operator in UNJUDGED]


def _synonyms(prose: Prose) -> Iterator[Edit]:
    offered = offers(prose, EVERY_WORD, LEAST_SIMILAR)
    for place, form in zip(offered.tokens.tolist(), offered.forms, strict=True):
        token = prose.tokens[place]
        yield Edit(token.start, token.end, recased(form, token.text), "synonym")


def _of_operators(text: str, rng: np.random.Generator) -> Iterator[Edit]:
    """What `mediocrity` does to the text in some draws; articles are mended with the word that they belong to."""
    for _ in range(max(1, min(DRAWS, MOST_DRAWN // len(text))) if text.strip() else 0):
        for edit in _mediocrity().rewrite(Problem((), text), rng).edits:
            if edit.operator != "article":
                yield edit


@lru_cache(1)
def _mediocrity() -> Mediocrity:
    return Mediocrity(off=OFF).fit([])


def _placed(prose: Prose, starts: Sequence[int], edit: Edit) -> Choice | None:
    """The edit with its tokens, and with the article before it where that must change too; None inside a token."""
    first, last = bisect_left(starts, edit.start), bisect_left(starts, edit.end)
    if first and prose.tokens[first - 1].end > edit.start:
        return None
    before = prose.tokens[first - 1] if first else None
    coming = (edit.replacement + prose.text[edit.end : edit.end + 20]).strip()
    if before is None or before.text.lower() not in ("a", "an") or not coming[:1].isalpha():
        return Choice(edit, first, last)
    mended = recased(article(coming), before.text)
    if mended == before.text:
        return Choice(edit, first, last)
    shown = mended + prose.text[before.end : edit.start] + edit.replacement
    return Choice(Edit(before.start, edit.end, shown, edit.operator), first - 1, last)


def _harmless(prose: Prose, choice: Choice) -> bool:
    touched = prose.tokens[choice.first : choice.last]
    return not any(denies(token.text) or token.kind in (NUMBER, OPAQUE) for token in touched)


def losses(prose: Prose, found: Sequence[Choice]) -> Floats:
    """By how many nats each choice makes what it replaces, and what comes after, less likely.

    Windows of different lengths are compared by their means.
    """
    model = default_model()
    ids = model.ids([word_of(token.text) for token in prose.tokens])
    windows, owners = list[Rows](), list[int]()
    for number, choice in enumerate(found):
        left, right = ids[max(choice.first - REACH, 0) : choice.first], ids[choice.last : choice.last + REACH]
        new = model.ids(words(choice.edit.replacement))
        for turn, middle in enumerate((ids[choice.first : choice.last], new)):
            line = np.concatenate([np.full(REACH - len(left), -1), left, middle, right])
            cut = np.lib.stride_tricks.sliding_window_view(line, REACH + 1) if len(line) > REACH else line[:0, None]
            windows.append(cut.reshape(-1, REACH + 1))
            owners += [2 * number + turn] * len(cut)
    return _fall(model.log_conditional(np.concatenate(windows)), np.array(owners, np.int64), len(found))


def _fall(logs: Floats, owners: Rows, count: int) -> Floats:
    """The fall of the mean over a window's tokens, times how many the original has there."""
    sums, sizes = (np.bincount(owners, weights, 2 * count).reshape(-1, 2) for weights in (logs, None))
    means = sums / np.maximum(sizes, 1)
    return np.asarray((means[:, 0] - means[:, 1]) * sizes[:, 0])
