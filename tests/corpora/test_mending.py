from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from stylobench import load
from stylobench.corpora.importing import Order, run
from stylobench.corpora.mending import Mending, corpus_warnings, label_warnings, mended
from stylobench.corpora.select import Selection
from stylobench.corpora.store import write
from stylobench.errors import CorpusError, SpecError
from stylobench.records import Corpus, Document, Trial

ROWS = (
    ("1", "The sea was rough.", "ann", "Coffee"),
    ("2", "the sea was rough", "bob", "Tea"),
    ("3", "A quiet day.", "ann", "coffee"),
    ("4", "Nothing new.", "bob", "Coffee"),
    ("5", "All is well.", "ann", "Coffee; Tea"),
)
CORPUS = Corpus.of("c", [Document(*row) for row in ROWS])


def test_two_spellings_and_a_joint_label_are_warned_of_with_their_counts() -> None:
    assert label_warnings(CORPUS) == [
        "1 topic is spelt in more than one way, and each spelling counts as a topic of its own: 'Coffee' (2 documents) "
        "and 'coffee' (1 document); --merge-topics makes them one",
        "1 topic label looks like several in one and counts as a topic of its own: 'Coffee; Tea' (1 document); "
        "--topic-aliases FILE says which topic is meant",
    ]


def test_merged_topics_have_the_digest_of_a_corpus_that_was_labelled_so() -> None:
    found = mended(CORPUS, Mending({"Coffee; Tea": "Tea"}, merge_topics=True))
    right = [
        Document(*row[:3], topic) for row, topic in zip(ROWS, ["Coffee", "Tea", "Coffee", "Coffee", "Tea"], strict=True)
    ]
    assert list(found.documents) == right
    assert found.column("topic") == ["Coffee", "Tea", "Coffee", "Coffee", "Tea"]
    assert found.digest == Corpus.of("c", right).digest
    assert found.provenance["topics_merged"] == {"Coffee; Tea": "Tea", "coffee": "Coffee"}
    assert label_warnings(found) == []


def test_nothing_to_mend_leaves_the_digest() -> None:
    assert mended(CORPUS, Mending()) is CORPUS
    assert mended(CORPUS, Mending({"Tea": "Tea"})).digest == CORPUS.digest


def test_dropped_duplicates_are_counted_and_told() -> None:
    found = mended(CORPUS, Mending(drop_duplicates=True))
    assert found.column("id") == ["1", "3", "4", "5"]
    assert found.texts == ["The sea was rough.", "A quiet day.", "Nothing new.", "All is well."]
    assert found.digest == Corpus.of("c", [CORPUS.documents[row] for row in (0, 2, 3, 4)]).digest
    assert corpus_warnings(found)[-1] == "documents left out because they repeat another: 1"


def test_problems_keep_all_documents() -> None:
    corpus = Corpus.of("c", CORPUS.documents, trials=[Trial("p", ("1",), "2", False)])
    with pytest.raises(CorpusError, match="comes with problems, which need all their documents"):
        mended(corpus, Mending(drop_duplicates=True))


def test_a_test_that_leaves_repeated_texts_out_names_the_other_copies_only() -> None:
    same = Corpus.of("c", [Document("1", "It rained.", "a", "x"), Document("2", "It rained.", "b", "x")])
    assert len(corpus_warnings(same)) == 1
    assert corpus_warnings(same, distinct_texts=True) == []
    other = Corpus.of("c", [*same.documents, Document("3", "it rained", "b", "x")])
    assert corpus_warnings(other, distinct_texts=True)[0].startswith("1 document repeats the words of another")


def test_load_mends_a_table_with_aliases_from_a_file_or_a_mapping(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,text,author,topic\n" + "\n".join(",".join(row) for row in ROWS))
    (tmp_path / "aliases.csv").write_text("label,topic\nCoffee; Tea,Tea\n")
    one = load(tmp_path / "t.csv", topic_aliases=tmp_path / "aliases.csv", merge_topics=True)
    other = load(tmp_path / "t.csv", topic_aliases={"Coffee; Tea": "Tea"}, merge_topics=True)
    assert one.digest == other.digest != load(tmp_path / "t.csv").digest
    assert sorted(set(map(str, one.column("topic")))) == ["Coffee", "Tea"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"merge_topics": "yes"}, "merge_topics is 'yes'; it must be true or false"),
        ({"topic_aliases": {"a": 1}}, "topic_aliases is"),
    ],
)
def test_options_of_the_wrong_kind_are_refused(options: dict[str, object], told: str) -> None:
    with pytest.raises(SpecError, match=told):
        load("world(authors=3, documents=12)", **options)


def test_a_stored_corpus_is_mended_as_one_in_memory(tmp_path: Path) -> None:
    write(CORPUS.documents, tmp_path / "bed", {"name": "c"})
    options = {"topic_aliases": {"Coffee; Tea": "Tea"}, "merge_topics": True, "drop_duplicates": True}
    stored, held = load(tmp_path / "bed", **options), mended(CORPUS, Mending.of(options))
    assert stored.digest == held.digest
    assert list(stored.documents) == list(held.documents)
    assert stored.documents[1:3] == list(held.documents)[1:3]
    assert list(stored.texts_at(np.array([2, 0]))) == [held.texts[2], held.texts[0]]


def test_an_import_stores_what_was_mended_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,text,author,topic\n" + "\n".join(",".join(row) for row in ROWS))
    options = {"merge_topics": True, "drop_duplicates": True}
    found = run(Order(tmp_path / "t.csv", tmp_path / "bed", Selection(), options=options))
    assert sorted(map(str, found.column("topic"))) == ["Coffee", "Coffee", "Coffee", "Coffee; Tea"]
    assert found.provenance["reading"]["topics_merged"] == {"coffee": "Coffee"}
    assert found.provenance["reading"]["duplicates_dropped"] == 1
    again = run(
        Order(tmp_path / "bed", tmp_path / "more", Selection(), options={"topic_aliases": {"Coffee; Tea": "Tea"}})
    )
    assert again.provenance["reading"]["topics_merged"] == {"Coffee; Tea": "Tea"}
    assert again.provenance["reading"]["duplicates_dropped"] == 1
