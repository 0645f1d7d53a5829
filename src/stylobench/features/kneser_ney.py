"""Language models of short sequences: interpolated Kneser-Ney with one discount, made and asked by thousands.

p(w | h) = (max(c(hw) - D, 0) + D N(h.) p(w | h')) / c(h.), where c counts occurrences for the longest n-grams and
different preceding symbols for shorter ones, N(h.) is how many kinds of symbols followed h, and h' is h without its
first symbol. The shortest falls back on one in `vocabulary`. A context never seen is shortened.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stylobench.features._kneser_ney_kernels import Shape, Work, costs_under, of_models, of_texts
from stylobench.features._ngram_trie import Symbols
from stylobench.records import Floats, Rows

DISCOUNT = 0.75


def shape(order: int, vocabulary: int) -> Shape:
    """A model of n-grams up to `order` symbols."""
    return Shape(order, vocabulary, DISCOUNT)


def costs(model: Sequence[Symbols], asked: Symbols, of: Shape) -> Floats:
    """Bits of every symbol of a sequence under the model of others.

    >>> one = np.array([1, 2, 1, 2], np.int32)
    >>> costs([one], one[:2], shape(1, 4)).round(3).tolist()
    [1.3, 1.3]
    """
    ends = np.cumsum([0, *map(len, model)])
    ranges = np.column_stack([ends[:-1], ends[1:]])
    joined = np.concatenate([np.zeros(0, np.int32), *model])
    found: Floats = costs_under(joined, ranges, asked, of)
    return found


def summed(symbols: Symbols, work: Work, of: Shape) -> Floats:
    """The bits of every range asked about, under the model it is asked of."""
    found = np.zeros(len(work.asked))
    of_models(symbols, work, of, found)
    return found


def of_couples(symbols: Symbols, ends: Rows, couples: Rows, of: Shape) -> Floats:
    """Bits of each couple's second sequence under its first's model; number i is `symbols[ends[i]:ends[i + 1]]`."""
    order, found = np.lexsort((couples[:, 1], couples[:, 0])), np.empty(len(couples))
    in_order = np.empty(len(couples))
    of_texts(symbols, ends, np.ascontiguousarray(couples[order]), of, in_order)
    found[order] = in_order
    return found
