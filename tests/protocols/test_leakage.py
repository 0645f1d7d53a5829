from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from protocols.leakage_worlds import small_world

import stylobench
from stylobench.errors import SplitError
from stylobench.features.texts import Texts
from stylobench.protocols.leakage import Plan, Settings, plan
from stylobench.protocols.leakage_ground import Ground, Sizes, ground, usable
from stylobench.records import Corpus, Document

SETTINGS = Settings(topics=4, folds=2, random=2, controls=3)


def laid(corpus: Corpus) -> Ground:
    found = usable(corpus, "topic")
    return ground(found, Texts(found.texts), "lsa(dimensions=10)", Sizes(least=1), 0)


@pytest.fixture(scope="module")
def floor() -> Ground:
    return laid(small_world())


@pytest.fixture(scope="module")
def planned(floor: Ground) -> Plan:
    return plan(floor, SETTINGS)


def test_no_topic_and_no_document_is_on_both_sides(floor: Ground, planned: Plan) -> None:
    topics = floor.library.topics
    for split in planned:
        assert not set(split.train.rows) & set(split.test.rows)
        assert not set(topics[split.train.rows]) & set(topics[split.test.rows])


def test_truth_is_what_the_authors_say(floor: Ground, planned: Plan) -> None:
    authors = floor.library.authors
    for split in planned:
        for side in (split.train, split.test):
            assert np.array_equal(authors[side.known] == authors[side.questioned], side.same)


def test_near_and_far_have_the_same_test_and_equal_training(floor: Ground, planned: Plan) -> None:
    for pair in (*planned.paired, *(pair for control in planned.controls for pair in control)):
        assert pair.near.test.digest == pair.far.test.digest
        assert len(pair.near.train) == len(pair.far.train)
        assert pair.near.train.same.sum() == pair.far.train.same.sum()
        writers = [np.sort(floor.library.authors[side.train.questioned]) for side in (pair.near, pair.far)]
        if pair.sides.authors == "same":
            assert np.array_equal(*writers)


def test_near_is_nearer(planned: Plan) -> None:
    assert all(pair.sides.near_similarity > pair.sides.far_similarity for pair in planned.paired)


def test_every_topic_is_tested_once_in_the_paired_test(floor: Ground, planned: Plan) -> None:
    tested = [topic for pair in planned.paired for topic in pair.test_topics]
    assert sorted(tested) == list(range(len(floor.topics)))


def test_hard_pairs_mislead_and_easy_ones_help(floor: Ground, planned: Plan) -> None:
    topics = floor.library.topics
    for split in planned.pairings:
        one_topic = topics[split.test.known] == topics[split.test.questioned]
        hard, easy = (split.test.groups == kind for kind in ("hard", "easy"))
        assert np.array_equal(one_topic[hard], ~split.test.same[hard])
        assert np.array_equal(one_topic[easy], split.test.same[easy])


def test_folds_share_their_pairs() -> None:
    """The same two documents meet again in another fold wherever both are there."""
    splits = plan(laid(small_world()), Settings(topics=8, folds=4, random=0, controls=0)).samples[0].splits
    pairs = [set(map(tuple, np.sort(np.column_stack([s.train.known, s.train.questioned])))) for s in splits]
    assert len(pairs[0] & pairs[1]) > 0.3 * len(pairs[0])


def test_disjoint_authors_are_disjoint() -> None:
    rules = replace(SETTINGS.rules, disjoint_authors=True)
    floor = laid(stylobench.world(authors=30, topics=8, documents=240, topics_each=2, words=40))
    for split in plan(floor, replace(SETTINGS, rules=rules, random=0)).samples[0].splits:
        train, test = (set(floor.library.authors[side.rows]) for side in (split.train, split.test))
        assert not train & test


def test_the_seed_changes_the_folds_and_nothing_else_does() -> None:
    floor = laid(small_world())
    digests = [[split.digest for split in plan(floor, replace(SETTINGS, seed=seed))] for seed in (0, 0, 1)]
    assert digests[0] == digests[1]
    assert digests[0] != digests[2]


def _uneven(sizes: dict[str, int]) -> Corpus:
    """Two authors by turns, all texts different."""
    rows = [(topic, number) for topic, size in sizes.items() for number in range(size)]
    return Corpus.of("uneven", [Document(f"{t}{n:02}", f"{t} word{n} of {n % 5}", "ab"[n % 2], t) for t, n in rows])


def test_topics_below_the_least_number_take_no_part_and_vectors_rest_on_equal_numbers() -> None:
    corpus = _uneven({"sea": 30, "law": 12, "tax": 14, "tea": 9, "oak": 1})
    found = usable(corpus, "topic")
    floor = ground(found, Texts(found.texts), "lsa(dimensions=5)", Sizes(), 0)
    assert floor.topics == ("law", "sea", "tax")
    assert (floor.per_topic, floor.per_vector, len(floor.behind)) == (12, 12, 36)
    assert floor.left_out == {"oak": 1, "tea": 9}
    assert floor.warnings[-1] == (
        "2 of 5 topics have fewer than 12 documents and take no part, with 10 documents: 'tea' (9), 'oak' (1)"
    )
    assert set(floor.library.ids) == {floor.library.ids[i] for i in range(36)}
    every = ground(found, Texts(found.texts), "lsa(dimensions=5)", Sizes(least=1, vectors="all"), 0)
    assert len(every.behind) == len(every.every)


def test_too_few_topics_of_that_size_are_an_error_that_names_the_option() -> None:
    found = usable(_uneven({"sea": 12, "law": 9, "tax": 9}), "topic")
    with pytest.raises(SplitError, match=r"1 topic has 10 documents or more; .* lower --min-documents"):
        ground(found, Texts(found.texts), "lsa(dimensions=5)", Sizes(), 0)
    with pytest.raises(SplitError, match=r"0 topics have 20 documents or more; .* lower --documents"):
        ground(found, Texts(found.texts), "lsa(dimensions=5)", Sizes(documents=20), 0)


@pytest.mark.parametrize(
    ("sizes", "wanted", "said", "mended"),
    [
        # two topics of 10 and more, of which 12 are paired each; the third has 9, and lower limits let it in
        (Sizes(), 3, "have fewer than 12 documents and take no part, with 13 documents: 'tea' (9), 'oak' (4); take at "
         "most 2, or let smaller ones in: --min-documents 9 --documents 9", Sizes(9, 9)),
        (Sizes(documents=11), 4, "--min-documents 4 --documents 4", Sizes(4, 4)),
        (Sizes(documents=3), 3, "'oak' (4); take at most 2, or let smaller ones in: --min-documents 9", Sizes(3, 9)),
        (Sizes(documents=11, least=5), 3, "take at most 2, or let smaller ones in: --documents 9", Sizes(9, 5)),
    ],
)  # fmt: skip
def test_more_topics_than_are_large_enough_are_refused_with_options_that_mend_it(
    sizes: Sizes, wanted: int, said: str, mended: Sizes
) -> None:
    found = usable(_uneven({"sea": 30, "law": 12, "tea": 9, "oak": 4}), "topic")
    texts = Texts(found.texts)
    with pytest.raises(SplitError) as refused:
        # refused before texts are encoded: there is no such encoder
        ground(found, texts, "none", sizes, 0, wanted)
    assert str(refused.value).startswith(f"cannot take {wanted} topics: 2 of 4 topics ")
    assert str(refused.value).endswith(said)
    assert len(ground(found, texts, "lsa(dimensions=3)", mended, 0, wanted).topics) >= wanted


@pytest.mark.parametrize("method", ["hits", "grouping", "hybrid"])
def test_random_samples_are_as_large_as_the_sample_that_they_stand_beside(method: str, floor: Ground) -> None:
    """Four topics of 12 documents each; topics that joined another share its 12."""
    samples = plan(floor, replace(SETTINGS, method=method, threshold=0.0)).samples
    assert {len(one.rows) for one in samples} == {4 * floor.per_topic}
    if method != "hits":
        assert samples[0].sample.joined
