"""Sentences: short neighbours are joined and long ones cut in two, towards the average length."""

from __future__ import annotations

from stylobench.edits import Sheet
from stylobench.obfuscators._dice import Dice
from stylobench.obfuscators._gap import Gap
from stylobench.obfuscators._reading import SHUT, Reading

LONGEST_JOINED = 36
SHORTEST_CUT = 5
JOINTS = {
    "and": (".", ". And", ". Also,"),
    "but": (". But", ". However,", ". Yet"),
    "so": (". So", ". Therefore,", ". Thus,"),
}
JOINT_WEIGHTS = {"and": (6.0, 2.0, 1.0), "but": (4.0, 4.0, 1.0), "so": (3.0, 2.0, 1.0)}
CONDITIONAL = ("IN", "WRB", "WP", "WDT", "VBG", "TO")
OPENERS = ("and", "but", "so", "yet")
TAIL = ("that", "this", "these", "those")


def join_sentences(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Join a short sentence to the next one where sentences are shorter than usual."""
    ranges = reading.prose.sentences
    joints = [n for n in range(len(ranges) - 1) if _joinable(reading, ranges[n], ranges[n + 1])]
    chance = gap.chance(-gap.missing("sentences"), len(joints), 0.5)
    joined = -2
    for number in joints:
        if number > joined + 1 and dice.hit(chance) and _join(reading, sheet, ranges[number][1], dice):
            joined = number


def cut_sentences(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Cut a sentence in two between clauses where sentences are longer than usual."""
    joints = [place for place in reading.sites((*JOINTS, ";")) if _cuttable(reading, place)]
    chance, last = gap.chance(gap.missing("sentences"), len(joints), 0.5), -1
    for place in joints:
        if reading.starts[place] > last and dice.hit(chance) and _cut(reading, sheet, place, dice):
            last = place


def _joinable(reading: Reading, left: tuple[int, int], right: tuple[int, int]) -> bool:
    """Whether two statements follow each other in one line, the second with a plain subject or 'and', 'but'."""
    (a, b), (_, d) = left, right
    if d - a > LONGEST_JOINED or b - a < 3 or d - b < 4 or reading.lows[b - 1] != "." or reading.lows[d - 1] != ".":
        return False
    if reading.between(b - 1).strip(" ") or not reading.between(b - 1) or not reading.finite(a, b):
        return False
    return (reading.lows[b] in OPENERS and reading.clause(b + 1)) or (reading.clause(b) and reading.lows[b] != SHUT)


def _join(reading: Reading, sheet: Sheet, place: int, dice: Dice) -> bool:
    stop, first = reading.tokens[place - 1], reading.tokens[place]
    word = first.text if reading.lows[place] == "i" else first.text[:1].lower() + first.text[1:]
    space = reading.prose.text[stop.end : first.start]
    links = [","] if reading.lows[place] in OPENERS else [", and", ";"]
    link = links[dice.pick([3.0, 1.0][: len(links)])]
    return sheet.change(stop.start, first.end, f"{link}{space}{word}", "join")


def _cuttable(reading: Reading, place: int) -> bool:
    """Whether a statement with a verb ends here and a clause with a plain subject begins."""
    a, b, near = reading.starts[place], reading.ends[place], reading.near(place)
    semicolon = reading.lows[place] == ";"
    end = place if semicolon else place - 1
    if not semicolon and reading.lows[place - 1] != ",":
        return False
    if end - a < SHORTEST_CUT or b - place < SHORTEST_CUT + 1 or reading.lows[b - 1] != ".":
        return False
    if reading.tags[a] in CONDITIONAL or not reading.finite(near, end) or not reading.in_line(end, place + 1):
        return False
    bracketed = any(mark in reading.lows[near:end] for mark in "()[]")
    return not bracketed and reading.clause(place + 1) and reading.lows[place + 1] not in TAIL


def _cut(reading: Reading, sheet: Sheet, place: int, dice: Dice) -> bool:
    joint = reading.lows[place]
    first, last = reading.tokens[place if joint == ";" else place - 1], reading.tokens[place + 1]
    opening = "." if joint == ";" else JOINTS[joint][dice.pick(JOINT_WEIGHTS[joint])]
    word = last.text[:1].upper() + last.text[1:] if opening == "." else last.text
    return sheet.change(first.start, last.end, f"{opening} {word}", "cut")
