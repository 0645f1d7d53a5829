"""The search against a verifier: what it may touch, where it stops, and that it finds the few edits that matter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from sklearn.base import clone

from stylobench.errors import SpecError
from stylobench.features import thesaurus
from stylobench.features.prose import analysed
from stylobench.obfuscators._choices import pool
from stylobench.obfuscators.targeted import Targeted
from stylobench.records import Floats, Problem
from stylobench.verifiers.char_ngrams import CharNgrams

pytestmark = pytest.mark.skipif(not thesaurus.installed(), reason="WordNet is not installed")

TEXT = (
    "Many students begin to argue in the evening. The answer is simple, although it is not what the author said in "
    "1999. For example, Mary Smith did not buy the large house. They often help the teacher because he is ill. "
    "I think that it is an important problem, and the writer has no solution. He said that they were happy."
)
KNOWN = (TEXT.replace("evening", "night"),)
PROBLEM = Problem(KNOWN, TEXT)


class Counting:
    """A verifier that knows the writer by some words: the share of them that the questioned text has."""

    def __init__(self, *words: str) -> None:
        self.words = words
        self.calls = 0

    def verify(self, problems: Sequence[Problem]) -> Floats:
        self.calls += 1
        found = [[word in problem.questioned for word in self.words] for problem in problems]
        return np.array(found, dtype=np.float64).reshape(len(problems), len(self.words)).mean(axis=1)


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def rewrite(verifier: object, threshold: float, seed: int = 0, **settings: float):
    return Targeted(worse=100.0, budget=500.0, content=500.0, **settings).against(verifier, threshold).rewrite(
        PROBLEM, rng(seed)
    )  # fmt: skip


def words_that_can_go() -> list[str]:
    """Words of the text each of which some edit in every draw of the pool takes out."""
    by_draw = []
    for seed in range(4):
        choices = pool(TEXT, 100.0, rng(seed))
        singles = [choice for choice in choices if TEXT[choice.edit.start : choice.edit.end].isalpha()]
        by_draw.append({TEXT[choice.edit.start : choice.edit.end] for choice in singles})
    common = sorted(set.intersection(*by_draw))
    return [word for word in common if TEXT.count(word) == 1 and len(word) > 4]


def test_only_the_words_that_matter_are_changed() -> None:
    word = words_that_can_go()[0]
    for seed in range(8):
        made = rewrite(Counting(word), 0.5, seed)
        if made.notes == {"verdict turned": 1}:
            assert len(made.edits) == 1
            assert word in TEXT[made.edits[0].start : made.edits[0].end]
            return
    pytest.fail("in eight draws of four fifths of the choices none had the word")


def test_it_stops_when_the_verdict_turns_and_undoes_what_is_needless() -> None:
    words = words_that_can_go()[:4]
    made = rewrite(Counting(*words), 0.75, margin=0.0)
    left = sum(word in made.text for word in words)
    assert made.notes == {"verdict turned": 1}
    assert left == 2
    assert len(made.edits) == 2


def test_nothing_is_changed_where_nobody_is_recognised() -> None:
    made = rewrite(Counting("absent"), 0.5)
    assert made.unchanged
    assert made.notes == {"not recognised before": 1}


def test_a_verdict_that_cannot_be_turned_is_said_so() -> None:
    made = rewrite(Counting("Mary", "1999", "not"), 0.2)
    assert made.unchanged
    assert made.notes == {"verdict not turned": 1}


def test_silence_is_no_turned_verdict() -> None:
    class Silent(Counting):
        def verify(self, problems: Sequence[Problem]) -> Floats:
            scores = super().verify(problems)
            return np.where(scores < 1, np.nan, scores)

    assert rewrite(Silent(*words_that_can_go()[:2]), 0.5).notes == {"verdict not turned": 1}


def test_the_budget_is_kept() -> None:
    words = words_that_can_go()
    few = Targeted(worse=100.0, budget=30.0, content=500.0).against(Counting(*words), -1.0).rewrite(PROBLEM, rng())
    none = Targeted(worse=100.0, budget=0.0).against(Counting(*words), -1.0).rewrite(PROBLEM, rng())
    dry = Targeted(worse=100.0, budget=500.0, content=0.0).against(Counting(*words), -1.0).rewrite(PROBLEM, rng())
    assert 0 < len(few.edits) <= round(30 * analysed(TEXT).words / 1000)
    assert none.unchanged
    assert "synonym" not in {edit.operator for edit in dry.edits}


def test_the_same_stream_gives_the_same_text_and_another_stream_other_choices() -> None:
    words = words_that_can_go()
    texts = [rewrite(Counting(*words), -1.0, seed).text for seed in (0, 0, 1, 2, 3)]
    assert texts[0] == texts[1]
    assert len(set(texts)) > 1


def test_towards_raises_what_rewrite_lowers() -> None:
    others = [
        Problem((f"{TEXT} {number}",), f"quite another {number} thing altogether, she wrote") for number in range(6)
    ]
    same = [Problem((f"{TEXT} {number}",), f"{TEXT[:100]} {number}") for number in range(6)]
    verifier = CharNgrams(calibrate="none").fit([*same, *others], [True] * 6 + [False] * 6)
    searcher = Targeted(worse=100.0, budget=300.0, content=300.0).against(verifier, -1.0)
    problem = Problem((KNOWN[0],), TEXT[200:])
    there, back = searcher.rewrite(problem, rng()), searcher.towards(problem, rng())
    moved = [Problem(problem.known, text) for text in (there.text, problem.questioned, back.text)]
    low, middle, high = verifier.verify(moved)
    assert low < middle <= high


def test_a_round_asks_about_all_choices_at_once() -> None:
    verifier = Counting(*words_that_can_go())
    Targeted(worse=100.0, budget=500.0, content=500.0).against(verifier, -1.0).rewrite(PROBLEM, rng())
    assert verifier.calls <= 2 + 3 * 12


@pytest.mark.parametrize(
    "text", ["", " \n", "word", "no end here", "日本語の文章です。", "😀 <b>x</b> http://a.b/c", "A.\r\nB!"]
)
def test_odd_texts_come_back_in_one_piece(text: str) -> None:
    made = Targeted().fit([]).rewrite(Problem(("so it is and so it was",), text), rng())
    assert made.original == text
    assert made.text.count("\r\n") == text.count("\r\n")


def test_without_known_texts_nothing_is_changed() -> None:
    made = Targeted().fit([]).rewrite(Problem((), TEXT), rng())
    assert made.unchanged
    assert made.notes == {"nothing to compare with": 1}


def test_without_background_likeness_is_lowered() -> None:
    made = Targeted(worse=100.0).fit([]).rewrite(PROBLEM, rng())
    assert made.edits
    assert made.notes == {"verdict not turned": 1, "no verifier learnt: plain likeness lowered": 1}


def test_with_background_the_named_verifier_is_fitted_on_halves() -> None:
    background = [f"{TEXT} Number {number} of {('these', 'those', 'them')[number % 3]}." * 2 for number in range(12)]
    fitted = Targeted(verifier="ppm(order=3)").fit(background)
    assert type(fitted.aim_.verifier).__name__ == "Ppm"
    assert fitted.aim_.threshold == 0.5
    assert Targeted(verifier="ppm").fit(background[:3]).aim_.threshold == -np.inf


def test_against_leaves_the_obfuscator_itself_alone() -> None:
    plain = Targeted(budget=7.0)
    aimed = plain.against(Counting("so"), 0.3)
    assert not hasattr(plain, "aim_")
    assert aimed.get_params() == plain.get_params() == clone(plain).get_params()
    with pytest.raises(SpecError, match="nothing to hide from yet"):
        plain.rewrite(PROBLEM, rng())


def test_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(SpecError, match=r"targeted\(budget=-1\): budget is a number from 0 on"):
        Targeted(budget=-1).fit([])
