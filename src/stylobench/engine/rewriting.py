"""Texts rewritten by obfuscators: each once, kept by content, and a failure recorded as such."""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from typing import Any

from stylobench import specs
from stylobench.edits import Rewrite
from stylobench.engine.jobs import seed_global_streams
from stylobench.engine.kept_runs import KeptRuns
from stylobench.engine.methods import Method
from stylobench.engine.run import Force, Told, run
from stylobench.engine.surroundings import versions
from stylobench.features.difference import difference
from stylobench.metrics.impact import best_threshold
from stylobench.records import Booleans, Problem, text_digest
from stylobench.seeds import generator

GLOBAL = "global streams"
BLANK = "the rewritten text is blank"


@dataclass(frozen=True)
class Aim:
    """Problems with their truth from which the verifier that a search is aimed at may learn, named by a digest."""

    digest: str
    problems: Sequence[Problem] = field(compare=False)
    same: Booleans = field(compare=False)


@dataclass(frozen=True)
class Written:
    """What came of one text: the edits as plain data, or why there are none."""

    key: str
    obfuscator: str
    edits: Mapping[str, Any] | None
    failure: str | None = None
    notes: tuple[str, ...] = ()
    seconds: float = 0.0

    def rewrite(self, original: str) -> Rewrite | None:
        """The rewritten text, None where it failed."""
        return None if self.edits is None else Rewrite.from_json(original, self.edits)


@dataclass(frozen=True)
class RewriteTask:
    """One obfuscator, fitted on a background, on one problem."""

    obfuscator: Method
    background: str
    problem: Problem
    seed: int
    aim: Aim | None = None

    @property
    def label(self) -> str:
        """The obfuscator."""
        return self.obfuscator.name

    @property
    def shared(self) -> tuple[Any, ...]:
        """The fitted obfuscator, and what a search learns from."""
        return (self.obfuscator,) if self.aim is None else (self.obfuscator, self.aim)

    @property
    def key(self) -> str:
        """Everything that the rewritten text depends on."""
        aim = self.aim.digest if self.aim else ""
        parts = (*self.obfuscator.identity, self.background, self.problem.digest, aim, str(self.seed), str(versions()))
        return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:40]

    def answers(self) -> Rewrite:
        """Rewrite it; a plain text is compared with the original to find the edits."""
        draws = (self.seed, self.obfuscator.stream, self.problem.digest)
        aimed, original = self._aimed(), self.problem.questioned
        seed_global_streams(generator(*draws, GLOBAL))
        made = aimed.rewrite(self.problem, generator(*draws))
        if isinstance(made, str):
            made = difference(original, made)
        if not isinstance(made, Rewrite) or made.original != original:
            raise ValueError("rewrite() must give a text, or a Rewrite of the questioned text")
        if not made.sound:
            raise ValueError("rewrite() gave edits that overlap, are out of order or lie outside the text")
        if original.strip() and not made.text.strip():
            raise ValueError(BLANK)
        return made

    def run(
        self, answers: Rewrite | None, failure: str | None = None, notes: Sequence[str] = (), seconds: float = 0
    ) -> Written:
        """The record of what came out."""
        edits = None if answers is None else answers.as_json()
        return Written(self.key, self.obfuscator.spec, edits, failure, tuple(notes), seconds)

    def _aimed(self) -> Any:
        estimator = self.obfuscator.estimator
        if self.aim is None:
            return estimator
        return estimator.against(*_trained(estimator.verifier, self.aim))


@cache
def _trained(verifier: str, aim: Aim) -> tuple[Any, float]:
    """The verifier that a search is aimed at, and its threshold; learnt once per process."""
    seed_global_streams(generator(0, verifier, aim.digest, GLOBAL))
    with warnings.catch_warnings():
        # only the first job of a process would note them
        warnings.simplefilter("ignore")
        fitted = specs.build("verifiers", verifier).fit(aim.problems, aim.same)
        return fitted, best_threshold(aim.same, fitted.verify(aim.problems))


class Shelf(KeptRuns[Written]):
    """Rewritten texts in a folder, one file each, with a checksum."""

    suffix = ".json"
    what = "rewrite"

    def packed(self, run: Written) -> bytes:
        """A checksum in the first line, what came out in the second."""
        data = json.dumps(self.failed_facts(run), ensure_ascii=True).encode()
        return hashlib.sha256(data).hexdigest().encode() + b"\n" + data

    def unpacked(self, data: bytes) -> Written:
        """What came out."""
        checksum, _, facts = data.partition(b"\n")
        if hashlib.sha256(facts).hexdigest().encode() != checksum:
            raise ValueError("it is damaged")
        return self.failed_run(json.loads(facts))

    def failed_facts(self, run: Written) -> dict[str, Any]:
        """What is known beside the machine."""
        return {name: value for name, value in asdict(run).items() if name != "seconds"}

    def failed_run(self, facts: dict[str, Any]) -> Written:
        """What came out again."""
        return Written(**{**facts, "notes": tuple(facts["notes"])})


@dataclass(frozen=True)
class Ready:
    """An obfuscator that knows a background, and a digest of that."""

    obfuscator: Method
    background: str

    def task(self, problem: Problem, seed: int, aim: Aim | None = None) -> RewriteTask:
        """A problem to be rewritten, as far as the obfuscator looks at it: a text that it sees alone is asked once."""
        seen = problem if self.uses_known else Problem((), problem.questioned)
        return RewriteTask(self.obfuscator, self.background, seen, seed, aim)

    @property
    def uses_known(self) -> bool:
        """Whether known texts change what it writes; taken for granted where it does not say."""
        return bool(getattr(self.obfuscator.estimator, "uses_known", True))


def fitted(obfuscator: Method, background: Sequence[str]) -> Ready:
    """A copy of the obfuscator with a background, whose order and repeats do not matter."""
    from sklearn.base import clone

    texts = sorted(set(background))
    digest = hashlib.sha256("".join(map(text_digest, texts)).encode()).hexdigest()
    seed_global_streams(generator(0, obfuscator.stream, digest, GLOBAL))
    return Ready(replace(obfuscator, estimator=clone(obfuscator.estimator, safe=False).fit(texts)), digest)


def rewritten(
    tasks: Sequence[RewriteTask], shelf: Shelf, force: Force | None = None, told: Told | None = None
) -> list[Written]:
    """What came of every task; equal ones are done once."""
    distinct = {task.key: task for task in tasks}
    done = dict(zip(distinct, run(list(distinct.values()), shelf, force, told), strict=True))
    return [done[task.key] for task in tasks]
