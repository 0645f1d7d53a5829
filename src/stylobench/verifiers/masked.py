"""Any other verifier, shown texts whose topic is masked: only the most frequent words can be read.

Words outside the list become an asterisk per letter, digits a #, punctuation and spacing stay (text distortion,
Stamatatos 2017). A verdict that needs the masked words rests on the topic.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from sklearn.base import clone
from sklearn.utils.validation import check_is_fitted

from stylobench.errors import SpecError
from stylobench.features.masking import WORDS, frequent_words, masked, masked_texts
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem
from stylobench.specs import build
from stylobench.verifiers._verifier import Verifier
from stylobench.verifiers.calibrated import shown_to


class Masked(Verifier):
    """Another verifier on masked texts.

    verifier     a spec such as "ppm(order=4)" or "package.module:Class", or a verifier
    words        how many of the most frequent English words can be read

    >>> problems = [Problem(("so it is by car",), "so it is by bus"), Problem(("so it is",), "we are there")]
    >>> model = Masked("char_ngrams(n=2, calibrate=none)").fit(problems, [True, False])
    >>> model.verify(problems).round(2).tolist()
    [1.0, 0.0]
    """

    verifier_: Any

    def __init__(self, verifier: Any = "char_ngrams", words: int = WORDS) -> None:
        self.verifier = verifier
        self.words = words

    def wraps(self) -> Any:
        """The other verifier, unfitted: stored answers must not outlive a change of it."""
        frequent_words(self.words)
        other = build("verifiers", self.verifier) if isinstance(self.verifier, str) else self.verifier
        for verb in ("fit", "verify"):
            if not hasattr(other, verb):
                raise SpecError(f"masked(verifier={self.verifier!r}): it has no {verb}(), so it is no verifier")
        return clone(other, safe=False)

    @property
    def learns_every_kind(self) -> bool:  # type: ignore[override]
        """As the other verifier does."""
        return bool(getattr(self.wraps(), "learns_every_kind", False))

    def to_score(self) -> Self:
        """An unfitted copy for which the other verifier tunes no map that its scores can do without."""
        other = self.wraps()
        return type(self)(other.to_score() if isinstance(other, Verifier) else other, self.words)

    def fit(self, problems: Sequence[Problem], same: Sequence[bool]) -> Self:
        """Let the other verifier learn from masked problems."""
        other = self.wraps()
        self.verifier_ = other.fit(self._shown(other, problems), same)
        return self

    def verify(self, problems: Sequence[Problem]) -> Floats:
        """What the other verifier answers to masked problems."""
        return self._asked("verify", problems)

    def scores(self, problems: Sequence[Problem]) -> Floats:
        """What the other verifier's answers are made from."""
        check_is_fitted(self, "verifier_")
        return self._asked("scores" if hasattr(self.verifier_, "scores") else "verify", problems)

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Let the other verifier prepare."""
        other = self.wraps()
        if hasattr(other, "prepare"):
            other.prepare(self._shown(other, problems))

    def explain(self, problem: Problem, **limit: Any) -> Any:
        """What the other verifier says its verdict rests on."""
        check_is_fitted(self, "verifier_")
        if not hasattr(self.verifier_, "explain"):
            raise SpecError(f"verifier {self.verifier!r} does not explain its verdicts")
        known = tuple(masked(text, self.words) for text in problem.known)
        return self.verifier_.explain(Problem(known, masked(problem.questioned, self.words)), **limit)

    def _asked(self, verb: str, problems: Sequence[Problem]) -> Floats:
        check_is_fitted(self, "verifier_")
        found: Floats = getattr(self.verifier_, verb)(self._shown(self.verifier_, problems))
        return found

    def _shown(self, other: Any, problems: Sequence[Problem]) -> Sequence[Problem]:
        given = Problems.of(problems)
        texts = masked_texts(given.texts, self.words)
        return shown_to(other, Problems(texts, given.known, given.starts, given.questioned, given.pools))
