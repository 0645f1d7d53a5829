"""Stop-word graphs: which function words stand near each other, compared by relative entropy.

After the abstract of Arun, Suresh & Veni Madhavan 2009 and a talk about it: function words are nodes, an edge weighs
the more the fewer words stand between two of them, here exp(-words between) summed over all pairs within a window; the
document goes to the author whose graph is closest by the divergence of Kullback and Leibler. What is ours: edges have
no direction, the list of function words, the window, and that an author's graph is mixed with that of all authors, so
that no edge of the training documents has weight 0; edges that no training document has are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from scipy import sparse

from stylobench.attributors._attributor import Scoring, known_authors
from stylobench.attributors._author_counts import as_shares
from stylobench.attributors._stopword_edges import edges
from stylobench.errors import CorpusError, SpecError
from stylobench.features.function_words import FUNCTION_WORDS
from stylobench.features.texts import Texts, as_texts
from stylobench.records import Floats


class StopwordGraph(Scoring):
    """The score is minus the divergence of a document's graph from an author's, in nats.

    window       pairs with this many words between them or more have no edge
    smoothing    share of all authors' graph in the graph of each

    >>> texts = ["it is so and it is well", "so was it or was it not"]
    >>> model = StopwordGraph().fit(texts * 3, ["Ann", "Bob"] * 3)
    >>> model.predict(["and it is", "or was it"]).tolist()
    ['Ann', 'Bob']
    """

    family: ClassVar[str] = "words"
    year: ClassVar[int] = 2009
    paper: ClassVar[str] = "Arun et al. 2009"
    looks_at: ClassVar[str] = "which function words stand near each other"

    features = "function_words"

    def __init__(self, window: int = 10, smoothing: float = 0.1) -> None:
        self.window = window
        self.smoothing = smoothing

    def fit(self, texts: Sequence[str], authors: Sequence[str]) -> StopwordGraph:
        """Learn from texts and their authors, and from nothing else."""
        self._check()
        self.classes_, codes = known_authors(texts, authors)
        known = as_texts(texts)
        self.words_ = list(FUNCTION_WORDS)
        whose = sparse.csr_matrix((np.ones(len(codes)), (codes, np.arange(len(codes)))))
        weights = sparse.csr_matrix(whose @ edges(known, self.words_, self.window))
        totals = np.asarray(weights.sum(axis=0)).ravel()
        self.edges_ = np.flatnonzero(totals)
        if not len(self.edges_):
            raise CorpusError("no two function words stand near each other in the training documents")
        every = totals[self.edges_] / totals.sum()
        own = as_shares(weights[:, self.edges_]).toarray().T
        self.graphs_ = (1 - self.smoothing) * own + self.smoothing * every[:, None]
        return self

    def _check(self) -> None:
        if not isinstance(self.window, int) or self.window < 1:
            raise SpecError(f"stopword_graph(window={self.window!r}): it must be a whole number of at least 1")
        if not 0 < self.smoothing <= 1:
            raise SpecError(f"stopword_graph(smoothing={self.smoothing!r}): it must be above 0 and at most 1")

    def _texts_scores(self, texts: Texts) -> Floats:
        shares = as_shares(edges(texts, self.words_, self.window)[:, self.edges_])
        logs = sparse.csr_matrix((shares.data * np.log(shares.data), shares.indices, shares.indptr), shares.shape)
        return np.asarray(shares @ np.log(self.graphs_) - np.asarray(logs.sum(axis=1)))
