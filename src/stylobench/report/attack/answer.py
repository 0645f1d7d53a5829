"""The answer in plain words, one per method: what is left of it when the writer hides."""

from __future__ import annotations

from stylobench.report.attack.reading import (
    Part,
    counted,
    datasets,
    doubt,
    has,
    hiding,
    hundredths,
    is_control,
    lead_set,
    of,
    of_authors,
    on,
    parts,
    plain,
    share,
    turned,
    value_of,
)
from stylobench.report.story import Answer, Result
from stylobench.report.words import decimal, known, listed, many, percent, shortened


def answers(result: Result) -> list[Answer]:
    """One answer per method, in the order of the result."""
    return [_answer(result, name, place) for place, name in enumerate(result["methods"])]


def _answer(result: Result, name: str, place: int) -> Answer:
    dataset = lead_set(result)
    cells = of(parts(result, "cells"), method=name, dataset=str(dataset.get("name")))
    said = [*_sentences(result, cells, dataset), *_elsewhere(result, name), _untouched(result, name)]
    return Answer(name, place % 6, headline(result, name), tuple(sentence for sentence in said if sentence))


def headline(result: Result, name: str) -> str:
    """What the obfuscator that harms a method most does to it, on the data set that leads."""
    dataset = lead_set(result)
    cells = of(parts(result, "cells"), method=name, dataset=str(dataset.get("name")))
    worst = strongest(result, cells)
    if worst:
        where = on(result, str(dataset["name"]))
        return f"{_told(result, cells)}{where} ({counted(dataset, worst.get('same'))})"
    return _nothing(cells)


def _told(result: Result, cells: list[Part]) -> str:
    """What the strongest obfuscator does, or that none makes the method miss more authors."""
    worst, tried = strongest(result, cells), _real(result, _scored(cells))
    if value_of(worst.get("recall")) == 0 and worst["impact"]["value"] == 0:
        return f"nothing to lose: on untouched texts {worst['method']} {_rightly(worst, worst['recall'])}"
    if worst["impact"]["value"] > 0 or len(tried) < 2:
        return effect(worst)
    most = f"the most is an impact of {hundredths(worst['impact'])}, by {worst['obfuscator']}"
    return f"no obfuscator makes {worst['method']} miss more {_whom(worst)}: {most}"


def strongest(result: Result, cells: list[Part]) -> Part:
    """The cell of the obfuscator with the greatest impact; controls only where there is nothing else."""
    scored = _scored(cells)
    return max(_real(result, scored) or scored, key=lambda cell: cell["impact"]["value"], default={})


def _real(result: Result, cells: list[Part]) -> list[Part]:
    return [cell for cell in cells if not is_control(result, cell["obfuscator"])]


def _scored(cells: list[Part]) -> list[Part]:
    return [cell for cell in cells if has(cell.get("impact")) and not cell.get("failure")]


def effect(cell: Part) -> str:
    """An impact in words.

    >>> impact = {"value": .47, "low": .38, "high": .56}
    >>> effect({"obfuscator": "mediocrity", "method": "char_ngrams", "impact": impact})
    'mediocrity makes char_ngrams miss 47 of 100 authors it recognised [38, 56]'
    """
    impact, obfuscator, method = cell["impact"], cell["obfuscator"], cell["method"]
    value = impact["value"]
    if value == 0:
        seen = "changes nothing for" if impact.get("low") == impact.get("high") else "shows no effect on"
        return f"{obfuscator} {seen} {method}: {of_authors(impact, f'more {_whom(cell)} missed')}"
    if value < 0:
        verb, missed = ("name rightly", "it had named wrongly") if _names(cell) else ("recognise", "it had missed")
        found = of_authors(turned(impact), f"{_whom(cell)} {missed}")
        return f"{obfuscator} makes {method} {verb} {found}{doubt(impact)}"
    recognised = "it named rightly" if _names(cell) else "it recognised"
    return f"{obfuscator} makes {method} miss {of_authors(impact, f'{_whom(cell)} {recognised}')}{doubt(impact)}"


def _names(cell: Part) -> bool:
    """Whether it is of an attributor, which names the authors of documents."""
    return bool(cell.get("ranks"))


def _whom(cell: Part) -> str:
    return "documents" if _names(cell) else "authors"


def _rightly(cell: Part, sure: Part) -> str:
    return f"names {share(sure)} of documents rightly" if _names(cell) else f"recognises {share(sure)} of authors"


def _nothing(cells: list[Part]) -> str:
    reasons = [str(cell["failure"]) for cell in cells if cell.get("failure")]
    if reasons:
        return f"no answer: {shortened(reasons[0], 160)}"
    if any(cell.get("constant") for cell in cells):
        return "nothing to attack: it answers every problem alike"
    return "no answer: nothing could be scored"


def _sentences(result: Result, cells: list[Part], dataset: Part) -> list[str]:
    worst = strongest(result, cells)
    if not worst:
        return []
    return [
        _levels(worst),
        _worth(result, worst),
        _others(result, cells, dataset, worst),
        _controls(result, cells),
        _retrained(worst),
        _ranks(worst),
        _few(dataset),
    ]


def _levels(cell: Part) -> str:
    if not (has(cell.get("recall")) and has(cell.get("recall_after"))):
        return ""
    return f"It {_rightly(cell, cell['recall_after'])} after {cell['obfuscator']}, {share(cell['recall'])} before."


def _worth(result: Result, cell: Part) -> str:
    least, accuracy = (result.get("settings") or {}).get("least_accuracy"), cell.get("accuracy") or {}
    if not (known(least) and has(accuracy)) or accuracy["value"] >= least:
        return ""
    right = f"{share(accuracy)} of its answers on untouched texts are right"
    return f"Hardly worth attacking: {right}; {percent(least, 0)} is the least."


def _others(result: Result, cells: list[Part], dataset: Part, worst: Part) -> str:
    """The greatest of several is a choice that flatters the obfuscator, so the others stand beside it."""
    rest = [cell for cell in _real(result, _scored(cells)) if cell is not worst]
    if not rest:
        return ""
    if worst["impact"]["value"] <= 0:
        told = [f"{cell['obfuscator']} {_impact(cell)}" for cell in rest]
        return f"Impact of the others, of 100: {listed(told)}; below 0 it recognises {_whom(worst)} it had missed."
    told = [f"{cell['obfuscator']} {_impact(cell)}" for cell in rest if cell["impact"]["value"] >= 0]
    helped = [f"{effect(cell)}." for cell in rest if cell["impact"]["value"] < 0]
    first = f"Strongest of {len(rest) + 1} tried" if dataset.get("rankable") else "The greatest number, not a ranking"
    others = f"; of 100 it recognised it misses under the others: {listed(told)}" if told else ""
    return " ".join([f"{first}{others}.", *helped])


def _controls(result: Result, cells: list[Part]) -> str:
    told = [
        f"{cell['obfuscator']} {_impact(cell)}" for cell in _scored(cells) if is_control(result, cell["obfuscator"])
    ]
    return f"The controls: {listed(told)}." if told else ""


def _impact(cell: Part) -> str:
    return hundredths(cell["impact"]).replace(" of 100", "", 1)


def _retrained(cell: Part) -> str:
    adaptive = cell.get("adaptive") or {}
    if not has(adaptive.get("recall")):
        return ""
    return f"Retrained on texts rewritten by {cell['obfuscator']}, it {_rightly(cell, adaptive['recall'])}."


def _ranks(cell: Part) -> str:
    ranks = cell.get("ranks") or {}
    if not (has(ranks.get("before")) and has(ranks.get("after"))):
        return ""
    return (
        f"The true author’s mean rank goes from {plain(ranks['before'], 1)} to {plain(ranks['after'], 1)} "
        f"among {decimal(ranks.get('candidates'), 0)} candidates."
    )


def _few(dataset: Part) -> str:
    if dataset.get("rankable"):
        return ""
    return f"{many(dataset.get('same'), 'same-author problem')}: too few to rank obfuscators."


def _elsewhere(result: Result, name: str) -> list[str]:
    lead = lead_set(result).get("name")
    found = []
    for dataset in datasets(result):
        cells = of(parts(result, "cells"), method=name, dataset=dataset["name"])
        worst = strongest(result, cells) if dataset["name"] != lead else {}
        if worst:
            few = "" if dataset.get("rankable") else "; too few to rank"
            found.append(f"On {dataset['name']}, {_told(result, cells)} ({counted(dataset, worst.get('same'))}{few}).")
    return found


def _untouched(result: Result, name: str) -> str:
    """Answers that changed although the problem was not touched: the numbers of such a method are not its own."""
    changed = [cell.get("untouched_changed") or 0 for cell in of(parts(result, "cells"), method=name)]
    most = max(changed, default=0)
    if not most:
        return ""
    return f"Careful: its answers changed on {many(most, 'untouched problem')} (the most under one obfuscator)."


def guide(result: Result) -> list[tuple[str, str]]:
    """How to read the answer."""
    least = percent((result.get("settings") or {}).get("least_accuracy"), 0)
    return [
        ("47 of 100 missed", "the impact: of 100 authors that a method recognised in untouched texts, so many are "
                             "missed once the questioned texts are rewritten. Below 0 the rewriting helped the method: "
                             "the share of those it had missed and now recognises. Near 0 the measure leans a little "
                             "to the negative side."),
        ("What is rewritten", "only the questioned texts of same-author problems: nobody hides in the others. A method "
                              "whose answers change there all the same is flagged."),
        ("[a, b]", "a 95% interval; authors (or texts, where authors are not known) are drawn again, because problems "
                   "that share one are not independent. Methods are those tested here, not a sample of all."),
        ("Worth attacking", f"methods with at least {least} right answers before; who cannot tell authors apart has "
                            "nothing to lose."),
        ("Average, pooled, worst case", "an average over methods hides the one that still recognises you: beside it "
                                        "stand the share of all recognitions lost, and what the strongest method still "
                                        "recognises."),
        ("Retrained", "the same method, trained on texts rewritten the same way: an attacker who knows the "
                      "obfuscator can do that."),
        ("Controls", "identity gives the text back and must change nothing; random edits show what noise alone does."),
        ("Thresholds", "set on other problems than those judged (cross-fitted), unless the published way was asked "
                       "for, which sets them on the untouched test problems."),
        ("Profile", "all crash tests of a method on one page: stylobench report DIR [DIR ...] -o profile.html."),
    ]  # fmt: skip


def tried(result: Result) -> str:
    """How many methods and obfuscators there are."""
    return f"{many(len(result['methods']), 'method')}, {many(len(hiding(result)), 'obfuscator')}"
