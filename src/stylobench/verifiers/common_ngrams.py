"""How far the questioned text lies from each known text, against how far known texts lie apart (CNG).

Jankowska, Milios & Kešelj 2014, one class: the dissimilarity of Kešelj et al. 2003 between profiles of the commonest
n-grams; for each known text the ratio of its distance to the questioned text to its distance to the known text that is
farthest from it; the mean ratio. A single known text is cut into two halves. Several lengths of n-grams and sizes of
profiles, of characters and of words, make an ensemble; `characters=(6,), words=(), sizes=(2000,)` is a single
classifier. After the abstract of the paper and summaries of it by others.

Ours: all texts of a problem are cut to the length of the shortest and their profiles to the size of the smallest,
because a longer text lies nearer to everything; the score is the mean over the ensemble, where the published ones vote
with weights; the lengths and sizes, which are fewer than theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import ClassVar

import numpy as np
from sklearn.utils.validation import check_is_fitted

from stylobench.errors import SpecError
from stylobench.features._compiled import compiled_in_order
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem, Rows
from stylobench.verifiers._own_texts import OwnTextsVerifier
from stylobench.verifiers._parameters import require_counts
from stylobench.verifiers._profiles import both_sides, ngram_counts
from stylobench.verifiers._training import settled
from stylobench.verifiers._verifier import Reason


class CommonNgrams(OwnTextsVerifier):
    """1 / (1 + mean ratio): .5 where the questioned text lies as far as known texts lie apart.

    characters, words   how long the n-grams of characters and of words are
    sizes               how many n-grams a profile has, the commonest ones; each with each length
    held_out, calibrate, objective   how the map is tuned, as in `char_ngrams`

    >>> texts = ("so it is and so it was", "so it was so", "so is it then", "thus we be or go")
    >>> problems = [Problem(texts[:2], texts[2]), Problem(texts[:2], texts[3])]
    >>> model = CommonNgrams(characters=(2,), words=(), sizes=(10,), calibrate="none")
    >>> model.fit(problems, [True, False]).verify(problems).round(2).tolist()
    [0.54, 0.33]
    """

    family: ClassVar[str] = "characters"
    year: ClassVar[int] = 2014
    paper: ClassVar[str] = "Jankowska et al. 2013; Jankowska et al. 2014"
    looks_at: ClassVar[str] = "shares of the commonest character and word n-grams"
    rebuilds: ClassVar[tuple[str, ...]] = ("Jankowska 43", "Jankowska 44")

    def __init__(
        self,
        characters: Sequence[int] = (3, 4, 6),
        words: Sequence[int] = (1, 2),
        sizes: Sequence[int] = (500, 1000, 2000),
        held_out: float = 0.0,
        calibrate: str = "balanced",
        objective: str = "overall_2020",
    ) -> None:
        self.characters = characters
        self.words = words
        self.sizes = sizes
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """Each classifier's score less .5, the farthest from it first."""
        check_is_fitted(self, "map_")
        asked = settled([problem])
        if len(asked.known) == 0:
            return []
        values = 1 / (1 + self._ratios(asked)[0]) - 0.5
        named = zip(self._named(), values.tolist(), strict=True)
        return [Reason(*one) for one in sorted(named, key=lambda one: -abs(one[1])) if not np.isnan(one[1])][:most]

    def _check(self) -> None:
        for name in ("characters", "words", "sizes"):
            values = getattr(self, name)
            if not isinstance(values, Sequence):
                raise SpecError(f"common_ngrams({name}={values!r}): write ({values!r},)")
            for value in values:
                require_counts("common_ngrams", **{name: value})
        if not self.sizes or not (self.characters or self.words):
            raise SpecError("common_ngrams(characters=(), words=()): at least one length and one size are needed")

    def _measured(self, problems: Problems) -> Floats:
        ratios = self._ratios(problems)
        known = ~np.isnan(ratios)
        means = np.where(known, ratios, 0).sum(axis=1) / np.where(known.any(axis=1), known.sum(axis=1), np.nan)
        return np.asarray(1 / (1 + means))

    def _ratios(self, problems: Problems) -> Floats:
        """The mean ratio of each problem by each classifier; NaN where there is none."""
        alike = Problems.of([_as_long_as_the_shortest(problem) for problem in problems])
        ratios, sizes = np.empty((len(problems), len(self._lengths()), len(self.sizes))), np.array(self.sizes)
        for place, (unit, n) in enumerate(self._lengths()):
            counts = ngram_counts(alike.texts, unit, n).matrix
            matrix = counts.indptr.astype(np.int64), counts.indices.astype(np.int64), counts.data.astype(np.float64)
            for problem, (known, questioned) in enumerate(both_sides(alike)):
                ratios[problem, place] = mean_ratios(matrix, known, questioned[0], sizes)
        return ratios.reshape(len(problems), len(self._named()))

    def _lengths(self) -> list[tuple[str, int]]:
        return [*(("characters", n) for n in self.characters), *(("words", n) for n in self.words)]

    def _named(self) -> list[str]:
        return [f"the {size} commonest {n}-grams of {unit}" for (unit, n), size in product(self._lengths(), self.sizes)]


def _as_long_as_the_shortest(problem: Problem) -> Problem:
    """The same problem with texts of as many characters; a single known text in two halves of as many words."""
    known = sorted({" ".join(text.split()) for text in problem.known})
    if len(known) == 1:
        words = known[0].split()
        middle = len(words) // 2
        known = [" ".join(words[:middle]), " ".join(words[middle:])]
    questioned = " ".join(problem.questioned.split())
    shortest = min(map(len, [*known, questioned]))
    return Problem(tuple(text[:shortest] for text in known), questioned[:shortest])


@compiled_in_order
def mean_ratios(matrix: tuple[Rows, Rows, Floats], known: Rows, questioned: int, sizes: Rows) -> Floats:
    """The mean ratio by profiles of each size, from counts (row ends, columns, data) of the known texts and of the
    questioned one; NaN where known texts are all alike or a text has no n-gram.
    """
    texts = np.append(known, questioned)
    least, found = (matrix[0][texts + 1] - matrix[0][texts]).min(), np.full(len(sizes), np.nan)
    ranks = [_ranks(matrix[2][matrix[0][row] : matrix[0][row + 1]]) for row in texts]
    for place in range(len(sizes)):
        size, last = min(sizes[place], least), len(texts) - 1
        if size == 0:
            continue
        farthest, away = np.zeros(last), np.zeros(last)
        for one in range(last):
            away[one] = _distance(matrix, (texts[one], texts[last]), (ranks[one], ranks[last]), size)
            for other in range(one):
                apart = _distance(matrix, (texts[one], texts[other]), (ranks[one], ranks[other]), size)
                farthest[one], farthest[other] = max(farthest[one], apart), max(farthest[other], apart)
        if farthest.min() > 0:
            found[place] = (away / farthest).mean()
    return found


@compiled_in_order
def _ranks(uses: Floats) -> Rows:
    """The place of each n-gram by how common it is; among equally common ones the first by name."""
    ranks = np.empty(len(uses), np.int64)
    ranks[np.argsort(-uses, kind="mergesort")] = np.arange(len(uses))
    return ranks


@compiled_in_order
def _distance(matrix: tuple[Rows, Rows, Floats], rows: tuple[int, int], ranks: tuple[Rows, Rows], size: int) -> float:
    """The dissimilarity of Kešelj et al. 2003 between the profiles of two texts; an n-gram in one only adds 4."""
    ends, columns, uses = matrix
    first, second = ends[rows[0]], ends[rows[1]]
    one, two = columns[first : ends[rows[0] + 1]], columns[second : ends[rows[1] + 1]]
    all_one, all_two = uses[first : first + len(one)].sum(), uses[second : second + len(two)].sum()
    total, i, j = 0.0, 0, 0
    while i < len(one) or j < len(two):
        if i < len(one) and ranks[0][i] >= size:
            i += 1
        elif j < len(two) and ranks[1][j] >= size:
            j += 1
        elif j == len(two) or (i < len(one) and one[i] < two[j]):
            total += 4.0
            i += 1
        elif i == len(one) or two[j] < one[i]:
            total += 4.0
            j += 1
        else:
            a, b = uses[first + i] / all_one, uses[second + j] / all_two
            total += (2 * (a - b) / (a + b)) ** 2
            i, j = i + 1, j + 1
    return total
