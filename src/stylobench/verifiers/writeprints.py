"""Differences of the Writeprints measures (characters, word lengths, richness, function words), then a learner.

The static feature set of Abbasi & Chen 2008 ("Writeprints") as Brennan, Afroz & Greenstadt 2012 use it, after the list
of features in the program JStylo. There it named authors; here the absolute differences between the questioned text and
the mean of the known ones go into logistic regression (or a forest) over problems. The function words are the list of
this house; parts of speech come from a perceptron tagger; n-grams of letters, words and tags, misspellings and the
structure of e-mails, which need lists or a corpus, are left out.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from scipy import sparse

from stylobench.features import writeprints
from stylobench.features._tagger import identity
from stylobench.features.texts import Texts
from stylobench.records import Floats
from stylobench.verifiers._differences import Differences

TAGS = ("CC", "CD", "DT", "EX", "FW", "IN", "JJ", "JJR", "JJS", "LS", "MD", "NN", "NNS", "NNP", "NNPS", "PDT", "POS",
        "PRP", "PRP$", "RB", "RBR", "RBS", "RP", "SYM", "TO", "UH", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "WDT",
        "WP", "WP$", "WRB")  # fmt: skip


class Writeprints(Differences):
    """Learns which of some hundred differences of style tell authors apart.

    learner      logistic, or forest: classification trees
    C            inverse strength of the penalty on weights (logistic)
    trees, seed  how many trees, and what they are drawn by (forest)
    tags         whether shares of parts of speech count, which needs the tagger
    held_out     share of the training problems that a map is tuned on; 0: on all of them, crossed
    calibrate    none, because the learner gives probabilities; or a map as in `char_ngrams`
    objective    the measure that two thresholds maximise

    >>> from stylobench.records import Problem
    >>> problems = [Problem(("Oh, so it is!",), "Oh, it was so!"), Problem(("THUS WE BE",), "Oh, it was so!")]
    >>> (Writeprints(tags=False).fit(problems, [True, False]).verify(problems) > 0.5).tolist()
    [True, False]
    """

    family: ClassVar[str] = "mixed"
    year: ClassVar[int] = 2008
    paper: ClassVar[str] = "Abbasi & Chen 2008; Brennan et al. 2012"
    looks_at: ClassVar[str] = "characters, word lengths, richness, function words, parts of speech"

    def __init__(
        self,
        learner: str = "logistic",
        C: float = 0.01,
        trees: int = 100,
        seed: int = 0,
        tags: bool = True,
        held_out: float = 0.2,
        calibrate: str = "none",
        objective: str = "overall_2020",
    ) -> None:
        self.learner = learner
        self.C = C
        self.trees = trees
        self.seed = seed
        self.tags = tags
        self.held_out = held_out
        self.calibrate = calibrate
        self.objective = objective

    def depends_on(self) -> list[bytes]:
        """What identifies the part-of-speech tagger, which must be there."""
        return [identity()] if self.tags else []

    @property
    def _names(self) -> list[str]:
        return [*writeprints.Writeprints().count([]).names, *(f"tag {tag}" for tag in TAGS if self.tags)]

    @property
    def _kept_as(self) -> str:
        return f"writeprints tags={bool(self.tags)}"

    def _per_text(self, texts: Texts) -> Floats:
        plain: Floats = texts.counts("writeprints").matrix.toarray()
        return np.column_stack([plain, _tag_shares(texts)]) if self.tags else plain


def _tag_shares(texts: Texts) -> Floats:
    """The share of each part of speech in each text: every tag but the first is the second of a pair."""
    pairs = texts.counts("pos_bigrams")
    places = {tag: place for place, tag in enumerate(TAGS)}
    found = [(row, places[tag]) for row, name in enumerate(pairs.names) if (tag := name.split(" ")[1]) in places]
    rows, columns = np.array(found, dtype=np.int64).reshape(-1, 2).T
    chosen = sparse.csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(pairs.names), len(TAGS)))
    shares = (pairs.matrix @ chosen).toarray()
    return np.asarray(shares / np.maximum(shares.sum(axis=1, keepdims=True), 1))
