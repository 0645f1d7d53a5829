"""What an edition of PAN measures, and a table of it for one or more systems."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stylobench.errors import StylobenchError, UndefinedMetric

if TYPE_CHECKING:
    from stylobench.cli._console import Advance
    from stylobench.pan.truth import Groups, Truth
    from stylobench.records import Floats
    from stylobench.statistics.trial_draws import Units

FOUR = {"auc": "auc", "c_at_1": "c_at_1", "f_05_u": "f_05_u", "f1": "f1_answered"}
EVERY = {**FOUR, "brier": "brier"}
BY_2013 = {"f1": "f1_2013", "precision": "precision_2013", "recall": "accuracy"}
BY_2014 = {"auc": "auc", "c_at_1": "c_at_1", "overall": "final_2014"}
BY_2020 = {**FOUR, "overall": "overall_2020", "f_05_u_2020_legacy": "f_05_u_2020_legacy"}
BY_2021 = {**EVERY, "overall": "overall_2021"}
BY_2024 = {**BY_2021, "f1": "f1_all", "overall": "overall_2025"}
EDITIONS: dict[str, Mapping[str, str]] = {
    "pan13": BY_2013,
    "pan14": BY_2014,
    "pan15": BY_2014,
    "pan20": BY_2020,
    "pan21": BY_2021,
    "pan22": BY_2021,
    "pan23": BY_2021,
    "pan24": BY_2024,
    "pan25": BY_2024,
}
YEAR = re.compile(r"pan-?(?:20)?(\d\d)(?!\d)", re.IGNORECASE)
OFFICIAL_KEYS = {"c_at_1": "c@1", "f1": "F1"}


@dataclass(frozen=True)
class System:
    """Who answered, and the answers in the order of the truth."""

    name: str
    scores: Floats
    missing: int


@dataclass(frozen=True)
class Evaluation:
    """Every measure of an edition for every system in every draw: systems x measures x draws."""

    edition: str
    systems: Sequence[System]
    units: Units
    draws: Floats
    rarer: int
    undrawn: str = ""
    redrawn: int = 0

    @property
    def measures(self) -> Mapping[str, str]:
        """Names and the measures behind them, of this edition and of all."""
        return measured(self.edition)

    @property
    def own(self) -> Mapping[str, str]:
        """Those that the edition itself had."""
        return EDITIONS[self.edition]

    @property
    def lead(self) -> str:
        """The measure that ranks systems."""
        return "overall" if "overall" in self.own else "f1"

    def row(self, place: int) -> dict[str, Any]:
        """Everything about one system."""
        import numpy as np

        scores = self.systems[place].scores
        found: dict[str, Any] = {}
        for name, values in zip(self.measures, self.draws[place], strict=True):
            found |= self._with_interval(name, values, share=True)
        counts = {"trials": len(scores), "answered": int(np.count_nonzero(~np.isnan(scores)))}
        return {**found, **counts, "unit": self.units.name, "units": self.units.count, "redrawn": self.redrawn}

    def ranking(self) -> list[int]:
        """Systems from the best to the worst; without a value last, equals by name."""
        import numpy as np

        leads = np.nan_to_num(self._leads()[:, 0], nan=-1.0)
        return sorted(range(len(self.systems)), key=lambda place: (-leads[place], self.systems[place].name))

    def behind(self, place: int) -> dict[str, Any]:
        """How far a system lies behind the best in the leading measure, in the same draws."""
        leads = self._leads()
        return self._with_interval("behind", leads[self.ranking()[0]] - leads[place], share=False)

    def _with_interval(self, name: str, values: Floats, share: bool) -> dict[str, float | None]:
        from stylobench.statistics.trial_draws import interval

        low, high = interval(values, self.units, share, self.rarer)
        return {name: float(values[0]), f"{name}_low": low, f"{name}_high": high}

    def _leads(self) -> Floats:
        return self.draws[:, list(self.measures).index(self.lead)]

    def as_json(self) -> dict[str, Any]:
        """The one row, or all of them, the best first."""
        if len(self.systems) == 1:
            return self.row(0)
        rows = [{"system": self.systems[i].name, **self.row(i), **self.behind(i)} for i in self.ranking()]
        return {"edition": self.edition, "lead": self.lead, "systems": rows}


def measured(edition: str) -> dict[str, str]:
    """What is measured for an edition: its own measures, the others as they were later defined, and its headline.

    >>> measured("pan13")["overall"], measured("pan14")["f1"]
    ('f1_2013', 'f1_answered')
    """
    own = EDITIONS[edition]
    return {**EVERY, "overall": own["overall"] if "overall" in own else own["f1"], **own}


def guessed(truth: Path, systems: Sequence[System]) -> tuple[str, str]:
    """The edition that the files look like, and why."""
    import numpy as np

    from stylobench.pan.lines import lines, located
    from stylobench.pan.truth import NAMES

    for year in reversed(YEAR.findall(str(truth))):
        if f"pan{year}" in EDITIONS:
            return f"pan{year}", "the path of the truth says so"
    if next(lines(located(truth, NAMES))).is_json:
        return "pan21", "the truth is in JSON"
    if all(np.isin(system.scores[~np.isnan(system.scores)], (0, 1)).all() for system in systems):
        return "pan13", "all answers are yes or no"
    return "pan14", "the truth is plain text and the answers are numbers"


def by_id(truth: Truth) -> Truth:
    """The same truth in the order of the ids, so that the order of a file changes no number."""
    order = sorted(range(len(truth.ids)), key=truth.ids.__getitem__)
    authors = None if truth.authors is None else tuple(truth.authors[i] for i in order)
    return replace(truth, ids=tuple(truth.ids[i] for i in order), same=truth.same[order], authors=authors)


def units_of(truth: Truth) -> Units:
    """Authors where they are known, else texts, else problems."""
    from stylobench.statistics.trial_draws import Units

    if truth.authors is not None:
        return Units.groups("author", truth.authors)
    if truth.texts is not None:
        return _texts(truth.texts)
    return Units.problems(len(truth.ids))


def _texts(groups: Groups) -> Units:
    import numpy as np

    from stylobench.statistics.trial_draws import Units

    place = {digest: code for code, digest in enumerate(sorted({digest for group in groups for digest in group}))}
    known = np.array([place[digest] for group in groups for digest in group[:-1]], np.int64)
    starts = np.cumsum([0, *(len(group) - 1 for group in groups)])
    return Units.texts(known, starts, np.array([place[group[-1]] for group in groups]))


def evaluate(edition: str, truth: Truth, systems: Sequence[System], seed: int, advance: Advance) -> Evaluation:
    """Measure every system in the same draws; where nothing can be drawn, in the data as they are."""
    import numpy as np

    from stylobench.seeds import generator
    from stylobench.statistics.trial_draws import DRAWS, rarer_units, table, weight_blocks

    units, redrawn = units_of(truth), list[int]()

    def blocks() -> Iterator[Floats]:
        done = 0
        for block in weight_blocks(units, truth.same, generator(seed, "score"), redrawn=redrawn):
            yield block
            done += len(block)
            advance(done, DRAWS + 1)

    measures, scores = list(measured(edition).values()), [system.scores for system in systems]
    rarer = rarer_units(units, truth.same)
    try:
        drawn = table(measures, truth.same, scores, blocks())
        return Evaluation(edition, systems, units, drawn, rarer, redrawn=sum(redrawn))
    except UndefinedMetric as fault:
        as_they_are = table(measures, truth.same, scores, [np.ones((1, len(truth.ids)))])
        return Evaluation(edition, systems, units, as_they_are, rarer, undrawn=str(fault))


def keep(result: Mapping[str, Any], folder: Path) -> None:
    """Write evaluation.json, and evaluation.prototext as TIRA reads it, each whole or not at all."""
    from stylobench.cli._console import without_nan
    from stylobench.engine.archive import write_whole

    if folder.exists() and not folder.is_dir():
        raise StylobenchError(f"-o {folder} is a file; name a folder")
    folder.mkdir(parents=True, exist_ok=True)
    plain = without_nan(dict(result))
    write_whole(folder / "evaluation.prototext", "".join(_prototext(plain)).encode())
    write_whole(folder / "evaluation.json", (json.dumps(plain, indent=1, allow_nan=False) + "\n").encode())


def _prototext(result: Mapping[str, Any]) -> Iterator[str]:
    for row in result.get("systems", [result]):
        prefix = f"{row['system']} " if "system" in row else ""
        for name, value in row.items():
            if name != "system" and value is not None:
                key = json.dumps(prefix + OFFICIAL_KEYS.get(name, name), ensure_ascii=False)
                yield f'measure{{\n  key: {key}\n  value: "{value}"\n}}\n'
