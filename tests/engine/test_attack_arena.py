"""The arena: who is tested where, by what it was learnt from, and what problems share."""

from __future__ import annotations

import numpy as np
import pytest
from engine.small_attacks import problem_corpus, turned

from stylobench.corpora.world import world
from stylobench.engine.attack_arena import Arena, arena, file_name
from stylobench.engine.problem_splits import known_problems
from stylobench.errors import SplitError
from stylobench.records import Corpus, Document, Problem, Trial, TrialSplit


def one_sided(count: int = 4) -> Corpus:
    """Same-author problems alone, by nobody known."""
    documents = [Document(f"{name}{n}", f"{name} text {n}") for n in range(count) for name in ("k", "q")]
    return Corpus.of("masking", documents, {}, [Trial(f"p{n}", (f"k{n}",), f"q{n}", True) for n in range(count)])


def test_a_problem_is_what_its_trial_says() -> None:
    corpus = problem_corpus(4)
    found = arena(corpus, "small", 3, 0)
    text = {document.id: document.text for document in corpus.documents}
    trials = {trial.id: trial for trial in corpus.trials}
    for place, id in enumerate(found.ids):
        trial = trials[id]
        assert found.problem(found.tested, place) == Problem(tuple(map(text.get, trial.known)), text[trial.questioned])
        assert found.tested.same[place] == trial.same


def test_a_fold_learns_from_nothing_that_shares_a_text_with_its_tests() -> None:
    found = arena(problem_corpus(4), "small", 3, 0)
    for number, split in enumerate(found.splits):
        tested = found.tested.take(found.fold == number)
        assert (tested.questioned == split.test.questioned).all()
        assert not set(split.test.rows) & set(split.train.rows)
        assert not set(split.test.rows) & set(found.tested.take(found.trained[number]).rows)
        assert len(found.trained[number]) == len(found.tested) - len(split.test)


def test_units_are_authors_where_all_are_known_else_texts() -> None:
    corpus = problem_corpus(4)
    found = arena(corpus, "small", 3, 0)
    assert found.units.name == "author"
    assert found.units.count == 4
    assert found.group(0).startswith("author")
    first, *rest = corpus.documents
    unsigned = Corpus.of("c", [Document(first.id, first.text), *rest], {}, corpus.trials)
    found = arena(unsigned, "small", 3, 0)
    assert found.units.name == "text"
    assert found.units.count == 16
    assert not found.group(0).startswith("author")


def test_the_order_of_documents_changes_nothing() -> None:
    corpus = problem_corpus(4)
    first, second = arena(corpus, "a", 3, 0), arena(turned(corpus), "a", 3, 0)
    assert (first.texts, first.ids, first.digest) == (second.texts, second.ids, second.digest)
    assert first.tested.digest == second.tested.digest


def test_problems_that_are_all_same_author_are_crossed() -> None:
    found = arena(one_sided(), "masking", None, 0)
    pairs = {
        id: (found.texts[int(found.tested.take([place]).known[0])], found.texts[found.tested.questioned[place]])
        for place, id in enumerate(found.ids)
    }
    assert len(pairs) == 8
    assert found.tested.same.sum() == 4
    for id, (known, asked) in pairs.items():
        mine, _, other = id.partition(" x ")
        assert known == f"k text {mine[1:]}"
        assert asked == f"q text {(other or mine)[1:]}"
        assert bool(other) != bool(found.tested.same[found.ids.index(id)])
    assert found.warnings[0].startswith("all 4 problems are same-author: 4 of different authors were made")


def test_crossed_problems_with_shared_texts_have_names_of_their_own() -> None:
    documents = [Document(name, f"text {name}") for name in ("k", "l", "m", "n", "q", "r", "s", "t", "u", "v")]
    known = {"a": (("k", "l"), "q"), "b": (("k",), "r"), "c": (("m",), "s"), "d": (("n",), "s"), "e": (("u",), "v")}
    trials = [Trial(name, first, second, True) for name, (first, second) in known.items()]
    found = arena(Corpus.of("masking", documents, {}, trials), "masking", None, 0)
    assert sorted(found.ids) == ["a", "a x c", "b", "b x d", "c", "c x e", "d", "d x a", "e", "e x b"]
    assert found.problem(found.tested, found.ids.index("a x c")) == Problem(("text k", "text l"), "text s")


def test_nobody_to_hide_is_one_line() -> None:
    corpus = one_sided()
    trials = [Trial(one.id, one.known, one.questioned, False) for one in corpus.trials]
    with pytest.raises(SplitError, match="no same-author problem: there is nobody to hide"):
        arena(Corpus.of("c", corpus.documents, {}, trials), "c", None, 0)


def test_a_single_problem_cannot_be_crossed() -> None:
    with pytest.raises(SplitError, match="no different-author problems to be had"):
        arena(one_sided(1), "masking", None, 0)


def test_pairs_of_a_corpus_are_named_after_their_documents() -> None:
    corpus = world(authors=3, topics=1, documents=18, words=30)
    found = arena(corpus, "w", None, 0)
    text = {document.id: document.text for document in corpus.documents}
    for place, id in enumerate(found.ids):
        known, _, asked = id.partition("+")
        assert found.problem(found.tested, place) == Problem((text[known],), text[asked])
    assert np.unique(found.fold).tolist() == list(range(len(found.splits)))


def test_a_problem_without_an_answer_keeps_no_other_from_being_crossed() -> None:
    corpus = one_sided()
    documents = [*corpus.documents, Document("k9", "known"), Document("q9", "asked")]
    untold = Trial("p9", ("k9",), "q9", None)
    found = arena(Corpus.of("masking", documents, {}, [*corpus.trials, untold]), "masking", None, 0)
    assert (len(found.tested), found.tested.same.sum()) == (8, 4)
    assert not any("p9" in id for id in found.ids)
    assert "1 of 5 problems have no known answer and are not used" in found.warnings
    others = [Trial(one.id, one.known, one.questioned, False) for one in corpus.trials]
    with pytest.raises(SplitError, match="nobody to hide"):
        arena(Corpus.of("c", documents, {}, [*others, untold]), "c", None, 0)


def groups(documents: dict[str, str], trials: list[Trial]) -> dict[str, str]:
    """Who wrote each document, when all problems are tested in one fold."""
    corpus = Corpus.of("c", [Document(id, text) for id, text in documents.items()], {}, trials)
    rows, _, every = known_problems(corpus)
    split = TrialSplit("all", every, every, "")
    found = Arena("c", corpus, tuple(corpus.texts[row] for row in rows), None, (split,), (), ())
    return {corpus.documents[row].id: found.group(number) for number, row in enumerate(rows)}


def test_where_authors_are_unknown_what_problems_tie_together_is_one_person() -> None:
    """b ties the first two; the different-author problem ties its known texts d and e, and not its questioned one."""
    trials = [
        Trial("1", ("a",), "b", True), Trial("2", ("b",), "c", True), Trial("3", ("d",), "d2", True),
        Trial("4", ("d", "e"), "c", False), Trial("5", ("e",), "e2", True), Trial("6", ("f",), "g", False),
    ]  # fmt: skip
    ids = ("a", "b", "c", "d", "d2", "e", "e2", "f", "g")
    found = groups({id: id for id in ids}, trials)
    assert found["a"] == found["b"] == found["c"]
    assert found["d"] == found["d2"] == found["e"] == found["e2"]
    assert len({found[id] for id in ("a", "d", "f", "g")}) == 4


def test_crossing_ties_nobody_together_and_equal_texts_do() -> None:
    found = arena(one_sided(), "masking", None, 0)
    assert len({found.group(row) for row in range(len(found.texts))}) == 4
    trials = [Trial(f"{n}", (f"k{n}",), f"q{n}", True) for n in range(3)]
    texts = {"k0": "same", "q0": "x", "k1": "same", "q1": "y", "k2": "other", "q2": "z"}
    tied = groups(texts, trials)
    assert tied["q0"] == tied["q1"] != tied["q2"]


def test_drawn_pairs_have_names_that_files_can_have() -> None:
    corpus = world(authors=3, topics=1, documents=18, words=30)
    awkward = [Document(f"news/{one.id} é{'x' * 200}", one.text, one.author) for one in corpus.documents]
    found = arena(Corpus.of("w", awkward), "w", None, 0)
    assert len(set(found.ids)) == len(found.ids)
    assert all(len(id) < 200 and not set(id) & set("/\\ ") and id.isascii() for id in found.ids)
    assert found.ids == arena(turned(Corpus.of("w", awkward)), "w", None, 0).ids


@pytest.mark.parametrize("pair", [("a_b", "c"), ("a", "b+c"), ("a b", "c"), ("a+b", "c"), ("a/b", "c"), ("A b", "c")])
def test_other_documents_have_another_name(pair) -> None:
    others = {file_name(*one) for one in (("a+b+c", ""), ("a", "b"), ("a_b", "d"))}
    names = {
        file_name(*one) for one in (("a_b", "c"), ("a", "b+c"), ("a b", "c"), ("a+b", "c"), ("a/b", "c"), ("A b", "c"))
    }
    assert len(names) == 6
    assert file_name(*pair) not in others
