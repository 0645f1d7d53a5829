"""What the subclass-shift crash test stands on: tested items, and what every method answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from stylobench.features.texts import Texts
from stylobench.metrics.outcomes import Outcomes
from stylobench.records import Rows


@dataclass(frozen=True)
class Answered:
    """What one method answered: the tested items it was asked about (by place), and what became of each.

    `family` is the evidence that it rests on, empty where nobody says.
    """

    spec: str
    rows: Rows
    outcomes: Outcomes
    failures: tuple[str, ...] = ()
    family: str = ""


@dataclass(frozen=True)
class Tested:
    """Items (documents, or problems that stand for themselves by one text) with what is known of each.

    `texts` is None where there are none; `subclasses` are labels given from outside; `topics` are known labels that
    purity is measured against; `times` are ISO 8601 dates; `classes` is the truth of each item in words.
    """

    __test__ = False

    name: str
    digest: str
    task: str
    item: str
    ids: Sequence[str]
    classes: Sequence[str]
    texts: Texts | None
    methods: Mapping[str, Answered]
    topics: Sequence[str | None] | None = None
    times: Sequence[str | None] | None = None
    subclasses: Sequence[str] | None = None
    warnings: tuple[str, ...] = ()
    provenance: Mapping[str, object] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.ids)
