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
    "not validated": "not validated for this case",
}
MEASURES = {
    "auc": "AUC",
    "c_at_1": "c@1",
    "same_supported": "same-author problems found",
    "strangers_supported": "strangers taken for the author",
}
WEAK = "not surely better than chance, so it supports an answer only where problems like the case surely do"
CHANCE = 0.5
IN_PERCENT = ("same_supported", "strangers_supported")
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
        guide=_guide(result),
        chapters=chapters_of((_by_family, _in_detail, _reasons, _marked, _files, _warnings, _behind), result),
    )


def in_short(result: Result) -> str:
    """How many verifiers say what; not a verdict of its own, because they look at the same texts.

    >>> in_short({"counts": {"one author": 2, "neither": 1}, "verdicts": [{}, {}, {}]})
    'Of 3 verifiers 2 support one author and 1 supports neither.'
    """
    words = {"one author": "one author", "different authors": "different authors", "neither": "neither"}
    said = [(result["counts"].get(kind, 0), f"support{{}} {what}") for kind, what in words.items()]
    said.append((result["counts"].get("no answer", 0), "give{} no answer"))
    said.append((result["counts"].get("not validated", 0), "{}not validated for this case"))
    parts = [f"{count(number)} {_agreeing(text, number)}" for number, text in said if number]
    topic = sum(bool((one.get("masked") or {}).get("rests_on_topic")) for one in result["verdicts"])
    leaning = f"; {count(topic)} rest{'s' * (topic == 1)} wholly or partly on the topic" if topic else ""
    return f"Of {many(len(result['verdicts']), 'verifier')} {listed(parts)}{leaning}."


def _agreeing(text: str, number: int) -> str:
    if text.startswith("{}"):
        return text.format("is " if number == 1 else "are ")
    return text.format("s" * (number == 1))


def headline(verdict: Part) -> str:
    """What a verifier's score supports, in a few words."""
    score = f" (score {decimal(verdict['score'], 2)})" if known(verdict["score"]) else ""
    masked = verdict.get("masked") or {}
    partly = "partly " if masked.get("supports") == verdict["supports"] else ""
    topic = f", but rests {partly}on the topic" if masked.get("rests_on_topic") else ""
    return HEADLINES[verdict["supports"]] + topic + score


def worth(verdict: Part) -> str:
    """What scores like this one were worth on calibration problems.

    >>> near = {"n": 31, "low_score": 0.74, "high_score": 0.9, "share": 0.87, "low": 0.74, "high": 0.94}
    >>> worth({"likewise": near})
    'Of 31 calibration problems that scored like this, 87% [74, 94] are by one author'
    """
    near = verdict["likewise"]
    if near is None:
        return "Too few calibration problems got a score, so nobody knows what this one is worth"
    return f"Of {many(near['n'], 'calibration problem')} that scored like this, {share(near)} are by one author"


def beyond(verdict: Part) -> str:
    """How many of both classes would have scored like this or beyond, in one sentence; empty where nobody knows.

    >>> some = {"n": 140, "share": 0.04, "low": 0.01, "high": 0.12}
    >>> low = {"n": 140, "share": 0.4, "low": 0.3, "high": 0.5}
    >>> beyond({"supports": "one author", "strangers": some, "same": low}).partition(", ")[2]
    '4% [1, 12] of 140 problems by strangers score as high, and 60% [50, 70] of 140 by one author.'
    """
    different = verdict["supports"] == "different authors"
    against, itself = (verdict.get(name) for name in (("same", "strangers") if different else ("strangers", "same")))
    if not against or not itself:
        return ""
    rest = {"share": 1 - itself["share"], "low": _rest(itself["high"]), "high": _rest(itself["low"])}
    far, one, other = ("low", "one author", "strangers") if different else ("high", "strangers", "one author")
    return (
        f"Beside as many known texts of such lengths, {share(against)} of {many(against['n'], 'problem')} by {one} "
        f"score as {far}, and {share(rest)} of {count(itself['n'])} by {other}."
    )


def _rest(part: float | None) -> float | None:
    return None if part is None else 1 - part


def without_topic(verdict: Part) -> str:
    """What is left of the verdict when topical words are masked, in one sentence; empty where it was not asked."""
    masked = verdict.get("masked")
    if not masked:
        return ""
    if masked["likewise"] is None:
        return "With topical words masked it gives no answer: it may rest on the topic."
    still = masked["supports"] == verdict["supports"] != "neither"
    rests = f": it rests {'partly ' if still else ''}on the topic" if masked["rests_on_topic"] else ""
    return (
        f"With topical words masked it{' still' if still else ''} {HEADLINES[masked['supports']]} "
        f"({share(masked['likewise'])} by one author){rests}."
    )


def share(near: Part) -> str:
    """A share of problems with its interval."""
    sure = known(near["low"]) and known(near["high"])
    ends = f" [{percent(near['low'], 0).rstrip('%')}, {percent(near['high'], 0).rstrip('%')}]" if sure else ""
    return f"{percent(near['share'], 0)}{ends}"


def _answer(verdict: Part) -> Answer:
    return Answer(verdict["verifier"], 0, headline(verdict), tuple(_sentences(verdict)))


def _sentences(verdict: Part) -> list[str]:
    if verdict["supports"] == "not validated":
        said = [f"No verdict: {verdict['silence']}."]
    elif verdict["silence"]:
        said = [f"It gives no answer: {verdict['silence']}."]
    else:
        prior = f"of all of them, {percent(verdict['prior'], 0)}"
        said = [f"{worth(verdict)}; {prior}.", beyond(verdict), without_topic(verdict)]
    weak = f"; {WEAK}" if _unsure(verdict["measures"]) else ""
    said.append(f"On calibration problems of which it had seen no text: {measured(verdict['measures'])}{weak}.")
    said.append(f"It looks at {verdict['looks_at']}." if verdict["looks_at"] else "")
    return [one for one in said if one]


def _unsure(measures: Sequence[Part]) -> bool:
    """Whether an AUC is not surely above one half."""
    return any(one["metric"] == "auc" and not (known(one["low"]) and one["low"] > CHANCE) for one in measures)


def measured(measures: Sequence[Part]) -> str:
    """How good a verifier is, in one line.

    >>> measured([{"metric": "auc", "value": 0.821, "low": 0.74, "high": 0.88}])
    'AUC 0.82 [0.74, 0.88]'
    """
    return ", ".join(f"{MEASURES[one['metric']]} {_measure(one)}" for one in measures)


def _measure(one: Part) -> str:
    if one["metric"] in IN_PERCENT:
        return share({**one, "share": one["value"]})
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
        Column("one author", hint="share of calibration problems that scored like this"),
        Column("problems", rank=2, hint="calibration problems that scored like this"),
        Column("masked", rank=1, hint="the same with topical words masked"),
        Column("AUC", rank=1, hint="on calibration problems of which it had seen no text"),
    ]
    rows = [_row(one) for one in result["verdicts"]]
    caption = (
        "“One author” is what scores like this one were worth on calibration problems; “masked” the same when topical "
        "words are masked."
    )
    return Chapter("verifiers", "What each verifier says", [Table(caption, columns, rows)])


def _row(verdict: Part) -> list[Cell]:
    masked = verdict.get("masked")
    masked = masked if masked and masked["likewise"] else None
    near, auc = verdict["likewise"], next((m for m in verdict["measures"] if m["metric"] == "auc"), None)
    return [
        Cell(verdict["verifier"]),
        Cell(verdict["supports"]),
        Cell(decimal(verdict["score"], 2), verdict["score"]),
        Cell(share(near), near["share"]) if near else Cell("–"),
        Cell(count(near["n"]), near["n"]) if near else Cell("–"),
        Cell(share(masked["likewise"]), masked["likewise"]["share"]) if masked else Cell("–"),
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
    "A score says how alike the texts are beside the calibration problems, not who wrote them. The shares hold for "
    "texts of the training texts’ kind and where as many questions are about one author as among those problems."
)


def _files(result: Result) -> Chapter:
    """Every text that was used, and every file that was not."""
    files = result.get("files")
    if not files:
        return Chapter("files", "")
    questioned, known_ones = files["questioned"], files["known"]
    lines = [f"questioned: {questioned['name']} ({many(questioned['words'], 'word')})"]
    named = [f"{one['name']} ({count(one['words'])})" for one in known_ones]
    lines += [f"known: {', '.join(named)}"] if named else []
    lines += [f"not used: {one['name']}: {one['why']}" for one in (*files["left_out"], *files.get("skipped", ()))]
    return Chapter("files", "Which texts were used", [Listing(lines)])


def _behind(result: Result) -> Chapter:
    training = result["training"]
    authors = f" by {many(training['authors'], 'author')}" if training["authors"] else ""
    learnt = many(training.get("learnt") or training["problems"], "problem")
    calibrated = f"{many(training['problems'], 'problem')}, {count(training['same'])} by one author"
    facts = [
        ("fitted on", f"{training['corpus']}: {learnt}; {many(training['texts'], 'text')}{authors}"),
        ("calibrated on", calibrated + _range(result.get("validated"))),
        ("training digest", training["digest"]),
        ("scores judged by", f"{many(training['folds'], 'fold')}: no text, and no author who is known, on both sides"),
        ("intervals", f"95%, by drawing {training['unit']}s again"),
        *((f"verifier {name}", m["spec"]) for name, m in result["methods"].items() if m["spec"] != name),
        ("seed", str(training["seed"])),
    ]  # fmt: skip
    return Chapter("provenance", "What stands behind the numbers", [Facts(facts)])


def _range(validated: Part | None) -> str:
    """For which cases, in a few words."""
    if not validated or not validated["known_words"]:
        return "; one known text each"
    (_, most), own, asked = (validated[name] for name in ("known_texts", "known_words", "questioned_words"))
    sides = f"{count(own[0])} to {count(own[1])} words each, questioned ones of {count(asked[0])} to {count(asked[1])}"
    return f"; 1 to {count(most)} known texts of {sides}"


def _guide(result: Part) -> list[tuple[str, str]]:
    # results of earlier versions do not name the line, which was another
    line = f"at most {100 * result['most_beyond']:g}%" if "most_beyond" in result else "few"
    return [
        ("Score", "from 0 to 1, as the verifier gives it; what it is worth is read from calibration problems."),
        ("Scored like this", "the calibration problems with the nearest evidence: scores are compared with those of "
                             "problems with as many known texts of such lengths, by people whom the verifier had not "
                             "met."),
        ("Supports one author", f"{line} of strangers score as high beside as many known texts of such lengths, more "
                                "of the problems like it are by one author than among all, and the verifier is "
                                "surely better than chance, over all problems or on those like it."),
        ("Supports different authors", f"{line} of same-author problems score as low, and fewer of the problems like "
                                       "it are by one author; neither if it is neither."),
        ("Not validated", "nobody has tried the verifier on cases like this one, so there is no verdict."),
        ("Masked", "the same question to a twin that was fitted and calibrated on texts in which all but the 300 most "
                   "frequent English words are masked. Where its interval lies below, the verdict rests on the topic."),
        ("No answer", "the verifier keeps silent; this speaks for neither side."),
        ("Weight", "how much the score rests on a string or a measure, in the verifier’s own unit."),
    ]  # fmt: skip
