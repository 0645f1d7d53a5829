from __future__ import annotations

from stylobench.corpora.cautions import cautions, starved
from stylobench.corpora.census import Cell, Table, take
from stylobench.records import Corpus, Document


def _kinds(corpus: Corpus) -> dict[str, tuple[int, str]]:
    return {each.kind: (each.count, each.says) for each in cautions(corpus, take(corpus))}


def _corpus(*rows: tuple[str, str | None, str | None]) -> Corpus:
    return Corpus.of("c", (Document(str(i), text, a, t) for i, (text, a, t) in enumerate(rows)))


def test_starved_authors_of_the_published_table() -> None:
    """Novel-topic paper, Table 3: author total minus held-out cell leaves 27, 37 and 46 documents."""
    cells: dict[Cell, int] = {
        ("A100006", "Theatre"): 842,
        ("A100006", "other"): 27,
        ("A111723", "Music"): 783,
        ("A111723", "other"): 37,
        ("A100024", "Dancing"): 1536,
        ("A100024", "other"): 46,
    }
    assert [(each.author, each.left, each.total) for each in starved(Table(cells))] == [
        ("A100006", 27, 869),
        ("A111723", 37, 820),
        ("A100024", 46, 1582),
    ]


def test_starving_is_fewer_than_ten_or_under_a_tenth() -> None:
    assert starved(Table({("a", "x"): 10, ("a", "y"): 10})) == []
    assert [each.left for each in starved(Table({("a", "x"): 10, ("a", "y"): 9}))] == [9]
    assert starved(Table({("a", "x"): 90, ("a", "y"): 10})) == []
    assert [each.left for each in starved(Table({("a", "x"): 901, ("a", "y"): 99}))] == [99]


def test_missing_labels_do_not_feed_an_author() -> None:
    table = Table({("a", "x"): 5, ("a", None): 100, (None, "x"): 3})
    assert [(each.left, each.total) for each in starved(table)] == [(0, 5)]


def test_every_fault_is_told_with_its_count() -> None:
    long = " ".join(f"w{i}" for i in range(80))
    found = _kinds(
        _corpus(
            (long, "a", "x"),
            (long, "b", "y"),
            (long + " end", "b", "x"),
            ("", "a", "x"),
            ("one two", None, "x"),
            ("three four", "b", None),
        )
    )
    assert found["no_author"] == (1, "1 document without author.")
    assert found["no_topic"][0] == 1
    assert found["empty"] == (1, "1 document without words.")
    assert found["topics_with_one_author"][1].startswith("1 of 2 topics have one author only")
    assert found["vanishing_authors"][1].startswith("1 author wrote on one topic only")
    assert found["starving_authors"][0] == 2
    assert "1 across topics, 1 across authors" in found["duplicates"][1]
    assert found["near_duplicates"][1].startswith("1 pair of near-duplicates: 0 across topics")
    assert "1 across authors" in found["near_duplicates"][1]


def test_one_author_or_topic_is_told_and_reading_warnings_pass_through() -> None:
    documents = [Document("1", "x", "a", "t")]
    found = _kinds(Corpus.of("c", documents, {"warnings": ["2 files skipped: not .txt (p, q)"]}))
    assert {"one_author", "one_topic"} <= set(found)
    assert found["reading"][1] == "2 files skipped: not .txt (p, q)"


def test_a_sound_corpus_has_no_warnings() -> None:
    rows = [(f"text {a} {t} {i}", a, t) for a in "ab" for t in "xyz" for i in range(10)]
    assert cautions(_corpus(*rows), take(_corpus(*rows))) == []


def test_spellings_and_joint_labels_of_topics_are_named() -> None:
    corpus = _corpus(("a b", "ann", "Tea"), ("c d", "bob", "tea"), ("e f", "ann", "tea|milk"))
    found = {each.kind: each for each in cautions(corpus, take(corpus))}
    assert found["topic_spellings"].examples == ("'Tea' (1 document) and 'tea' (1 document)",)
    assert "--merge-topics" in found["topic_spellings"].remedy
    assert found["joint_topics"].examples == ("'tea|milk' (1 document)",)
