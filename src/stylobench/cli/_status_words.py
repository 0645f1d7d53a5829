"""How far a run is, in words and as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from stylobench.cli._live import counted, drawing_up
from stylobench.cli._times import clock, each, lasting
from stylobench.engine.journal import FAILED, FINISHED, INTERRUPTED
from stylobench.engine.ledger import Standing, StudyStanding
from stylobench.engine.plan import HERE
from stylobench.engine.state import CRASHED, PLAN, RUNNING, SILENT, Process, State
from stylobench.report.words import clean, many

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

SHOWN_REASONS = 3
NUMBERS = ("jobs", "done", "failed", "running", "waiting")


def headline(state: State) -> str:
    """What a newcomer wants to know first."""
    going = [one for one in state.processes if one.how == RUNNING]
    if state.last is None:
        return f"nothing has been started here yet; {_command(state)} starts it"
    if going:
        at = {one.study for one in going}
        drawing = next(filter(None, (drawing_up(state.studies, study) for study in at)), "")
        return (
            f"{', and '.join(map(_going, going))}: {counted(state.studies)}{_left(state)}{drawing and f', {drawing}'}"
        )
    onward = "" if _complete(state) else f"{_left(state)}; {_command(state)} goes on"
    return f"{_ended(state.last)}: {counted(state.studies)}{onward}"


def _going(process: Process) -> str:
    where = "" if process.here else f" on {process.host}, last heard of at {clock(process.heard)}"
    study = f", now at {process.study}" if process.study not in (None, HERE) else ""
    return f"running since {clock(process.began)} (process {process.pid}{where}{study})"


def _ended(process: Process) -> str:
    at, who = clock(process.heard), f"process {process.pid} on {process.host}"
    return {
        FINISHED: f"finished at {at} after {lasting(process.heard - process.began)}",
        INTERRUPTED: f"interrupted at {at}",
        FAILED: f"stopped at {at} by an error ({process.why})",
        CRASHED: f"crashed at {at} or soon after ({who} is gone without a word)",
        SILENT: f"not heard of since {at} ({who}; look there whether it is still at work)",
    }.get(process.how, f"{process.how} at {at}")


def _complete(state: State) -> bool:
    return state.last is not None and state.last.how == FINISHED and not any(one.failure for one in state.studies)


def _left(state: State) -> str:
    return f", about {lasting(state.left)} left" if state.left else ""


def _command(state: State) -> str:
    """What to type; folders made by other means than a plan know no better than to be asked again."""
    home = _quoted(str(state.home))
    plan = _quoted(str(state.home / PLAN))
    return f"`stylobench run {plan} -o {home}`" if state.planned else "the same command"


def _quoted(path: str) -> str:
    from shlex import quote

    return quote(path)


def table(studies: Sequence[StudyStanding]) -> Table:
    """A row for every method of every study; of what there is none of, there is no column."""
    from rich.table import Table

    methods = [method for study in studies for method in study.methods]
    names = [name for name in NUMBERS if any(getattr(one, name) for one in methods)]
    made = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    made.add_column("method", overflow="fold")
    for name in (*names, "each", "in all"):
        made.add_column(name, justify="right", no_wrap=True)
    named = any(study.name != HERE for study in studies)
    for study in studies:
        if named:
            made.add_row(_plain(f"{study.name}{_fate(study)}", "italic"))
        for method in study.methods:
            made.add_row(_plain(f"{'  ' if named else ''}{method.label}"), *_cells(method, names))
    return made


def _fate(study: StudyStanding) -> str:
    return " (finished)" if study.finished else " (failed)" if study.failure else ""


def _cells(one: Standing, names: Sequence[str]) -> list[Text]:
    numbers = {name: getattr(one, name) for name in names}
    cells = [
        _plain(f"{number:,}" if number else "–", "red" if name == "failed" and number else "")
        for name, number in numbers.items()
    ]
    return [*cells, _plain(each(one.each)), _plain(each(one.took) if one.took else "")]


def _plain(text: str, style: str = "") -> Text:
    from rich.text import Text

    return Text(clean(text), style=style)


def failures(studies: Sequence[StudyStanding]) -> list[str]:
    """Why studies have no result, and why jobs failed, the most frequent reasons first."""
    lines = [f"{'' if study.name == HERE else f'{study.name}: '}{study.failure}" for study in studies if study.failure]
    reasons: dict[str, Counter[str]] = {}
    for study in studies:
        for method in study.methods:
            reasons.setdefault(method.label, Counter()).update(method.reasons)
    for label, counts in reasons.items():
        lines += [f"{label}: {reason} ({many(count, 'job')})" for reason, count in counts.most_common(SHOWN_REASONS)]
        rest = len(counts) - SHOWN_REASONS
        lines += [f"{label}: {many(rest, 'other reason')}, see --json"] if rest > 0 else []
    return lines
