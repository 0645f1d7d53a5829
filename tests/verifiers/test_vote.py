from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from verifiers.pooled_world import same_people, told_apart
from verifiers.sample_problems import sample

from stylobench.errors import SpecError
from stylobench.features.words import tokens
from stylobench.records import Problem
from stylobench.verifiers.vote import Vote


def alike(first: str, second: str, names: list[str]) -> np.ndarray:
    """Cosine, min-max, Dice over the shares of words."""
    a, b = (np.array([tokens(text).count(name) / len(tokens(text)) for name in names]) for text in (first, second))
    both = ((a > 0) & (b > 0)).sum()
    cosine = a @ b / np.sqrt((a @ a) * (b @ b))
    return np.array(
        [cosine, np.minimum(a, b).sum() / np.maximum(a, b).sum(), 2 * both / ((a > 0).sum() + (b > 0).sum())]
    )


@pytest.mark.parametrize("rest", ["mean", "best"])
@pytest.mark.parametrize("fellows", [True, False])
def test_the_votes_are_those_of_a_plain_count(rest: str, fellows: bool) -> None:
    made = sample()
    train, test = made.problems(made.train), made.problems(made.test)
    model = Vote("words", 60, rest, fellows, 1000, calibrate="none").fit(train, made.train.same)
    texts = sorted({text for problem in train for text in (*problem.known, problem.questioned)})
    names, expected = model.chosen_[0].names, []
    for problem in test:
        near = np.mean([alike(text, problem.questioned, names) for text in problem.known], axis=0)
        others = np.array([alike(text, problem.questioned, names) for text in texts])
        needed = others.mean(axis=0) if rest == "mean" else others.max(axis=0)
        if fellows and len(problem.known) > 1:
            needed = np.maximum(needed, np.mean([alike(*two, names) for two in combinations(problem.known, 2)], axis=0))
        expected.append(float((near > needed).sum() >= 2))
    assert model.verify(test).tolist() == expected
    assert rest == "best" or 0 < sum(expected) < len(expected)


def test_the_score_is_the_share_of_representations() -> None:
    problems = [Problem(("so it is",), "so it was"), Problem(("thus we be",), "well I am")]
    model = Vote("words+word_length", calibrate="none").fit(problems, [True, False])
    assert model.verify([Problem(("it is so",), "so it is")]).tolist() == [1.0]
    # others are "so it was", "thus we be", "well I am"; words: cosine .236 against .222, min-max .143 against .167,
    # Dice .333 against .222, so two of three say yes; lengths: cosine .316 against .789, min-max .143 against .4
    assert model.verify([Problem(("thus well thus so",), "so it is")]).tolist() == [0.5]


def test_a_representation_that_a_text_lacks_does_not_vote() -> None:
    problems = [Problem(("so, it is!",), "so, it was!"), Problem(("thus. We be.",), "well. I am.")]
    model = Vote("mark_ngrams(n=1)+words", calibrate="none").fit(problems, [True, False])
    unmarked = Problem(("so it is",), "so it was")
    assert model.verify([unmarked]).tolist() == [1.0]
    assert [reason.name for reason in model.explain(unmarked)] == ["words"]
    assert np.isnan(Vote("mark_ngrams(n=1)", calibrate="none").fit(problems, [True, False]).verify([unmarked])[0])


def test_authors_are_told_apart() -> None:
    assert told_apart("vote") > 0.55


def test_parameters_that_make_no_sense_are_refused() -> None:
    problems = [Problem(("so it is",), "so it was"), Problem(("so",), "thus")]
    with pytest.raises(SpecError, match=r"vote\(rest='max'\): it can be one of: mean, best"):
        Vote(rest="max").fit(problems, [True, False])
    with pytest.raises(SpecError, match=r"vote\(most=0\): it must be a whole number of at least 1"):
        Vote(most=0).fit(problems, [True, False])


def test_a_rewritten_questioned_text_meets_the_same_people() -> None:
    assert same_people("vote(impostors=2, features='words+char_ngrams(n=3)+word_length+function_words')")
