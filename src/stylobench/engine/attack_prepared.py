"""The obfuscation crash test once everything that can be wrong has been looked at, and running it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from stylobench import specs
from stylobench.engine.archive import Archive
from stylobench.engine.attack_arena import Arena, arena
from stylobench.engine.attack_contest import Contest
from stylobench.engine.attack_desk import Desk, Findings, Stages
from stylobench.engine.attack_documents import Gallery, gallery
from stylobench.engine.attack_given import given_rewrites
from stylobench.engine.attack_loads import loads_of_company, loads_of_documents, loads_of_problems, summed
from stylobench.engine.attack_on_documents import on_documents
from stylobench.engine.attack_on_problems import on_problems
from stylobench.engine.attack_people import people
from stylobench.engine.attack_people_items import Company, company
from stylobench.engine.attack_result import attack_result
from stylobench.engine.attack_writings import Writings, given
from stylobench.engine.prepared import Load, Place
from stylobench.engine.rewriting import Shelf, fitted
from stylobench.engine.run import Force, Told
from stylobench.engine.trial_runs import refuse_wrong_parameters
from stylobench.errors import MissingPart, SpecError, StylobenchError
from stylobench.protocols.attack import Settings
from stylobench.records import Corpus

TRIED = 5


@dataclass(frozen=True)
class Ground:
    """One data set as far as it is attacked: its problems with the texts rewritten elsewhere, its documents."""

    problems: Arena | None
    documents: Gallery | None
    given: Mapping[str, Writings] = field(default_factory=dict)


@dataclass(frozen=True)
class PreparedAttack:
    """Who meets whom, and where; `disguised` are the people of a corpus who disguised themselves."""

    corpora: Mapping[str, Corpus]
    contest: Contest
    settings: Settings
    grounds: tuple[Ground, ...] = ()
    disguised: Company | None = None

    @cached_property
    def loads(self) -> list[Load]:
        """Jobs of methods and rewriting by obfuscators. Known exactly but for verifiers where they are retrained or
        rewriting is undone: which of those jobs there are hangs on what was rewritten, and all that can be are counted.
        """
        return summed(self._loads())

    def _loads(self) -> Iterator[Load]:
        if self.disguised is not None:
            yield from loads_of_company(self.disguised, self.contest, self.settings)
        for ground in self.grounds:
            if ground.problems is not None:
                yield from loads_of_problems(ground.problems, self.contest, self.settings)
            if ground.documents is not None:
                yield from loads_of_documents(ground.documents, self.contest, self.settings)

    def conduct(self, place: Place, force: Force | None = None, told: Told | None = None) -> dict[str, Any]:
        """The result object; rewritten texts and answers are kept and used again."""
        kept = Shelf(place.home / "rewrites"), Archive(place.home / "answers")
        desk, found = Desk(self.contest, self.settings, *kept, force, Stages(told)), Findings()
        disguises = None
        if self.disguised is not None:
            [name] = self.corpora
            disguises = people(name, self.disguised, self.contest, self.settings, desk.how())
        for ground in self.grounds:
            if ground.problems is not None:
                on_problems(ground.problems, ground.given, desk, found)
            if ground.documents is not None:
                on_documents(ground.documents, desk, found)
        return attack_result(self.corpora, desk, found, disguises)


def prepared_attack(corpora: Mapping[str, Corpus], contest: Contest, settings: Settings) -> PreparedAttack:
    """Data sets in folds, given texts read, parts of obfuscators and measures of quality found."""
    refuse_wrong_parameters(contest.verifiers)
    if contest.disguised is not None:
        if len(corpora) > 1:
            raise SpecError("--disguised speaks of one corpus; attack the others by themselves")
        [corpus] = corpora.values()
        here = company(corpus, contest.disguised, settings.seed, settings.folds)
        return PreparedAttack(corpora, contest, settings, disguised=here)
    _need_measures(settings.quality or ())
    _need_no_search(contest)
    grounds = tuple(_ground(corpus, name, contest, settings) for name, corpus in corpora.items())
    _need_parts(contest, grounds[0])
    return PreparedAttack(corpora, contest, settings, grounds)


def _ground(corpus: Corpus, name: str, contest: Contest, settings: Settings) -> Ground:
    problems = arena(corpus, name, settings.folds, settings.seed) if contest.verifiers else None
    both = f"{name} (documents)" if contest.verifiers else name
    documents = None
    if contest.attributors:
        documents = gallery(corpus, both, settings.folds, settings.seed, contest.strangers)
    if problems is None:
        return Ground(None, documents)
    theirs = {who: given(who, problems, given_rewrites(path, problems)) for who, path in contest.given.items()}
    return Ground(problems, documents, theirs)


def _need_measures(names: Sequence[str]) -> None:
    """One that lacks a part is left out with a warning later; one that does not exist is refused."""
    for name in names:
        try:
            specs.build("quality", name)
        except MissingPart:
            continue


def _need_no_search(contest: Contest) -> None:
    searching = [one.name for one in contest.obfuscators if hasattr(one.estimator, "against")]
    if searching and contest.attributors:
        raise SpecError(f"{searching[0]} searches against a verifier; attack verifiers with it, no attributors")


def _need_parts(contest: Contest, ground: Ground) -> None:
    """What the user can mend is raised when an obfuscator reads its first texts; any other fault has its time later."""
    texts = (ground.problems or ground.documents).texts[:TRIED]  # type: ignore[union-attr]
    for one in contest.obfuscators:
        try:
            fitted(one, texts)
        except StylobenchError:
            raise
        except Exception:
            continue
