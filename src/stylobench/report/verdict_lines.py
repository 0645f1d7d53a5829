"""Several questioned texts in a terminal: a line for each."""

from __future__ import annotations

from collections.abc import Sequence

from stylobench.report.story import Result
from stylobench.report.verdict import share
from stylobench.report.words import MISSING, clean, count, decimal, many, squeezed

GAP = "  "
SHORTEST = 8
KINDS = ("one author", "different authors", "neither", "no answer", "not validated")
HEAD = ("text", "supports", "score", "one author", "problems like it")


def lines(results: Sequence[Result], width: int = 80) -> list[str]:
    """A head and a line for each text: what one verifier says of it, or how many of several say what."""
    shown = [clean({key: value for key, value in one.items() if key != "texts"}) for one in results]
    several = len(shown[0]["verdicts"]) > 1
    rows = [("text", *KINDS), *map(_counts, shown)] if several else [HEAD, *map(_verdict, shown)]
    widths = [max(len(row[place]) for row in rows) for place in range(1, len(rows[0]))]
    room = max(width - sum(widths) - len(GAP) * len(widths), SHORTEST)
    return [_line(row, widths, several) for row in _named(rows, room)]


def warned(results: Sequence[Result]) -> list[str]:
    """What to be careful about, once for all texts that it is true of."""
    shown = clean([[*_silences(one), *one["warnings"], *one["training"]["warnings"]] for one in results])
    kinds: dict[str, list[str]] = {}
    for line in (line for lines in shown for line in lines):
        kinds.setdefault(line.rpartition(": ")[0] or line, []).append(line)
    return [_once(what, said) for what, said in kinds.items()]


def _silences(result: Result) -> list[str]:
    """Why there is no verdict on a text, once for all verifiers that say so."""
    reasons = dict.fromkeys(one["silence"] for one in result.get("verdicts", ()) if one["silence"])
    return [f"{why}: {result['corpus']['name']}" for why in reasons]


def _once(what: str, said: Sequence[str]) -> str:
    if len(set(said)) == 1:
        return said[0]
    return f"{what}: {said[0].rpartition(': ')[2]}; and with {many(len(said) - 1, 'questioned text')} more"


def _verdict(result: Result) -> tuple[str, ...]:
    [one] = result["verdicts"]
    near = one["likewise"]
    worth = (share(near), count(near["n"])) if near else (MISSING, MISSING)
    return (result["corpus"]["name"], one["supports"], decimal(one["score"], 2), *worth)


def _counts(result: Result) -> tuple[str, ...]:
    return (result["corpus"]["name"], *(count(result["counts"].get(kind, 0)) for kind in KINDS))


def _named(rows: Sequence[tuple[str, ...]], room: int) -> list[tuple[str, ...]]:
    """Names as wide as the widest of them, shortened where there is less room."""
    from rich.cells import cell_len, set_cell_size

    names = [squeezed(row[0], room - 1) for row in rows]
    wide = min(max(map(cell_len, names)), room)
    return [(set_cell_size(name, wide), *row[1:]) for name, row in zip(names, rows, strict=True)]


def _line(row: Sequence[str], widths: Sequence[int], several: bool) -> str:
    words = 0 if several else 1
    cells = [
        text.ljust(w) if place < words else text.rjust(w)
        for place, (text, w) in enumerate(zip(row[1:], widths, strict=True))
    ]
    return GAP.join([row[0], *cells]).rstrip()
