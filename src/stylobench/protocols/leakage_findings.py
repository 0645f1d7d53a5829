"""What the topic-leakage crash test finds, as records. Shares from 0 to 1; every low/high pair is a 95% interval.

Measures are named as in `metrics.verification`. Samples are named `hits`, `random-00`, `random-01`, ...
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Estimate:
    """A number, its interval (None where there are too few units to know) and what was resampled."""

    value: float
    low: float | None
    high: float | None
    unit: str
    units: int
    trials: int


@dataclass(frozen=True)
class Contrast:
    """One measure on the same trials after training near the test topics and far from them.

    `controls` are the same differences between random halves of the training topics, without the part that the
    nearness of those halves explains: what chance alone gives. The interval of the difference has room for them.
    """

    near: Estimate
    far: Estimate
    difference: Estimate
    controls: list[float]


@dataclass(frozen=True)
class PairedFold:
    """One set of held-out topics in the paired test; similarities are means over training and test topics."""

    held_out: list[str]
    trials: int
    training_pairs: int
    near_similarity: float
    far_similarity: float
    near: float | None
    far: float | None


@dataclass(frozen=True)
class Paired:
    """The paired leakage test: near minus far on the same test trials. `authors` says how the training sides match:
    "same" persons on both, or "as many".
    """

    measure: str
    measures: dict[str, Contrast]
    authors: str
    folds: list[PairedFold]
    verdict: str


@dataclass(frozen=True)
class AgainstRandom:
    """One measure on the HITS sample against random samples of as many topics; `random` holds one value a sample.

    `difference` is signed (HITS minus random) with an interval whose units are samples; `p` is from t, `p_holm` the
    same raised for the number of verifiers, `rank_p` from the place of HITS among the random samples. `avg_published`
    and `diff_published` are as in the paper. `folds_scored` is the share of folds in which the measure is defined, in
    the sample that has the fewest.
    """

    hits: float
    random: list[float]
    random_mean: float
    difference: float
    low: float | None
    high: float | None
    p: float | None
    rank_p: float
    avg_published: float
    diff_published: float
    fold_sd_hits: float
    fold_sd_random: float
    verdict: str
    p_holm: float | None = None
    folds_scored: float = 1.0


@dataclass(frozen=True)
class TopicCorrelation:
    """Rank correlation of a verifier's scores with the topic similarity of the two texts, classes apart."""

    same: Estimate | None
    different: Estimate | None


@dataclass(frozen=True)
class Bin:
    """Answers of about the same score: how high they were on average, and how often the author was the same."""

    low: float
    high: float
    trials: int
    mean_score: float
    same_share: float
    same_low: float | None
    same_high: float | None


@dataclass(frozen=True)
class Reliability:
    """Whether a score of 70% is right 70% of the time: bins, and the expected calibration error."""

    bins: list[Bin]
    ece: Estimate


@dataclass(frozen=True)
class VerifierFindings:
    """All that was found about one verifier, which rests on evidence of this `family`.

    `folds`: sample -> measure -> a value per fold (None where undefined). `pairings`: AUC where the topics of test
    pairs are left as drawn ("any"), where they mislead ("hard": same author across topics, different authors within
    one) and where they help ("easy": the reverse).
    """

    spec: str
    family: str
    paired: Paired | None
    samples: dict[str, AgainstRandom]
    folds: dict[str, dict[str, list[float | None]]]
    correlation: TopicCorrelation | None
    pairings: dict[str, Estimate]
    reliability: Reliability | None
    answered: float
    failures: list[dict[str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Rank:
    """Mean rank of one verifier over the folds of a sample (1 is best), its sd, and how often it won."""

    mean: float
    sd: float
    wins: int


@dataclass(frozen=True)
class SampleRanking:
    """How stable the ranking of the verifiers is over the folds of one sample: mean pairwise Spearman correlation
    with a jackknife interval, and the share of pairs of folds that agree on the best; `folds` is how many there are.
    """

    sample: str
    stability: float
    low: float | None
    high: float | None
    top_agreement: float
    ranks: dict[str, Rank]
    folds: int = 0


@dataclass(frozen=True)
class SampleFacts:
    """A sample of topics: its size (means over folds) and the similarity of training to test topics (mean and
    maximum over pairs of topics within a fold, averaged over folds).
    """

    sample: str
    topics: int
    documents: int
    train_pairs: float
    test_pairs: float
    train_authors: float
    test_authors: float
    same_share: float
    mean_similarity: float
    max_similarity: float


@dataclass(frozen=True)
class SimilarPair:
    """A training topic and a test topic of one fold that are much alike."""

    sample: str
    train: str
    test: str
    similarity: float


@dataclass(frozen=True)
class Variant:
    """One way to sample: similarity of training to test topics, and ranking stability by measure."""

    name: str
    topics: int
    mean_similarity: float
    max_similarity: float
    stability: dict[str, float | None]


@dataclass(frozen=True)
class Canary:
    """Whether the verifier that sees only topical words loses more than another one: the difference of their
    differences in the paired test.
    """

    canary: str
    against: str
    measure: str
    difference: Estimate
    verdict: str


@dataclass(frozen=True)
class Masked:
    """The beginning of a text as it is, and as the topic-only verifier sees it."""

    original: str
    masked: str
    words_masked: int


@dataclass(frozen=True)
class HeatMap:
    """Cosines between topics, in order of selection and then of name; at most 60 topics."""

    topics: list[str]
    selected: list[bool]
    cosines: list[list[float]]
