from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from stylobench.protocols.calibration_problems import (
    CalibrationProblems,
    conditions_of,
    cut,
    draw_problems,
    lengths_up_to,
    problems_like,
    shortened_problems,
    word_count,
)
from stylobench.records import Trials

Made = tuple[list[str], np.ndarray]


def text(person: int, number: int, words: int) -> str:
    """Every word says whose text it is from, and where in it."""
    return " ".join(f"{person}.{number}.{place}" for place in range(words))


def people(count: int, texts: int, words: int) -> Made:
    """So many people with so many texts of that length each."""
    every = [text(person, number, words) for person in range(count) for number in range(texts)]
    return every, np.repeat(np.arange(count), texts)


def sources(piece: str) -> set[tuple[int, int]]:
    """The texts that a piece is made of, by person and number."""
    return {(int(word.split(".")[0]), int(word.split(".")[1])) for word in piece.split()}


def sides(found: CalibrationProblems) -> Iterator[tuple[list[str], str]]:
    """Known texts and questioned text of each problem."""
    trials = found.trials
    for place in range(len(trials)):
        known = trials.known[trials.starts[place] : trials.starts[place + 1]]
        yield [found.texts[row] for row in known], found.texts[trials.questioned[place]]


def as_read(found: CalibrationProblems) -> list[tuple[tuple[str, ...], str, bool, tuple[int, int]]]:
    trials = zip(sides(found), found.trials.same.tolist(), found.people.tolist(), strict=True)
    return [(tuple(known), questioned, same, (who[0], who[1])) for (known, questioned), same, who in trials]


def one_group(codes: np.ndarray) -> np.ndarray:
    return np.zeros(len(codes), np.int64)


@pytest.fixture(scope="module")
def drawn() -> CalibrationProblems:
    """Nine people in three groups, with ten texts of 300 words each."""
    texts, codes = people(9, 10, 300)
    return draw_problems(texts, codes, codes % 3, seed=1, count=600)


def test_words_are_cut_out_of_a_text_with_their_spacing() -> None:
    assert cut(" one two\n\nthree  four ", 2, start=1) == "two\n\nthree"
    assert cut("one two", 5) == "one two"
    assert cut("one two", 2, start=2) == ""


@pytest.mark.parametrize(
    ("longest", "expected"),
    [(0, [125]), (224, [125]), (225, [125, 250]), (250, [125, 250]), (900, [125, 250, 500, 1000])],
)
def test_a_length_is_doubled_where_nine_tenths_of_it_are_there(longest: int, expected: list[int]) -> None:
    assert lengths_up_to(longest) == expected


def test_no_length_is_above_8000_words() -> None:
    assert lengths_up_to(1e6) == [125, 250, 500, 1000, 2000, 4000, 8000]


def test_conditions_are_the_number_of_known_texts_their_mean_length_and_the_questioned_length() -> None:
    assert conditions_of(("one two", "one two three four five"), "one").tolist() == [[2.0, 3.5, 1.0]]
    assert conditions_of((), "one two").tolist() == [[0.0, 0.0, 2.0]]
    trials = Trials(
        np.array([0, 1, 2]), np.array([0, 2, 3]), np.array([2, 0]), np.array([True, False]), np.array(["", ""])
    )
    found = CalibrationProblems(("one two", "one two three four five", "one"), trials, np.zeros((2, 2), np.int64))
    assert found.conditions.tolist() == [[2.0, 3.5, 1.0], [1.0, 1.0, 2.0]]
    assert found.take([1]).conditions.tolist() == [[1.0, 1.0, 2.0]]


def test_no_text_stands_in_two_pieces_of_a_problem(drawn: CalibrationProblems) -> None:
    for known, questioned in sides(drawn):
        parts = [sources(piece) for piece in (*known, questioned)]
        assert sum(map(len, parts)) == len(set.union(*parts))


def test_known_texts_are_by_one_person_and_the_truth_is_who_wrote_the_questioned_one(
    drawn: CalibrationProblems,
) -> None:
    for known, questioned, same, (person, other) in as_read(drawn):
        assert {who for piece in known for who, _ in sources(piece)} == {person}
        assert {who for who, _ in sources(questioned)} == {other}
        assert same == (person == other)


def test_two_people_of_a_problem_are_of_one_group(drawn: CalibrationProblems) -> None:
    two = drawn.people[~drawn.trials.same]
    assert len(two) > 100
    assert (two[:, 0] % 3 == two[:, 1] % 3).all()
    assert len(np.unique(drawn.people)) == 9


def test_both_classes_are_equally_many_in_every_kind(drawn: CalibrationProblems) -> None:
    assert len(drawn.trials) == 600
    kinds = [tuple(row) for row in drawn.conditions.round().astype(int).tolist()]
    same = Counter(kind for kind, truth in zip(kinds, drawn.trials.same, strict=True) if truth)
    different = Counter(kind for kind, truth in zip(kinds, drawn.trials.same, strict=True) if not truth)
    assert same == different
    assert max(same.values()) - min(same.values()) <= max(same.values()) / 2 + 1


def test_classes_are_balanced_where_many_have_no_text_as_long() -> None:
    """In each of three groups one person has four long texts, one has one, and two have only a short one."""
    texts, codes, groups = list[str](), list[int](), list[int]()
    for person in range(12):
        lengths = [400] * 4 if person % 4 == 0 else [400] if person % 4 == 1 else [100]
        texts += [text(person, number, words) for number, words in enumerate(lengths)]
        codes += [person] * len(lengths)
        groups += [person // 4] * len(lengths)
    found = draw_problems(texts, np.array(codes), np.array(groups), 0, 200, [(2, 400, 400)])
    assert (found.trials.same.sum(), (~found.trials.same).sum()) == (100, 100)


def test_classes_are_balanced_where_nobody_has_a_stranger_in_the_group() -> None:
    texts, codes = people(4, 5, 200)
    found = draw_problems(texts, codes, codes, 0, 40)
    assert found.trials.same.sum() == (~found.trials.same).sum()


def test_every_number_of_known_texts_and_every_length_is_tried(drawn: CalibrationProblems) -> None:
    numbers, own, asked = drawn.conditions.T
    assert set(numbers) == {1, 2, 3, 4, 6, 8}
    assert set(own) == set(asked) == {125, 250, 500}
    # eight texts of 500 words take sixteen of 300, and nobody has more than ten
    assert set(own[numbers == 8]) == {125, 250}
    assert set(own[numbers == 4]) == {125, 250, 500}


def test_every_other_problem_has_both_sides_equally_long() -> None:
    texts, codes = people(4, 20, 400)
    found = draw_problems(texts, codes, one_group(codes), 0, 1000)
    _, own, asked = found.conditions.T
    assert 0.45 <= (own == asked).mean() <= 0.55


@pytest.mark.parametrize("length", [190, 200, 210])
def test_lengths_are_as_asked_or_shorter_by_less_than_a_tenth(length: int) -> None:
    every = [text(person, number, 140 + 7 * number) for person in range(4) for number in range(10)]
    codes = np.repeat(np.arange(4), 10)
    found = draw_problems(every, codes, one_group(codes), 0, 100, [(2, length, length)])
    words = {word_count(piece) for known, questioned in sides(found) for piece in (*known, questioned)}
    assert len(found.trials) == 100
    assert min(words) >= 0.9 * length
    assert max(words) <= length


def test_a_text_is_cut_in_one_place_for_each_length(drawn: CalibrationProblems) -> None:
    cuts = Counter((frozenset(sources(piece)), word_count(piece)) for piece in drawn.texts)
    assert set(cuts.values()) == {1}
    starts = {int(piece.split()[0].split(".")[2]) for piece in drawn.texts if word_count(piece) == 125}
    assert len(starts) > 20


def test_short_texts_are_joined_whole_and_in_full_up_to_the_length() -> None:
    texts, codes = people(3, 6, 100)
    found = draw_problems(texts, codes, one_group(codes), 0, 40, [(1, 180, 180)])
    assert len(found.trials) == 40
    for piece in found.texts:
        first, second = piece.split("\n\n")
        assert (word_count(first), word_count(second)) == (100, 80)
        assert first in texts
        assert any(one.startswith(f"{second} ") for one in texts)
        assert len(sources(piece)) == 2


def test_two_pieces_of_four_joined_texts_make_a_same_author_problem() -> None:
    """Whichever of the two pieces is questioned, the other is free."""
    texts, codes = people(3, 4, 100)
    assert len(draw_problems(texts, codes, one_group(codes), 0, 40, [(1, 180, 180)]).trials) == 40


def test_no_more_than_four_texts_are_joined() -> None:
    texts, codes = people(3, 16, 50)
    able = draw_problems(texts, codes, one_group(codes), 0, 20, [(1, 200, 200)])
    assert {len(sources(piece)) for piece in able.texts} == {4}
    assert len(draw_problems(texts, codes, one_group(codes), 0, 20, [(1, 250, 250)]).trials) == 0


def test_fewer_than_three_people_with_texts_enough_make_no_problem() -> None:
    texts, codes = people(2, 10, 300)
    assert len(draw_problems(texts, codes, one_group(codes), 0, 20).trials) == 0
    texts, codes = people(3, 10, 300)
    assert len(draw_problems(texts, codes, one_group(codes), 0, 20).trials) == 20
    nine = draw_problems(texts, codes, one_group(codes), 0, 20, [(9, 300, 300)])
    ten = draw_problems(texts, codes, one_group(codes), 0, 20, [(10, 300, 300)])
    assert (len(nine.trials), len(ten.trials)) == (20, 0)
    assert ten.people.shape == (0, 2)


def test_no_text_makes_no_problem() -> None:
    found = draw_problems([], np.zeros(0, np.int64), np.zeros(0, np.int64), 0)
    assert (len(found.trials), found.texts, found.conditions.shape) == (0, (), (0, 3))


def test_the_same_seed_draws_the_same_problems(drawn: CalibrationProblems) -> None:
    texts, codes = people(9, 10, 300)
    again, other = (draw_problems(texts, codes, codes % 3, seed, 600) for seed in (1, 2))
    assert as_read(again) == as_read(drawn)
    assert again.texts == drawn.texts
    assert as_read(other) != as_read(drawn)


def test_no_person_comes_with_more_than_24_texts() -> None:
    texts, codes = people(3, 60, 130)
    found = draw_problems(texts, codes, one_group(codes), 0, 900, [(1, 130, 130)])
    used = Counter(who for who, _ in {one for piece in found.texts for one in sources(piece)})
    assert used == {0: 24, 1: 24, 2: 24}


def shipped() -> tuple[list[str], Trials]:
    """Two problems: three known texts of 600 words beside 300, and one of 200 beside 600."""
    texts = [text(0, number, 600) for number in range(3)] + [text(0, 3, 300), text(1, 0, 200), text(2, 0, 600)]
    known, starts = np.array([0, 1, 2, 4]), np.array([0, 3, 4])
    return texts, Trials(known, starts, np.array([3, 5]), np.array([True, False]), np.array(["", ""]))


def test_shipped_problems_come_as_they_are_first() -> None:
    texts, trials = shipped()
    found, origin = shortened_problems(texts, trials, turns=3, seed=0)
    read = list(sides(found))
    assert len(read) == 6
    assert read[0] == (texts[:3], texts[3])
    assert read[3] == ([texts[4]], texts[5])
    assert found.trials.same.tolist() == origin.same.tolist() == [True] * 3 + [False] * 3
    assert found.people.tolist() == [[-1, -1]] * 6


def test_shortened_problems_are_pieces_of_the_documents_they_come_from() -> None:
    texts, trials = shipped()
    found, origin = shortened_problems(texts, trials, turns=60, seed=0)
    for place, (known, questioned) in enumerate(sides(found)):
        rows = origin.known[origin.starts[place] : origin.starts[place + 1]].tolist()
        assert len(set(rows)) == len(rows) == len(known)
        assert all(piece in texts[row] for piece, row in zip(known, rows, strict=True))
        assert questioned in texts[origin.questioned[place]]
    own = [tuple(row) for row in found.conditions.round().astype(int).tolist()]
    assert {kind[0] for kind in own[:60]} == {1, 2, 3}
    assert {kind[1] for kind in own[:60]} == {125, 250, 500, 600}
    assert {kind[2] for kind in own[:60]} == {125, 250, 300}
    assert {kind[:2] for kind in own[60:]} == {(1, 125), (1, 200)}
    equal = [kind for place, kind in enumerate(own[:60]) if place % 2 and kind[1] <= 250]
    assert equal
    assert all(kind[1] == kind[2] or kind[2] == 300 for kind in equal)


def test_a_document_is_cut_in_one_place_for_each_length() -> None:
    texts, trials = shipped()
    found, _ = shortened_problems(texts, trials, turns=60, seed=0)
    cuts = Counter((frozenset(sources(piece)), word_count(piece)) for piece in found.texts)
    assert set(cuts.values()) == {1}
    again, _ = shortened_problems(texts, trials, turns=60, seed=0)
    other, _ = shortened_problems(texts, trials, turns=60, seed=1)
    assert as_read(again) == as_read(found)
    assert as_read(other) != as_read(found)


def test_problems_like_a_case_have_its_number_and_lengths() -> None:
    texts, trials = shipped()
    found, origin = problems_like(texts, trials, (2, 150, 310), seed=0)
    [(known, questioned)] = sides(found)
    assert found.conditions.tolist() == [[2, 150, 300]]
    assert found.trials.same.tolist() == [True]
    assert [texts[row].startswith(f"{piece} ") for row, piece in zip(origin.known, known, strict=True)] == [True, True]
    assert origin.questioned.tolist() == [3]
    assert questioned == texts[3]


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        ((1, 200, 300), 2),
        ((3, 600, 300), 1),
        ((3, 660, 333), 1),
        ((4, 100, 100), 0),
        ((1, 667, 300), 0),
        ((1, 600, 334), 0),
    ],
)
def test_problems_without_such_texts_are_left_out(kind: tuple[int, int, int], count: int) -> None:
    texts, trials = shipped()
    found, origin = problems_like(texts, trials, kind, seed=0)
    assert len(found.trials) == len(origin) == count


def test_no_text_is_kept_that_stands_in_no_problem() -> None:
    texts = [f"t{place} " * 150 for place in range(40)]
    found = draw_problems(texts, np.repeat(np.arange(20), 2), np.zeros(40, np.int64), 0, count=4)
    assert found.trials.rows.tolist() == list(range(len(found.texts)))
    assert len(found.texts) <= 4 * 2


def test_of_very_many_people_some_are_taken_by_lot() -> None:
    """1,000 people with two texts and 1,000 with one: nobody of the latter is needed for 400."""
    people = np.r_[np.repeat(np.arange(1000), 2), np.arange(1000, 2000)]
    texts = [f"t{place} " * 130 for place in range(len(people))]
    found = draw_problems(texts, people, np.zeros(len(people), np.int64), 0, count=600)
    assert len(found.trials) == 600
    assert found.people.max() < 1000
    assert len(np.unique(found.people)) <= 400
