"""Similarity of meaning: the cosine of sentence vectors, each sentence beside what became of it."""

from __future__ import annotations

from collections.abc import Sequence

from stylobench.edits import Rewrite
from stylobench.quality._measure import Measure
from stylobench.quality._similarity import similarities
from stylobench.records import Floats


class Meaning(Measure):
    """By the encoder sbert; about `sentences` in all are looked at, at most eight of a text."""

    dimension = "soundness"
    title = "similarity of meaning (sampled sentences)"
    better = "high"
    scale = "number"
    blind = (
        "It sees the topic more than the claim: on examples it gave .75 to .90 to a negation, .98 to swapped roles, "
        ".92 to another number, .82 to .93 to shuffled words, and .61 to a good paraphrase."
    )

    def __init__(self, sentences: int = 200) -> None:
        self.sentences = sentences

    def measure(self, rewrites: Sequence[Rewrite]) -> Floats:
        """NaN where the original has no sentence."""
        return similarities(rewrites, self.sentences)
