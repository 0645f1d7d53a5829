"""Who meets whom in an attack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from stylobench import specs
from stylobench.engine.methods import Method, Named, methods
from stylobench.engine.studies.attack import DEFAULTS
from stylobench.errors import SpecError
from stylobench.protocols.evidence import family_of

CONTROLS = ("identity", "random_edits")


@dataclass(frozen=True)
class Contest:
    """Methods, obfuscators, and folders of texts rewritten elsewhere, by name.

    With `strangers` attributors also meet authors whom they never saw. `disguised` is the column of a corpus that tells
    people's own disguises from their usual texts.
    """

    verifiers: Sequence[Method]
    attributors: Sequence[Method]
    obfuscators: Sequence[Method]
    given: Mapping[str, Path] = field(default_factory=dict)
    strangers: bool = False
    disguised: str | None = None

    @classmethod
    def of(
        cls,
        verifiers: Named = (),
        attributors: Named = (),
        obfuscators: Named = (),
        *,
        given: Mapping[str, Path] | None = None,
        strangers: bool = False,
        disguised: str | None = None,
    ) -> Contest:
        """Named by spec strings; the house's own where none is named."""
        if disguised is not None and (obfuscators or given):
            raise SpecError("people disguised these texts themselves: name no obfuscators and no rewritten texts")
        if given and attributors and not verifiers:
            raise SpecError(
                "texts rewritten elsewhere belong to problems, which attributors do not answer: name verifiers"
            )
        asked = verifiers or (() if attributors else DEFAULTS["verifiers"])
        hiding = obfuscators or (() if given or disguised else DEFAULTS["obfuscators"])
        found = cls(
            methods(asked, "verifiers") if asked else (),
            methods(attributors) if attributors else (),
            methods(hiding, "obfuscators") if hiding else (),
            given or {},
            strangers,
            disguised,
        )
        _each_once(one.name for one in (*found.verifiers, *found.attributors))
        _each_once((*(one.name for one in found.obfuscators), *found.given))
        return found

    @property
    def controls(self) -> frozenset[str]:
        """The names of the obfuscators that hide nobody, whatever they are called."""
        return frozenset(one.name for one in self.obfuscators if _is_control(one))

    @property
    def families(self) -> dict[str, str]:
        """The kind of evidence that each method rests on."""
        return {one.name: family_of(one.family) for one in (*self.verifiers, *self.attributors)}

    def described(self) -> tuple[dict[str, dict[str, str]], dict[str, dict[str, str]]]:
        """Methods and obfuscators as a result names them."""
        families = self.families
        kinds = {"verifier": self.verifiers, "attributor": self.attributors}
        ours = {
            one.name: {"spec": one.spec, "kind": kind, "family": families[one.name]}
            for kind, methods in kinds.items()
            for one in methods
        }
        theirs = {one.name: _described(one) for one in self.obfuscators}
        for name, path in self.given.items():
            theirs[name] = {"spec": f"texts in {path.name}", "kind": "given", "summary": "rewritten elsewhere"}
        return ours, theirs


def _each_once(names: Iterable[str]) -> None:
    for name, count in Counter(names).items():
        if count > 1:
            raise SpecError(f"{name!r} is named twice; give one of them another name: other={name}")


def _kind_of(obfuscator: Method) -> str:
    return obfuscator.spec.partition("(")[0]


def _is_control(obfuscator: Method) -> bool:
    return _kind_of(obfuscator) in CONTROLS


def _described(obfuscator: Method) -> dict[str, str]:
    name = _kind_of(obfuscator)
    ours = name in specs.names("obfuscators")
    return {
        "spec": obfuscator.spec,
        "kind": "control" if _is_control(obfuscator) else "obfuscator",
        "summary": specs.summary("obfuscators", name) if ours else "",
    }
