"""A greedy search for the fewest edits after which a given verifier no longer recognises the author.

After Kacmarcik & Gamon 2006 and Bevendorff et al. 2019, with any verifier in place of theirs: possible edits (synonyms,
and what `mediocrity` can do to punctuation, phrases and sentences) are scored by the verifier all at once, the best
ones are made several at a time, and those that prove needless are undone. Edits are sought until the verdict turns or
the budget is spent. Names, numbers, negations, quotations and markup stay, and an edit that a language model finds
worse by more than `worse` nats is none. A fifth of the possible edits, drawn at random, is never tried: else anyone who
knows the method could follow every step of it.

Which verifier: a fitted one given by `against`; else the one named, fitted on halves of the background texts (halves of
one text are more alike than two texts of one author, so that its threshold is a lenient one); without background texts,
plain likeness to the known texts is lowered until the budget is spent. Without known texts nothing is changed.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator

from stylobench import specs
from stylobench.edits import Rewrite
from stylobench.errors import SpecError
from stylobench.features.prose import analysed
from stylobench.obfuscators._choices import Choice, pool, rewritten
from stylobench.obfuscators._installed import language, need_wordnet
from stylobench.obfuscators._likeness import Likeness
from stylobench.obfuscators._parameters import need_number, need_text, need_whole
from stylobench.obfuscators._search import Aim, Limits, Search
from stylobench.records import Problem, text_digest

HALF = 0.5
UNLEARNT = "no verifier learnt: plain likeness lowered"
LEAST_TEXTS, MOST_TEXTS, SHORTEST = 10, 300, 200
TRIED_OF_ALL = 0.8
LEAST_TRIED, MOST_AT_ONCE = 4, 10_000_000  # choices, and characters of all texts that are scored at once


class Targeted(BaseEstimator):  # type: ignore[misc]
    """Turns the verdict of one verifier.

    verifier     a spec such as "ppm": what to hide from, unless `against` gives a fitted one
    budget       edits per 1,000 words, at most
    content      of these, exchanged content words, at most
    margin       how far below the threshold the answer must fall
    worse        by how many nats an edit may worsen the language model's opinion of its surroundings
    tried        how many possible edits are scored in the first round
    """

    uses_known = True

    def __init__(
        self,
        verifier: str = "char_ngrams",
        budget: float = 100.0,
        content: float = 50.0,
        margin: float = 0.01,
        worse: float = 3.0,
        tried: int = 400,
    ) -> None:
        self.verifier = verifier
        self.budget = budget
        self.content = content
        self.margin = margin
        self.worse = worse
        self.tried = tried

    def depends_on(self) -> list[bytes]:
        """WordNet and the packages that read and inflect: when they change, stored rewrites are of no use."""
        return language()

    def wraps(self) -> Any:
        """The verifier that is named, whose code and parameters the search depends on."""
        need_text(self, "verifier", "char_ngrams")
        return specs.build("verifiers", self.verifier)

    def fit(self, texts: Sequence[str]) -> Self:
        """Fit the named verifier on halves of public texts; fewer than ten long ones leave plain likeness."""
        self._check()
        named = self.wraps()
        long = sorted({text for text in texts if len(text) >= SHORTEST}, key=text_digest)[:MOST_TEXTS]
        if len(long) < LEAST_TEXTS:
            self.aim_ = Aim(Likeness(), -np.inf)
            return self
        problems, same = _halves(long)
        self.aim_ = Aim(named.fit(problems, same), HALF, self.margin)
        return self

    def against(self, verifier: Any, threshold: float = HALF) -> Targeted:
        """The same search against a fitted verifier that says "same" from a threshold on."""
        self._check()
        other = copy.copy(self)
        other.aim_ = Aim(verifier, threshold, self.margin)
        return other

    def rewrite(self, problem: Problem, rng: np.random.Generator) -> Rewrite:
        """Hide who wrote the questioned text from a verifier that has the known ones."""
        return self._searched(problem, rng, self._aim)

    def towards(self, problem: Problem, rng: np.random.Generator) -> Rewrite:
        """The same search the other way: make the questioned text as like the known ones as the budget allows."""
        aim = self._aim
        return self._searched(problem, rng, Aim(aim.verifier, aim.threshold, hide=False))

    @property
    def _aim(self) -> Aim:
        if not hasattr(self, "aim_"):
            raise SpecError("targeted has nothing to hide from yet; call fit(texts) or against(verifier) first")
        aim: Aim = self.aim_
        return aim

    def _searched(self, problem: Problem, rng: np.random.Generator, aim: Aim) -> Rewrite:
        text = problem.questioned
        if not problem.known or not text.strip():
            return Rewrite(text, notes={"nothing to compare with": 1})
        search = Search(problem, aim, self._limits(text))
        if search.arrived:
            return Rewrite(text, notes={"not recognised before": 1})
        made = search.run(self._drawn(text, rng))
        outcome = "verdict turned" if search.arrived else "verdict not turned"
        unlearnt = {UNLEARNT: 1} if isinstance(aim.verifier, Likeness) else {}
        return Rewrite(text, rewritten(text, made).edits, {outcome: 1, **unlearnt} if aim.hide else {})

    def _drawn(self, text: str, rng: np.random.Generator) -> list[Choice]:
        choices = pool(text, self.worse, rng)
        kept = rng.random(len(choices)) < TRIED_OF_ALL
        return [choice for choice, keep in zip(choices, kept, strict=True) if keep]

    def _limits(self, text: str) -> Limits:
        words, tried = analysed(text).words, min(self.tried, max(LEAST_TRIED, MOST_AT_ONCE // len(text)))
        return Limits(round(self.budget * words / 1000), round(self.content * words / 1000), tried)

    def _check(self) -> None:
        for name in ("budget", "content", "margin"):
            need_number(self, name, 0)
        need_number(self, "worse")
        need_whole(self, "tried")
        need_wordnet()


def _halves(texts: Sequence[str]) -> tuple[list[Problem], list[bool]]:
    """Each text's halves as a problem by one author, and its first half with the next text's second as one by two."""
    cuts = [text.find(" ", len(text) // 2) for text in texts]
    parts = [(text[:cut], text[cut:]) if cut > 0 else (text, text) for text, cut in zip(texts, cuts, strict=True)]
    one = [Problem((first,), second) for first, second in parts]
    two = [Problem((parts[place][0],), parts[(place + 1) % len(parts)][1]) for place in range(len(parts))]
    return [*one, *two], [True] * len(one) + [False] * len(two)
