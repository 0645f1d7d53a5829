"""Methods that an obfuscator helped instead of hindering, and why that may mean little."""

from __future__ import annotations

from collections.abc import Sequence

from stylobench.protocols.attack_findings import Cell, Supported

SMALL_CHANGE = -0.1
POOR_METHOD = 0.6
FALLEN = -0.1
# Shares of counts: .6 and -.1 must be told from what rounds to them in the last bit.
ROUNDING = 1e-9
UNEXPLAINED = "?"


def reasons(impact: float, accuracy: float, d_accuracy: float, small: bool) -> tuple[str, ...]:
    """The published reasons to dismiss an impact below 0: 1 small change, 2 poor method, 3 small data set, 4 accuracy
    fell all the same, ? none of them.

    >>> reasons(-0.05, 0.51, -0.02, False), reasons(-0.29, 0.6, -0.03, True), reasons(-0.33, 0.64, 0.05, False)
    (('1', '2'), ('3',), ('?',))
    """
    rules = {
        "1": impact > SMALL_CHANGE + ROUNDING,
        "2": accuracy < POOR_METHOD - ROUNDING,
        "3": small,
        "4": d_accuracy <= FALLEN + ROUNDING,
    }
    return tuple(number for number, holds in rules.items() if holds) or (UNEXPLAINED,)


def supported(cells: Sequence[Cell], small: bool) -> list[Supported]:
    """All cells with an impact below 0; those whose interval excludes 0 are significant. `small` is of the data set."""
    return [found for cell in cells if (found := _supported(cell, small)) is not None]


def _supported(cell: Cell, small: bool) -> Supported | None:
    impact, accuracy, d_accuracy = cell.impact, cell.accuracy.value, cell.d_accuracy.value
    recall, d_recall = cell.recall.value, cell.d_recall.value
    if cell.constant or impact.value is None or impact.value >= 0:
        return None
    if accuracy is None or d_accuracy is None or recall is None or d_recall is None:
        return None
    return Supported(
        dataset=cell.dataset,
        method=cell.method,
        obfuscator=cell.obfuscator,
        accuracy=accuracy,
        d_accuracy=d_accuracy,
        recall=recall,
        d_recall=d_recall,
        impact=impact,
        reasons=reasons(impact.value, accuracy, d_accuracy, small),
        significant=impact.high is not None and impact.high < 0,
    )
