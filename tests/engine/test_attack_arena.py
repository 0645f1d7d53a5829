"""The arena: who is tested where, by what it was learnt from, and what problems share."""

from __future__ import annotations

import numpy as np
import pytest
from engine.small_attacks import problem_corpus, turned

from stylobench.corpora.world import world
from stylobench.engine.attack_arena import arena
from stylobench.errors import SplitError
from stylobench.records import Corpus, Document, Problem, Trial


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
    assert found.group(3) == "document 3"


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
        known, _, asked = id.partition(" / ")
        assert found.problem(found.tested, place) == Problem((text[known],), text[asked])
    assert np.unique(found.fold).tolist() == list(range(len(found.splits)))
