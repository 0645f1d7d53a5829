"""Texts of files and folders, rewritten and written out."""

from __future__ import annotations

import json

import pytest
from engine.unplaced import unplaced

from stylobench.engine.obfuscating import obfuscate, write_out
from stylobench.engine.run import Force
from stylobench.engine.text_files import texts_at
from stylobench.errors import CorpusError
from stylobench.features.difference import difference
from stylobench.pan.obfuscations import read_obfuscations

ODD = b"\xef\xbb\xbfSo it is,\r\nand \xf0\x9f\x98\x80 <b>that</b> is it.\r\n\r\n\xd0\x94\xd0\xb0. No end"


def problem(root, name, question="original.txt", known="same-author-01.txt", text=b"So it was, and so it is."):
    folder = root / name
    folder.mkdir(parents=True)
    (folder / question).write_bytes(text)
    (folder / known).write_bytes(b"\xef\xbb\xbfAn earlier text.")
    return folder


def test_a_file_is_one_text(tmp_path) -> None:
    (tmp_path / "a.b.txt").write_bytes(ODD)
    [one] = texts_at(tmp_path / "a.b.txt", ["known"])
    assert (one.id, one.known, one.mark) == ("a.b", ("known",), "\ufeff")
    assert one.text == ODD.decode("utf-8-sig")


def test_a_folder_is_its_texts_in_order(tmp_path) -> None:
    for name in ("b.txt", "a.txt", "deep/c.txt", ".hidden.txt", "notes.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("so")
    assert [one.id for one in texts_at(tmp_path)] == ["a", "b", "deep/c"]


@pytest.mark.parametrize(
    ("question", "known"),
    [("original.txt", "same-author-01.txt"), ("unknown.txt", "known01.txt"), ("Unknown01.TXT".lower(), "known.txt")],
)
def test_problems_bring_their_known_texts(tmp_path, question, known) -> None:
    for name in ("p1", "p2"):
        problem(tmp_path / "set", name, question, known)
    for path in (tmp_path / "set", tmp_path):
        found = texts_at(path)
        assert [one.id for one in found] == ["p1", "p2"]
        assert found[0].known == ("An earlier text.",)


def test_nothing_there_is_one_line(tmp_path) -> None:
    with pytest.raises(CorpusError, match="there is no file or folder at"):
        texts_at(tmp_path / "gone")
    with pytest.raises(CorpusError, match=r"holds no \.txt file"):
        texts_at(tmp_path)


@pytest.mark.parametrize("encoding", [None, "utf-8"])
def test_nothing_edited_is_written_byte_for_byte(tmp_path, encoding) -> None:
    (tmp_path / "odd.txt").write_bytes(ODD)
    done = obfuscate(texts_at(tmp_path / "odd.txt", (), encoding), "identity", force=Force(0))
    write_out(done, tmp_path / "out", "identity", 0)
    assert (tmp_path / "out" / "odd.txt").read_bytes() == ODD


def test_what_is_written_agrees_and_reads_back(tmp_path) -> None:
    (tmp_path / "odd.txt").write_bytes(ODD * 3)
    asked = texts_at(tmp_path / "odd.txt")
    done = obfuscate(asked, "random_edits(rate=0.5)", force=Force(0))
    write_out(done, tmp_path / "out", "random_edits(rate=0.5)", 0)
    written = (tmp_path / "out" / "odd.txt").read_bytes().decode("utf-8-sig")
    assert written == done[0].rewrite.text != asked[0].text
    back = read_obfuscations(tmp_path / "out" / "odd.json", asked[0].text, difference)
    assert back.text == written
    record = json.loads((tmp_path / "out" / "odd.record.json").read_bytes())
    assert record["unchanged"] is False
    for edit in record["edits"]:
        assert asked[0].text[edit["start"] : edit["end"]] == edit["original"]


def test_the_same_seed_gives_the_same_text_in_any_company(tmp_path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.txt").write_text(f"So it is with {name}, and so it was before that day. " * 4)
    asked = texts_at(tmp_path)
    spec = "random_edits(rate=0.5)"
    every = [one.rewrite.text for one in obfuscate(asked, spec, force=Force(2))]
    assert [obfuscate([one], spec, force=Force(0))[0].rewrite.text for one in asked] == every
    assert [one.rewrite.text for one in obfuscate(asked, spec, seed=1, force=Force(0))] != every


def test_a_text_that_failed_is_not_written(tmp_path) -> None:
    (tmp_path / "a.txt").write_text("So it is.")
    done = obfuscate(texts_at(tmp_path), "engine.small_attacks:Never", force=Force(0))
    write_out(done, tmp_path / "out", "never", 0)
    assert unplaced(done[0].failure) == "RuntimeError: never"
    assert done[0].text == ""
    assert not list(tmp_path.glob("out/*"))


def test_what_is_no_text_is_refused(tmp_path) -> None:
    for data in (b"so\0it is", "so".encode("utf-16-le"), b"\x01\x02\x03a\x04", b"\x7fELF\xd0\0"):
        (tmp_path / "a.txt").write_bytes(data)
        with pytest.raises(CorpusError, match=r"a\.txt looks like no text"):
            texts_at(tmp_path / "a.txt")
    for text in ("👩\u200d👩\u200d👧 \u200fשלום\u200f\r\n\tso\x0c", "", "\x1b[1mso it is\x1b[0m"):
        (tmp_path / "a.txt").write_bytes(text.encode())
        assert texts_at(tmp_path / "a.txt")[0].text == text


def test_an_unreadable_text_of_a_folder_fails_alone_where_that_is_asked_for(tmp_path) -> None:
    for name, data in (("a", b"so it is"), ("b", b"caf\xe9"), ("c", b"\0")):
        (tmp_path / f"{name}.txt").write_bytes(data)
    with pytest.raises(CorpusError, match=r"b\.txt is not utf-8"):
        texts_at(tmp_path)
    done = obfuscate(texts_at(tmp_path, forgiving=True), "identity", force=Force(0))
    assert [one.asked.id for one in done] == ["a", "b", "c"]
    assert [one.rewrite is None for one in done] == [False, True, True]
    assert "b.txt is not utf-8: line 1" in done[1].failure
    assert "c.txt looks like no text" in done[2].failure


def test_a_problem_with_an_unreadable_known_text_fails_alone(tmp_path) -> None:
    for name in ("p1", "p2"):
        folder = problem(tmp_path, name)
    (folder / "same-author-01.txt").write_bytes(b"caf\xe9")
    fine, broken = texts_at(tmp_path, forgiving=True)
    assert (fine.fault, broken.id) == ("", "p2")
    assert "same-author-01.txt is not utf-8" in broken.fault
