"""Log likelihood ratio of the grammar of the known texts against grammars of other people's texts.

After the description of LambdaG (Nini et al. 2024) in its authors' packages: a grammar is a Kneser-Ney model of n-grams
of masked tokens (content words replaced by their class), n = 10, here with a discount of .75; lambda is the log
likelihood of the questioned text under the known author's grammar minus its mean over reference grammars, each from a
sample of the same size. `grammars=30` as in the authors' package; the paper takes 100.

Changed: lambda is divided by the number of tokens before it is squashed. A sample is not drawn sentence by sentence
from all reference texts but text by text (in an order drawn by the known texts) until it has as many tokens as the
known texts, because what a grammar says can then be kept for other folds. Tags and function words are this house's, so
that masking differs a little from POSNoise. Reference texts are those of the training problems.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from scipy.special import expit
from sklearn.utils.validation import check_is_fitted

from stylobench.features._tagger import identity
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem, Rows
from stylobench.verifiers._grammars import bits, by_context, costs, masked, of_known, of_others, with_tokens
from stylobench.verifiers._other_texts import OtherTexts
from stylobench.verifiers._parameters import require_counts
from stylobench.verifiers._training import Training, settled, shared
from stylobench.verifiers._verifier import Reason, Verifier

SLOPE = 10.0  # lambda is a fraction of a bit per token


class LambdaG(Verifier):
    """Does the known author's grammar predict the questioned text better than other people's grammars?

    order        how many tokens an n-gram has at most
    grammars     how many reference grammars
    seed         draws other references
    calibrate    a map as in `char_ngrams`, tuned on a share `held_out` of the training problems (0: on all)

    >>> texts = ("so it is and so it was", "so it was and so", "thus we be or thus we go", "thus we be or we go",
    ...          "you can if he did or can", "he can if you did")
    >>> problems = [Problem((texts[i],), texts[j]) for i, j in [(0, 1), (2, 3), (4, 5), (0, 3), (2, 5), (4, 1)]]
    >>> model = LambdaG(grammars=2).fit(problems, [True, True, True, False, False, False])
    >>> (model.verify(problems) > 0.5).tolist()
    [True, True, True, False, False, False]
    """

    family: ClassVar[str] = "syntax"
    year: ClassVar[int] = 2024
    paper: ClassVar[str] = "Nini et al. 2024"
    looks_at: ClassVar[str] = "sequences of function words and word classes"

    def __init__(
        self,
        order: int = 10,
        grammars: int = 30,
        seed: int = 0,
        held_out: float = 0.0,
        calibrate: str = "balanced",
        objective: str = "overall_2020",
    ) -> None:
        self.order = order
        self.grammars = grammars
        self.seed = seed
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def depends_on(self) -> list[bytes]:
        """What identifies the part-of-speech tagger, which must be there."""
        return [identity()]

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> LambdaG:
        """Learn from problems and their truth, and from nothing else."""
        require_counts("lambda_g", order=self.order, grammars=self.grammars)
        return super().fit(problems, same)

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Tag all texts; ask the grammars of the known texts and of those likely to stand against them."""
        read = settled(problems)
        asked = shared(read.take(with_tokens(read)))
        self._ratios(asked, OtherTexts.of(asked.texts, asked.rows))

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """Tokens with the two before them that add most to lambda or take most from it, in bits per token."""
        check_is_fitted(self, "others_")
        read = settled([problem])
        asked = read.take(with_tokens(read))
        if len(asked) == 0:
            return []
        asked, references = of_others(asked, self.others_, self.grammars, self.seed)
        texts, text = asked.texts, int(asked.questioned[0])
        theirs = [costs(texts, grammar, text, self.order) for grammar in references[0] if grammar[0, 1] > 0]
        own = costs(texts, of_known(asked)[0], text, self.order)
        sums = by_context(texts, text, np.mean(theirs, axis=0) - own) if theirs else {}
        ranked = sorted(sums.items(), key=lambda item: (-abs(item[1]), item[0]))
        return [Reason(name, value) for name, value in ranked[:most] if value != 0]

    def _learn(self, training: Training, texts: Rows) -> None:
        self.others_ = OtherTexts.of(training.problems.texts, texts)

    def _scores(self, problems: Problems) -> Floats:
        scores, usable = np.full(len(problems), np.nan), with_tokens(problems)
        scores[usable] = expit(SLOPE * self._ratios(problems.take(usable), self.others_))
        return scores

    def _ratios(self, problems: Problems, others: OtherTexts) -> Floats:
        """Lambda in bits per token."""
        problems, references = of_others(problems, others, self.grammars, self.seed)
        own = bits(problems.texts, of_known(problems), problems.questioned, self.order)
        there = references[:, :, 0, 1] > 0
        asked = np.broadcast_to(problems.questioned[:, None], there.shape)
        theirs = np.zeros(there.shape)
        theirs[there] = bits(problems.texts, references[there], asked[there], self.order)
        numbers = there.sum(axis=1)
        means = theirs.sum(axis=1) / np.where(numbers > 0, numbers, np.nan)
        return np.asarray((means - own) / masked(problems.texts).sizes[problems.questioned])
