"""Distance of the questioned text's commonest terms to the known author, against other people's distances.

Spatium-L1 (Kocher & Savoy 2015; 2017), a program of PAN 2015, after its abstracts: the 200 to 300 most frequent terms
(words and punctuation marks) of the questioned text, a simple distance, impostors, and answers withheld. Here that is
the L1 distance of relative frequencies to the profile of all known texts together, divided by the mean, over some
repeats, of the smallest distance to a few profiles of other people; a ratio within 2.5% of 1 gets no answer. 3
impostors, 5 repeats and the mean of smallest distances are from general knowledge of the method.

Changed: other people are the authors of known texts in the training problems, not of the problems under test, so that
each problem is answered on its own; which of them are drawn hangs on the known texts. Among equally frequent terms the
first by name count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from stylobench.errors import SpecError, SplitError
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem, Rows
from stylobench.verifiers._other_authors import drawn
from stylobench.verifiers._parameters import require_counts
from stylobench.verifiers._term_profiles import People, commonest, counted, of_known, values
from stylobench.verifiers._training import Training, settled
from stylobench.verifiers._verifier import Reason, Verifier, weightiest


class Spatium(Verifier):
    """Compares term frequencies with the known author's and with those of a few other people, drawn several times.

    terms        how many of the questioned text's commonest words and punctuation marks count
    impostors    how many other people are drawn at a time
    repeats      how many times they are drawn
    radius       no answer where the ratio of the two distances lies at most this far from 1; 0: always an answer
    seed         of the draws
    held_out     share of the training problems that the map is tuned on; 0: on all of them
    calibrate    two_thresholds, platt, balanced, isotonic, temperature, or none: impostors' share of the two distances
    objective    the measure that the two thresholds maximise

    >>> problems = [Problem(("so, it is",), "so, it was"), Problem(("thus we be",), "well I am")]
    >>> model = Spatium(calibrate="none").fit(problems, [True, False])
    >>> model.verify([Problem(("it is, so it is",), "so it is")]).round(2).tolist()
    [0.6]
    """

    family: ClassVar[str] = "words"
    year: ClassVar[int] = 2015
    paper: ClassVar[str] = "Kocher & Savoy 2015"
    looks_at: ClassVar[str] = "the commonest words and punctuation marks of the questioned text"
    rebuilds: ClassVar[tuple[str, ...]] = ("Kocher 58",)

    def __init__(
        self,
        terms: int = 200,
        impostors: int = 3,
        repeats: int = 5,
        radius: float = 0.025,
        seed: int = 0,
        held_out: float = 0.0,
        calibrate: str = "balanced",
        objective: str = "overall_2020",
    ) -> None:
        self.terms = terms
        self.impostors = impostors
        self.repeats = repeats
        self.radius = radius
        self.seed = seed
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> Self:
        """Learn from problems and their truth, and from nothing else."""
        require_counts("spatium", terms=self.terms, impostors=self.impostors, repeats=self.repeats)
        if not 0 <= self.radius < 1:
            raise SpecError(f"spatium(radius={self.radius!r}): it must be at least 0 and below 1")
        return super().fit(problems, same)

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Count the terms of all texts."""
        counted(settled(problems).texts)

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """The terms by which the known author is nearer (or, below 0, farther) than the nearest other people."""
        check_is_fitted(self, "people_")
        asked = settled([problem])
        found = self._compared(asked)[0]
        if found is None:
            return []
        nearer = found.others - found.known
        names = counted(asked.texts).names
        return weightiest([names[term] for term in found.terms], nearer, most)

    def _learn(self, training: Training, texts: Rows) -> None:
        self.people_ = People.of(training.problems, texts)
        if not self.people_.names:
            raise SplitError("no training problem has a known text with a word in it; give longer texts")

    def _scores(self, problems: Problems) -> Floats:
        scores = np.full(len(problems), np.nan)
        for place, found in enumerate(self._compared(problems)):
            if found is not None:
                known, others = found.known.sum(), found.others.sum()
                scores[place] = others / (known + others) if known + others > 0 else 0.5
        return scores

    def _mapped(self, scores: Floats) -> Floats:
        answers = super()._mapped(scores)
        if self.radius > 0:
            # the share s of the two distances is a ratio of (1 - s) / s
            answers[np.abs(1 - 2 * scores) <= self.radius * scores] = np.nan
        return answers

    def _compared(self, problems: Problems) -> list[_Distances | None]:
        counts, known, columns = (
            counted(problems.texts),
            of_known(problems),
            self.people_.columns(counted(problems.texts)),
        )
        found: list[_Distances | None] = []
        for place, people in enumerate(self._drawn(problems)):
            terms, shares = commonest(counts.matrix, problems.questioned[place], self.terms)
            if people.size == 0 or len(terms) == 0 or known.indptr[place] == known.indptr[place + 1]:
                found.append(None)
                continue
            apart = np.abs(shares - values(known, np.array([place]), terms)[0])
            found.append(_Distances(terms, apart, self._nearest(people, columns[terms], shares)))
        return found

    def _drawn(self, problems: Problems) -> list[Rows]:
        """Repeats x other people, for each problem."""
        sizes = np.full(len(problems), self.impostors)
        people = drawn(problems, self.people_.keys, self.people_.allowed(problems), (self.repeats, sizes), self.seed)
        return [each[:, each[0] >= 0] for each in people]

    def _nearest(self, people: Rows, columns: Rows, shares: Floats) -> Floats:
        """How far the nearest of the people drawn is, term by term, on average over the repeats."""
        rows, where = np.unique(people, return_inverse=True)
        apart = np.abs(shares - values(self.people_.profiles, rows, columns))
        repeats = where.reshape(people.shape)
        best = repeats[np.arange(len(repeats)), apart.sum(axis=1)[repeats].argmin(axis=1)]
        return np.asarray(apart[best].mean(axis=0))


@dataclass(frozen=True)
class _Distances:
    """Terms by column, and how far the known author and the nearest other people are from the questioned text."""

    terms: Rows
    known: Floats
    others: Floats
