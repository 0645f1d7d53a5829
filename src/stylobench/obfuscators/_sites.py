"""Places that say something in one of two ways, a short and a long one, drawn anew by the share of the short one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stylobench.edits import Sheet
from stylobench.obfuscators._dice import Dice
from stylobench.obfuscators._gap import Gap
from stylobench.obfuscators._reading import Reading, cased_like


@dataclass(frozen=True, slots=True)
class Site:
    """Tokens that say it in one way, and how that is said the other way."""

    place: int
    length: int
    other: str
    short: bool


def drawn_anew(sites: Iterable[Site], share: float, gap: Gap, dice: Dice) -> Iterator[Site]:
    """The sites where the other way is drawn."""
    return (site for site in sites if dice.hit(gap.strength) and dice.hit(share) != site.short)


def turn(reading: Reading, sheet: Sheet, site: Site, operator: str) -> None:
    """Say it the other way."""
    start, end = reading.tokens[site.place].start, reading.tokens[site.place + site.length - 1].end
    sheet.change(start, end, cased_like(reading, site.place, site.other), operator)
