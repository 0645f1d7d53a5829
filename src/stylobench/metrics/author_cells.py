"""Pairs of true and named author: which of them items are, and which can occur."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stylobench.metrics.coding import Labels, coded, in_order, is_missing
from stylobench.records import Rows

MOST_CELLS = 1600
SILENT = -1
COARSE = ("(any other)", "(yet another)")


def authors(truth: Labels, named: Labels) -> tuple[tuple[str, ...], Rows, Rows]:
    """All authors in order, and the places of the true and of the named ones; silence comes after the last."""
    wrote, true = coded(truth, "truth")
    given, said = _answers(named)
    if len({isinstance(name, str) for name in (*wrote, *given)}) > 1:
        wrote, given = tuple(map(str, wrote)), tuple(map(str, given))
    classes = in_order({*wrote, *given})
    place = {name: i for i, name in enumerate(classes)}
    true_places = np.array([place[name] for name in wrote], np.int64)
    said_places = np.array([*(place[name] for name in given), len(classes)], np.int64)
    return tuple(map(str, classes)), true_places[true], said_places[said]


def _answers(named: Labels) -> tuple[tuple[Any, ...], Rows]:
    """Like `coded`, with -1 for silence."""
    if isinstance(named, np.ndarray) and named.dtype.kind in "biuSU":
        return coded(named)
    listed = named.tolist() if isinstance(named, np.ndarray) else list(named)
    spoken = np.fromiter((not is_missing(name) for name in listed), np.bool_, len(listed))
    names, codes = coded([name for name in listed if not is_missing(name)])
    filled = np.full(len(listed), SILENT)
    filled[spoken] = codes
    return names, filled


def possible(true: Rows, said: Rows, classes: int) -> Rows:
    """The pairs of true and named author that can occur, in order: all of them where these are few, else those seen,
    every right one, and one wrong one per author.
    """
    authors = np.unique(true)
    silence = [classes] if classes == 1 or (said == classes).any() else []
    every = np.array([*range(classes), *silence])
    if len(authors) * len(every) <= MOST_CELLS:
        return np.column_stack([np.repeat(authors, len(every)), np.tile(every, len(authors))])
    width = classes + 1
    seen = np.unique(
        np.concatenate([true * width + said, authors * width + authors, authors * width + (authors + 1) % classes])
    )
    return np.column_stack([seen // width, seen % width])


def coarse(classes: Sequence[str], true: Rows, said: Rows, positive: str | None) -> tuple[tuple[str, ...], Rows, Rows]:
    """The positive author, any other, and whoever else was named instead."""
    chosen = -2 if positive is None else classes.index(positive)
    first = 0 if positive is None else 1
    wrote = np.where(true == chosen, 0, first)
    given = np.where(said == chosen, 0, np.where((said == true) | (true == chosen), first, first + 1))
    return (*(() if positive is None else (positive,)), *COARSE), wrote, given
