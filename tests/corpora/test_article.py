"""Tests of reading one NITF article."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from corpora.newspaper import article

from stylobench.corpora.article import Damaged, once, parse


def test_fields():
    document = parse(article("12345678", head='<classifier type="types_of_material">Review</classifier>'))
    assert (document.id, document.author, document.topic) == ("12345678", "Doe, Jane", "Music")
    assert document.time == "2007-02-01"
    assert document.meta["title"] == "Headline 12345678"
    assert document.meta["material"] == "Review"
    assert document.text == "It rained.\nThen it stopped."


def test_publication_date_of_pubdata_comes_first():
    assert parse(article(head='<pubdata date.publication="19870131T000000"/>')).time == "1987-01-31"


def test_impossible_date_is_no_date():
    assert parse(article(head='<pubdata date.publication="19870231T000000"/>')).time is None


def test_several_authors_give_no_author_but_their_number():
    document = parse(article(byline="Doe, Jane;  Roe,  Richard; Doe, Jane"))
    assert document.author is None
    assert document.meta["authors"] == "Doe, Jane; Roe, Richard"
    assert document.meta["author_count"] == "2"


def test_several_descriptors_give_no_topic_but_their_number():
    document = parse(article(topics=("Music", "Dancing", "Music")))
    assert document.topic is None
    assert document.meta["descriptors"] == "Music; Dancing"
    assert document.meta["topic_count"] == "2"


def test_neither_author_nor_topic():
    document = parse(article(byline="", topics=()))
    assert (document.author, document.topic) == (None, None)
    assert (document.meta["author_count"], document.meta["topic_count"]) == ("0", "0")


LEAD, REST = "It rained all day.", "Then it stopped."


@pytest.mark.parametrize(
    ("lead", "body"),
    [
        ([LEAD], [LEAD, REST]),
        ([], [LEAD, REST]),
        ([LEAD], [LEAD, LEAD, REST]),
        ([f"LEAD: {LEAD}"], [f"LEAD: {LEAD}", LEAD, REST]),
        ([f"LEAD: {LEAD}"], [f"LEAD: {LEAD}", "It rained\n all day.", REST]),
        ([f"LEAD: {LEAD}"], [f"LEAD: {LEAD}", REST]),
        ([LEAD, REST], [LEAD, REST, LEAD, REST]),
    ],
    ids=["once", "no lead block", "twice", "marked and twice", "other spaces", "marked, once", "lead of two"],
)
def test_lead_stands_once(lead, body):
    text = parse(article(lead=lead, body=body)).text
    assert text.split() == f"{LEAD} {REST}".split()
    assert "LEAD:" not in text


def test_lead_that_the_next_paragraph_goes_on_from():
    assert once(["LEAD: It rained.", "It rained. It poured.", "End."], []) == ["It rained. It poured.", "End."]


def test_repetition_that_is_not_the_lead_is_the_authors():
    assert once(["Knock.", "Knock.", "Who is there?"], ["A lead from elsewhere."]) == [
        "Knock.",
        "Knock.",
        "Who is there?",
    ]


def test_lead_alone_is_the_text():
    assert parse(article(lead=["LEAD: Only this."], body=[])).text == "Only this."


def test_inner_elements_and_named_characters():
    assert parse(article(body=["A <em>very</em> long day &mdash; caf&eacute; &amp; tea"])).text == (
        "A very long day — café & tea"
    )


def test_comments_are_not_text():
    assert parse(article(body=["before <!-- not this -->after"])).text == "before after"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not well-formed"),
        (b"\x00\xff\x00", "not well-formed"),
        (article()[:-30], "not well-formed"),
        (b"<project><target/></project>", "not NITF"),
        (article(""), "no doc-id"),
        (article(body=["&nosuchthing;"]), "nosuchthing"),
    ],
    ids=["empty", "binary", "cut off", "other XML", "no id", "unknown entity"],
)
def test_damaged(data, reason):
    with pytest.raises(Damaged, match=reason):
        parse(data)


def bomb() -> bytes:
    lines = ['<!ENTITY a0 "ha">'] + [f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 12)]
    return article(body=["&a11;"]).replace(b'nitf-3-3.dtd">', f'nitf-3-3.dtd" [{"".join(lines)}]>'.encode())


def test_entity_bomb_is_not_expanded():
    with pytest.raises(Damaged):
        parse(bomb())


def test_entity_bomb_in_an_attribute_is_not_expanded():
    data = bomb().replace(b'id-string="1"', b'id-string="&a11;"').replace(b"<p>&a11;</p>", b"<p>x</p>")
    with pytest.raises(Damaged):
        parse(data)


def test_files_are_not_read_through_entities(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret")
    declared = f'nitf-3-3.dtd" [<!ENTITY file SYSTEM "{secret.as_uri()}">]>'.encode()
    with pytest.raises(Damaged, match="file"):
        parse(article(body=["&file;"]).replace(b'nitf-3-3.dtd">', declared))


@pytest.mark.skipif("STYLOBENCH_CORPORA" not in os.environ, reason="STYLOBENCH_CORPORA is not set")
def test_published_sample():
    document = parse((Path(os.environ["STYLOBENCH_CORPORA"]) / "nyt_nitf_format" / "sample.xml").read_bytes())
    assert (document.id, document.author, document.topic) == ("12345678", "One, Some", None)
    assert document.time == "2007-02-01"
    assert document.text == "First paragraph.\nSecond paragraph."
