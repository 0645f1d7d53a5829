"""What became of each tested item, as one of a few kinds: every measure follows from how often each kind occurs.

In verification the kinds are TP, FP, FN, TN, silence on same and silence on different. In attribution a kind is a pair
of true and named author; with more than `MOST_CELLS` such pairs only right, wrong and the positive author are told
apart, and there is no macro F1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from stylobench.errors import SpecError, StylobenchError
from stylobench.metrics.author_cells import MOST_CELLS, authors, coarse, possible
from stylobench.metrics.coding import Labels, check_comparable
from stylobench.metrics.verification import MEASURES, checked
from stylobench.metrics.weighed_trials import PARTS, RATIOS, THRESHOLD, from_counts
from stylobench.records import Booleans, Floats, Rows

VERIFICATION, ATTRIBUTION = "verification", "attribution"
LOSSES = ("log_loss",)
TINIEST = np.finfo(np.float64).tiny
LINEAR = ("accuracy", "brier", "log_loss")
# Said same, said different, silent: each on same-author trials, then on different-author ones, as in `from_counts`.
SAME_KINDS = np.array([True, False, True, False, True, False])
RIGHT_KINDS = np.array([True, False, False, True, False, False])


def needs_losses(measure: str) -> bool:
    """Whether a measure looks at losses, which counts do not tell.

    >>> needs_losses("overall_2021"), needs_losses("f1_all")
    (True, False)
    """
    return measure in ("brier", "log_loss") or "brier" in PARTS.get(measure, ())


def needs_ranks(measure: str) -> bool:
    """Whether a measure looks at the order of scores, which counts do not tell.

    >>> needs_ranks("final_2014"), needs_ranks("f1_all")
    (True, False)
    """
    return measure in ("auc", "final_2014") or "auc" in PARTS.get(measure, ())


def is_loss(measure: str) -> bool:
    """Whether less is better.

    >>> is_loss("log_loss"), is_loss("brier")
    (True, False)
    """
    return measure in LOSSES


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Items with the kind of each. `losses` are squared errors (verification) or log losses (attribution); `scores`
    (silence is .5) and `truth` are there in verification; `cells` are the true and the named author of each kind in
    attribution (silence is the number after the last author), `positive` the author of precision, recall and f,
    `merged` how many such pairs there were where they are too many to be told apart, `unsaid` the silent items then.
    """

    task: str
    kinds: Rows
    count: int
    losses: Floats | None = None
    scores: Floats | None = None
    truth: Booleans | None = None
    positive: str | None = None
    cells: Rows | None = None
    classes: tuple[str, ...] = ()
    merged: int = 0
    unsaid: Booleans | None = None

    @classmethod
    def verified(cls, truth: Labels, scores: npt.ArrayLike) -> Outcomes:
        """Trials with their scores, NaN is silence.

        >>> Outcomes.verified([True, False, True], [0.9, 0.7, float("nan")]).kinds.tolist()
        [0, 1, 4]
        """
        same, given = checked(truth, scores)
        silent = np.isnan(given)
        kinds = np.where(silent, 4, np.where(given >= THRESHOLD, 0, 2)) + ~same
        filled = np.where(silent, THRESHOLD, given)
        return cls(VERIFICATION, kinds.astype(np.int64), 6, (same - filled) ** 2, filled, same)

    @classmethod
    def attributed(
        cls, truth: Labels, named: Labels, losses: npt.ArrayLike | None = None, positive: str | None = None
    ) -> Outcomes:
        """Items with the author each is by and was given to, None is silence.

        >>> Outcomes.attributed(["ann", "bob"], ["ann", None]).measures
        ('accuracy', 'macro_f1')
        """
        if len(truth) != len(named):
            raise StylobenchError(
                f"{len(truth)} items have a truth and {len(named)} an answer; give one of each per item"
            )
        lost = None if losses is None else np.asarray(losses, np.float64)
        if lost is not None and (lost.shape != (len(truth),) or not np.isfinite(lost).all()):
            raise StylobenchError(f"losses must be {len(truth)} finite numbers, one per item")
        classes, true, said = authors(truth, named)
        if positive is not None and positive not in classes:
            raise StylobenchError(f"no item is by {positive!r} or was given to it; there are: {', '.join(classes)}")
        cells = possible(true, said, len(classes))
        merged = len(cells) if len(cells) > MOST_CELLS else 0
        unsaid = said == len(classes) if merged else None
        if merged:
            classes, true, said = coarse(classes, true, said, positive)
            cells = possible(true, said, len(classes))
        width = len(classes) + 1
        kinds = np.searchsorted(cells @ [width, 1], true * width + said)
        found = cls(ATTRIBUTION, kinds, len(cells), lost, positive=positive, cells=cells, classes=classes)
        return replace(found, merged=merged, unsaid=unsaid)

    def __len__(self) -> int:
        return len(self.kinds)

    def take(self, places: npt.ArrayLike) -> Outcomes:
        """Some of the items, with the same kinds."""
        rows = np.asarray(places)
        chosen = {
            name: value[rows]
            for name in ("kinds", "losses", "scores", "truth", "unsaid")
            if (value := getattr(self, name)) is not None
        }
        return replace(self, **chosen)

    @cached_property
    def totals(self) -> Floats:
        """How often each kind occurs."""
        return np.bincount(self.kinds, minlength=self.count).astype(np.float64)

    @cached_property
    def right(self) -> Booleans:
        """Which kinds are right."""
        return RIGHT_KINDS if self.cells is None else np.asarray(self.cells[:, 0] == self.cells[:, 1])

    @property
    def silent(self) -> Booleans:
        """Which items have no answer.

        >>> Outcomes.attributed(["ann", "bob"], ["ann", None]).silent.tolist()
        [False, True]
        """
        if self.unsaid is not None:
            return self.unsaid
        kinds = np.arange(self.count) >= 4 if self.cells is None else self.cells[:, 1] == len(self.classes)
        return np.asarray(kinds[self.kinds])

    @cached_property
    def groups(self) -> Floats:
        """Which group each kind belongs to where losses are looked at by group: each its own, or right and wrong."""
        if self.task == VERIFICATION:
            return np.eye(self.count)
        return np.column_stack([self.right, ~self.right]).astype(np.float64)

    def prior(self, counts: Floats) -> Floats:
        """Prior weights of the kinds in clusters with those counts (clusters x kinds).

        One item in all: 1/2 to what is right and 1/2 to what is wrong, so that accuracy has Jeffreys' prior. Each half
        goes to the classes as often as the cluster holds them, and within a class to its kinds as often as they occur
        anywhere: a class that a cluster lacks must not be found there by the prior, or that of many clusters together
        would outweigh a rare class. A class that was never wrong may be taken for any other, but not
        be met with silence.
        """
        classes = np.unique(SAME_KINDS if self.cells is None else self.cells[:, 0], return_inverse=True)[1]
        belongs = np.equal.outer(np.arange(classes.max() + 1), classes).astype(np.float64)
        shares = counts @ belongs.T / np.maximum(counts.sum(axis=1, keepdims=True), 1)
        found = np.zeros(counts.shape)
        for side in (self.right, ~self.right):
            seen = belongs * (self.totals * side)
            within = np.where(seen.sum(axis=1, keepdims=True) > 0, seen, belongs * (side & self._spoken))
            half = shares @ (within / np.maximum(within.sum(axis=1, keepdims=True), 1))
            found += half / np.maximum(2 * half.sum(axis=1, keepdims=True), TINIEST)
        return found

    @cached_property
    def _spoken(self) -> Booleans:
        """Which kinds are answers; silence is one where a lone author cannot be mistaken otherwise."""
        if self.cells is None:
            return np.arange(self.count) < 4
        return np.asarray((self.cells[:, 1] < len(self.classes)) | (len(self.classes) == 1))

    @cached_property
    def measures(self) -> tuple[str, ...]:
        """The measures that have a value on these items."""
        blank = np.zeros(1)
        rank = blank if self.truth is None or 0 < self.truth.sum() < len(self) else np.full(1, np.nan)
        return tuple(name for name in self._names if not np.isnan(self.value(name, self.totals[None], blank, rank)[0]))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        if self.task == VERIFICATION:
            return tuple(MEASURES)
        names = ["accuracy"] if self.merged else ["accuracy", "macro_f1"]
        names += ["log_loss"] if self.losses is not None else []
        return (*names, *(("precision", "recall", "f") if self.positive is not None else ()))

    def check(self, measure: str) -> str:
        """The name of a measure that these items can have."""
        if measure == "macro_f1" and self.merged:
            pairs = f"{self.merged} pairs of truth and answer, at most {MOST_CELLS}"
            raise SpecError(f"macro_f1 is not known with so many classes ({pairs})")
        if measure not in self._names:
            raise SpecError(f"no measure named {measure!r} for {self.task}; there are: {', '.join(self._names)}")
        return measure

    def ratio(self, measure: str) -> tuple[Floats, Floats] | None:
        """What every kind adds to part and whole of a measure that is a ratio of counts; None for the others."""
        if self.task == VERIFICATION:
            found = RATIOS.get(measure)
            return None if found is None else (np.array(found[0], float), np.array(found[1], float))
        right = self.right.astype(np.float64)
        if measure == "accuracy":
            return right, np.ones(self.count)
        if measure not in ("precision", "recall", "f") or self.cells is None or self.positive is None:
            return None
        wrote, given = (self.cells == self.classes.index(self.positive)).T.astype(np.float64)
        hit = wrote * given
        return {"precision": (hit, given), "recall": (hit, wrote), "f": (2 * hit, wrote + given)}[measure]

    def value(self, measure: str, totals: Floats, loss: Floats | None = None, auc: Floats | None = None) -> Floats:
        """A measure of every row of totals, mean losses and AUCs; NaN where it is undefined."""
        self.check(measure)
        unknown = np.full(len(totals), np.nan)
        lost = unknown if loss is None else loss
        if self.task == VERIFICATION:
            ranked = {"brier": 1 - lost, "auc": unknown if auc is None else auc}
            return from_counts(measure, totals, ranked.__getitem__)
        if measure == "log_loss":
            return lost
        if measure == "macro_f1":
            return self._macro_f1(totals)
        parts = self.ratio(measure)
        assert parts is not None
        whole = totals @ parts[1]
        return np.asarray(np.divide(totals @ parts[0], whole, out=unknown, where=whole > 0))

    def _macro_f1(self, totals: Floats) -> Floats:
        assert self.cells is not None
        everyone = np.arange(len(self.classes))
        wrote, given = (self.cells[:, side, None] == everyone for side in (0, 1))
        total = totals @ (wrote + given.astype(np.float64))
        scores = np.divide(
            2 * (totals @ (wrote & given).astype(np.float64)), total, out=np.zeros_like(total), where=total > 0
        )
        present = (total > 0).sum(axis=1)
        return np.asarray(np.divide(scores.sum(axis=1), present, out=np.full(len(totals), np.nan), where=present > 0))


def outcomes(truth: Labels, answers: Labels, positive: str | None = None) -> Outcomes:
    """Items of either task: true or false (or 1 and 0) against scores in [0, 1] is verification, else attribution.

    >>> outcomes([1, 0], [0.8, 0.1]).task, outcomes(["ann", "bob"], ["ann", "ann"]).task
    ('verification', 'attribution')
    """
    if len(truth) == 0:
        raise StylobenchError("there is no item; give truth and answers of at least two clusters")
    if len(truth) != len(answers):
        raise StylobenchError(
            f"{len(truth)} items have a truth and {len(answers)} an answer; give one of each per item"
        )
    if positive is None and _is_truth(truth) and _are_scores(answers):
        return Outcomes.verified(truth, _floats(answers))
    if positive is None and _is_truth(truth) and set(map(str, truth)).isdisjoint(map(str, answers)):
        raise StylobenchError(f"truth is true or false and an answer is {answers[0]!r}; give scores in [0, 1]")
    if _are_scores(answers):
        check_comparable(truth, answers)
    return Outcomes.attributed(truth, answers, positive=positive)


def _is_truth(labels: Labels) -> bool:
    values = labels if isinstance(labels, np.ndarray) else list(set(labels)) if _hashable(labels) else labels
    array = np.asarray(values)
    return array.dtype.kind == "b" or (array.dtype.kind in "iuf" and bool(np.isin(array, (0, 1)).all()))


def _hashable(labels: Labels) -> bool:
    try:
        hash(labels[0])
    except TypeError:
        return False
    return True


def _are_scores(answers: Labels) -> bool:
    try:
        _floats(answers)
    except (TypeError, ValueError):
        return False
    return not (isinstance(answers, np.ndarray) and answers.dtype.kind in "US") and not isinstance(answers[0], str)


def _floats(answers: Labels) -> Floats:
    return np.asarray(answers, dtype=np.float64)
