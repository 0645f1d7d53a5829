"""Tests of programs as verifiers: real little programs, well-behaved and not."""

from __future__ import annotations

import gc
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from patience import until
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from stylobench.errors import SpecError, StylobenchError
from stylobench.records import Problem
from stylobench.specs import build
from stylobench.verifiers.program import Program

PROBLEMS = [Problem(("to be", "or not"), "to be"), Problem(("a",), "bb"), Problem(("ccc",), "d")]
START = """
import json, os, pathlib, signal, subprocess, sys, time
given = {word: sys.argv[i + 1] for i, word in enumerate(sys.argv[:-1]) if word in ("-i", "-o", "-m")}
source, target = pathlib.Path(given["-i"]), pathlib.Path(given["-o"])
pairs = [json.loads(line) for line in (source / "pairs.jsonl").open()]
def answer(values, name="answers.jsonl"):
    (target / name).write_text("".join(json.dumps({"id": k, "value": v}) + "\\n" for k, v in values))
"""
LENGTHS = "answer([(p['id'], min(1, len(p['pair'][0]) / 100)) for p in pairs])"
Written = Callable[..., str]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    def write(body: str, name: str = "system") -> str:
        file = tmp_path / f"{name}.py"
        file.write_text(START + body)
        return f"'{sys.executable}' '{file}'"

    return write


@pytest.fixture(autouse=True)
def no_folder_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield
    gc.collect()
    assert list(folder.iterdir()) == []


def failure(verifier: Program) -> str:
    with pytest.raises(StylobenchError) as caught:
        verifier.verify(PROBLEMS)
    said = str(caught.value)
    assert said.isprintable()
    assert tempfile.gettempdir() not in said
    return said


def alive(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def test_answers_come_back_in_the_order_of_the_problems(written: Written) -> None:
    verifier = Program(written(LENGTHS))
    assert verifier.fit(PROBLEMS, [True, False, True]) is verifier
    assert verifier.verify(PROBLEMS).tolist() == [0.13, 0.01, 0.03]
    assert verifier.verify(PROBLEMS[::-1]).tolist() == [0.03, 0.01, 0.13]
    assert verifier.verify([]).tolist() == []


def test_a_problem_that_comes_twice_is_asked_once(written: Written) -> None:
    verifier = Program(written("answer([(p['id'], len(pairs) / 10) for p in pairs])"))
    turned = Problem(("or not", "to be"), "to be")
    assert verifier.verify([*PROBLEMS, PROBLEMS[1], turned]).tolist() == [0.3] * 5


def test_the_program_sees_texts_and_digests_and_nothing_else(written: Written, tmp_path: Path) -> None:
    seen = tmp_path / "seen.json"
    body = f"pathlib.Path({str(seen)!r}).write_text(json.dumps([pairs, sorted(os.listdir(source)), sys.argv[1::2]]))\n"
    Program(written(body + LENGTHS)).fit(PROBLEMS, [True, False, True]).verify(PROBLEMS)
    pairs, files, options = json.loads(seen.read_text())
    assert files == ["pairs.jsonl"]
    assert options == ["-i", "-o"]
    assert [sorted(pair) for pair in pairs] == [["id", "pair"]] * 3
    assert [pair["id"] for pair in pairs] == sorted(problem.digest for problem in PROBLEMS)
    assert ["to be\n\nor not", "to be"] in [pair["pair"] for pair in pairs]


def test_order_of_the_problems_does_not_reach_the_program(written: Written) -> None:
    by_place = "answer([(p['id'], i / 10) for i, p in enumerate(pairs)])"
    verifier = Program(written(by_place))
    assert verifier.verify(PROBLEMS).tolist() == verifier.verify(PROBLEMS[::-1]).tolist()[::-1]


def test_half_is_silence_and_old_answers_are_read(written: Written) -> None:
    body = """
said = {"to be": "0.5", "bb": "Y", "d": "0.25"}
(target / "answers.txt").write_text("".join(p["id"] + " " + said[p["pair"][1]] + "\\n" for p in pairs))
"""
    scores = Program(written(body)).verify(PROBLEMS)
    assert math.isnan(scores[0])
    assert scores[1:].tolist() == [1.0, 0.25]


def test_what_was_trained_is_there_when_asked_and_gone_afterwards(written: Written, tmp_path: Path) -> None:
    train = """
truth = {row["id"]: row["same"] for row in map(json.loads, (source / "truth.jsonl").open())}
assert set(truth) == {p["id"] for p in pairs} and "-m" not in given
(target / "deep").mkdir()
(target / "deep" / "share").write_text(str(sum(truth.values()) / len(truth)))
"""
    use = "answer([(p['id'], float((pathlib.Path(given['-m']) / 'deep' / 'share').read_text())) for p in pairs])"
    verifier = Program(written(use), train=written(train, "train")).fit([*PROBLEMS, PROBLEMS[0]], [1, 0, 0, 1])
    (model,) = (tmp_path / "temporary").iterdir()
    assert verifier.verify(PROBLEMS[:2]).tolist() == [1 / 3, 1 / 3]
    assert verifier.verify(PROBLEMS[:1]).tolist() == [1 / 3]
    assert model.exists()
    verifier.fit(PROBLEMS, [True, True, True])
    assert not model.exists()
    assert verifier.verify(PROBLEMS[:1]).tolist() == [1.0]


def test_training_that_fails_or_leaves_nothing(written: Written) -> None:
    with pytest.raises(StylobenchError, match=r"ended with exit code 3: no$"):
        Program(written(LENGTHS), train=written("sys.exit(print('no', file=sys.stderr) or 3)", "t")).fit(
            PROBLEMS, [1] * 3
        )
    with pytest.raises(StylobenchError, match="wrote nothing into its model folder"):
        Program(written(LENGTHS), train=written("", "t")).fit(PROBLEMS, [1] * 3)
    with pytest.raises(NotFittedError):
        Program(written(LENGTHS), train="true").verify(PROBLEMS)
    with pytest.raises(ValueError, match="3 problems but 2 truths"):
        Program(written(LENGTHS)).fit(PROBLEMS, [True, False])


def test_it_is_an_estimator() -> None:
    made = build("verifiers", "program(command='./mine --fast', seconds=5)")
    assert isinstance(made, Program)
    assert clone(made).get_params() == {
        "command": "./mine --fast",
        "train": None,
        "seconds": 5,
        "memory": 4.0,
        "disk": 1.0,
    }


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"command": "./no-such-system"}, "no program './no-such-system' that can be run"),
        ({"command": "  "}, "the command is empty"),
        ({"command": "sh 'half"}, "is not a command: no closing quotation"),
        ({"command": "true", "seconds": 0}, "seconds is 0; it must be above 0"),
        ({"command": "true", "memory": -1.0}, "memory is -1.0; it must be above 0"),
        ({"command": "true", "disk": math.nan}, "disk is nan; it must be above 0"),
    ],
)
def test_what_cannot_be_started_is_a_fault_of_the_spec(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(SpecError, match=message.replace(".", r"\.")):
        Program(**parameters).verify(PROBLEMS)  # type: ignore[arg-type]


def test_no_shell_reads_the_command(written: Written) -> None:
    body = "assert sys.argv[1:4] == [';', 'exit', '$HOME *']\n"
    assert len(Program(f"{written(body + LENGTHS)} ; exit '$HOME *'").verify(PROBLEMS)) == 3


def test_a_crash_is_told_with_its_code_and_last_words(written: Written) -> None:
    body = r"sys.stderr.write('first\n\x1b[31mno \x07model\x1b[0m\n\n'); sys.exit(7)"
    assert failure(Program(written(body))).endswith("ended with exit code 7: no model")
    assert failure(Program(written("raise ValueError('odd')"))).endswith("ended with exit code 1: ValueError: odd")
    assert failure(Program("false")) == "program 'false' ended with exit code 1; it said nothing on stderr"


def test_a_signal_is_named(written: Written) -> None:
    assert "was killed by SIGSEGV" in failure(Program(written("os.kill(os.getpid(), signal.SIGSEGV)")))


def test_a_program_that_hangs_is_ended_with_all_that_it_started(written: Written, tmp_path: Path) -> None:
    body = f"""
inner = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
away = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True)
pathlib.Path({str(tmp_path / "pids")!r}).write_text(f"{{os.getpid()}} {{inner.pid}} {{away.pid}}")
time.sleep(60)
"""
    began = time.monotonic()
    assert "took longer than 2.5 seconds" in failure(Program(written(body), seconds=2.5))
    assert time.monotonic() - began < 20
    pids = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    assert len(pids) == 3
    assert not any(map(alive, pids))


def test_nothing_that_a_program_started_outlives_it(written: Written, tmp_path: Path) -> None:
    body = f"""
sleep = "import time; time.sleep(60)"
inner = subprocess.Popen([sys.executable, "-c", sleep])
away = subprocess.Popen([sys.executable, "-c", sleep], start_new_session=True)
pathlib.Path({str(tmp_path / "pids")!r}).write_text(f"{{inner.pid}} {{away.pid}}")
"""
    assert len(Program(written(body + LENGTHS)).verify(PROBLEMS)) == 3
    pids = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    assert len(pids) == 2
    assert not any(map(alive, pids))


def test_a_program_ends_when_we_are_killed(written: Written, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    command = written(f"pathlib.Path({str(pid)!r}).write_text(str(os.getpid())); time.sleep(60)")
    code = f"""
import tempfile
from stylobench.records import Problem
from stylobench.verifiers.program import Program
tempfile.tempdir = {str(tmp_path)!r}
Program({command!r}).verify([Problem(("a",), "b")])
"""
    ours = subprocess.Popen([sys.executable, "-c", code])
    try:
        until(lambda: pid.exists() and pid.read_text())
    finally:
        ours.kill()
        ours.wait()
    until(lambda: not alive(int(pid.read_text())), 30)


def test_memory_is_limited(written: Written) -> None:
    said = failure(Program(written("held = bytearray(10**9)\n" + LENGTHS), memory=0.5))
    assert said.endswith("ended with exit code 1: MemoryError")


@pytest.mark.parametrize(
    "body",
    [
        "(target / 'answers.jsonl').write_bytes(b' ' * 3_000_000)",
        "for i in range(40): (target / str(i)).write_bytes(b' ' * 100_000)\ntime.sleep(60)",
        "import tempfile\nheld = [tempfile.NamedTemporaryFile() for i in range(40)]\n"
        "for file in held: file.write(b' ' * 100_000); file.flush()\ntime.sleep(60)",
        "while True: sys.stderr.write('so much to say ' * 1000)",
    ],
    ids=["one file", "many files", "temporary files", "stderr"],
)
def test_disk_is_limited(written: Written, body: str) -> None:
    assert failure(Program(written(body), seconds=20, disk=0.002)).endswith(
        "wrote more than 0.002 GB; disk=... allows more"
    )


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("", "wrote nothing into its output folder (-o), not answers.jsonl"),
        ("(target / 'scores\\n.csv').touch()", "wrote scores .csv into its output folder (-o), not answers.jsonl"),
        ("(target / 'answers.jsonl').symlink_to('/etc/hostname')", "wrote answers.jsonl into its output folder"),
        ("os.mkfifo(target / 'answers.jsonl')", "wrote answers.jsonl into its output folder"),
        ("import shutil; shutil.rmtree(target)", "wrote nothing into its output folder"),
        ("answer([])", "answered none of 3 problems"),
        ("(target / 'answers.jsonl').write_text('{\"id\": ')", "answers.jsonl, line 1: broken JSON"),
        ("(target / 'answers.jsonl').write_bytes(b'\\xff\\xfe\\x00')", "answers.jsonl, line 1: not UTF-8"),
        ("answer([(p['id'], 7) for p in pairs])", "answers.jsonl, line 1: value 7 is not in [0, 1]"),
        ("answer([(p['id'], float('nan')) for p in pairs])", "answers.jsonl, line 1: NaN is not a number"),
        ("answer([('EN\\x1b[2J01', 0.7)])", "is not in the truth; answer only the problems that were asked"),
        ("answer([(pairs[0]['id'], 0.7)] * 2)", "was answered already on line 1"),
    ],
)
def test_nonsense_is_refused_in_one_line(written: Written, body: str, message: str) -> None:
    assert message in failure(Program(written(body)))


def test_missing_answers_are_silence_with_a_warning(written: Written) -> None:
    verifier = Program(written("answer([(p['id'], [0.7]) for p in pairs if p['pair'][1] != 'bb'])"))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        scores = verifier.verify(PROBLEMS)
    np.testing.assert_array_equal(scores, [0.7, math.nan, 0.7])
    missing, lists = (str(warning.message) for warning in caught)
    assert missing.endswith("1 of 3 problems are not in its answers")
    assert lists.endswith("answers.jsonl: 2 of its values are lists of one number; read as that number")


def test_a_good_program_makes_no_warning_and_reads_no_stdin(written: Written) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        body = "assert sys.stdin.read() == ''\nprint('busy ' * 100_000)\n"
        assert len(Program(written(body + LENGTHS)).verify(PROBLEMS)) == 3


def test_an_interrupt_ends_the_program(written: Written, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    body = (
        f"pathlib.Path({str(pid)!r}).write_text(str(os.getpid())); os.kill(os.getppid(), signal.SIGINT); time.sleep(60)"
    )
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            Program(written(body)).verify(PROBLEMS)
    finally:
        signal.signal(signal.SIGINT, before)
    assert not alive(int(pid.read_text()))


def test_the_environment_says_nothing_of_the_truth(written: Written, tmp_path: Path) -> None:
    seen = tmp_path / "names"
    body = f"pathlib.Path({str(seen)!r}).write_text(json.dumps(sorted(os.environ)))\n"
    Program(written(body + LENGTHS)).fit(PROBLEMS, [True, False, True]).verify(PROBLEMS)
    assert set(json.loads(seen.read_text())) - set(os.environ) <= {"TMPDIR", "STYLOBENCH_PROGRAM", "LC_CTYPE"}


def test_stored_answers_do_not_outlive_a_change_of_the_program(tmp_path: Path) -> None:
    from stylobench.engine.methods import methods

    script = tmp_path / "system.py"
    script.write_text("print(1)")
    named = {"theirs": Program(command=f"{sys.executable} {script}")}
    before = methods(named, "verifiers")[0].fingerprint
    assert methods(named, "verifiers")[0].fingerprint == before
    script.write_text("print(2)")
    assert methods(named, "verifiers")[0].fingerprint != before


def test_stored_answers_do_not_outlive_a_change_of_a_program_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from stylobench.engine.methods import fingerprint

    system = tmp_path / "their-system"
    system.write_text("#!/bin/sh\nexit 1\n")
    system.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    before = fingerprint(Program("their-system --fast"), "verifiers")
    trained = fingerprint(Program("true", train="their-system"), "verifiers")
    assert fingerprint(Program("their-system --fast"), "verifiers") == before
    system.write_text("#!/bin/sh\nexit 2\n")
    assert fingerprint(Program("their-system --fast"), "verifiers") != before
    assert fingerprint(Program("true", train="their-system"), "verifiers") != trained
