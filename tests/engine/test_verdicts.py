"""What a saved model says of a questioned text."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from engine.saved_samples import fitted, model
from hypothesis import given
from hypothesis import strategies as st
from verifiers.sample_problems import sample

from stylobench.engine.verdicts import Text, likewise, rising, verdict_on
from stylobench.records import Problem
from stylobench.verifiers._verifier import Verifier

WORLD = sample()
TEXTS = WORLD.texts


class Fixed(Verifier):
    """Always gives the same score."""

    def __init__(self, score: float = 0.5) -> None:
        self.score = score

    def verify(self, problems: Any) -> Any:
        return np.full(len(problems), self.score)


def asked(
    score: float, known: tuple[str, ...] = ("the known text is here",), text: str = "the questioned text", **more: Any
) -> Any:
    made = model({"fixed": Fixed(score)}, **more)
    return verdict_on(made, [Text(f"k{i}", one) for i, one in enumerate(known)], Text("q", text))


def test_the_nearest_scores_say_what_a_score_is_worth() -> None:
    """Of 40 scores from 0 to 1 the upper 20 are by one author: near .9 all are, near .1 none is."""
    high, low = (asked(score)["verdicts"][0] for score in (0.9, 0.1))
    assert (high["supports"], low["supports"]) == ("one author", "different authors")
    assert (high["likewise"]["n"], high["likewise"]["share"]) == (20, 1)
    assert (low["likewise"]["n"], low["likewise"]["share"]) == (20, 0)
    # 20 problems without a fault: 1 - .025 ** (1 / 20) is where an exact binomial interval ends
    assert high["likewise"]["low"] == pytest.approx(0.025 ** (1 / 20))
    assert high["prior"] == 0.5


def test_in_the_middle_neither_is_supported() -> None:
    verdict = asked(0.5)["verdicts"][0]
    assert verdict["supports"] == "neither"
    assert 0 < verdict["likewise"]["low"] < 0.5 < verdict["likewise"]["high"] < 1


def test_support_is_measured_against_the_share_among_all() -> None:
    """Nine in ten by one author everywhere: a score that is as good as any other supports nothing."""
    truth = np.arange(400) % 10 > 0
    verdict = asked(0.9, scores=np.linspace(0, 1, 400), truth=truth)["verdicts"][0]
    assert verdict["likewise"]["share"] > 0.85
    assert verdict["supports"] == "neither"


def test_a_pocket_of_other_truth_is_joined_with_its_neighbours() -> None:
    truth = np.r_[np.zeros(100), np.ones(50), np.zeros(50), np.ones(100)].astype(bool)
    made = model({}, np.linspace(0, 1, 300), truth)
    found = likewise(0.5, np.linspace(0, 1, 300), made)
    assert found is not None
    assert (found.n, found.share) == (100, 0.5)


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=30))
def test_the_rising_curve_against_the_minimax_formula(pairs: list[tuple[float, bool]]) -> None:
    """max over starts, min over ends, of the mean between them."""
    scores, same = np.array([score for score, _ in pairs]), np.array([truth for _, truth in pairs])
    levels = np.unique(scores)
    plain = []
    for place in range(len(levels)):
        means = [
            [same[(scores >= levels[a]) & (scores <= levels[b])].mean() for b in range(place, len(levels))]
            for a in range(place + 1)
        ]
        plain.append(max(min(row) for row in means))
    assert np.allclose(rising(scores, same), np.array(plain)[np.searchsorted(levels, scores)], atol=1e-7)


def test_silence_has_a_reason() -> None:
    cases = {
        "the questioned text is blank": ((("a b c",), " ")),
        "the known texts are blank": (("", " "), "a b c"),
        "one of the known texts is blank": (("", "a b c"), "a b c"),
        "the texts are too short for it, or it leaves cases as close as this one open": (("a b c",), "d e f"),
    }
    for said, (known, text) in cases.items():
        verdict = asked(float("nan"), known, text)["verdicts"][0]
        assert (verdict["supports"], verdict["score"], verdict["silence"]) == ("no answer", None, said)
        assert verdict["likewise"] is None


def test_training_problems_without_answers_tell_nothing() -> None:
    verdict = asked(0.5, scores=np.full(40, np.nan))["verdicts"][0]
    assert (verdict["supports"], verdict["likewise"]) == ("neither", None)


def test_texts_unlike_the_training_texts_are_told() -> None:
    usual = ("the the the the the the",)
    short = asked(0.5, ("the the",), "the the the the the the " * 100)["warnings"]
    assert len(short) == 2
    assert short[0] == "shorter than 95% of the training texts, most of which have 20 to 2,000 characters: k0"
    assert short[1].startswith("longer than 95% of the training texts")
    foreign = asked(0.5, usual, "日本語の文章です。日本語の文章です。日本語")["warnings"][-1]
    assert "up to 100.0% of the character 3-grams" in foreign
    assert foreign.endswith("(another language, script or kind of text?): q")


def test_a_text_that_the_model_has_learnt_from_is_told() -> None:
    warnings = asked(0.5, ("the the the the the the",), "seen before")["warnings"]
    assert warnings[0] == "the model has learnt from this very text, so the score says little: q"


def test_a_questioned_text_among_the_known_ones_is_told() -> None:
    text = "the the the the the the"
    assert asked(0.5, ("the other", text, f"{text}\r\n"), text)["warnings"][0] == (
        "the questioned text q is itself a known text: k1, k2"
    )
    assert not any("itself" in line for line in asked(0.5, (" ",), "")["warnings"])


def test_line_ends_are_alike() -> None:
    made = model({"char_ngrams": fitted("char_ngrams(calibrate=platt)", WORLD)})
    lines = [text.replace(" ", "\n", 5) for text in TEXTS[:2]]
    plain, other = (
        verdict_on(made, [Text("k", lines[0].replace("\n", end))], Text("q", lines[1].replace("\n", end)))
        for end in ("\n", "\r\n")
    )
    assert plain == other


def test_reasons_are_counted_and_marked_in_the_texts() -> None:
    made = model({"char_ngrams": fitted("char_ngrams(calibrate=platt)", WORLD)})
    problem = Problem((TEXTS[0], TEXTS[1]), TEXTS[2])
    result = verdict_on(made, [Text("a", TEXTS[0]), Text("b", TEXTS[1])], Text("c", TEXTS[2]), most=5)
    [verdict] = result["verdicts"]
    reasons = made.fitted[0].verifier.explain(problem, 5)
    assert [(one["name"], one["weight"]) for one in verdict["reasons"]] == [(one.name, one.value) for one in reasons]
    first = verdict["reasons"][0]
    assert first["questioned"] >= " ".join(TEXTS[2].lower().split()).count(first["name"]) > 0
    assert [text["name"] for text in result["texts"]] == ["c", "a", "b"]
    assert "".join(part["text"] for part in result["texts"][0]["stretches"]) == TEXTS[2]
    shown = {part["text"].lower() for part in result["texts"][0]["stretches"] if part["reason"] == 0}
    assert any(first["name"].strip() in text for text in shown)


def test_counts_over_several_verifiers() -> None:
    made = model({"yes": Fixed(0.95), "no": Fixed(0.05), "maybe": Fixed(0.5), "silent": Fixed(float("nan"))})
    result = verdict_on(made, [Text("k", "a text")], Text("q", "a text"))
    assert result["counts"] == {"one author": 1, "different authors": 1, "neither": 1, "no answer": 1}
    assert [one["supports"] for one in result["verdicts"]] == [
        "one author",
        "different authors",
        "neither",
        "no answer",
    ]


def test_the_same_question_gets_the_same_result() -> None:
    assert asked(0.7) == asked(0.7)
