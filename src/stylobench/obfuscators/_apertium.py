"""Apertium as one long-lived pipe per direction: the stages of its mode file, run without a shell."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from stylobench.errors import MissingPart, SpecError
from stylobench.obfuscators import _afresh
from stylobench.obfuscators._installed import named, stamps
from stylobench.obfuscators._pipe import Line, ask
from stylobench.obfuscators._translation import Translation

MODES = Path("/usr/share/apertium/modes")
CODES = {"en": "eng", "es": "spa", "ca": "cat", "gl": "glg", "eo": "epo", "fr": "fra"}
PACKAGES = {
    ("en", "es"): "apertium-eng-spa",
    ("ca", "en"): "apertium-eng-cat",
    ("en", "gl"): "apertium-en-gl",
    ("en", "eo"): "apertium-eo-en",
    ("es", "fr"): "apertium-fr-es",
}
# What the mode files leave open: $1 asks for marks at unknown words, $2 for nothing.
OPEN = {"$1": ("-g",), "$2": ()}
# It takes words of kinds that it has met before otherwise than new ones, whatever sentence they stood in.
REMEMBER = ("apertium-tagger",)
_RESERVED = re.compile(r"[\[\]{}^$/\\@<>]")
# A stage takes the mark of the one before for a letter and escapes it; inside a word it is one.
_SIGNS = re.compile(
    r"(?<!\w)\\(?P<fault>[*#@])(?=\w)|\\(?P<plain>.)|\[[^\]]*\]|(?P<mark>[*#@])(?P<word>\w[\w'’-]*)?", re.DOTALL
)


class Apertium:
    """One direction, such as English to Spanish; answers are awaited for `seconds` each."""

    def __init__(self, source: str, target: str, seconds: float, modes: Path = MODES) -> None:
        self.stages = stages(mode_file(source, target, modes))
        self.line = Line(f"Apertium {source}-{target}", tuple(map(_run, self.stages)), b"\0")
        self.seconds = seconds

    def depends_on(self) -> list[bytes]:
        """The mode, its programs and its dictionaries."""
        return [repr(self.stages).encode(), stamps(named(self.stages))]

    def translate(self, sentences: Sequence[str]) -> list[Translation]:
        """Each sentence by itself, so that its translation does not hang on its company."""
        # Without a blank at the end the last word is held back; the number in it shows that answers keep step.
        requests = [f"{escaped(one)}[][#{number}]".encode() for number, one in enumerate(sentences)]
        return [
            unescaped(answer.decode("utf-8", "replace")) for answer in ask(self.line, requests, self.seconds, _fits)
        ]


def _fits(request: bytes, answer: bytes) -> bool:
    return answer.endswith(request[request.rindex(b"[#") :])


def mode_file(source: str, target: str, modes: Path) -> Path:
    """Where a direction is described, under whichever of its names is installed."""
    first, second = ({code, CODES.get(code, code)} for code in (source, target))
    for name in sorted(f"{a}-{b}.mode" for a in first for b in second):
        if (modes / name).is_file():
            return modes / name
    package = PACKAGES.get((min(source, target), max(source, target)))
    if package is None:
        pairs = ", ".join("-".join(pair) for pair in PACKAGES)
        raise SpecError(f"Apertium does not translate {source}-{target}; it has {pairs} (French by way of es)")
    raise MissingPart(f"Apertium {source}-{target}", f"sudo apt-get install apertium {package}")


def stages(mode: Path) -> tuple[tuple[str, ...], ...]:
    """The programs of a mode with their arguments, each told to answer at every null character but those that remember
    what they have answered.
    """
    found: list[list[str]] = [[]]
    for word in shlex.split(mode.read_text("utf-8")):
        if word == "|":
            found.append([])
        else:
            found[-1] += OPEN.get(word, (word,))
    for program, *_ in found:
        if shutil.which(program) is None:
            package = "cg3" if program.startswith("cg-") else "apertium"
            raise MissingPart(f"{program}, which Apertium needs for {mode.stem},", f"sudo apt-get install {package}")
    return tuple((program, *(() if program in REMEMBER else ("-z",)), *rest) for program, *rest in found)


def _run(stage: tuple[str, ...]) -> tuple[str, ...]:
    return (sys.executable, "-S", _afresh.__file__, *stage) if stage[0] in REMEMBER else stage


def escaped(text: str) -> str:
    r"""A text in which nothing is taken for a sign of the stream.

    >>> escaped("and/or [1]")
    'and\\/or \\[1\\]'
    """
    return _RESERVED.sub(r"\\\g<0>", text)


def unescaped(answer: str) -> Translation:
    r"""An answer without the signs of the stream: `*` stands before an unknown word, `#` or `@` before a fault.

    >>> unescaped("El *qwert come #pan \\/ [][#0]")
    Translation(text='El qwert come pan /', unknown=('qwert',), faults=1)
    >>> unescaped("It \\@darse there a\\@b")
    Translation(text='It darse there a@b', unknown=(), faults=1)
    """
    unknown, faults = list[str](), 0

    def plain(sign: re.Match[str]) -> str:
        nonlocal faults
        if sign["mark"] == "*":
            unknown.extend([sign["word"]] if sign["word"] else [])
        faults += sign["fault"] is not None or sign["mark"] in ("#", "@")
        return sign["plain"] or sign["word"] or ""

    text = _SIGNS.sub(plain, answer)
    return Translation(" ".join(text.split()), tuple(unknown), faults)
