from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from stylobench import specs
from stylobench.engine import methods as under_test
from stylobench.engine.bank import expanded, families
from stylobench.engine.methods import methods
from stylobench.errors import MissingPart, SpecError
from stylobench.specs import FAMILIES


def test_the_bank_holds_every_method_that_names_its_evidence() -> None:
    found = families("verifiers")
    assert set(found.values()) == set(FAMILIES)
    assert {"calibrated", "program"}.isdisjoint(found)
    assert len(found) >= 25
    assert sorted(expanded(["bank"], "verifiers")) == sorted(found)


def test_families_come_one_after_the_other() -> None:
    order = [families("verifiers")[name] for name in expanded(["bank"], "verifiers")]
    assert order == sorted(order, key=FAMILIES.index)


def test_a_family_and_what_is_left_out_are_chosen_by_name_or_by_list() -> None:
    topic = expanded(["bank(family=topic)"], "verifiers")
    assert topic == ["sbert_cosine", "topic_fit"]
    assert expanded(["bank(family=[topic], without=[sbert_cosine])"], "verifiers") == ["topic_fit"]
    assert expanded(["bank(family=topic, without=topic_fit)"], "verifiers") == ["sbert_cosine"]


def test_what_is_named_beside_the_bank_comes_once_and_in_its_place() -> None:
    assert expanded(["topic_fit", "bank(family=topic)"], "verifiers") == ["topic_fit", "sbert_cosine"]
    assert expanded(["bank(family=topic)", "bank(family=topic)"], "verifiers") == ["sbert_cosine", "topic_fit"]


def test_attributors_have_a_bank_too() -> None:
    assert "burrows_delta" in expanded(["bank(family=words)"], "attributors")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bank(family=compresion)", r"no family named 'compresion'; there are: characters, words"),
        ("bank(without=nobody)", r"no method named 'nobody'; there are: "),
        ("bank(kind=1)", r"bank has no parameter 'kind'; it has: family, without"),
    ],
)
def test_what_the_bank_does_not_have_is_said(text: str, said: str) -> None:
    with pytest.raises(SpecError, match=said):
        methods([text], "verifiers")


def test_the_bank_goes_without_a_method_whose_part_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def built(kind: str, text: str) -> object:
        if text == "sbert_cosine":
            raise MissingPart("sentence vectors", "pip install them")
        return specs.build(kind, text)

    monkeypatch.setattr(under_test, "build", built)
    with pytest.warns(UserWarning, match="the bank goes without sbert_cosine: .*pip install them"):
        assert [one.name for one in methods(["bank(family=topic)"], "verifiers")] == ["topic_fit"]
    with pytest.raises(MissingPart):
        methods(["sbert_cosine"], "verifiers")


def test_methods_that_tag_are_left_out_where_there_is_no_tagger(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise MissingPart("the tagger", "pip install it")

    monkeypatch.setattr("stylobench.features._tagger._weights_file", nowhere)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found = {one.name for one in methods(["bank(without=sbert_cosine)"], "verifiers")}
    assert "the bank goes without lambda_g" in str(told[0].message)
    assert {"lambda_g", "pos_ngrams", "writeprints", "difference_forest", "meta"}.isdisjoint(found)
    assert {"ppm_tokens", "glad", "delta"} <= found
    assert [one.name for one in methods(["writeprints(tags=False)"], "verifiers")]
