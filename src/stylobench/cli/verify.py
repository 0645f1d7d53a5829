"""`stylobench verify`: what a saved model says of a questioned text, and how much that is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from stylobench.cli import _corpus
from stylobench.cli._console import out, print_json, say
from stylobench.errors import SpecError


def command(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A file that `stylobench fit` has made.")],
    texts: Annotated[
        list[str],
        typer.Argument(
            metavar="KNOWN... QUESTIONED",
            help="Texts by one author, as files or folders, and last the questioned one (- is stdin); or the folder "
            "of one PAN problem alone.",
        ),
    ],
    questioned: Annotated[
        list[str] | None,
        typer.Option(
            "--questioned",
            "-q",
            metavar="FILE|DIR",
            help="Questioned texts (unknown.txt of a PAN problem); all others are known then; repeat.",
        ),
    ] = None,
    most: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Reasons for each verifier; 20 if unset, fewer on screen.")
    ] = None,
    encoding: _corpus.Encoding = None,
    output: _corpus.Output = None,
    json: _corpus.Json = False,
) -> None:
    """Say what the score of a questioned text supports, how sure that is, and what it rests on."""
    from stylobench.cli._quick_start import start_quickly

    start_quickly()
    from stylobench.engine.question_files import Files
    from stylobench.engine.saved_models import load
    from stylobench.engine.verdicts import verdict_on

    folder = None if output is None else _folder(output)
    files = Files(encoding)
    known, asked = files.question(texts, questioned or ())
    skipped = files.skipped([*texts, *(questioned or ())])
    fitted = load(Path(model))
    results = [verdict_on(fitted, known, one, most, skipped) for one in asked]
    if folder is not None:
        _keep(results, folder)
    _tell(results, json)
    if folder is not None:
        say(f"report: {folder / 'report.html' if len(results) == 1 else folder}")
    elif not json:
        say("with -o DIR, a page shows the texts with what each verdict rests on")


def _folder(output: str) -> Path:
    path = Path(output)
    if path.exists() and not path.is_dir():
        raise SpecError(f"-o {output} is a file; name a folder, where report.html and result.json will be written")
    return path


def _keep(results: Sequence[dict[str, Any]], folder: Path) -> None:
    """Write result.json and report.html; each questioned text has a folder of its own where there are several."""
    from stylobench.cli._results import keep

    if len(results) == 1:
        keep(results[0], folder)
        return
    taken = Counter[str]()
    for result in results:
        name = str(result["corpus"]["name"])
        taken[name] += 1
        keep(result, folder / (name if taken[name] == 1 else f"{name}-{taken[name]}"))


def _tell(results: Sequence[dict[str, Any]], json: bool) -> None:
    plain = [{name: value for name, value in result.items() if name != "texts"} for result in results]
    if json:
        print_json(plain[0] if len(plain) == 1 else {"verdicts": plain})
    elif len(plain) == 1:
        _tell_one(plain[0])
    else:
        from stylobench.report.verdict_lines import lines, warned

        print("\n".join(lines(plain, out().width)))
        for warning in warned(plain):
            say(warning)


def _tell_one(result: dict[str, Any]) -> None:
    from stylobench.report.terminal import terminal

    console = out()
    with console.capture() as captured:
        terminal(result, console)
    print("\n".join(line.rstrip(" ") for line in captured.get().splitlines()))
