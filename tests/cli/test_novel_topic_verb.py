"""The verb as a user meets it: exit codes, one line on stderr, one JSON object, nothing half-written."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from patience import until

STYLOBENCH = [sys.executable, "-m", "stylobench.cli.main"]
WORLD = "world(authors=3, topics=3, documents=36, words=40)"


def call(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*STYLOBENCH, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_json_is_one_object_and_nothing_else(tmp_path: Path) -> None:
    done = call("novel-topic", WORLD, "-a", "naive_bayes", "--quick", "--json", "-o", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert set(result["methods"]["naive_bayes"]["novel_topic"]) >= {
        "mean", "topic_mean", "sd", "se", "se_published", "effective_topics", "low", "high", "next_low", "next_high",
        "chance", "folds",
    }  # fmt: skip
    assert set(result["methods"]["naive_bayes"]["novelty"]) >= {"price", "low", "high", "starvation"}
    assert json.loads((tmp_path / "out" / "result.json").read_text()) == result


def test_one_worker_and_four_write_the_same_bytes_and_so_does_a_second_run(tmp_path: Path) -> None:
    for folder, workers in (("a", "1"), ("b", "4"), ("b", "2")):
        done = call(
            "novel-topic", WORLD, "-a", "maxent(C=1.0)", "--quick", "-o", folder, "--workers", workers, cwd=tmp_path
        )
        assert done.returncode == 0, done.stderr
    for name in ("result.json", "report.html"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_an_object_of_ones_own_module_is_tested(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from sklearn.feature_extraction.text import CountVectorizer\n"
        "from sklearn.naive_bayes import ComplementNB\n"
        "from sklearn.pipeline import make_pipeline\n"
        "method = make_pipeline(CountVectorizer(), ComplementNB())\n"
        "def factory():\n    return method\n"
    )
    done = call(
        "novel-topic",
        WORLD,
        "-a",
        "mine:method",
        "-a",
        "mine:factory",
        "--quick",
        "--json",
        cwd=tmp_path,
        PYTHONPATH=".",
    )
    assert done.returncode == 0, done.stderr
    assert list(json.loads(done.stdout)["methods"]) == ["mine:method", "mine:factory"]


TABLE = "author,topic,text\nann,x,one two\nbob,x,three\nann,y,one\nbob,y,four five\n"


@pytest.mark.parametrize(
    ("table", "arguments", "words"),
    [
        ("", [], "empty"),
        ("name,topic,text\na,x,t\n", [], "author"),
        ("author,topic,text\nann,x,t\nann,y,t\n", [], "has 1 author ('ann')"),
        ("author,topic,text\nann,x,t\nbob,x,t\n", [], "has 1 topic ('x')"),
        (TABLE, ["-a", "nonesuch"], "no attributor named 'nonesuch'"),
        (TABLE, ["-a", "maxent(nonsense=1)"], "has no parameter 'nonsense'"),
        (TABLE, ["-a", "maxent(C=)"], "is not a spec"),
        (TABLE, ["--scheme", "sideways"], "no scheme named 'sideways'"),
        (TABLE, ["--group", "genre"], "has no genre"),
        (TABLE, ["--split", "nowhere.csv"], "nowhere.csv"),
        (TABLE, ["--folds", "1"], "at least 2"),
        (TABLE, ["--nonsense"], "No such option"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(tmp_path: Path, table: str, arguments: list[str], words: str) -> None:
    (tmp_path / "table.csv").write_text(table)
    done = call("novel-topic", "table.csv", *arguments, "-o", "out", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = [line for line in done.stderr.splitlines() if line != "preparing novel-topic"]
    assert line.startswith("stylobench: ")
    assert words in line
    assert not (tmp_path / "out").exists()


def test_undecodable_bytes_are_named(tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_bytes(b"author,topic,text\nann,x,caf\xe9\n")
    done = call("novel-topic", "table.csv", cwd=tmp_path)
    assert done.returncode == 2
    assert "table.csv" in done.stderr
    assert "--encoding" in done.stderr


def test_a_topic_with_one_document_and_an_author_who_vanishes_are_warnings(tmp_path: Path) -> None:
    rows = [f"{a},{t},word{i} is {a}" for a in ("ann", "bob") for t in "xy" for i in range(6)]
    (tmp_path / "table.csv").write_text("\n".join(["author,topic,text", *rows, "cid,z,alone here"]) + "\n")
    done = call("novel-topic", "table.csv", "-a", "naive_bayes", "--quick", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    told = "\n".join(json.loads(done.stdout)["warnings"])
    assert "1 of 3 topics have one document only" in told
    assert "1 author vanishes" in told


def test_control_c_ends_with_130_and_leaves_no_result(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import time\nfrom sklearn.dummy import DummyClassifier\n"
        "class Slow(DummyClassifier):\n    def fit(self, x, y):\n        time.sleep(60)\n"
        "method = Slow()\n"
    )
    command = [*STYLOBENCH, "novel-topic", WORLD, "-a", "slow:method", "--quick", "-o", "out"]
    environment = {**os.environ, "PYTHONPATH": "."}
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, env=environment)
    journal = (tmp_path / "out").glob
    until(lambda: process.poll() or any('"started"' in file.read_text() for file in journal("journal/*.jsonl")))
    assert process.poll() is None
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=20)
    assert process.returncode == 130
    assert told.splitlines()[-1] == "stylobench: interrupted"
    assert not (tmp_path / "out" / "result.json").exists()
    assert not (tmp_path / "out" / "answers").exists()


def test_names_from_a_corpus_cannot_style_or_run_anything(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>[bold]"
    rows = [f"{a},{t},word{i} of {a}" for a in ("ann", evil) for t in ("x", evil) for i in range(5)]
    (tmp_path / "table.csv").write_text("\n".join(["author,topic,text", *rows]) + "\n")
    done = call("novel-topic", "table.csv", "-a", "naive_bayes", "--quick", "-o", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "[bold]" in done.stdout
    assert "<script>alert" not in (tmp_path / "out" / "report.html").read_text()


def test_help_takes_less_than_half_a_second_of_the_processor(tmp_path: Path) -> None:
    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    seconds = []
    for _ in range(5):
        before = spent()
        assert call("--help", cwd=tmp_path).returncode == 0
        seconds.append(spent() - before)
    assert min(seconds) < 0.5


def test_help_loads_nothing_heavy(tmp_path: Path) -> None:
    heavy = ("sklearn", "scipy", "duckdb", "altair", "numba", "numpy")
    code = f"import sys, stylobench.cli.main as m; m.application(); print([n for n in {heavy} if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_spellings_and_copies_are_named_and_merged_and_a_stored_plan_gives_the_same(tmp_path: Path) -> None:
    from stylobench import world

    documents = world(authors=3, topics=3, documents=36, words=40, seed=1).documents
    topics = sorted({str(one.topic) for one in documents})
    lines = ["id\tauthor\ttopic\ttext"]
    for number, one in enumerate(documents):
        topic = str(one.topic).upper() if one.topic == topics[0] and number % 2 else str(one.topic)
        lines.append("\t".join((one.id, str(one.author), topic, " ".join(one.text.split()))))
    lines.append("\t".join(["copy", *lines[1].split("\t")[1:]]))
    (tmp_path / "t.tsv").write_text("\n".join(lines) + "\n")
    run = ("-a", "naive_bayes", "--quick", "--json", "--workers", "1")
    plain = json.loads(call("novel-topic", "t.tsv", *run, "-o", "plain", cwd=tmp_path).stdout)
    assert plain["corpus"]["topics"] == 4
    told = "\n".join(plain["warnings"])
    assert "1 topic is spelt in more than one way" in told
    assert f"{topics[0]!r} (" in told
    assert f"{topics[0].upper()!r} (" in told
    assert "--merge-topics makes them one" in told
    assert "1 document repeats the words of another" in told
    assert "--drop-duplicates" in told
    assert "have a copy in training in standard cross-validation" in told
    merge = ("--merge-topics", "--drop-duplicates")
    merged = json.loads(call("novel-topic", "t.tsv", *run, *merge, "-o", "merged", cwd=tmp_path).stdout)
    assert (merged["corpus"]["topics"], merged["corpus"]["documents"]) == (3, 36)
    assert not any("spelt" in line or "repeats" in line for line in merged["warnings"])
    assert merged["corpus"]["digest"] != plain["corpus"]["digest"]
    (tmp_path / "aliases.csv").write_text(f"label,topic\n{topics[0].upper()},{topics[0]}\n")
    aliases = ("--topic-aliases", "aliases.csv", "--drop-duplicates")
    done = call("novel-topic", "t.tsv", *run, *aliases, "-o", "aliased", cwd=tmp_path)
    aliased = json.loads(done.stdout)
    assert aliased["corpus"]["topics"] == 3
    (tmp_path / "aliases.csv").unlink()
    again = call("run", "aliased/plan.toml", "-o", "again", "--workers", "1", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert (tmp_path / "again" / "result.json").read_bytes() == (tmp_path / "aliased" / "result.json").read_bytes()


@pytest.mark.parametrize(
    ("aliases", "told"),
    [
        ("a,b,c\n", "aliases.csv, line 1: not two columns label,topic"),
        ("nowhere,sea\n", "no document has any of the 1"),
    ],
)
def test_aliases_that_cannot_be_used_are_one_line_with_exit_2(aliases: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "aliases.csv").write_text(aliases)
    done = call("novel-topic", WORLD, "--topic-aliases", "aliases.csv", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert told in done.stderr


def test_a_corpus_whose_authors_have_one_topic_each_is_refused_before_any_job(tmp_path: Path) -> None:
    rows = [f"{who}{i},{who},{topic},words of {who} {i}" for who, topic in (("a", "x"), ("b", "y")) for i in range(6)]
    (tmp_path / "t.csv").write_text("id,author,topic,text\n" + "\n".join(rows) + "\n")
    done = call("novel-topic", "t.csv", "-a", "naive_bayes", "--json", "-o", "out", cwd=tmp_path)
    assert done.returncode == 2
    assert not done.stdout
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("stylobench: nothing can be measured: author and topic go together in corpus 't'")
    assert not (tmp_path / "out" / "result.json").exists()
