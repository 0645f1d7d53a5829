"""One page over all studies of a plan: what each found, how far seeds lie apart, and what failed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stylobench.report.families import MANY
from stylobench.report.plan import gaps
from stylobench.report.plan.seeds import seeds_table
from stylobench.report.plan.studies import findings, groups_of, in_short, told_studies, what_was_run
from stylobench.report.profile import NO_TOTAL, Profile, profiles
from stylobench.report.profile.crash_tests import Run, in_order
from stylobench.report.profile.evidence import evidence_table
from stylobench.report.templating import page
from stylobench.report.words import clean

UNTITLED = "What did the crash tests find?"
FOUND = "found"


def render_plan(overview: Mapping[str, Any], results: Mapping[str, Mapping[str, Any]]) -> str:
    """The page of a plan; `results` has the result of every study that came to one, by its name."""
    studies = told_studies(overview, results)
    groups = groups_of(studies)
    runs = in_order([group.first.run for group in groups if group.first and group.first.run])
    versions = next((run.result["settings"].get("versions") for run in runs), None) or {}
    return page(
        "plan.html.j2",
        title=clean(overview.get("title") or UNTITLED),
        size=in_short(studies),
        groups=[(group, seeds_table(group)) for group in groups],
        findings=findings,
        evidence=evidence_table(runs) if len(runs) > 1 else None,
        profiles=told_profiles(runs),
        many_profiles=MANY,
        no_total=NO_TOTAL,
        missing=gaps.in_short(studies),
        gaps=gaps.blocks(studies),
        run=what_was_run(groups),
        versions=versions,
    )


def told_profiles(runs: Sequence[Run]) -> list[Profile]:
    """The methods that went through more than one crash test or corpus."""
    found = profiles(runs) if len(runs) > 1 else []
    return [one for one in found if sum(row.state == FOUND for row in one.rows) > 1]
