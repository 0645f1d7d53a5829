"""`stylobench obfuscate --advise`: what a writer is told."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from stylobench.cli._console import out, print_json, progress, say
from stylobench.errors import SpecError

if TYPE_CHECKING:
    from stylobench.engine.text_files import Asked
    from stylobench.records import Corpus

VERIFIERS = ("char_ngrams", "ppm")
OBFUSCATORS = ("mediocrity", "synonyms")
WORLD = {"authors": 20, "topics": 6, "documents": 240, "words": 300}
SIMULATED = (
    "without --background the verifiers learn from a simulated world, whose people write unlike you: "
    "give texts by other people of your kind, with their authors"
)


def give(
    asked: Sequence[Asked],
    others: Corpus | None,
    methods: tuple[Sequence[str], Sequence[str]],
    settings: tuple[int, str | None, bool],
) -> None:
    """Print the advice, and keep it with a report where a folder is named."""
    from stylobench import world
    from stylobench.cli._results import keep
    from stylobench.protocols.advice import advise
    from stylobench.records import Problem
    from stylobench.report.terminal import terminal

    seed, output, json = settings
    if len(asked) != 1:
        raise SpecError(f"--advise speaks of one text, and here are {len(asked)}; name one file")
    if not asked[0].known:
        raise SpecError("--advise compares a text with earlier ones by the same author; name some with --mine PATH")
    if others is None:
        say(SIMULATED)
        others = world(seed=seed, **WORLD)
    verifiers, obfuscators = ({name: name for name in named} for named in methods)
    with progress("asking verifiers"):
        found = advise(
            Problem(asked[0].known, asked[0].text),
            others,
            verifiers or {name: name for name in VERIFIERS},
            obfuscators or {name: name for name in OBFUSCATORS},
            seed,
        )
    result = found.as_result(asked[0].id, {"seed": seed, "background": others.name})
    if output is not None:
        keep(result, Path(output))
    if json:
        print_json(result)
    else:
        terminal(result, out())
    if output is not None:
        say(f"report: {Path(output) / 'report.html'}")
