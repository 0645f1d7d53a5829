"""What a person sees on stderr while jobs run: a display in a terminal, now and then a line elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from stylobench.cli._console import err, say
from stylobench.cli._times import MINUTE, clock, each, lasting
from stylobench.engine.chronicle import Both, Chronicle, Line, Lined
from stylobench.engine.journal import Journal
from stylobench.engine.ledger import LOCAL, Ledger, Standing, StudyStanding, time_left
from stylobench.engine.state import earlier_seconds
from stylobench.report.words import clean

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.live import Live
    from rich.text import Text

__all__ = ["Both", "Display", "live"]
MOST_METHODS = 5
BAR = 30
FRAME, LINE, STAGE = 0.2, 30.0, 2.0
SHARE = 0.02
Studies = tuple[StudyStanding, ...]


class Display(Lined):
    """How far all is, drawn only when told: no thread, so that worker processes can be forked.

    How long methods took in earlier runs and how many workers share what is left is known from the journal.
    """

    def __init__(self, what: str, journal: Journal | None = None) -> None:
        self.what, self.journal = what, journal
        self.began = time.monotonic()
        self._ledger = Ledger()
        self._waiting = self._hired = 0
        self._earlier: dict[str, float] | None = None

    def line(self, facts: Line) -> None:
        """Count it, and show what has changed."""
        self._ledger.tell("", facts)
        event = facts["event"]
        if event == "opened":
            self._waiting, self._hired = sum(waiting for _, waiting in facts["stage"].values()), 0
            self._time_earlier_runs()
        elif event == "started":
            self._hired += 1
        elif event == "ended":
            self._waiting -= 1
        hired = event == "started" and self._hired <= (self.journal.workers if self.journal else 1)
        self.show(hired or event in ("begin", "preparing", "finish") or (event == "ended" and not self._waiting))

    def show(self, turn: bool) -> None:
        """Show how far it is; `turn` where a stage or a study begins or ends."""
        raise NotImplementedError

    @property
    def workers(self) -> int:
        """How many share what is left."""
        return self._ledger.workers("", self.journal.engine, self.journal.workers) if self.journal else 1

    @property
    def overlapping(self) -> bool:
        """Whether a worker was told to have started a job and not yet to have ended the one before."""
        local = self.journal is not None and self.journal.engine == LOCAL
        return local and len(self._ledger.busy[""]) > self.workers

    @property
    def studies(self) -> Studies:
        """How far every study is."""
        return self._ledger.studies()

    def doing(self, studies: Studies) -> str:
        """The study at hand, where there are several, and what is being prepared."""
        current = self._ledger.current.get("")
        names = [study.name for study in studies]
        place = f"study {names.index(current) + 1} of {len(names)}: {current}" if current and len(names) > 1 else ""
        preparing = f"preparing {self._ledger.preparing}" if self._ledger.preparing else drawing_up(studies, current)
        return str(clean(", ".join(filter(None, (place, preparing)))))

    def left(self, studies: Studies) -> str:
        """How long it will take, and by when that would be: a time of day stays true while nothing is drawn."""
        seconds = time_left(studies, {**(self._earlier or {}), **self._ledger.seconds()}, self.workers)
        until = f" (until {clock(time.time() + seconds)})" if seconds and seconds > MINUTE else ""
        return f", about {lasting(seconds)} left{until}" if seconds else ""

    def _time_earlier_runs(self) -> None:
        if self._earlier is None and self._waiting:
            self._earlier = earlier_seconds(self.journal.home) if self.journal else {}

    def end(self) -> None:
        """Say what came of it, if there was anything to wait for."""
        taken = time.monotonic() - self.began
        studies = self.studies
        if taken >= STAGE and methods_of(studies):
            say(f"{self.what}: {counted(studies)} after {lasting(taken)}")


class Lines(Display):
    """Where there is no terminal: a line at the end of a stage, and otherwise at most every half a minute."""

    def __init__(self, what: str, journal: Journal | None = None) -> None:
        super().__init__(what, journal)
        self._said, self._news = self.began, (0, 0, "")

    def show(self, turn: bool) -> None:
        """Say how far it is, if nothing was said for a while and there is something new."""
        now = time.monotonic()
        if now - self._said < (STAGE if turn else LINE):
            return
        studies, methods = self.studies, methods_of(self.studies)
        doing = self.doing(studies)
        news = (sum(one.done for one in methods), sum(one.failed for one in methods), doing)
        if news != self._news:
            self._said, self._news = now, news
            say(f"{self.what}: {counted(studies)}{self.left(studies)}{f'; {doing}' if doing else ''}")


class Frames(Display):
    """In a terminal: a bar over all jobs, the study at hand, the methods at work and the slowest ones."""

    def __init__(self, what: str, journal: Journal | None, screen: Live) -> None:
        super().__init__(what, journal)
        self._screen = screen
        self._pause = 0.0

    def show(self, turn: bool) -> None:
        """Draw a frame, unless one was drawn just now: drawing takes a small share of the time only."""
        now = time.monotonic()
        if turn or (now >= self._pause and not self.overlapping):
            began = time.process_time()
            self._screen.update(self.frame(), refresh=True)
            self._pause = now + max(FRAME, (time.process_time() - began) / SHARE)

    def frame(self) -> RenderableType:
        """What there is to see."""
        from rich.console import Group
        from rich.text import Text

        studies = self.studies
        doing = self.doing(studies)
        place = [Text(doing, style="italic", no_wrap=True, overflow="ellipsis")] if doing else []
        head = Text.assemble((f"{self.what} ", "bold"), _bar(studies))
        return Group(head, Text(f"{counted(studies)}{self.left(studies)}"), *place, _table(studies))


def drawing_up(studies: Studies, current: str | None) -> str:
    """What is done when the last job of a study has ended, in words; empty before and after."""
    return "drawing up the result" if any(one.name == current and one.answered for one in studies) else ""


def methods_of(studies: Studies) -> list[Standing]:
    """Every method of every study."""
    return [method for study in studies for method in study.methods]


def counted(studies: Studies) -> str:
    """How many jobs are done, running and failed, in words."""
    methods = methods_of(studies)
    jobs, done, running, failed = (
        sum(getattr(one, name) for one in methods) for name in ("jobs", "done", "running", "failed")
    )
    parts = (f"{running:,} running" if running else "", f"{failed:,} failed" if failed else "")
    return ", ".join(filter(None, (f"{done:,} of {jobs:,} jobs done", *parts)))


def _bar(studies: Studies) -> Text:
    """Done in green, failed in red, the rest in grey: readable on light and on dark."""
    from rich.text import Text

    methods = methods_of(studies)
    jobs = max(1, sum(one.jobs for one in methods))
    done = BAR * sum(one.done for one in methods) // jobs
    failed = -(-BAR * sum(one.failed for one in methods) // jobs)
    failed = min(failed, BAR - done)
    parts = (("━" * done, "green"), ("━" * failed, "red"), ("─" * (BAR - done - failed), "bright_black"))
    return Text.assemble(*parts)


def _table(studies: Studies) -> RenderableType:
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, overflow="ellipsis", max_width=40)
    for _ in range(4):
        table.add_column(justify="right", no_wrap=True)
    for one in notable(studies):
        time = f"{each(one.each)} each" if one.each is not None else ""
        failed = f"[red]{one.failed:,} failed[/]" if one.failed else ""
        running = f"{one.running:,} running" if one.running else ""
        table.add_row(_plain(f"  {one.label}"), f"{one.done:,} of {one.jobs:,}", time, running, failed)
    return table


def notable(studies: Studies) -> list[Standing]:
    """Methods of the studies that are not over: those at work, then those that have taken longest."""
    going = [method for study in studies if not study.over for method in study.methods]
    shown = [one for one in going if one.running or one.took or one.failed]
    return sorted(shown, key=lambda one: (-one.running, -one.took))[:MOST_METHODS]


def _plain(text: str) -> Text:
    from rich.text import Text

    return Text(clean(text))


@contextmanager
def live(what: str, journal: Journal | None = None) -> Iterator[Chronicle]:
    """Progress on stderr while jobs run; whoever is yielded passes everything on to the journal, too."""
    with _shown(what, journal, err()) as display:
        yield display if journal is None else Both(journal, display)
        display.end()


@contextmanager
def _shown(what: str, journal: Journal | None, console: Console) -> Iterator[Display]:
    if not console.is_terminal:
        yield Lines(what, journal)
        return
    from rich.live import Live

    with Live(console=console, auto_refresh=False, transient=True) as screen:
        yield Frames(what, journal, screen)
