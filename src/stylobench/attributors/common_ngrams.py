"""Common n-grams (CNG): relative differences between the profiles of a document and an author.

After a published reproduction of Kešelj et al. 2003: a profile is the most frequent n-grams with their shares; two
profiles lie apart by the sum of (2 (f - g) / (f + g))^2 over all n-grams that stand in one of them, 4 for those that
stand in one alone. Characters are lower-cased and white space is one blank. That n is 4 and profiles have 3,000 n-grams
is our choice among those that the reproduction tries (3 to 6, 500 to 5,000). Authors whose texts are too short to fill
a profile are favoured.
"""

from __future__ import annotations

from typing import ClassVar

from scipy import sparse

from stylobench.attributors._profile_kernels import relative_differences
from stylobench.attributors._profiles import ProfileComparison
from stylobench.records import Floats, Rows


class CommonNgrams(ProfileComparison):
    """The score is minus the dissimilarity of profiles.

    features    what is counted: character n-grams, words, ...
    size        n-grams in a profile

    >>> model = CommonNgrams().fit(["so it is", "thus it was"] * 3, ["Ann", "Bob"] * 3)
    >>> model.predict(["so it", "thus it was"]).tolist()
    ['Ann', 'Bob']
    """

    family: ClassVar[str] = "characters"
    year: ClassVar[int] = 2003
    paper: ClassVar[str] = "Kešelj et al. 2003"
    looks_at: ClassVar[str] = "shares of the most frequent character n-grams"

    def __init__(self, features: str = "char_ngrams(n=4)", size: int = 3000) -> None:
        self.features = features
        self.size = size

    def _compared(self, documents: sparse.csr_matrix, authors: Floats, sizes: Rows) -> Floats:
        parts = (documents.data, documents.indices, documents.indptr)
        scores: Floats = -relative_differences(parts, authors, sizes)
        return scores
