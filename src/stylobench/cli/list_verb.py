"""`stylobench list`: what there is, read from file names and docstrings without importing anything."""

from __future__ import annotations

from typing import Annotated

import typer

from stylobench.cli._console import out, print_json
from stylobench.cli._corpus import Json

KINDS = ("attributors", "verifiers", "obfuscators", "quality", "features", "encoders", "clusterers")


def command(
    kind: Annotated[str | None, typer.Argument(help=f"One of: {', '.join(KINDS)}; all when left out.")] = None,
    json: Json = False,
) -> None:
    """List the methods that can be named on the command line."""
    from rich.table import Table
    from rich.text import Text

    from stylobench.errors import SpecError
    from stylobench.specs import names, summary

    if kind is not None and kind not in KINDS:
        raise SpecError(f"no kind named {kind!r}; there are: {', '.join(KINDS)}")
    found = {one: {name: summary(one, name) for name in names(one)} for one in ([kind] if kind else KINDS)}
    if json:
        print_json(found)
        return
    for one, methods in found.items():
        table = Table(title=one, title_justify="left", box=None, padding=(0, 2))
        table.add_column("name", no_wrap=True)
        table.add_column("what it is")
        for name, line in methods.items():
            table.add_row(Text(name), Text(line))
        out().print(table)
