"""stylobench fit, as a user calls it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

WORLD = "world(authors=6, topics=2, documents=48, words=130)"


def call(verb: str, *arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    program = "import sys; from stylobench.cli.main import run; run()"
    words = [verb, *map(str, arguments)]
    return subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, cwd=cwd, check=False)


def test_a_model_is_written_and_told_of(tmp_path: Path) -> None:
    done = call("fit", WORLD, "-v", "char_ngrams", "-v", "ppm", "--workers", 1, "-o", "new/a.model", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert re.fullmatch(r"\d+ problems of world to learn from", lines[0])
    said = " ".join(done.stdout.split())
    assert re.search(
        r"1,500 to calibrate on, 750 by one author: 1 to 6 known texts of \d+ to \d+ words, questioned", said
    )
    measured = (
        r"AUC [01]\.\d\d \[.*?\], c@1 [01]\.\d\d \[.*?\], strangers taken for the author \d+% \[.*?\], same-author"
    )
    assert re.search(rf" char_ngrams: {measured}", said)
    assert re.search(rf" ppm: {measured}", said)
    assert max(map(len, lines)) <= 80
    assert re.search(r"^model: new/a.model \(\d+ KB\)$", done.stderr, re.MULTILINE)
    assert "holds running text of the training texts, in characters: ppm " in done.stderr
    with zipfile.ZipFile(tmp_path / "new/a.model") as held:
        told = json.loads(held.read("model.json"))
    assert [one["spec"] for one in told["verifiers"]] == ["char_ngrams", "ppm"]
    assert f"training digest {told['digest'][:12]}" in lines


def test_json_is_one_object(tmp_path: Path) -> None:
    done = call("fit", WORLD, "-v", "char_ngrams(n=3)", "--workers", 1, "-o", "a.model", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["model"], told["problems"], told["verifiers"][0]["name"]) == ("a.model", 1500, "char_ngrams(n=3)")
    measures = {score["metric"] for score in told["verifiers"][0]["measures"]}
    assert measures == {"auc", "c_at_1", "strangers_supported", "same_supported"}
    assert told["validated"]["known_texts"] == [1, 6]


def test_what_cannot_be_saved_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "class Own:\n    def fit(self, problems, same): return self\n    def verify(self, problems): return []\n"
    )
    for spec, said in (
        ("own:Own", "verifier 'own:Own' is not stylobench's"),
        ("program(command='true')", "is a program of its own and cannot be saved"),
        ("chars", "no verifier named 'chars'"),
    ):
        done = call("fit", WORLD, "-v", spec, "-o", "a.model", cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "a.model").exists()


def test_a_folder_is_no_model(tmp_path: Path) -> None:
    done = call("fit", WORLD, "-o", ".", cwd=tmp_path)
    assert done.returncode == 2
    assert "-o . is a folder; name the file that the model goes to" in done.stderr
    (tmp_path / "file").write_text("")
    done = call("fit", WORLD, "-o", "file/a.model", cwd=tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "-o file/a.model: file is a file and no folder" in done.stderr


def test_long_names_of_a_corpus_do_not_widen_the_lines(tmp_path: Path) -> None:
    name = "-".join(["authorship-verification-training-corpus"] + ["x"] * 10)
    for author in ("ann", "bob", "cat", "dan"):
        for place in range(4):
            file = tmp_path / name / author / f"{place}.txt"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"{author} wrote it {place} times and " * 22)
    done = call("fit", name, "--order", "author", "--workers", 1, "-o", "a.model", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_too_few_authors_to_leave_some_out_are_refused(tmp_path: Path) -> None:
    """Only one author has two texts: nobody could be left out to see what a score is worth."""
    rows = [("ann", f"so it is and so it was {n}") for n in range(16)]
    rows += [(f"other {n}", f"thus we be or thus we go {n}") for n in range(8)]
    (tmp_path / "one.csv").write_text("author,text\n" + "".join(f"{who},{text}\n" for who, text in rows))
    done = call("fit", "one.csv", "-v", "char_ngrams", "--workers", 1, "-o", "a.model", cwd=tmp_path)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert "corpus 'one' has 1 author with two texts or more; fit takes 4 at least" in done.stderr
    assert not (tmp_path / "a.model").exists()
