"""Texts that are counted once and then sliced by rows."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar, overload

import numpy as np
import numpy.typing as npt

from stylobench import specs
from stylobench.errors import SpecError
from stylobench.features._counting import Columns, Counts, FeatureSet
from stylobench.features._stored import digest_in_order, stored
from stylobench.records import Floats, Rows, text_digest

T = TypeVar("T")


class _Store:
    """The whole of the texts and what has been counted in them."""

    def __init__(self, texts: Sequence[str], folder: Path | None, digest: str) -> None:
        self.texts = texts
        self.folder = folder
        self.digest = digest
        self.order = digest_in_order(texts) if folder else ""
        self.counted: dict[str, Counts] = {}
        self.shared: dict[str, Any] = {}

    def counts(self, features: str) -> Counts:
        if features not in self.counted:
            self.counted[features] = self._count(features)
        return self.counted[features]

    def _count(self, features: str) -> Counts:
        def make() -> Counts:
            return feature_set(features).count(self.texts)

        if self.folder is None:
            return make()
        return stored(self.folder, f"{self.digest}\x1f{self.order}\x1f{features}", make)

    def __getstate__(self) -> dict[str, Any]:
        # a mapped matrix is mapped again where it arrives
        return {**self.__dict__, "counted": {} if self.folder else self.counted, "shared": {}}

    def without_folder(self, can_travel: Callable[[Any], bool]) -> dict[str, Any]:
        """The state of a copy for a machine that has no such folder: it takes along what was counted and made."""
        made = {name: held for name, held in self.shared.items() if can_travel(held)}
        return {**self.__dict__, "texts": list(self.texts), "folder": None, "order": "", "shared": made}


class Texts(Sequence[str]):
    """A sequence of texts; `take` gives a view that shares every count with the whole.

    With a folder, counts are kept there by content and mapped into memory.

    >>> texts = Texts(["a b", "b c", "c c"])
    >>> list(texts.take([2, 0]))
    ['c c', 'a b']
    >>> texts.take([2, 0]).counts("words").matrix.toarray().tolist()
    [[0.0, 0.0, 2.0], [1.0, 1.0, 0.0]]
    """

    def __init__(self, texts: Sequence[str], folder: Path | None = None, digest: str = "") -> None:
        self._store = _Store(texts, folder, digest)
        self._rows: Rows | None = None

    def take(self, rows: npt.ArrayLike) -> Texts:
        """Some of the texts, by position."""
        wanted = np.asarray(rows)
        wanted = np.flatnonzero(wanted) if wanted.dtype == bool else wanted.astype(np.int64)
        every = self.rows
        view = Texts.__new__(Texts)
        view._store, view._rows = self._store, every[wanted]
        return view

    def counts(self, features: str) -> Counts:
        """The counts of these texts; columns span the whole of which this is a view, in order of name."""
        whole = self._store.counts(features)
        return whole if self._rows is None else whole.take(self._rows)

    def vectors(self, encoder: str) -> Floats:
        """Unit vectors of these texts; the encoder sees the whole of which this is a view, once."""
        every: Floats = self.once(f"vectors {encoder}", lambda whole: specs.build("encoders", encoder).encode(whole))
        return every[self.rows]

    def digests(self) -> list[str]:
        """A digest per text."""
        every = self.once("digests", lambda whole: [text_digest(text) for text in whole])
        return [every[row] for row in self.rows]

    def once(self, name: str, make: Callable[[Texts], T]) -> T:
        """Whatever `make` makes of the whole of which this is a view, made once and shared by all views."""
        store = self._store
        if name not in store.shared:
            whole = Texts.__new__(Texts)
            whole._store, whole._rows = store, None
            store.shared[name] = make(whole)
        made: T = store.shared[name]
        return made

    @property
    def folder(self) -> Path | None:
        """Where what is counted is kept, if anywhere."""
        return self._store.folder

    @property
    def rows(self) -> Rows:
        """Where these texts stand in the whole."""
        return np.arange(len(self)) if self._rows is None else self._rows

    def __len__(self) -> int:
        return len(self._store.texts) if self._rows is None else len(self._rows)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Texts: ...
    def __getitem__(self, place: int | slice) -> str | Texts:
        if isinstance(place, slice):
            return self.take(np.arange(len(self))[place])
        return self._store.texts[int(place if self._rows is None else self._rows[place])]


def taken_along(thing: Any, can_travel: Callable[[Any], bool]) -> Any:
    """How a pickler for other machines takes apart what may lie in a folder of this one; NotImplemented: as ever."""
    if isinstance(thing, _Store):
        return _Store.__new__, (_Store,), thing.without_folder(can_travel)
    return (Columns, (thing.names,)) if isinstance(thing, Columns) else NotImplemented


def as_texts(texts: Sequence[str]) -> Texts:
    """Texts as they are; any other sequence is counted afresh."""
    return texts if isinstance(texts, Texts) else Texts([str(text) for text in texts])


def feature_names(features: str) -> list[str]:
    """The single feature sets of `a+b(n=3)`.

    >>> feature_names("words + char_ngrams(n=3)")
    ['words', 'char_ngrams(n=3)']
    """
    try:
        node = ast.parse(features.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        raise SpecError(f"{features!r} names no features; write name or name(n=3), joined by +") from None
    found: list[str] = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        found.insert(0, ast.unparse(node.right))
        node = node.left
    return [ast.unparse(node), *found]


def feature_set(features: str) -> FeatureSet:
    """The feature set that a spec names."""
    name, known = specs.Spec.parse(features).name, specs.names("features")
    if name not in known:
        raise SpecError(f"no feature set named {name!r}; there are: {', '.join(known)}")
    built: FeatureSet = specs.build("features", features)
    return built
