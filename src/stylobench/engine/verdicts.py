"""What a saved model says of a questioned text, what its score was worth on training problems, and what it rests on."""

from __future__ import annotations

import inspect
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from stylobench.engine.house_objects import FIT_AGAIN
from stylobench.engine.line_ends import plain
from stylobench.engine.marked_texts import Marked, marked, places
from stylobench.engine.saved_models import Fitted, SavedModel
from stylobench.errors import StylobenchError
from stylobench.features.char_ngrams import CharNgrams
from stylobench.features.words import tokens
from stylobench.protocols.calibration_problems import FEWEST_WORDS, TOLERANCE, conditions_of, word_count
from stylobench.records import Booleans, Floats, Problem, Score, text_digest
from stylobench.seeds import generator
from stylobench.statistics.case_calibration import DECIMALS, MOST_BEYOND, CaseCalibration
from stylobench.statistics.trial_draws import Units, interval, resampled_weights

SUPPORTS = ("one author", "different authors", "neither", "no answer", "not validated")
LEAST_COMMON = 0.5  # of the share that the most frequent training words have in training texts
FEWEST_NEAR, MOST_NEAR, NEAR_SHARE = 20, 200, 0.2
MOST_REASONS = 20
FOREIGN = 0.3
MOST_NAMES = 3
OF_WORDS = ("words", "syntax", "topic", "compression")


@dataclass(frozen=True)
class Likewise:
    """Calibration problems whose evidence was nearest to this case's, with scores from `low_score` to `high_score`: how
    many there are, and which `share` of them, with its interval, is by one author.
    """

    n: int
    low_score: float
    high_score: float
    share: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Beyond:
    """The `share` of problems of one class that lie as far on the other side, beside as many known texts of such
    lengths, with its interval; `n` is how many problems that is worth, by their weights.
    """

    n: int
    share: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Standing:
    """What a score is worth. `strangers` are different-author problems that score as high, `same` are same-author
    problems that score as low; None for models of the older format.
    """

    score: float | None
    supports: str
    likewise: Likewise | None
    strangers: Beyond | None = None
    same: Beyond | None = None


@dataclass(frozen=True)
class MaskedStanding(Standing):
    """The standing with topical words masked; `rests_on_topic` where the score with them is worth so much more (or,
    where it speaks for different authors, so much less) that the two intervals do not meet.
    """

    rests_on_topic: bool = False


@dataclass(frozen=True)
class Reason:
    """One thing that a verdict rests on, how much, and how often it stands in the questioned and the known texts."""

    name: str
    weight: float
    questioned: int
    known: int


@dataclass(frozen=True)
class Verdict:
    """What one verifier says; `score` is None where it gives no answer or none that is validated: `silence` says why.

    `supports` is one author, different authors, neither, no answer, or not validated. One author is supported where at
    most 8.75% of strangers score as high beside as many known texts of such lengths, and more of the problems like it
    are by one author than the share `prior` among all; different authors where at most 8.75% of same-author problems
    score as low, and fewer are by one author. A verifier that is not surely better than chance over all problems has to
    be so on those like the case: the whole interval lies on one side.
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
    strangers: Beyond | None = None
    same: Beyond | None = None
    masked: MaskedStanding | None = None


@dataclass(frozen=True)
class Text:
    """A text of the problem by name."""

    name: str
    text: str


def verdict_on(
    model: SavedModel,
    known: Sequence[Text],
    questioned: Text,
    most: int | None = None,
    skipped: Sequence[Mapping[str, str]] = (),
) -> dict[str, Any]:
    """The result of one question, as a report reads it; `texts` have the reasons marked in them.

    `most` is how many reasons are wanted of each verifier; unset, 20 are kept and a report shows fewer where it is
    short. Known texts below 50 words are left out. `skipped` are files that were not read, by name and reason.
    """
    *given, questioned = (Text(one.name, plain(one.text)) for one in (*known, questioned))
    known = [one for one in given if word_count(one.text) >= FEWEST_WORDS]
    problem = Problem(tuple(one.text for one in known), questioned.text)
    silence = _silence(given, known, questioned)
    unlike = "" if silence else not_validated(model, known, questioned)
    most_kept = MOST_REASONS if most is None else most
    verdicts = [_verdict(one, model, problem, silence, unlike, most_kept) for one in model.fitted]
    facts = asdict(model.facts)
    return {
        "protocol": "verdict",
        "corpus": {"name": questioned.name, "documents": len(given) + 1},
        "settings": {"versions": facts["versions"], "seed": facts["seed"]},
        "methods": {one.verifier: {"spec": one.spec, "family": one.family} for one in verdicts},
        "warnings": [*model.cautions, *_repeated(known, questioned), *_unlike(model, [*known, questioned])],
        "training": {name: value for name, value in facts.items() if name != "versions"},
        "known": [one.name for one in known],
        "files": {
            "known": [{"name": one.name, "words": word_count(one.text)} for one in known],
            "questioned": {"name": questioned.name, "words": word_count(questioned.text)},
            "left_out": [
                {"name": one.name, "why": f"{_words(one.text)}, fewer than {FEWEST_WORDS}"}
                for one in given
                if one not in known
            ],
            "skipped": [dict(one) for one in skipped],
        },
        "validated": validated(model),
        "most_beyond": MOST_BEYOND,
        "most": most,
        "counts": {kind: sum(one.supports == kind for one in verdicts) for kind in SUPPORTS},
        "verdicts": [asdict(one) for one in verdicts],
        "texts": [asdict(one) for one in _texts(verdicts, known, questioned)],
    }


def _verdict(one: Fitted, model: SavedModel, problem: Problem, silence: str, unlike: str, most: int) -> Verdict:
    head, prior = (one.name, one.spec, one.family, one.looks_at), float(model.truth.mean())
    standing = Standing(None, "no answer", None)
    if not silence and unlike:
        standing, silence = Standing(None, "not validated", None), unlike
    elif not silence:
        standing = _standing(one.verifier, one.scores, model, problem, better_than_chance(one))
        if standing.score is None:
            silence = "the texts are too short for it, or have nothing in common with what it has learnt"
    masked = None
    if standing.score is not None and one.twin is not None and one.twin_scores is not None:
        found = _standing(one.twin, one.twin_scores, model, problem, better_than_chance(one))
        masked = MaskedStanding(**vars(found), rests_on_topic=_rests_on_topic(standing, found))
    return Verdict(
        *head,
        score=standing.score,
        supports=standing.supports,
        silence=silence,
        likewise=standing.likewise,
        prior=prior,
        measures=one.measures,
        reasons=() if standing.score is None else _reasons(one, problem, most),
        strangers=standing.strangers,
        same=standing.same,
        masked=masked,
    )


def _silence(given: Sequence[Text], known: Sequence[Text], questioned: Text) -> str:
    """Why there is no answer, if there is none."""
    if not questioned.text.strip():
        return "the questioned text is blank"
    if word_count(questioned.text) < FEWEST_WORDS:
        return f"the questioned text has {_words(questioned.text)}; below {FEWEST_WORDS} there is no answer"
    if not given:
        return "there is no known text"
    if not known:
        return f"no known text has {FEWEST_WORDS} words or more; join short ones by the same author in one file"
    return ""


def validated(model: SavedModel) -> dict[str, Any]:
    """What scores were calibrated for: numbers of known texts and words of either side, on so many problems."""
    if model.conditions is None:
        return {"known_texts": [1, 1], "known_words": None, "questioned_words": None, "problems": len(model.truth)}
    ends = [[round(float(end)) for end in (column.min(), column.max())] for column in model.conditions.T]
    names = ("known_texts", "known_words", "questioned_words")
    return {**dict(zip(names, ends, strict=True)), "problems": len(model.truth)}


def not_validated(model: SavedModel, known: Sequence[Text], questioned: Text) -> str:
    """What this case has and no calibration problem had, so that no score of it is validated; empty if nothing."""
    if model.conditions is None:
        one = "" if len(known) == 1 else f"{len(known)} known texts (calibrated for one known text only: {FIT_AGAIN})"
        return f"not validated for {one}" if one else ""
    count, own, asked = conditions_of([text.text for text in known], questioned.text)[0]
    numbers = model.conditions[:, 0]
    if count > numbers.max():
        return (
            f"not validated for {len(known)} known texts (calibrated for 1 to {numbers.max():.0f}; leave some out, or "
            "fit on a corpus with more texts by each author)"
        )
    as_many = model.conditions[numbers >= count]
    for name, words, column in (("known", own, as_many[:, 1]), ("questioned", asked, as_many[:, 2])):
        if not column.min() / TOLERANCE <= words <= column.max() * TOLERANCE:
            of = "known texts of" if name == "known" else "a questioned text of"
            mend = "join short texts" if words < column.min() else "cut the texts"
            return (
                f"not validated for {of} {words:,.0f} words beside {_known_texts(len(known))} (calibrated for "
                f"{column.min():,.0f} to {column.max():,.0f} words; {mend}, or fit on texts of such a length)"
            )
    for text in (*known, questioned):
        if reason := _foreign(model, text.text):
            return f"not validated for texts like {text.name}: {reason}"
    return ""


def _foreign(model: SavedModel, text: str) -> str:
    """Whether a text is in another language, or nearly so."""
    words, usual = tokens(text), model.usual
    share = sum(word in usual.common_words for word in words) / max(len(words), 1)
    if usual.common_words and share < LEAST_COMMON * usual.common_share:
        return (
            f"{share:.0%} of its words are among the {len(usual.common_words)} most frequent training words, which "
            f"make up {usual.common_share:.0%} or more of nearly all training texts (another language or kind of text?)"
        )
    unseen = _unseen(model, text)
    if unseen > max(FOREIGN, usual.unseen):
        return f"{unseen:.0%} of its character 3-grams stand in no training text (another language or script?)"
    return ""


def _standing(verifier: Any, scores: Floats, model: SavedModel, problem: Problem, better: bool) -> Standing:
    """What a verifier's score is worth in this case; `better`: it is surely better than chance over all problems."""
    if model.conditions is None:
        score = float(verifier.verify([problem])[0])
        if math.isnan(score):
            return Standing(None, "no answer", None)
        near, prior = likewise(score, scores, scores, model), float(model.truth.mean())
        if near is None or near.low is None or near.high is None or near.low <= prior <= near.high:
            return Standing(score, "neither", near)
        return Standing(score, "one author" if near.low > prior else "different authors", near)
    score = float(verifier.scores([problem])[0])
    calibration = CaseCalibration.of(scores, model.truth, model.conditions)
    if math.isnan(score):
        return Standing(None, "no answer", None)
    if calibration is None:
        return Standing(score, "neither", None)
    case = conditions_of(problem.known, problem.questioned)
    answered = np.flatnonzero(~np.isnan(scores))
    evidence = np.full(len(scores), np.nan)
    evidence[answered] = calibration.evidence(scores[answered], model.conditions[answered])
    near = likewise(float(calibration.evidence(np.array([score]), case)[0]), evidence, scores, model)
    units = Units(model.facts.unit, model.units[answered])
    drawn = resampled_weights(units, generator(model.facts.seed, "beyond"))
    strangers, same = (_beyond(*calibration.beyond(kind, score, case), drawn, units) for kind in (False, True))
    supports = supported(strangers.share, same.share, near, float(model.truth.mean()), better)
    return Standing(score, supports, near, strangers, same)


def better_than_chance(one: Fitted) -> bool:
    """Whether the whole interval of a verifier's AUC lies above one half."""
    return any(measure.metric == "auc" and measure.low > 0.5 for measure in one.measures)


def supported(above: float, below: float, near: Likewise | None, prior: float, better: bool) -> str:
    """What a score supports, from the shares of strangers that score as high and of same-author problems that score as
    low, and from what problems like it were worth. Where both classes leave a gap and the score lies in it, and where
    the verifier is not surely better than chance over all problems, the whole interval has to lie on one side of the
    share among all.
    """
    if near is None:
        return "neither"
    low = high = near.share
    if not better or (above <= MOST_BEYOND and below <= MOST_BEYOND):
        low, high = 0.0 if near.low is None else near.low, 1.0 if near.high is None else near.high
    if low > prior and above <= MOST_BEYOND:
        return "one author"
    return "different authors" if high < prior and below <= MOST_BEYOND else "neither"


def _beyond(weights: Floats, further: Floats, drawn: Floats, units: Units) -> Beyond:
    """The share of the weight that lies further, its interval by drawing authors or texts again.

    Less than one problem's worth comes from the tails of their curves, whose spread says nothing of how sure it is: the
    interval is then that of none.
    """
    totals = drawn @ weights
    shares = drawn @ (weights * further) / np.where(totals > 0, totals, np.nan)
    worth = float(weights.sum() ** 2 / (weights**2).sum())
    low, high = interval(shares if shares[0] * worth >= 1 else np.zeros_like(shares), units, share=True)
    return Beyond(int(worth), round(float(shares[0]), DECIMALS), low, high)


def _rests_on_topic(raw: Standing, masked: Standing) -> bool:
    one, other = raw.likewise, masked.likewise
    if one is None or other is None or None in (one.low, one.high, other.low, other.high):
        return False
    if raw.supports == "different authors":
        return bool(other.low > one.high)  # type: ignore[operator]
    return bool(raw.supports == "one author" and other.high < one.low)  # type: ignore[operator]


def likewise(evidence: float, every: Floats, scores: Floats, model: SavedModel) -> Likewise | None:
    """What evidence like this was worth on the calibration problems of a model."""
    return likewise_in(evidence, every, scores, model.truth, Units(model.facts.unit, model.units), model.facts.seed)


def likewise_in(
    evidence: float, every: Floats, scores: Floats, truth: Booleans, units: Units, seed: int
) -> Likewise | None:
    """What evidence like this was worth on problems (`every` has theirs, NaN where there is none); None where none was
    answered.

    The nearest fifth of the answered problems, at least 20 and at most 200, with all that are as near as the last of
    them; and all others that a curve which never falls cannot tell from the nearest, so that more evidence is not
    worth less by chance. The interval comes from drawing the authors or texts again that these problems share.
    """
    answered = np.flatnonzero(~np.isnan(every))
    if len(answered) == 0:
        return None
    given = every[answered]
    apart = np.abs(given - evidence)
    wanted = min(len(given), int(np.clip(NEAR_SHARE * len(given), FEWEST_NEAR, MOST_NEAR)))
    level = rising(given, truth[answered])
    alike = (apart <= np.partition(apart, wanted - 1)[wanted - 1]) | (level == level[np.argmin(apart)])
    chosen = answered[alike]
    own = Units(units.name, units.codes[chosen])
    weights = resampled_weights(own, generator(seed, "verdict"))
    totals = weights.sum(axis=1)
    shares = (weights @ truth[chosen]) / np.where(totals > 0, totals, np.nan)
    low, high = interval(shares, own, share=True)
    found = scores[chosen]
    return Likewise(len(chosen), float(found.min()), float(found.max()), float(shares[0]), low, high)


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


def _words(text: str) -> str:
    count = word_count(text)
    return f"{count} word{'s' * (count != 1)}"


def _known_texts(count: int) -> str:
    return f"{count} known text{'s' * (count != 1)}"


def _names(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more


def _unseen(model: SavedModel, text: str) -> float:
    """The share of a text's character 3-grams that no training text has."""
    grams = CharNgrams(n=3).ngrams(text)
    return sum(gram not in model.usual.trigrams for gram in grams) / max(len(grams), 1)
