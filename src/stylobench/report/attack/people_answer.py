"""The answer in plain words where people disguised themselves: whom a method still recognises."""

from __future__ import annotations

from stylobench.report.attack.people_reading import CONTROL, disguised_authors, people, scored, when
from stylobench.report.attack.reading import Part, bare, doubt, has, hundredths, of_items, plain, share
from stylobench.report.story import Answer, Result
from stylobench.report.words import count, many, shortened

QUESTION = "Which method still recognises a writer who disguises the text by hand?"
COMPARED = "What a disguise by hand does"


def answers(result: Result) -> list[Answer]:
    """One answer per method, in the order of the result."""
    return [
        Answer(name, place % 6, headline(result, name), tuple(filter(None, _sentences(result, name))))
        for place, name in enumerate(result["methods"])
    ]


def headline(result: Result, name: str) -> str:
    """What the obfuscation, or else the first disguise, does to a method; the control where there is nothing else."""
    cells = scored(result, name)
    if cells:
        return f"{effect(cells[0])} ({many(cells[0].get('authors'), 'author')})"
    failed = [str(one["failure"]) for one in people(result)["cells"] if one["method"] == name and one.get("failure")]
    return f"no answer: {shortened(failed[0], 160) if failed else 'nothing could be scored'}"


def effect(cell: Part) -> str:
    """An impact in words.

    >>> impact = {"value": .75, "low": .51, "high": 1.0}
    >>> effect({"method": "char_ngrams", "kind": "verifier", "disguise": "obfuscation", "impact": impact})
    'char_ngrams misses 75 of 100 authors it recognised when they obfuscate by hand [51, 100]'
    """
    return f"{cell['method']} {_does(cell)}"


def _does(cell: Part) -> str:
    impact, where = cell["impact"], when(cell["disguise"])
    if impact["value"] == 0:
        return f"misses {of_items(impact, f'more authors {where}')}"
    if impact["value"] < 0:
        missed = "it had named wrongly" if _names(cell) else "it had missed"
        verb = "names rightly" if _names(cell) else "recognises"
        return f"{verb} authors {missed} {where}: impact {bare(impact)}{doubt(impact)}"
    recognised = "it named rightly" if _names(cell) else "it recognised"
    return f"misses {of_items(impact, f'authors {recognised} {where}')}{doubt(impact)}"


def _names(cell: Part) -> bool:
    return cell.get("kind") == "attributor"


def _sentences(result: Result, name: str) -> list[str]:
    cells = scored(result, name)
    if not cells:
        return []
    first = cells[0]
    return [
        _levels(first),
        *(f"It {_does(one)}." for one in cells[1:] if one["disguise"] != CONTROL),
        *(_control(one) for one in cells[1:] if one["disguise"] == CONTROL),
        _others(first),
        _ranks(first),
        *_taken_in(result, name),
    ]


def _levels(cell: Part) -> str:
    if not (has(cell.get("before")) and has(cell.get("after"))):
        return ""
    verb = "names" if _names(cell) else "recognises"
    right = " rightly" if _names(cell) else ""
    return (
        f"It {verb} {share(cell['after'])} of authors{right} {when(cell['disguise'])}, {share(cell['before'])} in "
        "usual texts that were left out."
    )


def _control(cell: Part) -> str:
    return (
        f"The control, usual texts written for the study ({many(cell.get('authors'), 'author')}): "
        f"{hundredths(cell['impact'])} missed. What is lost there is not due to a disguise."
    )


def _others(cell: Part) -> str:
    return (
        f"It rightly rejects {share(cell['others'])} of other people’s usual texts." if has(cell.get("others")) else ""
    )


def _ranks(cell: Part) -> str:
    if not (has(cell.get("rank_before")) and has(cell.get("rank_after"))):
        return ""
    return (
        f"The true author’s mean rank goes from {plain(cell['rank_before'], 1)} to {plain(cell['rank_after'], 1)} "
        f"among {count(cell.get('candidates'))} candidates."
    )


def _taken_in(result: Result, name: str) -> list[str]:
    found = [one for one in people(result).get("imitation") or () if one["method"] == name and has(one.get("after"))]
    return [
        f"It takes {share(one['after'])} of the imitations of {one['target']} for that writer’s own, "
        f"{share(one['before'])} of the imitators’ usual texts."
        for one in found
    ]


def size(result: Result) -> str:
    """How much was looked at."""
    corpus = result["corpus"]
    return (
        f"{many(corpus.get('documents'), str(corpus.get('item') or 'document'))}, "
        f"{many(disguised_authors(result), 'author')} in disguise, {many(len(result['methods']), 'method')}"
    )


def guide(result: Result) -> list[tuple[str, str]]:
    """How to read the answer."""
    kinds = [one["kind"] for one in people(result).get("disguises") or ()]
    return [*GUIDE, *([OF_CONTROL] if CONTROL in kinds else []), PROFILE]


GUIDE = [
    ("75 of 100 missed", "the impact: of 100 authors whose usual texts a method recognised (an attributor: named "
                         "rightly), so many are missed in their disguised texts. Every author counts once. Below 0 the "
                         "disguise helped the method: the share of those it had missed and now recognises."),
    ("[a, b]", "a 95% interval; authors are drawn again. Methods are those tested here, not a sample of all."),
    ("Usual texts", "texts by the same author that were left out, with all that was cut from the same source, beside "
                    "the same known texts as the disguised one."),
    ("Change of subject", "disguised texts were often written to order, on a subject of their own: part of what is "
                          "lost may be due to that."),
    ("Thresholds", "set on other authors than those judged."),
]  # fmt: skip
OF_CONTROL = (
    "Control",
    f"{CONTROL}: one more usual text written for the study, without a disguise. What is lost there is due to the "
    "change of subject and occasion, or to chance.",
)
PROFILE = ("Profile", "all crash tests of a method on one page: stylobench report DIR [DIR ...] -o profile.html.")
