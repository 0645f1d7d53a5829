"""What HITS did: which topics it chose, how alike they are, and what a topic-only verifier gets to see."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from stylobench.report.chapters.reading import noun
from stylobench.report.charts.colours import SERIES
from stylobench.report.leakage.reading import Part, one_sample
from stylobench.report.story import Block, Cell, Chapter, Column, Facts, Figure, Panel, Result, Row, Spec, Table, Words
from stylobench.report.words import count, decimal, known, listed, many, p_value, plural, shortened

CHOSEN = {
    "hits": "the others are left out",
    "grouping": "each of the others joins the selected one most like it",
    "hybrid": "others join a selected one that is much like them, the rest are left out",
}
SAMPLES = {"hits": "HITS", "random": "random"}


def chapter(result: Result) -> Chapter:
    """The selection with its heat map, its similarity against random samples, and the most similar pairs."""
    sampling, group = result.get("sampling") or {}, noun(result)
    blocks: list[Block] = []
    if sampling.get("selected"):
        blocks.append(Words(_told(result, sampling)))
    heat = sampling.get("heat") or {}
    if len(heat.get("topics") or ()) > 1:
        blocks.append(_heat(heat, group))
    if sampling.get("selected"):
        blocks.append(_selected(sampling, group))
    pairs = result.get("similar_pairs") or {}
    if one_sample(result):
        blocks += _alike({"hits": pairs.get("hits")}, group)
    else:
        blocks += [*_similarity(result.get("similarity") or {}, group), *_alike(pairs, group)]
    blocks += _masked(result.get("masked") or {})
    return Chapter("sampling", "What HITS did", blocks)


def _told(result: Result, sampling: Part) -> str:
    settings, group = result["settings"], noun(result)
    encoder = f" Topics are compared by {settings['encoder']} vectors." if settings.get("encoder") else ""
    way = CHOSEN.get(str(settings.get("method")), "")
    return (
        f"HITS selected {count(len(sampling['selected']))} of {many(result['corpus']['topics'], group)}, one after "
        f"another, each time the one least like those it had{f'; {way}' if way else ''}.{encoder}"
    )


def _heat(heat: Part, group: str) -> Figure:
    chosen = [name for name, yes in zip(heat["topics"], heat["selected"], strict=True) if yes]

    def draw() -> Spec:
        from stylobench.report.charts.heat_map import heat_map

        return heat_map(heat)

    caption = (
        f"Cosine between every two of {many(len(heat['topics']), group)}: the stronger the colour, the more alike. "
        f"Selected {plural(group)} come first and carry a diamond; the triangle frames the pairs among them, which "
        "should be the faintest."
    )
    shown = listed([*chosen[:5], f"{len(chosen) - 5} more"] if len(chosen) > 5 else chosen)
    alt = f"Heat map of the similarity of {many(len(heat['topics']), group)}; selected are {shown or 'none of them'}."
    return Figure(caption, [Panel("Similarity of topics", draw, alt, wide=True)])


def _selected(sampling: Part, group: str) -> Table:
    joined = defaultdict(list)
    for absorbed, into in sorted((sampling.get("joined") or {}).items()):
        joined[into].append(absorbed)
    columns = [
        Column("place"),
        Column(group, "name"),
        Column("leakage", hint="mean × largest cosine to those before it"),
    ]
    columns += [Column("joined by", "words")] if joined else []
    leakage = sampling.get("leakage") or ()
    rows = []
    for place, name in enumerate(sampling["selected"]):
        score = leakage[place] if place < len(leakage) else None
        cells = [
            Cell(count(place + 1), place + 1),
            Cell(name),
            Cell(decimal(score, 3), score if known(score) else None),
        ]
        rows.append([*cells, *([Cell(shortened(", ".join(joined[name]), 300))] if joined else [])])
    caption = (
        f"The selected {plural(group)} in order, with the leakage score (mean × largest cosine to those selected "
        "before) at which each was taken; for the first, its mean cosine to all others."
    )
    return Table(caption, columns, rows, folded=f"The {many(len(rows), f'selected {group}')} in order")


def _similarity(similarity: Part, group: str) -> list[Block]:
    parts = {kind: similarity[kind] for kind in ("mean", "max") if known((similarity.get(kind) or {}).get("hits"))}
    if not parts:
        return []
    names = {"mean": "mean similarity", "max": "largest similarity"}
    drawn = max(len(part.get("random") or ()) for part in parts.values())
    said = [
        f"{names[kind]} {decimal(one['hits'], 3)} with HITS, {decimal(one.get('random_mean'), 3)} at random "
        f"({p_value(one.get('rank_p'), 'rank p')})"
        for kind, one in parts.items()
    ]

    def draw() -> Spec:
        from stylobench.report.charts.samples import against_random

        return against_random([_mark(names[kind], one) for kind, one in parts.items()], "cosine")

    caption = (
        f"Cosine between training and test {plural(group)} of a fold, averaged over folds: HITS (diamond) and "
        f"{many(drawn, 'random sample')} (dots; the tick is their mean). Further left, less of a test {group} leaks "
        "into training."
    )
    told = f"Between training and test {plural(group)}: {'; '.join(said)}." if drawn else ""
    return [*([Words(told)] if told else []), Figure(caption, [Panel("", draw, f"Similarity: {'; '.join(said)}.")])]


def _mark(name: str, one: Part) -> Row:
    words = f"{decimal(one['hits'], 3)}, random {decimal(one.get('random_mean'), 3)}"
    return {"name": name, "words": words, "value": one["hits"], "low": one["hits"], "high": one["hits"],
            "random": [value for value in one.get("random") or () if known(value)],
            "mean": one["random_mean"] if known(one.get("random_mean")) else None, "colour": SERIES[0],
            "shape": "diamond", "hover": f"{name}: {words}"}  # fmt: skip


def _alike(pairs: Part, group: str) -> list[Block]:
    rows = [_pair(kind, pair) for kind in SAMPLES for pair in pairs.get(kind) or ()]
    if not rows:
        return []
    columns = [Column("sample", "tag"), Column("in training", "name"), Column("in the test", "name"), Column("cosine")]
    caption = (
        f"The training and test {plural(group)} of one fold that are most alike: what HITS lets through, and what "
        "random samples do."
    )
    return [Table(caption, columns, rows)]


def _pair(kind: str, pair: Part) -> list[Cell]:
    return [Cell(SAMPLES[kind]), Cell(pair["train"]), Cell(pair["test"]),
            Cell(decimal(pair.get("similarity"), 3), pair.get("similarity"))]  # fmt: skip


def _masked(masked: Part) -> Sequence[Block]:
    if not masked.get("masked"):
        return []
    gone = f"the {count(masked.get('words_masked'))} most frequent training words are masked"
    head = f"What a verifier that sees only topical words gets to read ({gone}):"
    return [Words(head), Facts([("as written", str(masked.get("original"))), ("as it is seen", str(masked["masked"]))])]
