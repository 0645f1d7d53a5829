from __future__ import annotations

import json
from pathlib import Path

import duckdb
import numpy as np
import pytest

from stylobench.corpora.answer_source import Labels, names_of, opened
from stylobench.errors import CorpusError


def _file(folder: Path, name: str, data: bytes | str) -> Path:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def _columns(path: Path) -> tuple[Labels, list[float], list[str | None]]:
    with opened(path) as source:
        source.keep(["truth", "score"])
        return source.labels("truth"), source.probabilities("score").tolist(), source.texts("text")


ROWS = [
    {"truth": "b", "score": 0.25, "text": 'one,\r\ntwo "so"'},
    {"truth": " a ", "score": 1, "text": "é"},
    {"truth": "b", "score": 0, "text": "x"},
]


def _written(folder: Path, name: str) -> Path:
    text = "\n".join(map(json.dumps, ROWS)) + "\n"
    if name.endswith(".jsonl"):
        return _file(folder, name, text)
    if name.endswith(".json"):
        return _file(folder, name, json.dumps(ROWS))
    if name.endswith(".parquet"):
        source = _file(folder, "rows.jsonl", text)
        with duckdb.connect() as connection:
            connection.execute(f"COPY (SELECT * FROM read_json('{source}')) TO '{folder / name}'")
        return folder / name
    sign = {"csv": ",", "tsv": "\t", "semi.csv": ";"}[name.partition(".")[2]]
    lines = [sign.join(["truth", "score", "text"])]
    lines += [sign.join([row["truth"], str(row["score"]), '"' + row["text"].replace('"', '""') + '"']) for row in ROWS]
    data = "\r\n".join(lines).encode("utf-16" if "16" in name else "utf-8-sig" if "mark" in name else "utf-8")
    return _file(folder, name, data)


@pytest.mark.parametrize(
    "name", ["a.csv", "a.tsv", "a.semi.csv", "mark.csv", "u16.csv", "a.jsonl", "a.json", "a.parquet", "a[1]*.csv"]
)
def test_every_kind_of_file_reads_alike(tmp_path: Path, name: str) -> None:
    labels, scores, texts = _columns(_written(tmp_path, name))
    assert (labels.codes.tolist(), labels.names) == ([1, 0, 1], ("a", "b"))
    assert labels.words() == ["b", "a", "b"]
    assert scores == [0.25, 1.0, 0.0]
    assert texts == ['one,\r\ntwo "so"', "é", "x"]


def test_empty_fields_are_none_in_every_kind(tmp_path: Path) -> None:
    plain = _file(tmp_path, "a.csv", 'truth,score,text\n,NaN,x\nnull,n/a,\n"",,y\n')
    lines = '{"truth": null, "score": NaN, "text": "x"}\n{"text": null}\n{"truth": "", "score": "", "text": "y"}\n'
    for path in (plain, _file(tmp_path, "a.jsonl", lines)):
        labels, scores, texts = _columns(path)
        assert labels.words() == [None, None, None]
        assert np.isnan(scores).all()
        assert texts == ["x", None, "y"]


@pytest.mark.parametrize("value", ["1.2", "-0.1", "inf", "high", "50%", "0,5x"])
def test_what_is_no_probability_is_named_with_its_row(tmp_path: Path, value: str) -> None:
    path = _file(tmp_path, "a.csv", f'truth,score,text\n1,.5,x\n0,"{value}",y\n')
    with pytest.raises(
        CorpusError, match=r"a\.csv, row 2: .* in column 'score' is not a probability from 0 to 1; give"
    ):
        _columns(path)


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.csv", b"truth,score,text\n1,.5,x\n0,.5,x,3\n", "line 3: 4 fields where the header has 3"),
        ("a.csv", b"truth,score,text\n1,.5,x\n0,.5\n", "line 3: 2 fields where the header has 3"),
        ("a.csv", b"truth,score,text\n1,.5,x\n0,.5,\xe9\n", r"not utf-8: line 3 \(byte"),
        ("a.csv", b'truth,score,text\n1,.5,"x\n0,.5,x\n', "row that starts in line 2"),
        ("a.csv", b"truth,truth\n1,2\n", "two columns named 'truth'"),
        ("a.csv", b"truth,score,text\n", "has columns but no rows"),
        ("a.csv", b"", "is empty"),
        ("a.jsonl", b'{"truth": 1, "score": 1, "text": ""}\n{"truth"\n', "line 2: not JSON"),
        ("a.jsonl", b"3\n4\n", "line 1: not a JSON object"),
        ("a.parquet", b"PAR1 and nothing", "cannot be read as Parquet"),
        ("a.txt", b"x", "is not a table of answers; it is a file that ends in: csv, tsv"),
    ],
)
def test_broken_files_are_one_line_with_the_place(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    with pytest.raises(CorpusError, match=message) as caught:
        _columns(_file(tmp_path, name, data))
    assert "\n" not in str(caught.value)


def test_rows_stay_in_order_when_there_are_many(tmp_path: Path) -> None:
    count = 200_000
    lines = [f"{row % 7},{row / count:.6f},{row}" for row in range(count)]
    labels, scores, texts = _columns(_file(tmp_path, "a.csv", "truth,score,text\n" + "\n".join(lines)))
    assert np.array_equal(labels.codes, np.arange(count) % 7)
    assert np.allclose(scores, np.arange(count) / count, atol=1e-6)
    assert texts == [str(row) for row in range(count)]


def test_names_of_a_file(tmp_path: Path) -> None:
    assert names_of(_written(tmp_path, "a.parquet")) == ["truth", "score", "text"]
    assert names_of(_written(tmp_path, "a.semi.csv")) == ["truth", "score", "text"]
    assert names_of(_file(tmp_path, "b.json", "{")) == []
    assert names_of(tmp_path) == []
