"""Push every habit of style towards the average: sentences, punctuation, small words, spelling, shortenings, synonyms.

After Mihaylova, Karadjov, Nakov, Kiprov, Georgiev & Koychev 2016 (PAN author masking): what is measured in a text is
compared with a background, and operators close the gap. Changed here: operators look at their context before they
act (the original put in random words, antonyms and typing errors), habits with two forms are drawn anew from the
background's share, and targets lie about the average instead of on it. What is quoted, named or denied stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from stylobench.edits import Rewrite
from stylobench.errors import SpecError
from stylobench.obfuscators import _operators_marks as marks
from stylobench.obfuscators import _operators_sentences as sentences
from stylobench.obfuscators import _operators_spelling as spelling
from stylobench.obfuscators import _operators_words as words
from stylobench.obfuscators._installed import language, need_wordnet
from stylobench.obfuscators._operators_articles import agree_articles
from stylobench.obfuscators._operators_at_work import Operator, Work
from stylobench.obfuscators._operators_numbers import respell_numbers
from stylobench.obfuscators._operators_phrases import paraphrase
from stylobench.obfuscators._operators_possessives import turn_possessives
from stylobench.obfuscators._operators_shortenings import shorten
from stylobench.obfuscators._operators_spaces import space_sentences
from stylobench.obfuscators._operators_synonyms import use_synonyms
from stylobench.obfuscators._parameters import need_number, need_text, need_yes_or_no
from stylobench.obfuscators._profile import Background
from stylobench.records import Problem

# In the order of their turn: what was changed once stays, so that the rarest go first.
OPERATORS: dict[str, tuple[Operator, ...]] = {
    "possessives": (turn_possessives,),
    "sentences": (sentences.join_sentences, sentences.cut_sentences),
    "shouting": (words.lower_shouting,),
    "shortenings": (shorten,),
    "numbers": (respell_numbers,),
    "spelling": (spelling.mend_slips, spelling.make_slips),
    "sides": (spelling.change_side,),
    "stop_words": (words.draw_that, words.drop_relatives, words.drop_spare),
    "paraphrase": (paraphrase,),
    "noise": (words.add_noise,),
    "punctuation": (marks.put_commas, marks.leave_commas, marks.plain_marks),
    "synonyms": (use_synonyms,),
    "spaces": (space_sentences,),
}

STRONGEST = 2.0


class Mediocrity(BaseEstimator):  # type: ignore[misc]
    """Operators that move a text towards what is usual.

    off         operators that are left out, joined by +: any of possessives, sentences, shouting, shortenings, numbers,
                spelling, sides, stop_words, paraphrase, noise, punctuation, synonyms, spaces
    strength    how much of the way to the average, from 0 to 1; up to 2 for synonyms that are less alike as well
    quotes      whether words in quotation marks are changed too: right for dialogue, wrong for the words of others

    >>> problem = Problem((), "He didn't know. She did not know either.")
    >>> Mediocrity(off="synonyms", strength=0.0).fit([]).rewrite(problem, np.random.default_rng(0)).unchanged
    True
    """

    uses_known = False
    background_: Background

    def __init__(self, off: str = "", strength: float = 1.0, quotes: bool = False) -> None:
        self.off = off
        self.strength = strength
        self.quotes = quotes

    def depends_on(self) -> list[bytes]:
        """WordNet and the packages that read and inflect: when they change, stored rewrites are of no use."""
        return language()

    def fit(self, texts: Sequence[str]) -> Self:
        """Learn what is usual in background texts; without any, take the built-in averages of English."""
        need_number(self, "strength", 0, STRONGEST)
        need_yes_or_no(self, "quotes")
        need_text(self, "off", "noise+spelling")
        if "synonyms" in self._operators():
            need_wordnet()
        self.background_ = Background.of(texts)
        return self

    def rewrite(self, problem: Problem, rng: np.random.Generator) -> Rewrite:
        """The questioned text with its habits moved towards the average."""
        check_is_fitted(self, "background_")
        if not problem.questioned.strip():
            return Rewrite(problem.questioned)
        work = Work.on(problem.questioned, self.background_, self.strength, self.quotes, rng)
        for name, operators in self._operators().items():
            for operator in operators:
                work.do(operator, name)
        agree_articles(work.reading, work.sheet)
        return work.sheet.rewrite()

    def _operators(self) -> dict[str, tuple[Operator, ...]]:
        off = [name.strip() for name in self.off.split("+") if name.strip()]
        for name in off:
            if name not in OPERATORS:
                raise SpecError(
                    f"mediocrity(off={self.off!r}): no operator {name!r}; there are: {', '.join(OPERATORS)}"
                )
        return {name: some for name, some in OPERATORS.items() if name not in off}
