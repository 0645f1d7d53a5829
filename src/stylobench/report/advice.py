"""The story of advice to a writer: who recognises you, what gives you away, what to change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stylobench.report.story import (
    Answer,
    Block,
    Cell,
    Chapter,
    Column,
    Facts,
    Listing,
    Result,
    Story,
    Table,
    Words,
    chapters_of,
)
from stylobench.report.words import count, decimal, feature, listed, many, percent, share_interval, shortened

Part = Mapping[str, Any]
COLOURS = 6
SENTENCE = 160
VERDICTS = {True: "recognised", False: "not recognised", None: "cannot tell"}


def story(result: Result) -> Story:
    """The whole advice."""
    return Story(
        name="advice",
        question="Who would recognise me, by what, and what should I change?",
        size=f"{many(result['words'], 'word')} beside {many(result['texts'], 'earlier text')}",
        answers=[_answer(verdict, place) for place, verdict in enumerate(result["verdicts"])],
        compared="In short",
        verdicts=_in_short(result),
        guide=GUIDE,
        chapters=chapters(result),
    )


def chapters(result: Result) -> list[Chapter]:
    """Everything after the answer, in reading order."""
    return chapters_of((_clues, _changes, _disguises, _warnings, _behind), result)


def _answer(verdict: Part, place: int) -> Answer:
    head = VERDICTS[verdict["recognised"]]
    if verdict["score"] is not None:
        line = f", threshold {decimal(verdict['threshold'], 2)}" if verdict["threshold"] is not None else ""
        head += f" (score {decimal(verdict['score'], 2)}{line})"
    accuracy, said = verdict["accuracy"], [_rank(verdict)]
    if accuracy["value"] is not None:
        right = f"It is right about {percent(accuracy['value'], 0)} {share_interval(accuracy['low'], accuracy['high'])}"
        problems = many(verdict["n_same"] + verdict["n_different"], "problem")
        said.append(f"{right} of {problems} by other people with as many earlier texts of such lengths.")
    return Answer(verdict["verifier"], place % COLOURS, head, tuple(line for line in said if line))


def _rank(verdict: Part) -> str:
    if verdict["same"] is None or verdict["different"] is None:
        return ""
    return (
        f"{percent(verdict['different'], 0)} of {many(verdict['n_different'], 'problem')} by two people score at most "
        f"as high, and {percent(verdict['same'], 0)} of {many(verdict['n_same'], 'problem')} by one person."
    )


def _in_short(result: Result) -> list[str]:
    named = {kind: [v["verifier"] for v in result["verdicts"] if v["recognised"] is kind] for kind in VERDICTS}
    lines = [f"{listed(named[True])}: you are recognised."] if named[True] else []
    if named[False] and not named[True]:
        lines.append(f"{listed(named[False])}: you are not recognised.")
    if named[None]:
        lines.append(f"{listed(named[None])} cannot tell, which does not mean that you are safe.")
    lines += [_after(suggested) for suggested in result["suggested"]]
    return lines or ["No verifier was asked."]


def _after(suggested: Part) -> str:
    outcome = "no longer recognises you" if suggested["enough"] else "still recognises you"
    said = "cannot tell" if suggested["score"] is None else outcome
    return f"After {many(len(suggested['edits']), 'suggested edit')} {suggested['verifier']} {said}."


def _clues(result: Result) -> Chapter:
    columns = [Column("in your words", "words"), Column("what the verifier sees", "name"),
               Column("weight", hint="more than between two people")]  # fmt: skip
    blocks: list[Block] = []
    for verdict in result["verdicts"]:
        rows = [
            [Cell(_where(clue)), Cell(feature(clue["name"])), Cell(decimal(clue["weight"], 4), clue["weight"])]
            for clue in verdict["clues"]
        ]
        if rows:
            caption = f"{verdict['verifier']}: what its verdict rests on more than it does between two other people."
            blocks.append(Table(caption, columns, rows))
    return Chapter("clues", "What gives you away", blocks)


def _where(clue: Part) -> str:
    """The words in which it stands; its name where it stands in none, as an average does."""
    return ", ".join(f"“{shortened(place, 40)}”" for place in clue["places"]) or feature(clue["name"])


def _changes(result: Result) -> Chapter:
    columns = [Column("instead of", "name"), Column("write", "words"), Column("kind", "tag", rank=2),
               Column("in the sentence", "words", rank=1)]  # fmt: skip
    blocks: list[Block] = []
    for suggested in result["suggested"]:
        rows = [[Cell(edit["original"] or "(nothing)"), Cell(edit["replacement"] or "(nothing)"),
                 Cell(edit["operator"]), Cell(shortened(edit["sentence"], SENTENCE))]
                for edit in suggested["edits"]]  # fmt: skip
        if rows:
            blocks.append(Table(_outcome(suggested), columns, rows))
        else:
            blocks.append(Words(f"{suggested['verifier']}: no edit was found that helps."))
    if blocks:
        blocks.append(Words("Read every edit before you make it: some will not fit what you mean.", "strong"))
    return Chapter("changes", "What to change", blocks)


def _outcome(suggested: Part) -> str:
    if suggested["score"] is None:
        return f"With all of these edits {suggested['verifier']} cannot tell whether you wrote it."
    if suggested["enough"]:
        return f"With all of these edits {suggested['verifier']} no longer recognises you."
    return f"Even with all of these edits {suggested['verifier']} still recognises you; the text needs more than edits."


def _disguises(result: Result) -> Chapter:
    names = list(dict.fromkeys(row["obfuscator"] for row in result["disguises"]))
    verifiers = list(dict.fromkeys(row["verifier"] for row in result["disguises"]))
    found = {(row["obfuscator"], row["verifier"]): row for row in result["disguises"]}
    rows = [
        [Cell(name), *_edits(found[name, verifiers[0]]), *(_judged(found[name, verifier]) for verifier in verifiers)]
        for name in names
    ]
    if not rows:
        return Chapter("disguises", "What a program can do for you")
    columns = [Column("rewritten by", "name"), Column("edits per 1,000 words", rank=1)]
    columns += [Column(verifier, "tag") for verifier in verifiers]
    caption = "What each verifier says when a program has rewritten the text, with its score."
    return Chapter("disguises", "What a program can do for you", [Table(caption, columns, rows)])


def _edits(row: Part) -> Sequence[Cell]:
    return (Cell(decimal(row["edits"], 0), row["edits"]),)


def _judged(row: Part) -> Cell:
    score = "" if row["score"] is None else f" ({decimal(row['score'], 2)})"
    return Cell(VERDICTS[row["recognised"]] + score, row["score"])


def _warnings(result: Result) -> Chapter:
    lines = [f"{line[:1].upper()}{line[1:]}." for line in result["cautions"]]
    return Chapter("warnings", "What to be careful about", [Listing(lines, "warning")] if lines else [])


def _behind(result: Result) -> Chapter:
    facts = [
        ("your text", many(result["words"], "word")),
        ("your earlier texts", f"{count(result['texts'])}, {many(result['known_words'], 'word')}"),
        ("other people’s texts", _others(result)),
        *((f"verifier {name}", spec) for name, spec in result["specs"].items()),
        ("seed", str((result.get("settings") or {}).get("seed", 0))),
    ]
    return Chapter("provenance", "What stands behind the numbers", [Facts(facts)])


def _others(result: Result) -> str:
    authors = f" by {many(result['authors'], 'author')}" if result["authors"] else ""
    return f"{count(result['others'])}{authors}"


GUIDE = [
    ("Verifier", "a method that says how likely it is that one person wrote two texts. It has learnt from other "
                 "people’s texts, never from yours."),
    ("Threshold", "the score from which on it says that you wrote the text; set where it is right most often about "
                  "problems like yours, with as many earlier texts, by other people whom it had not met."),
    ("Weight", "how much more the verdict on you rests on a feature than verdicts on two different people do."),
    ("Cannot tell", "this verifier gave no answer, for or against you."),
    ("Not recognised", "by this verifier, from these earlier texts. It does not mean that nobody can tell."),
]  # fmt: skip
