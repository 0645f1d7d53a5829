"""A greedy search for the fewest edits that turn a verifier's verdict, many choices scored at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stylobench.features.problems import Problems
from stylobench.obfuscators._choices import Choice, rewritten
from stylobench.records import Booleans, Floats, Problem

NEAR = 6  # characters between two edits, at least: nearer ones change the same n-grams and the same reading
AROUND = 8


@dataclass(frozen=True)
class Aim:
    """A fitted verifier and what is wanted of it.

    Hiding has arrived where its answer lies below `threshold` by more than `margin`; silence is on the way there.
    Not hiding wants the highest score that can be had, and never arrives.
    """

    verifier: Any
    threshold: float
    margin: float = 0.0
    hide: bool = True

    def gains(self, problems: Sequence[Problem]) -> Floats:
        """The better, the higher; by scores before calibration where the verifier has them."""
        scores = getattr(self.verifier, "scores", self.verifier.verify)(problems)
        values = -scores if self.hide else scores
        return np.where(np.isnan(values), -np.inf, values)

    def arrived(self, problems: Sequence[Problem]) -> Booleans:
        """Where no more is wanted."""
        if not self.hide:
            return np.zeros(len(problems), dtype=np.bool_)
        return np.asarray(self.verifier.verify(problems) < self.threshold - self.margin)

    def promises(self, problem: Problem, choices: Sequence[Choice]) -> Floats:
        """How much of what the verdict rests on each choice takes out (or, not hiding, brings in)."""
        if not hasattr(self.verifier, "explain"):
            return np.zeros(len(choices))
        weights = {reason.name: reason.value for reason in self.verifier.explain(problem)}
        promised = [_change(problem.questioned, choice, weights) for choice in choices]
        return np.array(promised) * (1 if self.hide else -1)


def _change(text: str, choice: Choice, weights: dict[str, float]) -> float:
    start, end = choice.edit.start, choice.edit.end
    left, right = text[max(start - AROUND, 0) : start], text[end : end + AROUND]
    before = " ".join((left + text[start:end] + right).lower().split())
    after = " ".join((left + choice.edit.replacement + right).lower().split())
    return sum(value * (before.count(name) - after.count(name)) for name, value in weights.items())


@dataclass(frozen=True)
class Limits:
    """How many edits may be made, how many of content words, and how many choices are scored in a round."""

    edits: int
    content: int
    tried: int
    rounds: int = 12

    @property
    def step(self) -> int:
        """Edits made in one round."""
        return max(3, min(self.edits // 5, self.tried // 2))


class Search:
    """Edits of one questioned text, chosen round by round."""

    def __init__(self, problem: Problem, aim: Aim, limits: Limits) -> None:
        self.problem, self.aim, self.limits = problem, aim, limits
        self.arrived = bool(aim.arrived([problem])[0])

    def run(self, choices: Sequence[Choice]) -> list[Choice]:
        """The edits to make; `arrived` says whether they are enough."""
        made: list[Choice] = []
        reached = float(self.aim.gains([self.problem])[0])
        left = [] if self.arrived else self._most_promising(choices)
        for _ in range(self.limits.rounds):
            left = self._open(left, made)
            gains = self._gains([[*made, choice] for choice in left]) - reached
            order = [place for place in np.argsort(-gains, kind="stable") if gains[place] > 0]
            left = [left[place] for place in order][: max(self.limits.tried // 2, self.limits.step)]
            longer = self._longer(made, left)
            if not longer:
                break
            made, now = self._best(longer)
            if self.arrived:
                return self._without_needless(made)
            if now <= reached:
                break
            reached = now
        return made

    def _most_promising(self, choices: Sequence[Choice]) -> list[Choice]:
        if len(choices) <= self.limits.tried:
            return list(choices)
        order = np.argsort(-self.aim.promises(self.problem, choices), kind="stable")
        return [choices[place] for place in np.sort(order[: self.limits.tried])]

    def _open(self, choices: Sequence[Choice], made: Sequence[Choice]) -> list[Choice]:
        """What the limits and the edits made leave to choose from."""
        content = sum(choice.content for choice in made)
        if len(made) >= self.limits.edits:
            return []
        return [
            choice
            for choice in choices
            if not (choice.content and content >= self.limits.content) and all(apart(choice, other) for other in made)
        ]

    def _longer(self, made: list[Choice], ranked: Sequence[Choice]) -> list[list[Choice]]:
        """The edits made with the best one more, the best two more, and so on."""
        found: list[list[Choice]] = []
        for choice in ranked:
            if len(found) < self.limits.step and self._open([choice], made):
                made = [*made, choice]
                found.append(made)
        return found

    def _best(self, longer: Sequence[list[Choice]]) -> tuple[list[Choice], float]:
        """The first that arrives, else the one that gains most."""
        problems = self._problems(longer)
        arrived, gains = self.aim.arrived(problems), self.aim.gains(problems)
        self.arrived = bool(arrived.any())
        place = int(np.argmax(arrived)) if self.arrived else int(np.argmax(gains))
        return longer[place], float(gains[place])

    def _without_needless(self, made: list[Choice]) -> list[Choice]:
        """The edits without the most of those that matter least that can be undone with the verdict still turned."""
        if len(made) < 2:
            return made
        gains = self._gains([[other for other in made if other is not choice] for choice in made])
        order = [made[place] for place in np.argsort(-gains, kind="stable")]
        shorter = [order[count:] for count in range(1, len(order))]
        enough = np.flatnonzero(self.aim.arrived(self._problems(shorter)))
        return shorter[enough[-1]] if len(enough) else made

    def _gains(self, lists: Sequence[Sequence[Choice]]) -> Floats:
        return self.aim.gains(self._problems(lists)) if lists else np.zeros(0)

    def _problems(self, lists: Sequence[Sequence[Choice]]) -> Sequence[Problem]:
        """The text with each list of edits; verifiers of this house count it once for answers and scores."""
        known, text = self.problem.known, self.problem.questioned
        problems = [Problem(known, rewritten(text, chosen).text) for chosen in lists]
        return Problems.of(problems) if hasattr(self.aim.verifier, "scores") else problems


def apart(one: Choice, other: Choice) -> bool:
    """Whether two choices can both be made."""
    return one.edit.start - other.edit.end > NEAR or other.edit.start - one.edit.end > NEAR
