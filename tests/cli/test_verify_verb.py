"""stylobench verify, as a user calls it."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from engine.saved_samples import fitted, model
from verifiers.sample_problems import sample

from stylobench.engine.saved_models import save

WORLD = sample()
PROGRAM = "import sys; from stylobench.cli.main import run; run()"


def twice(place: int) -> str:
    """A text that is long enough to be answered."""
    return f"{WORLD.texts[place]}\n{WORLD.texts[place]}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Texts, and a model of one verifier and one of two."""
    made = tmp_path_factory.mktemp("verify")
    one, other = fitted("char_ngrams(calibrate=platt)", WORLD), fitted("ppm", WORLD)
    save(model({"char_ngrams": one}), made / "one.model")
    save(model({"char_ngrams": one, "ppm": other}), made / "two.model")
    (made / "known").mkdir()
    for place, name in enumerate(["known/a.txt", "known/b.txt", "asked.txt", "more.txt"]):
        (made / name).write_text(twice(place))
    (made / "EN07").mkdir()
    for place, name in enumerate(["known01.txt", "known02.txt", "unknown.txt"]):
        (made / "EN07" / name).write_text(twice(place))
    return made


def verify(folder: Path, *arguments: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-c", PROGRAM, "verify", *arguments]
    return subprocess.run(words, capture_output=True, text=True, cwd=folder, input=stdin, check=False)


def test_a_verdict_in_plain_words(folder: Path) -> None:
    done = verify(folder, "one.model", "known/a.txt", "known/b.txt", "asked.txt")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Verdict: asked, beside 2 known texts")
    assert "calibration problems that scored like this" in " ".join(done.stdout.split())
    assert "What it rests on" in done.stdout


def test_a_folder_of_known_texts_is_the_same(folder: Path) -> None:
    first, second = (
        json.loads(verify(folder, "one.model", *known, "asked.txt", "--json").stdout)
        for known in (["known/a.txt", "known/b.txt"], ["known"])
    )
    assert first == second
    assert first["known"] == ["a", "b"]
    assert "texts" not in first
    assert first["verdicts"][0]["score"] is not None


def test_a_pan_problem_stands_alone_or_for_its_known_texts(folder: Path) -> None:
    named, alone, beside = (
        json.loads(verify(folder, "one.model", *texts, "--json").stdout)
        for texts in (["known", "asked.txt"], ["EN07"], ["EN07", "asked.txt"])
    )
    assert alone["known"] == beside["known"] == ["known01", "known02"]
    assert named["verdicts"] == alone["verdicts"] == beside["verdicts"]
    assert alone["corpus"]["name"] == "EN07"


def test_line_ends_change_nothing(folder: Path) -> None:
    found = []
    for end in ("\n", "\r\n", "\r"):
        for name in ("known/a.txt", "asked.txt"):
            (folder / "ends" / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / "ends" / name).write_bytes((folder / name).read_text().replace(" ", end).encode())
        done = verify(folder, "one.model", "ends/known/a.txt", "known/b.txt", "ends/asked.txt", "--json")
        found.append(json.loads(done.stdout)["verdicts"])
    assert found[0] == found[1] == found[2]
    assert found[0][0]["score"] is not None


def test_a_page_has_no_strange_sign_at_line_ends(folder: Path) -> None:
    (folder / "dos.txt").write_bytes(b"one line\r\nand another\r\n" * 20)
    verify(folder, "one.model", "known", "dos.txt", "-o", "dos")
    assert "\ufffd" not in (folder / "dos/report.html").read_text()


def test_several_verifiers_are_told_in_short_first(folder: Path) -> None:
    done = verify(folder, "two.model", "known", "asked.txt", "--most", "2")
    said = done.stdout
    order = [
        said.index(part) for part in ("Of 2 verifiers", "What each verifier says", "In detail", "What it rests on")
    ]
    assert order == sorted(order)
    assert all(line == line.rstrip() and len(line) <= 80 for line in said.splitlines())
    [reasons] = [line for line in said.splitlines() if "• char_ngrams: “" in line]
    assert reasons.count("“") == 2
    assert "--most" in verify(folder, "--help").stdout


def test_several_questioned_texts_get_a_line_each(folder: Path) -> None:
    done = verify(folder, "one.model", "known", "--questioned", "asked.txt", "-q", "more.txt")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["text", "asked", "more"]
    assert max(map(len, lines)) <= 80
    assert done.stderr.count("of the character 3-grams stand in no training text") <= 2
    assert "with -o DIR, a page shows the texts with what each verdict rests on" in done.stderr
    told = json.loads(verify(folder, "two.model", "known", "-q", "asked.txt", "-q", "more.txt", "--json").stdout)
    assert [one["corpus"]["name"] for one in told["verdicts"]] == ["asked", "more"]


def test_the_questioned_text_may_come_from_stdin(folder: Path) -> None:
    piped = json.loads(verify(folder, "one.model", "known", "-", "--json", stdin=twice(2)).stdout)
    named = json.loads(verify(folder, "one.model", "known", "asked.txt", "--json").stdout)
    assert piped["verdicts"] == named["verdicts"]
    assert piped["corpus"]["name"] == "stdin"


def test_a_blank_text_gets_no_answer(folder: Path) -> None:
    done = verify(folder, "one.model", "known", "-", stdin=" \n")
    assert done.returncode == 0, done.stderr
    assert "no answer: the questioned text is blank" in " ".join(done.stdout.split())


def test_pages_are_kept(folder: Path) -> None:
    done = verify(folder, "two.model", "known", "asked.txt", "-o", "out")
    assert done.returncode == 0, done.stderr
    assert "<mark" in (folder / "out/report.html").read_text()
    assert json.loads((folder / "out/result.json").read_text())["protocol"] == "verdict"
    verify(folder, "two.model", "known", "-q", "asked.txt", "-q", "more.txt", "-o", "several")
    assert sorted(path.name for path in (folder / "several").iterdir()) == ["asked", "more"]
    verify(folder, "two.model", "known", "-q", "asked.txt", "-q", "asked.txt", "-o", "twice")
    assert sorted(path.name for path in (folder / "twice").iterdir()) == ["asked", "asked-2"]


def test_a_page_needs_a_folder(folder: Path) -> None:
    done = verify(folder, "one.model", "known", "asked.txt", "-o", "more.txt")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert "-o more.txt is a file; name a folder, where report.html and result.json will be written" in done.stderr


def test_what_is_no_model_is_refused_in_one_line(folder: Path, tmp_path: Path) -> None:
    class Payload:
        def __reduce__(self):
            return open, (str(tmp_path / "ran"), "w")

    (tmp_path / "evil.model").write_bytes(pickle.dumps(Payload()))
    whole = (folder / "one.model").read_bytes()
    (tmp_path / "cut.model").write_bytes(whole[: len(whole) // 2])
    for path, said in (
        (tmp_path / "evil.model", "is no model that stylobench can read"),
        (
            tmp_path / "cut.model",
            "is no model that stylobench can read, or not the whole of one; copy it again, or fit",
        ),
        ("known", "known is a folder; name the model file that `stylobench fit` has written"),
        ("none", "there is no model at"),
    ):
        done = verify(folder, str(path), "known", "asked.txt")
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "ran").exists()


def test_every_file_is_named_as_used_or_not(folder: Path) -> None:
    (folder / "mixed").mkdir()
    (folder / "mixed/a.txt").write_text(twice(0))
    (folder / "mixed/short.txt").write_text("too short to count")
    (folder / "mixed/letter.docx").write_bytes(b"PK")
    done = verify(folder, "one.model", "mixed", "asked.txt", "--json")
    assert done.returncode == 0, done.stderr
    files = json.loads(done.stdout)["files"]
    assert [one["name"] for one in files["known"]] == ["a"]
    assert files["questioned"]["name"] == "asked"
    assert files["left_out"] == [{"name": "short", "why": "4 words, fewer than 50"}]
    assert files["skipped"] == [{"name": "mixed/letter.docx", "why": "it is no .txt file; save it as plain text"}]
    said = " ".join(verify(folder, "one.model", "mixed", "asked.txt").stdout.split())
    assert "known: a (84)" in said
    assert "not used: short: 4 words, fewer than 50" in said
    assert "not used: mixed/letter.docx: it is no .txt file" in said


def test_a_case_that_was_not_tried_gets_no_verdict(folder: Path) -> None:
    known = [f"known/{name}.txt" for name in "abab"]
    done = verify(folder, "one.model", *known, "asked.txt")
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stdout.split())
    assert "not validated for this case" in said
    assert "No verdict: not validated for 4 known texts (calibrated for 1 to 3;" in said
    lines = verify(folder, "one.model", *known, "-q", "asked.txt", "-q", "more.txt")
    assert "not validated for 4 known texts" in lines.stderr


def test_known_texts_are_needed(folder: Path) -> None:
    done = verify(folder, "one.model", "asked.txt")
    assert done.returncode == 2
    assert "name MODEL, KNOWN texts, then QUESTIONED" in done.stderr
