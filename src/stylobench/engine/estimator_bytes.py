"""Fitted scikit-learn estimators as bytes and back, by skops: what it does not trust is refused before any import."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any

import numpy as np

from stylobench.errors import ArchiveError, SpecError

MOST_BYTES = 4 * 2**30
# skops trusts estimators but not these parts of them; trees are checked, because a wrong one reads beyond its memory
TRUSTED = ("sklearn.tree._tree.Tree",)


def dumped(estimator: Any) -> bytes:
    """The estimator, if it is one that can be loaded again."""
    from skops import io as skops

    data: bytes = skops.dumps(estimator)
    if untrusted := sorted(set(skops.get_untrusted_types(data=data)) - set(TRUSTED)):
        raise SpecError(f"it holds {', '.join(untrusted)}, which cannot be saved")
    return data


def loaded(data: bytes) -> Any:
    """The estimator again."""
    try:
        found = _loaded(data)
    except ArchiveError:
        raise
    except Exception as error:  # whatever a crafted file makes skops or scikit-learn raise
        reason = " ".join(str(error).split())[:120] or type(error).__name__
        raise ArchiveError(f"an estimator of scikit-learn in it cannot be read ({reason}); fit again") from None
    for tree in _trees(found):
        _check(tree)
    return found


def _loaded(data: bytes) -> Any:
    from skops import io as skops

    with zipfile.ZipFile(io.BytesIO(data)) as held:
        if sum(one.file_size for one in held.infolist()) > MOST_BYTES:
            raise ArchiveError(f"it would take more than {MOST_BYTES / 2**30:.0f} GB of memory")
    untrusted = sorted(set(skops.get_untrusted_types(data=data)) - set(TRUSTED))
    if untrusted:
        raise ArchiveError(f"it wants to construct {', '.join(untrusted)[:200]}, not on the list of types that it may")
    return skops.loads(data, trusted=list(TRUSTED))


def _trees(estimator: Any) -> Iterator[Any]:
    held = getattr(estimator, "__dict__", {})
    if "tree_" in held:
        yield held["tree_"]
    for value in held.values():
        inside = value.ravel() if isinstance(value, np.ndarray) and value.dtype == object else value
        for one in inside if isinstance(inside, list | tuple | np.ndarray) else [inside]:
            if hasattr(one, "get_params"):
                yield from _trees(one)


def _check(tree: Any) -> None:
    """Every branch leads further on in the tree, and asks for a feature that there is."""
    places, children = np.arange(tree.node_count), np.stack([tree.children_left, tree.children_right])
    leaf = (children == -1).all(axis=0)
    onward = (children > places) & (children < tree.node_count)
    known = (tree.feature >= 0) & (tree.feature < tree.n_features)
    if not (leaf | (onward.all(axis=0) & known)).all():
        raise ArchiveError("it holds a decision tree that leads nowhere")
