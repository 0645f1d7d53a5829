"""Punctuation: commas put in or left out where both are good, and loud or rare marks made plain."""

from __future__ import annotations

from stylobench.edits import Sheet
from stylobench.obfuscators._dice import Dice
from stylobench.obfuscators._gap import Gap
from stylobench.obfuscators._listed import listed
from stylobench.obfuscators._reading import Reading

OPENING_ADVERBS = listed("opening_adverbs")
PREPOSITIONS = frozenset(["in", "on", "at", "after", "before", "during", "by", "for", "from", "since", "with"])
CLAUSE_LINKS = ("and", "but", "so")
SUBORDINATE = ("because", "while", "although", "though", "since", "whereas", "unless", "until")
PEOPLE = ("i", "he", "she", "they", "we")
SERIES = ("and", "or")
ASIDE = 9
LONG_DASHES = ("--", "–", "—")
LISTED = ("NN", "NNS", "JJ")


def put_commas(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Put commas in where there are fewer than usual."""
    sites = [*_before_links(reading), *_after_openings(reading), *_in_series(reading, False)]
    chance = gap.chance(gap.missing("commas"), len(sites), 0.7)
    for place in sorted(sites):
        if dice.hit(chance):
            sheet.change(reading.tokens[place].end, reading.tokens[place].end, ",", "comma")


def leave_commas(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Leave commas out where there are more than usual."""
    in_series = frozenset(_in_series(reading, True))
    sites = [place for place in reading.where.get(",", ()) if place in in_series or _dispensable(reading, place)]
    chance = gap.chance(-gap.missing("commas"), len(sites), 0.7)
    for place in sites:
        if dice.hit(chance):
            sheet.change(reading.tokens[place].start, reading.tokens[place].end, "", "comma")


def plain_marks(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Make exclamation marks stops, semicolons commas with 'and', and dashes commas, where there are too many."""
    for measure, marks, operator in (("exclamations", ("!",), "stop"), ("semicolons", (";",), "semicolon")):
        places = [place for place in reading.sites(marks) if _lone(reading, place)]
        chance = gap.chance(-gap.missing(measure), len(places))
        for place in places:
            if dice.hit(chance):
                _make_plain(reading, sheet, place, operator)
    _plain_dashes(reading, sheet, gap, dice)


def _plain_dashes(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Make the dashes of a sentence commas, all of them or none: half of a pair would be left over."""
    spans = [[_dash(reading, place) for place in places] for places in _dashes(reading)]
    whole = [some for some in spans if all(start < end and sheet.free(start, end) for start, end in some)]
    chance = gap.chance(-gap.missing("dashes"), sum(map(len, whole)), 0.6)
    for some in whole:
        if dice.hit(chance):
            for start, end in some:
                sheet.change(start, end, "," if reading.prose.text[end].isspace() else ", ", "dash")


def _dashes(reading: Reading) -> list[list[int]]:
    """The dashes of each sentence that has any, quoted ones too; a hyphen is one only between blanks."""
    found: dict[int, list[int]] = {}
    for place, token in enumerate(reading.tokens):
        if token.text in LONG_DASHES or (token.text == "-" and place and reading.between(place - 1) == " "):
            found.setdefault(reading.starts[place], []).append(place)
    return list(found.values())


def _dash(reading: Reading, place: int) -> tuple[int, int]:
    """What a comma would replace, from the word before; nothing where a comma would not do."""
    if not _spaced(reading, place) and not _tight(reading, place):
        return 0, 0
    return reading.tokens[place - 1].end, reading.tokens[place].end


def _make_plain(reading: Reading, sheet: Sheet, place: int, operator: str) -> None:
    token = reading.tokens[place]
    if operator == "stop":
        sheet.change(token.start, token.end, ".", operator)
    elif reading.clause(place + 1):
        sheet.change(token.start, token.end, ", and", operator)


def _lone(reading: Reading, place: int) -> bool:
    """Whether a mark ends a word and has no other mark behind it."""
    return place > 0 and reading.lows[place - 1].isalpha() and reading.lows[place + 1] not in ("!", "?", ".", ")")


def _spaced(reading: Reading, place: int) -> bool:
    """Whether a dash stands in a line between words, apart from both."""
    apart = reading.between(place - 1) == " " and reading.between(place) == " " if place else False
    return _between_words(reading, place) and apart and reading.in_line(place - 1, place + 1)


def _tight(reading: Reading, place: int) -> bool:
    """Whether a long dash stands between two words without space."""
    long = reading.lows[place] in ("--", "—")
    return _between_words(reading, place) and long and not reading.between(place - 1) and not reading.between(place)


def _between_words(reading: Reading, place: int) -> bool:
    """Whether open words stand on both sides, such as 'grey-green' and "didn't"."""
    return place > 0 and all(reading.lows[side][:1].isalpha() for side in (place - 1, place + 1))


def _before_links(reading: Reading) -> list[int]:
    """Words before 'and', 'but' and the like where a new clause begins."""
    found = []
    for place in reading.sites(CLAUSE_LINKS):
        inside = place - reading.starts[place] > 3 and reading.lows[place - 1].isalpha()
        verb = (
            reading.tags[place + 1] == "VBD"
            and reading.tags[place - 1][:2] != "VB"
            and place - reading.starts[place] > ASIDE
        )
        if inside and (verb or reading.clause(place + 1)) and reading.finite(reading.near(place), place):
            found.append(place - 1)
    return found


def _after_openings(reading: Reading) -> list[int]:
    """Words that end an opening such as 'then' or 'in the end' before a subject."""
    found = []
    for place in sorted(reading.firsts):
        end = _opening_end(reading, place)
        if end is not None and reading.clause(end + 1) and not reading.asks(place):
            found.append(end)
    return found


def _opening_end(reading: Reading, place: int) -> int | None:
    if reading.lows[place] in OPENING_ADVERBS:
        return place
    if reading.lows[place] not in PREPOSITIONS or reading.tags[place] != "IN":
        return None
    tags = reading.tags[place + 1 : place + 5]
    for at, tag in enumerate(tags, place + 1):
        if (
            tag in ("NN", "NNS", "CD")
            and reading.tags[at + 1] in ("PRP", "DT", "EX", ",")
            and reading.lows[at].isalnum()
        ):
            return at
        if tag not in ("DT", "JJ", "PRP$", "NN"):
            return None
    return None


def _in_series(reading: Reading, with_comma: bool) -> list[int]:
    """The place before 'and' in 'a, b and c' (the word), or in 'a, b, and c' (the comma)."""
    tags, lows, found = reading.tags, reading.lows, []
    for link in reading.sites(SERIES):
        last = link - 1 - with_comma
        if link - reading.starts[link] < 4 or (with_comma and lows[link - 1] != ","):
            continue
        alike = tags[last] in LISTED and tags[link + 1] in LISTED and tags[last - 2] in LISTED
        if alike and lows[last - 1] == "," and lows[last].isalpha():
            found.append(link - 1)
    return found


def _only_comma(reading: Reading, place: int) -> bool:
    """Whether no other comma is near that would make this one a part of a series or of an aside."""
    near = reading.lows[max(reading.starts[place], place - ASIDE) : min(place + ASIDE, reading.ends[place])]
    return near.count(",") == 1


def _dispensable(reading: Reading, place: int) -> bool:
    """Whether the sentence reads as well without this comma."""
    lows, first = reading.lows, reading.starts[place]
    if place == first or not lows[place - 1].isalpha():
        return False
    if place - first <= 4:
        return (lows[first] in OPENING_ADVERBS and place == first + 1) or _opening_end(reading, first) == place - 1
    if lows[place + 1] in SUBORDINATE[:2] or (lows[place + 1] in CLAUSE_LINKS[:2] and _only_comma(reading, place)):
        return True
    return lows[place + 1] in CLAUSE_LINKS[:2] and lows[place + 2] in PEOPLE and reading.clause(place + 2)
