"""The obfuscation crash test: does a method still recognise a writer who hides, and what does hiding cost?

Only the questioned texts of same-author problems are rewritten (Potthast, Hagen & Stein 2016). A method is fitted on
untouched problems that share no text with those it is asked about, and answers them untouched and rewritten; what it
recognises less is the impact. `cross_fitted` thresholds come from the other problems' answers; `published` takes the
threshold that is best on the tested problems themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from stylobench.edits import Rewrite, operators
from stylobench.errors import SpecError
from stylobench.features.difference import phrases
from stylobench.features.prose import analysed
from stylobench.protocols.attack_findings import Example, Phrase, Rewriting, Shown
from stylobench.protocols.attack_ground import Attacked
from stylobench.protocols.attack_judged import Judging, judged
from stylobench.seeds import generator

THRESHOLDS = ("cross_fitted", "published")
THREAT_MODEL = (
    "The obfuscator and all data it uses are public, except the original text.",
    "The seed of its random choices is secret.",
    "Nothing but the text links it to its author.",
)
FEWEST_SAME_TO_RANK = 20
LONGEST_EXAMPLE = 1500


@dataclass(frozen=True)
class Settings:
    """How an attack is run and judged.

    least_accuracy  what a method must reach, untouched, to be worth attacking
    adaptive        also retrain every method on rewritten texts
    reversal        also try to undo the edits, and to link rewritten texts
    backtrack       also search back from so many rewritten texts towards every candidate author
    quality         measures of quality by name; None is all that need no neural part's long time
    examples        how many problems of each data set are shown in full
    """

    seed: int = 0
    threshold: str = "cross_fitted"
    least_accuracy: float = 0.6
    folds: int | None = None
    adaptive: bool = True
    reversal: bool = True
    backtrack: int = 0
    quality: tuple[str, ...] | None = None
    draws: int = 999
    examples: int = 3

    def __post_init__(self) -> None:
        if self.threshold not in THRESHOLDS:
            raise SpecError(f"no threshold named {self.threshold!r}; there are: {', '.join(THRESHOLDS)}")
        if not 0 <= self.least_accuracy <= 1:
            raise SpecError(f"a least accuracy of {self.least_accuracy:g} cannot be; give one from 0 to 1")
        if self.draws < 99:
            raise SpecError(f"{self.draws} draws say too little; give 99 or more")

    @property
    def judging(self) -> Judging:
        """What intervals and averages need to know."""
        way: Literal["published", "cross_fitted"] = "published" if self.threshold == "published" else "cross_fitted"
        return Judging(self.seed, self.least_accuracy, self.draws, way)


def rewriting(dataset: str, obfuscator: str, rewrites: Sequence[Rewrite], failures: Mapping[str, int]) -> Rewriting:
    """What an obfuscator did to the texts that it was asked for."""
    notes: dict[str, int] = {}
    for one in rewrites:
        for what, count in one.notes.items():
            notes[what] = notes.get(what, 0) + count
    return Rewriting(
        dataset=dataset,
        obfuscator=obfuscator,
        texts=len(rewrites) + sum(failures.values()),
        unchanged=sum(one.unchanged for one in rewrites),
        failed=sum(failures.values()),
        failures=dict(failures),
        words=sum(analysed(one.original).words for one in rewrites),
        edits=sum(len(one.edits) for one in rewrites),
        operators=operators(rewrites),
        notes=notes,
    )


def shown(attacked: Attacked, settings: Settings) -> Iterator[Shown]:
    """Every rewritten problem's score before and after, by method and obfuscator."""
    here = judged(attacked, settings.judging)
    for obfuscator, rewritten in attacked.rewritten.items():
        for method, before in attacked.before.items():
            after = attacked.after.get((method, obfuscator))
            if after is None:
                continue
            limits = here.thresholds(before)
            for place in np.flatnonzero(rewritten & here.asked(method)):
                scores = (_finite(column[place]) for column in (before, after, limits))
                yield Shown(attacked.name, attacked.ids[place], method, obfuscator, *scores)


def _finite(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def example_places(attacked: Attacked, settings: Settings) -> list[int]:
    """Same-author problems to be shown in full, drawn by seed; first those whose author some method recognises."""
    here = judged(attacked, settings.judging)
    known = np.zeros(len(attacked.truth), np.bool_)
    for before in attacked.before.values():
        known |= here.recognised(before, before)
    rng = generator(settings.seed, "attack", "examples", attacked.digest)
    drawn = rng.permutation(np.flatnonzero(attacked.truth)).tolist()
    return sorted(drawn, key=lambda place: not known[place])[: settings.examples]


def example(attacked: Attacked, place: int, obfuscator: str, rewrite: Rewrite, settings: Settings) -> Example:
    """One problem in full: who recognised its author before, and who still does."""
    here = judged(attacked, settings.judging)
    lost, kept = list[str](), list[str]()
    for method, before in attacked.before.items():
        after = attacked.after.get((method, obfuscator))
        if after is not None and here.recognised(before, before)[place]:
            (kept if here.recognised(after, before)[place] else lost).append(method)
    return Example(
        dataset=attacked.name,
        problem=attacked.ids[place],
        obfuscator=obfuscator,
        lost=tuple(lost),
        kept=tuple(kept),
        edits=len(rewrite.edits),
        words=analysed(rewrite.original).words,
        phrases=tuple(Phrase(*part) for part in _opening(rewrite)),
    )


def _opening(rewrite: Rewrite) -> Iterator[tuple[str, str | None, str]]:
    """The phrases of a rewrite, as far as a report has room for them."""
    length = 0
    for original, changed, operator in phrases(rewrite):
        if length > LONGEST_EXAMPLE:
            return
        length += len(original)
        yield original[: LONGEST_EXAMPLE * 2] if changed is None else original, changed, operator
