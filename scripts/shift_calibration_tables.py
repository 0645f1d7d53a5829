"""Markdown tables of what scripts/calibrate_shift.py found.

A rate passes when a two-sided binomial test against its nominal value does not reject at 1%; its interval is
Clopper-Pearson's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import stats

from stylobench.statistics.proportions import clopper_pearson

DELTAS = ("0.0228", "0.05", "0.1")
SCORE_LAWS = ("posterior", "exact", "normal", "future", "published")
TEXT_LAWS = ("posterior", "exact", "normal", "published")
MIXES = ("topics", "clusters, mixes of clusters", "clusters, mixes of topics")
TESTS = ("runs_p", "bartels_p", "effect_p", "runs_p_published", "bartels_p_published")
Line = dict[str, Any]


def tables(lines: Sequence[Line]) -> str:
    """Everything that was found so far."""
    by_study = {name: [line for line in lines if line["study"] == name] for name in ("scores", "texts", "streams")}
    parts = [_scores(by_study["scores"], delta) for delta in DELTAS if by_study["scores"]]
    parts += [_known(by_study["scores"])] if by_study["scores"] else []
    parts += [_texts(by_study["texts"])] if by_study["texts"] else []
    parts += [_streams(by_study["streams"])] if by_study["streams"] else []
    return "\n\n".join(parts)


def _scores(lines: Sequence[Line], delta: str) -> str:
    """One row per kind of clusters and documents in each; a number per number of clusters."""
    errors = [one["found"][law][delta]["error"] for one in lines for law in SCORE_LAWS[:3]]
    head = f"Nominal {1 - float(delta):.4g}; {len(lines)} cases, {lines[0]['repetitions']:,} repetitions each; Monte "
    head += f"Carlo error at most {max(errors):.4f}, median {np.median(errors):.4f}.\n\n"
    head += "| clusters | documents in each | k | " + " | ".join(SCORE_LAWS) + " |\n|---|---|---|" + "---|" * 5
    rows = []
    for case, documents in dict.fromkeys((one["case"], one["documents"]) for one in lines):
        mine = [one for one in lines if (one["case"], one["documents"]) == (case, documents)]
        cells = [" ".join(_share(one["found"][law][delta]["coverage"]) for one in mine) for law in SCORE_LAWS]
        rows.append(f"| {case} | {documents} | {', '.join(str(one['k']) for one in mine)} | {' | '.join(cells)} |")
    return "\n".join([head, *rows])


def _known(lines: Sequence[Line]) -> str:
    """What the normal law does to mixes when clusters are known for sure."""
    found = {(one["case"], one["k"]): one["normal_if_known"] for one in lines if one["normal_if_known"]}
    head = "Clusters known for sure: coverage of the normal law.\n\n| clusters | k | " + " | ".join(
        f"nominal {1 - float(delta):.4g}" for delta in DELTAS
    )
    rows = [f"| {case} | {k} | {' | '.join(map(_share, values))} |" for (case, k), values in found.items()]
    return "\n".join([head + " |\n|---|---|---|---|---|", *rows])


def _texts(lines: Sequence[Line]) -> str:
    accuracy, spread, purity, k, fresh = (
        np.mean([one[name] for one in lines])
        for name in ("mean_of_topics", "sd_of_topics", "purity", "clusters", "fresh_per_topic")
    )
    head = f"{len(lines)} worlds. Mean accuracy of a topic {accuracy:.3f}, sd between topics {spread:.3f}; {k:.1f} "
    head += f"clusters of purity {purity:.2f}; {fresh:.0f} fresh documents per topic.\n\n"
    head += (
        "| subclasses | law | nominal | mean coverage | one mix per world | p | passes | mean bound |\n|" + "---|" * 8
    )
    rows = [_text_row(lines, mixes, law, delta) for mixes in MIXES for delta in DELTAS for law in TEXT_LAWS]
    biases = [f"{mixes}: {_bias([one[mixes] for one in lines])}" for mixes in MIXES]
    return "\n".join([head, *rows, "\nExpected minus true mean over mixes, in points: " + "; ".join(biases)])


def _text_row(lines: Sequence[Line], mixes: str, law: str, delta: str) -> str:
    found = [one[mixes][f"{law} {delta}"] for one in lines]
    chances = np.array([one["chance"] for one in found])
    reach = 1.96 * chances.std(ddof=1) / len(chances) ** 0.5 if len(chances) > 1 else np.nan
    held, nominal = sum(one["held"] for one in found), 1 - float(delta)
    p = float(stats.binomtest(held, len(found), nominal).pvalue)
    numbers = f"{nominal:.4g} | {_share(chances.mean())} ± {reach:.3f} | {_rate(held, len(found))} | {p:.2g}"
    bound = float(np.mean([one["bound"] for one in found]))
    return f"| {mixes} | {law} | {numbers} | {'yes' if p >= 0.01 else 'no'} | {_share(bound)} |"


def _bias(found: Sequence[Line]) -> str:
    gaps = 100 * np.array([one["expected"] - one["true"] for one in found])
    reach = 1.96 * gaps.std(ddof=1) / len(gaps) ** 0.5 if len(gaps) > 1 else np.nan
    return f"{gaps.mean():.2f} ± {reach:.2f}"


def _streams(lines: Sequence[Line]) -> str:
    """How often each test rejects, without drift (then 5% is nominal) and with it."""
    drifts = [name for name in lines[0] if name not in ("study", "key")]
    head = f"{len(lines)} streams of either kind; p at most .05 in\n\n"
    head += f"| vectors | test | no drift | size holds | drift {drifts[1]} |\n|---|---|---|---|---|"
    rows = [_stream_row("", "mix_p", [[one[drift]["mix_p"] for one in lines] for drift in drifts])]
    for vectors in ("lsa", "counts"):
        kinds = [[one[drift][vectors] for one in lines] for drift in drifts]
        rows += [_stream_row(vectors, test, [[one[test] for one in kind] for kind in kinds]) for test in TESTS]
        above = [_rate(sum(one["effect_low"] > 0 for one in kind), len(kind)) for kind in kinds]
        rows.append(f"| {vectors} | interval of the effect above 0 | {above[0]} | | {above[1]} |")
        effects = [f"{np.mean([one['effect'] for one in kind]):.3f}" for kind in kinds]
        rows.append(f"| {vectors} | mean effect | {effects[0]} | | {effects[1]} |")
    return "\n".join([head, *rows])


def _stream_row(vectors: str, test: str, values: list[list[float | None]]) -> str:
    known = [[p for p in kind if p is not None] for kind in values]
    hits = [sum(p <= 0.05 for p in kind) for kind in known]
    p = float(stats.binomtest(hits[0], len(known[0]), 0.05).pvalue)
    size = f"{'yes' if p >= 0.01 else 'no'} (p = {p:.2g})"
    return f"| {vectors} | {test} | {_rate(hits[0], len(known[0]))} | {size} | {_rate(hits[1], len(known[1]))} |"


def _rate(hits: int, n: int) -> str:
    low, high = clopper_pearson(hits, n)
    return f"{_share(hits / n)} [{_share(low)}, {_share(high)}]"


def _share(value: float) -> str:
    return f"{value:.3f}".replace("0.", ".", 1)
