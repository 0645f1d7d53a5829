from __future__ import annotations

from stylobench.corpora.census import copies_in
from stylobench.corpora.duplicates import duplicate_warnings, without_duplicates
from stylobench.records import Corpus, Document, Trial

LONG = "the harbour lay still under a grey sky while gulls turned slowly over boats that nobody had used for years"


def _corpus(*rows: tuple[str, str, str, str], trials: tuple[Trial, ...] = ()) -> Corpus:
    return Corpus.of("c", (Document(*row) for row in rows), trials=trials)


def test_copies_are_counted_across_authors_and_topics() -> None:
    corpus = _corpus(
        ("1", "It rained, again.", "ann", "x"),
        ("2", "it rained again", "bob", "x"),
        ("3", "It rained again", "ann", "x"),
        ("4", LONG, "ann", "x"),
        ("5", f"{LONG} or so", "ann", "y"),
    )
    assert duplicate_warnings(corpus, copies_in(corpus)) == [
        "2 documents repeat the words of another (1 group: 1 across authors, 0 across topics): a copy in training "
        "gives the answer away; --drop-duplicates keeps the first of each by id",
        "1 pair of documents is nearly the same (0 across authors, 1 across topics): a near-copy in training gives the "
        "answer away; --drop-duplicates keeps the first of each by id",
    ]


def test_problems_keep_their_documents_and_get_no_such_advice() -> None:
    trials = (Trial("p", ("1",), "2", True),)
    corpus = _corpus(("1", "It rained.", "ann", "x"), ("2", "It rained", "ann", "x"), trials=trials)
    (line,) = duplicate_warnings(corpus, copies_in(corpus))
    assert line.endswith("a copy in training gives the answer away")


def test_the_first_by_id_is_kept_of_copies_and_near_copies() -> None:
    corpus = _corpus(
        ("c", LONG, "ann", "x"),
        ("a", f"{LONG} or so", "ann", "y"),
        ("d", LONG.upper(), "bob", "x"),
        ("b", "something else entirely was written here by another hand", "bob", "y"),
    )
    assert [corpus.documents[row].id for row in without_duplicates(corpus)] == ["a", "b"]


def test_empty_documents_are_no_copies_of_one_another() -> None:
    corpus = _corpus(("1", "", "ann", "x"), ("2", "", "bob", "x"))
    assert duplicate_warnings(corpus, copies_in(corpus)) == []
    assert without_duplicates(corpus) == [0, 1]
