"""`stylobench score`: PAN's measures of answers to its problems, by edition, with intervals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stylobench.cli._console import out, print_json, progress, say
from stylobench.cli._corpus import Json, Output, Seed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from rich.table import Table

    from stylobench.cli._evaluation import Evaluation, System
    from stylobench.pan.truth import Truth

TruthPath = Annotated[
    Path, typer.Argument(metavar="TRUTH", help="truth.jsonl or truth.txt, or the folder that holds it.")
]
AnswerPaths = Annotated[
    list[Path],
    typer.Argument(metavar="ANSWERS", help="answers.jsonl or answers.txt, or its folder; several are compared."),
]
Edition = Annotated[
    str | None,
    typer.Option("--edition", metavar="NAME", help="pan13, pan14, pan15, pan20 to pan25; guessed when left out."),
]
Problems = Annotated[
    Path | None,
    typer.Option(
        "--problems", metavar="PATH", help="pairs.jsonl or a folder of problems, where the truth names no authors."
    ),
]

ALONE = "problems taken as independent: too narrow if they share texts"
LEGACY = "f_05_u_2020_legacy"
PRINTED = {
    "auc": "AUC",
    "c_at_1": "c@1",
    "f_05_u": "F0.5u",
    "f1": "F1",
    "brier": "Brier",
    "overall": "overall",
    "precision": "precision",
    "recall": "recall",
    LEGACY: "F0.5u as published in 2020",
}


def command(
    truth: TruthPath,
    answers: AnswerPaths,
    edition: Edition = None,
    problems: Problems = None,
    json: Json = False,
    output: Output = None,
    seed: Seed = 0,
) -> None:
    """Score answers to PAN's verification problems as that year's evaluator did, with intervals."""
    from stylobench.cli._evaluation import evaluate, keep

    facts = _facts(truth, problems)
    systems = _systems(answers, facts)
    chosen = _edition(edition, truth, systems)
    with progress("drawing again") as advance:
        found = evaluate(chosen, facts, systems, seed, advance)
    result = found.as_json()
    _say_what_is_odd(found)
    if output is not None:
        keep(result, Path(output))
        say(f"wrote evaluation.json and evaluation.prototext to {output}")
    if json:
        print_json(result)
    else:
        _show(found, result)


def _facts(path: Path, problems: Path | None) -> Truth:
    from dataclasses import replace

    from stylobench.cli._evaluation import by_id
    from stylobench.pan.pairs import text_digests
    from stylobench.pan.truth import read_truth

    facts = by_id(read_truth(path))
    if facts.authors is not None:
        if problems is not None:
            say("--problems is not needed: the truth names the authors")
        return facts
    return facts if problems is None else replace(facts, texts=text_digests(problems, facts.ids))


def _systems(paths: Sequence[Path], facts: Truth) -> list[System]:
    from stylobench.cli._evaluation import System
    from stylobench.pan.answers import read_answers

    systems = []
    for name, path in zip(_names(paths), paths, strict=True):
        read = read_answers(path, facts.ids)
        for warning in read.warnings:
            say(f"warning: {warning}")
        systems.append(System(name, read.scores, read.missing))
    return systems


def _names(paths: Sequence[Path]) -> list[str]:
    """What each system is called: its folder or file, or the whole path where two would be called the same.

    >>> _names([Path("runs/a/answers.jsonl"), Path("runs/b"), Path("c.jsonl")])
    ['a', 'b', 'c']
    """
    from stylobench.pan.answers import NAMES

    short = [path.absolute().parent.name if path.name in NAMES else path.stem or str(path) for path in paths]
    return [name if short.count(name) == 1 else str(path) for name, path in zip(short, paths, strict=True)]


def _edition(asked: str | None, truth: Path, systems: Sequence[System]) -> str:
    from stylobench.cli._evaluation import EDITIONS, guessed
    from stylobench.errors import StylobenchError

    if asked is None:
        name, reason = guessed(truth, systems)
        say(f"edition {name}, because {reason}; --edition says otherwise")
        return name
    if asked.lower() not in EDITIONS:
        raise StylobenchError(f"no edition {asked!r}; there are: {', '.join(EDITIONS)}")
    return asked.lower()


def _say_what_is_odd(found: Evaluation) -> None:
    import numpy as np

    from stylobench.statistics.trial_draws import FEWEST_UNITS

    for system, values in zip(found.systems, found.draws[:, :, 0], strict=True):
        if system.missing:
            trials = f"{system.missing:,} of {len(system.scores):,} problems"
            say(f"{system.name}: {trials} have no line; they count as no answer")
        undefined = [name for name, value in zip(found.measures, values, strict=True) if np.isnan(value)]
        if undefined:
            say(f"{system.name}: undefined on these answers: {', '.join(undefined)}")
    if found.units.name == "problem":
        say(ALONE)
    if found.undrawn:
        say(found.undrawn)
    elif found.rarer < FEWEST_UNITS:
        say(f"no intervals: {found.rarer} {found.units.name}s in the rarer class are fewer than {FEWEST_UNITS}")


def _show(found: Evaluation, result: Mapping[str, Any]) -> None:
    from rich.text import Text

    console = out()
    rows = result.get("systems", [result])
    first = rows[0]
    what = f"{first['trials']:,} problems, {first['units']:,} {first['unit']}s drawn again"
    console.print(Text(f"{found.edition}: {what}"))
    console.print(_alone(found, first) if len(rows) == 1 else _together(found, rows))
    console.print(Text(f"[ ]: 95% intervals, for other {first['unit']}s of the same kind. Higher is better."))
    if len(rows) > 1:
        console.print(Text(f"Behind the best in {PRINTED[found.lead]}, both on the same draws. All intervals: --json."))


def _alone(found: Evaluation, row: Mapping[str, Any]) -> Table:
    from rich.table import Table
    from rich.text import Text

    from stylobench.report.words import clean

    name = found.systems[0].name
    title = Text(clean(f"{name}: answered {row['answered']:,} of {row['trials']:,}"))
    table = Table(title=title, title_justify="left")
    table.add_column("measure")
    table.add_column("value", justify="right")
    table.add_column("95% interval", justify="right")
    for measure in found.own:
        bold = "bold" if measure == found.lead else ""
        table.add_row(PRINTED[measure], _number(row[measure]), _interval(row, measure), style=bold)
    return table


def _together(found: Evaluation, rows: Sequence[Mapping[str, Any]]) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    from stylobench.report.words import clean

    shown = [measure for measure in found.own if measure not in (found.lead, LEGACY)]
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("system", overflow="fold")
    for heading in (*(PRINTED[measure] for measure in shown), PRINTED[found.lead], "behind best"):
        table.add_column(heading, justify="right", no_wrap=True)
    for place, row in enumerate(rows):
        name = f"{clean(row['system'])}\n{row['answered']:,} answered"
        ends = (found.lead, "behind")[: 2 if place else 1]
        intervals = [f"{_number(row[key])}\n{_interval(row, key)}" for key in ends]
        table.add_row(*map(Text, [name, *(_number(row[measure]) for measure in shown), *intervals]))
    return table


def _number(value: float | None) -> str:
    """Three decimals without the 0 before them, as such tables are printed.

    >>> _number(0.25), _number(1.0), _number(-0.0312), _number(None)
    ('.250', '1.000', '−.031', '–')
    """
    from stylobench.report.words import decimal

    return decimal(value, 3).replace("0.", ".")


def _interval(row: Mapping[str, Any], name: str) -> str:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return "–" if low is None else f"[{_number(low)}, {_number(high)}]"
