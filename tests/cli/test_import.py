"""Tests of `stylobench import` and `stylobench export-ids` as a user meets them."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
import tarfile

import pytest
from patience import until

from stylobench.cli import export_ids, import_verb
from stylobench.errors import CorpusError

STYLOBENCH = [sys.executable, "-m", "stylobench.cli.main"]
ARTICLE = """<nitf><head><title>T</title><docdata><doc-id id-string="{n}"/><identified-content>
<classifier class="indexing_service" type="descriptor">{topic}</classifier></identified-content></docdata></head>
<body><body.head><byline class="normalized_byline">{author}</byline></body.head>
<body.content><block class="full_text"><p>{text}</p></block></body.content></body></nitf>"""


def article(n, length):
    return ARTICLE.format(n=n, author="ABCD"[n % 4], topic="xyz"[n % 3], text="word " * length)


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "nyt"
    folder.mkdir()
    for n in range(24):
        (folder / f"{n}.xml").write_text(article(n, n + 1))
    return folder


def imported(capsys, source, target, **options):
    """The JSON object that an import prints, and its messages."""
    import_verb.command(str(source), target, json=True, **options)
    captured = capsys.readouterr()
    return json.loads(captured.out), captured.err


def test_table_digest_and_files(source, tmp_path, capsys):
    import_verb.command(str(source), tmp_path / "bed", min_words=5, author_documents=3)
    printed = capsys.readouterr().out
    assert "at least 5 words" in printed
    assert "author has at least 3 documents" in printed
    assert json.loads((tmp_path / "bed" / "corpus.manifest.json").read_text())["digest"] in printed
    assert "corpus.parquet" in printed


def test_json_is_one_object(source, tmp_path, capsys):
    (source / "bad.xml").write_text("<nitf>")
    result, messages = imported(capsys, source, tmp_path / "bed.parquet", balance="topic")
    assert (result["documents"], result["topics"], result["effective_topics"]) == (24, 3, 3.0)
    assert result["funnel"][0] == {"step": "read", "documents": 24, "authors": 4, "topics": 3}
    assert result["damaged"]["count"] == 1
    assert result["files"]["corpus"] == str(tmp_path / "bed.parquet")
    assert "bad.xml" in messages


@pytest.mark.parametrize("workers", ["1", "2"])
def test_nothing_but_the_result_is_printed(source, tmp_path, workers):
    command = [*STYLOBENCH, "import", str(source), "-o", str(tmp_path / "bed"), "--json", "--workers", workers]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (json.loads(done.stdout)["documents"], done.stderr) == (24, "")


def test_ids_rebuild_a_published_test_bed(source, tmp_path, capsys):
    (tmp_path / "aliases.csv").write_text("alias,author\nD,A\n")
    options = {"aliases": tmp_path / "aliases.csv", "documents": 10, "seed": 3}
    first, _ = imported(capsys, source, tmp_path / "bed", **options)
    export_ids.command(str(tmp_path / "bed"), tmp_path / "ids.csv")
    assert "10 ids written" in capsys.readouterr().err
    lines = (tmp_path / "ids.csv").read_text().splitlines()
    assert (lines[0], len(lines)) == ("id,author,topic", 11)
    (tmp_path / "ids.csv").write_text("\n".join([*lines, "lost1", "lost2"]) + "\n")
    again, messages = imported(capsys, source, tmp_path / "again", ids=tmp_path / "ids.csv")
    assert again["digest"] == first["digest"]
    assert "2 of 12 listed ids are not in the source: lost1, lost2" in messages


def test_export_to_stdout_and_as_json(source, tmp_path, capsys):
    imported(capsys, source, tmp_path / "bed", documents=2)
    export_ids.command(str(tmp_path / "bed"))
    assert capsys.readouterr().out.startswith("id,author,topic\n")
    export_ids.command(str(tmp_path / "bed"), json=True)
    result = json.loads(capsys.readouterr().out)
    assert (result["documents"], len(result["ids"])) == (2, 2)
    with pytest.raises(CorpusError, match="cannot write"):
        export_ids.command(str(tmp_path / "bed"), tmp_path / "nowhere" / "ids.csv")


def test_options_of_reading(tmp_path, capsys):
    (tmp_path / "table.csv").write_bytes("author,text,topic,number\nAnn,caf\xe9,sea,n7\n".encode("latin-1"))
    result, _ = imported(capsys, tmp_path / "table.csv", tmp_path / "bed", encoding="latin-1", id="number")
    assert result["documents"] == 1
    export_ids.command(str(tmp_path / "table.csv"), encoding="latin-1", id="number")
    assert capsys.readouterr().out == "id,author,topic\nn7,Ann,sea\n"


def test_order_of_folders(tmp_path, capsys):
    path = tmp_path / "letters" / "sea" / "ann" / "1.txt"
    path.parent.mkdir(parents=True)
    path.write_text("It rained.")
    imported(capsys, tmp_path / "letters", tmp_path / "bed", order="topic/author")
    export_ids.command(str(tmp_path / "bed"))
    assert capsys.readouterr().out == "id,author,topic\nsea/ann/1.txt,ann,sea\n"
    export_ids.command(str(tmp_path / "letters"), order="topic/author")
    assert capsys.readouterr().out == "id,author,topic\nsea/ann/1.txt,ann,sea\n"


def test_several_authors_may_stay(tmp_path, capsys):
    (tmp_path / "1.xml").write_text(ARTICLE.format(n=1, author="A; B", topic="x", text="word"))
    result, _ = imported(capsys, tmp_path / "1.xml", tmp_path / "bed", several=True)
    assert (result["documents"], result["authors"]) == (1, 0)
    with pytest.raises(CorpusError, match="'one author'"):
        imported(capsys, tmp_path / "1.xml", tmp_path / "bed2")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--min-words", "900"], "'at least 900 words' (24 before it)"),
        (["--documents", "0"], "greater than or equal to 1"),
    ],
)
def test_bad_wishes_get_one_line_and_leave_nothing(source, tmp_path, arguments, words):
    command = [*STYLOBENCH, "import", str(source), "-o", str(tmp_path / "bed"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("stylobench: ")
    assert done.stderr.count("\n") == 1
    assert words in done.stderr
    assert not (tmp_path / "bed").exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"balance": "colour"}, "author, topic, cell"),
        ({"require": "author,colour"}, "cannot require 'colour'"),
        ({"balance": "author", "each": 7}, "the largest has 6"),
    ],
)
def test_wishes_that_cannot_be_met(source, tmp_path, options, words):
    with pytest.raises(CorpusError, match=words):
        import_verb.command(str(source), tmp_path / "bed", **options)
    assert not (tmp_path / "bed").exists()


def test_interrupt_leaves_no_target_and_the_next_run_goes_on(tmp_path, capsys):
    source, target = tmp_path / "nyt", tmp_path / "bed"
    source.mkdir()
    for month in range(6):
        with tarfile.open(source / f"{month}.tgz", "w:gz", compresslevel=1) as archive:
            for n in range(month * 1_000, (month + 1) * 1_000):
                data = article(n, 300).encode()
                member = tarfile.TarInfo(f"{n}.xml")
                member.size = len(data)
                archive.addfile(member, io.BytesIO(data))
    command = [*STYLOBENCH, "import", str(source), "-o", str(target), "--workers", "2"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until(lambda: list(target.glob(".corpus.parquet.partial/*.json")) or running.poll() is not None)
    running.send_signal(signal.SIGINT)
    output, errors = running.communicate(timeout=60)
    assert "Traceback" not in errors
    assert (running.returncode, output) == (130, ""), errors
    assert errors.splitlines()[-1] == "stylobench: interrupted"
    assert [path.name for path in target.iterdir()] == [".corpus.parquet.partial"]
    result, _ = imported(capsys, source, target, workers=1)
    assert result["documents"] == 6_000
    assert sorted(path.name for path in target.iterdir()) == ["corpus.manifest.json", "corpus.parquet"]
