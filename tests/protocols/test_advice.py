from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict

import numpy as np
import pytest

import stylobench
from stylobench.edits import Edit, Rewrite
from stylobench.features import thesaurus
from stylobench.protocols.advice import advise, places, suggestions
from stylobench.protocols.advice_findings import Advice
from stylobench.protocols.advice_ground import Bench, Judge
from stylobench.records import Corpus, Document, Problem

needs_wordnet = pytest.mark.skipif(not thesaurus.installed(), reason="WordNet is not installed")


class Shouting:
    """An obfuscator that gives back a plain text."""

    def rewrite(self, problem: Problem, rng: np.random.Generator) -> str:
        return problem.questioned.upper()


@pytest.fixture(scope="module")
def world() -> Corpus:
    return stylobench.world(authors=8, topics=2, documents=64, words=250, seed=3, style=3.0)


@pytest.fixture(scope="module")
def writer(world: Corpus) -> Problem:
    mine = [document for document in world.documents if document.author == world.documents[0].author]
    return Problem(tuple(document.text for document in mine[1:4]), mine[0].text)


@pytest.fixture(scope="module")
def others(world: Corpus) -> Corpus:
    return Corpus.of("others", [one for one in world.documents if one.author != world.documents[0].author])


@pytest.fixture(scope="module")
def advice(writer: Problem, others: Corpus) -> Advice:
    asked = {"ppm": "ppm(order=4)", "grams": "char_ngrams(n=3, calibrate=platt)"}
    return advise(writer, others, asked, {"shouting": Shouting(), "none": "no_such"}, 0)


@needs_wordnet
def test_every_verifier_is_asked_about_the_text(advice: Advice, writer: Problem, others: Corpus) -> None:
    assert [verdict.verifier for verdict in advice.verdicts] == ["ppm", "grams"]
    bench = Bench.of(others, writer, 0)
    for verdict, spec in zip(advice.verdicts, ("ppm(order=4)", "char_ngrams(n=3, calibrate=platt)"), strict=True):
        judge = Judge.of(spec, bench, 0)
        score = float(judge.verifier.verify([writer])[0])
        assert verdict.score == score
        assert verdict.recognised == (score >= judge.threshold)
        assert verdict.same == np.mean(judge.scores[judge.truth] <= score)
        assert verdict.different == np.mean(judge.scores[~judge.truth] <= score)
        assert verdict.n_same + verdict.n_different == len(judge.scores)


@needs_wordnet
def test_clues_stand_in_the_text(advice: Advice, writer: Problem) -> None:
    for verdict in advice.verdicts:
        weights = [clue.weight for clue in verdict.clues]
        assert 0 < len(weights) <= 10
        assert weights == sorted(weights, reverse=True)
        assert min(weights) > 0
    plain = " ".join(writer.questioned.lower().split())
    assert all(place in plain for clue in advice.verdicts[1].clues for place in clue.places)


@needs_wordnet
def test_edits_are_suggested_against_whoever_recognises(advice: Advice) -> None:
    recognising = [verdict.verifier for verdict in advice.verdicts if verdict.recognised]
    assert recognising
    assert [suggested.verifier for suggested in advice.suggested] == recognising
    scores = {verdict.verifier: verdict.score for verdict in advice.verdicts}
    for suggested in advice.suggested:
        if suggested.edits:
            assert suggested.score is None or suggested.score < scores[suggested.verifier]
        assert all(edit.original in edit.sentence for edit in suggested.edits if edit.operator not in ("join", "cut"))


@needs_wordnet
def test_a_disguise_is_judged_by_every_verifier_and_a_missing_one_is_told_of(advice: Advice) -> None:
    assert [(one.obfuscator, one.verifier) for one in advice.disguises] == [("shouting", "ppm"), ("shouting", "grams")]
    assert all(one.edits > 0 for one in advice.disguises)
    # character n-grams are counted in lower case: shouting hides nothing from them
    assert advice.disguises[1].score == advice.verdicts[1].score
    assert any(line.startswith("left out is none: no obfuscator named 'no_such'") for line in advice.cautions)


@needs_wordnet
def test_the_same_seed_gives_the_same_advice(advice: Advice, writer: Problem, others: Corpus) -> None:
    asked = {"ppm": "ppm(order=4)", "grams": "char_ngrams(n=3, calibrate=platt)"}
    turned = Corpus.of("others", others.documents[::-1])
    assert advise(writer, others, asked, {"shouting": Shouting(), "none": "no_such"}, 0) == advice
    assert advise(writer, turned, asked, {}, 0).verdicts == advice.verdicts


@needs_wordnet
def test_a_result_is_plain_data(advice: Advice) -> None:
    result = advice.as_result("mine", {"seed": 0})
    assert result["protocol"] == "advice"
    assert (
        json.loads(json.dumps(result, allow_nan=False))["verdicts"]
        == json.loads(json.dumps(asdict(advice)))["verdicts"]
    )


def test_cautions_are_in_plain_words(others: Corpus) -> None:
    found = advise(Problem((), "so it is"), others, {"ppm": "ppm(order=2)"}, {}, 0)
    assert found.verdicts[0].recognised is None
    assert found.verdicts[0].score is None
    assert found.suggested == ()
    assert found.cautions[0].startswith("no earlier text was given")
    assert found.cautions[1] == "the text has 3 words; below 300 verdicts swing with every sentence"


def test_edits_are_shown_in_their_sentence() -> None:
    made = Rewrite("He is ill. She is well.", (Edit(3, 5, "was", "tense"), Edit(22, 23, "!", "stop")))
    assert [(one.original, one.replacement, one.sentence) for one in suggestions(made)] == [
        ("is", "was", "He is ill."),
        (".", "!", "She is well."),
    ]


def test_features_are_found_in_words() -> None:
    assert places("The cat. The Cats sat", "cat") == ("cat", "cats")
    assert places("so it is", "   ") == ()
    assert places("so it is", "absent") == ()


def test_an_edit_is_shown_with_the_words_around_it() -> None:
    text = "First of all. " + "before " * 20 + "it begins and " + "after " * 20 + "it ends. Last."
    place = text.index("begins")
    [one] = suggestions(Rewrite(text, (Edit(place, place + 6, "starts", "synonym"),)))
    left, right = one.sentence.split("begins")
    assert left == "…before before before before before it "
    assert right == " and after after after after after…"


def test_an_edit_across_two_sentences_is_shown_in_both() -> None:
    [one] = suggestions(Rewrite("He is ill. She is well. So it is.", (Edit(9, 14, ", and she", "join"),)))
    assert one.sentence == "He is ill. She is well."


def test_one_word_is_one_word(others: Corpus) -> None:
    found = advise(Problem(("so",), "it"), others, {}, {}, 0)
    assert "the text has 1 word; below 300 verdicts swing with every sentence" in found.cautions
    assert any(line.startswith("your earlier texts have 1 word;") for line in found.cautions)
    assert any(line.endswith("yours 1: texts of another kind or length move the line between same and different")
               for line in found.cautions)  # fmt: skip


@needs_wordnet
def test_silence_after_the_edits_is_not_enough(others: Corpus, writer: Problem) -> None:
    class Silenced:
        """Recognises the text and has nothing to say of any other version of it."""

        def verify(self, problems: Sequence[Problem]) -> np.ndarray:
            answers = {writer: 0.9}
            return np.array([answers.get(one, np.nan if one.known == writer.known else 0.5) for one in problems])

    found = advise(writer, others, {"silenced": Silenced()}, {"shouting": Shouting()}, 0)
    assert found.verdicts[0].recognised
    assert [one.recognised for one in found.disguises] == [None]
    assert [one.enough for one in found.suggested] == [False]


def test_poor_verifiers_are_named_inside_the_sentence(others: Corpus, writer: Problem) -> None:
    class Coin:
        def verify(self, problems: Sequence[Problem]) -> np.ndarray:
            return np.full(len(problems), 0.5)

    found = advise(writer, others, {"coin": Coin()}, {}, 0)
    assert any(
        re.fullmatch(r"of 100 other problems coin gets \d+ right: it says little", one) for one in found.cautions
    )


def numbered(author: str, number: int, words: int) -> Document:
    return Document(f"{author}{number}", " ".join(f"{author}.{number}.{n}" for n in range(words)), author)


class Sure:
    """Says the same of everything."""

    def verify(self, problems: Sequence[Problem]) -> np.ndarray:
        return np.full(len(problems), 0.9)


@pytest.mark.parametrize(("known", "own", "texts"), [(6, 120, "6 earlier texts"), (1, 900, "1 earlier text")])
def test_a_case_that_the_background_cannot_build_is_not_validated(known: int, own: int, texts: str) -> None:
    background = Corpus.of("four texts each", [numbered(f"p{one}", n, 120) for one in range(9) for n in range(4)])
    mine = Problem(tuple(numbered("me", n, own).text for n in range(known)), numbered("me", 99, 130).text)
    found = advise(mine, background, {"sure": Sure(), "grams": "char_ngrams(n=3)"}, {"shouting": Shouting()}, 0)
    for verdict in found.verdicts:
        assert (verdict.recognised, verdict.threshold, verdict.accuracy.value) == (None, None, None)
        assert (verdict.n_same, verdict.n_different) == (0, 0)
    assert found.verdicts[0].score == 0.9
    assert found.suggested == ()
    assert [one.recognised for one in found.disguises] == [None, None]
    assert found.cautions[0].startswith(
        f"not validated for {texts} of {own} words beside a text of 130: the other people's texts cannot show what a "
        "score is worth there, so no verifier says whether you are recognised"
    )
    json.dumps(found.as_result("mine", {}), allow_nan=False)


def test_a_case_that_the_background_can_build_is_not_said_to_be_unvalidated(advice: Advice) -> None:
    assert not [line for line in advice.cautions if line.startswith("not validated")]
    assert [verdict.n_same for verdict in advice.verdicts] == [verdict.n_different for verdict in advice.verdicts]
    assert all(verdict.threshold is not None for verdict in advice.verdicts)


def test_a_background_that_shows_one_class_only_is_not_validated_either() -> None:
    """Of three people each fold leaves out one, so that no problem by two people can be asked."""
    background = Corpus.of("three people", [numbered(f"p{one}", n, 120) for one in range(3) for n in range(5)])
    mine = Problem((numbered("me", 0, 120).text,), numbered("me", 1, 120).text)
    found = advise(mine, background, {"sure": Sure()}, {}, 0)
    assert found.verdicts[0].recognised is None
    assert found.cautions[0].startswith("not validated for 1 earlier text of 120 words")


def test_the_line_is_higher_beside_six_earlier_texts_than_beside_one() -> None:
    strong = stylobench.world(authors=15, topics=1, documents=150, words=250, seed=2, style=6.0)
    mine = [one.text for one in strong.documents if one.author == strong.documents[0].author]
    background = Corpus.of("others", [one for one in strong.documents if one.author != strong.documents[0].author])
    asked = {"grams": "char_ngrams(n=3, calibrate=none)"}
    lines = []
    for number in (1, 6):
        found = advise(Problem(tuple(mine[1 : 1 + number]), mine[0]), background, asked, {}, 0)
        [verdict] = found.verdicts
        assert (verdict.n_same, verdict.n_different) == (200, 200)
        lines.append(verdict.threshold)
    assert lines[0] < lines[1]
