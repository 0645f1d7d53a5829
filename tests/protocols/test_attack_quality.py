from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from stylobench.edits import Rewrite
from stylobench.features.difference import difference
from stylobench.protocols import attack_quality
from stylobench.protocols.attack_findings import Quality
from stylobench.protocols.attack_quality import quality_findings
from stylobench.quality import _grammar

FAST = ["edits_per_1000", "kept_negations", "artefacts", "changed_words"]
ORIGINALS = [f"Text {n} is not long. It has {n} words, and they are these." for n in range(12)]
GROUPS = [f"author {n // 2}" for n in range(12)]
REWRITES = {
    "identity": [Rewrite(text) for text in ORIGINALS],
    "careless": [difference(text, text.replace(" not", "").replace(",", " ,")) for text in ORIGINALS],
}


def by_name(found: list[Quality]) -> dict[tuple[str, str], Quality]:
    return {(each.obfuscator, each.measure): each for each in found}


def test_identity_keeps_all_and_the_originals_stand_beside() -> None:
    found, warnings = quality_findings("made", REWRITES, GROUPS, FAST)
    assert warnings == []
    named = by_name(found)
    assert named["identity", "kept_negations"].value.value == 1.0
    assert named["careless", "kept_negations"].value.value == 0.0
    assert named["identity", "edits_per_1000"].value.value == 0.0
    assert named["careless", "edits_per_1000"].original is None
    assert named["identity", "artefacts"].value.value == named["careless", "artefacts"].original == 0.0
    # one mark in twelve words
    assert named["careless", "artefacts"].value.value == pytest.approx(1000 / 12)
    assert named["careless", "changed_words"].texts == 12


def test_order_is_by_obfuscator_then_dimension() -> None:
    found, _ = quality_findings("made", REWRITES, GROUPS, FAST)
    dimensions = ["soundness", "sensibleness", "efficiency", "efficiency"]
    assert [(each.obfuscator, each.dimension) for each in found] == [
        (name, dimension) for name in REWRITES for dimension in dimensions
    ]


def test_a_text_that_problems_share_is_judged_once() -> None:
    doubled = {name: [*of, of[0], of[0]] for name, of in REWRITES.items()}
    assert quality_findings("made", doubled, [*GROUPS, GROUPS[0], GROUPS[0]], FAST) == quality_findings(
        "made", REWRITES, GROUPS, FAST
    )


def test_the_order_of_texts_changes_no_bit() -> None:
    turned = {name: of[::-1] for name, of in REWRITES.items()}
    assert quality_findings("made", turned, GROUPS[::-1], FAST) == quality_findings("made", REWRITES, GROUPS, FAST)


def test_groups_are_drawn_again_not_texts() -> None:
    mixed = {
        "some": [difference(t, t.replace(" not", "")) if n % 4 < 2 else Rewrite(t) for n, t in enumerate(ORIGINALS)]
    }
    together, _ = quality_findings("made", mixed, GROUPS, ["kept_negations"])
    apart, _ = quality_findings("made", mixed, ORIGINALS, ["kept_negations"])
    assert together[0].value.value == apart[0].value.value == 0.5
    widths = [each[0].value.high - each[0].value.low for each in (together, apart)]  # type: ignore[operator]
    assert widths[0] > widths[1]


def test_the_interval_agrees_with_that_of_a_mean() -> None:
    rng = np.random.default_rng(5)
    texts = [f"Number {n}. " + "It is not so. " * 20 for n in range(60)]
    lost = rng.binomial(20, 0.3, size=60)
    rewrites = [difference(text, text.replace("not ", "", int(n))) for text, n in zip(texts, lost, strict=True)]
    value = quality_findings("made", {"some": rewrites}, texts, ["kept_negations"])[0][0].value
    shares = 1 - lost / 20
    assert value.value == pytest.approx(shares.mean())
    assert value.low is not None
    assert value.high is not None
    assert (value.high - value.low) / 2 == pytest.approx(2.0 * shares.std(ddof=1) / np.sqrt(60), rel=0.15)


def test_texts_that_could_not_be_rewritten_are_left_out() -> None:
    partly = {"identity": REWRITES["identity"], "careless": [None, *REWRITES["careless"][1:]], "dead": [None] * 12}
    named = by_name(quality_findings("made", partly, GROUPS, FAST)[0])
    assert named["careless", "artefacts"].texts == 11
    assert not [name for name, _ in named if name == "dead"]


def test_a_measure_with_nothing_to_measure_is_not_reported() -> None:
    assert quality_findings("made", REWRITES, GROUPS, ["untranslated"]) == ([], [])


def test_few_groups_have_no_interval() -> None:
    two = quality_findings("made", REWRITES, ["a"] * 6 + ["b"] * 6, ["changed_words"])[0]
    assert {each.value.low for each in two} == {None}


def test_a_missing_part_is_one_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_grammar, "PROGRAM", "no-such-link-parser")
    found, warnings = quality_findings("made", REWRITES, GROUPS, ["parsed", "changed_words"])
    assert {each.measure for each in found} == {"changed_words"}
    assert warnings == [
        "quality measure parsed is left out: link-grammar, which parses sentences, is not installed; install it with: "
        "sudo apt-get install link-grammar"
    ]


def test_of_many_originals_the_same_are_judged_for_every_obfuscator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attack_quality, "MOST_ORIGINALS", 5)
    found, _ = quality_findings("made", REWRITES, GROUPS, ["artefacts"])
    assert [each.texts for each in found] == [5, 5]
    assert quality_findings("made", REWRITES, GROUPS, ["artefacts"]) == (found, [])


class Judge:
    """Remembers what it learnt from and says whether it has read the original before."""

    dimension, title, better, scale, blind, by_default = "sensibleness", "read", "low", "share", "", True

    def __init__(self, read: frozenset[str] = frozenset()) -> None:
        self.read = read

    def fit(self, texts: list[str]) -> Judge:
        return Judge(frozenset(texts))

    def measure(self, rewrites: list[Rewrite]) -> np.ndarray:
        assert self.read
        return np.array([float(rewrite.original in self.read) for rewrite in rewrites])

    def originals(self, rewrites: list[Rewrite]) -> None:
        return None


def test_a_judge_never_learns_from_what_it_judges_nor_from_the_same_author(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attack_quality.specs, "build", lambda kind, name: Judge())
    shared = {name: [*of, of[0]] for name, of in REWRITES.items()}
    shared["other"] = [replace(rewrite, notes={"x": 1}) for rewrite in shared["careless"]]
    found, _ = quality_findings("made", shared, [*GROUPS, "author 5"], ["judge"])
    assert [(each.value.value, each.texts) for each in found] == [(0.0, 12)] * 3


def test_nothing_is_averaged_into_one_score_and_each_says_what_it_cannot_see() -> None:
    for _, measure in attack_quality._in_order(None):
        assert measure.blind.endswith(".")
        assert "entail" not in measure.blind + measure.title
        assert measure.better in ("high", "low")
        assert measure.scale in ("share", "ratio", "per_1000", "grade", "number")
