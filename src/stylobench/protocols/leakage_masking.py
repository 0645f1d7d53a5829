"""A text as the topic-only verifier sees it."""

from __future__ import annotations

from stylobench.features.problems import Problems
from stylobench.protocols.leakage_findings import Masked
from stylobench.protocols.leakage_ground import Ground
from stylobench.records import TrialSplit
from stylobench.verifiers.topic_fit import TopicFit

CHARACTERS = 300


def masked_example(ground: Ground, split: TrialSplit) -> Masked:
    """The beginning of the first test text of a split, as it is and with the masks learnt on the training side."""
    verifier = TopicFit(calibrate="none")
    verifier.fit(Problems.without_truth(ground.texts, split.train), split.train.same.tolist())
    text = ground.texts[int(split.test.rows[0])]
    return Masked(text[:CHARACTERS], verifier.masked(text, CHARACTERS), len(verifier.masked_))
