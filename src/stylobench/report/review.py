"""Review sheets as pages that stand alone: texts, questions, and a button that saves the answers as a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stylobench.report.templating import asset, environment, policy_of

GRADES = (("1", "1 excellent"), ("2", "2 good"), ("3", "3 fair"), ("4", "4 poor"), ("5", "5 fail"))
VERDICTS = (("correct", "correct"), ("passable", "passable"), ("incorrect", "incorrect"))
LONG = "A long text is shown in part: “…” stands where it goes on, and below that how many words it has."
YES_NO = (("yes", "yes, the same author"), ("no", "no, somebody else"))


@dataclass(frozen=True)
class Item:
    """Texts under their headings."""

    id: str
    texts: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Asked:
    """One question with its possible answers; `kind` is grade or text."""

    name: str
    legend: str
    options: Sequence[tuple[str, str]]
    kind: str


PAIRS = (
    Asked("soundness", "Do A and B say the same? As a school grade:", GRADES, "grade"),
    Asked("verdict", "All in all, taken as two versions of one text, the pair is", VERDICTS, "text"),
    Asked("sense_a", "Does A read well: correct, natural, to the point? As a school grade:", GRADES, "grade"),
    Asked("sense_b", "Does B read well: correct, natural, to the point? As a school grade:", GRADES, "grade"),
)
QUESTIONS = (Asked("same", "Did the author of the known text write the questioned one?", YES_NO, "text"),)
TITLES = {"pairs": "Two versions of a text", "questions": "Same author?"}
INSTRUCTIONS = {
    "pairs": (
        "Each item shows two versions of one text, A and B. One is the original and one was rewritten by a program; "
        "which is which, and by what program, is hidden. Grade what you read, not what you guess.",
        "Grades are school grades: 1 is excellent, 5 is fail. Leave a question open if you cannot say.",
    ),
    "questions": (
        "Each item shows a text whose author is known and a questioned one. Some questioned texts are by the same "
        "author and some are not; some were rewritten by a program and some were not.",
        "Leave a question open if you cannot say.",
    ),
}


def sheet(kind: str, items: Sequence[Item], review: str, number: int) -> str:
    """The page for one reviewer; `kind` is pairs or questions."""
    style, script = "\n".join((asset("style.css"), asset("review.css"))), asset("review.js")
    filled = environment().get_template("review.html.j2")
    return str(
        filled.render(
            style=style,
            script=script,
            policy=policy_of(style, script),
            title=TITLES[kind],
            instructions=(*INSTRUCTIONS[kind], LONG),
            questions=PAIRS if kind == "pairs" else QUESTIONS,
            items=items,
            review=review,
            sheet=kind,
            number=number,
        )
    )
