"""Problems and folds: every problem once, and nothing that a fold tests is learnt from there."""

from __future__ import annotations

import numpy as np
import pytest
from engine.small_attacks import documents, problem_corpus, turned

from stylobench.corpora.world import world
from stylobench.engine.problem_splits import asked_problems, known_problems
from stylobench.errors import CorpusError, SplitError
from stylobench.records import Corpus, Document, Trial


def contents(corpus, asked):
    """Every split by its texts and truth."""
    texts = [corpus.texts[row] for row in asked.rows]
    return [
        [
            (sorted(texts[row] for row in side.take([place]).known), texts[side.questioned[place]], bool(same))
            for side in (split.train, split.test)
            for place, same in enumerate(side.same)
        ]
        for split in asked.splits
    ]


@pytest.mark.parametrize("folds", [None, 3])
def test_no_text_of_a_tested_problem_is_learnt_from(folds) -> None:
    corpus = problem_corpus(5)
    asked = asked_problems(corpus, folds, 0)
    assert all(not set(split.train.rows) & set(split.test.rows) for split in asked.splits)
    assert sorted(asked.ids) == sorted(trial.id for trial in corpus.trials)
    assert len(asked.splits) == (folds or 10)


def test_ids_and_truth_belong_to_the_tested_problems() -> None:
    corpus = problem_corpus(4)
    by_id = {trial.id: trial for trial in corpus.trials}
    asked = asked_problems(corpus, 2, 0)
    names = [corpus.documents[row].id for row in asked.rows]
    tested = [(split.test, place) for split in asked.splits for place in range(len(split.test))]
    for id, (trials, place) in zip(asked.ids, tested, strict=True):
        one = trials.take([place])
        assert tuple(names[row] for row in one.known) == by_id[id].known
        assert names[one.questioned[0]] == by_id[id].questioned
        assert bool(one.same[0]) == by_id[id].same


@pytest.mark.parametrize("folds", [None, 2, 3])
def test_the_order_of_documents_and_problems_changes_nothing(folds) -> None:
    corpus = problem_corpus(4)
    asked, other = asked_problems(corpus, folds, 0), asked_problems(turned(corpus), folds, 0)
    assert asked.ids == other.ids
    assert contents(corpus, asked) == contents(turned(corpus), other)


def test_problems_without_an_answer_are_left_out_and_told_of() -> None:
    corpus = problem_corpus(4)
    first, *rest = corpus.trials
    untold = Corpus.of("c", corpus.documents, {}, [Trial(first.id, first.known, first.questioned, None), *rest])
    asked = asked_problems(untold, None, 0)
    assert first.id not in asked.ids
    assert asked.warnings[0] == "1 of 8 problems have no known answer and are not used"


def test_nothing_known_and_lost_documents_are_one_line() -> None:
    corpus = problem_corpus(4)
    with pytest.raises(SplitError, match="has 1 problems, none with a known answer"):
        known_problems(Corpus.of("c", corpus.documents, {}, [Trial("x", ("w000000",), "w000001", None)]))
    with pytest.raises(CorpusError, match="document 'gone'"):
        known_problems(Corpus.of("c", corpus.documents, {}, [Trial("x", ("gone",), "w000001", True)]))


def test_pairs_are_drawn_from_documents() -> None:
    corpus = world(authors=3, topics=1, documents=24, words=30)
    asked = asked_problems(corpus, None, 0)
    authors = np.array([corpus.documents[row].author for row in asked.rows])
    assert asked.ids is None
    for split in asked.splits:
        assert not set(split.train.rows) & set(split.test.rows)
        for side in (split.train, split.test):
            assert ((authors[side.known] == authors[side.questioned]) == side.same).all()
    other = asked_problems(turned(corpus), None, 0)
    assert contents(corpus, asked) == contents(turned(corpus), other)


def test_blank_repeated_and_unsigned_documents_are_not_paired() -> None:
    rows = [(name, f"{name} {n} so it is") for name in "ab" for n in range(6)]
    corpus = documents(*rows, ("a", "  "), ("b", rows[0][1]))
    corpus = Corpus.of("c", [*corpus.documents, Document("z", "nobody's")])
    asked = asked_problems(corpus, 2, 0)
    assert len(asked.rows) == 12
    assert asked.warnings == ("3 of 15 documents are blank, repeated or without author",)


def test_one_author_is_one_line() -> None:
    with pytest.raises(SplitError, match="neither problems nor documents by 2 authors"):
        asked_problems(documents(("a", "x"), ("a", "y")), None, 0)
