"""The result object of the topic-leakage crash test, from the runs of all verifiers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from stylobench.corpora.mending import corpus_warnings
from stylobench.engine.leakage_variants import Compared
from stylobench.engine.side_by_side import side_by_side
from stylobench.engine.surroundings import versions
from stylobench.protocols.leakage import Plan, Settings
from stylobench.protocols.leakage_answers import Draws, Pooled, Runs, pooled
from stylobench.protocols.leakage_evidence import LeakageEvidence, leakage_evidence
from stylobench.protocols.leakage_findings import (
    Canary,
    Estimate,
    HeatMap,
    Paired,
    Reliability,
    SampleFacts,
    TopicCorrelation,
    VerifierFindings,
)
from stylobench.protocols.leakage_ground import Ground
from stylobench.protocols.leakage_masking import masked_example
from stylobench.protocols.leakage_paired import canary_findings, mean_difference, paired_findings
from stylobench.protocols.leakage_samples import (
    Folds,
    held_against,
    ranking_findings,
    sample_facts,
    sample_folds,
    similar_pairs,
    variant_findings,
    with_verdicts,
)
from stylobench.protocols.leakage_shortcuts import (
    answered_share,
    correlation_findings,
    pairing_findings,
    reliability_findings,
)
from stylobench.records import Corpus
from stylobench.statistics.topic_samples import against_random

CANARY, RIVAL = "topic_fit", "char_ngrams"
QUESTIONS = ("paired", "correlation", "pairings", "reliability", "folds")
SHARES = 2  # per worker, so that nobody waits long for the last
MOST_IN_HEAT_MAP = 60
FEW_METHODS = 5


@dataclass(frozen=True)
class Found:
    """All that was run: `specs`, `families` and `runs` by the name of the verifier."""

    corpus: Corpus
    ground: Ground
    plan: Plan
    compared: Sequence[Compared]
    specs: Mapping[str, str]
    families: Mapping[str, str]
    runs: Mapping[str, Runs]


def result_of(found: Found, settings: Settings, encoder: str, workers: int = 1) -> dict[str, Any]:
    """The object that is kept, printed and told."""
    ground, plan = found.ground, found.plan
    draws = Draws(ground.library, settings.seed)
    judged = _judged(_Judge(found, settings.measure, draws), workers)
    folds = {name: one.folds for name, one in judged.items()}
    samples = with_verdicts({name: held_against(one) for name, one in folds.items()})
    methods = {name: replace(one, samples=samples[name]) for name, one in judged.items()}
    facts = [sample_facts(ground, sampled) for sampled in plan.samples]
    last: list[Callable[[], Any]] = [
        lambda: _evidence(found, methods, settings.measure, draws),
        lambda: _canary(found, draws),
    ]
    evidence, canary = side_by_side(lambda ask: ask(), last, workers)
    return {
        "protocol": "leakage",
        "corpus": _corpus(found),
        "settings": _settings(ground, settings, encoder),
        "provenance": dict(found.corpus.provenance),
        "warnings": [
            *_bite(canary),
            *corpus_warnings(found.corpus, ground.bed.group, distinct_texts=True),
            *ground.warnings,
            *plan.warnings,
            *_method_warnings(methods, found.runs),
        ],
        "sampling": _sampling(found),
        "samples": [asdict(one) for one in facts],
        "similarity": {kind: _similarity(facts, f"{kind}_similarity") for kind in ("mean", "max")},
        "similar_pairs": {
            "hits": [asdict(pair) for pair in similar_pairs(ground, plan.samples[:1])],
            "random": [asdict(pair) for pair in similar_pairs(ground, plan.samples[1:])],
        },
        "methods": {name: asdict(one) for name, one in methods.items()},
        "ranking": {
            measure: [asdict(row) for row in rows] for measure, rows in ranking_findings(folds, plan.samples).items()
        },
        "evidence": [asdict(one) for one in evidence],
        "canary": None if canary is None else asdict(canary),
        "compare": _comparisons(found),
        "masked": asdict(masked_example(ground, plan.samples[0].splits[0])),
    }


def _corpus(found: Found) -> dict[str, Any]:
    bed = found.ground.bed
    return {
        "name": found.corpus.name,
        "documents": len(bed.rows),
        "authors": len(bed.author_names),
        "topics": len(found.ground.topics),
        "digest": found.corpus.digest,
        "group": bed.group,
    }


def _settings(ground: Ground, settings: Settings, encoder: str) -> dict[str, Any]:
    plain = {key: value for key, value in asdict(settings).items() if key != "rules"}
    more = {
        "encoder": encoder,
        "documents_per_topic": ground.per_topic,
        "documents_per_vector": ground.per_vector,
        "versions": versions(),
    }
    return {**plain, **asdict(settings.rules), **more}


def _sampling(found: Found) -> dict[str, Any]:
    sample, ground = found.plan.samples[0].sample, found.ground
    rest = [topic for topic in ground.topics if topic not in set(sample.topics)]
    shown = [*sample.topics, *rest][:MOST_IN_HEAT_MAP]
    places = [ground.topics.index(topic) for topic in shown]
    taken = [place < len(sample.topics) for place in range(len(shown))]
    heat = HeatMap(shown, taken, np.asarray(ground.cosines[np.ix_(places, places)]).tolist())
    return {
        "selected": list(sample.topics),
        "leakage": list(sample.leakage),
        "joined": dict(sample.joined),
        "left_out": dict(ground.left_out),
        "heat": asdict(heat),
    }


def _similarity(facts: Sequence[SampleFacts], name: str) -> dict[str, Any]:
    hits, *random = (float(getattr(one, name)) for one in facts)
    if not random:
        return {"hits": hits, "random_mean": None, "random": [], "rank_p": None}
    return {
        "hits": hits,
        "random_mean": float(np.mean(random)),
        "random": random,
        "rank_p": against_random(hits, random).rank_p,
    }


@dataclass(frozen=True)
class _Judge:
    """Answers one question about one verifier at a time."""

    found: Found
    measure: str
    draws: Draws

    def paired(self, name: str) -> Paired | None:
        found = self.found
        return paired_findings(found.ground, found.plan, found.runs[name], self.measure, self.draws)

    def correlation(self, name: str) -> TopicCorrelation | None:
        free = self._drawn_freely(name)
        return None if free is None else correlation_findings(self.found.ground, free, self.draws)

    def pairings(self, name: str) -> dict[str, Estimate]:
        free = self._drawn_freely(name)
        return {} if free is None else pairing_findings(free, self.draws)

    def reliability(self, name: str) -> Reliability | None:
        free = self._drawn_freely(name)
        return None if free is None else reliability_findings(free, self.draws)

    def folds(self, name: str) -> Folds:
        return sample_folds(self.found.plan.samples, self.found.runs[name])

    def _drawn_freely(self, name: str) -> Pooled | None:
        pairings = self.found.plan.pairings
        return pooled(pairings, self.found.runs[name]) if pairings else None


def _judged(judge: _Judge, workers: int) -> dict[str, VerifierFindings]:
    """All that is found about each verifier by itself; how its samples compare is told with those of the others."""
    names = list(judge.found.runs)
    # A question is asked about several verifiers at a time, because they share its draws.
    parts = max(1, min(len(names), math.ceil(SHARES * workers / len(QUESTIONS))))
    asked = [(question, names[part::parts]) for question in QUESTIONS for part in range(parts)]
    told = side_by_side(lambda ask: [getattr(judge, ask[0])(name) for name in ask[1]], asked, workers)
    answers: dict[str, dict[str, Any]] = {name: {} for name in names}
    for (question, some), found in zip(asked, told, strict=True):
        for name, answer in zip(some, found, strict=True):
            answers[name][question] = answer
    return {name: _verifier(judge.found, name, answers[name]) for name in names}


def _verifier(found: Found, name: str, answers: Mapping[str, Any]) -> VerifierFindings:
    runs = found.runs[name]
    return VerifierFindings(
        spec=found.specs[name],
        family=found.families[name],
        samples={},
        answered=answered_share(_everything(found.plan, runs)),
        failures=[{"split": one.split, "reason": one.failure} for one in runs.values() if one.failure],
        **answers,
    )


def _evidence(
    found: Found, methods: Mapping[str, VerifierFindings], measure: str, draws: Draws
) -> list[LeakageEvidence]:
    def mean_loss(names: Sequence[str]) -> Estimate:
        return mean_difference(found.ground, found.plan, [found.runs[name] for name in names], measure, draws)

    return leakage_evidence({name: one.paired for name, one in methods.items()}, found.families, mean_loss)


def _everything(plan: Plan, runs: Runs) -> list[Pooled]:
    parts = [pooled(sampled.splits, runs) for sampled in plan.samples]
    return [part for part in parts if part is not None]


def _canary(found: Found, draws: Draws) -> Canary | None:
    """The verifier that sees only topical words against the one that sees characters, or the first other one."""
    named = {name: spec.partition("(")[0] for name, spec in found.specs.items()}
    birds = [name for name, spec in named.items() if spec == CANARY]
    others = [name for name, spec in named.items() if spec != CANARY]
    rivals = [name for name in others if named[name] == RIVAL] or others
    if not (birds and rivals and found.plan.paired):
        return None
    return canary_findings(found.ground, found.plan, found.runs, (birds[0], rivals[0]), draws)


def _bite(canary: Canary | None) -> list[str]:
    if canary is None or (canary.difference.low is not None and canary.difference.low > 0):
        return []
    return [f"by the canary, {canary.verdict}: finding nothing in the paired test means little here"]


def _comparisons(found: Found) -> dict[str, list[dict[str, Any]]]:
    told: dict[str, list[dict[str, Any]]] = {}
    for way in found.compared:
        alive = {name: runs for name, runs in found.runs.items() if way.splits[0].id in runs}
        told.setdefault(way.kind, []).append(asdict(variant_findings(way.name, way.ground, way.sampled, alive)))
    return told


def _method_warnings(methods: Mapping[str, VerifierFindings], runs: Mapping[str, Runs]) -> list[str]:
    lines = []
    if len(methods) < FEW_METHODS:
        lines.append(f"{len(methods)} verifiers are few to rank: the stability of a ranking means little below 5")
    for name, one in methods.items():
        if one.failures:
            first = one.failures[0]
            rest = "and cannot be judged" if len(one.failures) == len(runs[name]) else "and is judged on the rest"
            lines.append(
                f"{name} failed on {len(one.failures)} of {len(runs[name])} splits {rest}; "
                f"the first: {first['split']}: {first['reason']}"
            )
        notes = [note for run in runs[name].values() for note in run.notes]
        lines += [f"{name}: {notes.count(note)} of {len(runs[name])} runs said {note}" for note in np.unique(notes)[:3]]
    return lines
