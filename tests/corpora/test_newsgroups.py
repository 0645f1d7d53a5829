from __future__ import annotations

import os
from pathlib import Path

import pytest

from stylobench.corpora import newsgroups
from stylobench.errors import CorpusError

HEAD = "From: {who}\nNewsgroups: sci.space\nSubject: Re: x\nMessage-ID: <{id}>\nDate: Mon, 5 Apr 93 18:01:16 GMT\n\n"


def _post(root: Path, name: str, body: str, who: str = "Jo@X.org (Jo Doe)", id: str | None = None) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    text = HEAD.format(who=who, id=id or name) + body
    (root / name).write_bytes(text.encode("latin-1" if "é" in body else "utf-8"))


def test_a_message_becomes_a_document(tmp_path: Path) -> None:
    _post(tmp_path, "sci.space/1", "al@y.org writes:\n> Up?\n\nUp.\n-- \nJo\n")
    document = newsgroups.read(tmp_path).documents[0]
    assert (document.id, document.text, document.author) == ("sci.space/1", "Up.", "jo@x.org")
    assert (document.topic, document.time, document.meta["title"]) == ("sci.space", "1993-04-05", "Re: x")


def test_folded_headers_and_odd_senders(tmp_path: Path) -> None:
    _post(tmp_path, "g/1", "one", who='"Doe, Jo"\n  <Jo@X.org>')
    _post(tmp_path, "g/2", "two", who="Jo Doe is jo@x.org")
    _post(tmp_path, "g/3", "three", who="host!jo")
    assert newsgroups.read(tmp_path).column("author") == ["jo@x.org", "jo@x.org", "host!jo"]


def test_cross_posts_and_copies_are_removed_and_counted(tmp_path: Path) -> None:
    _post(tmp_path, "a/1", "same text", id="one")
    _post(tmp_path, "b/7", "same text", id="one")
    _post(tmp_path, "b/8", "same  text\n", id="two")
    _post(tmp_path, "b/9", "other text", id="three")
    corpus = newsgroups.read(tmp_path)
    assert corpus.column("id") == ["a/1", "b/9"]
    facts = corpus.provenance
    assert (facts["messages"], facts["removed_cross_posted"], facts["removed_duplicate_bodies"]) == (4, 1, 1)


def test_latin1_is_read_and_counted(tmp_path: Path) -> None:
    _post(tmp_path, "a/1", "un café\n")
    corpus = newsgroups.read(tmp_path)
    assert (corpus.documents[0].text, corpus.provenance["not_utf8"]) == ("un café", 1)


def test_files_that_are_no_messages_are_named(tmp_path: Path) -> None:
    _post(tmp_path, "a/1", "text")
    (tmp_path / "a" / "notes").write_text("no headers here")
    corpus = newsgroups.read(tmp_path)
    assert corpus.provenance["warnings"] == ["1 file skipped: no message with a From line (a/notes)"]
    (tmp_path / "a" / "1").unlink()
    with pytest.raises(CorpusError, match="holds no message with headers; 1 file skipped"):
        newsgroups.read(tmp_path)


def test_the_real_collection() -> None:
    """Counts of the collection as distributed: 19,997 messages, 73 files that are not UTF-8."""
    root = os.environ.get("STYLOBENCH_CORPORA")
    if not root:
        pytest.skip("STYLOBENCH_CORPORA is not set")
    assert newsgroups.recognises(Path(root) / "newsgroups20")
    corpus = newsgroups.read(Path(root) / "newsgroups20")
    facts = corpus.provenance
    assert (facts["messages"], facts["not_utf8"], len(set(corpus.column("topic")))) == (19_997, 73, 20)
    assert (facts["removed_cross_posted"], facts["removed_duplicate_bodies"]) == (531, 123)
    assert len(corpus) == 19_997 - 531 - 123
    assert len(set(corpus.column("id"))) == len(corpus)
    assert not any(line.startswith(">") for document in corpus.documents for line in document.text.split("\n"))
