"""How far the work is, counted from the lines that tell of it: study by study, method by method."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median

from stylobench.engine.chronicle import Line
from stylobench.engine.plan import HERE

LOCAL = "local"


@dataclass(frozen=True)
class Standing:
    """How far a method is in one study; `each` is the median of its seconds per job, `took` their sum."""

    label: str
    jobs: int
    done: int
    failed: int
    running: int
    retried: int
    each: float | None
    took: float
    reasons: Mapping[str, int]

    @property
    def waiting(self) -> int:
        """Jobs that no worker has yet."""
        return max(0, self.jobs - self.done - self.failed - self.running)


@dataclass(frozen=True)
class StudyStanding:
    """How far a study is: it has a result (`finished`), or a reason why it has none (`failure`), or is yet to come."""

    name: str
    finished: bool
    failure: str | None
    methods: tuple[Standing, ...]

    @property
    def over(self) -> bool:
        """Whether nothing more will come of it."""
        return self.finished or self.failure is not None

    @property
    def answered(self) -> bool:
        """Whether all its jobs have ended, so that only the result is to be drawn up."""
        return not self.over and bool(self.methods) and not any(one.waiting or one.running for one in self.methods)


@dataclass
class _Account:
    """What was told of one method in one study.

    `owners` are the runs of the command that listed its jobs; the numbers are those of the last, and what others
    answer beside it counts, too.
    """

    planned: int = 0
    opened: int = 0
    held: int = 0
    carried: int = 0
    retried: int = 0
    shown: bool = True
    guessed: bool = False
    owners: list[str] = field(default_factory=list)
    outcomes: dict[str, str | None] = field(default_factory=dict)
    running: set[tuple[str, str]] = field(default_factory=set)
    seconds: list[float] = field(default_factory=list)

    def expect(self, source: str, held: int, again: bool) -> None:
        """A run of the command will list jobs, `held` of which seem to be answered."""
        self._own(source, again)
        self.held, self.guessed = held, True

    def open(self, source: str, jobs: int, waiting: int, again: bool) -> None:
        """A run of the command lists jobs: what it expected is known exactly now."""
        self.shown = True
        if source not in self.owners or (self.guessed and source == self.owners[-1]):
            self._own(source, again)
        if source == self.owners[-1]:
            self.opened += jobs
            self.held += jobs - waiting

    def _own(self, source: str, again: bool) -> None:
        """Its numbers count from now on. What failed before stays failed unless it is tried again."""
        self.owners.append(source)
        failed = {} if again else {key: reason for key, reason in self.outcomes.items() if reason is not None}
        self.opened, self.held, self.guessed = 0, 0, False
        self.outcomes, self.carried = dict(failed), len(failed)

    def standing(self, label: str, over: bool) -> Standing:
        """The numbers. What was planned may be too many; how many there are is known at the end."""
        jobs = self.opened if over and self.opened else max(self.planned, self.opened)
        reasons = Counter(reason for reason in self.outcomes.values() if reason is not None)
        failed = reasons.total()
        done = max(0, self.held - self.carried) + len(self.outcomes) - failed
        running = len({key for _, key in self.running if key not in self.outcomes})
        times = (median(self.seconds) if self.seconds else None, sum(self.seconds))
        return Standing(label, jobs, min(done, jobs - failed), failed, running, self.retried, *times, dict(reasons))


@dataclass
class _Study:
    shown: bool = True
    finished: bool = False
    failure: str | None = None
    accounts: dict[str, _Account] = field(default_factory=lambda: defaultdict(_Account))


@dataclass
class _Span:
    """From the first job that was given out to the last that has ended, and the seconds of all between."""

    first: float
    last: float
    work: float = 0.0

    @property
    def at_once(self) -> int:
        """How many jobs were done at once; more may be given out, to wait where they will be done."""
        return max(1, round(self.work / max(self.last - self.first, 1e-6)))


class Ledger:
    """Told line by line by one or several runs of a command (`source`), in order of time.

    `current` is the study that each is at, `busy` the jobs that were given out and have not ended.
    """

    def __init__(self) -> None:
        self.preparing: str | None = None
        self.current: dict[str, str] = {}
        self.busy: dict[str, set[str]] = defaultdict(set)
        self._ended: dict[str, set[str]] = defaultdict(set)
        self._spans: dict[str, _Span] = {}
        self._again: dict[str, bool] = {}
        self._studies: dict[str, _Study] = defaultdict(_Study)

    def tell(self, source: str, line: Line) -> None:
        """Count one line; those of other kinds, from a later version perhaps, are passed over."""
        heed = getattr(self, f"_heed_{line['event']}", None)
        if heed is not None:
            heed(source, line)

    def gone(self, source: str) -> None:
        """What it was at is not being done any more."""
        self.busy.pop(source, None)
        for study in self._studies.values():
            for account in study.accounts.values():
                account.running = {(whose, key) for whose, key in account.running if whose != source}

    def studies(self) -> tuple[StudyStanding, ...]:
        """Everything that the last plan asks for, in its order."""
        return tuple(_standing(name, study) for name, study in self._studies.items() if study.shown)

    def seconds(self) -> dict[str, float]:
        """The median seconds per job of every method, over all studies."""
        found: dict[str, list[float]] = defaultdict(list)
        for study in self._studies.values():
            for label, account in study.accounts.items():
                found[label] += account.seconds
        return {label: median(seconds) for label, seconds in found.items() if seconds}

    def workers(self, source: str, engine: str, asked: int) -> int:
        """How many there are: on this machine as many as asked for, elsewhere as many as have been at work at once."""
        span = self._spans.get(source)
        return asked if engine == LOCAL or span is None else span.at_once

    def _heed_run(self, source: str, line: Line) -> None:
        self._again[source] = line.get("again", True)

    def _heed_planned(self, source: str, line: Line) -> None:
        """What an earlier plan asked for is hidden, unless it has a result; that is still there."""
        for study in self._studies.values():
            study.shown = study.finished
        for name, jobs in line["studies"].items():
            self._studies[name] = self._studies.pop(name, _Study())
            study = self._renewed(name)
            for account in study.accounts.values():
                account.shown, account.planned = False, 0
            for label, number in jobs.items():
                study.accounts[label].planned, study.accounts[label].shown = number, True
                if "answered" in line:
                    held = line["answered"].get(name, {}).get(label, 0)
                    study.accounts[label].expect(source, held, self._again.get(source, True))

    def _heed_begin(self, source: str, line: Line) -> None:
        self.current[source] = line["study"]
        self._renewed(line["study"])

    def _heed_preparing(self, source: str, line: Line) -> None:
        self.preparing = line["label"]

    def _heed_opened(self, source: str, line: Line) -> None:
        self.preparing = None
        for label, (jobs, waiting) in line["stage"].items():
            self._account(source, label).open(source, jobs, waiting, self._again.get(source, True))

    def _heed_started(self, source: str, line: Line) -> None:
        """Told from afar it may come twice, or after the end, perhaps when another study has begun."""
        if line["key"] in self._ended[source]:
            return
        self._account(source, line["label"]).running.add((source, line["key"]))
        self.busy[source].add(line["key"])
        self._spans.setdefault(source, _Span(line["at"], line["at"]))

    def _heed_retried(self, source: str, line: Line) -> None:
        account = self._account(source, line["label"])
        account.running.discard((source, line["key"]))
        self.busy[source].discard(line["key"])
        account.retried += 1

    def _heed_ended(self, source: str, line: Line) -> None:
        """A job that another run had answered in the meantime took no time."""
        account, seconds = self._account(source, line["label"]), line["seconds"]
        account.running.discard((source, line["key"]))
        if seconds:
            account.seconds.append(seconds)
            span = self._spans.setdefault(source, _Span(line["at"] - seconds, line["at"]))
            span.last, span.work = line["at"], span.work + seconds
        self.busy[source].discard(line["key"])
        self._ended[source].add(line["key"])
        account.outcomes[line["key"]] = line["failure"]

    def _heed_finish(self, source: str, line: Line) -> None:
        study = self._studies[line["study"]]
        study.finished, study.failure = line["failure"] is None, line["failure"]

    def _heed_close(self, source: str, line: Line) -> None:
        self.gone(source)

    def _renewed(self, name: str) -> _Study:
        study = self._studies[name]
        study.shown, study.finished, study.failure = True, False, None
        return study

    def _account(self, source: str, label: str) -> _Account:
        return self._studies[self.current.get(source, HERE)].accounts[label]


def _standing(name: str, study: _Study) -> StudyStanding:
    over = study.finished
    methods = tuple(account.standing(label, over) for label, account in study.accounts.items() if account.shown)
    return StudyStanding(name, study.finished, study.failure, methods)


def time_left(studies: tuple[StudyStanding, ...], known: Mapping[str, float], workers: int) -> float | None:
    """Seconds until all is done: jobs left times the median seconds of their method, shared by the workers.

    A method that has not been timed counts as the median of those that have; None where none has.
    """
    left = Counter[str]()
    for study in studies:
        if not study.over:
            left.update({one.label: max(0, one.jobs - one.done - one.failed) for one in study.methods})
    if not left.total():
        return 0.0
    if not known:
        return None
    usual = median(known.values())
    return sum(number * known.get(label, usual) for label, number in left.items()) / max(1, workers)
