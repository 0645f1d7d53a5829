"""Backtest and published experiment on a world whose mix drifts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sklearn.dummy import DummyClassifier

import stylobench
from stylobench.engine.run import Force
from stylobench.engine.shift import Asked, How, on_samples
from stylobench.engine.shift_studies import backtest_plan, backtested
from stylobench.errors import StylobenchError
from stylobench.protocols.shift_study_findings import Backtest
from stylobench.protocols.shift_subclasses import Wish
from stylobench.records import Corpus, Document


class Broken(DummyClassifier):  # type: ignore[misc]
    """Fails whatever it is asked."""

    def predict(self, X: Any) -> Any:
        raise ValueError("no good")


def how(clusters: int = 3, kind: str | None = None, **settings: Any) -> How:
    options = {"draws": 200, **settings}
    return How.of(options, Wish(kind, clusters, period="year"), None, Force(0)).settled("attribution")


def told(corpus: Corpus, **settings: Any) -> Backtest:
    chosen = how(**settings)
    planned = backtest_plan(corpus, corpus.column("author"), Asked(), chosen)
    return backtested(corpus, planned, "naive_bayes", Asked(), chosen)


@pytest.fixture(scope="module")
def drifting() -> Corpus:
    return stylobench.world(authors=3, topics=4, documents=240, words=40, drift=0.8)


@pytest.fixture(scope="module")
def found(drifting: Corpus) -> Backtest:
    return told(drifting)


def test_bounds_of_the_first_year_are_held_against_every_later_one(found: Backtest) -> None:
    rows = [row for row in found.rows if row.measure == "accuracy"]
    # 2020 has 11 documents, too few to train on
    assert {row.trained for row in rows} == {"2021"}
    assert [(row.bounded, row.period) for row in rows] == [("2021", "2022"), ("2021", "2023"), ("2022", "2023")]
    assert any(note.startswith("2020 has too few documents to train on") for note in found.notes)
    assert {row.measure for row in found.rows} == {"accuracy", "macro_f1"}
    for row in rows:
        assert row.level.value is not None
        assert row.bound is not None
        assert row.held == (row.level.value >= row.bound)
        assert row.moved is not None
        assert 0 <= row.moved <= 1
    assert found.delta == 0.05


def test_the_mix_of_a_drifting_world_moves_away(found: Backtest) -> None:
    # the topic that is half of 2021 is gone in 2022
    moved = {row.period: row.moved for row in found.rows if row.bounded == "2021"}
    assert moved["2022"] is not None
    assert moved["2022"] > 0.3


def test_coverage_counts_the_rows(found: Backtest) -> None:
    for one in found.coverage:
        # the newest bound on every later period counts
        rows = {row.period: row for row in found.rows if row.measure == one.measure}
        assert one.tried == len(rows) == 2
        if one.law == "posterior":
            assert one.held == sum(bool(row.held) for row in rows.values())


def test_the_headline_measure_is_backtested_first(drifting: Corpus) -> None:
    rows = told(drifting, measure="log_loss").rows
    assert rows[0].measure == "log_loss"
    assert rows[0].bound is not None
    assert rows[0].expected is not None
    assert rows[0].bound > rows[0].expected


def test_the_law_of_the_mixes_is_the_one_that_was_asked_for(drifting: Corpus, found: Backtest) -> None:
    # mixes that keep to today's have no spread; those of the same clusters by the plain law do
    around = told(drifting, concentration="5000", mix="today").rows[0]
    assert around.expected is not None
    assert around.exact == pytest.approx(around.expected, abs=0.02)
    free = found.rows[0]
    assert free.expected is not None
    assert free.exact is not None
    assert free.exact < free.expected - 0.02


def test_a_world_of_one_year_has_no_backtest() -> None:
    short = stylobench.world(authors=3, topics=4, documents=60, words=20, first="2020-01-01", last="2020-12-31")
    with pytest.raises(StylobenchError, match="there are no two years: all dated documents are from 2020"):
        told(short)


def test_topics_are_the_subclasses_of_the_past_where_they_are_asked_for(drifting: Corpus, found: Backtest) -> None:
    rows = [row for row in told(drifting, kind="topic", clusters=None).rows if row.measure == "accuracy"]
    assert [(row.bounded, row.period) for row in rows] == [("2021", "2022"), ("2021", "2023"), ("2022", "2023")]
    years = {
        year: [topic for topic, time in zip(drifting.column("topic"), drifting.column("time"), strict=True)
               if str(time).startswith(year)]
        for year in ("2021", "2022")
    }  # fmt: skip
    # topics that have fewer than 10 documents of the past even together go with the largest
    large = {topic for topic in years["2021"] if years["2021"].count(topic) >= 10}
    small = set(years["2021"]) - large
    largest = max(large, key=years["2021"].count)
    joined = {name: {name, *small} if name == largest else {name} for name in large}
    before, after = (
        {name: sum(topic in joined[name] for topic in year) / len(year) for name in large}
        | {"new": sum(topic not in large | small for topic in year) / len(year)}
        for year in (years["2021"], years["2022"])
    )
    assert rows[0].moved == pytest.approx(sum(abs(before[name] - after[name]) for name in before) / 2)
    assert rows[0].bound != found.rows[0].bound


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"kind": "period"}, "a backtest has no use for period as subclasses"),
        ({"kind": "given"}, "ask for --subclasses clusters or topic"),
        ({"clusters": 200}, "200 clusters cannot be made of"),
    ],
)
def test_subclasses_that_no_past_can_have_are_refused_before_methods_run(
    drifting: Corpus, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(StylobenchError, match=said):
        backtest_plan(drifting, drifting.column("author"), Asked(), how(**options))


def test_a_repeated_text_is_in_one_period_only(drifting: Corpus) -> None:
    first = drifting.documents[0]
    again = [Document(f"again {n}", first.text, first.author, first.topic, "2023-05-05") for n in range(30)]
    more = Corpus.of("more", [*drifting.documents, *again])
    planned = backtest_plan(more, more.column("author"), Asked(), how())
    assert all(max(split.train.max(), split.test.max()) < 240 for split in planned)


@pytest.fixture(scope="module")
def large() -> Corpus:
    return stylobench.world(authors=2, topics=4, documents=80, words=220)


def topics(corpus: Corpus) -> dict[str, str]:
    every = sorted({str(topic) for topic in corpus.column("topic")})
    return {"here": ",".join(every[:2]), "there": ",".join(every[2:])}


def test_the_experiment_halves_two_classes_and_compares_the_rules(large: Corpus) -> None:
    asked = Asked({"bayes": "naive_bayes", "guess": DummyClassifier(strategy="stratified", random_state=1)},
                  classes=topics(large))  # fmt: skip
    result = on_samples(large, asked, how(), 3)
    long = sum(len(text.encode()) >= 1000 for text in large.texts)
    found = result["experiment"]
    assert result["methods"] == {}
    assert (found["classes"], found["samples"], found["train"] + found["test"]) == (["here", "there"], 3, long)
    assert found["clusters"] in (2, 3)
    rows = {(row["method"], row["measure"]): row for row in found["rows"]}
    assert len(rows) == 6
    best = rows["bayes", "accuracy"]
    assert best["today"] > rows["guess", "accuracy"]["today"]
    for row in rows.values():
        assert row["bound"] <= row["estimate"]
    poor = rows["guess", "accuracy"]
    assert poor["bound"] < poor["estimate"] - 0.02
    assert poor["approximation"] < 0.05
    assert found["approximation"] == pytest.approx(sum(row["approximation"] for row in rows.values()) / 6)
    assert [one["bound"] for one in found["choices"]] == ["bayes"] * 3


def test_a_classifier_that_fails_is_told_and_the_other_one_judged(large: Corpus) -> None:
    asked = Asked({"broken": Broken(), "bayes": "naive_bayes"}, classes=topics(large))
    result = on_samples(large, asked, how(), 2)
    assert {row["method"] for row in result["experiment"]["rows"]} == {"bayes"}
    assert [line.split(":")[0] for line in result["warnings"]] == [f"broken failed on sample/{n}" for n in (1, 2)]
    with pytest.raises(StylobenchError, match="no good"):
        on_samples(large, Asked({"broken": Broken()}, classes=topics(large)), how(), 2)


def test_the_delta_of_the_experiment_is_the_published_one_unless_given(large: Corpus) -> None:
    asked = Asked("naive_bayes", classes=topics(large))
    open_how, wanted = (
        How.of({"draws": 200, "delta": delta}, Wish(clusters=3), None, Force(0)) for delta in (None, 0.2)
    )
    published, own = (on_samples(large, asked, one, 2) for one in (open_how, wanted))
    assert published["settings"]["delta"] == published["experiment"]["delta"] == 0.0228
    assert own["settings"]["delta"] == own["experiment"]["delta"] == 0.2
    low, high = (one["experiment"]["rows"][0] for one in (published, own))
    assert low["estimate"] == high["estimate"]
    assert low["bound"] <= high["bound"]


def test_the_experiment_has_every_text_once(large: Corpus) -> None:
    again = [replace(document, id=f"again {document.id}") for document in large.documents]
    doubled = Corpus.of("doubled", [*large.documents, *again])
    one, other = (
        on_samples(corpus, Asked("naive_bayes", classes=topics(large)), how(), 2) for corpus in (large, doubled)
    )
    assert other["experiment"]["train"] == one["experiment"]["train"]
    long = one["experiment"]["train"] + one["experiment"]["test"]
    assert other["warnings"] == [f"{long} documents repeat the text of another and are not used"]


def test_the_experiment_refuses_before_methods_run(large: Corpus) -> None:
    asked = Asked({"broken": Broken()}, classes=topics(large))
    with pytest.raises(StylobenchError, match="60 clusters cannot be made of"):
        on_samples(large, asked, how(60), 2)
    with pytest.raises(StylobenchError, match="the experiment clusters texts; leave --subclasses topic out"):
        on_samples(large, asked, how(kind="topic"), 2)


@pytest.mark.parametrize(
    ("classes", "said"),
    [({}, "0 classes named; this experiment has two"), ({"a": "*"}, "1 classes named; this experiment has two")],
)
def test_the_experiment_has_two_classes(large: Corpus, classes: dict[str, str], said: str) -> None:
    with pytest.raises(StylobenchError, match=said):
        on_samples(large, Asked("naive_bayes", classes=classes), how(), 2)
