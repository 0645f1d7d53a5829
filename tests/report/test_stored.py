"""Reading a result back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stylobench.errors import ArchiveError
from stylobench.report.stored import is_plan, read_plan, read_result

SOUND = {
    "protocol": "novel_topic",
    "corpus": {"name": "a", "documents": 1, "authors": 1, "topics": 1},
    "settings": {},
    "methods": {},
}


@pytest.mark.parametrize("protocol", ["novel_topic", "leakage"])
def test_a_sound_result_is_read(tmp_path: Path, protocol: str) -> None:
    (tmp_path / "result.json").write_text(json.dumps(SOUND | {"protocol": protocol}))
    assert read_result(tmp_path) == SOUND | {"protocol": protocol}


@pytest.mark.parametrize("protocol", ["shift", "attack"])
def test_the_corpus_of_a_shift_or_attack_run_need_not_have_authors_or_topics(tmp_path: Path, protocol: str) -> None:
    stored = SOUND | {"protocol": protocol, "corpus": {"name": "answers.csv", "documents": 40}}
    (tmp_path / "result.json").write_text(json.dumps(stored))
    assert read_result(tmp_path) == stored


def test_a_folder_without_a_result_is_told(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"has no result\.json; give the folder"):
        read_result(tmp_path)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('{"protocol": "novel', "is damaged"),
        ("\udcff", "is damaged"),
        ("[" * 100_000, "is damaged"),
        ("[]", "is not the result of a novel-topic or leakage or shift or attack or obfuscate --advise or verify run"),
        (
            json.dumps(SOUND | {"protocol": "drift"}),
            "is not the result of a novel-topic or leakage or shift or attack or obfuscate --advise or verify run",
        ),
        (json.dumps(SOUND | {"protocol": ["leakage"]}), "protocol 'novel_topic' or 'leakage' or 'shift' or 'attack'"),
        (
            json.dumps(SOUND | {"protocol": "shift", "corpus": {"name": "a"}}),
            "corpus lacks 'documents'; run shift again",
        ),
        (json.dumps(SOUND | {"methods": None}), "'methods' is missing; run novel-topic again"),
        (json.dumps(SOUND | {"protocol": "leakage", "settings": 3}), "'settings' is missing; run leakage again"),
        (json.dumps(SOUND | {"corpus": {"name": "a"}}), "corpus lacks 'documents'"),
        (json.dumps(SOUND | {"methods": {"maxent": 3}}), "a method is not an object"),
    ],
)
def test_damage_is_told_in_one_line(tmp_path: Path, content: str, told: str) -> None:
    (tmp_path / "result.json").write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(ArchiveError, match=told) as error:
        read_result(tmp_path)
    assert "\n" not in str(error.value)


def plan_in(folder: Path, *studies: dict[str, object]) -> None:
    (folder / "overview.json").write_text(json.dumps({"title": "t", "studies": studies}))


STUDY = {"name": "a/b-seed-0", "test": "leakage", "corpora": ["b"], "seed": 0, "failure": None, "gaps": []}


def test_a_plan_is_read_with_the_results_of_its_studies(tmp_path: Path) -> None:
    (tmp_path / "a" / "b-seed-0").mkdir(parents=True)
    (tmp_path / "a" / "b-seed-0" / "result.json").write_text(json.dumps(SOUND))
    plan_in(tmp_path, STUDY, STUDY | {"name": "lost", "failure": "no topic"})
    overview, results = read_plan(tmp_path)
    assert is_plan(tmp_path)
    assert [one["name"] for one in overview["studies"]] == ["a/b-seed-0", "lost"]
    assert results == {"a/b-seed-0": SOUND}
    with pytest.raises(ArchiveError, match="is the folder of a plan; give it alone"):
        read_result(tmp_path)


def test_a_damaged_overview_or_a_missing_result_is_told(tmp_path: Path) -> None:
    for content, told in (("{", "is damaged"), ("[]", "should list studies"), ('{"studies": [{}]}', "should list")):
        (tmp_path / "overview.json").write_text(content)
        with pytest.raises(ArchiveError, match=told):
            read_plan(tmp_path)
    plan_in(tmp_path, STUDY)
    with pytest.raises(ArchiveError, match=r"b-seed-0 has no result\.json"):
        read_plan(tmp_path)
