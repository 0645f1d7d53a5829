"""What a plan is going to do, printed before it does it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from stylobench.cli._console import out, print_json

if TYPE_CHECKING:
    from rich.table import Table

    from stylobench.engine.conduct import Ready
    from stylobench.engine.estimate import Estimate
    from stylobench.engine.force import Force
    from stylobench.engine.plan import Study
    from stylobench.engine.prepared import Load
    from stylobench.records import Corpus

UNITS = (("day", 86_400.0), ("hour", 3_600.0), ("minute", 60.0), ("second", 1.0))
MOMENT, SEVERAL = 10.0, 1.5


def left_of(checked: Ready, force: Force) -> dict[str, list[Load]]:
    """What is left to do of a plan that has been checked, as far as the journals of its folder tell."""
    from stylobench.engine.answered_before import answered_before
    from stylobench.engine.estimate import still_to_do

    held = answered_before(checked.plan, checked.home, force.again)
    return still_to_do({name: one.loads for name, one in checked.prepared.items()}, held)


def opening(checked: Ready, force: Force) -> Iterator[str]:
    """What a run is going to do; how long it will take only where finding that out is a small part of it."""
    from stylobench.engine.estimate import estimated, worth_timing

    left = left_of(checked, force)
    if worth_timing(left):
        yield from closing(checked, estimated(left, force))
        return
    yield from _finished_before(checked)
    yield "".join(_work(checked, sum(load.jobs for loads in left.values() for load in loads)))


def dry_run(checked: Ready, force: Force, json: bool) -> None:
    """Corpora, studies, methods, jobs and time on stdout."""
    from stylobench.engine.estimate import estimated

    found = estimated(left_of(checked, force), force)
    if json:
        print_json(as_json(checked, found))
        return
    console = out()
    if checked.plan.title:
        console.print(checked.plan.title, style="bold", markup=False)
    for name, corpus in checked.corpora.items():
        console.print(f"{name}: {size(corpus)}", markup=False)
    if checked.prepared:
        console.print(_table(checked, found))
    for line in closing(checked, found):
        console.print(line, markup=False)


def as_json(checked: Ready, found: Estimate) -> dict[str, Any]:
    """The same as plain data; seconds where the words have minutes and hours."""
    return {
        "title": checked.plan.title,
        "corpora": {name: counted(corpus) for name, corpus in checked.corpora.items()},
        "studies": [_study_facts(study, checked, found) for study in checked.plan.studies],
        "jobs": found.jobs,
        "workers": found.workers,
        "seconds": {"processor": found.processor, "expected": found.wall, "low": found.low, "high": found.high},
        "untimed": untimed(found),
    }


def _study_facts(study: Study, checked: Ready, found: Estimate) -> dict[str, Any]:
    guesses = found.studies.get(study.name, ())
    return {
        "name": study.name,
        "test": study.test,
        "corpora": list(study.corpora),
        "seed": study.seed,
        "finished": study.name in checked.done,
        "methods": {one.label: {"jobs": one.jobs, "each": one.each, "seconds": one.total} for one in guesses},
    }


def counted(corpus: Corpus) -> dict[str, int]:
    """Documents, authors and topics of a corpus, and the problems that it ships."""
    distinct = {f"{name}s": len({*corpus.column(name)} - {None}) for name in ("author", "topic")}
    return {"documents": len(corpus), **distinct, "problems": len(corpus.trials)}


def size(corpus: Corpus) -> str:
    """How large a corpus is, in words."""
    return ", ".join(_many(count, what[:-1]) for what, count in counted(corpus).items() if count)


def _table(checked: Ready, found: Estimate) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, padding=(0, 2, 0, 0), pad_edge=False)
    for name in ("study", "method"):
        table.add_column(name, overflow="fold")
    for name in ("jobs", "each", "in all"):
        table.add_column(name, justify="right", no_wrap=True)
    for study in checked.plan.studies:
        for place, row in enumerate(_rows(study, found)):
            table.add_row("" if place else _called(study), *row)
    return table


def _called(study: Study) -> str:
    from rich.markup import escape

    return escape(study.test if study.called == study.test else f"{study.name} ({study.test})")


def _rows(study: Study, found: Estimate) -> Iterator[tuple[str, ...]]:
    from rich.markup import escape

    for one in found.studies.get(study.name, ()):
        times = ("?", "?") if one.each is None else (short(one.each), short(one.total))
        yield escape(one.label), f"{one.jobs:,}", *times


def closing(checked: Ready, found: Estimate) -> Iterator[str]:
    """What it comes to, and what is not known."""
    yield from _finished_before(checked)
    if checked.prepared:
        whole, left = _work(checked, found.jobs)
        yield f"{whole}{f'{left}, ' if left else ': '}{duration(found)}"
    for label, why in untimed(found).items():
        yield f"not timed: {label}: {why}"


def _finished_before(checked: Ready) -> Iterator[str]:
    if checked.done:
        yield f"{_many(len(checked.done), 'study', 'studies')} finished before, used as they are."


def _work(checked: Ready, left: int) -> tuple[str, str]:
    """Studies and jobs of the whole plan, and what is left of them where some were answered before."""
    from stylobench.engine.conduct import jobs_of

    jobs = sum(count for methods in jobs_of(checked).values() for count in methods.values())
    whole = f"{_many(len(checked.plan.studies), 'study', 'studies')}, {_many(jobs, 'job')}"
    return whole, f", {jobs - left:,} of them answered before: {left:,} to do" if left < jobs else ""


def untimed(found: Estimate) -> dict[str, str]:
    """Methods whose pilot came to nothing, and why."""
    return {one.label: one.why for one in found.guesses if one.why}


def duration(found: Estimate) -> str:
    """The time on the clock in words, with what it may turn out to be."""
    what = f"with {_many(found.workers, 'process', 'processes')}" if found.workers else "in this process"
    least = "at least " if found.open else ""
    if found.high < MOMENT:
        return f"{least}a few seconds {what}"
    unit, length = next((unit, length) for unit, length in UNITS if found.wall >= SEVERAL * length or length == 1)
    low, middle, high = (_round(seconds / length) for seconds in (found.low, found.wall, found.high))
    beyond = "or more" if found.open else f"to {high}"
    return f"{least or 'about '}{middle} {unit if middle == '1' else f'{unit}s'} {what} ({low} {beyond})"


def short(seconds: float) -> str:
    """Seconds in few characters.

    >>> [short(value) for value in (0.0004, 0.034, 2.25, 48.0, 150.0, 9000.0, 200000.0)]
    ['1 ms', '34 ms', '2.2 s', '48 s', '2.5 min', '2.5 h', '2.3 d']
    """
    if seconds < 0.9995:
        return f"{max(1, round(1000 * seconds))} ms"
    bounds = (("s", 1.0, 99.5), ("min", 60.0, 5970.0), ("h", 3600.0, 172_800.0), ("d", 86_400.0, float("inf")))
    unit, length, _ = next(one for one in bounds if seconds < one[2])
    return f"{_round(seconds / length)} {unit}"


def _round(value: float) -> str:
    """Two figures, or whole numbers.

    >>> [_round(value) for value in (0.52, 2.0, 4.26, 12.6)]
    ['0.5', '2', '4.3', '13']
    """
    return f"{value:.0f}" if value >= 9.95 else f"{value:.1f}".removesuffix(".0")


def _many(count: int, one: str, more: str | None = None) -> str:
    return f"{count:,} {one if count == 1 else more or f'{one}s'}"
