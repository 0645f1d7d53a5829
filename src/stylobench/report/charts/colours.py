"""The colours of the charts: each is a name by which style.css finds the mark and repaints it in the dark."""

from __future__ import annotations

INK, FAINT, GRID, PAPER = "#1b1f24", "#57606a", "#d8dee4", "#fffffe"
SERIES = ("#0067a8", "#b84a00", "#00755a", "#9c3f78", "#7d5a00", "#5a4fb0")


def series(position: int) -> str:
    """The colour of the method at this position; panels carry their titles, so repeats do no harm."""
    return SERIES[position % len(SERIES)]
