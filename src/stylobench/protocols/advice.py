"""Advice for a writer: which verifiers recognise you, what gives you away, and what to change.

The writer's earlier texts are the known ones of a problem, the new text is the questioned one. Verifiers learn from
other people's documents alone. Edits are suggested by the search of `targeted` against each verifier that recognises
the writer; every obfuscator asked for is then tried, and every verifier asked again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from stylobench import specs
from stylobench.edits import Rewrite
from stylobench.errors import StylobenchError
from stylobench.features.prose import analysed
from stylobench.obfuscators.targeted import Targeted
from stylobench.protocols.advice_findings import Advice, Clue, Disguise, Suggested, Suggestion, Verdict
from stylobench.protocols.advice_ground import Bench, Judge, explained, in_order
from stylobench.protocols.calibration_problems import conditions_of
from stylobench.records import Corpus, Problem
from stylobench.seeds import generator

CLUES = 10
PLACES = 3
TOO_SHORT, TOO_FEW_KNOWN = 300, 1000
POOR = 0.6
BACKGROUND = 200
AROUND = 40


@dataclass
class _Advisor:
    """One writer's problem, and those who judge it."""

    problem: Problem
    judges: Mapping[str, Judge]
    seed: int

    def verdicts(self) -> Iterator[Verdict]:
        for name, judge in self.judges.items():
            score = judge.answer(self.problem)
            same, n_same = judge.rank(score, True)
            different, n_different = judge.rank(score, False)
            yield Verdict(
                name, _told(score), _finite(judge.threshold), judge.recognises(score), same, n_same, different,
                n_different, judge.accuracy, clues(judge, self.problem),
            )  # fmt: skip

    def suggested(self) -> Iterator[Suggested]:
        for name, judge in self.judges.items():
            if judge.recognises(judge.answer(self.problem)):
                made = self._rewritten(Targeted().against(judge.verifier, judge.threshold), f"against {name}")
                score = judge.answer(Problem(self.problem.known, made.text))
                yield Suggested(name, judge.recognises(score) is False, _told(score), suggestions(made))

    def disguises(self, name: str, obfuscator: Any) -> Iterator[Disguise]:
        """One that searches against a verifier is tried against each of them."""
        if not hasattr(obfuscator, "against"):
            yield from self._judged(name, self._rewritten(obfuscator, name))
            return
        for target, judge in self.judges.items():
            called = f"{name} against {target}"
            yield from self._judged(
                called, self._rewritten(obfuscator.against(judge.verifier, judge.threshold), called)
            )

    def _rewritten(self, obfuscator: Any, name: str) -> Rewrite:
        made = obfuscator.rewrite(self.problem, generator(self.seed, "advice", name, self.problem.digest))
        if isinstance(made, Rewrite):
            return made
        from stylobench.features.difference import difference

        return difference(self.problem.questioned, made)

    def _judged(self, name: str, made: Rewrite) -> Iterator[Disguise]:
        rate = 1000 * len(made.edits) / max(analysed(made.original).words, 1)
        for verifier, judge in self.judges.items():
            score = judge.answer(Problem(self.problem.known, made.text))
            yield Disguise(name, verifier, _told(score), judge.recognises(score), rate)


def advise(
    problem: Problem, others: Corpus, verifiers: Mapping[str, Any], obfuscators: Mapping[str, Any], seed: int
) -> Advice:
    """Judge the questioned text beside the writer's known ones, by verifiers that learn from other people's documents.

    Verifiers are specs or fitted objects by name, obfuscators specs (then fitted on the other documents) or fitted.
    """
    others = in_order(others)
    bench = Bench.of(others, problem, seed)
    judges, cautions = dict[str, Judge](), list[str]()
    for name, given in verifiers.items():
        try:
            judges[name] = Judge.of(given, bench, seed)
        except StylobenchError as error:
            cautions.append(f"left out is {name}: {error}")
    advisor = _Advisor(problem, judges, seed)
    verdicts, disguises = tuple(advisor.verdicts()), list[Disguise]()
    for name, given in obfuscators.items():
        try:
            disguises += advisor.disguises(name, _ready(given, others) if isinstance(given, str) else given)
        except StylobenchError as error:
            cautions.append(f"left out is {name}: {error}")
    named = {name: given if isinstance(given, str) else repr(given) for name, given in verifiers.items()}
    known = sum(analysed(text).words for text in problem.known)
    return Advice(
        words=analysed(problem.questioned).words,
        texts=len(problem.known),
        known_words=known,
        others=len(others),
        authors=len({author for author in others.column("author") if author}),
        verdicts=verdicts,
        suggested=tuple(advisor.suggested()),
        disguises=tuple(disguises),
        cautions=(*_not_validated(problem, bench), *_cautions(problem, others, known), *_poor(verdicts), *cautions),
        specs=named,
    )


def _ready(spec: str, others: Corpus) -> Any:
    """What is turned against each verifier anyway needs no background."""
    built = specs.build("obfuscators", spec)
    return built if hasattr(built, "against") else built.fit(others.texts[:BACKGROUND])


def clues(judge: Judge, problem: Problem) -> tuple[Clue, ...]:
    """What the verdict rests on more than it usually does between two writers, the most first."""
    own = explained(judge.verifier, problem)
    usual = judge.usual() if own else {}
    over = {name: weight - usual.get(name, 0.0) for name, weight in own.items()}
    most = sorted((name for name in over if over[name] > 0), key=lambda name: (-over[name], name))[:CLUES]
    return tuple(Clue(name, over[name], places(problem.questioned, name)) for name in most)


def places(text: str, feature: str) -> tuple[str, ...]:
    """The words of a text in which a feature stands, the most frequent first.

    >>> places("Singing, he was singing of Beijing.", "ing ")
    ('singing of',)
    """
    line = " ".join(text.lower().split())
    wanted = feature.lower()
    if not wanted.strip():
        return ()
    pattern = rf"[\w'’]*{re.escape(wanted)}[\w'’]*"
    found = Counter(match[0].strip() for match in re.finditer(pattern, line))
    return tuple(sorted(found, key=lambda place: (-found[place], place))[:PLACES])


def suggestions(made: Rewrite) -> tuple[Suggestion, ...]:
    """Each edit with the words around it in the sentence that it changes."""
    prose, found = analysed(made.original), list[Suggestion]()
    spans = [(prose.tokens[a].start, prose.tokens[b - 1].end) for a, b in prose.sentences]
    for edit in made.edits:
        start = next((a for a, b in spans if edit.start <= b), edit.start)
        end = next((b for _, b in spans if edit.end <= b), edit.end)
        left, right = made.original[start : edit.start], made.original[edit.end : end]
        original = made.original[edit.start : edit.end]
        found.append(Suggestion(original, edit.replacement, edit.operator, around(left, original, right)))
    return tuple(found)


def around(left: str, original: str, right: str) -> str:
    """What is edited with at most so many characters on either side of it, cut between words.

    >>> around("so it was and so it was on that day, that he ", "began", ", in earnest")
    '…was and so it was on that day, that he began, in earnest'
    """
    if len(left) > AROUND:
        left = f"…{left[-AROUND:].partition(' ')[2] or left[-AROUND:]}"
    if len(right) > AROUND:
        right = f"{right[:AROUND].rpartition(' ')[0] or right[:AROUND]}…"
    return f"{left}{original}{right}"


def _cautions(problem: Problem, others: Corpus, known: int) -> Iterator[str]:
    words = analysed(problem.questioned).words
    if not problem.known:
        yield "no earlier text was given: nothing can be compared, and no verdict means that you are safe"
    if words < TOO_SHORT:
        yield f"the text has {_words(words)}; below {TOO_SHORT} verdicts swing with every sentence"
    if problem.known and known < TOO_FEW_KNOWN:
        yield f"your earlier texts have {_words(known)}; whoever has more of you recognises you better than shown here"
    usual = float(np.median([analysed(text).words for text in others.texts[:200]])) if len(others) else 0.0
    if usual and not 1 / 3 <= words / usual <= 3:
        yield (
            f"the other people's texts have {usual:.0f} words (median), yours {words}: texts of another kind or length "
            "move the line between same and different"
        )
    yield (
        "verifiers not tried here may still recognise you, and so may people, by what you know, whom you name and when "
        "you write; if the other people's texts are of another genre than yours, scores are too high or too low"
    )


def _not_validated(problem: Problem, bench: Bench) -> Iterator[str]:
    if problem.known and not len(bench.like):
        count, own, asked = conditions_of(problem.known, problem.questioned)[0]
        yield (
            f"not validated for {count:.0f} earlier text{'s' * int(count != 1)} of {own:.0f} words beside a text of "
            f"{asked:.0f}: the other people's texts cannot show what a score is worth there, so no verifier says "
            "whether you are recognised; give a background in which several people have as many and as long texts, or "
            "fewer and shorter earlier texts"
        )


def _poor(verdicts: tuple[Verdict, ...]) -> Iterator[str]:
    for verdict in verdicts:
        accuracy = verdict.accuracy.value
        if accuracy is not None and accuracy < POOR:
            yield f"of 100 other problems {verdict.verifier} gets {100 * accuracy:.0f} right: it says little"


def _words(count: int) -> str:
    return f"{count} word{'s' * (count != 1)}"


def _told(score: float) -> float | None:
    return None if np.isnan(score) else score


def _finite(threshold: float) -> float | None:
    return threshold if np.isfinite(threshold) else None
