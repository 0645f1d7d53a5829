"""Which method to deploy if the mix may move, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from stylobench.report.shift.reading import Part, Units, bound_at, called, delta_of, lead, risk, units_of
from stylobench.report.story import Result
from stylobench.report.words import known, listed, percent

RULES = {
    "today": "today’s score",
    "estimate": "the estimate",
    "heuristic": "the heuristic",
    "bound": "the bound",
}
TIED, FLIPS = 1e-9, 3
GUESSING = 0.5


def selected(result: Result, measure: str) -> Part:
    """The selection by a measure at the chosen delta, if two methods or more were ranked."""
    found = [one for one in result.get("selection") or () if one["measure"] == measure and _ranked(one)]
    return min(found, key=lambda one: abs(one["delta"] - delta_of(result)), default={})


def _ranked(selection: Part) -> bool:
    return len((selection.get("rankings") or {}).get("bound") or ()) > 1


def verdicts(result: Result) -> list[str]:
    """Whether one method can be taken, whether the rules agree, where the ranking flips, how often each is the best."""
    found = selected(result, lead(result))
    if not found:
        return []
    flips = (_flip(flip) for flip in (found.get("flips") or ())[:FLIPS])
    lines = [_winner(result, found), _rules(result, found), *flips, _chances(found)]
    return [line for line in lines if line]


def by_rule(result: Result, selection: Part, name: str) -> dict[str, float | None]:
    """The numbers of a method that each rule ranks by."""
    method = (result.get("methods") or {}).get(name) or {}
    found = (method.get("measures") or {}).get(selection["measure"]) or {}
    return {
        "today": (found.get("today") or {}).get("value"),
        "estimate": (found.get("estimate") or {}).get("mean"),
        "heuristic": (found.get("heuristic") or {}).get("mean"),
        "bound": bound_at(found, selection["delta"]).get("posterior"),
    }


def firsts(result: Result, selection: Part) -> dict[str, list[str]]:
    """The method that each rule puts first, with those that are just as good."""
    values = {name: by_rule(result, selection, name) for name in selection["rankings"]["bound"]}
    return {rule: _just_as_good(rule, ranking, values) for rule, ranking in selection["rankings"].items() if ranking}


def _just_as_good(rule: str, ranking: list[str], values: Mapping[str, Mapping[str, float | None]]) -> list[str]:
    best = (values.get(ranking[0]) or {}).get(rule)
    if not known(best):
        return [ranking[0]]
    level = {name: (values.get(name) or {}).get(rule) for name in ranking}
    return [name for name, value in level.items() if known(value) and abs(value - best) < TIED]


def agreed(chosen: Mapping[str, list[str]]) -> list[str]:
    """The methods that every rule puts first, alone or with others.

    >>> agreed({"today": ["a", "b"], "bound": ["b"]}), agreed({"today": ["a"], "bound": ["b"]})
    (['b'], [])
    """
    sides = list(chosen.values())
    return [name for name in sides[0] if all(name in side for side in sides)] if sides else []


def _winner(result: Result, found: Part) -> str:
    """Take it only where it is ahead in the middle 95% of mixes, and of what is better than guessing."""
    first, second = found["rankings"]["bound"][:2]
    units, ahead = units_of(found["measure"]), found.get("lead")
    low, high = found.get("lead_low"), found.get("lead_high")
    bound = f"the bound of {called(found['measure'])} at a risk of {risk(found['delta'])}"
    against = _against(result, found, "bound")
    if not (known(ahead) and known(low) and known(high)):
        return f"By {bound} {first} comes before {second}{against}; how sure that is, is not known."
    better = f"on the same mixes {first} is {_difference(ahead, units)} on average ({_range(low, high, units)})"
    if low <= 0 <= high:
        return f"{first} and {second} cannot be told apart on these items: {better}; {_by_each(result, found)}."
    if high < 0:
        return f"By {bound} {first} comes before {second}{against}, but {better}: it is safer only in the worst mixes."
    if _guesses(result, found, first):
        return f"{first} comes before {second}: {better}; but it is not shown to be better than guessing (50)."
    return f"Take {first}: by {bound} it comes before {second}{against}, and {better}."


def _difference(value: float, units: Units) -> str:
    return f"{units.amount(abs(value))} {'better' if value >= 0 else 'worse'}"


def _range(low: float, high: float, units: Units) -> str:
    """The middle 95% of differences in words, so that no sign has to be read."""
    ends = [f"{units.number(abs(end))} {'better' if end >= 0 else 'worse'}" for end in (low, high)]
    near = ends[0].rsplit(" ", 1)[0] if low * high > 0 else ends[0]
    return f"in the middle 95% of mixes {near} to {ends[1]}"


def _against(result: Result, found: Part, rule: str) -> str:
    """The numbers of the first two by a rule."""
    values = [by_rule(result, found, name)[rule] for name in (found["rankings"].get(rule) or ())[:2]]
    if len(values) < 2 or not all(map(known, values)):
        return ""
    units = units_of(found["measure"])
    return f" ({units.number(values[0])} against {units.number(values[1])})"


def _by_each(result: Result, found: Part) -> str:
    """Who comes first by the bound and who by the mean."""
    at, bound = f"by the bound at a risk of {risk(found['delta'])}", _against(result, found, "bound")
    safest, ranking = found["rankings"]["bound"][0], found["rankings"].get("estimate")
    if not ranking:
        return f"{at} {safest} comes first{bound}"
    mean = _against(result, found, "estimate")
    if ranking[0] == safest:
        return f"{at}{bound} and by the mean{mean} {safest} comes first"
    return f"{at} {safest} comes first{bound}, by the mean {ranking[0]}{mean}"


def _guesses(result: Result, found: Part, name: str) -> bool:
    measures = ((result.get("methods") or {}).get(name) or {}).get("measures") or {}
    low = ((measures.get(found["measure"]) or {}).get("estimate") or {}).get("low")
    return found["measure"] == "auc" and known(low) and low <= GUESSING


def _rules(result: Result, found: Part) -> str:
    chosen = firsts(result, found)
    named = listed([RULES.get(rule, rule) for rule in chosen])
    if agreed(chosen):
        return f"Every rule puts {agreed(chosen)[0]} first: {named}."
    sides: dict[str, list[str]] = {}
    for rule, names in chosen.items():
        sides.setdefault(" or ".join(names), []).append(RULES.get(rule, rule))
    told = "; ".join(f"{listed(rules)}: {name}" for name, rules in sides.items())
    return f"The rules do not put the same first: {told}."


def _flip(flip: Part) -> str:
    at = risk(flip["delta"])
    return f"By the bound, {flip['above']} comes before {flip['below']} at risks above {at}, and after it below."


def _chances(found: Part) -> str:
    chances = {name: chance for name, chance in (found.get("chances") or {}).items() if known(chance)}
    best = sorted(chances, key=lambda name: -chances[name])
    told = [f"{name} in {percent(chances[name], 0)}" for name in best[:4]]
    return f"The best of all in a draw of mix and chance: {listed(told)} of draws." if told else ""
