"""`stylobench report`: the HTML report of a stored result or plan, or one page about several results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

Folders = Annotated[
    list[str],
    typer.Argument(metavar="DIR...", help="Folder of a finished run or plan; several runs make one profile."),
]
File = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE.html",
        help="Where to write it; DIR/report.html (several: profile.html) if unset.",
    ),
]
Show = Annotated[bool, typer.Option("--show", help="Print the findings in the terminal too.")]


def command(folders: Folders, output: File = None, show: Show = False) -> None:
    """Write the report of a stored result as one HTML file and print its path.

    Several runs make one page that opens with a profile of each method: what every crash test found of it. The folder
    of a plan gives the page over all its studies.
    """
    from pathlib import Path

    from stylobench.engine.archive import write_whole
    from stylobench.report.stored import is_plan, read_result

    if len(folders) == 1 and is_plan(Path(folders[0])):
        _plan(Path(folders[0]), output, show)
        return
    results = [read_result(Path(folder)) for folder in folders]
    _check_different(folders, results)
    page = _page(results)
    target = Path(output) if output else Path(folders[0]) / ("report.html" if len(results) == 1 else "profile.html")
    write_whole(target, page.encode())
    if show:
        _show(results)
    print(target)


def _plan(folder: Path, output: str | None, show: bool) -> None:
    from pathlib import Path

    from stylobench.engine.archive import write_whole
    from stylobench.report.plan_page import render_plan
    from stylobench.report.stored import read_plan

    overview, results = read_plan(folder)
    target = Path(output) if output else folder / "report.html"
    write_whole(target, render_plan(overview, results).encode("utf-8", "replace"))
    if show:
        from stylobench.cli._console import out
        from stylobench.report.plan_terminal import terminal_plan

        terminal_plan(overview, results, out())
    print(target)


def _check_different(folders: Sequence[str], results: Sequence[Mapping[str, Any]]) -> None:
    from stylobench.errors import ArchiveError

    for place, result in enumerate(results):
        first = results.index(result)
        if first != place:
            raise ArchiveError(f"{folders[first]} and {folders[place]} hold the same run; name each run once")


def _page(results: Sequence[Mapping[str, Any]]) -> str:
    from stylobench.report.page import render
    from stylobench.report.profile import render_profiles

    return render(results[0]) if len(results) == 1 else render_profiles(results)


def _show(results: Sequence[Mapping[str, Any]]) -> None:
    from stylobench.cli._console import out
    from stylobench.report.profile import terminal_profiles
    from stylobench.report.terminal import terminal

    if len(results) == 1:
        terminal(results[0], out())
    else:
        terminal_profiles(results, out())
