"""Distance of the questioned text's commonest terms to the known author, against other people's distances.

Spatium-L1 (Kocher & Savoy 2015; 2017), a program of PAN 2015, after its abstracts, which tell of the 200 to 300 most
frequent terms (words and punctuation marks) of the questioned text, a simple distance, impostors, and answers withheld:
the L1 distance of relative frequencies to the profile of all known texts together, divided by the mean, over some
repeats, of the smallest distance to a few profiles of other people. A ratio within 2.5% of 1 gets no answer. The papers
themselves could not be read: 3 impostors, 5 repeats and the mean of smallest distances are unchecked.

Changed: other people are the authors of known texts in the training problems, not of the problems under test, so that
each problem is answered on its own; which of them are drawn hangs on the problem. Among equally frequent terms the
first by name count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Self

import numpy as np
from scipy import sparse
from sklearn.utils.validation import check_is_fitted

from stylobench.errors import SpecError, SplitError
from stylobench.features._counting import Counts, count_tokens
from stylobench.features.pools import allowed
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Floats, Problem, Rows
from stylobench.seeds import generator
from stylobench.verifiers._training import Training, settled
from stylobench.verifiers._verifier import Reason, Verifier

TERM = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[^\w\s]|_")


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
        for name in ("terms", "impostors", "repeats"):
            if (value := getattr(self, name)) < 1:
                raise SpecError(f"spatium({name}={value!r}): it must be at least 1")
        if not 0 <= self.radius < 1:
            raise SpecError(f"spatium(radius={self.radius!r}): it must be at least 0 and below 1")
        return super().fit(problems, same)

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Count the terms of all texts."""
        _counted(settled(problems).texts)

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """The terms by which the known author is nearer (or, below 0, farther) than the nearest other people."""
        check_is_fitted(self, "profiles_")
        asked = settled([problem])
        found = self._compared(asked)[0]
        if found is None:
            return []
        nearer = found.others - found.known
        names, order = _counted(asked.texts).names, np.argsort(-np.abs(nearer), kind="stable")[:most]
        return [Reason(names[found.terms[place]], float(nearer[place])) for place in order if nearer[place] != 0]

    def _learn(self, training: Training, texts: Rows) -> None:
        problems, counts = training.problems, _counted(training.problems.texts)
        writings = _writings(problems)[_people(problems, texts)]
        sums = writings @ counts.matrix
        said = np.flatnonzero(sums.getnnz(axis=1))
        if len(said) == 0:
            raise SplitError("no training problem has a known text with a word in it; give longer texts")
        used = np.flatnonzero(sums[said].getnnz(axis=0))
        self.names_ = [counts.names[column] for column in used]
        self.profiles_ = _relative(sums[said][:, used])
        rows = np.flatnonzero(writings[said].getnnz(axis=0))
        digests = problems.texts.digests()
        self.digests_, self.writings_ = [digests[row] for row in rows], writings[said][:, rows]

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
        counts, known = _counted(problems.texts), _relative(_writings(problems) @ _counted(problems.texts).matrix)
        places = {name: place for place, name in enumerate(self.names_)}
        columns = np.array([places.get(name, -1) for name in counts.names], np.int64)
        found: list[_Distances | None] = []
        for place, drawn in enumerate(self._drawn(problems)):
            terms, shares = _commonest(counts.matrix, problems.questioned[place], self.terms)
            if drawn.size == 0 or len(terms) == 0 or known.indptr[place] == known.indptr[place + 1]:
                found.append(None)
                continue
            apart = np.abs(shares - _values(known, place, terms))
            found.append(_Distances(terms, apart, self._nearest(drawn, columns[terms], shares)))
        return found

    def _drawn(self, problems: Problems) -> Iterator[Rows]:
        """Repeats x other people, for each problem."""
        barred = ~allowed(problems, self.digests_)
        for digest, theirs in zip(problems.digests, barred, strict=True):
            people, rng = np.flatnonzero(self.writings_ @ theirs == 0), generator(self.seed, "spatium", digest)
            count = min(self.impostors, len(people))
            yield np.array([rng.permutation(people)[:count] for _ in range(self.repeats)], np.int64)

    def _nearest(self, drawn: Rows, columns: Rows, shares: Floats) -> Floats:
        """How far the nearest of the people drawn is, term by term, on average over the repeats."""
        rows, where = np.unique(drawn, return_inverse=True)
        apart = np.abs(shares - np.stack([_values(self.profiles_, row, columns) for row in rows]))
        repeats = where.reshape(drawn.shape)
        best = repeats[np.arange(len(repeats)), apart.sum(axis=1)[repeats].argmin(axis=1)]
        return np.asarray(apart[best].mean(axis=0))


@dataclass(frozen=True)
class _Distances:
    """Terms by column, and how far the known author and the nearest other people are from the questioned text."""

    terms: Rows
    known: Floats
    others: Floats


def _counted(texts: Texts) -> Counts:
    return texts.once("words and punctuation marks", lambda whole: count_tokens(map(_terms, whole)))


def _terms(text: str) -> list[str]:
    return TERM.findall(text.lower())


def _writings(problems: Problems) -> sparse.csr_matrix:
    """Problems x texts: which are the known ones."""
    ones = np.ones(len(problems.known), np.float32)
    return sparse.csr_matrix((ones, problems.known, problems.starts), (len(problems), len(problems.texts)))


def _people(problems: Problems, texts: Rows) -> Rows:
    """Problems whose known texts are all among these; of those with the same known texts the first."""
    bounds = list(enumerate(pairwise(problems.starts)))
    firsts = {problems.known[a:b].tobytes(): place for place, (a, b) in reversed(bounds)}
    usable = np.logical_and.reduceat(np.isin(problems.known, texts), problems.starts[:-1])
    return np.array([place for place in sorted(firsts.values()) if usable[place]], np.int64)


def _commonest(counts: sparse.csr_matrix, row: int, most: int) -> tuple[Rows, Floats]:
    """The columns of a text's most frequent terms, the first by name among equals, and their shares of it."""
    here = slice(counts.indptr[row], counts.indptr[row + 1])
    columns, data = counts.indices[here], counts.data[here].astype(np.float64)
    order = np.lexsort((columns, -data))[:most]
    return columns[order].astype(np.int64), data[order] / max(data.sum(), 1.0)


def _values(matrix: sparse.csr_matrix, row: int, columns: Rows) -> Floats:
    """The values of a row in these columns; 0 in column -1."""
    here, whole = slice(matrix.indptr[row], matrix.indptr[row + 1]), np.zeros(matrix.shape[1] + 1)
    whole[matrix.indices[here]] = matrix.data[here]
    return np.asarray(whole[columns])


def _relative(sums: sparse.csr_matrix) -> sparse.csr_matrix:
    totals = np.asarray(sums.sum(axis=1, dtype=np.float64)).ravel()
    shares = sums.data / np.repeat(totals, np.diff(sums.indptr))
    return sparse.csr_matrix((shares, sums.indices, sums.indptr), sums.shape)
