"""The joint and single measures of a problem that `glad` learns from."""

from __future__ import annotations

import zlib

import numpy as np
from scipy import sparse

from stylobench.features._counting import Counts
from stylobench.features.layout import columns
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Floats, Rows
from stylobench.verifiers._nearness import cosines

# how many of the commonest n-grams of each text are compared, by n
PROFILES = {1: 100, 2: 100, 3: 100, 4: 100, 5: 500}
OF_COUPLES = [
    *(f"{what} of character {n}-grams" for n in PROFILES for what in ("distance", "shared profile")),
    "cosine of words",
    "joint entropy of words",
    "compressed together",
]
OF_SIDES = [
    "cosine of punctuation",
    "cosine of line ends",
    "cosine of line lengths",
    "difference of capitals",
    "difference of text blocks",
    "difference of sentence lengths",
    "difference of entropies",
    "entropy of known texts",
    "entropy of questioned text",
    "sentence length of known texts",
    "sentence length of questioned text",
]
NAMES = [*OF_COUPLES, *OF_SIDES]


def glad_measures(problems: Problems) -> Floats:
    """A row per problem in the order of `NAMES`; values of couples are averaged over the known texts."""
    return np.column_stack([problems.averaged(_of_couples(problems.texts, problems.couples)), _of_sides(problems)])


def _of_couples(texts: Texts, couples: Rows) -> Floats:
    profiles = [_profiles_compared(texts.counts(f"char_ngrams(n={n})"), couples, top) for n, top in PROFILES.items()]
    words = texts.counts("words")
    uses = words.matrix.astype(np.float64)
    joint = entropies(uses[couples[:, 0]] + uses[couples[:, 1]])
    return np.column_stack([*profiles, cosines(words, couples), joint, _compressed(texts, couples)])


def _of_sides(problems: Problems) -> Floats:
    texts = problems.texts
    layout = texts.counts("layout").matrix.toarray()
    entropy = entropies(texts.counts("words").matrix.astype(np.float64))
    length = texts.counts("sentence_length").matrix.toarray()[:, 0]
    measured = np.column_stack([layout, entropy, length])
    known, questioned = problems.averaged(measured[problems.known]), measured[problems.questioned]
    groups = map(columns, ("punctuation", "line ends", "line lengths"))
    alike = [_cosine(known[:, group], questioned[:, group]) for group in groups]
    apart = known - questioned
    sums = [np.abs(apart[:, columns(group)].sum(axis=1)) for group in ("capitals", "blocks")]
    lengths, entropy_apart = np.abs(apart[:, -1]), np.abs(apart[:, -2])
    single = [known[:, -2], questioned[:, -2], known[:, -1], questioned[:, -1]]
    return np.column_stack([*alike, *sums, lengths, entropy_apart, *single])


def _profiles_compared(counts: Counts, couples: Rows, top: int) -> Floats:
    """For each couple the distance of Kešelj between profiles of the commonest n-grams, and how many are in both."""
    kept = {row: _profile(counts.matrix, row, top) for row in np.unique(couples).tolist()}
    return np.array([_compared(kept[a], kept[b]) for a, b in couples.tolist()]).reshape(-1, 2)


def _profile(matrix: sparse.csr_matrix, row: int, top: int) -> tuple[Rows, Floats, Rows]:
    """The n-grams of a text, their shares, and the commonest of them, the first by name among equals."""
    start, end = matrix.indptr[row], matrix.indptr[row + 1]
    grams, uses = matrix.indices[start:end].astype(np.int64), matrix.data[start:end].astype(np.float64)
    return grams, uses / max(uses.sum(), 1.0), grams[np.argsort(-uses, kind="stable")[:top]]


def _compared(first: tuple[Rows, Floats, Rows], second: tuple[Rows, Floats, Rows]) -> tuple[float, int]:
    either = np.union1d(first[2], second[2])
    one, two = _shares(first, either), _shares(second, either)
    distance = float((np.square(2 * (one - two) / (one + two))).sum()) if len(either) else 0.0
    return distance, len(first[2]) + len(second[2]) - len(either)


def _shares(profile: tuple[Rows, Floats, Rows], wanted: Rows) -> Floats:
    grams, shares, _ = profile
    if len(grams) == 0:
        return np.zeros(len(wanted))
    places = np.minimum(np.searchsorted(grams, wanted), len(grams) - 1)
    return np.where(grams[places] == wanted, shares[places], 0.0)


def entropies(counts: sparse.csr_matrix) -> Floats:
    """The entropy of the words of each row, in bits; 0 where there are none."""
    sizes = np.maximum(np.asarray(counts.sum(axis=1)).ravel(), 1.0)
    weighed = counts.copy()
    weighed.data = counts.data * np.log2(counts.data)
    return np.asarray(np.log2(sizes) - np.asarray(weighed.sum(axis=1)).ravel() / sizes)


def _cosine(one: Floats, two: Floats) -> Floats:
    norms = np.sqrt((one * one).sum(axis=1) * (two * two).sum(axis=1))
    return np.asarray((one * two).sum(axis=1) / np.maximum(norms, 1e-300))


def _compressed(texts: Texts, couples: Rows) -> Floats:
    """How much smaller two texts become together than each alone: both rates over the rate of one after the other."""
    data = {row: texts[row].encode("utf-8", "surrogatepass") for row in np.unique(couples).tolist()}
    rates = {row: _rate(text) for row, text in data.items()}
    return np.array([(rates[a] + rates[b]) / _rate(data[a] + data[b]) for a, b in couples.tolist()])


def _rate(data: bytes) -> float:
    return len(zlib.compress(data)) / max(len(data), 1)
