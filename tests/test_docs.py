"""The guide keeps up with the program: verbs, options, fields, links and examples."""

from __future__ import annotations

import ast
import dataclasses
import doctest
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.main import get_command

from stylobench.cli.main import application
from stylobench.corpora.answer_columns import USUAL
from stylobench.corpora.reading import formats
from stylobench.edits import Edit, Rewrite
from stylobench.engine.attack_result import PARTS
from stylobench.engine.obfuscating import Done, record
from stylobench.engine.tested_file import Documents, Source
from stylobench.engine.text_files import Asked
from stylobench.pan.obfuscations import FIELDS
from stylobench.protocols import (
    advice_findings,
    attack_findings,
    attack_people,
    findings,
    leakage_findings,
    review_findings,
    shift_findings,
    shift_study_findings,
)
from stylobench.protocols.attack_evidence import AttackEvidence
from stylobench.protocols.cues import Cue
from stylobench.protocols.four_cells import Distance, FourCells
from stylobench.protocols.leakage_evidence import LeakageEvidence
from stylobench.protocols.power import PairPower
from stylobench.protocols.shift_evidence import ShiftEvidence
from stylobench.protocols.unmasking import Curve, Step
from stylobench.specs import build, names
from stylobench.statistics.power import Need, Now

HOUSE = Path(__file__).parents[1]
PAGES = [HOUSE / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(HOUSE.glob("docs/*.md"))
TEXTS = {page: page.read_text(encoding="utf-8") for page in PAGES}
GUIDE = "\n".join(TEXTS.values())
VERBS: dict[str, Any] = get_command(application()).commands  # type: ignore[attr-defined]
OPTIONS = [
    (verb, option)
    for verb, command in VERBS.items()
    for parameter in command.params
    for option in parameter.opts
    if option.startswith("--")
]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
NUMBER = re.compile(r"−?\d*\.?\d+")
LIKE_FOR_LIKE = 4.0
MACHINE = re.compile(r"(?<![\w.])/(?:work|home|root|tmp|mnt|opt|srv|Users|var)/|\bfile://|\b[A-Z]:\\")

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def fences(page: Path, language: str) -> list[str]:
    return [body for kind, body in FENCE.findall(TEXTS[page]) if kind == language]


def anchors(page: Path) -> set[str]:
    """The anchors that a reader of Markdown gives to headings."""
    headings = HEADING.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def commands() -> list[str]:
    """Every line of a fenced block that calls the program."""
    blocks = [body.replace("\\\n", " ") for page in PAGES for body in fences(page, "")]
    lines = [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith("stylobench ")]


def section(page: Path, heading: str) -> str:
    """What stands under a heading of the second level."""
    return TEXTS[page].partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def records_of(module: ModuleType) -> list[type]:
    return [found for found in vars(module).values() if isinstance(found, type) and dataclasses.is_dataclass(found)]


def own_records_of(module: ModuleType) -> list[type]:
    return [record for record in records_of(module) if record.__module__ == module.__name__]


def fields(records: Iterable[type]) -> set[str]:
    return {field.name for record in records for field in dataclasses.fields(record)}


def unexplained(names: Iterable[str], heading: str) -> list[str]:
    """The names that the formats page does not have, in backticks, under this heading."""
    told = section(HOUSE / "docs/formats.md", heading)
    assert told
    return sorted(name for name in names if f"`{name}`" not in told)


def keys_made_in(module: str) -> set[str]:
    """The keys of the dictionaries that a module of the engine writes out."""
    source = (HOUSE / "src/stylobench/engine" / module).read_text(encoding="utf-8")
    made = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Dict)]
    return {str(key.value) for one in made for key in one.keys if isinstance(key, ast.Constant)}


def numbers(text: str) -> list[float]:
    return [float(number.replace("−", "-")) for number in NUMBER.findall(text)]


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_every_verb_is_in_the_guide(verb: str) -> None:
    assert f"stylobench {verb}" in GUIDE


@pytest.mark.parametrize(("verb", "option"), OPTIONS)
def test_every_option_stands_on_a_page_about_its_verb(verb: str, option: str) -> None:
    pages = [text for text in TEXTS.values() if f"stylobench {verb}" in text]
    assert any(re.search(rf"{re.escape(option)}(?![\w-])", text) for text in pages)


@pytest.mark.parametrize("line", commands())
def test_every_command_printed_can_be_given(line: str) -> None:
    verb, *words = shlex.split(line, comments=True)[1:]
    if verb.startswith("-"):
        return
    known = {option for parameter in VERBS[verb].params for option in (*parameter.opts, *parameter.secondary_opts)}
    known.add("--help")
    assert {word for word in words if re.match(r"--?[a-z]", word)} <= known


def test_every_attributor_is_in_the_guide() -> None:
    assert [name for name in names("attributors") if f"`{name}`" not in GUIDE] == []


@pytest.mark.parametrize("kind", ["verifiers", "encoders", "clusterers", "obfuscators", "quality"])
def test_every_part_with_a_name_is_in_the_guide(kind: str) -> None:
    assert len(names(kind)) > 1
    assert [name for name in names(kind) if f"`{name}`" not in GUIDE] == []


@pytest.mark.parametrize("kind", ["obfuscators", "quality"])
def test_every_part_of_an_attack_is_told_where_attacks_are(kind: str) -> None:
    page = TEXTS[HOUSE / "docs/obfuscation.md"]
    assert [name for name in names(kind) if f"`{name}`" not in page] == []


@pytest.mark.parametrize("name", names("obfuscators"))
def test_every_parameter_of_an_obfuscator_stands_in_its_row(name: str) -> None:
    rows = [line for line in TEXTS[HOUSE / "docs/obfuscation.md"].splitlines() if line.startswith(f"| `{name}` |")]
    told = re.findall(r"`(\w+)`", rows[0].split("|")[3])
    assert sorted(told) == sorted(build("obfuscators", name).get_params())


def test_every_feature_set_is_in_the_guide() -> None:
    sources = {name: (HOUSE / f"src/stylobench/features/{name}.py").read_text() for name in names("features")}
    sets = [name for name, source in sources.items() if re.search(r"^    def count\(", source, re.MULTILINE)]
    assert len(sets) > 1
    assert [name for name in sets if f"`{name}`" not in GUIDE] == []


def test_every_format_is_in_the_guide() -> None:
    page = TEXTS[HOUSE / "docs/formats.md"]
    assert [name for name in formats() if name not in page] == []


def test_every_field_of_a_result_is_explained() -> None:
    records = [Cue, Distance, FourCells, Curve, Step, PairPower, Now, Need, *records_of(findings)]
    stems = {re.sub(r"^(auc|kept|turned_away|right)_(low|high)$", r"\1", name) for name in fields(records)}
    assert unexplained(stems, "result.json") == []


def test_every_field_of_a_result_of_leakage_is_explained() -> None:
    assert unexplained(fields([*records_of(leakage_findings), LeakageEvidence]), "result.json of leakage") == []


def test_every_field_of_a_result_of_shift_is_explained() -> None:
    records = [*records_of(shift_findings), *records_of(shift_study_findings), ShiftEvidence]
    assert unexplained(fields(records), "result.json of shift") == []


def test_every_field_of_a_result_of_attack_is_explained() -> None:
    people = set(own_records_of(attack_people)) - {attack_people.Told, attack_people.Compared}
    assert unexplained(fields([*records_of(attack_findings), *people, AttackEvidence]), "result.json of attack") == []


def test_every_field_of_advice_is_explained() -> None:
    assert unexplained(fields(own_records_of(advice_findings)), "result.json of advice") == []


def test_every_field_of_a_review_is_explained() -> None:
    assert unexplained(fields(own_records_of(review_findings)), "Reviews") == []


def test_every_part_of_a_result_of_leakage_is_explained() -> None:
    keys = keys_made_in("leakage_result.py")
    assert {"protocol", "heat", "documents_per_topic"} <= keys
    assert unexplained(keys, "result.json of leakage") == []


def test_every_part_of_a_result_of_shift_is_explained() -> None:
    keys = keys_made_in("shift.py")
    assert {"protocol", "purity", "clusterer"} <= keys
    assert unexplained(keys, "result.json of shift") == []


def test_every_part_of_a_result_of_attack_is_explained() -> None:
    keys = keys_made_in("attack_result.py") | keys_made_in("attack_people.py") | set(PARTS)
    assert {"protocol", "cells", "quality", "people"} <= keys
    assert unexplained(keys, "result.json of attack") == []


def test_every_part_of_a_record_of_edits_is_explained() -> None:
    done = Done(Asked("letter", "So it is!", (), False), Rewrite("So it is!", (Edit(8, 9, ".", "calm"),)), None, 0.0)
    found = record(done, "calm", 0)
    failed = record(dataclasses.replace(done, rewrite=None, failure="died"), "calm", 0)
    assert unexplained({*found, *found["edits"][0], *failed, *FIELDS}, "What obfuscate writes") == []


def test_every_part_of_a_tested_file_is_explained() -> None:
    keys = keys_made_in("tested_file.py")
    assert {"version", "schemes", "runs"} <= keys
    assert unexplained({*keys, *fields([Documents, Source])}, "Stored answers") == []


def test_every_usual_column_of_a_table_of_answers_is_told() -> None:
    assert unexplained((name for usual in USUAL.values() for name in usual), "A table of answers") == []


def test_the_readme_is_short() -> None:
    assert len(TEXTS[HOUSE / "README.md"].splitlines()) < 150


def test_the_session_in_the_readme_is_real(tmp_path: Path) -> None:
    """Word for word; numbers may differ by a few documents, because libraries do."""
    session = next(body for body in fences(HOUSE / "README.md", "") if body.startswith("$ "))
    command, _, shown = session.removeprefix("$ ").replace("\\\n", " ").partition("\n")
    program = [sys.executable, "-m", "stylobench.cli.main", *shlex.split(command)[1:]]
    done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=True)
    printed, expected = (" ".join(text.split()) for text in (done.stdout, shown))
    assert NUMBER.sub("#", printed).startswith(NUMBER.sub("#", expected))
    pairs = zip(numbers(expected), numbers(printed), strict=False)
    assert [pair for pair in pairs if abs(pair[0] - pair[1]) > LIKE_FOR_LIKE] == []


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(FENCE.sub("", TEXTS[page])):
        if re.match(r"https?:", link):
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@each_page
def test_examples_run_and_print_what_the_page_says(page: Path) -> None:
    sessions = [body for body in fences(page, "python") if ">>>" in body]
    test = doctest.DocTestParser().get_doctest("\n".join(sessions), {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    said: list[str] = []
    assert runner.run(test, out=said.append).failed == 0, "".join(said)


@each_page
def test_python_is_python(page: Path) -> None:
    for body in fences(page, "python"):
        if ">>>" not in body:
            ast.parse(body)


@each_page
def test_no_page_knows_the_machine_it_was_written_on(page: Path) -> None:
    assert MACHINE.findall(TEXTS[page]) == []
