from __future__ import annotations

import json
from pathlib import Path

import pytest

import stylobench
from stylobench.corpora.reading import formats, guess, load
from stylobench.errors import CorpusError, SpecError

STORY = '<REUTERS TOPICS="YES" NEWID="1"><TOPICS><D>earn</D></TOPICS><TEXT><BODY>Up.</BODY></TEXT></REUTERS>'


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_formats_are_the_files_that_define_read() -> None:
    assert {"folders", "newsgroups", "nyt", "reuters", "store", "table"} <= set(formats())
    assert not {"reading", "census", "world", "select", "columns", "decoding"} & set(formats())


def test_format_is_guessed_from_the_files(tmp_path: Path) -> None:
    assert guess(_write(tmp_path / "t" / "a.csv", "author,text\nA,x\n")) == "table"
    assert guess(tmp_path / "t") == "table"
    _write(tmp_path / "f" / "ann" / "war" / "1.txt", "words")
    assert guess(tmp_path / "f") == "folders"
    _write(tmp_path / "n" / "sci.space" / "101", "From: a@b.org\nSubject: x\n\nwords\n")
    assert guess(tmp_path / "n") == "newsgroups"
    _write(tmp_path / "r" / "reut.sgm", STORY)
    assert guess(tmp_path / "r") == guess(tmp_path / "r" / "reut.sgm") == "reuters"


def test_load_reads_what_it_guessed(tmp_path: Path) -> None:
    _write(tmp_path / "c.jsonl", json.dumps({"author": "A", "topic": "t", "text": "x"}))
    corpus = stylobench.load(tmp_path / "c.jsonl")
    assert (len(corpus), corpus.documents[0].topic) == (1, "t")


def test_a_kind_of_table_may_stand_as_format(tmp_path: Path) -> None:
    path = _write(tmp_path / "c.dat", "author\ttext\nA\tx\n")
    assert load(path, "tsv").documents[0].text == "x"


def test_unknown_format_is_named_with_a_hint(tmp_path: Path) -> None:
    path = _write(tmp_path / "c.csv", "author,text\nA,x\n")
    with pytest.raises(SpecError, match=r"no format named 'reuter'; did you mean 'reuters'\?; there are: brennan"):
        load(path, "reuter")


def test_unguessable_and_missing_paths_say_what_would_be_right(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"cannot tell the format of .*x\.bin; say which with --format: brennan"):
        load(_write(tmp_path / "x.bin", "??"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(CorpusError, match="cannot tell the format"):
        load(tmp_path / "empty")
    with pytest.raises(CorpusError, match=r"no file or folder named 'nowhere\.csv'"):
        load(Path("nowhere.csv"))
    with pytest.raises(CorpusError, match="is a file; format 'folders' reads a folder"):
        load(tmp_path / "x.bin", "folders")


def test_options_that_a_format_lacks_are_refused(tmp_path: Path) -> None:
    _write(tmp_path / "ann" / "1.txt", "words")
    with pytest.raises(SpecError, match="format 'folders' has no option 'author'; it has: order, encoding"):
        load(tmp_path, "folders", author="x")
    with pytest.raises(SpecError, match=r"a table has no option 'autor'; did you mean 'author'\? it has: "):
        load(_write(tmp_path / "c.csv", "author,text\nA,x\n"), autor="x")


def test_a_world_is_built_from_its_spec() -> None:
    corpus = stylobench.load("world(authors=3, topics=2, documents=6, seed=3)")
    assert corpus.digest == stylobench.world(authors=3, topics=2, documents=6, seed=3).digest
    with pytest.raises(SpecError, match="autors"):
        stylobench.load("world(autors=3)")
