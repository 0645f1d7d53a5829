"""What an attack works with, and what it has found so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from threadpoolctl import threadpool_limits

from stylobench.edits import Rewrite
from stylobench.engine.archive import Archive
from stylobench.engine.attack_contest import Contest
from stylobench.engine.attack_writings import Studio
from stylobench.engine.document_runs import How
from stylobench.engine.rewriting import Shelf
from stylobench.engine.run import Force, Told
from stylobench.protocols.attack import FEWEST_SAME_TO_RANK, Settings, rewriting, shown
from stylobench.protocols.attack_comparisons import comparisons
from stylobench.protocols.attack_detection import detectability
from stylobench.protocols.attack_evidence import attack_evidence
from stylobench.protocols.attack_findings import Cell, DataSet
from stylobench.protocols.attack_ground import Attacked
from stylobench.protocols.attack_quality import quality_findings
from stylobench.protocols.attack_safety import averages, cells
from stylobench.protocols.attack_supported import supported


@dataclass
class Findings:
    """What has been found so far, data set after data set."""

    datasets: list[DataSet] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    parts: dict[str, list[Any]] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    def add(self, part: str, found: Sequence[Any]) -> None:
        """More of one kind."""
        self.parts.setdefault(part, []).extend(found)

    def part(self, name: str) -> list[dict[str, Any]]:
        """All of one kind, as plain data."""
        return [asdict(one) for one in self.parts.get(name, [])]


class Stages:
    """Progress over stages whose sizes are not known beforehand."""

    def __init__(self, told: Told | None) -> None:
        self._told, self._before, self._here = told, 0, 0

    def next(self) -> Told:
        """Whom the next stage tells."""
        self._before, self._here = self._before + self._here, 0

        def tell(done: int, total: int) -> None:
            self._here = total
            if self._told is not None:
                self._told(self._before + done, self._before + total)

        return tell


@dataclass(frozen=True)
class Desk:
    """What an attack works with."""

    contest: Contest
    settings: Settings
    shelf: Shelf
    archive: Archive
    force: Force | None
    stages: Stages

    def how(self) -> How:
        """The archive of answers, processes, and whom to tell about the next stage."""
        return self.archive, self.force, self.stages.next()

    def studio(self, seed: int | None = None) -> Studio:
        """How texts are rewritten, with another seed where one is given."""
        return Studio(self.settings.seed if seed is None else seed, self.shelf, self.force, self.stages.next())


@dataclass(frozen=True)
class Texts:
    """The rewritten texts of one obfuscator, each distinct one once, with the group that each belongs to.

    `again` are the same originals rewritten with another seed, None where that failed; empty where it was not tried.
    `by_item` has every item that was to be rewritten, the same for all obfuscators, None where that failed.
    """

    name: str
    rewrites: tuple[Rewrite, ...]
    groups: tuple[str, ...]
    again: tuple[Rewrite | None, ...]
    failures: Mapping[str, int]
    by_item: tuple[Rewrite | None, ...]

    def twice(self) -> tuple[list[Rewrite], list[str], list[Rewrite]]:
        """Rewrites with a second one beside them, their groups, and the second ones."""
        both = [
            (rewrite, group, other)
            for rewrite, group, other in zip(self.rewrites, self.groups, self.again, strict=False)
            if other is not None
        ]
        return [one[0] for one in both], [one[1] for one in both], [one[2] for one in both]


def add_safety(attacked: Attacked, item: str, folds: int, desk: Desk, found: Findings) -> None:
    """What methods recognise before and after."""
    judging, same = desk.settings.judging, int(attacked.truth.sum())
    rankable = same >= FEWEST_SAME_TO_RANK
    found.datasets.append(
        DataSet(
            name=attacked.name,
            digest=attacked.digest,
            item=item,
            problems=len(attacked.truth),
            same=same,
            different=len(attacked.truth) - same,
            unit=attacked.units.name,
            units=attacked.units.count,
            rankable=rankable,
            folds=folds,
        )
    )
    ours = cells(attacked, judging)
    found.cells += ours
    found.add("averages", averages(attacked, ours, judging))
    found.add("evidence", attack_evidence(attacked, ours, judging, desk.contest.families))
    found.add("comparisons", comparisons(attacked, ours, judging) if rankable else [])
    found.add("supported", supported(ours, not rankable))
    found.add("shown", list(shown(attacked, desk.settings)))
    found.warnings += [f"{attacked.name}: {name} has no answers: {why}" for name, why in attacked.failures.items()]


def add_quality(dataset: str, texts: Sequence[Texts], owners: Sequence[str], desk: Desk, found: Findings) -> None:
    """What was done to the texts, how they read, and whether it shows; `owners` are the groups by item."""
    settings = desk.settings
    found.add("rewriting", [rewriting(dataset, one.name, one.rewrites, one.failures) for one in texts])
    for one in texts:
        found.warnings += [f"{dataset}: {one.name} failed on {n} texts: {why}" for why, n in one.failures.items()]
    rewritten = [one for one in texts if one.rewrites]
    if not rewritten:
        return
    by_name = {one.name: one.by_item for one in rewritten}
    with threadpool_limits(1):
        measured, warnings = quality_findings(dataset, by_name, owners, settings.quality, settings.seed, settings.draws)
        found.add("quality", measured)
        found.warnings += [line for line in warnings if line not in found.warnings]
        for one in rewritten:
            seen = detectability(dataset, one.name, one.rewrites, one.groups, settings.seed, settings.draws)
            found.add("detectability", [seen])
