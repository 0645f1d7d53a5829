"""Tests of the selection funnel, with counts worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench.corpora import funnel as funnel_module
from stylobench.corpora.funnel import Table, effective
from stylobench.corpora.labels import Label
from stylobench.corpora.select import Selection, select
from stylobench.corpora.shards import Facts
from stylobench.errors import CorpusError
from stylobench.records import Corpus, Document

PLAIN = ("author", "topic")


def cell(author: str | None, topic: str | None, count: int, words: int = 3, **meta: str) -> list[Document]:
    """Documents of one author on one topic."""
    text = " ".join(["word"] * words)
    return [Document(f"{author}-{topic}-{i:03d}", text, author, topic, None, meta) for i in range(count)]


def counts(funnel):
    return [(step.step, step.documents, step.authors, step.topics) for step in funnel]


def test_every_step_has_its_count():
    documents = (
        cell("A", "t", 4, title="x")
        + cell("B", "t", 2, words=9, title="x")
        + cell("B", "u", 1)
        + cell(None, "u", 3, title="x")
        + cell(None, "v", 2, title="x", author_count="2")
        + cell("C", None, 1, title="x", topic_count="3")
    )
    kept, funnel = select(documents, Selection(min_words=4))
    assert counts(funnel) == [
        ("read", 13, 3, 3),
        ("has author, topic and title", 9, 3, 2),
        ("one author", 7, 3, 1),
        ("one topic", 6, 2, 1),
        ("at least 4 words", 2, 1, 1),
    ]
    assert [document.id for document in kept] == ["B-t-000", "B-t-001"]


def test_limits_are_applied_until_nothing_changes():
    # A topic with 3 documents goes; that leaves B with 2 of 4; without B topic t has 3 of 5, and A goes with it.
    documents = cell("A", "t", 3) + cell("B", "t", 2) + cell("B", "u", 2) + cell("C", "u", 1) + cell("D", "w", 9)
    selection = Selection(require=PLAIN, author_documents=3, topic_documents=4)
    kept, funnel = select(documents, selection)
    assert counts(funnel)[3:] == [
        ("one topic", 17, 4, 3),
        ("at least 1 word", 17, 4, 3),
        ("author has at least 3 documents", 16, 3, 3),
        ("topic has at least 4 documents", 14, 3, 2),
        ("these limits again, until nothing changes", 9, 1, 1),
    ]
    assert {document.author for document in kept} == {"D"}


def test_author_topics():
    documents = cell("A", "t", 2) + cell("A", "u", 1) + cell("B", "t", 5)
    kept, _ = select(documents, Selection(require=PLAIN, author_topics=2))
    assert {document.author for document in kept} == {"A"}


@given(st.lists(st.tuples(st.sampled_from("ABCD"), st.sampled_from("tuvw")), min_size=1, max_size=60), st.data())
def test_what_is_left_meets_all_limits_and_nothing_else_could_have_stayed(pairs, data):
    limits = {
        "author_documents": data.draw(st.integers(1, 8)),
        "topic_documents": data.draw(st.integers(1, 8)),
        "author_topics": data.draw(st.integers(1, 3)),
    }
    documents = [Document(str(i), "x", author, topic) for i, (author, topic) in enumerate(pairs)]
    expected = set(range(len(pairs)))
    while True:
        authors = {a: [i for i in expected if pairs[i][0] == a] for a in "ABCD"}
        topics = {t: [i for i in expected if pairs[i][1] == t] for t in "tuvw"}
        bad = {i for rows in authors.values() if len(rows) < limits["author_documents"] for i in rows}
        bad |= {i for rows in topics.values() if len(rows) < limits["topic_documents"] for i in rows}
        bad |= {
            i for rows in authors.values() if len({pairs[i][1] for i in rows}) < limits["author_topics"] for i in rows
        }
        if not bad:
            break
        expected -= bad
    if expected:
        kept, _ = select(documents, Selection(require=PLAIN, **limits))
        assert {int(document.id) for document in kept} == expected
    else:
        with pytest.raises(CorpusError, match="no document is left after the step"):
            select(documents, Selection(require=PLAIN, **limits))


def test_nothing_left_says_which_step():
    with pytest.raises(CorpusError, match=r"'at least 100 words' \(5 before it\)"):
        select(cell("A", "t", 5), Selection(require=PLAIN, min_words=100))


def test_aliases_are_merged_first():
    documents = cell("A1", "t", 3) + cell("A2", "t", 3) + cell("B", "t", 4)
    kept, funnel = select(documents, Selection(require=PLAIN, author_documents=5, aliases={"A2": "A1"}))
    assert {document.author for document in kept} == {"A1"}
    assert funnel[0].authors == 2


def test_ids_and_their_labels():
    documents = cell("A", "t", 3) + cell("B", "u", 3)
    ids = {"A-t-001": Label(None, None), "B-u-000": Label("A", "t"), "nowhere": Label(None, None)}
    kept, funnel = select(documents, Selection(require=PLAIN, ids=ids))
    assert [(document.id, document.author) for document in kept] == [("A-t-001", "A"), ("B-u-000", "A")]
    assert funnel[1].step == "in the list of ids"


def test_the_first_with_an_id_is_kept():
    kept, funnel = select(
        [Document("1", "first", "A", "t"), Document("1", "second", "A", "t")], Selection(require=PLAIN)
    )
    assert [document.text for document in kept] == ["first"]
    assert funnel[1].step == "the first with its id"


UNEVEN = cell("A", "t", 6) + cell("A", "u", 2) + cell("B", "t", 3) + cell("B", "u", 5) + cell("C", "t", 4)


def sizes(documents, *columns):
    found: dict[tuple[str | None, ...], int] = {}
    for document in documents:
        key = tuple(document.get(column) for column in columns)
        found[key] = found.get(key, 0) + 1
    return found


def test_balance():
    by_author, _ = select(UNEVEN, Selection(require=PLAIN, balance="author"))
    assert set(sizes(by_author, "author").values()) == {4}
    by_topic, _ = select(UNEVEN, Selection(require=PLAIN, balance="topic"))
    assert sizes(by_topic, "topic") == {("t",): 7, ("u",): 7}
    by_cell, _ = select(UNEVEN, Selection(require=PLAIN, balance="cell"))
    assert list(sizes(by_cell, "author", "topic").values()) == [2] * 5
    of_three, _ = select(UNEVEN, Selection(require=PLAIN, balance="cell", each=4))
    assert sizes(of_three, "author", "topic") == {("A", "t"): 4, ("B", "u"): 4, ("C", "t"): 4}
    shared, _ = select(UNEVEN, Selection(require=PLAIN, balance="author", documents=10))
    assert sizes(shared, "author") == {("A",): 3, ("B",): 3, ("C",): 3}


def test_balance_that_nobody_meets():
    with pytest.raises(CorpusError, match="no author has 9 documents; the largest has 8"):
        select(UNEVEN, Selection(require=PLAIN, balance="author", each=9))


def test_seed_and_order():
    selection = Selection(require=PLAIN, balance="author", seed=1)
    one, _ = select(UNEVEN, selection)
    assert select(reversed(UNEVEN), selection)[0] == one
    assert select(Corpus.of("x", UNEVEN), selection)[0] == one
    assert select(UNEVEN, Selection(require=PLAIN, balance="author", seed=2))[0] != one


def test_another_author_changes_nothing_in_ones_own_draw():
    fixed = Selection(require=PLAIN, balance="author", each=3)
    before = [d for d in select(UNEVEN, fixed)[0] if d.author == "A"]
    after = [d for d in select(UNEVEN + cell("D", "t", 5), fixed)[0] if d.author == "A"]
    assert before == after


def test_random_subset():
    kept, funnel = select(UNEVEN, Selection(require=PLAIN, documents=7))
    assert len(kept) == 7
    assert funnel[-1].step == "7 documents at random"


def test_spread_topics_has_most_effective_topics():
    documents = cell("A", "t", 50) + cell("A", "u", 10) + cell("A", "v", 3)
    kept, _ = select(documents, Selection(require=PLAIN, spread_topics=True, documents=24))
    assert sizes(kept, "topic") == {("t",): 11, ("u",): 10, ("v",): 3}
    smallest, _ = select(documents, Selection(require=PLAIN, spread_topics=True))
    assert set(sizes(smallest, "topic").values()) == {3}


def test_effective_topics_of_the_published_binary_set():
    # Sizes 501, 500, 1473, 526 have sum of squared shares .32749.
    assert 1 / effective(np.array([501, 500, 1473, 526])) == pytest.approx(0.32749, abs=5e-6)


@pytest.mark.parametrize(
    "wrong",
    [{"balance": "genre"}, {"balance": "author", "spread_topics": True}, {"require": ("author", "colour")}],
)
def test_wishes_that_make_no_sense(wrong):
    with pytest.raises(CorpusError):
        Selection(**wrong)


def test_table_is_the_same_however_its_facts_are_batched(monkeypatch):
    ids = sorted([*map(str, range(10, 19)), "12", "15"])
    facts = [Facts(id, "AB"[int(id) % 2], None if id == "13" else "t", int(id), id > "14", 1, 1) for id in ids]
    tables = []
    for size in (1, 2, 5, 100):
        monkeypatch.setattr(funnel_module, "BATCH", size)
        found: set[str] = set()
        table = Table.of(iter(facts), {"11", "15", "99"}, found)
        assert found == {"11", "15"}
        tables.append([np.asarray(column).tolist() for column in vars(table).values()])
    assert tables[1:] == tables[:1] * 3
    assert tables[0][6] == [True, True, True, False, True, True, True, False, True, True, True]
