"""The protocol on answers made by hand, so that every number can be worked out on paper."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from stylobench.errors import SpecError, SplitError
from stylobench.protocols.novel_topic import Plan, Settings, comparisons, method_findings, plan
from stylobench.protocols.test_bed import TestBed
from stylobench.records import Answers, Corpus, Document, Run, Split

TOPICS = ("x", "y", "z")
Says = Callable[[Split, int, str], str]


def corpus(per_cell: int = 4) -> Corpus:
    cells = [(author, topic, i) for topic in TOPICS for author in ("ann", "bob") for i in range(per_cell)]
    return Corpus.of("tiny", [Document(f"{t}{a}{i}", f"text {i}", a, t) for a, t, i in cells])


def answer_all(bed: TestBed, splits: Plan, says: Says) -> dict[str, Run]:
    """Runs in which every document gets the author that `says` names for it."""
    runs = {}
    for split in splits:
        named = [says(split, int(row), str(bed.authors[row])) for row in split.test]
        scores = np.array([[0.9, 0.1] if name == "ann" else [0.1, 0.9] for name in named])
        answers = Answers(split.test, ("ann", "bob"), scores, probable=True)
        runs[split.id] = Run(split.id, "digest", split.id, "hand", 0, {}, answers)
    return runs


def wrong_in(topic: str, *kinds: str) -> Says:
    """Right everywhere but on one topic in some kinds of split."""

    def says(split: Split, row: int, author: str) -> str:
        wrong = split.id.split("/")[0] in kinds and split.held_out == topic
        return {"ann": "bob", "bob": "ann"}[author] if wrong else author

    return says


@pytest.fixture
def bed() -> TestBed:
    return TestBed.of(corpus())


@pytest.fixture
def splits(bed: TestBed) -> Plan:
    return plan(bed, [""] * len(bed.authors), Settings(folds=2, extras=False))


def test_a_topic_lost_to_novelty_alone(bed: TestBed, splits: Plan) -> None:
    runs = answer_all(bed, splits, wrong_in("y", "novel"))
    found = method_findings(bed, splits, runs, "hand", Settings(folds=2))
    assert found.standard is not None
    assert found.novel_topic is not None
    assert found.novelty is not None
    assert found.standard.mean == 1
    assert found.novel_topic.mean == pytest.approx(2 / 3)
    assert found.novelty.price == pytest.approx(1 / 3)
    assert found.novelty.starvation == pytest.approx(0)
    # s = .57735 over differences 0, 1, 0; t(2) = 4.30265; 1/3 +- 4.30265 * .57735 / sqrt(3)
    assert found.novelty.high == pytest.approx(1 / 3 + 4.30265 * 0.57735 / 3**0.5, abs=1e-4)
    assert found.novelty.units == 3


def test_a_topic_lost_to_starvation_alone(bed: TestBed, splits: Plan) -> None:
    runs = answer_all(bed, splits, wrong_in("y", "novel", "matched"))
    found = method_findings(bed, splits, runs, "hand", Settings(folds=2))
    assert found.novelty is not None
    assert found.novelty.price == pytest.approx(0)
    assert found.novelty.starvation == pytest.approx(1 / 3)


def test_price_and_starvation_add_up_to_the_whole_difference(bed: TestBed, splits: Plan) -> None:
    rng = np.random.default_rng(0)
    runs = answer_all(bed, splits, lambda split, row, author: str(rng.choice(["ann", "bob"])))
    found = method_findings(bed, splits, runs, "hand", Settings(folds=2))
    assert found.novelty is not None
    assert found.standard is not None
    assert found.novel_topic is not None
    whole = found.standard.mean - found.novel_topic.mean
    assert found.novelty.price + found.novelty.starvation == pytest.approx(whole)


def test_two_authors_get_precision_and_recall_of_a_named_one(bed: TestBed, splits: Plan) -> None:
    runs = answer_all(bed, splits, lambda split, row, author: "ann")
    found = method_findings(bed, splits, runs, "hand", Settings(folds=2)).novel_topic
    assert found is not None
    assert found.positive == "ann"
    assert found.recall is not None
    assert found.precision is not None
    assert found.recall.mean == 1
    assert found.precision.mean == pytest.approx(0.5)
    assert found.chance == pytest.approx(0.5)
    assert found.chance_p == 1


def test_a_measure_without_value_says_on_how_many_topics_it_has_one(bed: TestBed, splits: Plan) -> None:
    def says(split: Split, row: int, author: str) -> str:
        return "bob" if split.held_out == "x" else "ann"

    found = method_findings(bed, splits, answer_all(bed, splits, says), "hand", Settings(folds=2)).novel_topic
    assert found is not None
    assert found.precision is not None
    assert found.precision.defined == 2


def test_a_failed_split_is_told_and_the_rest_is_judged(bed: TestBed, splits: Plan) -> None:
    runs = answer_all(bed, splits, lambda split, row, author: author)
    dead = next(split.id for split in splits.novel)
    runs[dead] = Run(dead, "digest", dead, "hand", 0, {}, None, "its process was killed by SIGKILL")
    found = method_findings(bed, splits, runs, "hand", Settings(folds=2))
    assert [one.split for one in found.failures] == [dead]
    assert found.novel_topic is not None
    assert found.novel_topic.units == 2


def test_a_method_that_never_answers_has_failures_and_no_numbers(bed: TestBed, splits: Plan) -> None:
    runs = {split.id: Run(split.id, "d", split.id, "hand", 0, {}, None, "boom") for split in splits}
    found = method_findings(bed, splits, runs, "hand", Settings(folds=2))
    assert found.novel_topic is None
    assert len(found.failures) == len(runs)


def test_few_topics_cannot_reject(bed: TestBed, splits: Plan) -> None:
    good = method_findings(bed, splits, answer_all(bed, splits, lambda s, r, a: a), "good", Settings(folds=2))
    bad = method_findings(bed, splits, answer_all(bed, splits, wrong_in("y", "novel")), "bad", Settings(folds=2))
    (one,) = comparisons({"good": good, "bad": bad}, seed=0)
    assert one.difference == pytest.approx(1 / 3)
    assert one.verdict == "cannot reject at 5% with 3 topics"
    assert one.p_holm == 1


def test_starving_and_vanishing_authors_are_counted() -> None:
    documents = [Document(f"x{i}", "t", "ann", "x") for i in range(30)] + [
        Document(f"y{i}", "t", "ann", "y") for i in range(2)
    ]
    documents += [Document(f"b{i}", "t", "bob", "y") for i in range(5)] + [Document("none", "t", None, "y")]
    bed = TestBed.of(Corpus.of("uneven", documents))
    told = "\n".join(bed.warnings(len(documents)))
    assert "1 of 38 documents have no author" in told
    assert "1 of 2 topics have one author only" in told
    assert "1 author vanishes from training" in told
    assert "their 5 documents there cannot be answered rightly" in told
    assert "30 documents there are starvation, not novelty" in told


@pytest.mark.parametrize(
    ("documents", "message"),
    [
        ([Document("1", "t", "ann", "x"), Document("2", "t", "ann", "y")], r"has 1 author \('ann'\); .* at least 2"),
        ([Document("1", "t", "ann", "x"), Document("2", "t", "bob", "x")], r"has 1 topic \('x'\); .* at least 2"),
        ([Document("1", "t", None, "x"), Document("2", "t", None, "x")], "has no author; name the column"),
        ([Document("1", "t", "ann", None), Document("2", "t", "bob", None)], "has no topic; name the column"),
        ([Document("1", "t", "ann", None), Document("2", "t", None, "x")], "has 0 author; novel topic needs"),
    ],
)
def test_too_little_is_one_clear_line(documents: list[Document], message: str) -> None:
    with pytest.raises(SplitError, match=message):
        TestBed.of(Corpus.of("small", documents))


def test_without_two_documents_of_anyone_there_is_no_cross_validation() -> None:
    bed = TestBed.of(Corpus.of("two", [Document("1", "t", "ann", "x"), Document("2", "t", "bob", "y")]))
    with pytest.raises(SplitError, match=r"every author has only one document; .* an author with at least 2"):
        plan(bed, ["1", "2"], Settings())
    with pytest.raises(SplitError, match=r"^1 fold; cross-validation needs at least 2"):
        plan(bed, ["1", "2"], Settings(folds=1))


def test_any_column_can_be_held_out() -> None:
    documents = [Document(str(i), "t", "ab"[i % 2], "x", meta={"genre": "gh"[i // 2 % 2]}) for i in range(8)]
    assert TestBed.of(Corpus.of("c", documents), "genre").topic_names == ["g", "h"]


def test_other_schemes_hold_out_what_they_say(bed: TestBed) -> None:
    one = plan(bed, [], Settings(scheme="one-topic"))
    assert [len(split.train) for split in one.novel] == [8, 8, 8]
    few = plan(bed, [], Settings(scheme="topic-kfold", topic_folds=2))
    assert sorted(len(split.test) for split in few.novel) == [8, 16]
    with pytest.raises(SpecError, match="no scheme named 'nonsense'; there are: novel-topic"):
        plan(bed, [], Settings(scheme="nonsense"))


def test_training_documents_left_are_those_of_the_split(bed: TestBed) -> None:
    settings = Settings(scheme="topic-kfold", topic_folds=2, folds=2)
    splits = plan(bed, [], settings)
    found = method_findings(bed, splits, answer_all(bed, splits, lambda s, r, a: a), "hand", settings).novel_topic
    assert found is not None
    together = next(set(bed.topics[split.test]) for split in splits.novel if len(split.test) == 16)
    assert {fold.topic: fold.left for fold in found.folds} == {t: 4 if t in together else 8 for t in TOPICS}


def test_a_misspelt_positive_author_is_noticed_before_anything_runs(bed: TestBed) -> None:
    with pytest.raises(SpecError, match="no author named 'anne' to be the positive one; there are: ann, bob"):
        plan(bed, [], Settings(positive="anne"))


def test_a_missing_half_is_not_compared_with_the_whole(bed: TestBed, splits: Plan) -> None:
    def says(split: Split, row: int, author: str) -> str:
        return author if row % 2 else {"ann": "bob", "bob": "ann"}[author]

    runs = answer_all(bed, splits, says)
    dead = splits.matched[0].id
    runs[dead] = Run(dead, "digest", dead, "hand", 0, {}, None, "boom")
    found = method_findings(bed, splits, runs, "hand", Settings(folds=2)).novelty
    assert found is not None
    assert found.price == 0
    assert found.compared == 20


def test_one_topic_counts_training_topics_as_units(bed: TestBed) -> None:
    settings = Settings(scheme="one-topic", folds=2)
    splits = plan(bed, [], settings)
    found = method_findings(bed, splits, answer_all(bed, splits, lambda s, r, a: a), "hand", settings).novel_topic
    assert found is not None
    assert [fold.documents for fold in found.folds] == [16, 16, 16]
    assert [fold.topic for fold in found.folds] == ["trained on x", "trained on y", "trained on z"]
    assert [fold.left for fold in found.folds] == [4, 4, 4]
    assert found.mean == 1


def test_authors_with_one_topic_each_cannot_be_measured() -> None:
    """Nobody who is tested was trained on: an accuracy of 0 would say nothing of the method."""
    documents = [
        Document(f"{a}{i}", f"text {i}", a, t) for a, t in (("ann", "x"), ("bob", "y"), ("cy", "x")) for i in range(4)
    ]
    bed = TestBed.of(Corpus.of("apart", documents))
    with pytest.raises(
        SplitError, match=r"nothing can be measured: author and topic go together in corpus 'apart' \(0 of 3"
    ):
        plan(bed, [str(row) for row in bed.rows], Settings())


def test_one_author_with_two_topics_can_be_measured_and_the_others_are_counted() -> None:
    cells = (("ann", "x"), ("ann", "y"), ("bob", "y"))
    documents = [Document(f"{a}{t}{i}", f"text {i}", a, t) for a, t in cells for i in range(4)]
    bed = TestBed.of(Corpus.of("partly", documents))
    assert plan(bed, [str(row) for row in bed.rows], Settings()).novel
    told = "\n".join(bed.warnings(12))
    assert "1 author vanishes from training" in told
    assert "their 4 documents there cannot be answered rightly (of 12 in all)" in told
