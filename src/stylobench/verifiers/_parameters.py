"""Checks of parameters that verifiers share."""

from __future__ import annotations

from collections.abc import Sequence

from stylobench.errors import SpecError


def require_counts(method: str, at_least: int = 1, **parameters: object) -> None:
    """Refuse parameters that are no whole number of at least 1, or what else is the least.

    >>> require_counts("scap", n=4, size=0)
    Traceback (most recent call last):
    stylobench.errors.SpecError: scap(size=0): it must be a whole number of at least 1
    """
    for name, value in parameters.items():
        if not isinstance(value, int) or isinstance(value, bool) or value < at_least:
            raise SpecError(f"{method}({name}={value!r}): it must be a whole number of at least {at_least}")


def require_choice(method: str, choices: Sequence[str], **parameters: str) -> None:
    """Refuse parameters that are none of the choices.

    >>> require_choice("delta", ("manhattan", "cosine"), distance="l2")
    Traceback (most recent call last):
    stylobench.errors.SpecError: delta(distance='l2'): it can be one of: manhattan, cosine
    """
    for name, value in parameters.items():
        if value not in choices:
            raise SpecError(f"{method}({name}={value!r}): it can be one of: {', '.join(choices)}")
