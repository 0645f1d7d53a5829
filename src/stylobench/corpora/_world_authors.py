"""The authors of the simulated world: how often each takes which option of every trait."""

from __future__ import annotations

import math
from collections.abc import Sequence

from stylobench.corpora._world_grammar import Table, Trait, grammar, table
from stylobench.seeds import generator

OWN_SCALE = {"structure": 0.3, "equivalents": 0.6}
"""Standard deviation of a log weight that each option of a trait draws for itself."""

SHARED_SCALE = {"contractions": 2.0, "spelling": 4.0, "numerals": 2.5, "slips": 1.2}
"""The same for kinds of which an author has one habit throughout, such as contracting or British spelling."""


def probabilities(author: int, seed: int, style: float) -> list[list[float]]:
    """For every trait of the grammar, the probabilities of its options with this author."""
    traits = grammar().traits
    rng = generator(seed, "world", "style", str(author))
    habits = {kind: _bell(rng.random(4).tolist()) for kind in SHARED_SCALE}
    uniforms = iter(rng.random(4 * sum(len(trait.weights) for trait in traits)).tolist())
    return [
        _tilted(trait, [_bell([next(uniforms) for _ in range(4)]) for _ in trait.weights], habits, style)
        for trait in traits
    ]


def style_tables(author: int, seed: int, style: float) -> list[Table]:
    """One table per trait, in the grammar's order."""
    return [
        table(trait.options, weights)
        for trait, weights in zip(grammar().traits, probabilities(author, seed, style), strict=True)
    ]


def _tilted(trait: Trait, own: Sequence[float], habits: dict[str, float], style: float) -> list[float]:
    """Base weights times exp(style * deviation), normalised; at style 0 the base weights of everybody."""
    own_scale, shared = OWN_SCALE.get(trait.kind, 0.0), SHARED_SCALE.get(trait.kind, 0.0)
    habit = shared * habits.get(trait.kind, 0.0)
    slopes = [float(n > 0) - 0.5 for n in range(len(own))]
    weights = [
        weight * math.exp(style * (own_scale * deviation + habit * slope))
        for weight, deviation, slope in zip(trait.weights, own, slopes, strict=True)
    ]
    total = sum(weights)
    return [round(weight / total, 9) for weight in weights]


def _bell(uniforms: Sequence[float]) -> float:
    """Nearly normal with mean 0 and variance 1, by sums only, which are alike on every machine."""
    return (sum(uniforms) - 2) * math.sqrt(3)
