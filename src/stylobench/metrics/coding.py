"""Labels of any kind as numbers: lists or arrays of strings, whole numbers or booleans."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from stylobench.errors import StylobenchError
from stylobench.records import Rows

Labels = Sequence[Any] | npt.NDArray[Any]


def coded(labels: Labels, what: str = "labels") -> tuple[tuple[Any, ...], Rows]:
    """The different labels in order, and the place of each item's label among them; a missing label is refused.

    >>> coded(["b", "a", "b"])[0], coded([10, 9])[1].tolist()
    (('a', 'b'), [1, 0])
    """
    names: tuple[Any, ...]
    if isinstance(labels, np.ndarray) and labels.dtype.kind in "biuf":
        names, codes = _numbered(labels)
    else:
        names, codes = _hashed(_plain(labels))
    missing = [name for name in names if is_missing(name)]
    if missing:
        place = int(np.argmax(codes == names.index(missing[0])))
        raise StylobenchError(f"{what} hold no label for item {place}; give every item one, or leave the item out")
    return names, codes


def is_missing(label: Any) -> bool:
    """Whether a label is None or NaN."""
    return label is None or label != label


def check_comparable(truth: Labels, answers: Labels) -> None:
    """Refuses answers that are numbers and cannot be meant as labels of the truth: scores against names of classes."""
    labels = coded(truth, "truth")[0]
    numbers = in_order({one for one in _plain(answers) if not is_missing(one)})
    known = {*labels, *map(str, labels)}
    unknown = [one for one in numbers if one not in known and str(one) not in known]
    names_only = all(isinstance(label, str) for label in labels)
    if any(one % 1 for one in unknown) or (names_only and unknown and len(unknown) == len(numbers)):
        shown = f"truth holds labels ({labels[0]!r}) and answers hold numbers ({unknown[0]!r})"
        raise StylobenchError(f"{shown}; give booleans as truth, or labels as answers")


def _plain(labels: Labels) -> Sequence[Any]:
    return labels.tolist() if isinstance(labels, np.ndarray) else labels


def _numbered(labels: npt.NDArray[Any]) -> tuple[tuple[Any, ...], Rows]:
    if labels.dtype.kind in "iu" and len(labels) and int(labels.max()) - int(labels.min()) < 4 * len(labels):
        # A narrow type would overflow in the difference.
        wide = labels.astype(np.uint64 if labels.dtype.kind == "u" else np.int64)
        least = wide.min()
        places = (wide - least).astype(np.int64)
        there = np.bincount(places) > 0
        names = tuple(int(least) + place for place in np.flatnonzero(there).tolist())
        return names, (np.cumsum(there) - 1)[places]
    found, codes = np.unique(labels, return_inverse=True)
    return tuple(found.tolist()), codes.reshape(-1).astype(np.int64)


def _hashed(labels: Sequence[Any]) -> tuple[tuple[Any, ...], Rows]:
    # Hashing is several times as fast as sorting strings, and needs no array of the longest string's width.
    order = in_order(dict.fromkeys(labels))
    places = {name: place for place, name in enumerate(order)}
    return tuple(order), np.fromiter(map(places.__getitem__, labels), np.int64, len(labels))


def in_order(names: Iterable[Any]) -> list[Any]:
    """Sorted as they are, or by how they are written where they cannot be compared."""
    listed = list(names)
    try:
        return sorted(listed)
    except TypeError:
        return sorted(listed, key=str)
