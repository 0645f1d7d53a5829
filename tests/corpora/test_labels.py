"""Tests of aliases and lists of ids."""

from __future__ import annotations

import pytest

from stylobench.corpora.labels import Label, Labels, read_aliases, read_ids
from stylobench.errors import CorpusError
from stylobench.records import Document


@pytest.mark.parametrize(
    "text",
    [
        "alias,author\nA2,A1\n",
        "A2,A1",
        "\ufeffalias\tauthor\r\nA2\tA1\r\n",
        "A2 = A1\n\n",
    ],
)
def test_alias_files(tmp_path, text):
    (tmp_path / "aliases").write_text(text, encoding="utf-8")
    assert read_aliases(tmp_path / "aliases") == {"A2": "A1"}


def test_alias_names_with_commas(tmp_path):
    (tmp_path / "a").write_text('alias,author\n"Smith, J","Smith, Jane"\n')
    (tmp_path / "b").write_text("Smith, J = Smith, Jane\n")
    assert read_aliases(tmp_path / "a") == read_aliases(tmp_path / "b") == {"Smith, J": "Smith, Jane"}


def test_chains_of_aliases_end_at_the_last(tmp_path):
    (tmp_path / "a").write_text("A3 = A2\nA2 = A1\n")
    assert read_aliases(tmp_path / "a") == {"A3": "A1", "A2": "A1"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A = B\nB = A\n", "circle"),
        ("A = B\nA = C\n", "line 2: 'A' is already an alias of 'B'"),
        ("a,b,c\n", "line 1"),
        ("only one\n", "line 1"),
    ],
)
def test_bad_alias_files(tmp_path, text, message):
    (tmp_path / "a").write_text(text)
    with pytest.raises(CorpusError, match=message):
        read_aliases(tmp_path / "a")


def test_unreadable_files(tmp_path):
    with pytest.raises(CorpusError, match="cannot read"):
        read_aliases(tmp_path / "none")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CorpusError, match="not UTF-8"):
        read_ids(tmp_path / "binary")


def test_ids_with_and_without_labels(tmp_path):
    (tmp_path / "ids").write_text('id,author,topic\n7,"Doe, Jane",Music\n8\n9,,Art\n')
    assert read_ids(tmp_path / "ids") == {
        "7": Label("Doe, Jane", "Music"),
        "8": Label(None, None),
        "9": Label(None, "Art"),
    }


def test_no_ids(tmp_path):
    (tmp_path / "ids").write_text("id,author,topic\n")
    with pytest.raises(CorpusError, match="no ids"):
        read_ids(tmp_path / "ids")


def test_aliases_merge_and_count():
    both = Document("1", "x", meta={"authors": "A1; A2", "author_count": "2"})
    assert Labels({"A2": "A1"}).apply(both)[1:] == (1, 0)
    assert Labels({"A2": "A1"}).apply(both).document.author == "A1"
    assert Labels({"A3": "A1"}).apply(both).authors == 2
    assert Labels({"A2": "A1"}).apply(Document("2", "x", "A2")).document.author == "A1"
    assert Labels().apply(Document("3", "x", "A2", "T"))[1:] == (1, 1)


def test_listed_labels_win_and_meta_stays():
    several = Document("1", "x", "A2", None, meta={"topic_count": "3"})
    labelled = Labels({"A2": "A1"}, {"1": Label("A0", "T")}).apply(several)
    assert (labelled.document.author, labelled.document.topic, labelled.topics) == ("A0", "T", 1)
    assert labelled.document.meta == several.meta
