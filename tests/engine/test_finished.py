"""When a result need not be made again."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from stylobench import specs
from stylobench.engine.finished import (
    Stock,
    forget,
    identity,
    keep_finished,
    read_finished,
    still_good,
    study_key,
    surroundings,
)
from stylobench.engine.methods import methods
from stylobench.engine.plan import Study
from stylobench.engine.tested_file import Source

STUDY = Study("a", "novel-topic", {"x": Source("world")}, ("knn",), options={"folds": 3})


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name, text in {"a/result.json": "{}", "a/report.html": "page", "answers/k1.npz": "12345"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "answers/k2.failed").write_text("123")
    (tmp_path / "answers/.k3.npz.host-1.part").write_text("1")
    return tmp_path


def test_the_stock_knows_answers_and_failures_and_nothing_half_written(home: Path) -> None:
    stock = Stock.of(home)
    assert (stock.answered, stock.failed) == ({"k1": 5}, {"k2": 3})
    assert stock.known(again=True) == {"k1": 5}
    assert stock.known(again=False) == {"k1": 5, "k2": 3}
    assert Stock.of(home / "nowhere") == Stock({}, {})


def test_a_result_is_good_as_long_as_everything_is_there(home: Path) -> None:
    done = keep_finished(home, STUDY, "key", {"k1": "knn", "k2": "knn"}, ())
    assert read_finished(home / "a") == done
    assert done.jobs == {"knn": {"k1": 5, "k2": 3}}
    known = Stock.of(home).known(again=False)
    assert still_good(done, home / "a", "key", known)
    assert not still_good(done, home / "a", "another key", known)
    assert not still_good(done, home / "a", "key", Stock.of(home).known(again=True))
    assert not still_good(done, home / "a", "key", {**known, "k1": 4})
    assert not still_good(None, home / "a", "key", known)
    (home / "a/report.html").write_text("pag")
    assert not still_good(done, home / "a", "key", known)


def test_a_note_that_cannot_be_read_is_none(home: Path) -> None:
    keep_finished(home, STUDY, "key", {}, ())
    path = home / "a/finished.json"
    path.write_bytes(path.read_bytes()[:-9])
    assert read_finished(home / "a") is None
    forget(home / "a")
    forget(home / "a")
    assert not path.exists()


def test_any_changed_byte_of_a_note_is_noticed(home: Path) -> None:
    keep_finished(home, STUDY, "key", {"k1": "knn"}, ({"method": "é", "jobs": 1, "failed": 0, "reasons": {}},))
    path = home / "a/finished.json"
    data = path.read_bytes()
    for at in range(len(data)):
        for bit in range(8):
            path.write_bytes(data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :])
            assert read_finished(home / "a") is None


def test_a_key_tells_studies_apart_but_not_usual_options_that_are_written_out() -> None:
    key = study_key(STUDY, {"x": "contents"})
    written = dataclasses.replace(STUDY, options={"folds": 3, "rest": "spread", "split": None})
    assert study_key(written, {"x": "contents"}) == key
    others = [
        study_key(STUDY, {"x": "other contents"}),
        study_key(dataclasses.replace(STUDY, seed=1), {"x": "contents"}),
        study_key(dataclasses.replace(STUDY, options={"folds": 4}), {"x": "contents"}),
        study_key(dataclasses.replace(STUDY, attributors=("maxent",)), {"x": "contents"}),
    ]
    assert len({key, *others}) == 5


def test_a_key_hangs_on_the_contents_of_files(tmp_path: Path) -> None:
    split = tmp_path / "split.csv"
    split.write_text("id,fold\n")
    study = dataclasses.replace(STUDY, options={"split": str(split)})
    before = study_key(study, {})
    split.write_text("id,part\n")
    assert study_key(study, {}) != before


def test_only_what_its_spec_says_in_full_goes_by_it() -> None:
    assert identity("attributors", "knn") == "knn"
    assert identity("attributors", "maxent(C=10.0, features=function_words)").startswith("maxent(")
    for spec in ("mine=knn", "sklearn.dummy:DummyClassifier"):
        (method,) = methods([spec])
        assert identity("attributors", spec) == method.fingerprint


def test_no_method_of_the_house_that_rests_on_something_else_goes_by_its_spec() -> None:
    for kind in ("attributors", "verifiers", "obfuscators"):
        for name in specs.names(kind):
            source = (specs.HOUSE / kind / f"{name}.py").read_text()
            if "depends_on" in source or "wraps" in source:
                continue
            made = specs._factory(kind, name)
            assert not hasattr(made, "depends_on"), f"{kind} {name} inherits depends_on"
            assert not hasattr(made, "wraps"), f"{kind} {name} inherits wraps"


def test_the_surroundings_stay_what_they_are() -> None:
    assert surroundings() == surroundings()
    assert len(surroundings()) == 64
