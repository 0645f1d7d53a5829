"""What verifiers make of other people's texts: where they draw the line, and how often they are right."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stylobench import specs
from stylobench.errors import SplitError, StylobenchError
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.metrics.impact import best_threshold
from stylobench.protocols.attack_findings import Sure
from stylobench.protocols.calibration_problems import TOLERANCE, Kind, conditions_of, draw_problems, problems_like
from stylobench.records import Booleans, Corpus, Floats, Problem, Trials
from stylobench.seeds import generator
from stylobench.splits.buffered import buffered, touching
from stylobench.splits.pairs import Library, PairRules, draw_pairs
from stylobench.statistics.proportions import wilson
from stylobench.verifiers.calibrated import shown_to

FOLDS = 3
MOST_TRIALS = 400
MOST_PAIRS_EACH = 2
MOST_REASONS = 1000
STRANGERS = 8
FEWEST_LIKE = 20


def in_order(corpus: Corpus) -> Corpus:
    """The same corpus with its documents by id, so that the order in which they came has no say."""
    documents = tuple(sorted(corpus.documents, key=lambda document: (document.id, document.text)))
    return Corpus(corpus.name, documents, corpus.digest, corpus.provenance, corpus.trials)


@dataclass(frozen=True)
class Bench:
    """Problems made of other people's texts, with their truth: `trials` to learn from, and others `like` the case in
    number and length of known texts, which say where to draw the line. These are asked in `folds`: problems to learn
    from, and problems by people or with texts that are not among them.
    """

    texts: Texts
    trials: Trials
    like: Trials
    folds: tuple[tuple[Trials, Trials], ...]

    @classmethod
    def of(cls, others: Corpus, problem: Problem, seed: int) -> Bench:
        """The problems that the corpus ships, or pairs drawn from its documents; none has a text of the writer."""
        own, others = {*problem.known, problem.questioned}, in_order(others)
        texts = others.texts
        trials = _shipped(others) if others.trials else _drawn(others, seed)
        clear = np.array([not own & {texts[row] for row in _rows(trials, place)} for place in range(len(trials))], bool)
        trials = trials.take(clear)
        chosen = np.sort(generator(seed, "advice").permutation(len(trials))[:MOST_TRIALS])
        trials = trials.take(chosen)
        like = _like_shipped if others.trials else _like_drawn
        made, folds = like(others, own, trials, problem, seed)
        asked = Trials.joined([test for _, test in folds] or [trials.take(np.zeros(0, np.int64))])
        return cls(Texts([*texts, *made]), trials, asked, folds)

    def shown(self, verifier: Any, trials: Trials) -> Sequence[Problem]:
        """What a verifier may see of some trials."""
        return shown_to(verifier, Problems.without_truth(self.texts, trials))

    @property
    def strangers(self) -> tuple[Problem, ...]:
        """Some problems by two writers."""
        some = self.trials.take(np.flatnonzero(~self.trials.same)[:STRANGERS])
        return tuple(Problems.without_truth(self.texts, some))


def _kinds_like(problem: Problem) -> list[Kind]:
    """As many known texts of such lengths, and those a little shorter where nobody has texts as long."""
    if not problem.known:
        return []
    count, own, asked = conditions_of(problem.known, problem.questioned)[0]
    return [(int(count), round(own / by), round(asked / by)) for by in (1, TOLERANCE) if min(own, asked) / by >= 1]


def _like_drawn(
    others: Corpus, without: set[str], pairs: Trials, problem: Problem, seed: int
) -> tuple[list[str], tuple[tuple[Trials, Trials], ...]]:
    """Problems by people whom the verifier has not met, in folds of people."""
    authors, texts = others.column("author"), others.texts
    first: dict[str, int] = {}
    for row in range(len(others)):
        if authors[row] and texts[row].strip() and texts[row] not in without:
            first.setdefault(texts[row], row)
    rows = sorted(first.values())
    people, codes = np.unique([str(authors[row]) for row in rows], return_inverse=True)
    fold = generator(seed, "advice folds").permutation(len(people)) % FOLDS
    own = [texts[row] for row in rows]
    for kind in _kinds_like(problem):
        found = draw_problems(own, codes.astype(np.int64), fold[codes], seed, MOST_TRIALS, [kind])
        if len(found.trials) >= FEWEST_LIKE and _both(found.trials):
            break
    else:
        return [], ()
    person = np.full(len(others), -1)
    person[rows] = codes
    asked, folds = found.trials.moved(len(texts)), []
    for number in range(FOLDS):
        left_out = person[pairs.known[pairs.starts[:-1]]], person[pairs.questioned]
        free = ~np.any([(one >= 0) & (fold[one] == number) for one in left_out], axis=0)
        train, test = pairs.take(free), asked.take(fold[found.people[:, 0]] == number)
        if len(test) and _both(train):
            folds.append((train, test))
    return list(found.texts), tuple(folds)


def _like_shipped(
    others: Corpus, without: set[str], trials: Trials, problem: Problem, seed: int
) -> tuple[list[str], tuple[tuple[Trials, Trials], ...]]:
    """The problems themselves, with as many known texts and cut to such lengths, in folds that share no text."""
    texts = others.texts
    for kind in _kinds_like(problem):
        found, origin = problems_like(texts, trials, kind, seed)
        if len(found.trials) >= FEWEST_LIKE and _both(found.trials) and len(np.unique(origin.questioned)) >= FOLDS:
            break
    else:
        return [], ()
    asked, folds = found.trials.moved(len(texts)), []
    try:
        apart = buffered(origin, FOLDS, seed)
    except SplitError:
        return [], ()
    for split, places in zip(apart.splits, apart.tested, strict=True):
        train = trials.take(~touching(trials, split.test))
        if _both(train):
            folds.append((train, asked.take(places)))
    return list(found.texts), tuple(folds)


def _both(trials: Trials) -> bool:
    return bool(trials.same.any() and not trials.same.all())


@dataclass(frozen=True)
class Judge:
    """A fitted verifier, the score from which on it says "same", and its scores of other people's problems like the
    case; where there are none, it is not validated for the case and recognises nobody.
    """

    verifier: Any
    threshold: float
    scores: Floats
    truth: Booleans
    strangers: tuple[Problem, ...]

    @classmethod
    def of(cls, given: Any, bench: Bench, seed: int) -> Judge:
        """Fit a spec on all problems, and its threshold on answers to problems like the case that it had not seen; a
        verifier that comes fitted is taken as it is.
        """
        truth = bench.like.same
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            if isinstance(given, str):
                fitted = _fitted(given, bench, bench.trials)
                judges = [_fitted(given, bench, train) for train, _ in bench.folds]
            else:
                fitted, judges = given, [given] * len(bench.folds)
            asked = [bench.shown(fitted, test) for _, test in bench.folds]
            scores = np.concatenate([np.zeros(0), *(judge.verify(a) for judge, a in zip(judges, asked, strict=True))])
        threshold = best_threshold(truth, scores) if _both(bench.like) else float("nan")
        return cls(fitted, threshold, scores, truth, bench.strangers)

    def answer(self, problem: Problem) -> float:
        """The score of one problem; NaN is no answer."""
        return float(self.verifier.verify([problem])[0])

    def recognises(self, score: float) -> bool | None:
        """The verdict that a score stands for; None of no answer, and where nothing like the case was tried."""
        return None if np.isnan(score) or np.isnan(self.threshold) else bool(score >= self.threshold)

    def rank(self, score: float, same: bool) -> tuple[float | None, int]:
        """The share of others' scores of one kind that are at most as high, and how many there are."""
        others = self.scores[(self.truth == same) & ~np.isnan(self.scores)]
        return (float((others <= score).mean()) if len(others) and not np.isnan(score) else None), len(others)

    def usual(self) -> dict[str, float]:
        """How much verdicts on two different writers rest on each feature, on average."""
        sums: dict[str, float] = {}
        for problem in self.strangers:
            for name, weight in explained(self.verifier, problem).items():
                sums[name] = sums.get(name, 0.0) + weight / len(self.strangers)
        return sums

    @property
    def accuracy(self) -> Sure:
        """How often it is right about others; silence is not."""
        said = ~np.isnan(self.scores)
        if not len(self.truth):
            return Sure(None, None, None)
        right = int((said & ((self.scores >= self.threshold) == self.truth)).sum())
        return Sure(right / len(self.truth), *wilson(right, len(self.truth)))


def explained(verifier: Any, problem: Problem) -> dict[str, float]:
    """What a verdict rests on, by name; nothing where the verifier does not say."""
    if not hasattr(verifier, "explain"):
        return {}
    more = {"most": MOST_REASONS} if "most" in inspect.signature(verifier.explain).parameters else {}
    try:
        return {reason.name: float(reason.value) for reason in verifier.explain(problem, **more)}
    except StylobenchError:
        return {}


def _fitted(spec: str, bench: Bench, trials: Trials) -> Any:
    verifier = specs.build("verifiers", spec)
    return verifier.fit(bench.shown(verifier, trials), trials.same)


def _rows(trials: Trials, place: int) -> list[int]:
    return [*trials.known[trials.starts[place] : trials.starts[place + 1]].tolist(), int(trials.questioned[place])]


def _shipped(corpus: Corpus) -> Trials:
    rows = {str(name): row for row, name in enumerate(corpus.column("id"))}
    told = sorted((trial for trial in corpus.trials if trial.same is not None), key=lambda trial: trial.id)
    known = [rows[name] for trial in told for name in trial.known]
    return Trials(
        np.array(known, np.int64),
        np.cumsum([0, *(len(trial.known) for trial in told)]),
        np.array([rows[trial.questioned] for trial in told], np.int64),
        np.array([bool(trial.same) for trial in told], np.bool_),
        np.full(len(told), ""),
    )


def _drawn(corpus: Corpus, seed: int) -> Trials:
    """Pairs of documents, as many by one author as by two; blank texts and repeated ones are left out."""
    authors, texts = corpus.column("author"), corpus.texts
    first: dict[str, int] = {}
    for row in range(len(corpus)):
        if authors[row] and texts[row].strip():
            first.setdefault(texts[row], row)
    rows = np.array(sorted(first.values()), np.int64)
    names = [str(authors[row]) for row in rows]
    if len(set(names)) < 2 or len(set(names)) == len(names):
        raise SplitError(
            f"corpus {corpus.name!r} has no two authors, or no author with two texts; verifiers cannot learn from it"
        )
    library = Library.of([str(row) for row in rows], names, [""] * len(rows))
    rules = PairRules(balance=True, most=MOST_PAIRS_EACH)
    pairs = draw_pairs(library, np.arange(len(rows)), rules, seed)
    return Trials.of_pairs(rows[pairs.known], rows[pairs.questioned], pairs.same)
