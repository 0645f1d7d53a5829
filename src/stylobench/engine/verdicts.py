"""What a saved model says of a questioned text, what its score was worth on training problems, and what it rests on."""

from __future__ import annotations

import inspect
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from stylobench.engine.line_ends import plain
from stylobench.engine.marked_texts import Marked, marked, places
from stylobench.engine.saved_models import Fitted, SavedModel
from stylobench.errors import StylobenchError
from stylobench.features.char_ngrams import CharNgrams
from stylobench.records import Booleans, Floats, Problem, Rows, Score, text_digest
from stylobench.seeds import generator
from stylobench.statistics.trial_draws import Units, draw_weights, interval

SUPPORTS = ("one author", "different authors", "neither", "no answer")
FEWEST_NEAR, MOST_NEAR, NEAR_SHARE = 20, 200, 0.2
MOST_REASONS = 20
FOREIGN = 0.3
MOST_NAMES = 3
OF_WORDS = ("words", "syntax", "topic", "compression")


@dataclass(frozen=True)
class Likewise:
    """Training problems whose score was nearest to this one, from `low_score` to `high_score`: how many there are, and
    which `share` of them, with its interval, is by one author.
    """

    n: int
    low_score: float
    high_score: float
    share: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Reason:
    """One thing that a verdict rests on, how much, and how often it stands in the questioned and the known texts."""

    name: str
    weight: float
    questioned: int
    known: int


@dataclass(frozen=True)
class Verdict:
    """What one verifier says; `score` is None where it gives no answer, and then `silence` says why.

    `supports` is one author, different authors, neither, or no answer: whether the share among training problems with
    such scores lies, with its whole interval, above or below the share `prior` among all of them.
    """

    verifier: str
    spec: str
    family: str
    looks_at: str
    score: float | None
    supports: str
    silence: str
    likewise: Likewise | None
    prior: float
    measures: tuple[Score, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Text:
    """A text of the problem by name."""

    name: str
    text: str


def verdict_on(model: SavedModel, known: Sequence[Text], questioned: Text, most: int | None = None) -> dict[str, Any]:
    """The result of one question, as a report reads it; `texts` have the reasons marked in them.

    `most` is how many reasons are wanted of each verifier; unset, 20 are kept and a report shows fewer where it is
    short.
    """
    *known, questioned = (Text(one.name, plain(one.text)) for one in (*known, questioned))
    problem = Problem(tuple(one.text for one in known), questioned.text)
    verdicts = [_verdict(one, model, problem, MOST_REASONS if most is None else most) for one in model.fitted]
    corpus = {"name": questioned.name, "documents": len(known) + 1}
    facts = asdict(model.facts)
    return {
        "protocol": "verdict",
        "corpus": corpus,
        "settings": {"versions": facts["versions"], "seed": facts["seed"]},
        "methods": {one.verifier: {"spec": one.spec, "family": one.family} for one in verdicts},
        "warnings": [*model.cautions, *_repeated(known, questioned), *_unlike(model, [*known, questioned])],
        "training": {name: value for name, value in facts.items() if name != "versions"},
        "known": [one.name for one in known],
        "most": most,
        "counts": {kind: sum(one.supports == kind for one in verdicts) for kind in SUPPORTS},
        "verdicts": [asdict(one) for one in verdicts],
        "texts": [asdict(one) for one in _texts(verdicts, known, questioned)],
    }


def _verdict(one: Fitted, model: SavedModel, problem: Problem, most: int) -> Verdict:
    score = float(one.verifier.verify([problem])[0])
    prior = float(model.truth.mean())
    silent = math.isnan(score)
    near = None if silent else likewise(score, one.scores, model)
    return Verdict(
        one.name, one.spec, one.family, one.looks_at,
        score=None if silent else score,
        supports="no answer" if silent else _supported(near, prior),
        silence=_silence(problem) if silent else "",
        likewise=near,
        prior=prior,
        measures=one.measures,
        reasons=() if silent else _reasons(one, problem, most),
    )  # fmt: skip


def _silence(problem: Problem) -> str:
    if not problem.questioned.strip():
        return "the questioned text is blank"
    if not any(text.strip() for text in problem.known):
        return "there is no known text" if not problem.known else "the known texts are blank"
    if not all(text.strip() for text in problem.known):
        return "one of the known texts is blank"
    return "the texts are too short for it, or it leaves cases as close as this one open"


def likewise(score: float, scores: Floats, model: SavedModel) -> Likewise | None:
    """What scores like this one were worth on training problems; None where none was answered.

    The nearest fifth of the answered problems, at least 20 and at most 200, with all that are as near as the last of
    them; and all others that a curve which never falls cannot tell from the nearest, so that a higher score is not
    worth less by chance.
    """
    answered = np.flatnonzero(~np.isnan(scores))
    if len(answered) == 0:
        return None
    given, same = scores[answered], model.truth[answered]
    apart = np.abs(given - score)
    wanted = min(len(given), int(np.clip(NEAR_SHARE * len(given), FEWEST_NEAR, MOST_NEAR)))
    level = rising(given, same)
    alike = (apart <= np.partition(apart, wanted - 1)[wanted - 1]) | (level == level[np.argmin(apart)])
    share, low, high = _share(model, answered[alike])
    return Likewise(int(alike.sum()), float(given[alike].min()), float(given[alike].max()), share, low, high)


def rising(scores: Floats, same: Booleans) -> Floats:
    """The curve through the truth that never falls with the score, at each of the scores.

    >>> rising(np.array([0.1, 0.2, 0.3, 0.4]), np.array([False, True, False, True])).tolist()
    [0.0, 0.5, 0.5, 1.0]
    """
    _, place, sizes = np.unique(scores, return_inverse=True, return_counts=True)
    blocks: list[list[float]] = []
    for right, size in zip(np.bincount(place, same), sizes, strict=True):
        blocks.append([float(right), float(size), 1])
        while len(blocks) > 1 and blocks[-2][0] * blocks[-1][1] >= blocks[-1][0] * blocks[-2][1]:
            last = blocks.pop()
            blocks[-1] = [a + b for a, b in zip(blocks[-1], last, strict=True)]
    levels = np.repeat([right / size for right, size, _ in blocks], [int(steps) for *_, steps in blocks])
    return np.asarray(levels[place])


def _share(model: SavedModel, places: Rows) -> tuple[float, float | None, float | None]:
    """The share of same-author problems, its interval by drawing authors or texts again."""
    truth, units = model.truth[places], Units(model.facts.unit, model.units[places])
    weights = draw_weights(units, truth, generator(model.facts.seed, "verdict"))
    totals = weights.sum(axis=1)
    shares = (weights * truth).sum(axis=1) / np.where(totals > 0, totals, np.nan)
    return (float(shares[0]), *interval(shares, units, share=True))


def _supported(near: Likewise | None, prior: float) -> str:
    if near is None or near.low is None or near.high is None:
        return "neither"
    return "one author" if near.low > prior else "different authors" if near.high < prior else "neither"


def _reasons(one: Fitted, problem: Problem, most: int) -> tuple[Reason, ...]:
    if not hasattr(one.verifier, "explain"):
        return ()
    limit = {"most": most} if "most" in inspect.signature(one.verifier.explain).parameters else {}
    try:
        found = list(one.verifier.explain(problem, **limit))[:most]
    except StylobenchError:
        return ()
    sides, whole = (problem.questioned, "\n".join(problem.known)), one.family in OF_WORDS
    return tuple(Reason(r.name, float(r.value), *(len(places(r.name, side, whole)) for side in sides)) for r in found)


def _texts(verdicts: Sequence[Verdict], known: Sequence[Text], questioned: Text) -> list[Marked]:
    """The texts, once for every verifier that has reasons which stand in them; once without marks if there is none."""
    found = []
    for one in verdicts:
        names = [reason.name if reason.questioned or reason.known else "" for reason in one.reasons]
        if any(names):
            whole = one.family in OF_WORDS
            found += [marked(text.name, text.text, names, one.verifier, whole) for text in (questioned, *known)]
    return found or [marked(text.name, text.text, (), "") for text in (questioned, *known)]


def _repeated(known: Sequence[Text], questioned: Text) -> list[str]:
    asked = questioned.text.split()
    same = [one.name for one in known if asked and one.text.split() == asked]
    return [f"the questioned text {questioned.name} is itself a known text: {_names(same)}"] if same else []


def _unlike(model: SavedModel, texts: Sequence[Text]) -> list[str]:
    """How texts differ from what the verifiers have learnt from, or that they are among it."""
    low, high = model.usual.lengths
    usual = f"than 95% of the training texts, most of which have {low:,.0f} to {high:,.0f} characters"
    found = {
        "the model has learnt from this very text, so the score says little": [
            one.name for one in texts if text_digest(one.text) in model.usual.texts
        ],
        f"shorter {usual}": [one.name for one in texts if one.text.strip() and len(one.text) < low],
        f"longer {usual}": [one.name for one in texts if len(one.text) > high],
    }
    strange = {one.name: share for one in texts if (share := _unseen(model, one.text)) > model.usual.unseen}
    if strange:
        most = max(strange.values())
        foreign = " (another language, script or kind of text?)" if most >= FOREIGN else ""
        found[
            f"up to {most:.1%} of the character 3-grams stand in no training text, which is more than in 95% of the "
            f"training texts ({model.usual.unseen:.1%}){foreign}"
        ] = list(strange)
    return [f"{line}: {_names(names)}" for line, names in found.items() if names]


def _names(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more


def _unseen(model: SavedModel, text: str) -> float:
    """The share of a text's character 3-grams that no training text has."""
    grams = CharNgrams(n=3)._ngrams(text)
    return sum(gram not in model.usual.trigrams for gram in grams) / max(len(grams), 1)
