"""The whole attack: what identity does, who is flagged, what is counted, and what changes no number."""

from __future__ import annotations

import json

import pytest
from engine.small_attacks import (
    AsksAround,
    Broken,
    Fussy,
    Halting,
    Letter,
    Moody,
    Never,
    Silly,
    Upper,
    WordOverlap,
    documents,
    problem_corpus,
    turned,
)
from engine.unplaced import unplaced

import stylobench
from stylobench import specs
from stylobench.cli._console import without_nan
from stylobench.engine.attack_contest import Contest
from stylobench.errors import MissingPart, SpecError
from stylobench.records import Corpus, Document

QUICK = {"quality": (), "draws": 99, "workers": 0}
ALONE = {"adaptive": False, "reversal": False}
HOUSE = [name for name in specs.names("verifiers") if name not in ("program", "calibrated")]


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STYLOBENCH_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def corpus():
    return problem_corpus(6)


def attack(corpus, verifiers, obfuscators, **more):
    return stylobench.attack(corpus, verifiers, obfuscators, **{**QUICK, "folds": 3, **more})


def cells(result):
    return {(cell["method"], cell["obfuscator"]): cell for cell in result["cells"]}


def timeless(result):
    """Without what a clock says."""
    if isinstance(result, dict):
        return {key: timeless(value) for key, value in result.items() if key != "seconds"}
    return [timeless(value) for value in result] if isinstance(result, list | tuple) else result


@pytest.mark.parametrize("verifier", [*HOUSE, "calibrated(verifier=char_ngrams(calibrate=none), by=isotonic)"])
def test_identity_has_no_impact_on_any_verifier_of_the_house(corpus, verifier) -> None:
    if verifier.startswith("sbert"):
        try:
            specs.build("encoders", "sbert")
        except MissingPart as missing:
            pytest.skip(str(missing))
    result = attack(corpus, [verifier], {"identity": "identity", "silly": Silly()}, **ALONE)
    for name in ("identity", "silly"):
        cell = cells(result)[verifier, name]
        assert cell["failure"] is None
        assert cell["impact"] == {"value": 0.0, "low": 0.0, "high": 0.0}
        changes = [cell[f"d_{measure}"] for measure in ("auc", "c_at_1", "final", "accuracy", "recall")]
        assert all(change == {"value": 0.0, "low": 0.0, "high": 0.0} for change in changes)
        assert (cell["lost"], cell["gained"], cell["untouched_changed"], cell["p"]) == (0, 0, 0, 1.0)
        assert cell["impact_published"] == 0.0


@pytest.mark.parametrize("verifier", [name for name in HOUSE if name != "sbert_cosine"])
def test_no_verifier_of_the_house_answers_untouched_problems_otherwise(corpus, verifier) -> None:
    found = cells(attack(corpus, [verifier], {"upper": Upper()}, **ALONE))
    assert found[verifier, "upper"]["untouched_changed"] == 0


def test_one_that_asks_around_is_flagged(corpus) -> None:
    found = cells(attack(corpus, {"alone": WordOverlap(), "around": AsksAround()}, {"upper": Upper()}, **ALONE))
    assert found["alone", "upper"]["untouched_changed"] == 0
    assert found["around", "upper"]["untouched_changed"] > 0


def test_capitals_undo_a_verifier_that_goes_by_words(corpus) -> None:
    cell = cells(attack(corpus, {"v": WordOverlap()}, {"upper": Upper()}, threshold="published", **ALONE))["v", "upper"]
    assert cell["recall"]["value"] > 0
    assert cell["recall_after"]["value"] == 0
    assert cell["impact"]["value"] == 1
    assert cell["lost"] == round(cell["recall"]["value"] * cell["same"])


def test_a_failed_text_is_judged_neither_way_and_counted(corpus) -> None:
    result = attack(corpus, {"v": WordOverlap()}, {"halt": Halting(), "upper": Upper()}, **ALONE)
    text = {one.id: one.text for one in corpus.documents}
    good = sum(len(text[trial.questioned]) % 2 == 0 for trial in corpus.trials if trial.same)
    assert 0 < good < 6
    cell = cells(result)["v", "halt"]
    assert (cell["same"], cell["problems"]) == (good, good + 6)
    [halt] = [one for one in result["rewriting"] if one["obfuscator"] == "halt"]
    assert (halt["texts"], halt["failed"]) == (6, 6 - good)
    [(reason, count)] = halt["failures"].items()
    assert (unplaced(reason), count) == ("RuntimeError: out of ideas", 6 - good)
    assert f"small: halt failed on {6 - good} texts: {reason}" in result["warnings"]
    assert len([one for one in result["shown"] if one["obfuscator"] == "halt"]) == good
    assert cells(result)["v", "upper"]["same"] == 6


def test_one_that_always_fails_has_no_impact_at_all(corpus) -> None:
    result = attack(corpus, {"v": WordOverlap()}, {"never": Never()})
    cell = cells(result)["v", "never"]
    assert cell["same"] == 0
    assert cell["impact"]["value"] is None
    assert cell["impact_published"] is None
    [made] = result["rewriting"]
    assert (made["texts"], made["failed"], made["unchanged"]) == (6, 6, 0)
    json.dumps(without_nan(result), allow_nan=False)


def test_a_text_that_fails_with_the_attackers_seed_still_counts(corpus) -> None:
    alone, both = (
        attack(corpus, {"v": WordOverlap()}, {"moody": Moody()}, adaptive=False, reversal=reversal)
        for reversal in (False, True)
    )
    for part in ("rewriting", "detectability"):
        assert timeless(alone[part]) == timeless(both[part])
    [made] = both["rewriting"]
    assert made["texts"] == 6
    assert 0 < made["failed"] < 6


def test_the_original_given_back_is_counted_as_unchanged(corpus) -> None:
    result = attack(corpus, {"v": WordOverlap()}, {"silly": Silly(), "identity": "identity", "upper": Upper()}, **ALONE)
    assert {one["obfuscator"]: one["unchanged"] for one in result["rewriting"]} == {
        "silly": 6,
        "identity": 6,
        "upper": 0,
    }


def test_a_verifier_that_never_answers_is_told_of(corpus) -> None:
    result = attack(corpus, {"broken": Broken(), "v": WordOverlap()}, {"upper": Upper()}, **ALONE)
    reason = cells(result)["broken", "upper"]["failure"]
    assert unplaced(reason) == "ValueError: no good"
    assert f"small: broken has no answers: {reason}" in result["warnings"]
    assert cells(result)["v", "upper"]["failure"] is None
    assert result["averages"][0]["methods"] == 1


def test_order_workers_and_folder_change_no_number(corpus, tmp_path) -> None:
    asked = ["char_ngrams"], ["random_edits", "identity"]
    plain = timeless(attack(corpus, *asked))
    assert timeless(attack(turned(corpus), *asked, workers=2)) == plain
    assert timeless(attack(corpus, *asked, folder=tmp_path)) == plain
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert timeless(attack(corpus, *asked, folder=tmp_path)) == plain
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()} == kept


def test_adding_an_obfuscator_or_a_verifier_changes_no_number_of_another(corpus, tmp_path) -> None:
    few = attack(corpus, {"v": WordOverlap()}, {"letter": Letter()}, folder=tmp_path)
    many = {"first": Letter(), "upper": Upper(), "letter": Letter(), "random_edits": "random_edits"}
    more = attack(corpus, {"other": AsksAround(), "v": WordOverlap()}, many, folder=tmp_path)
    assert cells(more)["v", "letter"] == cells(few)["v", "letter"]
    for part in ("rewriting", "detectability"):
        theirs = [one for one in more[part] if one["obfuscator"] == "letter"]
        assert timeless(theirs) == timeless(few[part])
    shown = [one for one in more["shown"] if (one["obfuscator"], one["method"]) == ("letter", "v")]
    assert shown == few["shown"]


def test_several_data_sets_stand_side_by_side(corpus) -> None:
    other = problem_corpus(5, words=40)
    both = attack({"one": corpus, "two": other}, {"v": WordOverlap()}, {"letter": Letter()}, **ALONE)
    assert [one["name"] for one in both["datasets"]] == ["one", "two"]
    assert both["corpus"]["documents"] == 22
    for name, alone in (("one", corpus), ("two", other)):
        single = attack({name: alone}, {"v": WordOverlap()}, {"letter": Letter()}, **ALONE)
        assert [cell for cell in both["cells"] if cell["dataset"] == name] == single["cells"]


def test_attributors_by_hand() -> None:
    """Capitals hide from words: what was known is not, and the true author falls to the middle."""
    words = {"ann": "red green", "bob": "blue gold", "cyd": "grey pink"}
    corpus = documents(*((name, f"{text} {'so ' * n}x{name}") for name, text in words.items() for n in range(4)))
    result = stylobench.attack(
        corpus,
        attributors=["naive_bayes(features=words)"],
        obfuscators={"identity": "identity", "upper": Upper()},
        **QUICK,
    )
    found = {cell["obfuscator"]: cell for cell in result["cells"]}
    assert result["datasets"][0]["item"] == "document"
    assert found["identity"]["recall"]["value"] == 1
    assert found["identity"]["impact"] == {"value": 0.0, "low": 0.0, "high": 0.0}
    assert found["identity"]["ranks"]["before"] == found["identity"]["ranks"]["after"]
    assert found["identity"]["ranks"]["before"]["value"] == 1
    assert found["identity"]["ranks"]["candidates"] == 3
    assert found["identity"]["same"] == found["identity"]["problems"] == 12


def test_strangers_are_not_rewritten() -> None:
    corpus = documents(*((name, f"{name} {'so ' * n}") for name in ("ann", "bob", "cyd", "dan") for n in range(4)))
    result = stylobench.attack(corpus, attributors=["naive_bayes"], obfuscators=["identity"], strangers=True, **QUICK)
    [cell], [made] = result["cells"], result["rewriting"]
    assert cell["problems"] - cell["same"] == result["datasets"][0]["different"] > 0
    assert made["texts"] == cell["same"]
    assert cell["impact"] == {"value": 0.0, "low": 0.0, "high": 0.0}


def test_verifiers_and_attributors_in_one_go(corpus) -> None:
    result = attack(corpus, {"v": WordOverlap()}, ["identity"], attributors=["naive_bayes"], **ALONE)
    assert [one["name"] for one in result["datasets"]] == ["small", "small (documents)"]
    assert {one["kind"] for one in result["methods"].values()} == {"verifier", "attributor"}
    assert result["obfuscators"]["identity"]["kind"] == "control"


def test_what_searches_against_verifiers_attacks_no_attributor(corpus) -> None:
    with pytest.raises(SpecError, match="searches against a verifier"):
        stylobench.attack(corpus, attributors=["naive_bayes"], obfuscators=["targeted"], **QUICK)


def test_a_control_is_one_whatever_it_is_called() -> None:
    found = Contest.of(["ppm"], (), {"x": "identity", "y": "random_edits(rate=.1)", "identity": Upper()})
    assert found.controls == {"x", "y"}
    _, described = found.described()
    assert {name: one["kind"] for name, one in described.items()} == {
        "x": "control", "y": "control", "identity": "obfuscator",
    }  # fmt: skip


def test_a_control_is_not_backtracked_whatever_it_is_called() -> None:
    result = attack(
        problem_corpus(16), {"v": WordOverlap()}, {"x": "identity", "letter": Letter()}, backtrack=2, adaptive=False
    )
    authors = {one["obfuscator"]: one["authors"] for one in result["reversal"]}
    assert authors == {"x": 0, "letter": 2}


def test_texts_rewritten_elsewhere_need_a_verifier(corpus, tmp_path) -> None:
    with pytest.raises(SpecError, match="belong to problems, which attributors do not answer: name verifiers"):
        stylobench.attack(corpus, attributors=["naive_bayes"], given={"theirs": tmp_path}, **QUICK)


def test_attributors_do_not_meet_texts_rewritten_by_problem(corpus, tmp_path) -> None:
    (tmp_path / "s0.txt").write_text("so", encoding="utf-8")
    asked = {"attributors": ["naive_bayes"], "given": {"theirs": tmp_path}, **ALONE}
    result = attack(corpus, {"v": WordOverlap()}, (), **asked)
    assert "small (documents): theirs was rewritten by problem: attributors do not meet it" in result["warnings"]


def test_every_obfuscator_is_judged_on_the_same_texts(corpus) -> None:
    """One that fails on some texts changes no number of another, nor which texts are judged."""
    more = {"quality": ("changed_words",), **ALONE}
    alone = attack(corpus, {"v": WordOverlap()}, {"letter": Letter()}, **more)
    both = attack(corpus, {"v": WordOverlap()}, {"halt": Halting(), "letter": Letter()}, **more)
    found = {one["obfuscator"]: one for one in both["quality"]}
    assert [found["letter"]] == alone["quality"]
    assert 0 < found["halt"]["texts"] < found["letter"]["texts"] == 6


def test_examples_are_the_same_problems_for_all(corpus) -> None:
    result = attack(
        corpus, {"v": WordOverlap()}, {"letter": Letter(), "upper": Upper()}, threshold="published", **ALONE
    )
    by_name = {name: [one for one in result["examples"] if one["obfuscator"] == name] for name in ("letter", "upper")}
    ids = {name: [one["problem"] for one in ours] for name, ours in by_name.items()}
    assert len(ids["letter"]) == 3
    assert ids["letter"] == ids["upper"]
    assert all(one["lost"] or one["kept"] for one in by_name["upper"])


def test_a_verifier_that_fails_here_and_there_is_told_of(corpus) -> None:
    text = {one.id: one.text for one in corpus.documents}
    asked = text[next(trial.questioned for trial in corpus.trials if trial.same)]
    result = attack(corpus, {"v": Fussy(asked)}, {"upper": Upper()}, **ALONE)
    [line] = [line for line in result["warnings"] if "neither way" in line]
    assert line.startswith("small: v failed on 1 of 3 folds, whose ")
    assert unplaced(line).endswith(" problems are judged neither way: ValueError: not that one")
    asked = len(result["shown"])
    assert 0 < asked < 6


def test_names_given_twice_are_refused(corpus) -> None:
    with pytest.raises(SpecError, match="named twice"):
        attack(corpus, ["ppm"], ["identity", "identity"])
    with pytest.raises(SpecError, match="'ppm' is named twice"):
        stylobench.attack(corpus, ["ppm"], ["identity"], {"ppm": "naive_bayes"})


def test_the_result_is_plain_data(corpus) -> None:
    result = attack(corpus, {"v": WordOverlap()}, {"letter": Letter()})
    plain = json.loads(json.dumps(result, allow_nan=False))
    assert plain["protocol"] == "attack"
    assert set(plain) >= {"corpus", "settings", "warnings", "datasets", "cells", "averages", "reversal", "examples"}
    assert plain["corpus"]["documents"] == 12
    assert -1 <= plain["cells"][0]["impact"]["value"] <= 1


def test_copies_among_the_documents_of_a_data_set_are_named_with_it():
    """Problems need their documents, so that nothing is advised."""
    long = "the harbour lay still under a grey sky while gulls turned slowly over boats that nobody had used for years"
    made = problem_corpus(6)
    pair = [Document("n1", long, "ann", "Sea"), Document("n2", f"{long} or so", "bob", "sea")]
    result = attack(
        Corpus.of("set", [*made.documents, *pair], trials=made.trials), {"v": WordOverlap()}, ["identity"], **ALONE
    )
    assert (
        "set: 1 pair of documents is nearly the same (1 across authors, 1 across topics): a near-copy in training "
        "gives the answer away" in result["warnings"]
    )
    assert any("set: 1 topic is spelt in more than one way" in line for line in result["warnings"])
