"""The same method in several runs: told by its spec, or by its name where a run has no spec of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from stylobench.errors import SpecError
from stylobench.report.profile.crash_tests import Run
from stylobench.report.shift.reading import item
from stylobench.specs import Spec

ANSWERS = "answers in "
KIND_OF = {"novel_topic": "attributor", "leakage": "verifier"}


@dataclass
class Method:
    """A method with its names in the runs that tested it, by the place of the run."""

    name: str
    spec: str
    names: dict[int, str] = field(default_factory=dict)

    def kind(self, runs: Sequence[Run]) -> str:
        """Attributor or verifier; a shift run tells only if no other does."""
        told = sorted(self.names, key=lambda place: runs[place].protocol == "shift")
        return _kind(runs[told[0]], self.names[told[0]])


def methods_in(runs: Sequence[Run]) -> list[Method]:
    """Every method once, in the order of the runs."""
    found: dict[str, Method] = {}
    nameless: list[tuple[int, str]] = []
    for place, run in enumerate(runs):
        for name, one in run.result["methods"].items():
            spec = plain_spec(str(one.get("spec") or ""))
            if spec:
                found.setdefault(spec, Method(name, spec)).names[place] = name
            else:
                nameless.append((place, name))
    for place, name in nameless:
        key = next((key for key, one in found.items() if place not in one.names and _goes_by(one, name)), name)
        found.setdefault(key, Method(name, "")).names[place] = name
    return list(found.values())


def plain_spec(text: str) -> str:
    """A spec in one way of writing; empty where answers came from a file, or there is none.

    >>> plain_spec("ppm()"), plain_spec("ppm( order = 4 )"), plain_spec("answers in a.csv"), plain_spec("own:method")
    ('ppm', 'ppm(order=4)', '', 'own:method')
    """
    if text.startswith(ANSWERS):
        return ""
    try:
        return str(Spec.parse(text)) if text else ""
    except SpecError:
        return text.strip()


def _goes_by(method: Method, name: str) -> bool:
    return name in {method.name, method.spec, *method.names.values()}


def _kind(run: Run, name: str) -> str:
    if run.protocol == "shift":
        return "verifier" if item(run.result) == "problem" else "attributor"
    return KIND_OF.get(run.protocol) or str(run.result["methods"][name].get("kind") or "verifier")
