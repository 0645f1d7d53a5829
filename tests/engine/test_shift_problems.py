"""Verifiers on problems that a corpus ships, and on pairs drawn from documents."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engine.unplaced import unplaced
from sklearn.base import BaseEstimator

import stylobench
from stylobench.engine.run import Force
from stylobench.engine.shift_answers import Work
from stylobench.engine.shift_problems import answered_problems
from stylobench.errors import CorpusError, SplitError
from stylobench.records import Corpus, Document, Trial

HERE = Work(force=Force(0))


class Spy(BaseEstimator):  # type: ignore[misc]
    """Answers 1 where no text of the problem was trained on, 0 where one was."""

    def fit(self, problems: Any, same: Any) -> Spy:
        self.seen = {text for problem in problems for text in (*problem.known, problem.questioned)}
        return self

    def verify(self, problems: Any) -> Any:
        return np.array([not self.seen & {*problem.known, problem.questioned} for problem in problems], dtype=float)


class Picky(Spy):
    """Fails where it is asked about one text."""

    def verify(self, problems: Any) -> Any:
        if any(problem.questioned == "questioned 2" for problem in problems):
            raise ValueError("no good")
        return super().verify(problems)


def chain(count: int) -> Corpus:
    """Each text is known in one problem and questioned in the one before."""
    documents = [
        Document(f"d{i:03d}", f"questioned {i}", topic="ab"[i % 2], time=f"2020-01-{i + 1:02d}")
        for i in range(count + 1)
    ]
    trials = [Trial(f"p{i:03d}", (f"d{i:03d}",), f"d{i + 1:03d}", i % 3 == 0) for i in range(count)]
    return Corpus.of("chain", documents, trials=trials)


def scores(tested: Any, name: str = "spy") -> list[float]:
    found: list[float] = tested.methods[name].outcomes.scores.tolist()
    return found


def test_problems_that_share_texts_are_left_out_with_a_buffer() -> None:
    tested = answered_problems(chain(12), {"spy": Spy()}, work=HERE)
    assert (tested.task, tested.item, len(tested)) == ("verification", "problem", 12)
    assert list(tested.ids) == [f"p{i:03d}" for i in range(12)]
    assert list(tested.classes) == ["same" if i % 3 == 0 else "different" for i in range(12)]
    assert scores(tested) == [1.0] * 12
    assert tested.texts is not None
    assert list(tested.texts) == [f"questioned {i}" for i in range(1, 13)]
    assert list(tested.topics or ()) == ["ab"[i % 2] for i in range(1, 13)]
    assert (tested.times or ())[0] == "2020-01-02"


def test_many_questioned_texts_go_into_ten_folds() -> None:
    documents = [Document(f"{i}{side}", f"{side} {i}") for i in range(101) for side in "ab"]
    trials = [Trial(f"p{i:03d}", (f"{i}a",), f"{i}b", i % 2 == 0) for i in range(101)]
    tested = answered_problems(Corpus.of("many", documents, trials=trials), {"spy": Spy()}, work=HERE)
    assert scores(tested) == [1.0] * 101
    assert sorted(tested.ids) == [trial.id for trial in trials]
    truth = dict(zip(tested.ids, tested.classes, strict=True))
    assert all((truth[trial.id] == "same") == trial.same for trial in trials)


def test_the_order_of_documents_and_problems_changes_nothing(tmp_path: Path) -> None:
    first = chain(12)
    turned = Corpus.of("chain", first.documents[::-1], trials=first.trials[::-1])
    one, other = (answered_problems(corpus, ["char_ngrams"], folds=4, work=HERE) for corpus in (first, turned))
    assert one.ids == other.ids
    assert scores(one, "char_ngrams") == scores(other, "char_ngrams")


def test_pan_problems_with_unknown_truth_are_counted(tmp_path: Path) -> None:
    pairs = [{"id": f"p{i}", "pair": [f"known {i}", f"asked {i}"]} for i in range(6)]
    truth = [{"id": f"p{i}", "same": i % 2 == 0} for i in range(5)]
    for name, records in (("pairs", pairs), ("truth", truth)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    tested = answered_problems(stylobench.load(tmp_path), {"spy": Spy()}, represent="pair", work=HERE)
    assert list(tested.ids) == ["p0", "p1", "p2", "p3", "p4"]
    assert tested.warnings == ("1 of 6 problems have no known answer and are not used",)
    assert tested.texts is not None
    assert tested.texts[3] == "known 3\n\nasked 3"
    assert tested.topics is None
    assert tested.times is None


def test_failures_are_told() -> None:
    found = answered_problems(chain(12), {"picky": Picky()}, work=HERE).methods["picky"]
    (failure,) = found.failures
    assert unplaced(failure) == "buffered/02: ValueError: no good"
    assert found.rows.tolist() == [0, *range(2, 12)]
    assert len(found.outcomes) == 11


def test_problems_that_cannot_be_answered_are_told() -> None:
    uneven = [Trial("a", ("1",), "2", True), Trial("b", ("3",), "4", False), Trial("c", ("5",), "6", False)]
    documents = [Document(str(i), f"text {i}") for i in range(1, 7)]
    tested = answered_problems(Corpus.of("few", documents, trials=uneven), {"spy": Spy()}, work=HERE)
    assert list(tested.ids) == ["b", "c"]
    assert tested.warnings[0].startswith("buffered/1 is skipped (1 of 3 problems)")


def test_pairs_are_drawn_where_there_are_no_problems() -> None:
    small = stylobench.world(authors=4, topics=4, documents=64, words=60)
    tested = answered_problems(small, {"spy": Spy()}, work=HERE)
    assert set(scores(tested)) == {1.0}
    assert tested.classes.count("same") == tested.classes.count("different")
    author = dict(zip(small.column("id"), small.column("author"), strict=True))
    for name, kind in zip(tested.ids, tested.classes, strict=True):
        known, questioned = name.split(" + ")
        assert (author[known] == author[questioned]) == (kind == "same")


def test_blank_and_repeated_texts_make_no_pairs() -> None:
    small = stylobench.world(authors=3, topics=2, documents=36, words=40)
    extra = [replace(small.documents[0], id="again"), Document("blank", "  ", "author01"), Document("nobody", "words")]
    tested = answered_problems(Corpus.of("more", [*small.documents, *extra]), {"spy": Spy()}, work=HERE)
    assert tested.warnings == ("3 of 39 documents are blank, repeated or without author",)
    assert set(scores(tested)) == {1.0}


def test_corpora_without_anything_to_ask_are_errors() -> None:
    documents = [Document(str(i), f"text {i}", "ann") for i in range(4)]
    with pytest.raises(SplitError, match="neither problems nor documents by 2 authors"):
        answered_problems(Corpus.of("x", documents), {"spy": Spy()})
    with pytest.raises(SplitError, match="1 problems, none with a known answer"):
        answered_problems(Corpus.of("x", documents, trials=[Trial("p", ("0",), "1", None)]), {"spy": Spy()})
    with pytest.raises(CorpusError, match="speaks of document '9', which the corpus does not have"):
        answered_problems(Corpus.of("x", documents, trials=[Trial("p", ("0",), "9", True)]), {"spy": Spy()})
