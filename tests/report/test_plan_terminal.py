"""The findings of a plan in a terminal."""

from __future__ import annotations

import io
import runpy
from pathlib import Path

from rich.console import Console

from stylobench.report.plan_terminal import terminal_plan

EXAMPLES = runpy.run_path(str(Path(__file__).parent / "example_plan.py"))["EXAMPLES"]


def told(name: str, width: int = 200) -> str:
    console = Console(file=io.StringIO(), width=width, highlight=False)
    terminal_plan(*EXAMPLES[name](), console)
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.splitlines())


def test_every_study_has_its_headline_its_gaps_and_its_report() -> None:
    text = told("whole")
    assert text.startswith("Does it know the author?: 6 studies: 4 crash tests, 3 corpora, 2 seeds")
    assert "\nnovel/essays-seed-1 (novel topic)\n  maxent: 18 points lost to novelty [15, 21]" in text
    assert (
        "  maxent: 3 of 20 jobs failed, judged on the 17 folds that it answered: 2 jobs: out of memory, each "
        "tried twice; 1 job: took longer than 600 s\n  report: novel/essays-seed-1/report.html\n" in text
    )
    assert "\nleak/tiny-seed-0 (topic leakage)\n  no result: corpus 'tiny' has 1 topic; it takes 2\n" in text
    assert text.endswith("1 study without a result, 15 jobs of 3 methods failed.")


def test_the_spread_over_seeds_is_said() -> None:
    text = told("sound")
    assert "seeds side by side (the noise of sampling and fitting, no interval)" in text
    assert "  maxent, points lost to novelty: 18.4 to 21.0 (2 seeds)" in text
    assert text.endswith("Nothing failed: every study has a result, and every job an answer.")


def test_warnings_are_counted() -> None:
    assert "\n  report: leak/essays-seed-1/report.html\n  2 warnings in its report\n" in told("taken")


def test_it_keeps_to_the_width_and_names_drive_nothing() -> None:
    text = told("hostile", 72)
    assert max(map(len, text.splitlines())) <= 72
    assert "\x1b" not in text
