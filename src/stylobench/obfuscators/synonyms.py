"""At most one word per sentence becomes a synonym that fits the words around it (Mansoorizadeh et al. 2016).

As published, candidates for the document's most frequent words come from WordNet and are scored by similarity and by a
4-gram language model. Ours weighs similarity by how often a sense is meant, keeps inflection, capitals and a/an, and
leaves names, fixed phrases and quotations alone: a changed quotation is a false one, and no measure would notice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Self

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from stylobench.edits import Rewrite, Sheet
from stylobench.features.inflection import article, recased
from stylobench.features.ngram_model import NgramModel, default_model, word_of
from stylobench.features.prose import Prose, analysed
from stylobench.obfuscators._installed import language, need_wordnet
from stylobench.obfuscators._parameters import need_number, need_whole
from stylobench.obfuscators._synonym_offers import Offers, offers
from stylobench.records import Floats, Problem

OPERATOR, ARTICLE = "synonym", "article"


class Synonyms(BaseEstimator):  # type: ignore[misc]
    """Replaces words by synonyms, chosen at random among good ones so that only the seed tells which.

    words         how many of the document's most frequent words that have synonyms may be changed
    per_sentence  at most so many changes in a sentence
    at_least      the least similarity times fit in context, from 0 to 1; fit is how much less likely the 4-grams
                  around the word become (geometric mean; 1: not at all). At .2 half of the sentences change, about
                  as published; .4 changes a third and reads better
    temperature   0 takes the best; 1 takes candidates in proportion to that product; more is more even
    """

    uses_known = False
    model_: NgramModel

    def __init__(
        self, words: int = 200, per_sentence: int = 1, at_least: float = 0.2, temperature: float = 0.5
    ) -> None:
        self.words = words
        self.per_sentence = per_sentence
        self.at_least = at_least
        self.temperature = temperature

    def depends_on(self) -> list[bytes]:
        """WordNet and the packages that read and inflect: when they change, stored rewrites are of no use."""
        return language()

    def fit(self, texts: Sequence[str]) -> Self:
        """Learn how words stand together from background texts, beside WordNet's definitions and examples."""
        self._check()
        need_wordnet()
        self.model_ = (default_model().extended(texts) if len(texts) else default_model()).counted()
        return self

    def rewrite(self, problem: Problem, rng: np.random.Generator) -> Rewrite:
        """The questioned text with a word of most sentences replaced."""
        check_is_fitted(self, "model_")
        prose = analysed(problem.questioned)
        sheet, found = Sheet(prose.text), offers(prose, self.words, self.at_least)
        if found.forms:
            for place in self._chosen(found, self._scores(prose, found), rng):
                _replace(sheet, prose, int(found.tokens[place]), found.forms[place])
        return sheet.rewrite()

    def _check(self) -> None:
        need_whole(self, "words")
        need_whole(self, "per_sentence")
        need_number(self, "at_least", 0, 1)
        need_number(self, "temperature", 0)

    def _scores(self, prose: Prose, found: Offers) -> Floats:
        """Similarity times fit in context; 0 where the model has never met the form."""
        model = self.model_
        ids = model.ids([word_of(token.text) for token in prose.tokens])
        forms = model.ids(found.forms)
        slots, back = np.unique(found.tokens, return_inverse=True)
        before = model.in_places(ids, slots, ids[slots])[back]
        after = model.in_places(ids, found.tokens, forms)
        fit = np.exp(np.minimum((after - before) / model.order, 0))
        return np.where(forms > 0, found.similarities * fit, 0.0)

    def _chosen(self, found: Offers, scores: Floats, rng: np.random.Generator) -> Iterator[int]:
        """Places of the offers that are taken: within a sentence drawn one after the other, by Gumbel's trick."""
        good = np.flatnonzero((scores >= self.at_least) & (scores > 0))
        wish = np.log(scores[good]) + self.temperature * rng.gumbel(size=len(good))
        taken, changes = set[int](), Counter[int]()
        for place in good[np.lexsort((-wish, found.sentences[good]))].tolist():
            token, sentence = int(found.tokens[place]), int(found.sentences[place])
            if changes[sentence] < self.per_sentence and token not in taken:
                taken.add(token)
                changes[sentence] += 1
                yield place


def _replace(sheet: Sheet, prose: Prose, at: int, form: str) -> None:
    """Put a form in place of a token, and mend the article before it where the old one suited the old word."""
    token, before = prose.tokens[at], prose.tokens[at - 1] if at else None
    sheet.change(token.start, token.end, recased(form, token.text), OPERATOR)
    if before is not None and before.text.lower() == article(token.text) != article(form):
        sheet.change(before.start, before.end, recased(article(form), before.text), ARTICLE)
