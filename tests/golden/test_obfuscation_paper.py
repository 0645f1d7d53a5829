"""The author-obfuscation paper's numbers: all impacts from integer counts, averages, supported methods and reasons.

Potthast, Hagen & Stein 2016, Tables 1 to 5. The counts behind the printed recalls are found again: all numbers of
right answers that round to what is printed.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from stylobench.metrics.impact import impact, mean_impact, pooled_impact
from stylobench.protocols.attack_findings import Cell, Sure
from stylobench.protocols.attack_supported import supported
from stylobench.records import Floats

TABLES = Path(__file__).parent / "obfuscation"
# same-author problems, all problems
SIZES = {"PAN13": (14, 30), "PAN14 EE": (100, 200), "PAN14 EN": (100, 200), "PAN15": (250, 500)}
OBFUSCATORS = ("Mihaylova", "Keswani", "Mansoorizadeh")
HALF_A_CENT = Fraction(1, 200)
MOST_MISSING = 30
Row = dict[str, str]


@dataclass(frozen=True)
class Counts:
    """Same-author problems recognised before and after."""

    before: int
    after: int


@cache
def rows(name: str) -> tuple[Row, ...]:
    with (TABLES / f"obf_{name}.csv").open(encoding="utf-8") as handle:
        return tuple(csv.DictReader(handle))


def rounds_to(value: Fraction, printed: str) -> bool:
    return abs(value - Fraction(printed)) <= HALF_A_CENT


def finite(row: Row) -> bool:
    return "inf" not in row["tau"]


def published(dataset: str, obfuscator: str) -> list[Row]:
    """The rows that averages are about."""
    return [row for row in rows("verifiers") if (row["dataset"], row["obfuscator"]) == (dataset, obfuscator)]


@cache
def recognised_before(dataset: str, verifier: str, ref: str) -> tuple[int, ...]:
    """Counts that round to the recall in all three tables."""
    same = SIZES[dataset][0]
    mine = [r for r in rows("verifiers") if (r["dataset"], r["verifier"], r["ref"]) == (dataset, verifier, ref)]
    return tuple(n for n in range(same + 1) if all(rounds_to(Fraction(n, same), r["rec"]) for r in mine))


def near(printed: str, of: int) -> range:
    """The counts that may round to a printed share."""
    middle = round(float(printed) * of)
    return range(middle - of // 100 - 1, middle + of // 100 + 2)


def possible(row: Row) -> list[Counts]:
    same = SIZES[row["dataset"]][0]
    found = []
    for before in recognised_before(row["dataset"], row["verifier"], row["ref"]):
        for change in near(row["d_rec"], same):
            fits = 0 <= before + change <= same and rounds_to(Fraction(change, same), row["d_rec"])
            if fits and abs(impact(before / same, (before + change) / same) - float(row["imp"])) <= 0.005 + 1e-9:
                found.append(Counts(before, before + change))
    return found


def impacts_of(row: Row) -> list[float]:
    same = SIZES[row["dataset"]][0]
    return [impact(one.before / same, one.after / same) for one in possible(row)]


def recalls(here: list[Row]) -> Floats:
    """Before and after, from the first counts that fit."""
    counts = [(possible(row)[0], SIZES[row["dataset"]][0]) for row in here]
    return np.array([[one.before / same, one.after / same] for one, same in counts]).T


def test_every_published_impact_follows_from_counts() -> None:
    assert len(rows("verifiers")) == 474
    assert [row for row in rows("verifiers") if not possible(row)] == []


def test_the_rounded_recalls_alone_would_not_give_it() -> None:
    missed = Counter(
        row["dataset"]
        for row in rows("verifiers")
        if abs(impact(float(row["rec"]), _within(float(row["rec"]) + float(row["d_rec"]))) - float(row["imp"])) > 0.0051
    )
    assert sum(missed.values()) == 78
    assert set(missed) == {"PAN13", "PAN15"}


def _within(recall: float) -> float:
    return min(max(recall, 0.0), 1.0)


@pytest.mark.parametrize("dataset", ["PAN13", "PAN14 EE", "PAN14 EN"])
@pytest.mark.parametrize("obfuscator", OBFUSCATORS)
def test_nine_averages_to_four_decimals(dataset: str, obfuscator: str) -> None:
    here = [row for row in published(dataset, obfuscator) if finite(row)]
    before, after = recalls(here)
    table = _table_1(dataset, obfuscator)
    assert len(here) == int(table["n_verifiers"])
    assert {len(set(impacts_of(row))) for row in here} == {1}
    assert round(float(mean_impact(before, after)), 4) == pytest.approx(float(table["avg_imp"]), abs=1e-9)
    assert round(float((after - before).mean()), 4) == pytest.approx(float(table["d_rec"]), abs=1e-9)


@pytest.mark.parametrize("obfuscator", OBFUSCATORS)
def test_the_other_three_lie_among_what_counts_allow(obfuscator: str) -> None:
    found = [impacts_of(row) for row in published("PAN15", obfuscator) if finite(row)]
    low, high = np.mean([min(one) for one in found]), np.mean([max(one) for one in found])
    assert len(found) == 35
    assert low <= float(_table_1("PAN15", obfuscator)["avg_imp"]) <= high
    assert high - low < 0.005


def _table_1(dataset: str, obfuscator: str) -> Row:
    (found,) = (r for r in rows("table1") if (r["dataset"], r["obfuscator"]) == (dataset, obfuscator))
    return found


def as_cell(row: Row) -> Cell:
    """A row of Tables 3 to 5 as this house tells it."""
    same, problems = SIZES[row["dataset"]]
    none = Sure(None)
    return Cell(
        dataset=row["dataset"],
        method=f"{row['verifier']} [{row['ref']}]",
        obfuscator=row["obfuscator"],
        problems=problems,
        same=same,
        constant=not finite(row),
        threshold=float(row["tau"]) if finite(row) else None,
        auc=none,
        c_at_1=none,
        final=none,
        accuracy=Sure(float(row["acc"])),
        recall=Sure(float(row["rec"])),
        recall_after=none,
        d_auc=Sure(float(row["d_auc"])),
        d_c_at_1=Sure(float(row["d_c1"])),
        d_final=Sure(float(row["d_final"])),
        d_accuracy=Sure(float(row["d_acc"])),
        d_recall=Sure(float(row["d_rec"])),
        impact=Sure(float(row["imp"])),
        impact_published=float(row["imp"]),
        lost=0,
        gained=0,
        p=None,
        untouched_changed=0,
        silent_before=0,
        silent_after=0,
    )


def test_the_33_supported_verifiers_and_their_reasons() -> None:
    found = {
        (one.obfuscator, one.dataset, one.method): "+".join(one.reasons)
        for dataset in SIZES
        for one in supported([as_cell(r) for r in rows("verifiers") if r["dataset"] == dataset], dataset == "PAN13")
    }
    table = {(r["obfuscator"], r["dataset"], f"{r['verifier']} [{r['ref']}]"): r["reasons"] for r in rows("table2")}
    assert len(table) == 33
    assert found == table
    assert [sum(name == key[0] for key in found) for name in OBFUSCATORS] == [8, 11, 14]


def missing_allowed(dataset: str, obfuscator: str) -> list[int]:
    """How many different-author problems may be missing after, going by the verifiers that always answer the same."""
    same, problems = SIZES[dataset]
    constant = [row for row in published(dataset, obfuscator) if not finite(row)]

    def fits(row: Row, missing: int) -> bool:
        right = Fraction(same, problems - missing)
        change = right - Fraction(same, problems)
        return rounds_to(change if Fraction(row["rec"]) == 1 else -change, row["d_acc"])

    return [missing for missing in range(MOST_MISSING) if all(fits(row, missing) for row in constant)]


def test_only_one_obfuscator_and_data_set_must_miss_problems() -> None:
    needed = {
        (dataset, name): allowed
        for dataset in SIZES
        for name in OBFUSCATORS
        if 0 not in (allowed := missing_allowed(dataset, name))
    }
    assert needed == {("PAN14 EN", "Mansoorizadeh"): [2, 3, 4, 5]}


def unchanged_accuracies(row: Row, missing: int) -> Iterator[Fraction]:
    """Changes of accuracy when no answer to a different-author problem changes, whichever of them are missing."""
    same, problems = SIZES[row["dataset"]]
    others = problems - same
    for one in possible(row):
        for total in near(row["acc"], problems):
            right = total - one.before
            if 0 <= right <= others and rounds_to(Fraction(total, problems), row["acc"]):
                for gone in range(max(0, right - (others - missing)), min(missing, right) + 1):
                    after = Fraction(one.after + right - gone, problems - missing)
                    yield after - Fraction(total, problems)


def test_92_rows_cannot_be_without_changed_answers_to_untouched_problems() -> None:
    changed = Counter(
        f"{row['verifier']} [{row['ref']}]"
        for row in rows("verifiers")
        if finite(row)
        and not any(
            rounds_to(change, row["d_acc"])
            for missing in missing_allowed(row["dataset"], row["obfuscator"])
            for change in unchanged_accuracies(row, missing)
        )
    )
    assert sum(finite(row) for row in rows("verifiers")) == 399
    assert (sum(changed.values()), len(changed)) == (92, 16)
    assert sorted(name for name, count in changed.items() if count == 12) == ["Hürlimann [42]", "Mechti [74]"]


@pytest.mark.parametrize(
    ("obfuscator", "expected"), [("Mihaylova", 0.4437), ("Keswani", 0.2589), ("Mansoorizadeh", 0.0995)]
)
def test_averages_over_attack_worthy_verifiers(obfuscator: str, expected: float) -> None:
    worthy = [r for r in published("PAN14 EN", obfuscator) if finite(r) and float(r["acc"]) >= 0.6]
    assert len(worthy) == 19
    assert np.mean([float(row["imp"]) for row in worthy]) == pytest.approx(expected, abs=5e-5)
    # means of printed impacts differ from those of counts by .0007 at most
    assert float(mean_impact(*recalls(worthy))) == pytest.approx(expected, abs=7e-4)


@pytest.mark.parametrize(
    ("dataset", "expected"), [("PAN13", 0.437), ("PAN14 EE", 0.446), ("PAN14 EN", 0.404), ("PAN15", 0.330)]
)
def test_pooled_over_decisions_the_best_obfuscator_does_less(dataset: str, expected: float) -> None:
    found = float(pooled_impact(*recalls([row for row in published(dataset, "Mihaylova") if finite(row)])))
    assert found == pytest.approx(expected, abs=1e-3)
    assert found < float(_table_1(dataset, "Mihaylova")["avg_imp"])


def test_the_headline_is_that_of_the_smallest_data_set() -> None:
    averages = [float(_table_1(dataset, "Mihaylova")["avg_imp"]) for dataset in SIZES]
    assert np.mean(averages) == pytest.approx(0.4495, abs=1e-4)
    assert averages[0] == 0.4690
