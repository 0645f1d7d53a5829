"""The answer in plain words, one per method: what is left of it when the writer hides."""

from __future__ import annotations

from stylobench.report.attack.reading import (
    Part,
    bare,
    counted,
    datasets,
    doubt,
    has,
    impact_of,
    is_attributor,
    is_control,
    items,
    judged,
    lead_set,
    of,
    of_items,
    on,
    parts,
    plain,
    share,
    value_of,
)
from stylobench.report.attack.strangers import told as strangers
from stylobench.report.families import place_of
from stylobench.report.story import Answer, Result
from stylobench.report.words import decimal, known, listed, many, percent, plural, shortened

GUESSING = 0.5


def answers(result: Result) -> list[Answer]:
    """One answer per method, in the order of the result."""
    return [_answer(result, name, place_of(result, name)) for name in result["methods"]]


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
    """What the strongest obfuscator does, or that none is shown to make the method miss more."""
    worst, tried = strongest(result, cells), _real(result, _scored(cells))
    if value_of(worst.get("recall")) == 0 and worst["impact"]["value"] == 0:
        return f"nothing to lose: on untouched texts {worst['method']} {_rightly(worst, worst['recall'])}"
    if worst["impact"]["value"] > 0 or len(tried) < 2:
        return effect(worst)
    most = f"the greatest impact is {bare(impact_of(worst))}, by {worst['obfuscator']}"
    return f"none shown to make {worst['method']} miss more {plural(items(worst))}: {most}"


def strongest(result: Result, cells: list[Part]) -> Part:
    """The cell of the obfuscator with the greatest impact; controls only where there is nothing else."""
    scored = _scored(cells)
    return max(_real(result, scored) or scored, key=lambda cell: cell["impact"]["value"], default={})


def _real(result: Result, cells: list[Part]) -> list[Part]:
    return [cell for cell in cells if not is_control(result, cell["obfuscator"])]


def _scored(cells: list[Part]) -> list[Part]:
    return [cell for cell in cells if has(cell.get("impact")) and not cell.get("failure")]


def effect(cell: Part) -> str:
    """An impact in words; what is not above 0 is printed with its sign, as in the tables.

    >>> impact = {"value": .47, "low": .38, "high": .56}
    >>> effect({"obfuscator": "mediocrity", "method": "char_ngrams", "impact": impact})
    'mediocrity makes char_ngrams miss 47 of 100 same-author problems it recognised [38, 56]'
    """
    impact, obfuscator, method = impact_of(cell), cell["obfuscator"], cell["method"]
    if impact["value"] <= 0:
        return f"{obfuscator} on {method}: impact {bare(impact)}, {_unharmed(cell, impact)}"
    recognised = "it named rightly" if is_attributor(cell) else "it recognised"
    found = of_items(impact, f"{plural(items(cell))} {recognised}")
    return f"{obfuscator} makes {method} miss {found}{doubt(impact)}"


def _unharmed(cell: Part, impact: Part) -> str:
    if impact["value"] == 0:
        return "nothing changes" if impact.get("low") == impact.get("high") == 0 else "no effect shown"
    gained = (
        "names rightly documents it had named wrongly"
        if is_attributor(cell)
        else ("recognises same-author problems it had missed")
    )
    return f"it {gained}{doubt(impact)}"


def _rightly(cell: Part, sure: Part) -> str:
    """What it gets right, and of how many: an author may have several."""
    total = many(cell["same"], items(cell)) if known(cell.get("same")) else plural(items(cell))
    verb, end = ("names", " rightly") if is_attributor(cell) else ("recognises", "")
    return f"{verb} {share(sure)} of {total}{end}"


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
        _controls(result, cells, dataset),
        _retrained(worst),
        _ranks(worst),
        strangers(worst),
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
    return f"Hardly worth attacking: {right}; {percent(least, 0)} is the least.{_below_chance(cell)}"


def _below_chance(cell: Part) -> str:
    if is_attributor(cell) or cell["accuracy"]["value"] >= GUESSING:
        return ""
    auc = f" (its AUC: {share(cell['auc'])}, 50% is guessing)" if has(cell.get("auc")) else ""
    return f" Below half: a threshold fitted on other problems can be wrong for a method that knows nothing{auc}."


def _others(result: Result, cells: list[Part], dataset: Part, worst: Part) -> str:
    """The greatest of several is a choice that flatters the obfuscator, so the others stand beside it."""
    rest = [cell for cell in _real(result, _scored(cells)) if cell is not worst]
    if not rest:
        return ""
    if worst["impact"]["value"] <= 0:
        told = [_impact(cell, dataset) for cell in rest]
        below = (
            "it names rightly what it had named wrongly" if is_attributor(worst) else "it recognises what it had missed"
        )
        return f"Impact of the others, of 100: {listed(told)}; below 0 {below}."
    told = [_impact(cell, dataset) for cell in rest if cell["impact"]["value"] >= 0]
    helped = [f"{effect(cell)}." for cell in rest if cell["impact"]["value"] < 0]
    first = f"Strongest of {len(rest) + 1} tried" if dataset.get("rankable") else "The greatest number, not a ranking"
    right = "named rightly" if is_attributor(worst) else "recognised"
    others = f"; of 100 it {right} it misses under the others: {listed(told)}" if told else ""
    return " ".join([f"{first}{others}.", *helped])


def _controls(result: Result, cells: list[Part], dataset: Part) -> str:
    told = [_impact(cell, dataset) for cell in _scored(cells) if is_control(result, cell["obfuscator"])]
    return f"The controls: {listed(told)}." if told else ""


def _impact(cell: Part, dataset: Part) -> str:
    few = judged(dataset, [cell])
    return f"{cell['obfuscator']} {bare(impact_of(cell))}" + (f" ({few})" if few else "")


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
    noun = "document" if dataset.get("item") == "document" else "same-author problem"
    return f"{many(dataset.get('same'), noun)}: too few to rank obfuscators."


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
