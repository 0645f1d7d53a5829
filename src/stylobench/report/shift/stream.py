"""Is the stream shifting? The mix and the classes over time, the order of the stream, and words that come and go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stylobench.report.charts.colours import SERIES
from stylobench.report.shift.reading import SHOWN, Part, cluster_name, item
from stylobench.report.story import Block, Cell, Chapter, Column, Figure, Panel, Result, Row, Spec, Table, Words
from stylobench.report.words import bare_p, count, decimal, known, many, p_value, percent, plural

CLASSES, WORDS, BRIEF = 8, 20, 6


def chapter(result: Result) -> Chapter:
    """Everything that the dates say."""
    stream = result.get("stream") or {}
    if not stream:
        return Chapter("stream", "Is this stream shifting?")
    clusters = result.get("clusters") or ()
    panels = [*_mix_panel(stream, clusters), *_class_panel(stream)]
    blocks: list[Block] = [Words(_told(stream, item(result)))]
    blocks += [Figure(_caption(stream, len(clusters), item(result)), panels)] if panels else []
    blocks += [*_order(stream, clusters), *_heat(stream, item(result))]
    return Chapter("stream", "Is this stream shifting?", blocks)


def _told(stream: Part, noun: str) -> str:
    periods = list(stream.get("periods") or ())
    said = [f"{many(len(periods), 'period')}" + (f", {periods[0]} to {periods[-1]}" if len(periods) > 1 else "")]
    if stream.get("undated"):
        undated = stream["undated"]
        said.append(f"{many(undated, noun)} without a date {'is' if undated == 1 else 'are'} left out here")
    if known(stream.get("mix_p")):
        told = "the mixes of the periods differ" if stream["mix_p"] < 0.05 else "no sign that the mixes differ"
        said.append(f"{told} ({p_value(stream['mix_p'])})")
    if known(stream.get("prevalence_p")):
        told = "so do the classes" if stream["prevalence_p"] < 0.05 else "no sign that the classes shift"
        said.append(f"{told} ({p_value(stream['prevalence_p'])}), which is class shift, another problem")
    return "; ".join(said) + "." + _concentration(stream)


def _concentration(stream: Part) -> str:
    value, low, high = (stream.get(f"concentration{end}") for end in ("", "_low", "_high"))
    if not known(value):
        return ""
    if known(low) or known(high):
        ends = f" [{decimal(low, 1) if known(low) else '0'}, {decimal(high, 1) if known(high) else 'no end'}]"
    else:
        ends = ""
    return f" Concentration estimated from the mixes: {decimal(value, 1)}{ends}; the larger, the less they move."


def _mix_panel(stream: Part, clusters: Sequence[Part]) -> list[Panel]:
    mixes, periods = stream.get("mixes") or (), stream.get("periods") or ()
    if not (mixes and periods and clusters):
        return []
    sizes = [sum(period) for period in mixes]
    columns = sorted(range(len(clusters)), key=lambda j: -sum(period[j] for period in mixes))[:SHOWN]
    rows: list[Row] = [
        {"name": str(clusters[j]["name"]),
         "shares": [period[j] / n if n else None for period, n in zip(mixes, sizes, strict=True)]}
        for j in columns
    ]  # fmt: skip
    return [_panel("Share of each subclass", rows, periods, SERIES[0])]


def _class_panel(stream: Part) -> list[Panel]:
    prevalence: Mapping[str, Sequence[float]] = stream.get("prevalence") or {}
    there = {name: shares for name, shares in prevalence.items() if any(map(known, shares))}
    if not (there and stream.get("periods")):
        return []
    largest = sorted(there, key=lambda name: -sum(filter(known, there[name])))[:CLASSES]
    rows: list[Row] = [{"name": str(name), "shares": list(there[name])} for name in largest]
    return [_panel("Share of each class (class shift)", rows, stream["periods"], SERIES[1])]


def _panel(title: str, rows: list[Row], periods: Sequence[str], colour: str) -> Panel:
    def draw() -> Spec:
        from stylobench.report.charts.over_time import shares_over_time

        return shares_over_time(rows, [str(period) for period in periods], colour)

    said = []
    for row in rows[:8]:
        there = [share for share in row["shares"] if known(share)]
        said.append(f"{row['name']} {percent(there[0], 0)} to {percent(there[-1], 0)}" if there else row["name"])
    return Panel(title, draw, f"{title} from {periods[0]} to {periods[-1]}: {'; '.join(said)}.")


def _caption(stream: Part, clusters: int, noun: str) -> str:
    sizes = [sum(period) for period in stream.get("mixes") or ()]
    tested = f" ({count(min(sizes))} to {count(max(sizes))} {plural(noun)} a period)" if sizes else ""
    which = f"; the largest {SHOWN} of {clusters} subclasses" if clusters > SHOWN else ""
    return (
        f"Shares period by period{tested}, all rows of a panel on one scale{which}; first and last share at the right. "
        "A moving share of the classes is another problem than a moving mix: the bounds are not about it."
    )


def _order(stream: Part, clusters: Sequence[Part]) -> list[Block]:
    """Nothing where nothing could be put in order."""
    inside = stream.get("clusters") or ()
    named: list[tuple[str, Part | None]] = [
        ("whole stream", stream.get("whole")),
        ("whole, at the size of a subclass", stream.get("equal")),
    ]
    named += [(cluster_name(cluster), one) for cluster, one in zip(clusters, inside, strict=False)]
    there = [(name, one) for name, one in named if one and one.get("n")]
    if not there:
        return []
    columns = [
        Column("in order of time", "name"),
        Column("n", rank=1),
        Column("nearer by, % [95%]", hint="0 is no order"),
        Column("p", hint="of that, by permutation"),
        Column("runs p", hint="by permutation", rank=1),
        Column("Bartels p", hint="by permutation", rank=1),
    ]
    caption = (
        "Is the order random? By how much neighbours in time are nearer to each other than in random order (in per "
        "cent, with 95% intervals) and p by permutation: that sees bursts of a topic; runs and Bartels see a spread "
        "that changes. If the whole stream has order and subclasses of equal size have none, the mix is what shifts."
    )
    rows = [_random(name, one) for name, one in there]
    return [Table(caption, columns, rows, brief=BRIEF), *_published(there)]


def _published(named: Sequence[tuple[str, Part]]) -> list[Block]:
    """The p-values that the paper's formulas give, folded away."""
    keys = ("runs_p_published", "bartels_p_published")
    rows = [[Cell(name), *(Cell(bare_p(one.get(key)), one.get(key)) for key in keys)]
            for name, one in named if any(known(one.get(key)) for key in keys)]  # fmt: skip
    columns = [Column("in order of time", "name"), Column("runs p"), Column("Bartels p")]
    caption = (
        "Not to be trusted: neighbouring distances share an item, so these p can reject streams without any order."
    )
    return [Table(caption, columns, rows, folded="As published")] if rows else []


def _random(name: str, one: Part) -> list[Cell]:
    effect = one.get("effect")
    low, high = one.get("effect_low"), one.get("effect_high")
    sides = f" [{decimal(100 * low, 1)}, {decimal(100 * high, 1)}]" if known(low) and known(high) else ""
    told = decimal(100 * effect, 1) + sides if known(effect) else "–"
    ps = [one.get(key) for key in ("effect_p", "runs_p", "bartels_p")]
    return [Cell(name), Cell(count(one.get("n")), one.get("n")), Cell(told, effect), *(Cell(bare_p(p), p) for p in ps)]


def _heat(stream: Part, noun: str) -> list[Block]:
    words, periods = stream.get("words") or (), stream.get("periods") or ()
    if not (words and periods):
        return []
    rows: list[Row] = [
        {"name": f"{one['word']} ({one['label']})", "shares": list(one["shares"])} for one in words[:WORDS]
    ]

    def draw() -> Spec:
        from stylobench.report.charts.word_heat import word_heat

        return word_heat(rows, [str(period) for period in periods])

    caption = (
        f"Words that point to a class (in brackets), and the share of a period’s {plural(noun)} that hold them"
        + (f"; the first {WORDS} of {len(words)}." if len(words) > WORDS else ".")
    )
    alt = f"Heat map of {many(len(rows), 'word')} over {many(len(periods), 'period')}: " + ", ".join(
        f"{row['name']} {percent(row['shares'][0], 0)} to {percent(row['shares'][-1], 0)}" for row in rows[:6]
    )
    return [Figure(caption, [Panel("Words over time", draw, f"{alt}.", wide=True)])]
