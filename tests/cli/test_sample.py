from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from stylobench import load, world
from stylobench.cli.sample import command as verb
from stylobench.errors import SpecError, StylobenchError

WORLD = "world(authors=3, topics=12, documents=180, overlap=0.9, words=60)"


def command(source: str, **options: Any) -> None:
    verb(source, **{"encoder": "lsa", **options})


def _sampled(capsys: pytest.CaptureFixture[str], **options: Any) -> dict[str, Any]:
    command(WORLD, json=True, **options)
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    return result


def test_json_says_what_was_selected_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    result = _sampled(capsys, topics=6, folds=3)
    assert list(result)[:5] == ["selected", "leakage", "mean_similarity", "max_similarity", "encoder"]
    assert len(result["selected"]) == len(result["leakage"]) == len(result["nearest"]) == 6
    assert result["leakage"][0] == 0
    assert result["nearest"][0] == {"topic": None, "similarity": None}
    assert result["nearest"][1]["topic"] == result["selected"][0]
    assert result["encoder"] == "lsa"
    assert 0 < result["mean_similarity"] < result["max_similarity"] < result["every_topic"]["max_similarity"]
    assert result["random"]["n"] == 20
    random = result["random"]["mean_similarity"]
    assert random["low"] <= random["mean"] <= random["high"]
    assert result == _sampled(capsys, topics=6, folds=3)


def test_text_shows_the_topics_the_similarities_and_what_they_mean(capsys: pytest.CaptureFixture[str]) -> None:
    result = _sampled(capsys, topics=6, folds=3)
    command(WORLD, topics=6, folds=3)
    shown = " ".join(capsys.readouterr().out.split())
    assert "world: 6 of 12 topics chosen by HITS; the rest is cut." in shown
    assert "They hold 90 of 180 documents. Topics are compared by the encoder lsa." in shown
    assert all(topic in shown for topic in result["selected"])
    assert f"{result['selected'][0]} comes first: it is least like all others" in shown
    assert "20 random samples" in shown
    assert "lower than in 20 of 20 random samples" in shown


@pytest.mark.parametrize("method", ["random", "grouping", "hybrid"])
def test_other_methods_are_shown(method: str, capsys: pytest.CaptureFixture[str]) -> None:
    command(WORLD, topics=6, folds=3, method=method, threshold=0.2)
    shown = " ".join(capsys.readouterr().out.split())
    assert f"this sample ({method})" in shown
    assert ("joined another" in shown) == (method != "random")


def test_suggest_recommends_a_number_and_says_why(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    result = _sampled(capsys, suggest=True, folds=3, output=str(tmp_path / "new"))
    assert [step["topics"] for step in result["steps"]][-1] == 12
    assert result["recommended"] in [step["topics"] for step in result["steps"]]
    assert json.loads((tmp_path / "new" / "suggest.json").read_text()) == result
    command(WORLD, suggest=True, folds=3)
    shown = " ".join(capsys.readouterr().out.split())
    assert f"Recommended: --topics {result['recommended']}." in shown
    assert "Up to 6 topics no two are more similar than" in shown


def test_the_folder_holds_the_sample_and_ids_that_import_reads(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    corpus = world(authors=3, topics=12, documents=180, overlap=0.9, words=60)
    table = tmp_path / "corpus.csv"
    with table.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("id", "author", "topic", "text"))
        writer.writerows((d.id, d.author, d.topic, d.text) for d in corpus.documents)
    command(str(table), topics=6, folds=3, method="grouping", output=str(tmp_path / "out"), json=True)
    result = json.loads(capsys.readouterr().out)
    assert json.loads((tmp_path / "out" / "sample.json").read_text()) == result
    rows = list(csv.DictReader((tmp_path / "out" / "topics.csv").read_text().splitlines()))
    assert [row["topic"] for row in rows if row["taken"]] == result["selected"]
    assert {row["topic"]: row["joined"] for row in rows if row["joined"]} == result["joined"]
    assert sum(int(row["documents"]) for row in rows) == 180
    again = [sys.executable, "-m", "stylobench.cli.main", "import", str(table), "-o", str(tmp_path / "kept")]
    subprocess.run([*again, "--ids", str(tmp_path / "out" / "ids.csv")], check=True, capture_output=True)
    kept = load(str(tmp_path / "kept"))
    assert len(kept) == 180
    assert set(kept.column("topic")) == set(result["selected"])
    assert not list((tmp_path / "out").glob(".*"))


def test_names_from_a_corpus_cannot_style_the_screen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "odd.csv"
    rows = [f"{i},a,[/b]{'xyz'[i % 3]},{('sea', 'law', 'tax')[i % 3]} words {i}" for i in range(12)]
    path.write_text("\n".join(["id,author,topic,text", *rows]))
    command(str(path), topics=2, folds=2, min_documents=4)
    assert "[/b]x" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"topics": 13}, "cannot take 13 of 12 topics; --topics takes 10 to 12"),
        ({"topics": 5}, "5 topics cannot be dealt into 10 folds; take at least 10 topics, or ask for fewer --folds"),
        ({}, "say how many of the 12 topics to take: --topics M; --suggest helps to choose"),
        ({"topics": 12, "group": "genre"}, "corpus 'world' has no genre; name the column that holds it, or make"),
        ({"topics": 12, "encoder": "lsi"}, "no encoder named 'lsi'; did you mean 'lsa'"),
        ({"suggest": True, "folds": 13}, "12 topics cannot be dealt into 13 folds; ask for fewer with --folds"),
        ({"suggest": True, "random": 0}, "a suggestion rests on random samples"),
    ],
)
def test_faults_are_told_before_anything_is_printed(
    options: dict[str, Any], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(StylobenchError, match=message):
        command(WORLD, json=True, **options)
    assert capsys.readouterr().out == ""


def test_a_fault_is_one_line_and_exit_code_two() -> None:
    asked = [sys.executable, "-m", "stylobench.cli.main", "sample", WORLD, "--json", "--topics", "13"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "stylobench: cannot take 13 of 12 topics; --topics takes 10 to 12\n"


def test_suggest_says_how_stable_rankings_are(capsys: pytest.CaptureFixture[str]) -> None:
    options = {"suggest": True, "folds": 3, "random": 2, "verifier": ["char_ngrams", "topic_fit"]}
    result = _sampled(capsys, **options)
    known = [step["stability"] for step in result["steps"] if step["stability"] is not None]
    assert known
    assert all(-1 <= value <= 1 for value in known)
    command(WORLD, **options)
    assert "Stability: mean rank correlation" in capsys.readouterr().out


def test_a_ranking_of_one_is_refused() -> None:
    with pytest.raises(SpecError, match="needs at least 2 verifiers"):
        command(WORLD, suggest=True, folds=3, random=2, verifier=["char_ngrams"])
