"""The story of a verdict: what the score supports, what it was worth before, what it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from stylobench.report.story import (
    Answer,
    Block,
    Cell,
    Chapter,
    Column,
    Facts,
    Listing,
    MarkedTexts,
    Result,
    Story,
    Stretch,
    Table,
    Words,
    chapters_of,
)
from stylobench.report.words import count, decimal, feature, known, listed, many, percent, shortened

Part = Mapping[str, Any]
MOST_DETAILS = 3
HEADLINES = {
    "one author": "supports one author",
    "different authors": "supports different authors",
    "neither": "supports neither",
    "no answer": "no answer",
}
MEASURES = {"auc": "AUC", "c_at_1": "c@1"}
BRIEF, IN_A_LINE = 10, 3


def story(result: Result) -> Story:
    """The whole verdict."""
    verdicts = result["verdicts"]
    return Story(
        name="verdict",
        question="One author or different authors: what do the scores support?",
        size=f"beside {many(len(result['known']), 'known text')}",
        answers=[_summary(result)] if len(verdicts) > 1 else [_answer(one) for one in verdicts],
        compared="In short",
        verdicts=[],
        guide=GUIDE,
        chapters=chapters_of((_by_family, _in_detail, _reasons, _marked, _warnings, _behind), result),
    )


def in_short(result: Result) -> str:
    """How many verifiers say what; not a verdict of its own, because they look at the same texts.

    >>> in_short({"counts": {"one author": 2, "neither": 1}, "verdicts": [1, 2, 3]})
    'Of 3 verifiers 2 support one author and 1 supports neither.'
    """
    words = {"one author": "one author", "different authors": "different authors", "neither": "neither"}
    said = [(result["counts"].get(kind, 0), f"support{{}} {what}") for kind, what in words.items()]
    said.append((result["counts"].get("no answer", 0), "give{} no answer"))
    parts = [f"{count(number)} {text.format('s' * (number == 1))}" for number, text in said if number]
    return f"Of {many(len(result['verdicts']), 'verifier')} {listed(parts)}."


def headline(verdict: Part) -> str:
    """What a verifier's score supports, in a few words."""
    score = f" (score {decimal(verdict['score'], 2)})" if known(verdict["score"]) else ""
    return HEADLINES[verdict["supports"]] + score


def worth(verdict: Part) -> str:
    """What scores like this one were worth on training problems.

    >>> near = {"n": 31, "low_score": 0.74, "high_score": 0.9, "share": 0.87, "low": 0.74, "high": 0.94}
    >>> worth({"likewise": near})
    'Of 31 training problems that scored like this (0.74 to 0.90), 87% [74, 94] are by one author'
    """
    near = verdict["likewise"]
    if near is None:
        return "No training problem got a score, so nobody knows what this one is worth"
    ends = f" ({decimal(near['low_score'], 2)} to {decimal(near['high_score'], 2)})"
    said = f"{share(near)} are by one author"
    return f"Of {many(near['n'], 'training problem')} that scored like this{ends}, {said}"


def share(near: Part) -> str:
    """The share of training problems by one author, with its interval."""
    sure = known(near["low"]) and known(near["high"])
    ends = f" [{percent(near['low'], 0).rstrip('%')}, {percent(near['high'], 0).rstrip('%')}]" if sure else ""
    return f"{percent(near['share'], 0)}{ends}"


def _answer(verdict: Part) -> Answer:
    return Answer(verdict["verifier"], 0, headline(verdict), tuple(_sentences(verdict)))


def _sentences(verdict: Part) -> list[str]:
    said = [f"It gives no answer: {verdict['silence']}."] if verdict["silence"] else [_worth_beside(verdict)]
    said.append(f"On training problems of which it had seen no text: {measured(verdict['measures'])}.")
    return [*said, f"It looks at {verdict['looks_at']}."] if verdict["looks_at"] else said


def _worth_beside(verdict: Part) -> str:
    return f"{worth(verdict)}; of all of them, {percent(verdict['prior'], 0)}."


def measured(measures: Sequence[Part]) -> str:
    """How good a verifier is, in one line.

    >>> measured([{"metric": "auc", "value": 0.821, "low": 0.74, "high": 0.88}])
    'AUC 0.82 [0.74, 0.88]'
    """
    return ", ".join(f"{MEASURES[one['metric']]} {_measure(one)}" for one in measures)


def _measure(one: Part) -> str:
    ends = f" [{decimal(one['low'], 2)}, {decimal(one['high'], 2)}]" if known(one["low"]) and known(one["high"]) else ""
    return decimal(one["value"], 2) + ends


def _summary(result: Result) -> Answer:
    caution = (
        "This is no vote: the verifiers read the same texts, many look at the same evidence, and some know little; "
        "the table says what the scores of each were worth before."
    )
    return Answer("all together", 0, in_short(result).rstrip("."), (caution,))


def _by_family(result: Result) -> Chapter:
    if len(result["verdicts"]) < 2:
        return Chapter("verifiers", "")
    columns = [
        Column("verifier", "name"),
        Column("supports", "tag"),
        Column("score"),
        Column("one author", hint="share of training problems that scored like this"),
        Column("problems", rank=2, hint="training problems that scored like this"),
        Column("AUC", rank=1, hint="on training problems of which it had seen no text"),
    ]
    rows = [_row(one) for one in result["verdicts"]]
    caption = "“One author” is what scores like this one were worth on training problems."
    return Chapter("verifiers", "What each verifier says", [Table(caption, columns, rows)])


def _row(verdict: Part) -> list[Cell]:
    near, auc = verdict["likewise"], next((m for m in verdict["measures"] if m["metric"] == "auc"), None)
    return [
        Cell(verdict["verifier"]),
        Cell(verdict["supports"]),
        Cell(decimal(verdict["score"], 2), verdict["score"]),
        Cell(share(near), near["share"]) if near else Cell("–"),
        Cell(count(near["n"]), near["n"]) if near else Cell("–"),
        Cell(_measure(auc), auc["value"]) if auc else Cell("–"),
    ]


def _in_detail(result: Result) -> Chapter:
    """What a few verifiers would say each on its own; of many, the table has to do."""
    few = result["verdicts"] if 1 < len(result["verdicts"]) <= MOST_DETAILS else ()
    said = [f"{one['verifier']}: {headline(one)}. {' '.join(_sentences(one))}" for one in few]
    return Chapter("detail", "In detail", [Listing(said)] if said else [])


def _reasons(result: Result) -> Chapter:
    told, several = [one for one in result["verdicts"] if one["reasons"]], len(result["verdicts"]) > 1
    most = result.get("most")
    blocks: list[Block] = []
    if several and told:
        blocks.append(Listing([_weightiest(one, IN_A_LINE if most is None else most) for one in told]))
    if several and any(one["supports"] == "neither" for one in told):
        blocks.append(Words("Of a score that supports neither, this is what moved it, not proof.", "note"))
    brief = BRIEF if most is None else most
    blocks += [_reason_table(one, None if several else brief, one["verifier"] if several else "") for one in told]
    return Chapter("reasons", "What it rests on", blocks)


def _weightiest(verdict: Part, most: int) -> str:
    names = ", ".join(f"“{shortened(feature(one['name']), 40)}”" for one in verdict["reasons"][:most])
    more = len(verdict["reasons"]) - most
    return f"{verdict['verifier']}: {names}{f' and {count(more)} more' if more > 0 else ''}"


def _reason_table(verdict: Part, brief: int | None, folded: str) -> Table:
    """Strings and measures by weight; where none of them stands in the texts, nothing is counted."""
    columns = [Column("what", "name"), Column("weight", hint="as the verifier weighs it; negative: against one author")]
    stands = any(one["questioned"] or one["known"] for one in verdict["reasons"])
    sides = {"questioned": "in the questioned text", "known": "in known texts"} if stands else {}
    columns += [Column(title, rank=1) for title in sides.values()]
    rows = [
        [Cell(shortened(feature(reason["name"]), 80)), Cell(decimal(reason["weight"], 4), reason["weight"]),
         *(Cell(_times(reason, side), reason[side]) for side in sides)]
        for reason in verdict["reasons"]
    ]  # fmt: skip
    looks = f", which looks at {verdict['looks_at']}" if verdict["looks_at"] else ""
    moved = "; it moved the score, which supports neither, and is no proof" if verdict["supports"] == "neither" else ""
    return Table(f"What weighs most for {verdict['verifier']}{looks}{moved}.", columns, rows, brief, folded)


def _times(reason: Part, side: str) -> str:
    """How often it stands there; a measure stands nowhere."""
    return f"{count(reason[side])} ×" if reason["questioned"] or reason["known"] else "–"


def _marked(result: Result) -> Chapter:
    by_verifier = groupby(result.get("texts") or (), lambda text: text["verifier"])
    blocks = [_beside(name, list(texts), result) for name, texts in by_verifier]
    blocks = [MarkedTexts(b.folded, b.caption, b.texts, unfolded=place == 0) for place, b in enumerate(blocks)]
    return Chapter("texts", "The texts", blocks)


def _beside(verifier: str, texts: Sequence[Part], result: Result) -> MarkedTexts:
    reasons: Sequence[Part] = next((o["reasons"] for o in result["verdicts"] if o["verifier"] == verifier), ())
    shown = []
    for place, text in enumerate(texts):
        more = f" … and {count(text['left_out'])} characters more" if text["left_out"] else ""
        stretches = [_stretch(one, reasons) for one in text["stretches"]]
        shown.append((f"{'known' if place else 'questioned'}: {text['name']}", [*stretches, Stretch(more)]))
    caption = (
        "Marked is what the verdict rests on, where it stands in the texts: orange weighs most, then blue, then what "
        "is only underlined."
    )
    caption = caption if reasons else "No reason of any verifier is a string that stands in the texts."
    return MarkedTexts(verifier or "both sides", caption, shown)


def _stretch(one: Part, reasons: Sequence[Part]) -> Stretch:
    if one["reason"] is None:
        return Stretch(one["text"])
    reason = reasons[one["reason"]]
    told = f"{feature(reason['name'])}: weight {decimal(reason['weight'], 4)}"
    return Stretch(one["text"], 3 * one["reason"] // max(len(reasons), 1), told)


def _warnings(result: Result) -> Chapter:
    lines = [f"{line[:1].upper()}{line[1:]}." for line in (*result["warnings"], *result["training"]["warnings"])]
    blocks: list[Block] = [Listing(lines, "warning")] if lines else []
    return Chapter("warnings", "What to be careful about", [*blocks, Words(CAUTION, "note")])


CAUTION = (
    "A score says how alike the texts are beside the training problems, not who wrote them. The shares hold for texts "
    "of the training problems’ kind and where as many questions are about one author as among those."
)


def _behind(result: Result) -> Chapter:
    training = result["training"]
    authors = f" by {many(training['authors'], 'author')}" if training["authors"] else ""
    problems = f"{many(training['problems'], 'problem')}, {count(training['same'])} by one author"
    facts = [
        ("fitted on", f"{training['corpus']}: {problems}; {many(training['texts'], 'text')}{authors}"),
        ("training digest", training["digest"]),
        ("scores judged by", f"{many(training['folds'], 'fold')} with a buffer: no text on both sides"),
        ("intervals", f"95%, by drawing {training['unit']}s again"),
        *((f"verifier {name}", m["spec"]) for name, m in result["methods"].items() if m["spec"] != name),
        ("seed", str(training["seed"])),
    ]  # fmt: skip
    return Chapter("provenance", "What stands behind the numbers", [Facts(facts)])


GUIDE = [
    ("Score", "from 0 to 1, as the verifier gives it; what it is worth is read from training problems."),
    ("Scored like this", "the training problems with the nearest scores, each answered by a verifier that had seen "
                         "none of its texts."),
    ("Supports", "one author (or different authors) if the whole interval of that share lies above (or below) the "
                 "share among all training problems; neither if it does not."),
    ("No answer", "the verifier keeps silent; this speaks for neither side."),
    ("Weight", "how much the score rests on a string or a measure, in the verifier’s own unit."),
]  # fmt: skip
