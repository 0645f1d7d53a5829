from __future__ import annotations

from pathlib import Path

import pytest

from stylobench.corpora.topic_labels import (
    chosen_topics,
    in_words,
    joint_labels,
    merged_spellings,
    read_topic_aliases,
    spellings,
    topic_key,
)
from stylobench.errors import CorpusError


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Coffee", "coffee"),
        ("machine learning", "Machine-Learning"),
        ("cold_brew", "cold  brew"),
        ("STRASSE", "straße"),
        ("sci.med", "sci med"),
        ("news:", "news"),
    ],
)
def test_case_space_and_punctuation_make_no_other_topic(one: str, other: str) -> None:
    assert topic_key(one) == topic_key(other)


@pytest.mark.parametrize(("one", "other"), [("C", "C#"), ("C", "C++"), ("v1.0", "v10"), ("tea", "teas"), ("?", "!")])
def test_signs_that_tell_topics_apart_stay(one: str, other: str) -> None:
    assert topic_key(one) != topic_key(other)


def test_the_most_frequent_spelling_wins_and_ties_go_by_sort_order() -> None:
    assert merged_spellings({"Tea": 2, "tea": 5, "TEA": 1}) == {"Tea": "tea", "TEA": "tea"}
    assert merged_spellings({"tea": 3, "Tea": 3}) == {"tea": "Tea"}
    assert spellings({"tea": 3, "coffee": 4}) == []


def test_two_labels_in_one_string_are_seen() -> None:
    assert joint_labels({"C; X": 2}) == {"C; X": 2}
    assert joint_labels({"a|b": 1, "c|": 4}) == {"a|b": 1}
    assert joint_labels({"a, b": 1, "B": 4}) == {"a, b": 1}
    assert joint_labels({"Paris, Texas": 1, "London": 4}) == {}


def test_aliases_go_first_and_spellings_are_merged_after_them() -> None:
    counts = {"C; X": 1, "Coffee": 3, "coffee": 2, "Tea": 4}
    assert chosen_topics(counts, {"C; X": "coffee"}, merge=False) == ({"C; X": "coffee"}, [])
    # with the alias "coffee" has 3 documents as "Coffee" has; the tie goes to the first in sorted order
    assert chosen_topics(counts, {"C; X": "coffee"}, merge=True)[0] == {"C; X": "Coffee", "coffee": "Coffee"}
    assert chosen_topics(counts, {"Tea": "tea", "Cofee": "Coffee"}, merge=False) == ({"Tea": "tea"}, ["Cofee"])


def test_aliases_that_no_document_has_are_refused() -> None:
    with pytest.raises(CorpusError, match="no document has any of the 1 labels of the topic aliases, such as 'cofee'"):
        chosen_topics({"coffee": 2}, {"cofee": "tea"}, merge=False)


def test_groups_in_words_name_five_and_count_the_rest() -> None:
    groups = [{f"t{i}": 2, f"T{i}": 1} for i in range(7)]
    assert in_words(groups[:1]) == "'t0' (2 documents) and 'T0' (1 document)"
    assert in_words(groups).endswith("; and 2 more")


@pytest.mark.parametrize(
    "text", ["label,topic\nC; X,Coffee\nTEA,Tea\n", "C; X\tCoffee\nTEA\tTea\n", "C; X = Coffee\nTEA = Tea\n"]
)
def test_a_file_of_aliases_is_a_table_or_equations(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(text)
    assert read_topic_aliases(tmp_path / "a.csv") == {"C; X": "Coffee", "TEA": "Tea"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a,b,c\n", r"line 1: not two columns label,topic nor 'label = topic'"),
        ("a,b\na,c\n", r"line 2: 'a' is already an alias of 'b'"),
        ("a,b\nb,a\n", r"the aliases of 'a' go round in a circle"),
        ("", r"holds no topic aliases; it needs two columns label,topic"),
    ],
)
def test_a_file_that_is_no_table_of_aliases_is_refused(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(CorpusError, match=told):
        read_topic_aliases(tmp_path / "a.csv")
