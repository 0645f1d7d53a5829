"""Tests of what reviewers are shown."""

from __future__ import annotations

from collections import Counter

import pytest

from stylobench.errors import CorpusError
from stylobench.protocols.review import LONGEST, Review, Reviewed, from_result, in_part, openings, review


def _texts(problems: int = 4, known: bool = True) -> list[Reviewed]:
    return [
        Reviewed(f"p{n}", name, f"text {n} was so cold", f"text {n} was {word} cold", (f"known {n}",) if known else ())
        for n in range(problems)
        for name, word in (("one", "very"), ("two", "rather"))
    ]


def test_the_key_tells_which_side_was_rewritten() -> None:
    made = review(_texts(), 4, 0)
    assert len(made.pairs) == 8
    for pair in made.pairs:
        word = {"one": "very", "two": "rather"}[pair.obfuscator]
        sides = {"a": pair.a, "b": pair.b}
        fact = made.key()["pairs"][pair.id]
        assert word in sides.pop(fact["rewritten"])
        assert "so cold" in sides.popitem()[1]


def test_both_sides_are_taken_and_numbers_say_nothing() -> None:
    pairs = review(_texts(20), 20, 0).pairs
    assert {pair.rewritten for pair in pairs} == {"a", "b"}
    assert [pair.problem for pair in pairs] != sorted(pair.problem for pair in pairs)


def test_every_obfuscator_is_reviewed_on_the_same_problems() -> None:
    made = review(_texts(9), 3, 1)
    by_name = {name: {pair.problem for pair in made.pairs if pair.obfuscator == name} for name in ("one", "two")}
    assert by_name["one"] == by_name["two"]
    assert len(by_name["one"]) == 3


def test_the_order_of_texts_changes_nothing_and_the_seed_does() -> None:
    assert review(_texts()[::-1], 3, 0) == review(_texts(), 3, 0)
    assert review(_texts(), 3, 1).id != review(_texts(), 3, 0).id


def test_reviewers_see_the_same_items_in_orders_of_their_own() -> None:
    made = review(_texts(6), 6, 0)
    orders = [[pair.id for pair in made.pairs_for(number)] for number in (1, 2)]
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1])


def test_questions_are_half_same_author_with_the_texts_of_their_problems() -> None:
    questions = review(_texts(30), 30, 0).questions
    assert sum(one.same for one in questions) == len(questions) / 2 == 30
    for one in questions:
        number = one.problem.removeprefix("p")
        assert one.known == f"known {number}"
        assert one.questioned.startswith(f"text {number} ") == one.same
    for same in (True, False):
        versions = Counter(one.version for one in questions if one.same == same)
        assert versions == {"original": 15, "one": 8, "two": 7}


def test_without_known_texts_there_are_no_questions() -> None:
    made: Review = review(_texts(known=False), 4, 0)
    assert made.questions == ()
    assert "it needs known texts" in made.warnings[-1]


def test_unchanged_texts_are_left_out_and_nothing_else_is_an_error() -> None:
    same = Reviewed("p9", "identity", "as it was", "as it was")
    assert review([*_texts(), same], 9, 0).warnings[0].startswith("1 rewritten texts are the same")
    with pytest.raises(CorpusError, match="no rewritten text to review"):
        review([same], 9, 0)


def test_an_attack_shows_its_examples() -> None:
    phrases = [{"original": "It was ", "rewritten": None}, {"original": "so", "rewritten": ""}]
    result = {"examples": [{"dataset": "set", "problem": "p", "obfuscator": "x", "phrases": phrases}]}
    assert from_result(result) == [Reviewed("set/p", "x", "It was so", "It was ")]


def test_long_texts_are_cut_at_the_same_place() -> None:
    words = [f"word{n}" for n in range(1000)]
    changed = [f"other{n}" if n % 10 == 5 else word for n, word in enumerate(words)]
    both = openings(" ".join(words), " ".join(changed))
    first, second = (text.partition(" …")[0] for text in both)
    assert LONGEST - 20 < len(first) < LONGEST + 20
    assert len(first.split()) == len(second.split())
    assert first.split()[-1] == words[len(first.split()) - 1]


def test_a_text_that_is_cut_says_so_with_its_words() -> None:
    long = " ".join(f"word{n}" for n in range(1000))
    made = review([Reviewed(f"p{n}", "x", f"so {long}", f"thus {long}", (long,)) for n in range(2)], 2, 0)
    texts = [text for one in made.pairs for text in (one.a, one.b)]
    texts += [text for one in made.questions for text in (one.known, one.questioned)]
    for text in texts:
        shown, _, told = text.partition(" …\n\n")
        whole = 1000 + (not shown.startswith("word"))
        assert told == f"[in part: the first {len(shown.split())} of {whole:,} words]"
    assert in_part("all of it", "all of it") == "all of it"


def test_too_few_texts_are_told_of_with_what_shows_more() -> None:
    few = "4 texts are reviewed where 10 were asked for; a run shows more after `stylobench attack --examples 10`"
    assert few in review(_texts(4), 10, 0).warnings
    assert not any("asked for" in line for line in review(_texts(4), 4, 0).warnings)
