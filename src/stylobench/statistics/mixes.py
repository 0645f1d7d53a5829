"""Mixes: how large each subclass may become, as a Dirichlet law of their shares."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stylobench.errors import StylobenchError
from stylobench.records import Floats

TINIEST = np.finfo(np.float64).tiny


@dataclass(frozen=True, eq=False)
class Mix:
    """Shares W ~ Dirichlet(alphas), one alpha per subclass.

    >>> Mix.even(4).mean.tolist(), Mix.even(4, alpha=0.5).concentration
    ([0.25, 0.25, 0.25, 0.25], 2.0)
    """

    alphas: Floats

    def __post_init__(self) -> None:
        alphas = np.asarray(self.alphas, np.float64)
        if alphas.ndim != 1 or len(alphas) < 1 or not (np.isfinite(alphas) & (alphas > 0)).all():
            raise StylobenchError("the alphas of a mix must be positive numbers, one per subclass")
        object.__setattr__(self, "alphas", alphas)

    @classmethod
    def even(cls, k: int, alpha: float = 1.0) -> Mix:
        """No subclass is preferred; with alpha 1 all mixes are equally likely."""
        return cls(np.full(k, float(alpha)))

    @classmethod
    def around(cls, shares: npt.ArrayLike, concentration: float) -> Mix:
        """Mixes around given shares; the larger the concentration (the sum of alphas), the nearer.

        >>> Mix.around([3, 1], 2.0).alphas.tolist()
        [1.5, 0.5]
        """
        given = np.asarray(shares, np.float64)
        return cls(concentration * given / given.sum())

    @property
    def mean(self) -> Floats:
        """The expected share of each subclass."""
        return np.asarray(self.alphas / self.alphas.sum())

    @property
    def concentration(self) -> float:
        """The sum of alphas."""
        return float(self.alphas.sum())

    def draw(self, rng: np.random.Generator, draws: int) -> Floats:
        """Shares of the subclasses, one row per draw."""
        if (self.alphas == 1).all():
            drawn = rng.standard_exponential((draws, len(self.alphas)))
        elif self.alphas.min() >= 0.1:
            drawn = rng.standard_gamma(self.alphas, (draws, len(self.alphas)))
        else:
            drawn = _small_gammas(self.alphas, rng, draws)
        drawn /= drawn.sum(axis=1, keepdims=True)
        return drawn


def _small_gammas(alphas: Floats, rng: np.random.Generator, draws: int) -> Floats:
    """Gamma variates up to a common factor per row: with small alphas all of a row may be too small for a float."""
    size = (draws, len(alphas))
    logs = np.log(rng.standard_gamma(alphas + 1, size)) + np.log(np.maximum(rng.random(size), TINIEST)) / alphas
    return np.asarray(np.exp(logs - logs.max(axis=1, keepdims=True)))
