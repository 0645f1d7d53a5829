"""`stylobench verify`: what a saved model says of a questioned text, and how much that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stylobench.cli import _corpus
from stylobench.cli._console import out, print_json, say
from stylobench.errors import SpecError

if TYPE_CHECKING:
    from stylobench.engine.verdicts import Text

STDIN = "-"


def command(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A file that `stylobench fit` has made.")],
    texts: Annotated[
        list[str],
        typer.Argument(
            metavar="KNOWN... QUESTIONED",
            help="Texts by one author, as files or folders, and last the questioned one; - reads it from stdin.",
        ),
    ],
    questioned: Annotated[
        list[str] | None,
        typer.Option(
            "--questioned", "-q", metavar="FILE|DIR", help="Questioned texts; all others are known then; repeat."
        ),
    ] = None,
    most: Annotated[int, typer.Option(metavar="N", min=0, help="Reasons shown for each verifier.")] = 20,
    encoding: _corpus.Encoding = None,
    output: _corpus.Output = None,
    json: _corpus.Json = False,
) -> None:
    """Say what the score of a questioned text supports, how sure that is, and what it rests on."""
    from stylobench.engine.saved_models import load
    from stylobench.engine.verdicts import verdict_on

    known_paths, asked_paths = (texts, questioned) if questioned else (texts[:-1], texts[-1:])
    if not known_paths:
        raise SpecError("verify compares a questioned text with known ones; name MODEL, KNOWN texts, then QUESTIONED")
    known, asked = (_read(paths, encoding) for paths in (known_paths, asked_paths))
    fitted = load(Path(model))
    results = [verdict_on(fitted, known, one, most) for one in asked]
    folders = [_keep(result, output, len(results)) for result in results] if output is not None else []
    _tell(results, json)
    if folders:
        say(f"report: {folders[0] / 'report.html' if len(folders) == 1 else output}")


def _read(paths: Sequence[str], encoding: str | None) -> list[Text]:
    from stylobench.engine.obfuscating import texts_at
    from stylobench.engine.verdicts import Text

    found = []
    for path in paths:
        if path == STDIN:
            found.append(Text("stdin", _standard_input(encoding)))
        else:
            found += [Text(one.id, one.text) for one in texts_at(Path(path), (), encoding)]
    return found


def _standard_input(encoding: str | None) -> str:
    import sys

    from stylobench.corpora.decoding import decode

    return decode(sys.stdin.buffer.read(), Path("stdin"), encoding)


def _keep(result: dict[str, Any], output: str | None, many: int) -> Path:
    """Write result.json and report.html; each questioned text has a folder of its own where there are several."""
    from stylobench.cli._results import keep

    folder = Path(output or "")
    folder = folder / str(result["corpus"]["name"]) if many > 1 else folder
    keep(result, folder)
    return folder


def _tell(results: Sequence[dict[str, Any]], json: bool) -> None:
    plain = [{name: value for name, value in result.items() if name != "texts"} for result in results]
    if json:
        print_json(plain[0] if len(plain) == 1 else {"verdicts": plain})
    elif len(plain) == 1:
        from stylobench.report.terminal import terminal

        terminal(plain[0], out())
    else:
        from stylobench.report.verdict import line

        for result in plain:
            print(line(result))
        for warning in dict.fromkeys(text for result in plain for text in result["warnings"]):
            say(warning)
