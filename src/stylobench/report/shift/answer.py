"""The answer in plain words, one per method: what to expect if the mix moves, and what to fear."""

from __future__ import annotations

from collections.abc import Sequence

from stylobench.report.families import place_of
from stylobench.report.shift import backtest, experiment
from stylobench.report.shift.reading import (
    Part,
    Units,
    beyond_noise,
    bound_at,
    called,
    cluster_name,
    delta_of,
    item,
    lead,
    level_of,
    marked_by,
    methods_named,
    mixes_kept,
    share_of,
    worst_first,
)
from stylobench.report.story import Answer, Result
from stylobench.report.words import count, known, many, percent, plural

TO_BE_SAID, TO_BE_WARNED_OF = 0.005, 0.01
SURE = 2
QUARTER, GUESSING = 0.25, 0.5


def answers(result: Result) -> list[Answer]:
    """One answer per method, in the order of the result; else what a backtest or an experiment has to say."""
    if not result["methods"]:
        places = {name: place % 6 for place, name in enumerate(methods_named(result))}
        return [*backtest.answers(result, places), *experiment.answers(result)]
    return [_answer(result, name, place_of(result, name)) for name in result["methods"]]


def _answer(result: Result, name: str, place: int) -> Answer:
    method, measure = result["methods"][name], lead(result)
    found = (method.get("measures") or {}).get(measure) or {}
    told = headline(found, measure, delta_of(result)) or _nothing(method)
    if (result.get("settings") or {}).get("mix") == "today":
        told = told.replace("over all mixes", "over mixes around today’s", 1)
    return Answer(name, place % 6, told, tuple(sentence for sentence in _sentences(result, method, found) if sentence))


def _nothing(method: Part) -> str:
    return f"no answer: nothing could be scored ({many(len(method.get('failures') or ()), 'failure')})"


def headline(found: Part, measure: str, delta: float) -> str:
    """Expectation, bound and today's score.

    >>> sure = {"mean": .84, "low": .82, "high": .86}
    >>> today = {"value": .88, "low": .86, "high": .9, "n": 1200}
    >>> headline({"estimate": sure, "bounds": [{"delta": .05, "posterior": .78}], "today": today}, "accuracy", .05)
    'accuracy: expect 84 of 100 [82, 86] over all mixes; in 95 of 100 mixes it stays above 78 (today 88 [86, 90])'
    """
    estimate, units = found.get("estimate") or {}, Units(bool(found.get("loss")))
    if not known(estimate.get("mean")):
        return ""
    digits = units.digits(estimate.get("low"), estimate.get("high"))
    sides = units.bracket(estimate.get("low"), estimate.get("high"), digits)
    expected = f"{units.level(units.number(estimate['mean'], digits))} {sides}".strip()
    bound, today = bound_at(found, delta).get("posterior"), found.get("today") or {}
    parts = [f"{called(measure)}: expect {expected} over all mixes"]
    if known(bound):
        parts.append(f"in {mixes_kept(delta)} it stays {units.kept} {units.number(bound, digits)}")
    here = f" (today {units.sure(today, digits=digits)})" if known(today.get("value")) else ""
    return "; ".join(parts) + here


def _sentences(result: Result, method: Part, found: Part) -> list[str]:
    """What today's score hides, what the normal law promises, and which subclass to fear."""
    said = []
    if known((found.get("estimate") or {}).get("mean")):
        clusters = result.get("clusters") or ()
        said = [_guessing(found, lead(result), delta_of(result)), _hidden(found), _optimism(found, delta_of(result)),
                _weakest(found, clusters), _stress(found)]  # fmt: skip
    asked, answered = method.get("items"), method.get("answered")
    if known(asked) and known(answered) and answered < asked:
        said.append(f"{count(asked - answered)} of {many(asked, item(result))} not answered.")
    failures = len(method.get("failures") or ())
    if failures:
        said.append(f"{many(failures, 'failure')}; see Warnings.")
    return said


def _guessing(found: Part, measure: str, delta: float) -> str:
    """Only of AUC is it known what guessing gives."""
    if measure != "auc":
        return ""
    low, bound = found["estimate"].get("low"), bound_at(found, delta).get("posterior")
    if known(low) and low <= GUESSING:
        return "Not shown to be better than guessing (50)."
    if known(bound) and bound <= GUESSING:
        return f"Not shown to be better than guessing (50) in {mixes_kept(delta)}."
    return ""


def _hidden(found: Part) -> str:
    """What the score of today does not show, where the difference is more than chance."""
    today, units, se = found.get("today") or {}, Units(bool(found.get("loss"))), found["estimate"].get("se")
    if not known(today.get("value")) or not known(se):
        return ""
    gap = (today["value"] - found["estimate"]["mean"]) * (-1 if units.loss else 1)
    tested = f"n = {count(today.get('n'))}"
    side, large = ("better", "strong") if gap > 0 else ("worse", "weak")
    told = f"Today’s score is {units.amount(abs(gap))} {side} than the average over mixes"
    if abs(gap) <= SURE * se:
        return f"{told}, which may be chance ({tested})."
    return f"{told}: its {large} subclasses happen to be large today ({tested})."


def _optimism(found: Part, delta: float) -> str:
    bound, units = bound_at(found, delta), Units(bool(found.get("loss")))
    more = bound.get("optimism")
    if not known(more) or more < TO_BE_SAID:
        return ""
    return (
        f"The normal law is optimistic by {units.amount(more)} here: it promises {units.number(bound.get('normal'))}, "
        f"the exact law {units.number(bound.get('exact'))}; the bound above is the posterior one, which also counts "
        "that items are few."
    )


def _weakest(found: Part, clusters: Sequence[Part]) -> str:
    order = [place for place in worst_first({"": found}, clusters) if known(level_of(found, place).get("value"))]
    if not order:
        return ""
    cluster, level = clusters[order[0]], level_of(found, order[0])
    told = Units(bool(found.get("loss"))).sure(level)
    share = f"n = {count(level.get('n'))}, {share_of(cluster)} of today’s mix"
    return f"Weakest subclass: {cluster_name(cluster)}{marked_by(cluster)} with {told} ({share})."


def _stress(found: Part) -> str:
    """The worst mix at a quarter, or what was asked for that is nearest to it."""
    stressed = [one for one in found.get("stress") or () if known(one.get("value"))]
    if not stressed:
        return ""
    units = Units(bool(found.get("loss")))
    worst = min(stressed, key=lambda one: (abs(one["radius"] - QUARTER), one["radius"]))
    feared = feared_in(worst)
    moved = "a quarter" if abs(worst["radius"] - QUARTER) < 1e-9 else percent(worst["radius"], 0)
    clear = beyond_noise(worst)
    where = f"to {feared}" if feared and clear else "to where it is weakest"
    much = "noise alone would give" if clear else "not clearly more than noise alone would give,"
    noise = f"; {much} {units.amount(worst['noise'])}" if known(worst.get("noise")) else ""
    drop = f" ({units.amount(worst['drop'])} worse)" if known(worst.get("drop")) else ""
    return f"If {moved} of the mix moves {where}, it {units.worsens} to {units.number(worst['value'])}{drop}{noise}."


def feared_in(stress: Part) -> str:
    """The subclass that grows most in a stressed mix.

    >>> shrinks, grows = ({"subclass": name, "before": .2, "after": after} for name, after in (("a", .1), ("b", .3)))
    >>> feared_in({"moves": [shrinks, grows]})
    'b'
    """
    grown = [move for move in stress.get("moves") or () if move["after"] > move["before"]]
    if not grown:
        return ""
    return cluster_name({"name": max(grown, key=lambda move: move["after"] - move["before"])["subclass"]})


def guide(noun: str, dated: bool = False) -> list[tuple[str, str]]:
    """How to read the answer; what only dates bring is explained where there are dates."""
    return [
        ("Subclass and mix", f"a subclass is a cluster of {plural(noun)} that are alike; a mix says how large each is. "
                             "The method stays as it is and keeps its effectiveness in every subclass; only the mix "
                             "moves. Class shift and drifting labels are other problems."),
        ("Points, [a, b]", "measures run from 0 to 100 and more is better, except log loss, which is printed as it is "
                           "and of which less is better. [a, b] is a 95% interval."),
        ("Bound and risk", "the risk (--delta) is the one you take: at 5%, the measure stays above the bound (a loss "
                           "below it) in 95 of 100 mixes."),
        ("Posterior", "what the true score of a subclass may be after seeing only so many items of it: wide where they "
                      "are few. The posterior bound counts that in and is the one to quote."),
        ("Exact, normal, future", "exact and normal take the score of a subclass at its word and let only the mix "
                                  "move; normal also assumes a bell shape and can promise too much. Future is the "
                                  "bound for the score of one future sample of as many items."),
        ("Dirichlet law", "the rule by which mixes are drawn at random: shares that add up to 100%, so that any mix "
                          "can come up."),
        ("Concentration", "how firmly mixes hold to their centre: the larger, the less they move. Bounds depend on the "
                          "number of clusters unless it is fixed."),
        ("Stress", "the worst mix within a given distance of today’s (the share of the mix that moves), which names "
                   "the subclass to fear. Beside it stands what noise alone would give."),
        ("Estimate and heuristic", "the estimate draws mixes and averages; the heuristic gives every subclass the same "
                                   "weight, without drawing."),
        ("Backtest", "the bound is made from the past and held against what came later."),
        *([("Runs and Bartels", "two tests of whether a sequence is in random order: runs counts how often it "
                                "crosses its middle, Bartels how far neighbours are apart in rank.")] if dated else []),
    ]  # fmt: skip
