"""The answer in plain words, one per verifier: what it loses when training topics lie far from the test topics."""

from __future__ import annotations

from stylobench.report.chapters.reading import noun
from stylobench.report.families import place_of
from stylobench.report.leakage.reading import (
    UNDECIDED,
    Part,
    bounded,
    called,
    compared,
    contrast,
    counted,
    estimated,
    lead,
    one_sample,
    sure,
    undecided,
)
from stylobench.report.story import Answer, Result
from stylobench.report.words import (
    headline_digits,
    known,
    many,
    p_value,
    percent,
    plural,
    points,
    points_interval,
    signed_points,
    stopped,
)

FEWEST_TOPICS = 2


def answers(result: Result) -> list[Answer]:
    """One answer per verifier, in the order of the result."""
    return [
        Answer(
            name,
            place_of(result, name) % 6,
            _compared_with_itself(method, result) or headline(method, lead(result), noun(result)),
            tuple(_sentences(method, result)),
        )
        for name, method in result["methods"].items()
    ]


def _compared_with_itself(method: Part, result: Result) -> str:
    """That there is no number, where HITS took every topic and there is no paired test; else empty."""
    measure = _measure(method, lead(result))
    if contrast(method, measure) or not (one_sample(result) and compared(method, measure)):
        return ""
    groups, taken = plural(noun(result)), result["corpus"]["topics"]
    fewer = f"--topics below {taken}, or " if taken > FEWEST_TOPICS else ""
    return (
        f"no result: HITS takes all {many(taken, noun(result))}, so there is nothing to compare; give {fewer}"
        f"a corpus with more {groups}"
    )


def headline(method: Part, measure: str, group: str = "topic") -> str:
    """The paired test where it was run, else HITS against random.

    >>> found = {"value": .06, "low": .03, "high": .09, "unit": "author", "units": 38, "trials": 412}
    >>> headline({"paired": {"measure": "auc", "measures": {"auc": {"difference": found}}}}, "auc")
    'AUC falls by 6 points [3, 9] when training topics are far from the test topics (412 trials, 38 authors)'
    """
    measure = _measure(method, measure)
    found = contrast(method, measure).get("difference") or {}
    groups = plural(group)
    if found and found["value"] == found.get("low") == found.get("high") == 0:
        return f"{called(measure)} is the same, whether training {groups} are near or far ({counted(found)})"
    if found:
        unsure = "" if bounded(found) and not undecided(method) else f"{UNDECIDED}: "
        moved = change(found, called(measure))
        return f"{unsure}{moved} when training {groups} are far from the test {groups} ({counted(found)})"
    beside = compared(method, measure)
    if known(beside.get("difference")):
        return f"{called(measure)} on HITS {groups} minus random ones: {_apart(beside)}"
    if beside:
        return f"{called(measure)} {points(beside['hits'])} of 100 on HITS {groups}"
    return f"no answer: nothing could be scored ({many(len(method.get('failures') or ()), 'failure')})"


def _measure(method: Part, usual: str) -> str:
    """What the paired test of a method measures, else the usual."""
    return (method.get("paired") or {}).get("measure") or usual


def change(found: Part, name: str) -> str:
    """Which way a measure goes from near to far, and how surely.

    >>> change({"value": -.004, "low": -.02, "high": .01}, "Overall")
    'Overall rises by 0.4 points [−1, 2], which may be none,'
    """
    size, low, high = _upright(found)
    doubt = ", which may be none," if known(low) and low <= 0 else "" if bounded(found) else ", without an interval,"
    return f"{name} {'falls' if found['value'] >= 0 else 'rises'} by {amount(size, low, high)}{doubt}"


def _upright(found: Part) -> tuple[float, float | None, float | None]:
    """The size of a difference, with the interval turned round where the difference is negative."""
    value, low, high = found["value"], found.get("low"), found.get("high")
    if value >= 0:
        return value, low, high
    return -value, -high if known(high) else None, -low if known(low) else None


def amount(size: float, low: float | None, high: float | None) -> str:
    """Points with their interval, with a decimal where there would be nothing else to see.

    >>> amount(.06, .03, .09), amount(.004, -.01, .02), amount(.02, .003, .037)
    ('6 points [3, 9]', '0.4 points [−1, 2]', '2.0 points [0.3, 3.7]')
    """
    digits = headline_digits(low, high)
    text = points(size, 1 if size < 0.0095 else digits)
    return f"{text} {'point' if text == '1' else 'points'} {points_interval(low, high, digits)}".rstrip()


def _sentences(method: Part, result: Result) -> list[str]:
    group = noun(result)
    said = [
        _paired(method, result),
        _topics(method, group),
        _levels(method, lead(result)),
        "" if one_sample(result) else _random(method, lead(result), group),
    ]
    if known(method.get("answered")) and method["answered"] < 1:
        said.append(f"It gives an answer in {percent(method['answered'])} of trials.")
    failures = len(method.get("failures") or ())
    if failures:
        said.append(f"{many(failures, 'fold')} failed and are not in these numbers; see Warnings.")
    return [sentence for sentence in said if sentence]


def _topics(method: Part, group: str) -> str:
    """What becomes of it where the topics of a pair point to the wrong answer."""
    hard, easy = ((method.get("pairings") or {}).get(kind) for kind in ("hard", "easy"))
    if not (estimated(hard) and estimated(easy)):
        return ""
    return (
        f"Where the {plural(group)} of a pair mislead, its AUC is {_or_too_few(hard)} of 100; where they help, "
        f"{_or_too_few(easy)}; 50 is guessing."
    )


def _or_too_few(found: Part | None) -> str:
    return sure(found) if known((found or {}).get("low")) else f"{sure(found)} (too few authors for an interval)"


def _paired(method: Part, result: Result) -> str:
    paired = method.get("paired") or {}
    if not paired:
        return "The paired leakage test could not be built; see Warnings."
    if not paired.get("verdict"):
        return ""
    more = f" {more_controls(result)}" if "control" in undecided(method) else ""
    return f"Paired leakage test: {stopped(str(paired['verdict']))}{more}"


def more_controls(result: Result) -> str:
    """What to do where controls are too few: with few topics most random halves are near and far themselves."""
    if (result.get("settings") or {}).get("controls") == 0:
        return "Ask for controls with --controls."
    return f"A corpus with more {plural(noun(result))} gives controls."


def _levels(method: Part, measure: str) -> str:
    measure = _measure(method, measure)
    found = contrast(method, measure)
    if not (estimated(found.get("near")) and estimated(found.get("far"))):
        return ""
    return f"{called(measure)} is {sure(found['near'])} of 100 trained near, {sure(found['far'])} trained far."


def _random(method: Part, measure: str, group: str) -> str:
    found = compared(method, measure)
    if not known(found.get("difference")):
        return ""
    there = f"{points(found['hits'])} on HITS {plural(group)}, {points(found.get('random_mean'))} on the mean of"
    samples = many(len(found.get("random") or ()), "random sample")
    told = f"HITS against random: {called(measure)} is {there} {samples}: {_apart(found)}"
    verdict = f": {found['verdict']}" if found.get("verdict") else ""
    return stopped(f"{told} ({p_value(found.get('rank_p'), 'rank p')}){verdict}")


def _apart(found: Part) -> str:
    size, bracket, interval = signed_points(found["difference"], found.get("low"), found.get("high")).partition(" [")
    return f"{size} points{bracket}{interval}"


def verdicts(result: Result) -> list[str]:
    """What the canary shows: whether this test can find anything on this corpus."""
    canary = result.get("canary") or {}
    found = canary.get("difference") or {}
    if not estimated(found):
        return []
    size, low, high = _upright(found)
    lost, _, interval = amount(size, low, high).partition(" [")
    more = "more" if found["value"] >= 0 else "less"
    told = f"loses {lost} {more} than {canary['against']}" + (f" [{interval}" if interval else "")
    by = f"by {called(str(canary.get('measure')))} ({counted(found)})"
    verdict = canary.get("verdict") or "no verdict"
    return [f"{canary['canary']}, which sees only topical words, {told} {by}: {verdict}"]


def guide(group: str) -> list[tuple[str, str]]:
    """How to read the answer."""
    groups = plural(group)
    return [
        ("Near and far", f"the same test trials are answered twice, after training on the {groups} most like the test "
                         f"{groups} and on those least like them. Both sides have equally many pairs of each class and "
                         f"authors. What falls from near to far came from the {group}, not from the author."),
        ("Points", "all measures run from 0 to 100 here, and more is better; a point is one hundredth."),
        ("[a, b]", "a 95% interval. Trials that share an author are not independent, so authors are drawn, "
                   "not trials; near minus far also has room for what random halves of the training topics give. Where "
                   "samples are compared, the samples are the units."),
        ("HITS", f"a choice of {groups} that are as unlike one another as can be, so that little of a test {group} "
                 f"leaks into training; beside it stand random choices of as many {groups}."),
        ("Rank p", "the place of HITS among the random samples: 1 of 21 is the least that 20 samples can show."),
        ("Canary", "a verifier that sees only topical words. If it does not lose more than another one, the test "
                   "cannot find leakage on this corpus, and finding none means nothing."),
    ]  # fmt: skip
