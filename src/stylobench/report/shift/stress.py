"""The worst mix near today's: how far a measure falls, and which subclass has to grow for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stylobench.report.families import some
from stylobench.report.shift.answer import feared_in
from stylobench.report.shift.reading import (
    Part,
    beyond_noise,
    called,
    cluster_name,
    lead,
    number_cell,
    units_of,
    working,
)
from stylobench.report.story import Block, Cell, Column, Result, Table, Words
from stylobench.report.words import known, percent, signed_points

MOVES = 6


def blocks(result: Result) -> list[Block]:
    """The subclass to fear, the fall at every radius, and what moves."""
    found = {
        name: [stress for stress in one.get("stress") or () if known(stress.get("value"))]
        for name, one in working(result).items()
    }
    found = {name: stresses for name, stresses in found.items() if stresses}
    if not found:
        return []
    return [*_feared(found, lead(result)), _table(found, lead(result)), *_moves(found)]


def _feared(found: Mapping[str, Sequence[Part]], measure: str) -> list[Block]:
    """The subclass that grows in the farthest of the worst mixes that cost clearly more than noise alone would."""
    units = units_of(measure)
    told: dict[tuple[str, float], list[str]] = {}
    for name, stresses in found.items():
        clear = [one for one in stresses if feared_in(one) and beyond_noise(one)]
        if clear:
            worst = max(clear, key=lambda one: float(one["radius"]))
            told.setdefault((feared_in(worst), worst["radius"]), []).append(
                f"{name} gets {units.amount(worst['drop'])} worse (noise alone: {units.amount(worst['noise'])})"
            )
    if not told:
        return [Words("No subclass stands out: what the worst mixes lose is not clearly more than noise would give.")]
    return [
        Words(f"A subclass to fear: {name}. If {percent(radius, 0)} of the mix moves, {some(said)}.")
        for (name, radius), said in told.items()
    ]


def _table(found: Mapping[str, Sequence[Part]], measure: str) -> Table:
    units = units_of(measure)
    columns = [
        Column("method", "name"),
        Column("mix moved", hint="total-variation distance from today’s mix"),
        Column(called(measure)),
        Column("worse by"),
        Column("noise alone", hint="what subclasses without any difference would seem to lose"),
        Column("careful", hint="with the worse end of every subclass’s interval", rank=1),
        Column("moves to", "words", rank=2),
    ]
    rows = [
        [Cell(name), Cell(percent(one["radius"], 0), one["radius"]), number_cell(one.get("value"), units),
         number_cell(one.get("drop"), units), number_cell(one.get("noise"), units),
         number_cell(one.get("careful"), units), Cell(feared_in(one) or "–")]
        for name, stresses in found.items() for one in stresses
    ]  # fmt: skip
    caption = (
        f"The worst mix within a distance of today’s: {called(measure)} there, how much worse than today, and what "
        "noise alone would give. Only what is more than one and a half times that is a weakness. Careful: every "
        "subclass at the worse end of its interval."
    )
    return Table(caption, columns, rows)


def _moves(found: Mapping[str, Sequence[Part]]) -> list[Block]:
    rows = [
        _move(name, one["radius"], move)
        for name, stresses in found.items()
        for one in stresses
        for move in sorted(one.get("moves") or (), key=lambda move: -abs(move["after"] - move["before"]))[:MOVES]
    ]
    if not rows:
        return []
    columns = [Column("method", "name"), Column("mix moved"), Column("subclass", "words"), Column("share today"),
               Column("share in the worst mix"), Column("points")]  # fmt: skip
    caption = f"What grows and what shrinks in each worst mix, the largest {MOVES} moves each."
    return [Table(caption, columns, rows, folded="What moves in the worst mixes")]


def _move(name: str, radius: float, move: Part) -> list[Cell]:
    change = move["after"] - move["before"]
    return [
        Cell(name),
        Cell(percent(radius, 0), radius),
        Cell(cluster_name({"name": move["subclass"]})),
        Cell(percent(move["before"]), move["before"]),
        Cell(percent(move["after"]), move["after"]),
        Cell(signed_points(change, None, None), change),
    ]
