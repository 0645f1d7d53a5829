"""Subclasses of tested items: clusters, labels, topics, periods."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from memory_peaks import least_peak
from protocols.hand_made_answers import SUBJECTS, hand_made, texts

from stylobench.errors import SpecError, SplitError, StylobenchError
from stylobench.features.texts import Texts
from stylobench.protocols.shift_ground import Tested
from stylobench.protocols.shift_subclasses import Wish, clustered, demand_clusters, described, grouped

SIZES = {"harbour": 14, "market": 30, "school": 20}
SUBJECT = [name for name, n in SIZES.items() for _ in range(n)]


@pytest.fixture(scope="module")
def written() -> Texts:
    return texts(SIZES)


def items(**more: Any) -> Tested:
    return hand_made({}, SIZES, **{"subclasses": None, **more})


def test_clusters_of_texts_are_the_subjects_largest_first_and_named_by_their_words(written: Texts) -> None:
    found = grouped(items(texts=written), Wish(clusters=3))
    assert found.told == "clusters"
    assert np.bincount(found.codes).tolist() == [30, 20, 14]
    for code, subject in enumerate(["market", "school", "harbour"]):
        assert {SUBJECT[row] for row in np.flatnonzero(found.codes == code)} == {subject}
        number, _, words = found.names[code].partition(" ")
        assert number == str(code + 1)
        assert set(words.split(", ")) <= set(SUBJECTS[subject])
    assert found.joined == (0, 0, 0)
    assert found.labels[0] == found.names[2]


@pytest.mark.parametrize("clusterer", ["ward", "mixture", "sklearn.cluster:AgglomerativeClustering(n_clusters=3)"])
def test_other_clusterers_find_them_as_well(written: Texts, clusterer: str) -> None:
    found = clustered(written, Wish(clusters=3, clusterer=clusterer))
    assert sorted(Counter(zip(found.codes.tolist(), SUBJECT, strict=True)).values()) == [14, 20, 30]


def test_small_clusters_go_into_their_nearest_and_that_is_counted(written: Texts) -> None:
    found = clustered(written, Wish(clusters=20))
    sizes = np.bincount(found.codes)
    assert sizes.min() >= 10
    assert len(sizes) + sum(found.joined) == 20


def test_the_order_of_texts_changes_no_cluster(written: Texts) -> None:
    order = np.random.default_rng(2).permutation(len(written))
    turned = clustered(Texts([written[int(row)] for row in order]), Wish(clusters=4))
    plain = clustered(written, Wish(clusters=4))
    assert turned.names == plain.names
    assert turned.codes.tolist() == plain.codes[order].tolist()


def test_labels_are_taken_as_they_are_and_rare_ones_put_together() -> None:
    given = ["a"] * 30 + ["b"] * 20 + ["c"] * 9 + ["d"] * 5
    found = grouped(items(subclasses=given), Wish())
    assert found.told == "given"
    assert dict(zip(found.names, np.bincount(found.codes).tolist(), strict=True)) == {"a": 30, "b": 20, "other": 14}
    assert list(found.names) == ["a", "b", "other"]
    assert found.joined == (0, 0, 2)
    assert found.rest == "other"
    assert found.vectors is None


def test_a_label_with_two_of_many_items_is_no_subclass() -> None:
    found = grouped(items(subclasses=["a"] * 22 + ["b"] * 40 + ["c"] * 2), Wish())
    assert dict(zip(found.names, np.bincount(found.codes).tolist(), strict=True)) == {"b": 42, "a": 22}
    assert (found.joined, found.rest) == ((1, 0), None)
    assert found.labels[-1] == "b"


@pytest.mark.parametrize(("others", "called"), [(30, "other (put together)"), (9, "other"), (0, "other")])
def test_a_label_called_other_does_not_swallow_the_small_ones(others: int, called: str) -> None:
    given = ["other"] * others + ["a"] * (40 - others) + ["b"] * 10 + ["c"] * 9 + ["d"] * 5
    found = grouped(items(subclasses=given), Wish())
    sizes = dict(zip(found.names, np.bincount(found.codes).tolist(), strict=True))
    assert sizes[called] == 14 + (others if others == 9 else 0)
    assert sum(found.joined) == (3 if others == 9 else 2)
    if others == 30:
        assert sizes == {"other": 30, "a": 10, "b": 10, called: 14}
        assert found.labels[0] == "other"


def test_one_long_label_costs_no_array_of_its_width() -> None:
    given = ["x" * 100_000, *["a"] * 40, *["b"] * 23]
    assert least_peak(lambda: grouped(items(subclasses=given), Wish())) < 2_000_000
    found = grouped(items(subclasses=given), Wish())
    assert [len(name) for name in found.names] == [1, 1]


def test_equal_texts_are_in_one_cluster_whatever_their_vectors_are(
    written: Texts, monkeypatch: pytest.MonkeyPatch
) -> None:
    twice = Texts([*written, *written])
    noise = np.random.default_rng(1).normal(0, 1e-3, (len(twice), 2))
    monkeypatch.setattr(Texts, "vectors", lambda texts, encoder: noise)
    found = clustered(twice, Wish(clusters=6))
    assert found.codes[: len(written)].tolist() == found.codes[len(written) :].tolist()


def test_equal_texts_count_once_where_clusters_are_asked_for(written: Texts) -> None:
    different = len({*written[:12]})
    few = Texts([text for text in written[:12] for _ in range(10)])
    with pytest.raises(SplitError, match=f"20 clusters cannot be made of {different} different texts; ask for fewer"):
        clustered(few, Wish(clusters=20))
    assert len(clustered(few, Wish()).names) >= 2
    with pytest.raises(SplitError, match="1 different text makes no clusters"):
        clustered(Texts(["the same"] * 30), Wish())
    demand_clusters(20, Wish(clusters=20))
    with pytest.raises(SplitError, match="21 clusters cannot be made of 20 different texts"):
        demand_clusters(20, Wish(clusters=21))


def test_topics_and_periods_can_be_subclasses() -> None:
    topics = [None if name == "school" else name for name in SUBJECT]
    by_topic = grouped(items(topics=topics), Wish(kind="topic"))
    assert by_topic.names == ("market", "no topic", "harbour")
    times = ["2020-03-01"] * 30 + ["2021-05"] * 24 + [None] * 10
    by_year = grouped(items(times=times), Wish(kind="period", period="year"))
    assert dict(zip(by_year.names, np.bincount(by_year.codes).tolist(), strict=True)) == {
        "2020": 30,
        "2021": 24,
        "undated": 10,
    }


def test_what_there_is_decides_when_nothing_is_asked(written: Texts) -> None:
    times = [f"20{20 + row % 2}-01-01" for row in range(len(SUBJECT))]
    everything = {"topics": SUBJECT, "times": times, "texts": written, "subclasses": SUBJECT}
    assert grouped(items(**everything), Wish()).told == "given"
    assert grouped(items(**everything), Wish(clusters=3)).told == "clusters"
    assert grouped(items(**{**everything, "subclasses": None}), Wish(clusters=3)).told == "clusters"
    assert grouped(items(topics=SUBJECT, times=times), Wish()).told == "topic"
    assert grouped(items(times=times), Wish(period="year")).told == "period"
    with pytest.raises(SplitError, match="have no texts to cluster"):
        grouped(items(topics=SUBJECT, times=times), Wish(clusters=4))


def test_options_of_clusters_are_refused_where_nothing_is_clustered(written: Texts) -> None:
    named = Wish.of(clusterer="kmeans", encoder=None, clusters=None)
    assert (named.about_clusters, Wish.of(encoder=None).about_clusters) == (["clusterer"], [])
    assert Wish.of(clusterer=None) == Wish()
    for wish, option in [
        (named, "clusterer"),
        (Wish(encoder="sbert"), "encoder"),
        (Wish(kind="given", clusters=3), "clusters"),
    ]:
        with pytest.raises(SpecError, match=f"--{option} is for clusters of texts; the subclasses are given"):
            grouped(items(texts=written, subclasses=SUBJECT), wish)


@pytest.mark.parametrize(
    ("clusterer", "why"), [("majorclust", "finds their number itself"), ("kmeans(k=3)", "has a number of its own")]
)
def test_a_number_that_the_clusterer_does_not_take_is_refused(written: Texts, clusterer: str, why: str) -> None:
    with pytest.raises(SpecError, match="--clusters 4 would be ignored: ") as raised:
        grouped(items(texts=written), Wish(clusters=4, clusterer=clusterer))
    assert why in str(raised.value)
    assert grouped(items(texts=written), Wish(clusterer=clusterer)).told == "clusters"


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (Wish(clusters=1), "1 cluster is no mix"),
        (Wish(clusters=0), "0 cluster"),
        (Wish(clusters=-3), "-3 cluster"),
        (Wish(clusters=65), "65 clusters cannot be made of 64 different texts"),
        (Wish(clusterer="kmean"), "did you mean 'kmeans'"),
        (Wish(encoder="lsi"), "no encoder named 'lsi'"),
        (Wish(kind="colour"), "no subclasses named 'colour'; there are: clusters, given, topic, period"),
        (Wish(kind="given"), "have no given subclass"),
        (Wish(kind="topic"), "have no topic"),
        (Wish(kind="period"), "have no date"),
    ],
)
def test_what_cannot_be_made_is_said(written: Texts, wish: Wish, said: str) -> None:
    with pytest.raises((SpecError, SplitError), match=said) as raised:
        grouped(items(texts=written), wish)
    assert "\n" not in str(raised.value)


def test_one_subclass_or_no_text_is_said() -> None:
    with pytest.raises(SplitError, match="there is one subclass only"):
        grouped(items(subclasses=["a"] * 64), Wish())
    with pytest.raises(SplitError, match="have no text; give subclasses by"):
        grouped(items(), Wish())
    with pytest.raises(StylobenchError, match="all dated documents are from 2021"):
        grouped(items(times=["2021-01-01"] * 64), Wish(period="year"))


def test_every_subclass_is_described(written: Texts) -> None:
    whole = items(texts=written, topics=["sea" if name == "harbour" else "land" for name in SUBJECT])
    clusters, purity = described(whole, grouped(whole, Wish(clusters=3)))
    assert purity == 1.0
    assert [one.n for one in clusters] == [30, 20, 14]
    assert [one.share for one in clusters] == pytest.approx([30 / 64, 20 / 64, 14 / 64])
    assert [(one.label, one.purity) for one in clusters] == [("land", 1.0), ("land", 1.0), ("sea", 1.0)]
    for one, subject in zip(clusters, ["market", "school", "harbour"], strict=True):
        assert set(one.words) <= set(SUBJECTS[subject])
        assert len(one.examples) == 3
        for name, opening in one.examples:
            row = whole.ids.index(name)
            assert SUBJECT[row] == subject
            assert written[row].startswith(opening.removesuffix("…"))
            assert len(opening) <= 90


def test_without_texts_and_topics_only_sizes_are_told() -> None:
    whole = items(subclasses=SUBJECT)
    clusters, purity = described(whole, grouped(whole, Wish()))
    assert purity is None
    assert {(one.label, one.purity, tuple(one.words), tuple(one.examples)) for one in clusters} == {
        (None, None, (), ())
    }


def test_a_topic_that_is_missing_leaves_purity_open(written: Texts) -> None:
    whole = items(texts=written, topics=[None, *SUBJECT[1:]])
    assert described(whole, grouped(whole, Wish(clusters=3)))[1] is None
