"""Fitted verifiers in one file."""

from __future__ import annotations

import dataclasses
import io
import json
import os
import pickle
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engine.saved_samples import fitted, model
from verifiers.sample_problems import Sample, sample

from stylobench import specs
from stylobench.engine import saved_models
from stylobench.engine.saved_models import SavedModel, load, save, text_in
from stylobench.errors import ArchiveError, MissingPart, SpecError
from stylobench.verifiers._verifier import Verifier

NAMES = [name for name in specs.names("verifiers") if name != "program"]
# loads a model without anything of this process, and prints every answer to the bit
ASK = """
import json, sys
from pathlib import Path
from stylobench.engine.saved_models import load
from stylobench.records import Problem
problems = [Problem(tuple(known), questioned) for known, questioned in json.loads(Path(sys.argv[2]).read_text())]
model = load(Path(sys.argv[1]))
found = {one.name: [float(score).hex() for score in one.verifier.verify(problems)] for one in model.fitted}
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def world() -> Sample:
    return sample()


@pytest.fixture(scope="module")
def every(world: Sample) -> dict[str, Any]:
    """Every verifier of the house that can be fitted here."""
    found = {}
    for name in NAMES:
        try:
            found[name] = fitted(name, world)
        except MissingPart:
            continue
    return found


@pytest.fixture
def small(world: Sample) -> SavedModel:
    return model({"char_ngrams": fitted("char_ngrams(calibrate=platt)", world)})


def test_every_verifier_answers_the_same_in_a_fresh_process(every: Any, world: Sample, tmp_path: Path) -> None:
    path, asked = tmp_path / "all.model", tmp_path / "asked.json"
    save(model(every), path)
    problems = world.problems(world.test)
    asked.write_text(json.dumps([[list(one.known), one.questioned] for one in problems]))
    done = subprocess.run([sys.executable, "-c", ASK, path, asked], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answers = {name: [float(x).hex() for x in one.verify(problems)] for name, one in every.items()}
    assert json.loads(done.stdout) == answers


def test_every_verifier_explains_the_same_when_loaded(every: Any, world: Sample, tmp_path: Path) -> None:
    save(model(every), tmp_path / "all.model")
    again = {one.name: one.verifier for one in load(tmp_path / "all.model").fitted}
    problem = world.problems(world.test)[0]
    for name, one in every.items():
        if hasattr(one, "explain"):
            assert again[name].explain(problem) == one.explain(problem), name


def test_everything_beside_the_verifiers_comes_back(small: SavedModel, tmp_path: Path) -> None:
    saved = save(small, tmp_path / "a.model")
    found = load(tmp_path / "a.model")
    assert found.facts == saved.facts
    assert found.usual == saved.usual
    assert found.cautions == ()
    assert (found.truth.tolist(), found.units.tolist()) == (saved.truth.tolist(), saved.units.tolist())
    [one], [before] = found.fitted, saved.fitted
    assert dataclasses.replace(one, verifier=None, scores=None) == dataclasses.replace(
        before, verifier=None, scores=None
    )
    assert one.scores.tolist() == before.scores.tolist()


def test_the_same_model_is_the_same_file(small: SavedModel, tmp_path: Path) -> None:
    save(small, tmp_path / "a.model")
    save(small, tmp_path / "b.model")
    assert (tmp_path / "a.model").read_bytes() == (tmp_path / "b.model").read_bytes()


def test_the_description_can_be_read_without_us(small: SavedModel, tmp_path: Path) -> None:
    save(small, tmp_path / "a.model")
    with zipfile.ZipFile(tmp_path / "a.model") as held:
        told = json.loads(held.read("model.json"))
    assert (told["format"], told["version"], told["digest"]) == ("stylobench model", 2, "d0")
    assert told["verifiers"][0]["spec"] == "char_ngrams"


def test_running_text_in_the_file_is_counted(world: Sample, tmp_path: Path) -> None:
    verifiers = {name: fitted(name, world) for name in ("ppm", "char_ngrams")}
    held = {one.name: one.text_held for one in save(model(verifiers), tmp_path / "a.model").fitted}
    assert held["ppm"] == sum(len(text) for text in verifiers["ppm"].background_ if len(text) >= 200) > 0
    assert held["char_ngrams"] == 0
    assert text_in({"a": ["x" * 199, {"b": "y" * 200}]}) == 200


class _Own(Verifier):
    pass


def test_a_verifier_of_another_house_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(
        SpecError, match=r"verifier 'mine' cannot be saved: it holds a .*_Own, which is not stylobench's"
    ):
        save(model({"mine": _Own()}), tmp_path / "a.model")
    assert list(tmp_path.iterdir()) == []


def test_other_code_is_a_caution(small: SavedModel, tmp_path: Path) -> None:
    old = {**small.facts.versions, "stylobench": "0.0.1", "scikit-learn": "1.0"}
    save(dataclasses.replace(small, facts=dataclasses.replace(small.facts, source="x", versions=old)), tmp_path / "a")
    first, second = load(tmp_path / "a").cautions
    assert "fitted by other code of stylobench (0.0.1)" in first
    assert "scikit-learn 1.0" in second


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"there is no model at .*a.model; `stylobench fit` makes one"):
        load(tmp_path / "a.model")


class _Payload:
    def __reduce__(self) -> tuple[Any, ...]:
        return open, ("ran", "w")


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 nothing", b"text", pickle.dumps(_Payload())])
def test_what_is_no_model_is_refused_and_nothing_runs(data: bytes, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.model").write_bytes(data)
    with pytest.raises(ArchiveError, match="is no model that stylobench can read"):
        load(Path("a.model"))
    assert not Path("ran").exists()


def changed(path: Path, name: str, change: Callable[[bytes], bytes]) -> None:
    """Write a file of the zip anew."""
    made = io.BytesIO()
    with zipfile.ZipFile(path) as held, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for one in held.namelist():
            new.writestr(one, change(held.read(one)) if one == name else held.read(one))
    path.write_bytes(made.getvalue())


def changed_state(path: Path, verifier: Any) -> None:
    def change(data: bytes) -> bytes:
        state = json.loads(data)
        state["verifiers"][0]["verifier"] = verifier
        return json.dumps(state).encode()

    changed(path, "state.json", change)


@pytest.mark.parametrize(
    ("verifier", "said"),
    [
        ({"house": "os:system", "state": {"command": "touch ran"}}, "'os:system', which is not on the list of types"),
        ({"house": "stylobench.verifiers.program:Program", "state": {"command": "touch ran"}}, "not on the list"),
        ({"sklearn": "Pipeline", "state": {"dict": []}}, "'Pipeline' of scikit-learn, not on the list of types"),
        ({"sklearn": "SVC", "state": {"dict": []}}, "a SVC has other attributes"),
        ({"sklearn": "0"}, "is no model"),
        ({"array": "0", "dtype": "|O", "shape": [1], "order": "C"}, "could hide code"),
        ({"array": "../../secret", "dtype": "<f8", "shape": [1], "order": "C"}, "is no model"),
        ({"array": "0", "dtype": "<f8", "shape": [10**15], "order": "C"}, "is no model"),
        (["a", "list"], "is a list, no verifier"),
        ({"house": "stylobench.verifiers._verifier:Reason", "state": {"name": "a", "value": 1.0}}, "not on the list"),
        ({"house": "stylobench.verifiers._style:Scale", "state": {}}, "Scale has other attributes"),
    ],
)
def test_a_crafted_state_is_refused(
    verifier: Any, said: str, small: SavedModel, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    save(small, Path("a.model"))
    changed_state(Path("a.model"), verifier)
    with pytest.raises(ArchiveError, match=said):
        load(Path("a.model"))
    assert not Path("ran").exists()


def test_a_pickle_among_the_parts_is_bytes_and_no_more(small: SavedModel, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    save(small, Path("a.model"))
    changed(Path("a.model"), "parts/0", lambda _: pickle.dumps(_Payload()))
    with pytest.raises(ArchiveError, match="is no model"):
        load(Path("a.model"))
    assert not Path("ran").exists()


@pytest.mark.parametrize("name", ["../evil", "/etc/evil", "parts/../evil", "parts/x", "evil.py"])
def test_a_file_that_no_model_has_is_refused(name: str, small: SavedModel, tmp_path: Path) -> None:
    save(small, tmp_path / "a.model")
    with zipfile.ZipFile(tmp_path / "a.model", "a") as held:
        held.writestr(name, "x")
    with pytest.raises(ArchiveError, match="which no model does"):
        load(tmp_path / "a.model")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.model"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_part_that_comes_twice_is_refused(small: SavedModel, tmp_path: Path) -> None:
    save(small, tmp_path / "a.model")
    with zipfile.ZipFile(tmp_path / "a.model", "a") as held:
        held.writestr("parts/0", "x")
    with pytest.raises(ArchiveError, match="a part of it comes twice"):
        load(tmp_path / "a.model")


def test_a_file_that_would_grow_without_end_is_refused(small: SavedModel, tmp_path: Path, monkeypatch: Any) -> None:
    save(small, tmp_path / "a.model")
    with zipfile.ZipFile(tmp_path / "a.model", "a", zipfile.ZIP_DEFLATED) as held:
        held.writestr("parts/999", b"\0" * 2**26)
    monkeypatch.setattr(saved_models, "FREE_BYTES", 2**20)
    with pytest.raises(ArchiveError, match=r"bytes would grow to 67,.*, more than a model may"):
        load(tmp_path / "a.model")


@pytest.mark.parametrize("change", [{"format": "other"}, {"version": 3}])
def test_another_format_is_refused(change: dict[str, Any], small: SavedModel, tmp_path: Path) -> None:
    save(small, tmp_path / "a.model")
    changed(tmp_path / "a.model", "model.json", lambda data: json.dumps({**json.loads(data), **change}).encode())
    with pytest.raises(
        ArchiveError, match=r"does not say that it is|its format is 3, this version reads 1 and 2; fit again"
    ):
        load(tmp_path / "a.model")


def test_an_older_model_loads_and_says_what_it_lacks(small: SavedModel, tmp_path: Path) -> None:
    """Format 1 had no conditions, no twins and no frequent words."""
    save(small, tmp_path / "a.model")

    def described(data: bytes) -> bytes:
        told = {**json.loads(data), "version": 1}
        del told["learnt"]
        return json.dumps(told).encode()

    def state(data: bytes) -> bytes:
        held = json.loads(data)
        del held["conditions"]
        held["usual"] = held["usual"][:5]
        for one in held["verifiers"]:
            del one["twin"], one["twin_scores"]
        return json.dumps(held).encode()

    changed(tmp_path / "a.model", "model.json", described)
    changed(tmp_path / "a.model", "state.json", state)
    older = load(tmp_path / "a.model")
    assert (older.conditions, older.fitted[0].twin, older.usual.common_words) == (None, None, frozenset())
    assert older.facts.learnt == older.facts.problems
    assert older.cautions[0] == (
        "the model is of an older format, calibrated for one known text only and for no length in particular, and "
        "cannot tell whether a verdict rests on the topic; fit again"
    )


def test_conditions_that_are_none_are_refused(small: SavedModel, tmp_path: Path) -> None:
    for wrong in (np.ones((3, 3)), np.zeros((len(small.truth), 3)), np.full((len(small.truth), 3), np.inf)):
        save(replace(small, conditions=wrong), tmp_path / "a.model")
        with pytest.raises(ArchiveError, match=r"it does not say of its .* problems how many known texts"):
            load(tmp_path / "a.model")


def test_a_twin_comes_back_with_its_scores(world: Sample, tmp_path: Path) -> None:
    made = model({"char_ngrams": fitted("char_ngrams", world)})
    [one] = made.fitted
    twin = fitted("masked(verifier=char_ngrams)", world)
    save(replace(made, fitted=(replace(one, twin=twin, twin_scores=one.scores / 2),)), tmp_path / "a.model")
    [again] = load(tmp_path / "a.model").fitted
    problems = world.problems(world.test)
    assert again.twin.scores(problems).tolist() == twin.scores(problems).tolist()
    assert again.twin_scores is not None
    assert again.twin_scores.tolist() == (one.scores / 2).tolist()


def test_a_damaged_file_is_refused(small: SavedModel, tmp_path: Path) -> None:
    save(small, tmp_path / "a.model")
    data = bytearray((tmp_path / "a.model").read_bytes())
    rng = np.random.default_rng(0)
    said = []
    for _ in range(30):
        broken = bytearray(data)
        broken[int(rng.integers(len(data)))] ^= 0xFF
        (tmp_path / "b.model").write_bytes(bytes(broken))
        said.append(_refusal(tmp_path / "b.model"))
    assert sum("b.model" in line for line in said) > 20


def _refusal(path: Path) -> str:
    """One line, or nothing where the damage is in no part that counts."""
    try:
        load(path)
    except ArchiveError as error:
        return str(error)
    return ""


def tampered(path: Path, name: str, **changes: Any) -> None:
    """Change entries of model.json or state.json."""
    changed(path, name, lambda data: json.dumps({**json.loads(data), **changes}).encode())


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seed": "x"}, r"Facts\.seed in it is a str"),
        ({"problems": "<script>"}, r"Facts\.problems in it is a str"),
        ({"problems": 41}, "it tells of 41 problems, but not the truth and the units of as many"),
        ({"unit": 5}, r"Facts\.unit in it is a int"),
        ({"versions": []}, "is no model"),
        ({"versions": {"stylobench": 1}}, r"Facts\.versions"),
        ({"warnings": [1]}, r"Facts\.warnings"),
        ({"warnings": ["\x1b[2J"]}, r"it says '\\x1b\[2J', with signs that steer a terminal"),
        ({"corpus": "a\nb"}, "with signs that steer a terminal"),
        ({"authors": True}, r"Facts\.authors"),
        ({"verifiers": []}, "is no model"),
        ({"verifiers": "x"}, "is no model"),
    ],
)
def test_a_description_of_another_kind_is_refused(changes: Any, said: str, small: SavedModel, tmp_path: Path) -> None:
    save(small, tmp_path / "a.model")
    tampered(tmp_path / "a.model", "model.json", **changes)
    with pytest.raises(ArchiveError, match=said) as refusal:
        load(tmp_path / "a.model")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name": 1}, r"Fitted\.name"),
        ({"name": "\x1b]0;pwn\x07"}, "steer a terminal"),
        ({"text_held": "many"}, r"Fitted\.text_held"),
        ({"measures": [{"metric": "auc"}]}, "is no model"),
        ({"measures": [{"metric": 1, "value": 1, "low": 0, "high": 1, "unit": "", "units": 1}]}, r"Score\.metric"),
    ],
)
def test_a_verifier_of_which_something_else_is_told_is_refused(
    changes: Any, said: str, small: SavedModel, tmp_path: Path
) -> None:
    save(small, tmp_path / "a.model")
    with zipfile.ZipFile(tmp_path / "a.model") as held:
        [told] = json.loads(held.read("model.json"))["verifiers"]
    tampered(tmp_path / "a.model", "model.json", verifiers=[{**told, **changes}])
    with pytest.raises(ArchiveError, match=said):
        load(tmp_path / "a.model")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"truth": [True, False]}, r"SavedModel\.truth in it is a list"),
        ({"truth": ["yes"]}, r"SavedModel\.truth in it is a list"),
        ({"units": 3}, r"SavedModel\.units in it is a int"),
        ({"usual": [0, 1, 2]}, "is no model"),
        ({"usual": ["x", 1, 0, [], []]}, "is no model"),
        ({"usual": [0, 1, 0.5, [1], []]}, r"Usual\.trigrams"),
    ],
)
def test_a_truth_of_another_kind_is_refused(changes: Any, said: str, small: SavedModel, tmp_path: Path) -> None:
    save(small, tmp_path / "a.model")
    tampered(tmp_path / "a.model", "state.json", **changes)
    with pytest.raises(ArchiveError, match=said):
        load(tmp_path / "a.model")


@pytest.mark.parametrize("scores", [np.zeros(39), np.full(40, 2.0), np.zeros((40, 1)), np.full(40, -0.1)])
def test_scores_that_do_not_fit_the_problems_are_refused(scores: Any, small: SavedModel, tmp_path: Path) -> None:
    [one] = small.fitted
    save(dataclasses.replace(small, fitted=(dataclasses.replace(one, scores=scores),)), tmp_path / "a.model")
    with pytest.raises(ArchiveError, match="it does not hold scores from 0 to 1 for each of its 40 problems"):
        load(tmp_path / "a.model")


def test_a_part_that_is_named_again_and_again_is_refused(small: SavedModel, tmp_path: Path) -> None:
    save(small, tmp_path / "a.model")
    with zipfile.ZipFile(tmp_path / "a.model", "a", zipfile.ZIP_DEFLATED) as held:
        held.writestr("parts/999", b"\0" * 10**6)
    array = {"array": "999", "dtype": "|u1", "shape": [10**6], "order": "C"}
    tampered(tmp_path / "a.model", "state.json", truth=[array] * 10**4)
    with pytest.raises(ArchiveError, match="part 999 of it stands in two places"):
        load(tmp_path / "a.model")


@pytest.mark.parametrize(
    ("spec", "attribute", "wrong"),
    [
        ("char_ngrams", "map_", 3),
        ("basic9", "centre_", np.zeros(4)),
        ("basic9", "learner_", "svm"),
        ("impostors", "weights_", np.zeros((42, 7), np.float32)),
        ("impostors", "weights_", np.zeros((3, 3072), np.float32)),
        ("lsa", "directions_", np.zeros((5, 8))),
        ("fuzzy_clusters", "centres_", np.zeros((10, 99))),
        ("vote", "weights_", np.zeros((1, 1), np.float32)),
        ("scap", "n", -1),
    ],
)
def test_a_verifier_whose_parts_do_not_fit_is_refused(
    spec: str, attribute: str, wrong: Any, world: Sample, tmp_path: Path
) -> None:
    verifier = fitted(spec, world)
    setattr(verifier, attribute, wrong)
    save(model({spec: verifier}), tmp_path / "a.model")
    with pytest.raises(ArchiveError, match=r"model .* is refused: .*fit again"):
        load(tmp_path / "a.model")


# with the three estimators of scikit-learn, our own forests, and one of each kind of record
FIT = """
import sys, warnings
from pathlib import Path
from engine.saved_samples import fitted, model
from verifiers.sample_problems import sample
from stylobench.engine.saved_models import save
world = sample()
save(model({name: fitted(name, world) for name in sys.argv[2].split()}), Path(sys.argv[1]))
"""
SOME = "basic9 glad feature_tree ubm_gmm spatium impostors topic_fit ppm"


def test_two_fits_in_two_processes_give_the_same_file(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[1])}
        told = [sys.executable, "-W", "ignore", "-c", FIT, str(tmp_path / seed), SOME]
        done = subprocess.run(told, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
