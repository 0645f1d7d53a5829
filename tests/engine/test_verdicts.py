"""What a saved model says of a questioned text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from engine.saved_samples import fitted, model
from hypothesis import given
from hypothesis import strategies as st
from verifiers.sample_problems import sample

from stylobench.engine.verdicts import MOST_BEYOND, Likewise, Text, likewise, rising, supported, verdict_on
from stylobench.records import Problem, Score
from stylobench.verifiers._verifier import Verifier

WORLD = sample()
TEXTS = WORLD.texts


class Fixed(Verifier):
    """Always gives the same score."""

    def __init__(self, score: float = 0.5) -> None:
        self.score = score

    def verify(self, problems: Any) -> Any:
        return np.full(len(problems), self.score)

    def scores(self, problems: Any) -> Any:
        return self.verify(problems)


KNOWN, ASKED = "the known text is here " * 20, "the questioned text is here " * 20


ALIKE = np.tile([[1.0, 100.0, 100.0]], (40, 1))


def asked(score: float, known: tuple[str, ...] = (KNOWN,), text: str = ASKED, **more: Any) -> Any:
    """Unless said otherwise, all problems have one known text and as many words as this one."""
    count = len(more.get("scores", ALIKE))
    made = model({"fixed": Fixed(score)}, **{"conditions": np.tile(ALIKE[:1], (count, 1)), **more})
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
    found = likewise(0.5, np.linspace(0, 1, 300), np.linspace(0, 1, 300), made)
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
        "the questioned text is blank": ((KNOWN,), " "),
        "the questioned text has 49 words; below 50 there is no answer": ((KNOWN,), "word " * 49),
        "no known text has 50 words or more; join short ones by the same author in one file": (("", "a b c"), ASKED),
        "there is no known text": ((), ASKED),
        "the texts are too short for it, or have nothing in common with what it has learnt": ((KNOWN,), ASKED),
    }
    for said, (known, text) in cases.items():
        verdict = asked(float("nan"), known, text)["verdicts"][0]
        assert (verdict["supports"], verdict["score"], verdict["silence"]) == ("no answer", None, said)
        assert verdict["likewise"] is None


def test_known_texts_below_50_words_are_left_out_by_name() -> None:
    result = asked(0.9, (KNOWN, "too short to count"))
    assert result["known"] == ["k0"]
    assert result["files"]["left_out"] == [{"name": "k1", "why": "4 words, fewer than 50"}]
    assert result["files"]["known"] == [{"name": "k0", "words": 100}]
    assert result["files"]["questioned"] == {"name": "q", "words": 100}
    assert result["verdicts"][0]["score"] == 0.9


def test_what_no_calibration_problem_had_is_not_validated() -> None:
    """The problems have 1 to 3 known texts and 60 to 240 words on either side; a quarter more or less is let pass."""
    cases = {
        "not validated for 4 known texts (calibrated for 1 to 3; ": ((KNOWN,) * 4, ASKED),
        "not validated for known texts of 305 words beside 1 known text (calibrated for 60 to 240 words; cut": (
            ("the " * 305,),
            ASKED,
        ),
        "not validated for a questioned text of 301 words beside 1 known text": ((KNOWN,), "the " * 301),
    }
    for said, (known, text) in cases.items():
        result = asked(0.95, known, text, conditions=None)
        [verdict] = result["verdicts"]
        assert (verdict["supports"], verdict["score"], verdict["likewise"]) == ("not validated", None, None)
        assert verdict["silence"].startswith(said)
        assert result["counts"]["not validated"] == 1
    assert asked(0.95, (KNOWN,), "the " * 299, conditions=None)["verdicts"][0]["score"] == 0.95
    assert asked(0.95, conditions=None)["validated"] == {
        "known_texts": [1, 3], "known_words": [60, 240], "questioned_words": [60, 240], "problems": 40,
    }  # fmt: skip


def test_another_script_or_language_is_not_validated() -> None:
    foreign = asked(0.9, (KNOWN,), "\u65e5\u672c\u8a9e\u306e \u6587\u7ae0\u3067 " * 50)["verdicts"][0]
    assert foreign["supports"] == "not validated"
    assert foreign["silence"].endswith(
        "of its character 3-grams stand in no training text (another language or script?)"
    )
    made = model({"fixed": Fixed(0.9)}, conditions=ALIKE)
    words = replace(made, usual=replace(made.usual, common_words=frozenset({"the", "is", "here"}), common_share=0.5))
    french = verdict_on(words, [Text("k", KNOWN)], Text("q", "le the texte est ici " * 20))["verdicts"][0]
    assert french["silence"].startswith(
        "not validated for texts like q: 20% of its words are among the 3 most frequent"
    )
    assert verdict_on(words, [Text("k", KNOWN)], Text("q", ASKED))["verdicts"][0]["supports"] == "one author"


def test_an_older_model_is_calibrated_for_one_known_text_only() -> None:
    one, two = (asked(0.9, (KNOWN,) * count, older=True)["verdicts"][0] for count in (1, 2))
    assert (one["supports"], one["likewise"]["n"], one["strangers"], one["masked"]) == ("one author", 20, None, None)
    assert two["silence"] == "not validated for 2 known texts (calibrated for one known text only: fit again)"


def test_a_score_that_many_strangers_reach_does_not_support_one_author() -> None:
    """Scores 0.01 to 1.00: strangers are the lower half, and every fifth of the upper one."""
    place = np.arange(200)
    truth = (place >= 100) & (place % 5 > 0)
    same = np.tile([[1.0, 100.0, 100.0]], (200, 1))
    verdict = asked(0.8, scores=(place + 1) / 200, truth=truth, conditions=same)["verdicts"][0]
    assert verdict["likewise"]["low"] > verdict["prior"] == 0.4
    # 0.805, 0.83, ... 0.98: 8 of the 120 strangers score 0.8 or more; each is spread over a curve
    assert verdict["strangers"]["share"] == pytest.approx(8 / 120, abs=0.015)
    assert verdict["supports"] == "one author"
    verdict = asked(0.65, scores=(place + 1) / 200, truth=truth, conditions=same)["verdicts"][0]
    assert verdict["strangers"]["share"] == pytest.approx(14 / 120, abs=0.015)
    assert verdict["supports"] == "neither"


def test_that_no_stranger_scores_as_high_is_as_sure_as_there_are_units() -> None:
    """Forty problems of their own: 20 strangers at .01 to .4, the case far above all of them."""
    scores = np.r_[np.linspace(0.01, 0.4, 20), np.linspace(0.6, 0.99, 20)]
    verdict = asked(0.99, scores=scores, truth=np.arange(40) >= 20, conditions=np.tile([[1.0, 100.0, 100.0]], (40, 1)))
    strangers = verdict["verdicts"][0]["strangers"]
    assert strangers["share"] < 0.01
    assert strangers["low"] == 0
    # as many units without a fault as there are (Clopper-Pearson)
    assert strangers["high"] == pytest.approx(1 - 0.025 ** (1 / 40))


def test_more_known_texts_move_the_line() -> None:
    """Strangers with six known texts score as same-author problems do with one."""
    rng = np.random.default_rng(0)
    known = np.repeat([1, 6], 200)
    truth = np.tile([True, False], 200)
    scores = 0.3 + 0.2 * truth + 0.2 * (known == 6) + 0.04 * rng.standard_normal(400)
    conditions = np.column_stack([known, np.full(400, 100.0), np.full(400, 100.0)])
    few, many = (
        asked(0.5, (KNOWN,) * count, scores=scores, truth=truth, conditions=conditions)["verdicts"][0]
        for count in (1, 6)
    )
    assert (few["supports"], many["supports"]) == ("one author", "different authors")
    assert few["strangers"]["share"] < 0.02 < 0.4 < many["strangers"]["share"] < 0.6


@pytest.mark.parametrize(
    ("above", "below", "share", "ends", "said"),
    [
        (0.0875, 0.6, 0.6, (0.4, 0.8), "one author"),
        (0.0885, 0.6, 0.9, (0.8, 0.95), "neither"),
        (0.0875, 0.6, 0.5, (0.4, 0.6), "neither"),
        (0.6, 0.0875, 0.4, (0.2, 0.6), "different authors"),
        (0.6, 0.0885, 0.1, (0.05, 0.2), "neither"),
        (0.05, 0.05, 0.6, (0.4, 0.8), "neither"),
        (0.05, 0.05, 0.7, (0.55, 0.8), "one author"),
        (0.05, 0.05, 0.3, (0.2, 0.45), "different authors"),
        (0.05, 0.05, 0.7, (None, None), "neither"),
    ],
)
def test_what_is_supported(above: float, below: float, share: float, ends: Any, said: str) -> None:
    assert supported(above, below, Likewise(20, 0.0, 1.0, share, *ends), 0.5, better=True) == said


@pytest.mark.parametrize(
    ("above", "below", "share", "ends", "said"),
    [
        (0.05, 0.6, 0.6, (0.4, 0.8), "neither"),
        (0.05, 0.6, 0.7, (0.55, 0.8), "one author"),
        (0.6, 0.05, 0.4, (0.2, 0.6), "neither"),
        (0.6, 0.05, 0.3, (0.2, 0.45), "different authors"),
        (0.05, 0.6, 0.7, (None, None), "neither"),
    ],
)
def test_a_verifier_that_is_not_surely_better_than_chance_is_asked_for_the_whole_interval(
    above: float, below: float, share: float, ends: Any, said: str
) -> None:
    assert supported(above, below, Likewise(20, 0.0, 1.0, share, *ends), 0.5, better=False) == said


def test_what_is_no_better_than_chance_on_the_whole_may_be_in_a_case() -> None:
    """Of 400 problems the 300 with short texts say nothing; with long texts the classes hardly overlap."""
    rng = np.random.default_rng(0)
    words, truth = np.where(np.arange(400) < 300, 100.0, 1000.0), np.tile([True, False], 200)
    scores = rng.standard_normal(400) + 3 * truth * (words == 1000)
    scores = (scores - scores.min()) / np.ptp(scores)
    conditions = np.column_stack([np.ones(400), words, words])
    made = model({"fixed": Fixed(float(np.quantile(scores, 0.95)))}, scores, truth, conditions=conditions)
    weak = replace(made.fitted[0], measures=(Score("auc", 0.55, 0.45, 0.65, "problem", 400),))
    made = replace(made, fitted=(weak,))
    short, long = (
        verdict_on(made, [Text("k", KNOWN * times)], Text("q", ASKED * times))["verdicts"][0] for times in (1, 10)
    )
    assert short["strangers"]["share"] <= MOST_BEYOND
    assert (short["supports"], long["supports"]) == ("neither", "one author")


def with_twin(score: float, masked_score: float) -> Any:
    """Scores of 400 problems that say a lot, raw and masked."""
    scores = np.linspace(0, 1, 400)
    truth = (np.arange(400) + 80 * (np.arange(400) % 5 - 2)) >= 200
    made = model({"fixed": Fixed(score)}, scores, truth, conditions=np.tile([[1.0, 100.0, 100.0]], (400, 1)))
    [one] = made.fitted
    made = replace(made, fitted=(replace(one, twin=Fixed(masked_score), twin_scores=scores),))
    return verdict_on(made, [Text("k", KNOWN)], Text("q", ASKED))["verdicts"][0]


def test_a_verdict_that_needs_topical_words_rests_on_the_topic() -> None:
    rests, stays, neither = with_twin(0.98, 0.5), with_twin(0.98, 0.97), with_twin(0.5, 0.02)
    assert rests["supports"] == "one author"
    assert rests["masked"]["likewise"]["high"] < rests["likewise"]["low"]
    assert (rests["masked"]["rests_on_topic"], stays["masked"]["rests_on_topic"]) == (True, False)
    assert neither["masked"]["rests_on_topic"] is False
    other_topic = with_twin(0.02, 0.5)
    assert (other_topic["supports"], other_topic["masked"]["rests_on_topic"]) == ("different authors", True)


def test_training_problems_without_answers_tell_nothing() -> None:
    verdict = asked(0.5, scores=np.full(40, np.nan))["verdicts"][0]
    assert (verdict["supports"], verdict["likewise"]) == ("neither", None)


def test_texts_unlike_the_training_texts_are_told() -> None:
    short = asked(0.5, ("a " * 60,), "the the the the the the " * 100)["warnings"]
    assert short[0].startswith("longer than 95% of the training texts, most of which have 20 to 2,000 characters: q")
    foreign = asked(0.5, (KNOWN,), "日本語の 文章です。 " * 30)["warnings"][-1]
    assert "up to 100.0% of the character 3-grams" in foreign
    assert "(another language, script or kind of text?): " in foreign


def test_a_text_that_the_model_has_learnt_from_is_told() -> None:
    warnings = asked(0.5, ("the the the the the the",), "seen before")["warnings"]
    assert warnings[0] == "the model has learnt from this very text, so the score says little: q"


def test_a_questioned_text_among_the_known_ones_is_told() -> None:
    text = "the the the the the the " * 9
    assert asked(0.5, (KNOWN, text, f"{text}\r\n"), text)["warnings"][0] == (
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
    first, second, third = (f"{text}\n{text}" for text in TEXTS[:3])
    problem = Problem((first, second), third)
    result = verdict_on(made, [Text("a", first), Text("b", second)], Text("c", third), most=5)
    [verdict] = result["verdicts"]
    reasons = made.fitted[0].verifier.explain(problem, 5)
    assert [(one["name"], one["weight"]) for one in verdict["reasons"]] == [(one.name, one.value) for one in reasons]
    most = verdict["reasons"][0]
    assert most["questioned"] >= " ".join(third.lower().split()).count(most["name"]) > 0
    assert [text["name"] for text in result["texts"]] == ["c", "a", "b"]
    assert "".join(part["text"] for part in result["texts"][0]["stretches"]) == third
    shown = {part["text"].lower() for part in result["texts"][0]["stretches"] if part["reason"] == 0}
    assert any(most["name"].strip() in text for text in shown)


def test_counts_over_several_verifiers() -> None:
    made = model(
        {"yes": Fixed(0.95), "no": Fixed(0.05), "maybe": Fixed(0.5), "silent": Fixed(float("nan"))}, conditions=ALIKE
    )
    result = verdict_on(made, [Text("k", KNOWN)], Text("q", ASKED))
    assert result["counts"] == {
        "one author": 1, "different authors": 1, "neither": 1, "no answer": 1, "not validated": 0,
    }  # fmt: skip
    assert [one["supports"] for one in result["verdicts"]] == [
        "one author",
        "different authors",
        "neither",
        "no answer",
    ]


def test_the_same_question_gets_the_same_result() -> None:
    assert asked(0.7) == asked(0.7)
