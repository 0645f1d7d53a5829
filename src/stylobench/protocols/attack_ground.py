"""Answers before and after rewriting, as the obfuscation crash test judges them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from stylobench.records import Booleans, Floats, Rows
from stylobench.statistics.trial_draws import Units


@dataclass(frozen=True)
class Attacked:
    """One data set: n problems with their truth, and what methods say of them.

    fold       the fold that tests each problem, -1 where none does
    trained    for each fold the places of the problems that it may learn from: they share no text with its tests
    tuned      for each fold the places of the problems that its thresholds come from; `trained` where left out
    before     method -> scores of the untouched problems, NaN where it is silent
    after      (method, obfuscator) -> scores when the same-author problems are rewritten and the others are not
    rewritten  obfuscator -> which same-author problems it rewrote; where it failed they are judged neither way
    adaptive   (method, obfuscator) -> scores of a method that was trained on rewritten texts, all questioned texts
               being rewritten
    failures   method -> why it has no answers
    fixed      the threshold of every method where there is nothing to fit one on: documents whose authors are all known
    item       what is judged: a problem, or a document, of which a score of 0 says that it was given a wrong name,
               which no threshold makes right
    unasked    method -> problems that it never answered, as it failed on their fold; they are judged neither way
    one_name   methods that name one author for all documents, fold by fold
    """

    name: str
    digest: str
    ids: tuple[str, ...]
    truth: Booleans
    units: Units
    fold: Rows
    trained: tuple[Rows, ...]
    before: Mapping[str, Floats]
    after: Mapping[tuple[str, str], Floats]
    rewritten: Mapping[str, Booleans]
    adaptive: Mapping[tuple[str, str], Floats] = field(default_factory=dict)
    failures: Mapping[str, str] = field(default_factory=dict)
    fixed: float | None = None
    item: str = "problem"
    unasked: Mapping[str, Booleans] = field(default_factory=dict)
    one_name: frozenset[str] = frozenset()
    tuned: tuple[Rows, ...] = ()
