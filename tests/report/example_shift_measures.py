"""One measure of one method over made-up subclasses, the small ones the harder ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import NormalDist

import numpy as np

from stylobench.protocols.shift_findings import (
    AtK,
    Bound,
    Expected,
    Level,
    MeasureFindings,
    Share,
    Spread,
    Stress,
)

LEVELS = {"svm": 0.9, "bayes": 0.973, "knn": 0.84}
SLOPES = {"svm": 0.10, "bayes": 0.24, "knn": 0.12}
MEASURES = {"accuracy": 0.0, "macro_f1": -0.02, "precision": 0.01, "recall": -0.01, "auc": 0.03, "log_loss": 0.0}
DELTAS = (0.01, 0.05, 0.1)
CURVE = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.16, 0.25, 0.35, 0.5)
DRAWS = 2000


def _level(value: float, n: int, loss: bool = False) -> Level:
    half = 1.96 * (max(value * (1 - value), 0.01) / n) ** 0.5
    return Level(value, max(value - half, 0), value + half if loss else min(value + half, 1), n)


def _values(rng: np.random.Generator, name: str, measure: str, sizes: Sequence[int]) -> np.ndarray:
    """Effectiveness by cluster: the small ones are harder."""
    hard = np.linspace(0, 1, len(sizes)) ** 2
    values = LEVELS.get(name, 0.9) + MEASURES[measure] - SLOPES.get(name, 0.15) * hard
    values = np.clip(values + rng.normal(0, 0.012, len(sizes)), 0.02, 0.995)
    loss: np.ndarray = -np.log(np.clip(values - 0.08, 0.02, 1))
    return loss if measure == "log_loss" else values


def _bound(laws: Mapping[str, np.ndarray], moments: tuple[float, float], delta: float, loss: bool) -> Bound:
    side = 1 - delta if loss else delta
    posterior, exact = (float(np.quantile(laws[law], side)) for law in ("posterior", "mixing"))
    normal = NormalDist(*moments).inv_cdf(side)
    optimism = exact - normal if loss else normal - exact
    wider = (posterior - moments[0]) * 1.12 + moments[0]
    return Bound(delta, posterior, exact, normal, wider, NormalDist(*moments).inv_cdf(1 - side), optimism)


def _spread(laws: Mapping[str, np.ndarray]) -> Spread:
    steps = np.linspace(0, 1, 201)
    centred = laws["mixing"] - laws["mixing"].mean()
    skew, kurtosis = (float((centred**power).mean() / centred.std() ** power) for power in (3, 4))
    quantiles = {law: np.quantile(values, steps).tolist() for law, values in laws.items()}
    return Spread(quantiles["posterior"], quantiles["mixing"], skew, kurtosis - 3, 0.981, 0.0004, 0.993, 0.012)


def stressed(values: np.ndarray, sizes: np.ndarray, names: Sequence[str], loss: bool) -> list[Stress]:
    shares = sizes / sizes.sum()
    order = np.argsort(values if loss else -values)
    found = []
    for radius in (0.1, 0.25, 0.5):
        after, left = shares.copy(), radius
        for place in order[:-1]:
            moved = min(left, after[place])
            after[place] -= moved
            left -= moved
        after[order[-1]] += radius - left
        value, today = float(after @ values), float(shares @ values)
        moves = [Share(names[i], float(shares[i]), float(after[i])) for i in range(len(names)) if after[i] != shares[i]]
        careful = value + 0.08 * radius * (1 if loss else -1)
        found.append(Stress(radius, value, abs(value - today), careful, 0.06 * radius + 0.004, moves))
    return found


def by_k(bounds: Bound, mean: float, loss: bool) -> list[AtK]:
    sign = -1 if loss else 1
    return [
        AtK(k, mean + sign * step, 0.02, bounds.posterior + sign * lift, bounds.exact + sign * lift,
            bounds.normal + sign * lift, bounds.posterior + sign * step)
        for k, step, lift in ((4, -0.004, -0.02), (6, 0.001, -0.008), (8, 0.0, 0.0), (12, -0.003, 0.009),
                              (16, 0.002, 0.014), (32, -0.001, 0.021))
    ]  # fmt: skip


def measured(rng: np.random.Generator, name: str, measure: str, sizes: Mapping[str, int]) -> MeasureFindings:
    loss, counts, first = measure == "log_loss", np.array(list(sizes.values())), measure == "accuracy"
    values = _values(rng, name, measure, list(sizes.values()))
    draws = DRAWS if len(values) < 50 else 200
    mixes = rng.dirichlet(np.ones(len(values)), draws)
    noise = rng.normal(0, np.sqrt(0.08 / counts), (draws, len(values)))
    laws = {"mixing": mixes @ values, "posterior": (mixes * (values + noise)).sum(1)}
    mean, sd = (
        float(values.mean()),
        float(np.sqrt(((values - values.mean()) ** 2).sum() / len(values) / (len(values) + 1))),
    )
    estimate, today = float(laws["mixing"].mean()), float(counts @ values / counts.sum())
    bounds = [_bound(laws, (mean, sd), delta, loss) for delta in DELTAS]
    return MeasureFindings(
        loss, _level(today, int(counts.sum()), loss),
        Expected(estimate, sd, 0.009, estimate - 0.018, estimate + 0.018),
        Expected(mean, sd, 0.009, mean - 0.018, mean + 0.018), mean - 0.004, 1 if measure == "precision" else 0,
        abs(mean - estimate), abs(mean - estimate) / estimate, bounds, _spread(laws),
        [_level(float(value), int(n), loss) for value, n in zip(values, counts, strict=True)],
        [_bound(laws, (mean, sd), delta, loss) for delta in CURVE] if first else [],
        by_k(bounds[1], mean, loss) if first else [], stressed(values, counts, list(sizes), loss) if first else [],
    )  # fmt: skip
