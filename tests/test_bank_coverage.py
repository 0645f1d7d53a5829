"""The page of the verifier bank: every program of the obfuscation paper, and every verifier with what it takes."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from stylobench.engine.bank import families
from stylobench.specs import FAMILIES, build, facts, names

HOUSE = Path(__file__).parents[1]
PAGE = (HOUSE / "docs/verifier-bank.md").read_text(encoding="utf-8")
EXTENDING = (HOUSE / "docs/extending.md").read_text(encoding="utf-8")
PROGRAMS = HOUSE / "tests/golden/obfuscation/obf_verifiers.csv"
BANK = families("verifiers")
SHARED = {"held_out", "calibrate", "objective"}
NEARNESS = re.compile(r"(rebuilt|in part|nearest|declined)\b")

each_verifier = pytest.mark.parametrize("name", sorted(BANK))


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def coverage() -> list[list[str]]:
    """The rows of the table of the 44 programs: program, what it does, source, ours, how near."""
    table = PAGE.partition("\n## Coverage of the 44\n")[2]
    rows = [cells(line) for line in table.splitlines() if line.startswith("|")]
    return rows[2:]


def programs() -> set[str]:
    with PROGRAMS.open(encoding="utf-8", newline="") as lines:
        return {f"{row['verifier']} {row['ref']}" for row in csv.DictReader(lines)}


def ours(row: list[str]) -> list[str]:
    return re.findall(r"`(\w+)`", row[3])


def rebuilt() -> list[tuple[str, str]]:
    """Each program that a verifier says it was written for, with that verifier."""
    return [(program, name) for name in BANK for program in facts("verifiers", name).get("rebuilds", ())]


def section(name: str) -> str:
    return re.split(r"\n#{2,4} ", PAGE.partition(f"\n#### {name}\n")[2])[0]


def shown(value: Any) -> str:
    if value is None or value == "":
        return "unset"
    return f"`[{', '.join(map(str, value))}]`" if isinstance(value, tuple) else f"`{value}`"


def told_map(given: dict[str, Any]) -> str:
    if given["calibrate"] == "none":
        return "`none`"
    tuned_on = f"{given['held_out']:.0%} held out" if given["held_out"] else "all"
    return f"`{given['calibrate']}`, on {tuned_on}"


def test_every_program_stands_in_the_table_once() -> None:
    assert len(programs()) == 44
    assert Counter(row[0] for row in coverage()) == Counter(programs())


@pytest.mark.parametrize(("program", "name"), rebuilt())
def test_what_a_verifier_says_it_rebuilds_stands_in_the_table(program: str, name: str) -> None:
    assert [ours(row) for row in coverage() if row[0] == program] == [[name]]


def test_a_program_is_declined_where_nothing_of_ours_stands_for_it() -> None:
    for row in coverage():
        found = NEARNESS.match(row[4])
        assert found, row
        assert (found[1] == "declined") == (not ours(row)), row
        assert set(ours(row)) <= set(BANK), row


def test_the_page_counts_how_near_ours_come() -> None:
    near = Counter(found[1] for row in coverage() if (found := NEARNESS.match(row[4])))
    unread = sum(row[2] == "not read" for row in coverage())
    told = f"{near['rebuilt']} are rebuilt, {near['in part']} in part, {near['nearest']} have a nearest verifier, "
    assert f"{told}{near['declined']} are declined: {unread} because" in " ".join(PAGE.split())


def test_what_was_not_read_is_not_claimed() -> None:
    assert all(row[4].startswith("declined") for row in coverage() if row[2] == "not read")


def test_the_page_counts_the_bank() -> None:
    assert f" {len(BANK)} verifiers of six families" in PAGE
    assert {BANK[name] for name in BANK} == set(FAMILIES)


@each_verifier
def test_every_verifier_stands_in_its_family(name: str) -> None:
    assert f"| [`{name}`](#{name}) | {BANK[name]} |" in PAGE
    family = PAGE.partition(f"\n### {BANK[name].capitalize()}\n")[2]
    assert f"\n#### {name}\n" in re.split(r"\n#{2,3} ", family)[0]


@each_verifier
def test_every_parameter_has_a_row_with_its_default(name: str) -> None:
    given = build("verifiers", name).get_params(deep=False)
    told = [cells(line)[:2] for line in section(name).splitlines() if line.startswith("| `")]
    assert sorted(told) == sorted([f"`{key}`", shown(given[key])] for key in given if key not in SHARED)


@each_verifier
def test_the_map_that_the_page_tells_is_the_default(name: str) -> None:
    row = next(cells(line) for line in PAGE.splitlines() if line.startswith(f"| [`{name}`]"))
    assert row[3] == told_map(build("verifiers", name).get_params(deep=False))


@each_verifier
def test_every_section_has_an_example_that_can_be_built(name: str) -> None:
    example = re.search(r'^Example: `-v "(.+)"`$', section(name), re.MULTILINE)
    assert example is not None
    assert example[1].partition("(")[0] == name
    build("verifiers", example[1])


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind in ("attributors", "verifiers") for name in names(kind)]
)
def test_every_parameter_of_a_method_stands_in_its_row(kind: str, name: str) -> None:
    heading = "The methods there are" if kind == "attributors" else "The verifiers there are"
    table = re.split(r"\n#{2,3} ", EXTENDING.partition(f"# {heading}\n")[2])[0]
    rows = [cells(line) for line in table.splitlines() if line.startswith(f"| `{name}` |")]
    given = set(build(kind, name).get_params(deep=False)) - (SHARED if name in BANK and kind == "verifiers" else set())
    assert [sorted(re.findall(r"`(\w+)`", row[2])) for row in rows] == [sorted(given)]


def test_every_family_is_told_in_words() -> None:
    assert all(f"\n### {family.capitalize()}\n" in PAGE for family in FAMILIES)
    assert len(BANK) < len(names("verifiers"))
