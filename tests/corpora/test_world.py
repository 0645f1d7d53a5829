from __future__ import annotations

import re
from collections import Counter, deque
from itertools import combinations, islice

import numpy as np
import pytest
from memory_peaks import least_peak
from scipy.stats import binomtest, chi2_contingency
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB

from stylobench.corpora._world_cells import dealt, spread_counts
from stylobench.corpora._world_grammar import grammar
from stylobench.corpora._world_lexicon import Words, coined_topic, families
from stylobench.corpora.world import Settings, stream, styles, world
from stylobench.errors import CorpusError, SpecError
from stylobench.records import Corpus


def tokens(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z][\w-]*", text))


def right_answers(corpus: Corpus, held_out: list[int]) -> tuple[int, int]:
    """How many documents naive Bayes attributes rightly, each group held out in turn."""
    counts = CountVectorizer().fit_transform(corpus.texts)
    authors, groups = np.array(corpus.column("author")), np.array(held_out)
    right = 0
    for group in np.unique(groups):
        test = groups == group
        model = MultinomialNB().fit(counts[~test], authors[~test])
        right += int((model.predict(counts[test]) == authors[test]).sum())
    return right, len(authors)


def by_topic(corpus: Corpus) -> list[int]:
    names = sorted({topic or "" for topic in corpus.column("topic")})
    return [names.index(topic or "") for topic in corpus.column("topic")]


def by_round(corpus: Corpus) -> list[int]:
    """The first document of every cell, the second of every cell, ...: topics and authors stay balanced."""
    cells = len(set(corpus.column("topic"))) * len(set(corpus.column("author")))
    return [n // cells for n in range(len(corpus))]


def test_same_seed_same_world_on_every_machine() -> None:
    corpus = world(authors=2, topics=2, documents=4, words=60, seed=7)
    assert corpus.digest == world(authors=2, topics=2, documents=4, words=60, seed=7).digest
    assert corpus.digest == GOLDEN_DIGEST


GOLDEN_DIGEST = "4130135a7e057cef7dca14e044258f250968c80a41d0195223773795d992ee16"


def test_another_seed_is_another_world() -> None:
    assert world(2, 2, 4, 1, words=60).digest != world(2, 2, 4, 2, words=60).digest


def test_more_documents_change_no_earlier_one() -> None:
    few, more = world(3, 2, 7, words=40), world(3, 2, 20, words=40)
    assert list(more.documents)[:7] == list(few.documents)


def test_more_topics_and_authors_change_no_text_of_a_cell() -> None:
    small, large = world(3, 4, 12, words=40), world(5, 6, 30, words=40)
    texts = {(d.author, d.topic): d.text for d in large.documents}
    assert all(texts[d.author, d.topic] == d.text for d in small.documents)


def test_stream_yields_what_world_holds() -> None:
    settings = Settings(authors=2, topics=3, documents=9, words=40, seed=4)
    assert tuple(stream(settings)) == world(2, 3, 9, 4, words=40).documents


def test_streaming_keeps_nothing() -> None:
    def peak(documents: int) -> int:
        settings = Settings(authors=3, topics=4, documents=documents, words=20)
        return least_peak(lambda: deque(stream(settings), maxlen=0))

    peak(100)
    assert peak(1500) < 1.1 * peak(300)


def test_default_shape() -> None:
    corpus = world(words=20)
    assert len(corpus) == 400
    assert len(set(corpus.column("author"))) == 10
    assert len(set(corpus.column("topic"))) == 8
    assert len(set(corpus.column("family"))) == 4
    assert corpus.documents[123].id == "w000123"
    assert corpus.provenance["seed"] == 0


def test_length_is_about_what_was_asked() -> None:
    for words in (100, 400):
        texts = world(4, 4, 200, words=words).texts
        assert np.mean([len(text.split()) for text in texts]) == pytest.approx(words, rel=0.06)


def test_cells_are_as_equal_as_can_be() -> None:
    corpus = world(4, 6, 50, words=20)
    cells = [
        sum(d.author == author and d.topic == topic for d in corpus.documents)
        for author in set(corpus.column("author"))
        for topic in set(corpus.column("topic"))
    ]
    assert set(cells) == {2, 3}
    assert sum(cells) == 50


@pytest.mark.parametrize(("topics", "authors"), [(4, 6), (3, 5), (8, 10), (1, 4)])
def test_dealt_visits_every_cell_once_and_evenly(topics: int, authors: int) -> None:
    order = list(dealt(topics, authors))
    assert len(set(order)) == len(order) == topics * authors
    for end in range(len(order)):
        for axis, size in ((0, topics), (1, authors)):
            seen = np.bincount([cell[axis] for cell in order[:end]], minlength=size)
            assert seen.max() - seen.min() <= 1


def test_authors_write_on_as_many_topics_each_and_topics_are_as_large() -> None:
    corpus = world(authors=20, topics=10, documents=300, words=30, topics_each=3)
    cells = {(author, topic) for author, topic in zip(corpus.column("author"), corpus.column("topic"), strict=True)}
    per_author = [sum(author == name for author, _ in cells) for name in sorted({author for author, _ in cells})]
    sizes = [corpus.column("topic").count(topic) for topic in sorted({topic for _, topic in cells})]
    assert set(per_author) <= {2, 3}
    assert per_author.count(3) >= 16
    assert max(sizes) <= 1.3 * min(sizes)


def test_more_topics_each_than_topics_is_an_error() -> None:
    with pytest.raises(CorpusError, match="topics_each is 9, more than the 8 topics"):
        world(topics_each=9)


def test_spread_starves_cells() -> None:
    empty = []
    for spread in (1.0, 0.6, 0.2):
        counts = np.array(spread_counts(12, 10, 1200, spread, seed=3))
        assert counts.sum() == 1200
        assert counts.sum(axis=0).tolist() == pytest.approx([120] * 10, abs=12)
        assert (counts.sum(axis=1) > 0).all()
        empty.append(float((counts == 0).mean()))
    assert empty[0] == 0
    assert empty[0] <= empty[1] < empty[2]
    assert empty[2] > 0.5


def test_cells_prescribed_by_name() -> None:
    corpus = world(cells={"Music": {"A1": 2, "A2": 0}, "Baseball": {"A2": 3, "A3": 1}}, words=20)
    rows = sorted((d.topic, d.author) for d in corpus.documents)
    assert rows == [("Baseball", "A2")] * 3 + [("Baseball", "A3")] + [("Music", "A1")] * 2


def test_cells_prescribed_by_rows_with_a_new_topic() -> None:
    corpus = world(cells=[[1, 2], [0, 1], [2, 0]], new_topics=1, words=20)
    assert sorted(corpus.column("author")) == ["author01"] * 3 + ["author02"] * 3
    assert [d.author for d in corpus.documents if d.meta.get("new") == "1"] == ["author01"] * 2


def test_a_large_uneven_table_is_met_exactly() -> None:
    rng = np.random.default_rng(1)
    counts = (rng.random((23, 15)) ** 8 * 40).astype(int)
    counts[:, 0] += 1
    corpus = world(cells=counts.tolist(), words=20)
    topics, authors = corpus.column("topic"), corpus.column("author")
    first_seen = list(dict.fromkeys(topics))
    found = Counter(zip(topics, authors, strict=True))
    assert len(first_seen) == 23
    assert sorted(found.values()) == sorted(counts[counts > 0].tolist())


def test_new_topics_come_from_other_families() -> None:
    corpus = world(2, 6, new_topics=3, words=20)
    old = {d.meta["family"] for d in corpus.documents if "new" not in d.meta}
    new = {d.meta["family"] for d in corpus.documents if d.meta.get("new") == "1"}
    assert len(set(corpus.column("topic"))) == 9
    assert len(new) == 2
    assert not old & new


@pytest.mark.parametrize("options", [{"families": 3}, {"families": 20}, {}])
def test_any_number_of_topics(options: dict[str, int]) -> None:
    corpus = world(1, 60, 60, words=20, new_topics=0, **options)
    assert len(set(corpus.column("topic"))) == 60
    assert len(set(corpus.column("family"))) == options.get("families", 12)


def test_dates_lie_between_first_and_last() -> None:
    times = sorted(
        str(time) for time in world(2, 2, 300, words=20, first="2021-03-01", last="2021-03-31").column("time")
    )
    assert times[0] == "2021-03-01"
    assert times[-1] == "2021-03-31"


def test_drift_crowds_topics_in_time() -> None:
    def spread_of_days(drift: float) -> float:
        corpus = world(2, 4, 200, words=20, drift=drift)
        days = np.array(corpus.column("time"), dtype="datetime64[D]").astype(int)
        topics = np.array(corpus.column("topic"))
        return float(np.mean([days[topics == topic].std() for topic in np.unique(topics)]))

    assert spread_of_days(1.0) < 0.6 * spread_of_days(0.5) < 0.6 * spread_of_days(0.0)


def test_without_style_and_shortcut_authors_are_at_chance() -> None:
    right = total = 0
    for seed in range(6):
        corpus = world(5, 6, 150, seed, style=0, shortcut=0, overlap=0, words=120)
        for groups in (by_topic(corpus), by_round(corpus)):
            answered = right_answers(corpus, groups)
            right, total = right + answered[0], total + answered[1]
    assert binomtest(right, total, 0.2).pvalue > 0.01


def test_without_style_and_shortcut_words_do_not_depend_on_the_author() -> None:
    corpus = world(4, 1, 400, 5, style=0, shortcut=0, words=120)
    counts = CountVectorizer(min_df=150, binary=True).fit_transform(corpus.texts).toarray()
    authors = np.array(corpus.column("author"))
    pvalues = []
    for column in counts.T:
        crossed = np.array([[column[authors == a].sum(), (1 - column)[authors == a].sum()] for a in np.unique(authors)])
        if crossed.min() > 0:
            pvalues.append(chi2_contingency(crossed).pvalue)
    assert len(pvalues) > 20
    assert min(pvalues) * len(pvalues) > 0.01
    assert 0.3 < np.mean(pvalues) < 0.7


def test_styles_are_equal_at_0_and_drift_apart_with_style() -> None:
    def distance(style: float) -> float:
        truth = styles(Settings(authors=4, style=style))
        return float(
            np.mean(
                [
                    abs(truth[one][trait][option] - truth[other][trait][option])
                    for one, other in combinations(truth, 2)
                    for trait in truth[one]
                    for option in truth[one][trait]
                ]
            )
        )

    assert distance(0) == 0
    assert 0 < distance(0.5) < distance(1) < distance(2)


def test_styles_are_the_frequencies_of_the_texts() -> None:
    settings = Settings(authors=1, topics=4, documents=400, words=200, style=2, seed=3)
    text = " ".join(document.text for document in stream(settings)).lower()
    truth = styles(settings)["author01"]["everyone"]
    found = {word: len(re.findall(rf"\b{word}\b", text)) for word in truth}
    assert sum(truth.values()) == pytest.approx(1)
    assert found["everyone"] / sum(found.values()) == pytest.approx(truth["everyone"], abs=0.08)


def test_style_makes_authors_known_on_novel_topics() -> None:
    shares = []
    for style in (0.0, 1.0, 2.0):
        corpus = world(6, 6, 180, 1, style=style, shortcut=0, words=200)
        right, total = right_answers(corpus, by_topic(corpus))
        shares.append(right / total)
    assert shares[0] < 0.27
    assert shares[0] + 0.2 < shares[1] < shares[2]
    assert shares[1] < 0.97


def test_shortcut_helps_on_known_topics_and_not_on_novel_ones() -> None:
    known, novel = [], []
    for shortcut in (0.0, 0.5, 1.0):
        corpus = world(6, 5, 240, 2, style=0, shortcut=shortcut, overlap=0, words=120)
        for shares, groups in ((known, by_round(corpus)), (novel, by_topic(corpus))):
            right, total = right_answers(corpus, groups)
            shares.append(right / total)
    assert known[0] + 0.1 < known[1] < known[2]
    assert max(novel) < 0.25


def forms(words: Words) -> list[str]:
    nouns = [form for noun in (*words.people, *words.things) for form in set(noun)]
    return [*nouns, *(form for verb in words.verbs for form in set(verb)), *words.adjectives]


def test_forty_topics_in_ten_families_share_no_word() -> None:
    pools = [set(forms(shared)) for shared, _ in families().values()]
    topics = [topic for _, members in families().values() for topic in members]
    topics += [coined_topic(number, "none") for number in range(0, 800, 40)]
    for topic in topics:
        names = {*(part for name in topic.names for part in name), *topic.places, *topic.firms}
        pools.append({*forms(topic.words), *topic.field.split(), *names})
    assert len(families()) >= 10
    assert len(topics) - 20 >= 40
    assert sum(map(len, pools)) == len(set().union(*pools))


def test_topical_words_are_not_words_of_the_grammar() -> None:
    general = set().union(*(tokens(re.sub(r"\{\w+\}", " ", text)) for t in grammar().traits for text in t.texts))
    for shared, members in families().values():
        for words in (shared, *(topic.words for topic in members)):
            assert not general & set(forms(words))


@pytest.mark.parametrize(("overlap", "shares"), [(0.0, False), (0.4, True)])
def test_overlap_is_what_topics_of_a_family_share(overlap: float, shares: bool) -> None:
    general = set().union(*(tokens(text) for trait in grammar().traits for text in trait.texts))
    general |= {word.capitalize() for word in general} | {"Re", "t", "s"}
    corpus = world(3, 4, 60, 2, families=1, overlap=overlap)
    used: dict[str | None, set[str]] = {}
    for document in corpus.documents:
        words = {word.lower() for word in tokens(document.text)} - {word.lower() for word in general}
        used.setdefault(document.topic, set()).update(words)
    slips = {text.partition(">")[2] for t in grammar().traits if t.name == "slip" for text in t.texts}
    common = set().union(*(one & other for one, other in combinations(used.values(), 2))) - slips
    assert bool(common) is shares, sorted(common)[:20]


@pytest.fixture(scope="module")
def prose() -> list[str]:
    return world(8, 50, 400, 11, style=1.5, words=200).texts


def test_no_slot_is_left_open_and_spaces_are_single(prose: list[str]) -> None:
    for text in prose:
        assert not re.search(r"[{}_*|<>]|  | [,.;!?]|,,|\.\.|;;", text), text


def test_articles_agree(prose: list[str]) -> None:
    wrong = re.compile(r"\b[Aa] (?!uni|use|eu|one\b)[aeiou]\w*|\b[Aa]n (?!hour|hon|heir)[^aeiou\W]\w*")
    assert [hit for text in prose for hit in wrong.findall(text)] == []


def test_sentences_begin_and_end(prose: list[str]) -> None:
    for paragraph in (paragraph for text in prose for paragraph in text.split("\n\n")):
        assert re.match(r"[\"']?[A-Z]", paragraph)
        assert re.search(r"[.!?][\"']?$", paragraph)
        for start in re.findall(r"[.!?][\"']? (\S+)", paragraph):
            assert re.match(r"[\"']?[A-Z]", start), paragraph


def test_verbs_and_nouns_agree(prose: list[str]) -> None:
    pattern = re.compile(r"\b(?:[Ee]very|[Ee]ach|[Tt]his) (\w+) (?:are|were|have)\b")
    assert [hit for text in prose for hit in pattern.findall(text)] == []
    these = re.compile(r"\b[Tt]hese \w+ (?:is|was|has)\b")
    assert [hit for text in prose for hit in these.findall(text)] == []


def test_titles_are_there() -> None:
    assert all(title and title[0].isupper() for title in world(2, 3, 6, words=20).column("title"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"authors": 0}, "authors is 0; it must be a whole number from 1"),
        ({"topics": 2.5}, "topics is 2.5; it must be a whole number"),
        ({"topics": 601}, "topics is 601"),
        ({"documents": 0}, "documents is 0"),
        ({"style": -1}, "style is -1; it must be a number from 0"),
        ({"style": float("nan")}, "style is nan"),
        ({"overlap": 1.2}, "overlap is 1.2; it must be a number from 0 to 1"),
        ({"shortcut": "much"}, "shortcut is 'much'"),
        ({"words": 3}, "words is 3"),
        ({"spread": 0}, "spread is 0"),
        ({"first": "yesterday"}, "first is 'yesterday'; it must be a date"),
        ({"first": "2024-01-01"}, "first is 2024-01-01, which is after last"),
        ({"cells": [[1, 2], [3]]}, "the same authors in every topic"),
        ({"cells": [[1, -2]]}, "cells holds -2"),
        ({"cells": 5}, "cells is 5"),
        ({"cells": [[0, 0]]}, "no document"),
        ({"cells": [["x"]]}, "cells holds 'x'"),
        ({"cells": {"a": 3}}, "cells has 3 for a topic"),
        ({"cells": [[1, 2]], "documents": 5}, "cells hold 3 documents, not 5"),
        ({"cells": [[1, 2]], "new_topics": 1}, "cells has 1 topics"),
    ],
)
def test_impossible_values_are_one_clear_line(options: dict[str, object], said: str) -> None:
    with pytest.raises(CorpusError, match=re.escape(said)) as caught:
        world(**options)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_unknown_setting_names_the_known_ones() -> None:
    with pytest.raises(SpecError, match="world has no setting 'styel'; did you mean 'style'\\?; it has: authors, "):
        world(styel=1)


def test_numpy_numbers_are_numbers() -> None:
    corpus = world(np.int64(2), np.int64(2), words=np.int64(20), style=np.float64(0.5))
    assert len(corpus) == 20


def test_a_million_documents_start_at_once() -> None:
    first = list(islice(stream(Settings(documents=1_000_000, words=50)), 3))
    assert [document.id for document in first] == ["w000000", "w000001", "w000002"]
