"""A plan: which crash tests run on which corpora, with which methods and seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from stylobench.engine.tested_file import Source

HERE = "."
KINDS = ("attributors", "verifiers", "obfuscators")


def section_place(section: str) -> str:
    """Where a section stands in the file of a plan.

    >>> section_place("novel"), section_place(HERE)
    ('studies.novel', 'studies."."')
    """
    return f'studies."{HERE}"' if section == HERE else f"studies.{section}"


@dataclass(frozen=True)
class Study:
    """One crash test that comes to one result.

    `name` is the folder of its result below that of the plan, HERE the folder of the plan itself. Methods are spec
    strings; the house's own where none is named. `options` are those of the verb, with _ for -.
    """

    name: str
    test: str
    corpora: Mapping[str, Source]
    attributors: tuple[str, ...] = ()
    verifiers: tuple[str, ...] = ()
    obfuscators: tuple[str, ...] = ()
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def section(self) -> str:
        """The part of the plan that asks for it, for other corpora and seeds too.

        >>> Study("novel/essays-seed-0", "novel-topic", {}).section
        'novel'
        """
        return self.name.partition("/")[0]

    @property
    def called(self) -> str:
        """What people are told: a study in the folder of the plan itself goes by its crash test.

        >>> Study(HERE, "novel-topic", {}).called, Study("novel/essays-seed-0", "novel-topic", {}).called
        ('novel-topic', 'novel/essays-seed-0')
        """
        return self.test if self.name == HERE else self.name

    @property
    def named(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Kinds of methods with the specs that are named."""
        for kind in KINDS:
            specs: tuple[str, ...] = getattr(self, kind)
            if specs:
                yield kind, specs


@dataclass(frozen=True)
class Plan:
    """Studies, in the order in which they run.

    `limits` are seconds, memory, retries and workers where the plan sets them. Methods of one's own are looked for in
    the folders `plugins` first. `origin` is the file that it was read from, to be told with an error.
    """

    title: str
    studies: tuple[Study, ...]
    limits: Mapping[str, Any] = field(default_factory=dict)
    plugins: tuple[str, ...] = field(default=(), compare=False)
    origin: str = field(default="", compare=False)

    def where(self, study: Study) -> str:
        """What goes before an error of a study."""
        return f"{self.origin}: {section_place(study.section)}: " if self.origin else ""

    def where_corpus(self, name: str) -> str:
        """What goes before an error of a corpus."""
        return f"{self.origin}: corpora.{name}: " if self.origin else ""
