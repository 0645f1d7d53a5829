"""Any translation program that reads a sentence per line and writes one per line."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Sequence

from stylobench.errors import SpecError
from stylobench.obfuscators._installed import contents, named
from stylobench.obfuscators._pipe import Line, ask, ask_once
from stylobench.obfuscators._translation import Translation

NAME = "translation engine 'command'"


class CommandTranslator:
    """A command, without a shell; `{source}` and `{target}` in it become the languages.

    flushes     whether it answers each line at once: then it is kept running; otherwise one call per document
    """

    def __init__(self, line: str, source: str, target: str, seconds: float, flushes: bool = False) -> None:
        words = tuple(word.replace("{source}", source).replace("{target}", target) for word in _words(line))
        self.line = Line(f"translator {' '.join(words)!r}", (words,), b"\n")
        self.seconds, self.flushes = seconds, flushes

    def depends_on(self) -> list[bytes]:
        """The program, and every file that the command names."""
        return contents(named(self.line.stages))

    def translate(self, sentences: Sequence[str]) -> list[Translation]:
        """The lines that it writes for the sentences."""
        if not sentences:
            return []
        asked = ask if self.flushes else ask_once
        answers = asked(self.line, [" ".join(one.split()).encode() for one in sentences], self.seconds)
        return [Translation(" ".join(answer.decode("utf-8", "replace").split())) for answer in answers]


def _words(line: str) -> list[str]:
    if not isinstance(line, str):
        raise SpecError(f"{NAME}: {line!r} is not a command")
    try:
        found = shlex.split(line)
    except ValueError as error:
        raise SpecError(f"{NAME}: {line!r} is not a command: {str(error).lower()}") from None
    if not found:
        raise SpecError(f"{NAME} needs a line; write command(line='translate --from {{source}} --to {{target}}')")
    if shutil.which(found[0]) is None:
        raise SpecError(f"{NAME}: no program {found[0]!r} that can be run from here; give its path")
    return found
