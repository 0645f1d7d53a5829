"""Which sentences link-grammar can parse, through its own program in a child process."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence

from stylobench.errors import MissingPart

PROGRAM = "link-parser"
# One verdict per line of input: no spelling guesses, no words left out, no drawings.
OPTIONS = ("en", "-verbosity=1", "-limit=100", "-null=0", "-graphics=0", "-spell=0", "-timeout=5")
AT_ONCE = 200
SECONDS_EACH = 6
# parses that break a rule of the second pass are counted after the verdict that there is none
_VERDICT = re.compile(r"^No complete linkages found\.?(?:\nFound \d+ \w+ \(0 )?|^Found \d+ \w+ \((\d+)", re.M)
# link-parser takes a line that begins so for a command, a comment or a label
COMMANDS = "!%*@"


def parsed(sentences: Sequence[str]) -> list[bool | None]:
    """Whether each sentence, in one line, has a parse of all its words; None where the program has no verdict."""
    if shutil.which(PROGRAM) is None:
        raise MissingPart("link-grammar, which parses sentences,", "sudo apt-get install link-grammar")
    found: list[bool | None] = []
    for start in range(0, len(sentences), AT_ONCE):
        found += _verdicts(sentences[start : start + AT_ONCE])
    return found


def _verdicts(sentences: Sequence[str]) -> list[bool | None]:
    lines = [sentence.lstrip(COMMANDS).strip() for sentence in sentences]
    asked = [line for line in lines if line]
    said = _VERDICT.findall(_run(asked)) if asked else []
    if len(said) != len(asked):
        # one of them upset the program: it has no verdict, the others have theirs
        half = len(sentences) // 2
        return [*_verdicts(sentences[:half]), *_verdicts(sentences[half:])] if half else [None]
    verdicts = iter(int(number or 0) > 0 for number in said)
    return [next(verdicts) if line else None for line in lines]


def _run(lines: Sequence[str]) -> str:
    """What the program says; nothing where it dies or hangs."""
    text = "".join(f"{line}\n" for line in lines)
    try:
        done = subprocess.run(
            [PROGRAM, *OPTIONS],
            input=text.encode("utf-8", "replace"),
            capture_output=True,
            timeout=SECONDS_EACH * len(lines) + SECONDS_EACH,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout.decode("utf-8", "replace")
