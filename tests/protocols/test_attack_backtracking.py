from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from stylobench.edits import Edit, Rewrite
from stylobench.protocols.attack_backtracking import Hidden, backtracked, first
from stylobench.records import Floats, Problem


class Shared:
    """A verifier: the share of the questioned text's letters that the known texts have."""

    def verify(self, problems: Sequence[Problem]) -> Floats:
        return np.array([np.mean([c in "".join(p.known) for c in p.questioned]) for p in problems])


class Undoing:
    """A searcher that gives back the one letter which was exchanged, if the candidate has it."""

    def __init__(self, verifier: Shared | None = None) -> None:
        self.verifier = verifier

    def against(self, verifier: Shared) -> Undoing:
        return Undoing(verifier)

    def towards(self, problem: Problem, rng: np.random.Generator) -> Rewrite:
        assert isinstance(self.verifier, Shared)
        options = [Rewrite(problem.questioned, (Edit(0, 1, letter, "letter"),)) for letter in "abcdefxyz"]
        scores = self.verifier.verify([Problem(problem.known, option.text) for option in options])
        return options[int(np.argmax(scores))]


def hidden(*problems: Problem, authors: str = "ABCDEFGH") -> list[Hidden]:
    return [Hidden(author, problem) for author, problem in zip(authors, problems, strict=False)]


def test_backtracking_finds_who_was_hidden() -> None:
    # hidden: the first letter of each text was exchanged for one of another writer
    problems = hidden(Problem(("ab",), "eb"), Problem(("cd",), "ad"), Problem(("ef",), "cf"))
    found = backtracked(Undoing(), Shared(), problems, 2, np.random.default_rng(0))
    assert found.before.tolist() == [0.5, 0.5, 0.5]
    assert found.after.tolist() == [1.0, 1.0, 1.0]
    assert found.authors == (3, 3, 3)


def test_equals_share_the_first_place() -> None:
    assert first(np.array([0.5, 0.5, 0.5, 0.1])) == pytest.approx(1 / 3)
    assert first(np.array([np.nan, np.nan])) == 0.5


def test_who_shares_a_text_with_the_true_author_is_no_rival() -> None:
    problems = hidden(Problem(("ab", "aa"), "b"), Problem(("ab",), "x"), Problem(("cd",), "d"))
    found = backtracked(Undoing(), Shared(), problems, 5, np.random.default_rng(0))
    assert found.authors == (2, 2, 2)


def test_without_a_rival_there_is_no_chance_to_speak_of() -> None:
    found = backtracked(Undoing(), Shared(), hidden(Problem(("ab",), "b")), 3, np.random.default_rng(0))
    assert np.isnan([*found.before, *found.after]).all()
    assert backtracked(Undoing(), Shared(), [], 3, np.random.default_rng(0)).before.shape == (0,)


def test_the_same_stream_names_the_same() -> None:
    problems = hidden(*(Problem((letter * 2,), letter + "x") for letter in "abcdef"))
    runs = [backtracked(Undoing(), Shared(), problems, 2, np.random.default_rng(4)) for _ in range(2)]
    assert runs[0].after.tolist() == runs[1].after.tolist()


def test_the_true_author_is_no_rival_of_his_own() -> None:
    texts = [Problem((pair,), pair) for pair in ("ab", "cd", "ef", "gh")]
    alone = backtracked(Undoing(), Shared(), hidden(*texts, authors="AAAA"), 5, np.random.default_rng(0))
    assert alone.authors == (1, 1, 1, 1)
    assert np.isnan(alone.after).all()
    two = backtracked(Undoing(), Shared(), hidden(*texts, authors="AAAB"), 5, np.random.default_rng(0))
    assert two.authors == (2, 2, 2, 2)


def test_all_who_have_a_rival_have_as_many() -> None:
    """The first shares a text with the second and so has one rival; the third could have had two."""
    texts = [Problem(("ab", "cd"), "b"), Problem(("cd",), "d"), Problem(("ef",), "f")]
    assert backtracked(Undoing(), Shared(), hidden(*texts), 5, np.random.default_rng(0)).authors == (2, 2, 2)
