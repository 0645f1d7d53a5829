"""A pipe is kept open, started again when it fails, and gone when its process is."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from stylobench.errors import ProgramFailed
from stylobench.obfuscators import _pipe
from stylobench.obfuscators._pipe import Line, ask, ask_once

HEAD = "import os, sys, time\nsay = lambda text: (sys.stdout.write(text), sys.stdout.flush())\n"
UPPER = "for line in sys.stdin: say(line.upper())\n"


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    _pipe.close_all()


def program(folder: Path, body: str, name: str = "engine") -> Line:
    file = folder / f"{name}.py"
    file.write_text(HEAD + body, encoding="utf-8")
    return Line(name, ((sys.executable, "-S", str(file)),), b"\n")


def state(number: int) -> str:
    try:
        return Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "gone"


def ended(number: int) -> bool:
    """Whether it ends soon; an orphan may wait for ever where the first process of a container reaps nobody."""
    for _ in range(200):
        if state(number) in ("gone", "Z"):
            return True
        time.sleep(0.02)
    return False


def test_answers_come_in_order_from_one_process(tmp_path: Path) -> None:
    line = program(tmp_path, "for line in sys.stdin: say(f'{os.getpid()} {line}')\n")
    answers = ask(line, [b"%d" % number for number in range(500)], 20) + ask(line, [b"500"], 20)
    assert [int(answer.split()[1]) for answer in answers] == list(range(501))
    assert len({answer.split()[0] for answer in answers}) == 1


def test_the_output_of_each_program_is_the_input_of_the_next(tmp_path: Path) -> None:
    one, two = program(tmp_path, UPPER, "one"), program(tmp_path, "for line in sys.stdin: say('<' + line)\n", "two")
    assert ask(Line("both", one.stages + two.stages, b"\n"), [b"a", b"b"], 20) == [b"<A", b"<B"]


def test_more_than_a_pipe_holds_goes_through(tmp_path: Path) -> None:
    long = b"x" * 300_000
    assert ask(program(tmp_path, UPPER), [long] * 8, 20) == [long.upper()] * 8


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("time.sleep(60)", "did not answer in time"),
        ("os._exit(3)", "ended with exit code 3"),
        ("os.kill(os.getpid(), 9)", "ended with exit code -9"),
        ("say('one\\ntwo\\nthree\\n')", "answered more than it was asked"),
        ("say('half'); os._exit(0)", "ended before it had answered"),
        ("say('half'); time.sleep(60)", "did not answer in time"),
    ],
)
def test_a_request_that_fails_twice_fails_for_good(tmp_path: Path, fault: str, reason: str) -> None:
    line = program(tmp_path, f"for line in sys.stdin:\n    if 'bad' in line: {fault}\n    else: say(line.upper())\n")
    with pytest.raises(ProgramFailed, match=f"engine {reason}.*'bad one'"):
        ask(line, [b"good", b"bad one", b"fine"], 1.5)
    assert ask(line, [b"good", b"fine"], 20) == [b"GOOD", b"FINE"]


@pytest.mark.parametrize("fault", ["time.sleep(60)", "os._exit(3)", "say('half'); os._exit(0)"])
def test_a_request_that_fails_once_is_asked_again(tmp_path: Path, fault: str) -> None:
    mark = tmp_path / "failed"
    body = (
        f"for line in sys.stdin:\n    if 'bad' in line and not os.path.exists({str(mark)!r}):\n"
        f"        open({str(mark)!r}, 'w').close(); {fault}\n    else: say(line.upper())\n"
    )
    requests = [b"%d" % number for number in range(100)]
    requests[40] = b"bad"
    assert ask(program(tmp_path, body), requests, 1.5) == [request.upper() for request in requests]
    assert mark.exists()


def test_answers_out_of_step_are_noticed(tmp_path: Path) -> None:
    line = program(tmp_path, "last = 'none\\n'\nfor line in sys.stdin: say(last); last = line\n")
    with pytest.raises(ProgramFailed, match="answered out of step"):
        ask(line, [b"a", b"b"], 20, lambda request, answer: request == answer)


def test_an_engine_that_fails_at_everything_is_given_up(tmp_path: Path) -> None:
    body = "count = 0\nfor line in sys.stdin:\n    count += 1\n    if count > 1: os._exit(1)\n    say(line)\n"
    with pytest.raises(ProgramFailed, match="6 times"):
        ask(program(tmp_path, body), [b"x"] * 50, 20)


def test_a_program_that_does_not_exist_cannot_be_started() -> None:
    with pytest.raises(ProgramFailed, match="nowhere cannot be started"):
        ask(Line("nowhere", (("./no-such-program",),), b"\n"), [b"a"], 1)


def test_a_program_that_reads_all_first_is_called_once(tmp_path: Path) -> None:
    line = program(tmp_path, "say(sys.stdin.read().upper())\n")
    assert ask_once(line, [b"a", b"b"], 20) == [b"A", b"B"]
    with pytest.raises(ProgramFailed, match="ended before it had answered, twice"):
        ask_once(program(tmp_path, "sys.stdin.read(); say('one\\n')\n"), [b"a", b"b"], 20)


def test_programs_are_gone_and_waited_for_when_closed(tmp_path: Path) -> None:
    [answer] = ask(program(tmp_path, "for line in sys.stdin: say(f'{os.getpid()}\\n')\n"), [b"a"], 20)
    _pipe.close_all()
    assert state(int(answer)) == "gone"


@pytest.mark.parametrize("leave", ["sys.exit()", "os._exit(0)", "os.kill(os.getpid(), 9)"])
def test_programs_end_with_their_parent(tmp_path: Path, leave: str) -> None:
    line = program(tmp_path, "for line in sys.stdin: say(f'{os.getpid()}\\n')\n")
    script = (
        "import os, sys\nfrom stylobench.obfuscators._pipe import Line, ask\n"
        f"print(ask(Line('engine', {line.stages!r}, b'\\n'), [b'a'], 20)[0].decode(), flush=True)\n{leave}\n"
    )
    done = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, check=False)
    assert ended(int(done.stdout))


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_has_pipes_of_its_own(tmp_path: Path) -> None:
    line = program(tmp_path, "for line in sys.stdin: say(f'{os.getpid()}\\n')\n")
    [before] = ask(line, [b"a"], 20)
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.write(writer, ask(line, [b"b"], 20)[0])
            _pipe.close_all()
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        within = file.read()
    assert within
    assert within != before
    assert ended(int(within))
    assert ask(line, [b"c"], 20) == [before]
