"""The studies of a plan, those that differ only in their seed side by side, and what each found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from stylobench.report.families import has_many
from stylobench.report.profile.crash_tests import TESTS, CrashTest, Run
from stylobench.report.stories import printable, story
from stylobench.report.story import Cell, Column, Listing, Table
from stylobench.report.words import clean, listed, many

MOST_NAMED = 8


@dataclass(frozen=True)
class Told:
    """One study: what was run, and the run or why there is none."""

    name: str
    test: str
    corpora: tuple[str, ...]
    seed: int
    failure: str
    gaps: Sequence[Mapping[str, Any]]
    run: Run | None

    @property
    def link(self) -> str:
        """Where its report is, seen from the page of the plan."""
        return f"{quote(self.name)}/report.html"

    @property
    def warnings(self) -> str:
        """How many warnings its report has, in words; empty where there are none."""
        chapters = self.run.story.chapters if self.run else ()
        blocks = [block for chapter in chapters if chapter.id == "warnings" for block in chapter.blocks]
        number = sum(len(block.items) for block in blocks if isinstance(block, Listing))
        return f"{many(number, 'warning')} in its report" if number else ""

    @property
    def place(self) -> str:
        """Its name without the seed.

        >>> [Told(name, "", (), 1, "", (), None).place for name in ("novel/essays-seed-1", "hide/seed-1", "own")]
        ['novel/essays', 'hide', 'own']
        """
        return self.name.removesuffix(f"seed-{self.seed}").rstrip("-/") or self.name

    @property
    def methods(self) -> list[str]:
        """The methods of its result, else those of which something failed."""
        return list(self.run.result["methods"]) if self.run else [str(gap["method"]) for gap in self.gaps]


@dataclass
class Group:
    """Studies that differ only in their seed."""

    place: str
    test: str
    studies: list[Told] = field(default_factory=list)

    @property
    def crash_test(self) -> CrashTest | None:
        """Which of the four it is."""
        return next((one for one in TESTS if one.verb == self.test), None)

    @property
    def title(self) -> str:
        """What the crash test is called."""
        return self.crash_test.title if self.crash_test else self.test

    @property
    def question(self) -> str:
        """What it asks, in the words of its own report where there is one."""
        if self.first and self.first.run:
            return self.first.run.story.question
        return self.crash_test.question if self.crash_test else ""

    @property
    def corpora(self) -> str:
        """What it was run on."""
        return listed(self.studies[0].corpora)

    @property
    def first(self) -> Told | None:
        """The first study that has a result."""
        return next((one for one in self.studies if one.run), None)

    @property
    def lost(self) -> list[Told]:
        """The studies without a result."""
        return [one for one in self.studies if not one.run]


def told_studies(overview: Mapping[str, Any], results: Mapping[str, Mapping[str, Any]]) -> list[Told]:
    """The studies in the order of the plan; whatever comes from a corpus or a method can be printed."""
    return [_told(study, results.get(study["name"])) for study in overview["studies"]]


def _told(study: Mapping[str, Any], result: Mapping[str, Any] | None) -> Told:
    shown = clean(dict(study))
    cleaned = printable(result) if result is not None else None
    return Told(
        name=shown["name"],
        test=shown["test"],
        corpora=tuple(shown["corpora"]),
        seed=shown["seed"],
        failure=shown.get("failure") or "",
        gaps=shown.get("gaps") or (),
        run=Run(cleaned, story(cleaned), listed(shown["corpora"])) if cleaned is not None else None,
    )


def groups_of(studies: Sequence[Told]) -> list[Group]:
    """Studies by all but their seed, in order."""
    found: dict[str, Group] = {}
    for one in studies:
        found.setdefault(one.place, Group(one.place, one.test)).studies.append(one)
    return list(found.values())


def findings(run: Run) -> list[tuple[str, str]]:
    """Who, and what was found of it: each method, or each kind of evidence where methods are many."""
    if has_many(run.story):
        return [(one.method, one.headline) for one in run.story.families]
    return [(one.method, run.said(one.method)) for one in run.story.answers]


def in_short(studies: Sequence[Told]) -> str:
    """How much was run, in a line."""
    tests = len({one.test for one in studies})
    corpora = len({name for one in studies for name in one.corpora})
    methods = len({name for one in studies for name in one.methods})
    counted = ((tests, "crash test"), (corpora, "corpus"), (len({one.seed for one in studies}), "seed"))
    said = [many(number, noun).replace("corpuses", "corpora") for number, noun in counted]
    return f"{many(len(studies), 'study')}: {', '.join(said)}, {many(methods, 'method')}"


def what_was_run(groups: Sequence[Group]) -> Table:
    """A row per study of the plan, its seeds in one."""
    columns = [Column("study", "name"), Column("crash test", "tag"), Column("corpora", "words"),
               Column("seeds", "words"), Column("methods", "words"), Column("obfuscators", "words")]  # fmt: skip
    rows = [[Cell(text) for text in _row(group)] for group in groups]
    return Table("Studies that differ only in their seed share a row.", columns, rows)


def _row(group: Group) -> list[str]:
    methods = dict.fromkeys(name for one in group.studies for name in one.methods)
    results = [one.run.result for one in group.studies if one.run]
    hiding = dict.fromkeys(name for result in results for name in result.get("obfuscators") or ())
    seeds = listed([str(one.seed) for one in group.studies])
    return [group.place, group.title, group.corpora, seeds, _named(list(methods)), _named(list(hiding))]


def _named(names: Sequence[str]) -> str:
    if len(names) <= MOST_NAMED:
        return listed(names) if names else "–"
    return f"{', '.join(names[:MOST_NAMED])} and {len(names) - MOST_NAMED} more"
