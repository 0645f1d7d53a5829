"""Grammars for LambdaG: which ranges of tokens each is learnt from, and what questioned texts cost under it.

A grammar is a row of (text by row, how many of its first tokens); (0, 0) fills up.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from stylobench.features import kneser_ney
from stylobench.features._kneser_ney_kernels import Work
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.features.token_sequences import END, TokenSequences, token_sequences
from stylobench.records import Floats, Rows
from stylobench.verifiers._other_texts import OtherTexts
from stylobench.verifiers._training import answerable

TOKENS = 1000  # about as many kinds of masked tokens as there are
SPARE = 2  # texts drawn per known text: some are shorter than it


def masked(texts: Texts) -> TokenSequences:
    """The tokens of all texts."""
    return token_sequences(texts, "masked")


def with_tokens(problems: Problems) -> Rows:
    """Which problems have tokens in every text."""
    sizes = masked(problems.texts).sizes
    least = np.full(len(problems), np.iinfo(np.int64).max)
    np.minimum.at(least, problems.owners, sizes[problems.known])
    return np.flatnonzero(answerable(problems) & (least > 0) & (sizes[problems.questioned] > 0))


def of_known(problems: Problems) -> Rows:
    """Per problem the grammar of all its known texts."""
    counts = np.diff(problems.starts)
    found = np.zeros((len(problems), int(counts.max(initial=1)), 2), np.int64)
    within = np.arange(len(problems.known)) - problems.starts[problems.owners]
    found[problems.owners, within, 0] = problems.known
    found[problems.owners, within, 1] = masked(problems.texts).sizes[problems.known]
    return found


def of_others(problems: Problems, others: OtherTexts, grammars: int, seed: int) -> tuple[Problems, Rows]:
    """Per problem the reference grammars: texts after texts until they have as many tokens as the known ones."""
    places = others.drawn(problems, grammars, SPARE * np.diff(problems.starts), seed)
    problems, rows = others.beside(problems, places)
    sizes = masked(problems.texts).sizes
    drawn = np.where(places >= 0, np.append(rows, 0)[places], 0)
    lengths = np.where(places >= 0, sizes[drawn] if len(sizes) else 0, 0)
    wanted = np.zeros(len(problems), np.int64)
    np.add.at(wanted, problems.owners, sizes[problems.known])
    before = np.cumsum(lengths, axis=2) - lengths
    taken = np.clip(wanted[:, None, None] - before, 0, lengths)
    return problems, np.stack([np.where(taken > 0, drawn, 0), taken], axis=-1)


def bits(texts: Texts, grammars: Rows, asked: Rows, order: int) -> Floats:
    """What each questioned text costs under its grammar; computed once however many folds ask."""
    kept: dict[bytes, float] = texts.once(f"bits under grammars of order {order}", lambda _: {})
    flat = grammars.reshape(len(asked), grammars[0].size if len(asked) else 0)
    # what fills up a grammar depends on the others asked with it
    joined = np.column_stack([asked, flat])
    data, width = joined.tobytes(), joined.shape[1] * joined.itemsize
    keys = [data[start : start + width].rstrip(b"\0") for start in range(0, len(data), width)]
    new = {key: place for place, key in enumerate(keys) if key not in kept}
    if new:
        places = np.array(list(new.values()))
        kept.update(zip(new, _measured(masked(texts), grammars[places], asked[places], order).tolist(), strict=True))
    return np.array([kept[key] for key in keys])


def _measured(tokens: TokenSequences, grammars: Rows, asked: Rows, order: int) -> Floats:
    # those that are asked about one text share what is read in it
    by_text = np.argsort(asked, kind="stable")
    grammars, texts = grammars[by_text], asked[by_text]
    there = grammars[..., 1] > 0
    starts = tokens.ends[grammars[there][:, 0]]
    work = Work(
        np.column_stack([starts, starts + grammars[there][:, 1]]),
        np.append(0, np.cumsum(there.sum(axis=1))),
        np.column_stack([tokens.ends[texts], tokens.ends[texts + 1]]),
    )
    found = np.empty(len(asked))
    found[by_text] = kneser_ney.summed(tokens.symbols, work, kneser_ney.shape(order, TOKENS))
    return found


def costs(texts: Texts, grammar: Rows, asked: int, order: int) -> Floats:
    """What every token of a questioned text costs under one grammar."""
    tokens = masked(texts)
    parts = [tokens.symbols[tokens.ends[row] : tokens.ends[row] + taken] for row, taken in grammar if taken > 0]
    text = tokens.symbols[tokens.ends[asked] : tokens.ends[asked + 1]]
    return kneser_ney.costs(parts, text, kneser_ney.shape(order, TOKENS))


def by_context(texts: Texts, asked: int, values: Floats) -> dict[str, float]:
    """Values per token of a text, summed over each token with the two before it, per token of the text."""
    tokens = masked(texts)
    sums: defaultdict[str, float] = defaultdict(float)
    names: list[str] = []
    for symbol, value in zip(tokens.symbols[tokens.ends[asked] : tokens.ends[asked + 1]], values, strict=True):
        if symbol < END:
            names = []
            continue
        names.append(tokens.names[symbol])
        sums[" ".join(names[-3:])] += float(value) / len(values)
    return dict(sums)
