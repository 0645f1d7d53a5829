"""How well each text is predicted by a PPM model of the other's words, then logistic regression.

Bobicev 2013 works with PPM of characters, which `ppm` is nearer to; the paper of Harvey 2014 could not be read: this
is the nearest family, not a rebuilt program. Symbols are words, or parts of speech by `tokens="pos"`. A text is coded
after the other one by PPM of order 2 with escapes by method D, which goes on learning; a token never met costs as much
as one of 50,000. As in `ppm`, logistic regression on the mean and the absolute difference of bits per token both ways;
added is the share of bits that the other text saves, which a rich vocabulary does not lower. With several known texts,
values are averaged over them. A problem with a text that has no words gets no answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from stylobench.features import code_lengths, kept
from stylobench.features._tagger import identity
from stylobench.features.problems import Problems
from stylobench.features.token_sequences import token_sequences
from stylobench.records import Floats, Problem
from stylobench.verifiers._pair_learner import PairLearner
from stylobench.verifiers._parameters import require_choice, require_counts
from stylobench.verifiers._training import answerable, settled

KINDS = ("words", "pos")
KINDS_OF_TOKENS = 50_000


class PpmTokens(PairLearner):
    """Logistic regression on code lengths of tokens after the tokens of the other text.

    tokens       words (with punctuation marks), or pos: parts of speech
    order        how many tokens of context a model remembers
    held_out     share of the training problems that a map is tuned on, where one is set
    calibrate    none, because logistic regression gives probabilities; or a map as in `char_ngrams`
    objective    the measure that two thresholds maximise, where they are the map

    >>> texts = ("so it is and so it was", "so it was so", "thus we be or thus we go", "thus we be")
    >>> problems = [Problem((texts[i],), texts[j]) for i, j in [(0, 1), (2, 3), (0, 3), (2, 1)]]
    >>> (PpmTokens().fit(problems, [True, True, False, False]).verify(problems) > 0.5).tolist()
    [True, True, False, False]
    """

    family: ClassVar[str] = "words"
    year: ClassVar[int] = 2013
    paper: ClassVar[str] = "Bobicev 2013"
    looks_at: ClassVar[str] = "how well each text predicts the words of the other"
    rebuilds: ClassVar[tuple[str, ...]] = ("Bobicev 8", "Harvey 40")

    def __init__(
        self,
        tokens: str = "words",
        order: int = 2,
        held_out: float = 0.2,
        calibrate: str = "none",
        objective: str = "overall_2020",
    ) -> None:
        self.tokens = tokens
        self.order = order
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def depends_on(self) -> list[bytes]:
        """What identifies the part-of-speech tagger, which must be there."""
        return [identity()] if self.tokens == "pos" else []

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> PpmTokens:
        """Learn from problems and their truth, and from nothing else."""
        require_choice("ppm_tokens", KINDS, tokens=self.tokens)
        require_counts("ppm_tokens", order=self.order)
        super().fit(problems, same)
        return self

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Code the tokens of all couples both ways."""
        self._measures(settled(problems))

    @property
    def _names(self) -> list[str]:
        return ["bits per token, both ways", "difference of the two ways", "share of bits saved by the other text"]

    def _learner(self) -> Any:
        from sklearn.linear_model import LogisticRegression

        return LogisticRegression(class_weight="balanced")

    def _measures(self, problems: Problems) -> Floats:
        return kept.of_problems(problems, f"ppm of {self.tokens}, order {self.order}", self._measured)

    def _measured(self, problems: Problems) -> Floats:
        found = np.full((len(problems), 3), np.nan)
        usable = np.flatnonzero(answerable(problems))
        some = problems.take(usable)
        sizes = token_sequences(some.texts, self.tokens).sizes
        alone, after = self._bits(some)
        lengths = sizes[some.couples[:, ::-1]].astype(np.float64)
        lengths[lengths == 0] = np.nan
        both = after / lengths
        saved = 1 - after.sum(axis=1) / alone.sum(axis=1)
        rows = np.column_stack([both.mean(axis=1), np.abs(both[:, 0] - both[:, 1]), saved])
        found[usable] = some.averaged(rows)
        return found

    def _bits(self, problems: Problems) -> tuple[Floats, Floats]:
        """Of each couple's questioned text and known text, alone and after the other."""
        tokens = token_sequences(problems.texts, self.tokens)
        rows, places = np.unique(problems.couples, return_inverse=True)
        couples = places.reshape(-1, 2)
        shape = (self.order, KINDS_OF_TOKENS)
        sequences = [tokens.symbols[tokens.ends[row] : tokens.ends[row + 1]] for row in rows]
        nothing = np.full(len(rows), code_lengths.NOTHING)
        asked = np.concatenate([np.column_stack([nothing, np.arange(len(rows))]), couples, couples[:, ::-1]])
        bits = code_lengths.of_symbols(sequences, asked, shape)
        alone, forth, back = np.split(bits, [len(rows), len(rows) + len(couples)])
        return alone[couples[:, ::-1]], np.column_stack([forth, back])
