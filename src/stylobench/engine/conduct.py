"""Conducts a plan: all is checked before the first job, finished studies are kept, and a failed one stops no other."""

from __future__ import annotations

import errno
import json
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stylobench.engine import finished, studies
from stylobench.engine.finished import Finished, Stock
from stylobench.engine.overview import NAME as OVERVIEW
from stylobench.engine.overview import stands_alone
from stylobench.engine.plan import Plan, Study
from stylobench.engine.plugins import reach
from stylobench.engine.problems_told import Problems
from stylobench.engine.sources import Library
from stylobench.engine.tested_file import NAME as TESTED
from stylobench.errors import ArchiveError, CorpusError, StylobenchError

if TYPE_CHECKING:
    from stylobench.engine.chronicle import Chronicle
    from stylobench.engine.force import Force, Told
    from stylobench.engine.prepared import Load, Prepared
    from stylobench.engine.tested_file import Source
    from stylobench.records import Corpus

Keep = Callable[[dict[str, Any], Path], None]
Problem = tuple[str, StylobenchError]
Preparing = Callable[[Study], AbstractContextManager["Told"]]
# no other study could be kept either
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


@dataclass(frozen=True)
class Outcome:
    """What came of a study: its result, `kept` where it was there already, or why there is none; and what failed."""

    study: Study
    result: dict[str, Any] | None
    error: Exception | None = None
    kept: bool = False
    gaps: tuple[Mapping[str, Any], ...] = ()
    digest: str | None = None

    @property
    def failure(self) -> str | None:
        """Why there is no result, in one line."""
        if self.error is None:
            return None
        name = f"{type(self.error).__name__}: " if self.bug else ""
        return " ".join(f"{name}{self.error}".split())

    @property
    def bug(self) -> bool:
        """Whether it failed for a reason that nobody foresaw."""
        return self.error is not None and not isinstance(self.error, StylobenchError)


@dataclass
class Ready:
    """A plan in its folder, every study of which is finished or prepared; `keys` identify what they are made from."""

    plan: Plan
    home: Path
    keys: Mapping[str, str]
    done: Mapping[str, Finished]
    prepared: dict[str, Prepared] = field(default_factory=dict)
    corpora: Mapping[str, Corpus] = field(default_factory=dict)


@contextmanager
def _unseen(study: Study) -> Iterator[Told]:
    yield lambda done, total: None


def ready(plan: Plan, home: Path, again: bool = True, preparing: Preparing = _unseen) -> Ready:
    """Look at everything that can be wrong, and at what is there already; nothing is written.

    `again` has failed jobs tried anew, so that a study with some is not finished. `preparing` stands around the
    preparation of each study.
    """
    _refuse_to_mix(plan, home)
    reach(plan)
    library, problems = Library(), list[Problem]()
    found = Ready(plan, home, *_done(plan, home, again, library))
    open_ones = [study for study in plan.studies if study.name not in found.done]
    for study in open_ones:
        problems += [(plan.where(study), error) for error in spec_errors(study)]
    _refuse(problems)
    corpora: dict[str, Corpus] = {}
    for name, source in _sources(open_ones).items():
        with _noting(problems, plan.where_corpus(name)):
            corpora[name] = library.read(source)
    for study in open_ones:
        if study.corpora.keys() <= corpora.keys():
            with _noting(problems, plan.where(study)), preparing(study) as told:
                named = {name: library.read(source) for name, source in study.corpora.items()}
                studies.ahead(study, named, told)
                found.prepared[study.name] = studies.prepared(study, named, home)
    _refuse(problems)
    keys = {study.name: found.keys.get(study.name) or _key(study, library) for study in open_ones}
    return replace(found, corpora=corpora, keys={**found.keys, **keys})


def _sources(open_ones: Iterable[Study]) -> dict[str, Source]:
    return {name: source for study in open_ones for name, source in study.corpora.items()}


@contextmanager
def _noting(problems: list[Problem], where: str) -> Iterator[None]:
    """What is wrong within is one of the problems."""
    try:
        yield
    except StylobenchError as error:
        problems.append((where, error))
    except OSError as error:
        problems.append((where, CorpusError(f"{error.strerror}: {error.filename}")))


def _refuse_to_mix(plan: Plan, home: Path) -> None:
    """One study in the folder itself would replace the page over all studies of another plan."""
    if stands_alone(plan) and (home / OVERVIEW).is_file():
        raise ArchiveError(f"{home} holds a plan's results; give another folder with -o")


def jobs_of(what: Ready) -> dict[str, dict[str, int]]:
    """Study -> method -> number of jobs, also of what is done."""
    kept = {name: {label: len(keys) for label, keys in one.jobs.items()} for name, one in what.done.items()}
    ahead = {name: _by_label(one.loads) for name, one in what.prepared.items()}
    return {study.name: {**kept, **ahead}[study.name] for study in what.plan.studies}


def _by_label(loads: Iterable[Load]) -> dict[str, int]:
    total = Counter[str]()
    for load in loads:
        total[load.label] += load.jobs
    return dict(total)


def spec_errors(study: Study) -> Iterator[StylobenchError]:
    """What is wrong with the methods that a study names."""
    for kind, specs in study.named:
        faults = [fault for spec in specs if (fault := _fault([spec], kind))]
        whole = None if faults else _fault(specs, kind)
        yield from faults or ([whole] if whole else [])


def _fault(specs: Any, kind: str) -> StylobenchError | None:
    from stylobench.engine.methods import methods

    try:
        with warnings.catch_warnings():
            # what is left out of a bank is told when the study is prepared
            warnings.simplefilter("ignore")
            methods(specs, kind)
    except StylobenchError as error:
        return error
    return None


def _done(plan: Plan, home: Path, again: bool, library: Library) -> tuple[dict[str, str], dict[str, Finished]]:
    """The keys of studies whose result is there or was, and those that need not be made again."""
    known, keys, done = Stock.of(home).known(again), dict[str, str](), dict[str, Finished]()
    for study in plan.studies:
        folder = home / study.name
        noted = finished.read_finished(folder)
        if noted is None:
            continue
        try:
            keys[study.name] = _key(study, library)
        except StylobenchError:
            continue
        if finished.still_good(noted, folder, keys[study.name], known):
            done[study.name] = noted
    return keys, done


def _key(study: Study, library: Library) -> str:
    return finished.study_key(study, {name: library.identity(source) for name, source in study.corpora.items()})


def _refuse(problems: list[Problem]) -> None:
    """The only problem as it is, or all of them."""
    lines = list(dict.fromkeys(f"{where}{error}" for where, error in problems))
    if len(lines) == 1 and not problems[0][0]:
        raise problems[0][1]
    if lines:
        raise Problems(lines)


def conduct(what: Ready, force: Force | None, keep: Keep, log: Chronicle | None = None) -> Iterator[Outcome]:
    """Study after study: `keep` writes a result and its report into a folder."""
    for study in what.plan.studies:
        kept = study.name in what.done
        if log is not None:
            log.begin(study.name)
        outcome = _kept(study, what) if kept else _conducted(study, what, force, keep)
        if log is not None:
            log.finish(study.name, outcome.failure)
        yield outcome


def _kept(study: Study, what: Ready) -> Outcome:
    return _told(study, what.home / study.name, what.done[study.name], kept=True)


def _told(study: Study, folder: Path, done: Finished, kept: bool) -> Outcome:
    result = json.loads((folder / finished.RESULT).read_bytes())
    return Outcome(study, result, None, kept, done.gaps, done.files[finished.RESULT])


def _conducted(study: Study, what: Ready, force: Force | None, keep: Keep) -> Outcome:
    from stylobench.engine.force import Force
    from stylobench.engine.gaps import Seen, gaps
    from stylobench.engine.prepared import Place

    force = force or Force()
    home, folder = what.home, what.home / study.name
    folder.mkdir(parents=True, exist_ok=True)
    finished.forget(folder)
    seen = Seen(force.watch)
    try:
        result = what.prepared.pop(study.name).conduct(Place(home, folder), replace(force, watch=seen), None)
        keep(result, folder)
        done = finished.keep_finished(home, study, what.keys[study.name], seen.labels, gaps(seen.labels, home))
        return _told(study, folder, done, kept=False)
    except Exception as error:
        _discard(folder)
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            raise
        return Outcome(study, None, error, gaps=gaps(seen.labels, home))


def _discard(folder: Path) -> None:
    """A result of an earlier run would be taken for one of this."""
    for name in (finished.NAME, finished.RESULT, finished.REPORT, TESTED):
        (folder / name).unlink(missing_ok=True)
