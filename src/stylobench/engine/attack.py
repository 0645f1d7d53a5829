"""Runs the obfuscation crash test from data sets to its result object."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from stylobench.engine.attack_contest import Contest
from stylobench.engine.attack_prepared import prepared_attack
from stylobench.engine.prepared import Place
from stylobench.engine.run import Force, Told
from stylobench.protocols.attack import Settings
from stylobench.records import Corpus


def attack(
    corpora: Mapping[str, Corpus],
    contest: Contest,
    settings: Settings,
    *,
    folder: Path | None = None,
    force: Force | None = None,
    told: Told | None = None,
) -> dict[str, Any]:
    """The result object; rewritten texts and answers are kept in `folder` and used again when nothing has changed."""
    ready = prepared_attack(corpora, contest, settings)
    with ExitStack() as stack:
        home = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stylobench-")))
        return ready.conduct(Place(home, home), force, told)
