"""`mediocrity` as first published, without a look at the context: to reproduce the order in the paper, not for use.

After Mihaylova, Karadjov, Nakov, Kiprov, Georgiev & Koychev 2016 (PAN author masking), of three obfuscators the one
with the highest impact and the most damage: synonyms in any sense, stop words dropped, small words put in anywhere,
every occurrence of some words misspelt, sentences joined or cut by chance. What it writes is often no English.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from stylobench.edits import Rewrite
from stylobench.obfuscators import _operators_blind as blind
from stylobench.obfuscators._installed import language, need_wordnet
from stylobench.obfuscators._operators_at_work import Work
from stylobench.obfuscators._operators_marks import plain_marks
from stylobench.obfuscators._operators_numbers import respell_numbers
from stylobench.obfuscators._operators_phrases import paraphrase
from stylobench.obfuscators._operators_possessives import turn_possessives
from stylobench.obfuscators._operators_shortenings import shorten
from stylobench.obfuscators._operators_words import lower_shouting
from stylobench.obfuscators._parameters import need_number
from stylobench.obfuscators._profile import Background
from stylobench.records import Problem

OPERATORS = (
    turn_possessives,
    blind.join_or_cut,
    lower_shouting,
    shorten,
    respell_numbers,
    blind.flip_sides,
    blind.drop_stop_words,
    paraphrase,
    blind.misspell,
    blind.any_synonym,
    blind.any_comma,
    plain_marks,
    blind.insert_noise,
)


class MediocrityPublished(BaseEstimator):  # type: ignore[misc]
    """Operators that move a text towards what is usual and do not ask whether they fit; quotations are changed too.

    strength    how much of the way, from 0 to 1

    >>> MediocrityPublished(strength=0.5).get_params()
    {'strength': 0.5}
    """

    uses_known = False
    background_: Background

    def __init__(self, strength: float = 1.0) -> None:
        self.strength = strength

    def depends_on(self) -> list[bytes]:
        """WordNet and the packages that read and inflect: when they change, stored rewrites are of no use."""
        return language()

    def fit(self, texts: Sequence[str]) -> Self:
        """Learn what is usual in background texts; without any, take the built-in averages of English."""
        need_number(self, "strength", 0, 1)
        need_wordnet()
        self.background_ = Background.of(texts)
        return self

    def rewrite(self, problem: Problem, rng: np.random.Generator) -> Rewrite:
        """The questioned text, changed at many places."""
        check_is_fitted(self, "background_")
        if not problem.questioned.strip():
            return Rewrite(problem.questioned)
        work = Work.on(problem.questioned, self.background_, self.strength, quotes=True, rng=rng)
        for operator in OPERATORS:
            work.do(operator)
        return work.sheet.rewrite()
