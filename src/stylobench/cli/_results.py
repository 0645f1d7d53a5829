"""What a crash test leaves in its folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from stylobench.cli._console import out, print_json, say, without_nan
from stylobench.engine.archive import write_whole


def keep(result: dict[str, Any], folder: Path) -> None:
    """Write result.json and report.html, each whole or not at all."""
    from stylobench.report.page import render

    plain = without_nan(result)
    page = render(plain)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "result.json", json.dumps(plain, indent=1, allow_nan=False).encode())
    write_whole(folder / "report.html", page.encode("utf-8", "replace"))


def tell(result: dict[str, Any], folder: Path, json: bool) -> None:
    """The findings on stdout, and where the report is on stderr."""
    if json:
        print_json(result)
    else:
        from stylobench.report.terminal import terminal

        terminal(result, out())
    say(f"report: {folder / 'report.html'}")
