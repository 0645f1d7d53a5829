"""What is known of the topic-leakage crash test before its first job."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from engine.watching import Counting
from protocols.leakage_worlds import small_world

from stylobench.engine.force import Force
from stylobench.engine.jobs import answer
from stylobench.engine.leakage_prepared import PreparedLeakage, Wanted, prepared_leakage
from stylobench.engine.prepared import Place
from stylobench.engine.tested_file import read_record
from stylobench.errors import ArchiveError, SpecError, StylobenchError
from stylobench.protocols.leakage import Settings

SMALL = Settings(topics=4, folds=2, random=1, controls=1)
LSA = Wanted(encoder="lsa(dimensions=10)")


def ready(home: Path, wanted: Wanted = LSA) -> PreparedLeakage:
    return prepared_leakage(small_world(), ["char_ngrams"], SMALL, wanted, home)


def test_loads_are_the_jobs_that_are_run(tmp_path: Path) -> None:
    found, watch = ready(tmp_path, replace(LSA, compare=("topics",))), Counting()
    found.conduct(Place(tmp_path, tmp_path), Force(0, watch=watch))
    assert {load.label: load.jobs for load in found.loads} == watch.jobs == watch.waiting
    assert watch.prepared == ["char_ngrams", "topic_fit"]


def test_items_are_all_that_is_learnt_from_and_answered(tmp_path: Path) -> None:
    found = ready(tmp_path)
    distinct = {split.digest: len(split.train) + len(split.test) for split in found.splits}
    assert [load.items for load in found.loads] == [sum(distinct.values())] * 2


def test_a_pilot_is_small_and_can_be_answered(tmp_path: Path) -> None:
    for load in ready(tmp_path).loads:
        assert load.pilot_items <= 60
        assert answer(load.pilot).failure is None


def test_what_was_answered_is_not_prepared_again(tmp_path: Path) -> None:
    first, again = Counting(), Counting()
    told = [ready(tmp_path).conduct(Place(tmp_path, tmp_path), Force(0, watch=watch)) for watch in (first, again)]
    assert told[0] == told[1]
    assert (sum(again.waiting.values()), again.prepared) == (0, [])
    assert again.jobs == first.jobs


def test_answers_are_shared_and_the_record_says_where_they_are(tmp_path: Path) -> None:
    place = Place(tmp_path, tmp_path / "leak" / "essays-seed-0")
    ready(tmp_path).conduct(place, Force(0))
    record = read_record(place.folder)
    keys = [key for of_method in record.keys.values() for of_scheme in of_method.values() for key in of_scheme]
    assert keys
    assert all((place.folder / record.answers / f"{key}.npz").is_file() for key in keys)


@pytest.mark.parametrize(
    ("verifiers", "settings", "wanted", "error"),
    [
        (["ppm(radius=0.7)"], SMALL, LSA, SpecError),
        (["ppm(order=9)"], SMALL, LSA, SpecError),
        (["char_ngrams(n=0)"], SMALL, LSA, SpecError),
        (["ppm"], replace(SMALL, topics=9), LSA, StylobenchError),
        (["ppm"], SMALL, replace(LSA, compare=("hat",)), SpecError),
        (["ppm"], SMALL, replace(LSA, encoder="hat"), SpecError),
        (["ppm"], SMALL, replace(LSA, answers={"theirs": Path("nowhere")}), ArchiveError),
    ],
)
def test_what_is_wrong_is_told_before_the_first_job(verifiers, settings, wanted, error, tmp_path: Path) -> None:
    with pytest.raises(error):
        prepared_leakage(small_world(), verifiers, settings, wanted, tmp_path)
    assert not (tmp_path / "answers").exists()
