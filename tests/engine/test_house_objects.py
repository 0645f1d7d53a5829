"""Our own classes in a saved model."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from stylobench.engine.fitted_state import Parts, packed, unpacked
from stylobench.engine.house_objects import built
from stylobench.errors import ArchiveError, SpecError
from stylobench.features.calibration import CALIBRATORS
from stylobench.verifiers._feature_shares import Chosen
from stylobench.verifiers._forest import Forest
from stylobench.verifiers._mixture import Mixture
from stylobench.verifiers._other_texts import OtherTexts
from stylobench.verifiers._term_profiles import People
from stylobench.verifiers._tfidf import TfIdf
from stylobench.verifiers._verifier import Verifier
from stylobench.verifiers.calibrated import Calibrated
from stylobench.verifiers.char_ngrams import CharNgrams
from stylobench.verifiers.common_ngrams import CommonNgrams
from stylobench.verifiers.impostors import Impostors
from stylobench.verifiers.meta import Meta
from stylobench.verifiers.sbert_cosine import SbertCosine
from stylobench.verifiers.unmasking import Unmasking
from stylobench.verifiers.vote import Vote


def path(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def again(value: Any, **changes: Any) -> Any:
    """The object as a file would bring it, with some attributes changed."""
    return built(path(type(value)), {**vars(value), **changes})


@pytest.mark.parametrize(
    "name",
    [
        "os:system",
        "subprocess:Popen",
        "builtins:eval",
        "stylobench.cli.main:run",
        "stylobench.engine.run:Force",
        "stylobench.verifiers.program:Program",
        "stylobench.verifiers._child:Child",
        "stylobench.verifiers._verifier:check_is_fitted",
        "stylobench.verifiers._verifier:BaseEstimator",
        "stylobench.verifiers._verifier:Verifier",
        "stylobench.verifiers._training:Training",
        "stylobench.verifiers...os:system",
        "stylobench.verifiers.__init__:os",
        "stylobench.verifiers.ppm:Pmp",
        "stylobench.features.texts:Texts",
        "verifiers.ppm:Ppm",
        "",
    ],
)
def test_no_other_type_is_constructed(name: str) -> None:
    with pytest.raises(ArchiveError, match=r"which is not on the list of types that it may; .* fit again"):
        built(name, {"command": "touch ran"})


def test_a_name_in_other_letters_is_no_class() -> None:
    with pytest.raises(ArchiveError, match=r"'stylobench.verifiers.ppm:PPM' does not exist .* fit again"):
        built("stylobench.verifiers.ppm:PPM", {})


@pytest.mark.parametrize("name", ["stylobench.verifiers.ppm:Ppm", "stylobench.verifiers._tfidf:TfIdf"])
def test_attributes_of_another_version_ask_to_fit_again(name: str) -> None:
    with pytest.raises(ArchiveError, match="has other attributes in this version of stylobench; fit again"):
        built(name, {"features": "words"})


@pytest.mark.parametrize("name", ["_scores", "verify", "__class__", "n", "_in_batches", "x"])
def test_only_what_is_learnt_can_be_added(name: str) -> None:
    with pytest.raises(ArchiveError, match="Meta has other attributes"):
        again(Meta(), **{name: 1})


HOSTILE = [
    "evil_module:Evil",
    " evil_module:Evil()",
    "evil_module: Evil()",
    "evil_module:\uff25vil()",
    "evil_module\uff1aEvil()",
    "calibrated(verifier='evil_module:Evil')",
    "calibrated(verifier=calibrated(verifier='evil_module : Evil'))",
    "meta(verifiers=['ppm', 'evil_module:Evil'])",
    "program",
    "\uff50rogram(command='touch ran')",
    "program(command='touch ran')",
    "calibrated(verifier=program(command='touch ran'))",
    "stylobench.verifiers.program:Program(command='touch ran')",
    "stylobench.verifiers.ppm:Ppm",
    "sbert_cosine(model='attacker/repository')",
    "sbert_cosine(model=attacker)",
    "impostors(features='evil_module:Evil')",
    "impostors(features='words+evil_module:Evil()')",
    "impostors(features=\"sbert(model='x')\")",
    "__import__('os').system('touch ran')",
    "evil(a=1)",
    "ppm(**{'order': 3})",
    "(lambda: 0)()",
    "ppm\x00",
    "(" * 500,
]


@pytest.mark.parametrize("spec", HOSTILE)
@pytest.mark.parametrize("holder", ["calibrated", "meta", "nested"])
def test_a_parameter_that_names_code_is_refused(
    spec: str, holder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "evil_module.py").write_text("open('ran', 'w')\nclass Evil: pass")
    monkeypatch.chdir(tmp_path)
    changed = {
        "calibrated": (Calibrated(), {"verifier": spec}),
        "meta": (Meta(), {"verifiers": ("ppm", spec)}),
        "nested": (Meta(), {"verifiers": ["ppm", [("scap", spec)]]}),
    }
    value, changes = changed[holder]
    with pytest.raises(ArchiveError, match="may not be in a saved model, which names methods of stylobench only"):
        again(value, **changes)
    assert "evil_module" not in sys.modules
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("features", ["evil_module:Evil()", "words+os:system", "sbert(model='x')", "m: f"])
def test_a_record_that_names_code_is_refused(features: str) -> None:
    with pytest.raises(ArchiveError, match="may not be in a saved model"):
        again(Chosen("words", ["a"], np.ones(1)), features=features)
    with pytest.raises(ArchiveError, match="may not be in a saved model"):
        again(Impostors(), features=features)


def test_a_model_from_elsewhere_is_neither_loaded_nor_saved() -> None:
    with pytest.raises(ArchiveError, match=r"SbertCosine\(model='attacker/repository'\) may not be in a saved model"):
        again(SbertCosine(), model="attacker/repository")
    with pytest.raises(SpecError, match=r"SbertCosine\(model='a/b'\) may not be in a saved model"):
        packed(SbertCosine(model="a/b"), Parts())


@pytest.mark.parametrize(
    "value",
    [
        Calibrated("ppm(order=4)"),
        Calibrated(CharNgrams(n=3)),
        Meta(verifiers=["scap(n=4)", "impostors(features='char_ngrams(n=3)')", "calibrated(verifier=ppm)"]),
        Impostors(features="char_ngrams(n=3)"),
        Vote(features="words + char_ngrams(n=3)"),
        CommonNgrams(characters=[3]),
        SbertCosine(),
    ],
)
def test_a_parameter_may_name_methods_of_ours(value: Verifier) -> None:
    parts = Parts()
    found = unpacked(packed(value, parts), parts)
    assert str(found) == str(value)


@pytest.mark.parametrize(
    ("value", "name", "wrong"),
    [
        (CharNgrams(), "n", "3) + evil(n=1"),
        (CharNgrams(), "n", 2**40),
        (CharNgrams(), "held_out", float("nan")),
        (CharNgrams(), "calibrate", "nothing"),
        (CommonNgrams(), "words", (1, "2")),
        (Impostors(), "rounds", 0),
        (Impostors(), "rounds", -3),
        (Impostors(), "rounds", True),
        (Impostors(), "variant", "third"),
        (Unmasking(), "chunks", 0),
        (Meta(), "verifiers", ("impostors(rounds=0)",)),
        (Meta(), "verifiers", {"a": 1}),
        (Calibrated(), "verifier", {"a": 1}),
    ],
)
def test_a_parameter_that_no_fit_takes_is_refused(value: Verifier, name: str, wrong: Any) -> None:
    with pytest.raises(ArchiveError):
        again(value, **{name: wrong})


@pytest.mark.parametrize("kind", list(CALIBRATORS))
def test_a_map_has_the_attributes_of_a_fit(kind: str) -> None:
    fitted = CALIBRATORS[kind]().fit([0.1, 0.3, 0.5, 0.9], [False, True, False, True])
    parts = Parts()
    assert np.array_equal(unpacked(packed(fitted, parts), parts).transform([0.3]), fitted.transform([0.3]), True)
    first = next(iter(vars(fitted)))
    for wrong in ({first: None}, {first: float("nan")}, {"more": 1}):
        with pytest.raises(ArchiveError, match="has other attributes"):
            again(fitted, **wrong)


def forest(**changes: Any) -> Forest:
    """One tree: a question, two leaves."""
    state = {
        "roots": np.array([0]), "columns": np.array([1, -1, -1]), "bounds": np.array([0.5, 0.0, 0.0]),
        "children": np.array([[1, 2], [0, 0], [0, 0]]), "shares": np.array([0.5, 0.0, 1.0]),
    }  # fmt: skip
    found: Forest = built(path(Forest), {**state, **changes})
    return found


def test_a_forest_comes_back() -> None:
    assert forest().answers(np.array([[9.0, 0.4], [9.0, 0.6]])).tolist() == [0.0, 1.0]


@pytest.mark.parametrize(
    "changes",
    [
        {"children": np.array([[10**12, 2], [0, 0], [0, 0]])},
        {"children": np.array([[0, 2], [0, 0], [0, 0]])},
        {"children": np.array([[1, -1], [0, 0], [0, 0]])},
        {"children": np.array([[1, 2], [0, 0]])},
        {"children": np.array([1, 2, 0])},
        {"columns": np.array([1, 0, -1])},
        {"roots": np.array([3])},
        {"roots": np.array([-1])},
        {"roots": np.array([[0]])},
        {"shares": np.array([0.5])},
        {"bounds": np.array([0.5])},
        {"columns": np.array([1.0, -1.0, -1.0])},
        {"columns": [1, -1, -1]},
    ],
)
def test_a_forest_that_leads_nowhere_or_in_a_circle_is_refused(changes: Any) -> None:
    with pytest.raises(ArchiveError):
        forest(**changes)


def test_a_forest_over_more_measures_than_there_are_is_refused() -> None:
    with pytest.raises(ArchiveError, match="asks for more than the 1 measures there are"):
        forest().answers(np.array([[0.4]]))


@pytest.mark.parametrize(
    ("record", "changes"),
    [
        (TfIdf("words", ["a", "b"], np.ones(2)), {"names": ["a", "b", "c"]}),
        (TfIdf("words", ["a", "b"], np.ones(2)), {"idf": np.ones((2, 1))}),
        (Chosen("words", ["a", "b"], np.ones(2)), {"factors": np.ones(1)}),
        (OtherTexts(["d"], ["text"]), {"texts": []}),
        (Mixture(np.zeros(2), np.zeros((2, 3)), np.ones((2, 3))), {"variances": np.ones((2, 2))}),
        (Mixture(np.zeros(2), np.zeros((2, 3)), np.ones((2, 3))), {"log_weights": np.ones(3)}),
        (
            People(["a"], sparse.csr_matrix(np.ones((2, 1))), ["d"], sparse.csr_matrix(np.ones((2, 1)))),
            {"profiles": sparse.csr_matrix(np.ones((1, 1)))},
        ),
        (
            People(["a"], sparse.csr_matrix(np.ones((2, 1))), ["d"], sparse.csr_matrix(np.ones((2, 1)))),
            {"names": ["a", "b"]},
        ),
    ],
)
def test_a_record_whose_arrays_do_not_fit_is_refused(record: Any, changes: Any) -> None:
    again(record)
    with pytest.raises(ArchiveError, match="do not fit"):
        again(record, **changes)


def test_a_mixture_of_another_width_is_refused() -> None:
    with pytest.raises(ArchiveError, match="means of shape"):
        Mixture(np.zeros(2), np.zeros((2, 3)), np.ones((2, 3))).joint(np.zeros((5, 4)))
