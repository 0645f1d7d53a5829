"""`stylobench list`: what there is, read from file names and docstrings without importing anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stylobench.cli._console import out, print_json
from stylobench.cli._corpus import Json

if TYPE_CHECKING:
    from rich.text import Text

KINDS = ("attributors", "verifiers", "obfuscators", "quality", "features", "encoders", "clusterers")
TOLD = ("family", "year", "paper", "looks_at", "rebuilds")
Facts = Mapping[str, Any]


def command(
    kind: Annotated[str | None, typer.Argument(help=f"One of: {', '.join(KINDS)}; all when left out.")] = None,
    name: Annotated[str | None, typer.Argument(help="One method: its page with parameters and an example.")] = None,
    json: Json = False,
) -> None:
    """List the methods that can be named on the command line."""
    from stylobench.errors import SpecError
    from stylobench.specs import names

    if kind is not None and kind not in KINDS:
        raise SpecError(f"no kind named {kind!r}; there are: {', '.join(KINDS)}")
    if kind is not None and name is not None:
        _one(kind, name, json)
        return
    found = {one: {method: _facts(one, method) for method in names(one)} for one in ([kind] if kind else KINDS)}
    if json:
        print_json(found)
        return
    for one, methods in found.items():
        _print(one, methods)


def _one(kind: str, name: str, json: bool) -> None:
    from stylobench.specs import page

    text = page(kind, name)
    if json:
        print_json({**_facts(kind, name), "page": text})
    else:
        print(text)


def _facts(kind: str, name: str) -> dict[str, Any]:
    from stylobench.specs import facts, summary

    known = facts(kind, name)
    return {"summary": summary(kind, name), **{key: known[key] for key in TOLD if key in known}}


def _print(kind: str, methods: Mapping[str, Facts]) -> None:
    """One table; methods of a bank by family, others after them."""
    from rich.table import Table
    from rich.text import Text

    from stylobench.specs import FAMILIES

    table = Table(title=kind, title_justify="left", box=None, padding=(0, 2))
    table.add_column("name", no_wrap=True)
    table.add_column("what it is")
    order = [*FAMILIES, ""]
    for family in order:
        ours = {name: facts for name, facts in methods.items() if facts.get("family", "") == family}
        if ours and len(ours) < len(methods):
            table.add_row(Text(family or "others", style="bold"), Text(""))
        for name, facts in ours.items():
            table.add_row(Text(name), _line(facts))
    out().print(table)


def _line(facts: Facts) -> Text:
    """What a method is; below it the paper and what it looks at."""
    from rich.text import Text

    line = Text(facts["summary"])
    if "paper" in facts:
        line.append(f"\n{facts['paper']}; looks at {facts['looks_at']}", style="dim")
    return line
