"""Tests of the whole way from a source to a stored corpus."""

from __future__ import annotations

import os
from dataclasses import asdict

import pytest
from corpora.newspaper import archive, article, numbered, press

from stylobench.corpora import nyt, store
from stylobench.corpora.importing import Order, run
from stylobench.corpora.labels import read_ids
from stylobench.corpora.select import Selection, select
from stylobench.errors import CorpusError, SpecError
from stylobench.records import Corpus, Document


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_workers_and_order_of_archives_change_nothing(tmp_path):
    source = press(tmp_path / "nyt", months=4)
    turned = tmp_path / "turned"
    for month in range(1, 5):
        data = (source / "1999" / f"0{month}.tgz").read_bytes()
        (turned / "1999").mkdir(parents=True, exist_ok=True)
        (turned / "1999" / f"0{5 - month}.tgz").write_bytes(data)
    beds = [
        run(Order(source, tmp_path / "one", Selection(), workers=1)),
        run(Order(source, tmp_path / "two", Selection(), workers=2)),
        run(Order(turned, tmp_path / "three", Selection(), workers=1)),
    ]
    assert len({bed.digest for bed in beds}) == 1
    assert [list(bed.documents) for bed in beds[1:]] == [list(beds[0].documents)] * 2
    assert names(tmp_path / "one") == ["corpus.manifest.json", "corpus.parquet"]


@pytest.mark.parametrize(
    "selection",
    [
        Selection(min_words=12),
        Selection(one_author=False, one_topic=False),
        Selection(require=("topic",), min_words=5),
        Selection(aliases={"Author, D": "Author, A"}, author_documents=7),
    ],
)
def test_import_keeps_what_select_keeps(tmp_path, selection):
    source = press(tmp_path / "nyt", months=2)
    (source / "x.xml").write_bytes(article("900", "Author, A; Author, D"))
    (source / "y.xml").write_bytes(article("901", "", ("Music", "Dancing")))
    kept, funnel = select(nyt.read(source, workers=1), selection)
    bed = run(Order(source, tmp_path / "bed", selection, workers=1))
    assert bed.digest == Corpus.of("kept", kept).digest
    assert bed.provenance["funnel"] == [asdict(step) for step in funnel]


def test_manifest_says_how_it_came_to_be(tmp_path):
    selection = Selection(min_words=10, author_documents=3, seed=5)
    bed = run(Order(press(tmp_path / "nyt"), tmp_path / "bed", selection, workers=1))
    notes = bed.provenance
    assert [step["documents"] for step in notes["funnel"]] == [24, 24, 24, 24, 17, 17]
    assert notes["funnel"][4]["step"] == "at least 10 words"
    assert notes["filters"]["min_words"] == 10
    assert (notes["seed"], notes["source"], notes["name"], notes["format"]) == (5, "nyt", "bed", "nyt")
    assert notes["damaged"] == {"count": 0, "files": []}


def test_damaged_files_are_in_the_manifest(tmp_path):
    archive(tmp_path / "nyt" / "01.tgz", {"1.xml": numbered(1), "2.xml": b"<nitf"})
    notes = run(Order(tmp_path / "nyt", tmp_path / "bed", Selection(), workers=1)).provenance
    assert notes["damaged"]["count"] == 1
    assert notes["damaged"]["files"][0]["name"] == "01.tgz:2.xml"


def test_nothing_left_leaves_nothing_behind(tmp_path):
    source = press(tmp_path / "nyt", months=1)
    with pytest.raises(CorpusError, match="at least 9,000 words"):
        run(Order(source, tmp_path / "deep" / "bed", Selection(min_words=9_000), workers=1))
    assert names(tmp_path) == ["nyt"]


def test_interrupted_import_goes_on_and_leaves_no_target(tmp_path):
    source = press(tmp_path / "nyt")
    whole = run(Order(source, tmp_path / "whole", Selection(), workers=1))

    def stop(done, total):
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(Order(source, tmp_path / "bed", Selection(), workers=1), stop)
    assert names(tmp_path / "bed") == [".corpus.parquet.partial"]
    steps: list[int] = []
    again = run(Order(source, tmp_path / "bed", Selection(), workers=1), lambda done, total: steps.append(done))
    assert steps == [2, 3]
    assert again.digest == whole.digest
    assert names(tmp_path / "bed") == ["corpus.manifest.json", "corpus.parquet"]


def test_ids_rebuild_the_same_corpus_without_the_aliases(tmp_path):
    source = press(tmp_path / "nyt")
    selection = Selection(aliases={"Author, D": "Author, A"}, balance="author")
    bed = run(Order(source, tmp_path / "bed", selection, workers=1))
    rows = zip(*(bed.column(name) for name in ("id", "author", "topic")), strict=True)
    (tmp_path / "ids").write_text("".join(f"{id}\t{author}\t{topic}\n" for id, author, topic in rows) + "77\n")
    rebuilt = run(Order(source, tmp_path / "again", Selection(ids=read_ids(tmp_path / "ids")), workers=1))
    assert rebuilt.digest == bed.digest
    assert rebuilt.provenance["ids_missing"] == {"count": 1, "first": ["77"]}
    assert bed.provenance["authors"] == 3


def test_other_formats_and_stored_corpora(tmp_path):
    rows = "".join(f"ann,sea,text number {n}\n" for n in range(5)) + "bob,sea,short\n"
    (tmp_path / "table.csv").write_text("author,topic,text\n" + rows)
    bed = run(Order(tmp_path / "table.csv", tmp_path / "bed", Selection(min_words=2)))
    assert len(bed) == 5
    assert bed.provenance["filters"]["require"] == ["author", "topic"]
    again = run(Order(tmp_path / "bed", tmp_path / "again.parquet", Selection(documents=3)))
    assert len(store.read(tmp_path / "again.parquet")) == len(again) == 3
    assert all(document in list(bed.documents) for document in again.documents)


def test_format_is_guessed_as_everywhere_else(tmp_path):
    source = press(tmp_path / "nyt", months=1)
    assert run(Order(source, tmp_path / "bed", Selection(), workers=1)).provenance["format"] == "nyt"
    store.write([Document("1", "text", "A", "t")], source, {})
    with pytest.raises(CorpusError, match="could be nyt or store; say which with --format"):
        run(Order(source, tmp_path / "again", Selection(), workers=1))
    assert len(run(Order(source, tmp_path / "again", Selection(), "nyt", workers=1))) == 8


def test_archives_have_no_columns_to_name(tmp_path):
    source = press(tmp_path / "nyt", months=1)
    with pytest.raises(SpecError, match="format 'nyt' has no option 'encoding'"):
        run(Order(source, tmp_path / "bed", Selection(), options={"encoding": "latin-1"}))
    assert names(tmp_path) == ["nyt"]


def test_what_the_reader_counted_is_in_the_manifest(tmp_path):
    message = "From: ann@x.org\nSubject: rain\nMessage-ID: <{id}>\n\n{body}\n"
    bodies = {
        "a/1": ("1", "It rained."),
        "a/2": ("2", "It stopped."),
        "b/3": ("1", "It rained."),
        "b/4": ("4", "It rained."),
    }
    for name, (id, body) in bodies.items():
        path = tmp_path / "groups" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(message.format(id=id, body=body))
    bed = run(Order(tmp_path / "groups", tmp_path / "bed", Selection(), "newsgroups"))
    counted = bed.provenance["reading"]
    assert (counted["messages"], counted["removed_cross_posted"], counted["removed_duplicate_bodies"]) == (4, 1, 1)
    assert (len(bed), bed.provenance["format"]) == (2, "newsgroups")
    again = run(Order(tmp_path / "bed", tmp_path / "again", Selection(documents=1)))
    assert again.provenance["reading"] == counted


def test_corpus_can_be_imported_onto_itself(tmp_path):
    run(Order(press(tmp_path / "nyt"), tmp_path / "bed", Selection(), workers=1))
    smaller = run(Order(tmp_path / "bed", tmp_path / "bed", Selection(documents=4)))
    assert len(store.read(tmp_path / "bed")) == len(smaller) == 4


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_folder_without_permission(tmp_path):
    source = press(tmp_path / "nyt", months=1)
    (tmp_path / "locked").mkdir(mode=0o500)
    with pytest.raises(CorpusError, match="ermission denied"):
        run(Order(source, tmp_path / "locked" / "bed", Selection(), workers=1))


def test_target_name_that_no_disk_takes(tmp_path):
    source = press(tmp_path / "nyt", months=1)
    with pytest.raises(CorpusError, match="cannot write"):
        run(Order(source, tmp_path / ("x" * 300), Selection(), workers=1))
    assert names(tmp_path) == ["nyt"]


def test_entity_bomb_among_good_articles(tmp_path):
    declared = "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 10))
    entities = f'3.dtd" [<!ENTITY a0 "ha">{declared}]>'.encode()
    bomb = article("9", body=["&a9;"]).replace(b'3.dtd">', entities)
    archive(tmp_path / "nyt" / "01.tgz", {"1.xml": numbered(1), "9.xml": bomb})
    bed = run(Order(tmp_path / "nyt", tmp_path / "bed", Selection(), workers=1))
    assert (len(bed), bed.provenance["damaged"]["count"]) == (1, 1)
