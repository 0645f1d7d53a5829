"""What a round trip asks of a translation engine, and the engines by name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

from stylobench.errors import SpecError
from stylobench.obfuscators._apertium import Apertium
from stylobench.obfuscators._command_translator import CommandTranslator
from stylobench.obfuscators._marian import Marian
from stylobench.obfuscators._translation import Translation
from stylobench.specs import Spec, build

_CHAIN = re.compile(r"[a-z]{2,3}(?:-[a-z]{2,3}){2,}")


class Translator(Protocol):
    """One step of a chain: as many translations as sentences, in the same order, each without line ends."""

    def translate(self, sentences: Sequence[str]) -> Sequence[str | Translation]:
        """The sentences in another language, or in the same one after a trip of the engine's own."""
        ...


class Step(NamedTuple):
    """From one language to the next, and how many seconds a sentence may take."""

    source: str
    target: str
    seconds: float


def translators(engine: Any, chain: str, seconds: float) -> list[Translator]:
    """The steps of a chain; an engine given as an object or as package.module:object makes the whole trip itself."""
    steps = [Step(a, b, seconds) for a, b in pairwise(languages(chain))]
    if not isinstance(engine, str):
        return [engine]
    if imported(engine):
        return [build("translators", engine)]
    return _named(Spec.parse(engine), steps)


def imported(engine: Any) -> bool:
    """Whether an engine is named as package.module:object.

    >>> imported("mine:Engine(table='a:b')"), imported("command(line='a:b')")
    (True, False)
    """
    return isinstance(engine, str) and ":" in engine.split("(")[0]


def languages(chain: str) -> list[str]:
    """The languages of a chain, which ends where it begins.

    >>> languages("en-es-en")
    ['en', 'es', 'en']
    """
    found = str(chain).split("-")
    if not _CHAIN.fullmatch(str(chain)) or found[0] != found[-1] or any(a == b for a, b in pairwise(found)):
        raise SpecError(f"obfuscator 'round_trip': chain {chain!r} is not one such as en-es-en or en-es-fr-es-en")
    return found


def _named(spec: Spec, steps: list[Step]) -> list[Translator]:
    makers = {
        "apertium": (_apertium, ()),
        "command": (_command, ("line", "flushes")),
        "marian": (_marian, ("to", "back")),
    }
    if spec.name not in makers:
        raise SpecError(f"no translation engine named {spec.name!r}; there are: {', '.join(makers)}")
    make, known = makers[spec.name]
    for key in spec.parameters:
        if key not in known:
            have = f"it has: {', '.join(known)}" if known else "it has none"
            raise SpecError(f"translation engine {spec.name!r} has no parameter {key!r}; {have}")
    return make(steps, **spec.parameters)


def _apertium(steps: list[Step]) -> list[Translator]:
    return [Apertium(*step) for step in steps]


def _command(steps: list[Step], line: str = "", flushes: bool = False) -> list[Translator]:
    return [CommandTranslator(line, step.source, step.target, step.seconds, flushes) for step in steps]


def _marian(steps: list[Step], to: str = "", back: str = "") -> list[Translator]:
    if len(steps) != 2:
        raise SpecError("translation engine 'marian' goes there and back; write a chain of three languages")
    return [Marian(to), Marian(back)]
