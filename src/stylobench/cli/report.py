"""`stylobench report`: the HTML report of a stored result."""

from __future__ import annotations

from typing import Annotated

import typer

Folder = Annotated[str, typer.Argument(metavar="DIR", help="Folder with the result.json of a finished run.")]
File = Annotated[
    str | None,
    typer.Option("-o", "--output", metavar="FILE.html", help="Where to write it; DIR/report.html if unset."),
]


def command(folder: Folder, output: File = None) -> None:
    """Write the report of a stored result as one HTML file and print its path."""
    from pathlib import Path

    from stylobench.engine.archive import write_whole
    from stylobench.report.page import render
    from stylobench.report.stored import read_result

    page = render(read_result(Path(folder)))
    target = Path(output) if output else Path(folder) / "report.html"
    write_whole(target, page.encode())
    print(target)
