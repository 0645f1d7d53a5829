"""Markdown tables of what scripts/calibrate_attack.py found.

A rate passes when a two-sided binomial test against its nominal value does not reject at 1%; its interval is
Clopper-Pearson's. Means over worlds have t intervals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from scipy import stats

from stylobench.metrics.impact import impacts
from stylobench.records import Floats
from stylobench.statistics.proportions import clopper_pearson

SHARES = ("0", "0.25", "0.5", "0.75", "1")
CHANCE = ("another, erased", "another")
AVERAGE = "average"
AVERAGED = ("held", "found", "above", "below", "apart")
Line = dict[str, Any]
Truths = Callable[[Sequence[Line], str, str], Floats]


def tables(lines: Sequence[Line]) -> str:
    """Everything that was found so far."""
    studies: dict[str, Callable[[Sequence[Line]], str]] = {
        "shares": _shares,
        "coverage": _coverage,
        "alike": _alike,
        "cells of scores": _cells_of_scores,
        "averages of scores": _averages_of_scores,
        "swaps": _swaps,
    }
    by_study = {name: [line for line in lines if line["study"] == name] for name in studies}
    return "\n\n".join(studies[name](found) for name, found in by_study.items() if found)


def _methods(lines: Sequence[Line]) -> list[str]:
    return list(dict.fromkeys(cell["method"] for cell in lines[0]["cells"]))


def _cells(lines: Sequence[Line], method: str, obfuscator: str) -> list[Line]:
    """The same cell of every world."""
    return [
        cell for line in lines for cell in line["cells"] if (cell["method"], cell["obfuscator"]) == (method, obfuscator)
    ]


def _intervals(lines: Sequence[Line], method: str, obfuscator: str) -> Floats:
    """Impact, low and high end in every world: worlds x 3."""
    if method != AVERAGE:
        return np.array([cell["impact"] for cell in _cells(lines, method, obfuscator)], float)
    every = (one for line in lines for one in line["averages"])
    return np.array([one["impact"] for one in every if one["obfuscator"] == obfuscator], float)


def _shares(lines: Sequence[Line]) -> str:
    parts = [f"{len(lines)} worlds; impact by share of traits erased.", _untouched(lines)]
    head = "| verifier | " + " | ".join(SHARES) + " | rising at every step | trend, p |\n|" + "---|" * 8
    rows = [_share_row(lines, method) for method in (*_methods(lines), AVERAGE)]
    ends = (
        "| verifier | all erased | " + " | ".join(CHANCE) + " | all erased minus " + " | all erased minus ".join(CHANCE)
    )
    rows_of_ends = [_end_row(lines, method) for method in (*_methods(lines), AVERAGE)]
    parts += ["\n".join([head, *rows]), "\n".join([ends + " |\n|" + "---|" * 6, *rows_of_ends]), _exactly_zero(lines)]
    return "\n\n".join(parts)


def _untouched(lines: Sequence[Line]) -> str:
    told = []
    for method in _methods(lines):
        found = _cells(lines, method, lines[0]["cells"][0]["obfuscator"])
        accuracy, recall = (np.mean([cell[name] for cell in found]) for name in ("accuracy", "recall"))
        false = np.mean([line["false"][method] for line in lines])
        told.append(f"{method} accuracy {_told(accuracy)}, recall {_told(recall)}, falsely recognised {_told(false)}")
    return "Untouched: " + "; ".join(told) + "."


def _share_row(lines: Sequence[Line], method: str) -> str:
    values = np.column_stack([_intervals(lines, method, share)[:, 0] for share in SHARES])
    rising = int((np.diff(values, axis=1) > 0).all(axis=1).sum())
    p = stats.page_trend_test(values).pvalue
    return f"| {method} | {' | '.join(map(_mean, values.T))} | {_rate(rising, len(values))} | {p:.1g} |"


def _end_row(lines: Sequence[Line], method: str) -> str:
    erased = _intervals(lines, method, SHARES[-1])[:, 0]
    others = [_intervals(lines, method, name)[:, 0] for name in CHANCE]
    numbers = [_mean(one) for one in (erased, *others, *(erased - other for other in others))]
    return f"| {method} | {' | '.join(numbers)} |"


def _exactly_zero(lines: Sequence[Line]) -> str:
    found = [
        value
        for name in ("identity", SHARES[0])
        for method in (*_methods(lines), AVERAGE)
        for value in _intervals(lines, method, name).ravel()
    ]
    zeros = f"{found.count(0.0)} of {len(found)}"
    return f"Impacts of `identity` and of a share of 0, and ends of their intervals, that are exactly 0: {zeros}."


def _coverage(lines: Sequence[Line]) -> str:
    names = [one["obfuscator"] for one in lines[0]["averages"]]
    methods = (*_methods(lines), AVERAGE)
    head = "| obfuscator | verifier | true impact | mean found | interval holds it | passes | mean width "
    head += "| interval excludes 0 | p ≤ .05 |\n|" + "---|" * 9
    rows = [_coverage_row(lines, method, name, truths) for name in names for method in methods]
    asked = [name for name in next(iter(lines[0]["fresh"].values())) if name]
    fresh = [_coverage_row(lines, method, name, fresh_truths) for name in asked for method in methods]
    pairs = "| pair | difference | p ≤ .05 | interval excludes 0 |\n|---|---|---|---|"
    compared = [_pair_row(lines, number) for number in range(len(lines[0]["comparisons"]))]
    parts = [f"{len(lines)} samples of authors.", _untouched(lines)]
    parts += ["Truth: the same procedure on all other samples.", "\n".join([head, *rows])]
    parts += ["Truth: this sample's verifiers and thresholds on fresh authors.", "\n".join([head, *fresh])]
    return "\n\n".join([*parts, "\n".join([pairs, *compared])])


def _coverage_row(lines: Sequence[Line], method: str, obfuscator: str, true: Truths) -> str:
    values, low, high = _intervals(lines, method, obfuscator).T
    truth = true(lines, method, obfuscator)
    known = ~np.isnan(low)
    held = int(((low <= truth + 1e-9) & (truth <= high + 1e-9))[known].sum())
    p = stats.binomtest(held, int(known.sum()), 0.95).pvalue
    numbers = (
        f"{_told(truth.mean())} | {_mean(values)} | {_rate(held, int(known.sum()))} | {'yes' if p >= 0.01 else 'no'}"
    )
    beside = int(((low > 0) | (high < 0)).sum())
    said = [cell["p"] <= 0.05 for cell in _cells(lines, method, obfuscator)]
    tested = _rate(sum(said), len(said)) if said else ""
    width = _told(float(np.nanmean(high - low)))
    return f"| {obfuscator} | {method} | {numbers} | {width} | {_rate(beside, len(low))} | {tested} |"


def truths(lines: Sequence[Line], method: str, obfuscator: str) -> Floats:
    """For every sample the impact on the problems of all other samples, whose authors are others."""
    if method == AVERAGE:
        return np.asarray(np.mean([truths(lines, one, obfuscator) for one in _methods(lines)], axis=0))
    found = _cells(lines, method, obfuscator)
    before, after = (np.array([cell[name] for cell in found]) for name in ("recall", "recall_after"))
    others = [(recalls.sum() - recalls) / (len(recalls) - 1) for recalls in (before, after)]
    return impacts(*(np.clip(one, 0, 1) for one in others))


def fresh_truths(lines: Sequence[Line], method: str, obfuscator: str) -> Floats:
    """For every sample the impact of its own verifiers on the problems of authors who are in no sample."""
    if method == AVERAGE:
        return np.asarray(np.mean([fresh_truths(lines, one, obfuscator) for one in _methods(lines)], axis=0))
    before, after = (np.array([line["fresh"][method][name] for line in lines]) for name in ("", obfuscator))
    return impacts(np.clip(before, 0, 1), np.clip(after, 0, 1))


def _alike(lines: Sequence[Line]) -> str:
    found = [one for line in lines for one in line["comparisons"]]
    said = sum(one["p"] <= 0.05 for one in found)
    beside = sum(not one["difference"][1] <= 0 <= one["difference"][2] for one in found)
    rates = f"p ≤ .05 {_rate(said, len(found))}, interval of the difference excludes 0 {_rate(beside, len(found))}"
    return f"{len(found)} pairs of erasers alike, in {len(lines)} samples of authors: {rates}."


def _pair_row(lines: Sequence[Line], number: int) -> str:
    found = [line["comparisons"][number] for line in lines]
    values, low, high = np.array([one["difference"] for one in found], float).T
    said = sum(one["p"] <= 0.05 for one in found)
    beside = int(((low > 0) | (high < 0)).sum())
    pair = " against ".join(found[0]["pair"])
    return f"| {pair} | {_mean(values)} | {_rate(said, len(found))} | {_rate(beside, len(found))} |"


def _cells_of_scores(lines: Sequence[Line]) -> str:
    sizes = list(dict.fromkeys(line["size"] for line in lines))
    recalls = list(dict.fromkeys(line["recall"] for line in lines))
    about = f"n+ = {', '.join(map(str, sizes))}"
    parts = []
    for name, what in (("impact_held", "interval of impact holds the truth"), ("found", "mean impact found")):
        head = f"| churn | true impact | {' | '.join(f'recall {recall:g}' for recall in recalls)} |\n|---|---|"
        rows = [head + "---|" * len(recalls)]
        for churn, true in dict.fromkeys((line["churn"], line["impact"]) for line in lines):
            here = [line for line in lines if (line["churn"], line["impact"]) == (churn, true)]
            cells = (" ".join(_told(one[name]) for one in here if one["recall"] == recall) for recall in recalls)
            rows.append(f"| {_told(churn)} | {true:g} | {' | '.join(cells)} |")
        parts.append(f"Worlds of numbers: {what}; {about}.\n\n" + "\n".join(rows))
    return "\n\n".join(parts)


def _averages_of_scores(lines: Sequence[Line]) -> str:
    names = "interval holds it | mean found | interval above 0 | below 0 | difference excludes 0"
    head = f"| methods | true impact | n+ | {names} |\n|" + "---|" * 8
    rows = []
    for one in lines:
        shares = " | ".join(_told(one[name]) for name in AVERAGED)
        rows.append(f"| {one['methods']} | {one['impact']:g} | {one['size']} | {shares} |")
    about = f"Worlds of numbers: the average over methods, {lines[0]['repetitions']:,} repetitions.\n"
    return "\n".join([about, head, *rows])


def _swaps(lines: Sequence[Line]) -> str:
    head = "| true impact of both | n+ | p ≤ .05 |\n|---|---|---|"
    rows = [f"| {one['impact']:g} | {one['size']} | {_told(one['rejected'])} |" for one in lines]
    return "\n".join(["Worlds of numbers: two obfuscators that do the same.\n", head, *rows])


def _mean(values: Floats) -> str:
    known = values[~np.isnan(values)]
    reach = stats.t.ppf(0.975, len(known) - 1) * known.std(ddof=1) / len(known) ** 0.5 if len(known) > 1 else np.nan
    return f"{_told(known.mean())} ± {_told(reach)}"


def _rate(hits: int, n: int) -> str:
    low, high = clopper_pearson(hits, n)
    return f"{_told(hits / n)} [{_told(low)}, {_told(high)}]"


def _told(value: float) -> str:
    return f"{value:.3f}".replace("0.", ".", 1).replace("-", "−")
