"""The subclass-shift crash test on small worlds, from methods to the result object."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier

import stylobench
from stylobench.cli._console import without_nan
from stylobench.engine.run import Force
from stylobench.engine.shift import Asked, How, on_corpus, on_samples
from stylobench.errors import CorpusError, SpecError, StylobenchError
from stylobench.protocols.shift import Settings
from stylobench.protocols.shift_subclasses import Wish
from stylobench.records import Corpus, Document

QUICK = Settings(draws=200, radii=(0.25,))
KEYS = [
    "protocol", "corpus", "settings", "provenance", "warnings", "clusters", "purity", "methods", "selection",
    "evidence", "stream", "backtest", "experiment",
]  # fmt: skip


class Broken(DummyClassifier):  # type: ignore[misc]
    """Fails whatever it is asked."""

    def predict(self, X: Any) -> Any:
        raise ValueError("no good")


class Silent:
    """A verifier that says nothing."""

    def fit(self, problems: Any, same: Any) -> Silent:
        return self

    def verify(self, problems: Any) -> Any:
        return np.full(len(problems), np.nan)


def how(folder: Path | None = None, workers: int = 0, **wish: Any) -> How:
    return How(QUICK, Wish(**{"clusters": 3, **wish}), folder, Force(workers))


def plain(result: dict[str, Any]) -> str:
    return json.dumps(without_nan(result), sort_keys=True, allow_nan=False)


def kept(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in (folder / "answers").rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def small() -> Corpus:
    return stylobench.world(authors=4, topics=4, documents=120, words=40, drift=0.8)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shift")


@pytest.fixture(scope="module")
def result(small: Corpus, folder: Path) -> dict[str, Any]:
    return on_corpus(small, Asked({"bayes": "naive_bayes", "guess": DummyClassifier()}), how(folder))


def test_the_result_has_all_its_parts(result: dict[str, Any], small: Corpus) -> None:
    assert list(result) == KEYS
    told = result["corpus"]
    assert (told["name"], told["documents"], told["digest"]) == ("world", 120, small.digest)
    assert (told["item"], told["task"], told["classes"]) == ("document", "attribution", 4)
    settings = result["settings"]
    assert (settings["measure"], settings["delta"], settings["draws"], settings["mix"]) == (
        "accuracy",
        0.05,
        200,
        "even",
    )
    assert (settings["clusters"], settings["subclasses"], settings["clusterer"]) == (3, "clusters", "kmeans")
    assert settings["concentration"] == len(result["clusters"])
    assert list(result["methods"]) == ["bayes", "guess"]
    assert [one["measure"] for one in result["selection"]] == ["accuracy", "macro_f1", "log_loss"]
    assert sum(one["n"] for one in result["clusters"]) == 120
    assert 0.25 <= result["purity"] <= 1
    assert result["stream"]["periods"] == sorted(result["stream"]["periods"])
    assert json.loads(plain(result))["backtest"] is None


def test_today_is_the_plain_share_of_right_answers(result: dict[str, Any]) -> None:
    for method in result["methods"].values():
        accuracy = method["measures"]["accuracy"]
        each = [(level["value"], level["n"]) for level in accuracy["by_cluster"]]
        assert accuracy["today"]["value"] == pytest.approx(sum(value * n for value, n in each) / 120)
        assert accuracy["heuristic"]["mean"] == pytest.approx(sum(value for value, _ in each) / len(each))
        assert [n for _, n in each] == [cluster["n"] for cluster in result["clusters"]]


def test_another_run_uses_the_answers_again_and_two_processes_say_the_same(
    small: Corpus, folder: Path, result: dict[str, Any]
) -> None:
    before = kept(folder)
    assert before
    asked = Asked({"bayes": "naive_bayes", "guess": DummyClassifier()})
    assert plain(on_corpus(small, asked, how(folder, workers=2))) == plain(result)
    assert kept(folder) == before


def test_order_of_documents_and_number_of_processes_change_nothing(
    small: Corpus, tmp_path: Path, result: dict[str, Any]
) -> None:
    turned = Corpus.of(small.name, tuple(small.documents)[::-1], small.provenance)
    asked = Asked({"bayes": "naive_bayes", "guess": DummyClassifier()})
    assert plain(on_corpus(turned, asked, how(tmp_path, workers=2))) == plain(result)


def test_classes_are_made_of_topics_and_one_is_positive(small: Corpus) -> None:
    topics = sorted({str(topic) for topic in small.column("topic")})
    asked = Asked("naive_bayes", classes={"here": topics[0], "there": f"{topics[1]},{topics[2]}"}, positive="there")
    result = on_corpus(small, asked, how())
    used = sum(topic in topics[:3] for topic in small.column("topic"))
    assert result["corpus"]["documents"] == used
    assert result["corpus"]["classes"] == 2
    assert any(line.startswith(f"{120 - used} of 120 documents have no topic") for line in result["warnings"])
    measures = result["methods"]["naive_bayes"]["measures"]
    assert {"precision", "recall", "f"} <= set(measures)
    assert set(result["stream"]["prevalence"]) == {"here", "there"}


def test_topics_can_be_named_instead_of_authors(small: Corpus) -> None:
    result = on_corpus(small, Asked("naive_bayes", target="topic"), how(kind="topic", clusters=None))
    assert result["settings"]["subclasses"] == "topic"
    assert {cluster["name"] for cluster in result["clusters"]} == set(small.column("topic"))
    assert result["methods"]["naive_bayes"]["measures"]["accuracy"]["today"]["value"] > 0.5


def test_a_method_that_always_fails_is_recorded_and_the_other_judged(small: Corpus) -> None:
    result = on_corpus(small, Asked({"broken": Broken(), "guess": DummyClassifier()}), how())
    broken = result["methods"]["broken"]
    assert (broken["answered"], broken["items"], broken["measures"]) == (0, 120, {})
    assert len(broken["failures"]) == 5
    assert "ValueError: no good" in broken["failures"][0]
    assert result["methods"]["guess"]["measures"]["accuracy"]["today"]["value"] > 0
    assert any(line.startswith("broken failed on 5 splits") for line in result["warnings"])
    with pytest.raises(StylobenchError, match=r"no method gave any answer; .*ValueError: no good"):
        on_corpus(small, Asked({"broken": Broken()}), how())


def test_verifiers_answer_pairs_and_a_silent_one_is_never_right(small: Corpus) -> None:
    result = on_corpus(small, Asked(verifiers={"silent": Silent(), "grams": "char_ngrams"}), how())
    assert (result["corpus"]["item"], result["corpus"]["task"]) == ("problem", "verification")
    silent, grams = (result["methods"][name]["measures"] for name in ("silent", "grams"))
    assert silent["accuracy"]["today"]["value"] == 0
    assert silent["accuracy"]["heuristic"]["mean"] == 0
    assert {"auc", "c_at_1", "f_05_u", "brier"} <= set(grams)
    assert grams["auc"]["by_cluster"][0]["n"] == result["clusters"][0]["n"]
    assert result["selection"][0]["rankings"]["bound"] == ["grams", "silent"]
    assert plain(result)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (Asked("naive_bayes", verifiers="char_ngrams"), "verifiers answer problems"),
        (Asked(verifiers="char_ngrams", target="topic"), "verifiers answer problems"),
        (Asked(verifiers="char_ngrams", classes={"a": "x"}), "verifiers answer problems"),
        (Asked("naive_bayes", classes={"a": "x*"}), "1 class named; give two or more"),
        (Asked("naive_bayes", classes={"a": "nowhere", "b": "*"}), "no topic fits class a=nowhere; there are: "),
        (Asked("naive_bayes", classes={"a": "*", "b": "*"}), "fits the classes a and b"),
        (Asked("naive_bayes", target="colour"), "colour"),
        (Asked("naivebayes"), "did you mean 'naive_bayes'"),
        (Asked("naive_bayes", positive="nobody"), "no item is by 'nobody'"),
    ],
)
def test_what_cannot_be_asked_is_said(small: Corpus, asked: Asked, said: str) -> None:
    with pytest.raises(StylobenchError, match=said) as raised:
        on_corpus(small, asked, how())
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("asked", "wish", "settings", "said"),
    [
        (Asked({"broken": Broken()}), {"clusters": 121}, {}, "121 clusters cannot be made of 120 different texts"),
        (Asked({"broken": Broken()}), {"clusterer": "kmean"}, {}, "did you mean 'kmeans'"),
        (Asked({"broken": Broken()}), {"encoder": "bert"}, {}, "no encoder named 'bert'"),
        (Asked({"broken": Broken()}), {"kind": "given"}, {}, "have no given subclass"),
        (Asked({"broken": Broken()}), {"period": "moon"}, {}, "no period named 'moon'"),
        (Asked({"broken": Broken()}), {}, {"measure": "auc"}, "no measure named 'auc' for attribution"),
        (Asked({"broken": Broken()}), {}, {"measure": "f"}, "f is about one class: name it with --positive"),
        (Asked({"broken": Broken()}, positive="nobody"), {}, {}, "no item is by 'nobody'"),
        (Asked(verifiers={"silent": Silent()}), {"clusters": 9000}, {}, "9000 clusters cannot be made of"),
        (Asked(verifiers={"silent": Silent()}), {}, {"measure": "luck"}, "no measure named 'luck' for verification"),
    ],
)
def test_what_can_be_known_is_refused_before_methods_run(
    small: Corpus, tmp_path: Path, asked: Asked, wish: dict[str, Any], settings: dict[str, Any], said: str
) -> None:
    chosen = How.of({"draws": 200, **settings}, Wish(**wish), tmp_path / "out", Force(0))
    with pytest.raises(StylobenchError, match=said) as raised:
        on_corpus(small, asked, chosen)
    assert "\n" not in str(raised.value)
    assert not (tmp_path / "out").exists()


def test_measure_and_delta_follow_from_the_task_where_they_are_left_open(small: Corpus) -> None:
    left = How.of({"draws": 200, "measure": None, "delta": None}, Wish(clusters=3), None, Force(0))
    verified = on_corpus(small, Asked(verifiers={"grams": "char_ngrams"}), left)
    assert (verified["settings"]["measure"], verified["settings"]["delta"]) == ("c_at_1", 0.05)
    assert next(iter(verified["methods"]["grams"]["measures"])) == "c_at_1"
    named = on_corpus(small, Asked({"guess": DummyClassifier()}), left)
    assert named["settings"]["measure"] == "accuracy"
    given = How.of({"measure": "auc", "delta": 0.1}, Wish(), None, None).settled("verification")
    assert (given.settings.measure, given.settings.delta) == ("auc", 0.1)


def test_texts_that_stand_twice_are_used_once() -> None:
    rng = np.random.default_rng(0)
    texts = [" ".join(rng.choice([f"word{i}" for i in range(400)], 80)) for _ in range(150)]
    authors = ["ab"[int(rng.random() < 0.5)] for _ in texts]
    rows = [
        (f"{i}-{j}", text, author) for i, (text, author) in enumerate(zip(texts, authors, strict=True)) for j in (0, 1)
    ]
    result = on_corpus(Corpus.of("twice", [Document(*row) for row in rows]), Asked("knn"), how())
    assert result["corpus"]["documents"] == 150
    assert "150 documents repeat the text of another and are not used" in result["warnings"]
    # labels are random, so that nobody who has not seen a text can be right more often than by chance
    assert result["methods"]["knn"]["measures"]["accuracy"]["today"]["value"] < 0.62


def test_verifiers_have_no_backtest_and_no_experiment(small: Corpus) -> None:
    with pytest.raises(SpecError, match="verifiers answer problems"):
        on_corpus(small, Asked(verifiers="char_ngrams"), how(), backtest=True)
    with pytest.raises(SpecError, match="name attributors, no verifiers"):
        on_samples(small, Asked(verifiers="char_ngrams"), how(), 2)


def test_a_corpus_without_the_target_is_told_so() -> None:
    untold = Corpus.of("untold", [Document(f"d{i}", f"some words {i}", f"a{i % 2}") for i in range(8)])
    with pytest.raises(CorpusError, match="corpus 'untold' has no topic; name another column with --target"):
        on_corpus(untold, Asked("naive_bayes", target="topic"), how())


def test_fewer_documents_than_clusters_and_dates_that_are_not_there_are_said(small: Corpus) -> None:
    with pytest.raises(StylobenchError, match="121 clusters cannot be made of 120 different texts"):
        on_corpus(small, Asked({"guess": DummyClassifier()}), how(clusters=121))
    undated = Corpus.of("undated", [Document(f"d{i}", f"some words {i}", f"a{i % 2}") for i in range(40)])
    with pytest.raises(StylobenchError, match="no document has a date, so there is no month"):
        on_corpus(undated, Asked({"guess": DummyClassifier()}), how(period="month"))
    with pytest.raises(StylobenchError, match="none of 40 documents has a date"):
        on_corpus(undated, Asked({"guess": DummyClassifier()}), how(), backtest=True)
