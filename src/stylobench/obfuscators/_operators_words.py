"""Small words: the ones that can be left out, the ones that can be put in, and words that shout."""

from __future__ import annotations

from collections.abc import Iterator

from stylobench.edits import Sheet
from stylobench.features.prose import WORD
from stylobench.obfuscators._dice import Dice
from stylobench.obfuscators._gap import Gap
from stylobench.obfuscators._listed import listed
from stylobench.obfuscators._reading import FINITE, Reading

SPARE = listed("spare")
NOT_AFTER = listed("not_after")
SAID = listed("said")
# Nouns after which 'that' tells what they are about.
TOLD = listed("told")
# Verbs before which a filler makes nonsense: auxiliaries, states and what one thinks, sees or says.
UNFILLED = listed("unfilled")
RELATIVES = 0.7
SUBJECT = frozenset(["i", "he", "she", "we", "they", "it", "you", "there"])
LINKS = ("Indeed,", "In fact,", "Of course,", "Certainly,", "Here,", "Now,")
LINK_WEIGHTS = (4.0, 4.0, 3.0, 2.0, 0.5, 1.0)
ADVERBS = {"VBD": ("also", "then", "simply"), "VBZ": ("also", "really"), "VBP": ("also", "really")}
BEING = frozenset(["is", "are", "was", "were"])
NOISY = 30.0
BEFORE_VERBS = ("also", "just", "simply", "actually", "then", "now")
SHORTEST_SHOUT = 2
ACRONYMS = frozenset(["us", "it", "who", "tv", "id", "am", "pm", "un", "eu", "uk", "usa", "it's", "ok"])


def drop_spare(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Leave out words that a sentence can spare."""
    places = [place for place in reading.sites(SPARE) if _spare(reading, place)]
    chance = gap.chance(-gap.missing("adverbs"), len(places), 0.6)
    for place in places:
        if dice.hit(chance):
            sheet.change(reading.tokens[place].start, reading.tokens[place + 1].start, "", "stop word")


def drop_relatives(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Leave out 'that', 'which' and 'whom' in 'the book that he wrote'."""
    for place in reading.sites(("that", "which", "whom")):
        if _relative(reading, place) and dice.hit(RELATIVES * gap.strength):
            sheet.change(reading.tokens[place].start, reading.tokens[place + 1].start, "", "relative")


def _relative(reading: Reading, place: int) -> bool:
    """Whether a noun of things stands before, and a subject with its verb behind."""
    lows, tags = reading.lows, reading.tags
    if place in reading.firsts or tags[place - 1] not in ("NN", "NNS") or lows[place - 1] in TOLD:
        return False
    subject = lows[place + 1] in ("i", "he", "she", "we", "they", "you") and tags[place + 2] in FINITE
    return subject and lows[place - 1].isalpha() and reading.in_line(place - 1, place + 2)


def draw_that(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Draw anew whether 'that' stands between 'he said' and what he said."""
    share = gap.share("that")
    for place, there in that_sites(reading):
        if dice.hit(gap.strength) and dice.hit(share) != there:
            token = reading.tokens[place]
            if there:
                sheet.change(token.start, reading.tokens[place + 1].start, "", "that")
            else:
                sheet.change(token.start, token.start, "that ", "that")


def that_sites(reading: Reading) -> list[tuple[int, bool]]:
    """The places of each 'that' that can go and of each subject before which it can come."""
    lows, tags, found = reading.lows, reading.tags, []
    for verb in reading.sites(SAID):
        there = lows[verb + 1] == "that"
        subject = verb + 1 + there
        if not reading.in_line(verb, subject + 1) or lows[subject] not in SUBJECT or reading.asks(verb):
            continue
        if tags[subject + 1] in FINITE and tags[verb][:2] in ("VB", "JJ") and not _aside(reading, verb):
            found.append((verb + 1, there))
    return found


def _aside(reading: Reading, verb: int) -> bool:
    """Whether 'I think' stands in commas, or asks what comes before it: 'what he said it was'."""
    around = reading.lows[reading.near(verb) : verb]
    return any(word in ("what", "who", "which", "how", "where", "as", "than", "whom", "why") for word in around[-4:])


def _spare(reading: Reading, place: int) -> bool:
    """Whether a word stands inside a clause, before what it stresses, and nothing leans on it."""
    if place in reading.firsts or reading.lows[place - 1] in NOT_AFTER or not reading.in_line(place - 1, place + 1):
        return False
    if reading.tags[place] != "RB" or not reading.lows[place - 1].isalpha():
        return False
    wanted = ("VBD", "VBP", "VBZ", "VB") if reading.lows[place] in BEFORE_VERBS else ("JJ",)
    return reading.tags[place + 1] in wanted and reading.lows[place + 1] not in (
        "much",
        "few",
        "many",
        "little",
        "same",
    )


def add_noise(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Put in small words that say nothing, only where grammar has a place for them."""
    openings, insides, headed = list(_openings(reading)), list(_insides(reading)), set[int]()
    wanted = max(0.5 * NOISY, NOISY + 0.2 * gap.missing("adverbs") * 1000 / max(gap.words, 1)) * gap.words / 1000
    chance = min(0.65, gap.chance(wanted, len(openings) + len(insides), 0.0))
    opened = -1
    for place in openings:
        # two sentences in a row that open so are heard
        if opened < reading.starts[place - 1] and dice.hit(chance):
            opened = place
            headed.add(place)
            token = reading.tokens[place]
            small = token.text if reading.lows[place] == "i" else token.text[:1].lower() + token.text[1:]
            sheet.change(token.start, token.end, f"{LINKS[dice.pick(LINK_WEIGHTS)]} {small}", "noise")
    for place in insides:
        if reading.starts[place] not in headed and dice.hit(chance):
            options = ("also", "indeed") if reading.lows[place - 1] in BEING else ADVERBS[reading.tags[place]]
            start = reading.tokens[place].start
            sheet.change(start, start, f"{options[int(dice.draw() * len(options))]} ", "noise")


def _openings(reading: Reading) -> Iterator[int]:
    """First words of statements that are not the first of their paragraph."""
    for a, b in reading.prose.sentences[1:]:
        same_paragraph = reading.between(a - 1).count("\n") <= 1
        if same_paragraph and b - a > 6 and reading.lows[b - 1] == "." and reading.clause(a):
            yield a


def _insides(reading: Reading) -> Iterator[int]:
    """Verbs after their subject, or what follows 'is' after it."""
    lows, tags = reading.lows, reading.tags
    for verb in range(1, len(reading.tokens) - 1):
        if tags[verb] not in ADVERBS or not _has_subject(reading, verb) or not reading.in_line(verb - 1, verb + 1):
            continue
        if lows[verb] in BEING and tags[verb + 1] in ("DT", "JJ"):
            yield verb + 1
        elif lows[verb] not in BEING and _main(reading, verb):
            yield verb


def _has_subject(reading: Reading, verb: int) -> bool:
    """Whether a pronoun, or a noun with its article that opens the sentence, stands before a verb of a statement."""
    opened = reading.starts[verb]
    if reading.lows[verb - 1] not in ("i", "he", "she", "they", "we"):
        if not (opened < verb - 1 <= opened + 3 and reading.clause(opened) and reading.tags[verb - 1] in ("NN", "NNS")):
            return False
    elif opened != verb - 1 and reading.lows[verb - 2] not in ("and", "but"):
        return False
    return not reading.asks(verb)


def _main(reading: Reading, verb: int) -> bool:
    """Whether a verb is neither an auxiliary nor denied nor one that likes no adverb before it."""
    word = reading.lows[verb]
    return (
        word.isalpha()
        and word not in UNFILLED
        and reading.lows[verb + 1] != "not"
        and reading.tags[verb + 1] in ("DT", "IN", "TO", "PRP$", "PRP", "NNS", "NN", "JJ")
    )


def lower_shouting(reading: Reading, sheet: Sheet, gap: Gap, dice: Dice) -> None:
    """Write words in capitals small where small is how they are known; an acronym stays."""
    places = [place for place in range(len(reading.tokens)) if _shouts(reading, place, gap)]
    chance = gap.chance(-gap.missing("capitals"), len(places), 0.8)
    for place in places:
        if dice.hit(chance):
            token = reading.tokens[place]
            small = token.text.lower()
            written = small.capitalize() if place in reading.firsts else small
            sheet.change(token.start, token.end, written, "shouting")


def _shouts(reading: Reading, place: int, gap: Gap) -> bool:
    token = reading.tokens[place]
    if token.kind != WORD or len(token.text) < SHORTEST_SHOUT or not token.text.isupper() or not token.text.isalpha():
        return False
    return token.text.lower() not in ACRONYMS and gap.rate(token.text.lower()) > 0
