"""stylobench review, as a user calls it."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from pathlib import Path

ATTACK = runpy.run_path(str(Path(__file__).parents[1] / "report" / "example_attack.py"))["EXAMPLES"]


def review(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    call = "import sys; from stylobench.cli.main import run; sys.argv[1:] = ['review', *sys.argv[1:]]; run()"
    words = [str(argument) for argument in arguments]
    return subprocess.run([sys.executable, "-c", call, *words], capture_output=True, text=True, check=False)


def _folders(root: Path) -> list[str | Path]:
    """Three problems with known texts, and what two obfuscators made of them."""
    for number in range(3):
        problem = root / "in" / f"problem-{number}"
        problem.mkdir(parents=True)
        (problem / "original.txt").write_text(f"It was so cold on day {number}.")
        (problem / "same-author01.txt").write_text(f"Known {number}.")
        for name, word in (("x", "very"), ("y", "rather")):
            made = root / name / f"problem-{number}"
            made.mkdir(parents=True)
            (made / "obfuscation.txt").write_text(f"It was {word} cold on day {number}.")
    return [root / "in", "--rewritten", f"x={root / 'x'}", "--rewritten", f"y={root / 'y'}"]


def test_sheets_are_made_answered_and_read(tmp_path: Path) -> None:
    sheets = tmp_path / "sheets"
    done = review(*_folders(tmp_path), "-o", sheets, "--json")
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    names = ["pairs-1.html", "pairs-2.html", "questions-1.html", "questions-2.html"]
    assert made["sheets"] == names
    assert sorted(path.name for path in sheets.iterdir()) == ["key.json", *names]
    key = json.loads((sheets / "key.json").read_text())
    assert (len(key["pairs"]), len(key["questions"])) == (6, 6)
    pairs = {item: {"soundness": 2 if fact["obfuscator"] == "x" else 4} for item, fact in key["pairs"].items()}
    right = {item: {"same": "yes" if fact["same"] else "no"} for item, fact in key["questions"].items()}
    files = []
    for sheet, answers in (("pairs", pairs), ("questions", right)):
        files.append(tmp_path / f"{sheet}.json")
        said = {"review": made["review"], "sheet": sheet, "reviewer": "ann", "answers": answers}
        files[-1].write_text(json.dumps(said))
    read = review("--read", sheets / "key.json", *files)
    assert read.returncode == 0, read.stderr
    assert "Mean grades" in read.stdout
    found = json.loads((sheets / "findings.json").read_text())
    assert {one["obfuscator"]: one["grade"]["value"] for one in found["grades"]} == {"x": 2, "y": 4}
    assert {one["right"]["value"] for one in found["recognised"]} == {1}


def test_no_sheet_tells_who_rewrote(tmp_path: Path) -> None:
    sheets = tmp_path / "sheets"
    arguments = [str(one).replace("x=", "secret=").replace("y=", "hidden=") for one in _folders(tmp_path)]
    assert review(*arguments, "-o", sheets).returncode == 0
    pages = [path.read_text(encoding="utf-8") for path in sheets.glob("*.html")]
    assert not any("secret" in page or "problem-1" in page for page in pages)


def test_a_finished_attack_is_reviewed_by_its_examples(tmp_path: Path) -> None:
    (tmp_path / "result.json").write_text(json.dumps(ATTACK["five_methods"]()))
    done = review(tmp_path, "-o", tmp_path / "sheets", "--reviewers", "1")
    assert done.returncode == 0, done.stderr
    assert "it needs known texts" in done.stderr
    assert "attack --examples 10" in done.stderr
    assert sorted(path.name for path in (tmp_path / "sheets").iterdir()) == ["key.json", "pairs-1.html"]


def test_what_cannot_be_reviewed_or_read_is_one_line_and_exit_2(tmp_path: Path) -> None:
    bare = ATTACK["five_methods"]() | {"examples": []}
    (tmp_path / "result.json").write_text(json.dumps(bare))
    (tmp_path / "key.json").write_text('{"review": "r1", "pairs": {}, "questions": {}}')
    (tmp_path / "foreign.json").write_text('{"review": "r2"}')
    read = ["--read", tmp_path / "key.json", tmp_path / "foreign.json"]
    for arguments in ([tmp_path], [tmp_path / "nowhere"], [tmp_path, tmp_path], read, [*read, "--rewritten", "x=y"]):
        done = review(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("stylobench: ")
        assert done.stderr.count("\n") == 1
    assert "attack with --examples 10" in review(tmp_path).stderr
    assert not (tmp_path / "findings.json").exists()
