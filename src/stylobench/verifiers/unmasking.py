"""How fast two texts cease to differ while the words that tell them apart are taken away.

Unmasking (Koppel et al. 2007) in the form for short texts (Bevendorff et al. 2019): chunks are filled with words drawn
at random from each side, all of them before any comes again; linear support vector machines tell the chunks of the two
sides apart by the most frequent words of the pair, in rounds, each without the words that weighed most in the one
before; curves are averaged over several runs. Texts by one author soon look alike. A logistic regression learns from
the curves of training problems, with their greatest drop in one and in two rounds; answers are hundredths.

After the abstract of the later paper and its public program: 250 words and ten removed in a round are defaults of that
program, chunks and rounds those of its example. Five runs, and that half of the words removed are of either side, are
ours. Changed: frequencies are standardised over the chunks of a pair, so that weights compare; a regression stands for
the linear machine on top, because it gives probabilities; all known texts together are one side. The margin that the
authors leave unanswered is chosen by how much precision a user wants: `radius` is 0 unless set.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from stylobench.errors import SpecError
from stylobench.features.kept import of_problems
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem, Rows
from stylobench.seeds import generator
from stylobench.verifiers._pair_learner import PairLearner
from stylobench.verifiers._parameters import require_counts
from stylobench.verifiers._training import settled
from stylobench.verifiers._unmasking_kernels import accuracy_curve, drawn

FOLDS = 10


class Unmasking(PairLearner):
    """Logistic regression on the curve of accuracies.

    words, removed   how many of the most frequent words of the pair count; how many go on either side in each round
    rounds, runs     points of a curve; curves that are averaged
    chunks, size     chunks of each side; words in each
    radius           no answer where the probability lies at most this far from .5
    seed             names the stream of the words that are drawn
    held_out         share of the training problems that a map is tuned on, where one is set
    calibrate        none, because logistic regression gives probabilities; or a map as in `char_ngrams`
    objective        the measure that two thresholds maximise, where they are the map

    >>> texts = ("so it is and so it was", "so it was so", "thus we be or thus we go", "thus we be")
    >>> problems = [Problem((texts[i],), texts[j]) for i, j in [(0, 1), (2, 3), (0, 3), (2, 1)]]
    >>> quick = Unmasking(words=6, removed=1, rounds=3, runs=1, chunks=10, size=5)
    >>> (quick.fit(problems, [True, True, False, False]).verify(problems) > 0.5).tolist()
    [True, True, False, False]
    """

    family: ClassVar[str] = "words"
    year: ClassVar[int] = 2007
    paper: ClassVar[str] = "Koppel et al. 2007; Bevendorff et al. 2019"
    learns_every_kind = True
    looks_at: ClassVar[str] = "how many frequent words set two texts apart"
    rebuilds: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self,
        words: int = 250,
        removed: int = 5,
        rounds: int = 24,
        runs: int = 5,
        chunks: int = 30,
        size: int = 700,
        radius: float = 0.0,
        seed: int = 0,
        held_out: float = 0.2,
        calibrate: str = "none",
        objective: str = "overall_2020",
    ) -> None:
        self.words = words
        self.removed = removed
        self.rounds = rounds
        self.runs = runs
        self.chunks = chunks
        self.size = size
        self.radius = radius
        self.seed = seed
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> Unmasking:
        """Learn from problems and their truth, and from nothing else."""
        require_counts("unmasking", words=self.words, removed=self.removed, runs=self.runs, size=self.size)
        require_counts("unmasking", at_least=2, rounds=self.rounds, chunks=self.chunks)
        if not 0 <= self.radius < 0.5:
            raise SpecError(f"unmasking(radius={self.radius!r}): it must be at least 0 and below .5")
        return super().fit(problems, same)

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Draw the curves of all problems."""
        self._measures(settled(problems))

    @property
    def _names(self) -> list[str]:
        points = [f"accuracy in round {number}" for number in range(1, self.rounds + 1)]
        return [*points, "greatest drop in one round", "greatest drop in two rounds"]

    def _measures(self, problems: Problems) -> Floats:
        curves = of_problems(problems, self._named(), self._curves).reshape(-1, self.rounds)
        drops = [(curves[:, :-far] - curves[:, far:]).max(axis=1) for far in (1, min(2, self.rounds - 1))]
        return np.column_stack([curves, *drops])

    def _learner(self) -> Any:
        from sklearn.linear_model import LogisticRegression

        return LogisticRegression(class_weight="balanced")

    def _answers(self, rows: Floats) -> Floats:
        # many short texts have one curve: exact shares would lean against the one of them that is left out
        return np.asarray(super()._answers(rows).round(2))

    def _mapped(self, scores: Floats) -> Floats:
        answers = super()._mapped(scores)
        if self.radius > 0:
            answers[np.abs(answers - 0.5) <= self.radius] = np.nan
        return answers

    def _named(self) -> str:
        shape = (self.words, self.removed, self.rounds, self.runs, self.chunks, self.size, self.seed)
        return f"unmasking curves {shape}"

    def _curves(self, problems: Problems) -> Floats:
        counts = problems.texts.counts("words").matrix
        digests = problems.texts.digests()
        bounds = zip(problems.starts[:-1], problems.starts[1:], problems.questioned, strict=True)
        curves = np.full((len(problems), self.rounds), np.nan)
        for place, (start, end, row) in enumerate(bounds):
            texts = problems.known[start:end]
            known, questioned = counts[texts], counts[row]
            # known texts without words say nothing of their author
            if questioned.nnz and (np.diff(known.indptr) > 0).all() and end > start:
                bags = frequent_words(known, questioned, self.words)
                # not by the questioned text: a rewrite of it shall not meet other chance
                rng = generator(self.seed, "unmasking", *(digests[text] for text in texts))
                curves[place] = self._curve(bags, rng)
        return curves

    def _curve(self, bags: tuple[Rows, Rows], rng: np.random.Generator) -> Floats:
        total = np.zeros(self.rounds)
        for _ in range(self.runs):
            both = np.concatenate([drawn(bag, self.chunks, self.size, rng) for bag in bags])
            words = standardised(both[:, :-1])
            total += accuracy_curve(words, self.rounds, self.removed, min(FOLDS, self.chunks))
        return total / self.runs


def frequent_words(known: Any, questioned: Any, most: int) -> tuple[Rows, Rows]:
    """How often either side has each of the words most frequent in both (mean of their shares), and any other word."""
    sides = [np.asarray(side.sum(axis=0, dtype=np.float64)).ravel() for side in (known, questioned)]
    shares = sides[0] / sides[0].sum() + sides[1] / sides[1].sum()
    there = np.flatnonzero(shares)
    chosen = there[np.lexsort((there, -shares[there]))[:most]]
    first, second = (np.r_[side[chosen], side.sum() - side[chosen].sum()].astype(np.int64) for side in sides)
    return first, second


def standardised(counts: Rows) -> Floats:
    """Columns with mean 0 and spread 1; a column that does not vary says nothing."""
    spread = counts.std(axis=0)
    return np.ascontiguousarray((counts - counts.mean(axis=0)) / np.where(spread > 0, spread, 1.0))
