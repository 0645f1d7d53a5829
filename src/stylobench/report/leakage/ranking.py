"""Does the ranking of the verifiers hold from fold to fold, and on which samples?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stylobench.report.chapters.reading import colour_of
from stylobench.report.charts.colours import SERIES
from stylobench.report.leakage.reading import Part, called, lead, ordered, sample_name
from stylobench.report.story import Block, Cell, Chapter, Column, Figure, Panel, Result, Row, Spec, Table, Words
from stylobench.report.words import count, decimal_with_interval, known, many, percent, plus_minus

ENOUGH_VERIFIERS, MOST_LINES = 5, 12


def chapter(result: Result) -> Chapter:
    """Stability by sample and measure, mean ranks and winners, and the ranks on the HITS folds."""
    rankings = {measure: found for measure, found in (result.get("ranking") or {}).items() if found}
    if not rankings:
        return Chapter("ranking", "Does the ranking hold?")
    measures = ordered(rankings, lead(result))
    verifiers = len(rankings[measures[0]][0]["ranks"])
    blocks: list[Block] = []
    if verifiers < ENOUGH_VERIFIERS:
        told = f"{many(verifiers, 'verifier')} can be ranked in few ways, so a stable ranking is easily had by chance"
        blocks.append(Words(f"{told}; read these figures with care below {ENOUGH_VERIFIERS} verifiers.", "strong"))
    bump = _bump(result, measures[0]) if verifiers <= MOST_LINES else []
    panels = [*_stabilities(rankings, measures), *bump]
    blocks += [Figure(_caption(measures[0], bool(bump)), panels)] if panels else []
    blocks += [_winners(rankings[measures[0]][0], measures[0]), _stability(rankings, measures)]
    blocks.append(_mean_ranks(rankings[measures[0]], measures[0]))
    return Chapter("ranking", "Does the ranking hold?", blocks)


def _caption(measure: str, places: bool) -> str:
    told = (
        "Rankings of two folds compared (mean Spearman correlation; 1 is the same ranking in every fold), by measure: "
        "HITS (diamond, with its jackknife 95% interval) and each random sample (dots)."
    )
    if not places:
        return told
    return (
        f"{told} And the place of each verifier by {called(measure)} in every HITS fold where all were scored, 1 is "
        "best: lines that cross are a ranking that depends on the fold."
    )


def _stabilities(rankings: Mapping[str, Sequence[Part]], measures: Sequence[str]) -> list[Panel]:
    rows = [row for row in (_mark(measure, rankings[measure]) for measure in measures) if row]

    def draw() -> Spec:
        from stylobench.report.charts.samples import against_random

        return against_random(rows, "mean rank correlation between folds")

    said = "; ".join(f"{row['name']} {row['words']}" for row in rows)
    return [Panel("How alike the folds rank", draw, f"Stability on HITS: {said}.")] if rows else []


def _mark(measure: str, samples: Sequence[Part]) -> Row | None:
    hits = next((one for one in samples if one["sample"] == "hits" and known(one.get("stability"))), None)
    if hits is None:
        return None
    value = hits["stability"]
    low, high = (value if end is None else end for end in _ends(hits))
    random = [one["stability"] for one in samples if one["sample"] != "hits" and known(one.get("stability"))]
    hover = f"{called(measure)}, HITS: {_sure(hits)}"
    return {"name": called(measure), "words": _sure(hits), "value": value, "low": low, "high": high, "random": random,
            "mean": None, "colour": SERIES[0], "shape": "diamond", "hover": hover}  # fmt: skip


def _sure(one: Part) -> str:
    return decimal_with_interval(one.get("stability"), _ends(one), 2)


def _ends(one: Part) -> tuple[float | None, float | None]:
    """The interval, cut at −1 and 1, which no correlation can leave."""
    low, high = (one.get(end) for end in ("low", "high"))
    return max(-1.0, low) if known(low) else None, min(1.0, high) if known(high) else None


def _bump(result: Result, measure: str) -> list[Panel]:
    values = {
        name: ((method.get("folds") or {}).get("hits") or {}).get(measure) or []
        for name, method in result["methods"].items()
    }
    values = {name: list(folds) for name, folds in values.items() if folds}
    folds = [i for i in range(min(map(len, values.values()), default=0)) if all(known(v[i]) for v in values.values())]
    if len(values) < 2 or not folds:
        return []
    places = [ranked([values[name][i] for name in values]) for i in folds]
    lines = [{"name": name, "colour": colour_of(result, name), "ranks": [fold[at] for fold in places]}
             for at, name in enumerate(values)]  # fmt: skip

    def draw() -> Spec:
        from stylobench.report.charts.ranks import ranks

        return ranks(lines, [i + 1 for i in folds])

    said = [f"{line['name']} {', '.join(f'{rank:g}' for rank in line['ranks'])}" for line in lines]
    return [Panel("Places fold by fold", draw, f"Ranks by {called(measure)} per fold: {'; '.join(said)}.")]


def ranked(values: Sequence[float]) -> list[float]:
    """Places from the highest value down; equal values share the mean of their places.

    >>> ranked([0.9, 0.7, 0.9, 0.8])
    [1.5, 4.0, 1.5, 3.0]
    """
    return [sum(b > a for b in values) + (sum(b == a for b in values) + 1) / 2 for a in values]


def _winners(hits: Part, measure: str) -> Table:
    columns = [Column("verifier", "name"), Column("mean rank ± sd", hint="1 is best"), Column("folds won")]
    rows = [
        [
            Cell(name),
            Cell(plus_minus(rank.get("mean"), rank.get("sd"), 2), rank.get("mean")),
            Cell(count(rank.get("wins")), rank.get("wins")),
        ]
        for name, rank in sorted(hits["ranks"].items(), key=_best_first)
    ]
    agreed = (
        f" {percent(hits['top_agreement'])} of pairs of folds agree on the best."
        if known(hits.get("top_agreement"))
        else ""
    )
    return Table(
        f"Places by {called(measure)} on the {sample_name(hits['sample'])} sample, best first.{agreed}",
        columns,
        rows,
        ranked=True,
    )


def _best_first(entry: tuple[str, Part]) -> tuple[float, str]:
    mean = entry[1].get("mean")
    return (mean if known(mean) else float("inf"), entry[0])


def _stability(rankings: Mapping[str, Sequence[Part]], measures: Sequence[str]) -> Table:
    columns = [Column("sample", "name"), *(Column(f"{called(m)} [95%]", rank=i) for i, m in enumerate(measures)),
               Column("same best", hint=f"share of pairs of folds, by {called(measures[0])}")]  # fmt: skip
    by = {measure: {one["sample"]: one for one in rankings[measure]} for measure in measures}
    rows = []
    for one in rankings[measures[0]]:
        found = [by[measure].get(one["sample"], {}) for measure in measures]
        cells = [Cell(_sure(part), part.get("stability")) for part in found]
        rows.append(
            [
                Cell(sample_name(one["sample"])),
                *cells,
                Cell(percent(one.get("top_agreement"), 0), one.get("top_agreement")),
            ]
        )
    caption = (
        "Stability of the ranking by sample and measure: mean Spearman correlation between the rankings of two folds, "
        "with jackknife 95% intervals over folds; and how often two folds agree on the best."
    )
    return Table(caption, columns, rows, brief=4, folded="Stability of every sample")


def _mean_ranks(samples: Sequence[Part], measure: str) -> Table:
    names = list(dict.fromkeys(name for one in samples for name in one["ranks"]))
    columns = [Column("sample", "name"), *(Column(name) for name in names)]
    rows = [
        [Cell(sample_name(one["sample"])), *(_rank(one["ranks"].get(name) or {}) for name in names)] for one in samples
    ]
    caption = f"Mean rank ± standard deviation over folds by {called(measure)}; in parentheses, folds won."
    return Table(caption, columns, rows, folded="Mean ranks of every sample")


def _rank(rank: Part) -> Cell:
    won = f" ({count(rank['wins'])})" if known(rank.get("wins")) else ""
    return Cell(plus_minus(rank.get("mean"), rank.get("sd"), 2) + won, rank.get("mean"))
