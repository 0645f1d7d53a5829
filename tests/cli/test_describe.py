from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from stylobench.cli.describe import command


def _corpus(folder: Path) -> Path:
    rows = ["author,topic,text"]
    for author, topic, count in (("ann", "war", 12), ("ann", "sea", 12), ("bob", "war", 11), ("bob", "sea", 1)):
        rows += [f"{author},{topic},the {author} of {topic} number {i}" for i in range(count)]
    path = folder / "tiny.csv"
    path.write_text("\n".join(rows) + "\n")
    return path


def _described(path: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    command(str(path), json=True)
    captured = capsys.readouterr()
    result: dict[str, Any] = json.loads(captured.out)
    return result


def test_json_is_one_object_with_the_whole_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = _described(_corpus(tmp_path), capsys)
    assert (result["corpus"]["documents"], result["corpus"]["authors"], result["corpus"]["topics"]) == (36, 2, 2)
    assert result["table"] == [
        {"author": "ann", "topic": "sea", "documents": 12},
        {"author": "ann", "topic": "war", "documents": 12},
        {"author": "bob", "topic": "sea", "documents": 1},
        {"author": "bob", "topic": "war", "documents": 11},
    ]
    assert result["starved"] == [{"author": "bob", "topic": "war", "left": 1, "total": 12}]
    assert result["effective_topics"] == pytest.approx(36**2 / (23**2 + 13**2))
    assert (result["words"]["mean"], result["vocabulary"]["corpus"]) == (6, 19)
    assert [each["kind"] for each in result["warnings"]] == ["starving_authors"]


def test_text_shows_table_totals_and_warnings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command(str(_corpus(tmp_path)))
    shown = capsys.readouterr().out
    assert "tiny: 36 documents, 2 authors, 2 topics (effective: 1.86)" in shown
    cells = [[cell.strip() for cell in line.split("│")[1:-1]] for line in shown.splitlines() if "│" in line]
    assert cells == [["war", "12", "11", "23"], ["sea", "12", "1", "13"], ["total", "24", "12", "36"]]
    assert "bob without war: 1 of 12 left" in shown


def test_hundreds_of_authors_are_summed_up_on_the_screen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wide.csv"
    rows = [f"author{i:03d},t{i % 40},words {i}" for i in range(300)]
    path.write_text("\n".join(["author,topic,text", *rows]))
    command(str(path))
    shown = capsys.readouterr().out
    assert "more" in shown
    assert "(no author)" not in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert len(_described(path, capsys)["authors"]) == 300


def test_names_from_a_corpus_cannot_style_the_screen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "odd.csv"
    path.write_text("author,topic,text\n[red]a[/red],[/b],x\nb,[/b],y\n")
    command(str(path))
    shown = capsys.readouterr().out
    assert "[red]a[/red]" in shown
    assert "[/b]" in shown


def test_a_fault_is_one_line_and_exit_code_two(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text("name,text\nA,x\n")
    done = subprocess.run(
        [sys.executable, "-m", "stylobench.cli.main", "describe", str(tmp_path / "c.csv"), "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("stylobench: ")
    assert "has no column 'author'; its columns are: name, text" in done.stderr
    assert done.stderr.count("\n") == 1
