from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest

from stylobench.corpora import table
from stylobench.errors import CorpusError
from stylobench.records import Document


def _file(folder: Path, name: str, data: bytes | str) -> Path:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def test_byte_order_mark_crlf_and_quoted_line_ends(tmp_path: Path) -> None:
    data = b'\xef\xbb\xbfid,author,topic,text,time\r\n1,Ann,war,"one,\r\ntwo ""so""",1987-02-26\r\n'
    corpus = table.read(_file(tmp_path, "c.csv", data))
    assert list(corpus.documents) == [Document("1", 'one,\r\ntwo "so"', "Ann", "war", "1987-02-26")]
    assert corpus.provenance["warnings"] == []


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_separator_is_seen_in_the_header(tmp_path: Path, separator: str) -> None:
    text = separator.join(["author", "text"]) + "\n" + separator.join(["Ann", "x"]) + "\n"
    assert table.read(_file(tmp_path, "c.csv", text)).documents[0].author == "Ann"


def test_columns_are_mapped_and_the_rest_is_meta(tmp_path: Path) -> None:
    path = _file(tmp_path, "c.tsv", "who\tBody\tgenre\nAnn\thello\tpoem\n \tbye\t\n")
    one, two = table.read(path, author="who", text="body").documents
    assert (one.author, one.text, one.topic, dict(one.meta)) == ("Ann", "hello", None, {"genre": "poem"})
    assert (two.author, dict(two.meta), two.id) == (None, {}, "2")


def test_missing_author_column_lists_the_columns(tmp_path: Path) -> None:
    path = _file(tmp_path, "beer.csv", "name,text\nA,x\n")
    expected = r"beer\.csv has no column 'author'; its columns are: name, text; say which with --author COLUMN"
    with pytest.raises(CorpusError, match=expected):
        table.read(path)
    with pytest.raises(CorpusError, match=r"no column 'nmae'; .* did you mean 'name'\?"):
        table.read(path, author="nmae")


def test_wrong_byte_is_named_with_line_and_offset(tmp_path: Path) -> None:
    path = _file(tmp_path, "c.csv", b"author,text\nAnn,ok\nBob,caf\xe9\n")
    expected = r"c\.csv is not utf-8: line 3 \(byte 26, value 0xe9\); name its encoding, such as --encoding latin-1"
    with pytest.raises(CorpusError, match=expected):
        table.read(path)
    assert table.read(path, encoding="latin-1").documents[1].text == "café"


def test_wrong_byte_far_into_a_file_is_placed_right(tmp_path: Path) -> None:
    good = b"author,text\n" + b"Ann,hello\n" * 50_000
    path = _file(tmp_path, "c.csv", good + b"Ann,\xff\n")
    with pytest.raises(CorpusError, match=rf"line 50002 \(byte {len(good) + 4}, value 0xff\)"):
        table.read(path)


def test_utf16_is_known_by_its_mark(tmp_path: Path) -> None:
    path = _file(tmp_path, "c.csv", "author,text\nAnn,ž\n".encode("utf-16"))
    assert table.read(path).documents[0].text == "ž"


def test_a_quote_that_is_not_closed_does_not_swallow_the_rest(tmp_path: Path) -> None:
    path = _file(tmp_path, "c.csv", 'author,text\nAnn,fine\nBob,"open\nCy,lost\n')
    with pytest.raises(CorpusError, match=r"row that starts in line 3: unexpected end of data"):
        table.read(path)
    assert [each.text for each in table.read(path, quote="").documents] == ["fine", '"open', "lost"]


def test_a_row_of_the_wrong_length_is_named(tmp_path: Path) -> None:
    path = _file(tmp_path, "c.csv", "author,text\nAnn,a,b\n")
    with pytest.raises(CorpusError, match="line 2: 3 fields where the header has 2"):
        table.read(path)


def test_empty_files_and_tables_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"e\.csv is empty"):
        table.read(_file(tmp_path, "e.csv", ""))
    with pytest.raises(CorpusError, match="has columns but no rows"):
        table.read(_file(tmp_path, "h.csv", "author,text\n"))
    with pytest.raises(CorpusError, match="two columns named 'text'"):
        table.read(_file(tmp_path, "d.csv", "author,text,text\nA,b,c\n"))


def test_json_lines_and_arrays_read_alike(tmp_path: Path) -> None:
    rows = [{"author": "A", "text": "x\ny", "n": 3}, {"author": None, "text": "z", "topic": "t"}]
    by_line = table.read(_file(tmp_path, "c.jsonl", "\n".join(map(json.dumps, rows)) + "\n\n"))
    assert by_line.digest == table.read(_file(tmp_path, "c.json", json.dumps(rows))).digest
    assert [each.topic for each in by_line.documents] == [None, "t"]
    assert dict(by_line.documents[0].meta) == {"n": "3"}


def test_broken_json_is_named_by_line(tmp_path: Path) -> None:
    path = _file(tmp_path, "c.jsonl", '{"author": "A", "text": "x"}\n{"author"\n')
    with pytest.raises(CorpusError, match=r"c\.jsonl, line 2: not JSON"):
        table.read(path)
    with pytest.raises(CorpusError, match="line 1: not a JSON object"):
        table.read(_file(tmp_path, "d.jsonl", "3\n"))


def test_lone_surrogates_become_replacement_signs(tmp_path: Path) -> None:
    path = _file(tmp_path, "c.jsonl", '{"author": "A", "text": "a\\ud800b"}')
    assert table.read(path).documents[0].text == "a\ufffdb"


def test_parquet_reads_as_csv_does(tmp_path: Path) -> None:
    rows = "author,topic,text,time\nA,t,hello,1987-02-26\nB,u,bye,1987-03-01\n"
    csv_path = _file(tmp_path, "c.csv", rows)
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT * FROM read_csv('{csv_path}')) TO '{tmp_path / 'c.parquet'}'")
    assert table.read(tmp_path / "c.parquet").digest == table.read(csv_path).digest
    with pytest.raises(CorpusError, match="cannot be read as Parquet"):
        table.read(_file(tmp_path, "bad.parquet", b"PAR1 and then nothing"))


def test_odd_dates_are_left_out_and_told(tmp_path: Path) -> None:
    path = _file(tmp_path, "c.csv", "author,text,time\nA,x,1987\nB,y,soon\nC,z,3/4/87\n")
    corpus = table.read(path)
    assert corpus.column("time") == ["1987", None, None]
    odd, unclear = corpus.provenance["warnings"]
    assert odd.startswith("1 values cannot be read as dates and were left out (such as 'soon')")
    assert unclear.startswith("1 dates such as '3/4/87' can be read in two ways")


def test_dates_in_other_formats_are_read_where_the_column_is_clear(tmp_path: Path) -> None:
    path = _file(tmp_path, "c.csv", "author,text,time\nA,x,3/4/87\nB,y,2/26/87\nC,z,26-FEB-1987\nD,w,\n")
    corpus = table.read(path)
    assert corpus.column("time") == ["1987-03-04", "1987-02-26", "1987-02-26", None]
    assert corpus.provenance["warnings"] == []


def test_repeated_ids_are_replaced_by_numbers_or_refused(tmp_path: Path) -> None:
    path = _file(tmp_path, "c.csv", "id,author,text\n7,A,x\n7,B,y\n")
    corpus = table.read(path)
    assert corpus.column("id") == ["1", "2"]
    assert "repeats ids" in corpus.provenance["warnings"][0]
    with pytest.raises(CorpusError, match="column 'id' repeats an id"):
        table.read(path, id="id")


def test_fields_may_be_long(tmp_path: Path) -> None:
    long = "word " * 60_000
    assert table.read(_file(tmp_path, "c.csv", f"author,text\nA,{long}\n")).documents[0].text == long
