from __future__ import annotations

import math
from collections import Counter

import pytest
from verifiers.sample_problems import sample

from stylobench.errors import SpecError, SplitError
from stylobench.records import Problem
from stylobench.verifiers.topic_fit import TopicFit

GARDEN = "The dogs and cats are running in the garden"


def words(text: str) -> list[str]:
    kept = "".join(letter for letter in text.lower() if letter.isalnum() or letter.isspace())
    return [word for word in kept.split() if not any(letter.isdigit() for letter in word)]


def plain_cosines(train: list[Problem], test: list[Problem], k: int | None, features: int | None) -> list[float]:
    """Word for word as the docstring says it, with dictionaries."""
    texts = {text for problem in train for text in (*problem.known, problem.questioned)}
    totals = Counter(word for text in texts for word in words(text))
    ranked = sorted(totals, key=lambda word: (-totals[word], word))
    masked = ranked[: min(10_000, len(ranked) // 2) if k is None else k]
    chosen = ranked[len(masked) :][:features]
    documents = Counter(word for text in texts for word in set(words(text)))
    idf = {word: math.log((1 + len(texts)) / (1 + documents[word])) + 1 for word in chosen}

    def vector(parts: tuple[str, ...]) -> dict[str, float]:
        counts = Counter(word for part in parts for word in words(part) if word in idf)
        return {word: count * idf[word] for word, count in counts.items()}

    def cosine(problem: Problem) -> float:
        known, questioned = vector(problem.known), vector((problem.questioned,))
        lengths = math.sqrt(sum(v * v for v in known.values()) * sum(v * v for v in questioned.values()))
        return sum(v * known.get(w, 0) for w, v in questioned.items()) / lengths if lengths else math.nan

    return [cosine(problem) for problem in test]


@pytest.mark.parametrize(("k", "features"), [(None, None), (20, None), (0, 30), (100, 50)])
def test_the_cosine_is_that_of_a_plain_implementation(k: int | None, features: int | None) -> None:
    made = sample()
    train, test = made.problems(made.train), made.problems(made.test)
    model = TopicFit(k=k, features=features, calibrate="none").fit(train, made.train.same)
    assert model.verify(test) == pytest.approx(plain_cosines(train, test, k, features), abs=1e-9, nan_ok=True)


def garden() -> TopicFit:
    frequent = "the and are in " * 3
    problems = [Problem((GARDEN,), frequent), Problem((GARDEN,), frequent + "dogs 1990s")]
    return TopicFit(k=4, calibrate="none").fit(problems, [True, False])


def test_a_masked_text_looks_like_the_one_of_the_paper() -> None:
    assert garden().masked(GARDEN) == "*** dogs *** cats *** running ** *** garden"


def test_masks_keep_punctuation_and_cover_digits_and_capitals() -> None:
    model = garden()
    assert model.masked("IN the '90s, In-the: 3rd dog's 12:30!") == "** *** '***, In-the: *** dog's **:**!"
    assert model.masked("the  dogs\n in", limit=6) == "***  d"


def test_frequent_words_and_digits_are_no_evidence() -> None:
    model = garden()
    assert model.model_.names == ["cats", "dogs", "garden", "running"]
    frequent, topical = model.verify([Problem(("the and 1990s are",), "the in 1990s"), Problem(("a dogs",), "dogs in")])
    assert math.isnan(frequent)
    assert topical == pytest.approx(1)
    assert [reason.name for reason in model.explain(Problem((GARDEN,), "the garden, the dogs"))] == ["garden", "dogs"]


def test_masking_everything_is_a_clear_error() -> None:
    problems = [Problem(("so it is",), "so it was"), Problem(("so it is",), "thus")]
    with pytest.raises(SplitError, match="no training word is left when 5 are masked"):
        TopicFit(k=9, calibrate="none").fit(problems, [True, False])
    with pytest.raises(SpecError, match=r"topic_fit\(k=-1\): k must be at least 0"):
        TopicFit(k=-1, calibrate="none").fit(problems, [True, False])
