"""Did the bound hold? Bounds from the past against what came out in every later period."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stylobench.report.shift.reading import (
    Part,
    Units,
    called,
    colour_of,
    lead,
    number_cell,
    ordered,
    risk,
    sure_cell,
    units_of,
    upper,
    worded,
)
from stylobench.report.story import (
    Answer,
    Block,
    Cell,
    Chapter,
    Column,
    Figure,
    Listing,
    Panel,
    Result,
    Row,
    Spec,
    Table,
)
from stylobench.report.words import count, known, listed, many, percent, squeezed

TITLE = "Did the bound hold?"
LAWS = {"posterior": "posterior", "exact": "exact", "normal": "normal", "future": "future sample"}
PANELS, PERIODS = 6, 18
ORIGINS = (("measure", 3), ("trained on", 4))
BRIEF, SHORT = 18, 12


def chapter(result: Result) -> Chapter:
    """A row per period, drawn and in numbers, and how many bounds held."""
    found = result.get("backtest") or {}
    rows = found.get("rows") or ()
    if not rows:
        return Chapter("backtest", TITLE)
    first = _lead(result, rows)
    leading = [row for row in rows if row["measure"] == first]
    others = [
        row for name in ordered({row["measure"] for row in rows}, first)[1:] for row in rows if row["measure"] == name
    ]
    leading, others = _by_period(leading), _by_period(others)
    blocks: list[Block] = [_figure(result, leading, found), _table(leading, found, "")]
    blocks += [_table(others, found, "The same by every other measure")] if others else []
    blocks += _coverage(found, first)
    blocks += [Listing([worded(str(note)) for note in found["notes"]])] if found.get("notes") else []
    return Chapter("backtest", TITLE, blocks)


def _by_period(rows: Sequence[Part]) -> list[Part]:
    """The methods of a period side by side, so that the first rows have all of them."""
    order = {origin: place for place, origin in enumerate(dict.fromkeys(map(_tried, rows)))}
    return sorted(rows, key=lambda row: order[_tried(row)])


def _tried(row: Part) -> tuple[str, str, str]:
    return str(row["measure"]), str(row.get("trained")), _pair(row)


def _pair(row: Part) -> str:
    """The sample behind the bound, and the period that it was tried on."""
    return f"{row.get('bounded')} → {row['period']}"


def outcome(row: Part) -> str:
    """Whether the bound held; a miss that the bound for so small a sample allows is luck.

    >>> outcome({"held": False, "future_held": True, "n": 47})
    'within the luck of n = 47'
    """
    if not isinstance(row.get("held"), bool):
        return "not tried"
    if row["held"]:
        return "held"
    return f"within the luck of n = {count(row.get('n'))}" if row.get("future_held") else "fell through"


def _lead(result: Result, rows: Sequence[Part]) -> str:
    measures = [row["measure"] for row in rows]
    return lead(result) if lead(result) in measures else str(measures[0])


def answers(result: Result, places: Mapping[str, int]) -> list[Answer]:
    """What a backtest says where nothing else was asked."""
    found = result.get("backtest") or {}
    rows = found.get("rows") or ()
    told = []
    for name in dict.fromkeys(row["method"] for row in rows):
        mine = [row for row in rows if row["method"] == name and row["measure"] == _lead(result, rows)]
        tried = [row for row in mine if isinstance(row.get("held"), bool)]
        broken = [row for row in tried if not row["held"]]
        measure, units = str(mine[0]["measure"]) if mine else "", units_of(str(mine[0]["measure"]) if mine else "")
        held = f"{len(tried) - len(broken)} of {many(len(tried), 'later period')} stayed {units.kept} the bound"
        said = f"{called(measure)}: {held} (risk {risk(found.get('delta'))})" if tried else "no bound could be tried"
        told.append(Answer(name, places.get(name, 0), said, tuple(_broken(broken))))
    return told


def _broken(rows: Sequence[Part]) -> list[str]:
    """The periods that fell through, and those whose miss may be luck."""
    fell = [_pair(row) for row in rows if not row.get("future_held")]
    luck = [_pair(row) for row in rows if row.get("future_held")]
    heads = (("Fell through", fell), ("Below the bound, but within the luck of so small a sample", luck))
    return [f"{head}: {listed([*pairs[:6], *(['more'] if len(pairs) > 6 else [])])}." for head, pairs in heads if pairs]


def _figure(result: Result, rows: Sequence[Part], found: Part) -> Figure:
    measure = str(rows[0]["measure"])
    methods = list(dict.fromkeys(row["method"] for row in rows))[:PANELS]
    drawn = {name: [_mark(result, row) for row in rows if row["method"] == name][-PERIODS:] for name in methods}
    every = [row for part in drawn.values() for row in part]
    panels = [_panel(name, part, every, measure) for name, part in drawn.items()]
    units = units_of(measure)
    last = f" The last {PERIODS} periods are drawn." if len(rows) > PERIODS * len(methods) else ""
    side = "left" if units.loss else "right"
    caption = (
        f"{upper(called(measure))} of every later period with 95% intervals, and the posterior bound made before it at "
        f"a risk of {risk(found.get('delta'))} (thick upright mark; the thin one is the bound for a sample of that "
        f"size). It should stay {side} of the thick mark; a hollow circle missed it within the luck of a small sample, "
        f"a hollow square fell through. Names: bound from → tested on.{last}"
    )
    return Figure(caption, panels)


def _mark(result: Result, row: Part) -> Row:
    units, level = units_of(str(row["measure"])), row.get("level") or {}
    value = level.get("value")
    low, high = (level[end] if known(level.get(end)) else value for end in ("low", "high"))
    scaled = {key: units.scale * number if known(number) else None
              for key, number in (("value", value), ("low", low), ("high", high), ("bound", row.get("bound")),
                                  ("future", row.get("future")))}  # fmt: skip
    told = f"{_pair(row)}: {units.sure(level)}, bound {units.number(row.get('bound'))}, n = {count(row.get('n'))}"
    name = f"{squeezed(str(row.get('bounded')), SHORT)} → {row['period']}"
    return {"name": name, "words": f"n = {count(row.get('n'))}", "held": row.get("held"),
            "luck": bool(row.get("future_held")), "hover": f"{told}, {outcome(row)}",
            "colour": colour_of(result, row["method"]), **scaled}  # fmt: skip


def _panel(name: str, rows: list[Row], every: list[Row], measure: str) -> Panel:
    def draw() -> Spec:
        from stylobench.report.charts.backtest import backtest

        return backtest(rows, units_of(measure).axis(measure), every)

    said = "; ".join(row["hover"] for row in rows)
    return Panel(name, draw, f"{name}, {called(measure)} by period: {said}.")


def _table(rows: Sequence[Part], found: Part, folded: str) -> Table:
    kept = [place for place, values in enumerate(_origins(rows)) if len(values) > 1]
    columns = [
        Column("method", "name"),
        *(Column(head, "tag", rank=rank) for head, rank in (ORIGINS[place] for place in kept)),
        Column("bound from → tested on", "name"),
        Column("n", rank=1),
        Column("expected", rank=2),
        Column("bound"),
        Column("came out [95%]"),
        Column("bound held?", "words"),
        Column("bound for n", hint="posterior bound on the score of a sample of that size", rank=2),
        Column("mix moved", hint="total-variation distance from the sample behind the bound", rank=2),
    ]
    same = [f"{ORIGINS[place][0]}: {values[0]}" for place, values in enumerate(_origins(rows)) if place not in kept]
    caption = (
        f"Every later period with its size n: what was expected, the posterior bound made before it (risk "
        f"{risk(found.get('delta'))}), what came out, and how far its mix had moved. A miss is "
        f"within the luck of n where the bound for a sample of that size held. {_unit_words(rows)}"
    )
    caption += f" {upper('; '.join(same))}." if same else ""
    brief = max(BRIEF, 2 * len({row["method"] for row in rows}))
    return Table(caption, columns, [_row(row, kept) for row in rows], brief=None if folded else brief, folded=folded)


def _origins(rows: Sequence[Part]) -> list[list[str]]:
    """The different measures and training samples."""
    return [list(dict.fromkeys(_origin(row)[place] for row in rows)) for place in range(len(ORIGINS))]


def _origin(row: Part) -> tuple[str, str]:
    return called(str(row["measure"])), str(row.get("trained"))


def _row(row: Part, kept: Sequence[int]) -> list[Cell]:
    units, moved = units_of(str(row["measure"])), row.get("moved")
    return [
        Cell(str(row["method"])),
        *(Cell(_origin(row)[place]) for place in kept),
        Cell(_pair(row)),
        Cell(count(row.get("n")), row.get("n")),
        number_cell(row.get("expected"), units),
        number_cell(row.get("bound"), units),
        sure_cell(row.get("level"), units),
        Cell(outcome(row)),
        number_cell(row.get("future"), units),
        Cell(percent(moved, 0), moved),
    ]


def _unit_words(rows: Sequence[Part]) -> str:
    losses = {units_of(str(row["measure"])).loss for row in rows}
    if losses == {True}:
        return "Less is better, and the bound is an upper one."
    return "Points of 100." if losses == {False} else "Points of 100; log loss as it is, with an upper bound."


def _coverage(found: Part, first: str) -> list[Block]:
    coverage = found.get("coverage") or ()
    if not coverage:
        return []
    promised = 1 - found["delta"] if known(found.get("delta")) else None
    order = ordered({one["measure"] for one in coverage}, first)
    rows = [_covered(one) for measure in order for one in coverage if one["measure"] == measure]
    columns = [
        Column("measure", "name"),
        Column("method", "tag"),
        Column("law", "tag"),
        Column("held"),
        Column("coverage [95%]"),
    ]
    caption = (
        f"In how many later periods the bound held, by law; promised are {percent(promised, 0)}. Each period counts "
        "once, against the newest bound before it. Fewer than 5 periods make no coverage figure: they are listed above."
    )
    return [Table(caption, columns, rows, brief=sum(one["measure"] == order[0] for one in coverage))]


def _value(one: Part) -> float | None:
    return one["held"] / one["tried"] if one.get("tried") else None


def _covered(one: Part) -> list[Cell]:
    held = Cell(f"{count(one['held'])} of {count(one['tried'])}", _value(one))
    law = str(one["law"])
    names = [Cell(called(one["measure"])), Cell(str(one["method"])), Cell(LAWS.get(law, law))]
    return [*names, held, Cell(_ratio(one), _value(one))]


def _ratio(one: Part) -> str:
    if not (known(one.get("low")) and known(one.get("high"))):
        return "too few"
    return Units().sure({"value": _value(one), "low": one["low"], "high": one["high"]}, digits=0)
