"""When a result need not be made again."""

from __future__ import annotations

import dataclasses
import sys
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
    answered, failed = {"k1": str(home / "answers/k1.npz")}, {"k2": str(home / "answers/k2.failed")}
    assert (stock.answered, stock.failed) == (answered, failed)
    assert stock.known(again=True) == answered
    assert stock.known(again=False) == {**answered, **failed}
    assert Stock.of(home / "nowhere") == Stock({}, {})


def test_a_result_is_good_as_long_as_everything_is_there(home: Path) -> None:
    done = keep_finished(home, STUDY, "key", {"k1": "knn", "k2": "knn"}, ())
    assert read_finished(home / "a") == done
    assert done.jobs == {"knn": {"k1": 0xCBF53A1C, "k2": 0x884863D2}}
    known = Stock.of(home).known(again=False)
    assert still_good(done, home / "a", "key", known)
    assert not still_good(done, home / "a", "another key", known)
    assert not still_good(done, home / "a", "key", Stock.of(home).known(again=True))
    assert not still_good(done, home / "a", "key", {"k1": known["k1"]})
    assert not still_good(None, home / "a", "key", known)
    (home / "a/report.html").write_text("pag")
    assert not still_good(done, home / "a", "key", known)
    (home / "a/report.html").write_text("page")
    assert still_good(done, home / "a", "key", known)
    (home / "answers/k1.npz").write_text("12346")
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


PART = """
from plug_scale import S


class Part:
    def encode(self, texts):
        return S
"""


@pytest.mark.parametrize(
    ("test", "option"),
    [("leakage", "encoder"), ("shift", "encoder"), ("shift", "clusterer"), ("attack", "quality")],
)
def test_a_key_hangs_on_the_source_of_what_options_name(
    test: str, option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plug_part.py").write_text(PART)
    (tmp_path / "plug_scale.py").write_text("S = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("plug_part", "plug_scale"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    study = Study("a", test, {"x": Source("world")}, options={option: "plug_part:Part"})
    before = study_key(study, {})
    assert study_key(study, {}) == before
    (tmp_path / "plug_scale.py").write_text("S = 2\n")
    changed = study_key(study, {})
    (tmp_path / "plug_part.py").write_text(PART + "    size = 3\n")
    assert len({before, changed, study_key(study, {})}) == 3


def test_parts_of_the_house_go_by_their_specs() -> None:
    for kind, spec in (("encoders", "lsa"), ("clusterers", "kmeans"), ("quality", "bleu")):
        assert identity(kind, spec) == spec
