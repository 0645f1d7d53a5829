"""What to be careful about."""

from __future__ import annotations

from stylobench.report.story import Chapter, Listing, Result


def chapter(result: Result) -> Chapter:
    """The warnings of the run."""
    lines = [str(line) for line in result.get("warnings") or ()]
    return Chapter("warnings", "Warnings", [Listing(lines, "warning")] if lines else [])
