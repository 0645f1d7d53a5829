"""How well character models of the known texts predict the questioned one, against other people's.

After the description in the abstract of Bagnall 2015: one recurrent network of characters with an output layer per
author. A Kneser-Ney model of each text stands in for the network: nothing is shared between authors, so that a model
knows only its own text. How the questioned text's cross-entropy is compared with other authors' is ours.

Texts that anyone predicts and models that predict anyone must not look alike: both are taken off. The score is
H(o|k) - H(q|k) + H(q|o) - H(o|o'), averaged over the known texts k and other people's texts o (o' is the next of them),
in standard deviations over o, squashed; with fewer than two such texts there is no answer. H is bits per character of
a text, with white space as one blank.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from sklearn.utils.validation import check_is_fitted

from stylobench.features import kept, kneser_ney
from stylobench.features._ngram_trie import Symbols
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Floats, Problem, Rows
from stylobench.verifiers._against_others import AgainstOthers, standard_distance
from stylobench.verifiers._parameters import require_counts
from stylobench.verifiers._ppm_words import MOST, mixed
from stylobench.verifiers._verifier import Reason

CHARACTERS = 256
PIECES, PIECE = 100, 2000  # texts, and characters of each, that stand for anyone's writing in an explanation
WORD = re.compile(r"\s*(\w+(?:['’-]\w+)*|[^\w\s])")


class CharLanguageModel(AgainstOthers):
    """Cross-entropy of the questioned text under models of the known texts, relative to other people's texts.

    order        how many characters an n-gram of the model has
    others       how many texts by other people stand against a problem
    seed         draws other people
    calibrate    a map as in `char_ngrams`, tuned on a share `held_out` of the training problems (0: on all)

    >>> texts = ("so it is and so it was", "so it was and so", "thus we be or thus we go", "thus we be or we go",
    ...          "you can if he did or can", "he can if you did", "all for her", "all her own for all")
    >>> couples = [(0, 1), (2, 3), (4, 5), (6, 7), (0, 3), (2, 5), (4, 7), (6, 1)]
    >>> problems = [Problem((texts[i],), texts[j]) for i, j in couples]
    >>> model = CharLanguageModel(order=3, others=4).fit(problems, [True] * 4 + [False] * 4)
    >>> (model.verify(problems) > 0.5).tolist()
    [True, True, True, True, False, False, False, False]
    """

    family: ClassVar[str] = "characters"
    year: ClassVar[int] = 2015
    paper: ClassVar[str] = "Bagnall 2015"
    looks_at: ClassVar[str] = "how well the known texts predict the next character"
    rebuilds: ClassVar[tuple[str, ...]] = ("Bagnall 5",)

    def __init__(
        self,
        order: int = 5,
        others: int = 10,
        seed: int = 0,
        held_out: float = 0.0,
        calibrate: str = "balanced",
        objective: str = "overall_2020",
    ) -> None:
        self.order = order
        self.others = others
        self.seed = seed
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> CharLanguageModel:
        """Learn from problems and their truth, and from nothing else."""
        require_counts("char_language_model", order=self.order, others=self.others)
        return super().fit(problems, same)

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """The words on which the known texts' models save or lose most bits against a mix of training texts."""
        check_is_fitted(self, "others_")
        shape, text = kneser_ney.shape(self.order, CHARACTERS), plain(problem.questioned)[:MOST]
        saved = np.zeros(len(text))
        for known in (plain(text)[:MOST] for text in problem.known):
            anyone = mixed([plain(text)[:PIECE] for text in self.others_.texts[:PIECES]], len(known))
            models = ([numbered([of])] for of in (anyone, known))
            anyones, theirs = (kneser_ney.costs(model, numbered([text]), shape) for model in models)
            saved += anyones - theirs
        sums: defaultdict[str, float] = defaultdict(float)
        for found in WORD.finditer(text):
            sums[found[1]] += float(saved[found.start() : found.end()].sum()) / (len(text) * len(problem.known))
        ranked = sorted(sums.items(), key=lambda item: (-abs(item[1]), item[0]))
        return [Reason(word, value) for word, value in ranked[:most] if value != 0]

    def _distances(self, texts: Texts, couples: Rows) -> Floats:
        return kept.of_couples(texts, couples, f"characters, Kneser-Ney {self.order}", self._cross_entropies)

    def _cross_entropies(self, texts: Texts, couples: Rows) -> Floats:
        symbols, ends = texts.once("characters as numbers", _all_numbered)
        bits = kneser_ney.of_couples(symbols, ends, couples, kneser_ney.shape(self.order, CHARACTERS))
        return np.asarray(bits / np.diff(ends)[couples[:, 1]])

    def _nearness(self, problems: Problems, others: Rows) -> Floats:
        texts, owners, asked = problems.texts, problems.owners, problems.questioned
        own = problems.averaged(self._distances(texts, problems.couples))
        of_known = problems.averaged(self._grid(texts, problems.known[:, None], others[owners]))
        of_others = self._grid(texts, others, asked[:, None])
        among_others = self._grid(texts, others, _next(others))
        terms = of_known + of_others - among_others
        there = others >= 0
        rows = zip(own, terms, there, strict=True)
        found = np.array([standard_distance(float(mine), row[some]) for mine, row, some in rows])
        # a text says nothing of itself: one alone has no neighbour
        return np.where(there.sum(axis=1) > 1, found, np.nan)

    def _grid(self, texts: Texts, models: Rows, asked: Rows) -> Floats:
        """Distances where both rows are there, 0 elsewhere."""
        models, asked = np.broadcast_arrays(models, asked)
        there = (models >= 0) & (asked >= 0)
        found = np.zeros(models.shape)
        found[there] = self._distances(texts, np.column_stack([models[there], asked[there]]))
        return found


def _next(others: Rows) -> Rows:
    """In the place of each its neighbour on the right, of the last the first."""
    moved = np.roll(others, -1, axis=1)
    last = (others >= 0).sum(axis=1) - 1
    moved[np.arange(len(others))[last >= 0], last[last >= 0]] = others[last >= 0, 0]
    return moved


def plain(text: str) -> str:
    """White space as one blank.

    >>> plain(" so  it\\nis")
    'so it is'
    """
    return " ".join(text.split())


def numbered(texts: Sequence[str]) -> Symbols:
    """Characters as numbers from 1 on, text after text."""
    return np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), "<i4") + np.int32(1)


def _all_numbered(whole: Texts) -> tuple[Symbols, Rows]:
    texts = [plain(text) for text in whole]
    return numbered(texts), np.cumsum([0, *map(len, texts)])
