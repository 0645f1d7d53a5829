"""Several problems in one error."""

from __future__ import annotations

from collections.abc import Sequence

from stylobench.errors import SpecError


class Problems(SpecError):
    """Everything that is wrong, each in a line of its own where there is room for lines.

    >>> str(Problems(["a", "b", "c"]))
    'a; and 2 more problems: b; c'
    >>> Problems(["a", "b", "c"]).lines
    ['a; and 2 more problems:', 'b', 'c']
    """

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(tuple(problems))

    @property
    def lines(self) -> list[str]:
        """The first, with the number of the others, and below it these."""
        first, *others = self.args[0]
        count = f"; and {len(others)} more problem{'s' if len(others) > 1 else ''}:" if others else ""
        return [f"{first}{count}", *others]

    def __str__(self) -> str:
        first, *others = self.lines
        return " ".join(filter(None, (first, "; ".join(others))))
