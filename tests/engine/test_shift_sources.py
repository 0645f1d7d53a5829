"""Answers of every origin: tables, finished runs, corpora."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engine.answer_rows import Row, labelled, scored, table, without
from protocols.leakage_worlds import small_world
from sklearn.dummy import DummyClassifier

import stylobench
from stylobench.cli._console import without_nan
from stylobench.corpora.answer_columns import AnswerColumns
from stylobench.engine.leakage import Wanted, leakage
from stylobench.engine.novel_topic import novel_topic
from stylobench.engine.run import Force
from stylobench.engine.shift_sources import CORPUS, RUN, TABLE, kind_of
from stylobench.errors import ArchiveError, CorpusError, SpecError, SplitError, StylobenchError
from stylobench.protocols.leakage import Settings as LeakageSettings
from stylobench.protocols.novel_topic import Settings

HERE = Force(0)
QUICK: dict[str, Any] = {"draws": 200, "radii": (0.25,)}


class Coin:
    """Scores a problem by the length of its questioned text."""

    def fit(self, problems: Any, same: Any) -> Coin:
        return self

    def verify(self, problems: Any) -> Any:
        return np.array([len(problem.questioned) % 10 / 10 for problem in problems])


def plain(result: dict[str, Any], *parts: str) -> str:
    chosen = {name: result[name] for name in parts or ("clusters", "methods", "selection", "stream", "purity")}
    return json.dumps(without_nan(chosen), sort_keys=True)


def shifted(path: Path, rows: list[Row], **more: Any) -> dict[str, Any]:
    return stylobench.shift(table(path, rows), **{**QUICK, **more})


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("novel-topic")
    small = stylobench.world(authors=4, topics=4, documents=64, words=40)
    named = {"bayes": "naive_bayes", "guess": DummyClassifier(strategy="stratified", random_state=0)}
    result = novel_topic(small, named, settings=Settings(extras=False, folds=4), folder=folder, force=HERE)
    (folder / "result.json").write_text(json.dumps(without_nan(result)))
    return folder


def test_a_path_is_what_it_holds(tmp_path: Path, run: Path) -> None:
    answers = table(tmp_path / "answers.csv", labelled(6))
    texts = table(tmp_path / "texts.csv", [{"author": "ann", "text": "words", "score": 1}])
    assert kind_of(run, AnswerColumns()) == RUN
    assert kind_of(answers, AnswerColumns()) == TABLE
    assert kind_of(texts, AnswerColumns()) == CORPUS
    assert kind_of(texts, AnswerColumns(scores={"score": "score"})) == TABLE
    assert kind_of(tmp_path, AnswerColumns()) == CORPUS
    assert kind_of(Path("world(authors=4)"), AnswerColumns()) == CORPUS


def test_a_table_of_labels_is_attribution_worked_out_by_hand(tmp_path: Path) -> None:
    result = shifted(tmp_path / "t.csv", without(labelled(), "text"), positive="ann")
    assert (result["corpus"]["task"], result["corpus"]["item"], result["corpus"]["documents"]) == (
        "attribution", "document", 60,
    )  # fmt: skip
    assert result["settings"]["subclasses"] == "cluster"
    assert [cluster["n"] for cluster in result["clusters"]] == [20, 20, 20]
    first, second = (result["methods"][name]["measures"] for name in ("a", "b"))
    names = [cluster["name"] for cluster in result["clusters"]]
    each = dict(zip(names, (level["value"] for level in first["accuracy"]["by_cluster"]), strict=True))
    # 20 rows of each subject in turns of three: 7 + 7 + 6
    assert each == pytest.approx({"sea": 1, "trade": 14 / 20, "school": 7 / 20})
    assert second["accuracy"]["today"]["value"] == pytest.approx(42 / 60)
    assert {"precision", "recall", "f"} <= set(first)
    assert result["provenance"]["columns"]["truth"] == "truth"


def test_every_format_says_the_same(tmp_path: Path) -> None:
    first, *others = [
        plain(shifted(tmp_path / f"t.{ending}", without(labelled(), "text"))) for ending in ("csv", "jsonl", "parquet")
    ]
    assert others == [first, first]


def test_scores_of_two_methods_are_verification(tmp_path: Path) -> None:
    result = shifted(tmp_path / "t.parquet", scored())
    assert (result["corpus"]["task"], result["corpus"]["item"]) == ("verification", "problem")
    measures = result["methods"]["a"]["measures"]
    assert {"auc", "brier", "c_at_1", "f_05_u", "precision", "recall"} <= set(measures)
    rows = scored()
    brier = 1 - np.mean([(row["truth"] - row["score_a"]) ** 2 for row in rows])
    assert measures["brier"]["today"]["value"] == pytest.approx(brier)
    won = [
        (a["score_a"] > b["score_a"]) + (a["score_a"] == b["score_a"]) / 2
        for a in rows if a["truth"] for b in rows if not b["truth"]
    ]  # fmt: skip
    assert measures["auc"]["today"]["value"] == pytest.approx(np.mean(won))
    assert [one["measure"] for one in result["selection"]][:2] == ["c_at_1", "auc"]
    assert result["settings"]["measure"] == "c_at_1"


def test_the_order_of_rows_changes_nothing(tmp_path: Path) -> None:
    rows = labelled()
    for place, row in enumerate(rows):
        row["date"] = f"20{20 + place % 4}-0{1 + place % 7}-11"
    order = np.random.default_rng(3).permutation(len(rows))
    first = shifted(tmp_path / "a.csv", rows, clusters=3)
    second = shifted(tmp_path / "b.csv", [rows[place] for place in order], clusters=3)
    assert plain(first) == plain(second)


def test_texts_alone_are_clustered(tmp_path: Path) -> None:
    result = shifted(tmp_path / "t.jsonl", without(labelled(), "cluster"), clusters=3)
    assert result["settings"]["subclasses"] == "clusters"
    assert [cluster["n"] for cluster in result["clusters"]] == [20, 20, 20]
    assert all(len(cluster["examples"]) == 3 for cluster in result["clusters"])
    values = sorted(level["value"] for level in result["methods"]["a"]["measures"]["accuracy"]["by_cluster"])
    assert values == pytest.approx([7 / 20, 14 / 20, 1])


def test_dates_in_several_formats_are_read_and_missing_ones_counted(tmp_path: Path) -> None:
    written = ["2020-03-01", "1 March 2021", "2022/03/01", ""]
    rows = [{**row, "date": written[place % 4]} for place, row in enumerate(without(labelled(), "text"))]
    stream = shifted(tmp_path / "t.csv", rows, period="year")["stream"]
    assert stream["periods"] == ["2020", "2021", "2022"]
    assert stream["undated"] == 15
    assert np.array(stream["mixes"]).sum(axis=1).tolist() == [15, 15, 15]


def test_dates_can_be_all_there_is(tmp_path: Path) -> None:
    rows = [{**row, "date": 2020 + place // 20} for place, row in enumerate(without(labelled(), "text", "cluster"))]
    result = shifted(tmp_path / "t.csv", rows, period="year")
    assert result["settings"]["subclasses"] == "period"
    assert sorted(cluster["name"] for cluster in result["clusters"]) == ["2020", "2021", "2022"]
    assert result["stream"]["mix_p"] is None


def test_rows_without_a_cluster_are_one_of_their_own(tmp_path: Path) -> None:
    rows = [{**row, "cluster": "" if row["cluster"] == "sea" else row["cluster"]} for row in labelled()]
    result = shifted(tmp_path / "t.csv", without(rows, "text"))
    assert {cluster["name"] for cluster in result["clusters"]} == {"(none)", "trade", "school"}
    assert "20 rows have no cluster; they are a cluster of their own" in result["warnings"]


def test_all_dates_in_one_period_are_no_stream_and_an_error_where_one_is_asked_for(tmp_path: Path) -> None:
    rows = [{**row, "date": "2020-05-05"} for row in without(labelled(), "text")]
    assert shifted(tmp_path / "t.csv", rows)["stream"] is None
    with pytest.raises(CorpusError, match="there are no two months: all dated documents are from 2020-05"):
        shifted(tmp_path / "t.csv", rows, period="month")


@pytest.mark.parametrize(
    ("rows", "options", "error", "said"),
    [
        (without(labelled(), "truth"), {"answers": {"a": "predicted_a"}}, CorpusError, "has no column of truth"),
        (without(labelled(), "cluster", "text"), {}, SplitError, "have no text; give subclasses by"),
        (without(labelled(), "text"), {"period": "month"}, SplitError, "no document has a date, so there is no month"),
        (without(labelled(), "text"), {"clusters": 3}, SplitError, "have no text"),
        ([{**row, "cluster": "one"} for row in without(labelled(), "text")], {}, SplitError, "one subclass only"),
        ([{**row, "cluster": ""} for row in without(labelled(), "text")], {}, SplitError, "one subclass only"),
        (labelled(), {"clusters": 61}, SplitError, "61 clusters cannot be made of 60"),
        (labelled(), {"measure": "auc"}, SpecError, "no measure named 'auc' for attribution; there are: accuracy"),
        (labelled(), {"measure": "precision"}, SpecError, "precision is about one class: name it with --positive"),
        (labelled(), {"backtest": True}, SpecError, "backtest"),
        (labelled(), {"samples": 3}, SpecError, "experiment"),
        (labelled(), {"attributors": ["naive_bayes"]}, SpecError, "on a corpus"),
    ],
)
def test_a_table_that_says_too_little_is_refused(
    tmp_path: Path, rows: list[Row], options: dict[str, Any], error: type[StylobenchError], said: str
) -> None:
    with pytest.raises(error, match=said) as raised:
        shifted(tmp_path / "t.csv", rows, **options)
    assert "\n" not in str(raised.value)


def test_an_option_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="shift has no option 'colour'; it has: alpha, "):
        shifted(tmp_path / "t.csv", labelled(), colour="red")


def test_a_stored_run_of_attributors_is_looked_at_again_and_left_as_it_is(run: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in run.rglob("*") if path.is_file()}
    result = stylobench.shift(run, **QUICK, folder=tmp_path, workers=0)
    assert {path: path.read_bytes() for path in run.rglob("*") if path.is_file()} == before
    assert list(result["methods"]) == ["bayes", "guess"]
    assert result["corpus"]["name"] == "world"
    assert result["settings"]["subclasses"] == "clusters"
    stored = json.loads((run / "result.json").read_text())
    assert result["corpus"]["digest"] == stored["corpus"]["digest"]
    novel = stylobench.shift(run, **QUICK, scheme="novel_topic", subclasses="topic")
    assert {cluster["name"] for cluster in novel["clusters"]} == set(
        stylobench.world(authors=4, topics=4, documents=64, words=40).column("topic")
    )


def test_a_run_is_not_overwritten_and_its_schemes_are_named(run: Path) -> None:
    with pytest.raises(SpecError, match="would overwrite the run"):
        stylobench.shift(run, folder=run)
    with pytest.raises(SpecError, match="has no scheme 'hits'; it has: standard, novel_topic"):
        stylobench.shift(run, scheme="hits")
    with pytest.raises(SpecError, match="backtest"):
        stylobench.shift(run, backtest=True)


def test_a_run_of_an_older_version_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "result.json").write_text("{}")
    with pytest.raises(ArchiveError, match="run novel-topic or leakage again with -o"):
        stylobench.shift(tmp_path)


def test_a_result_of_shift_is_no_run_to_look_at(tmp_path: Path) -> None:
    (tmp_path / "result.json").write_text('{"protocol": "shift"}')
    with pytest.raises(ArchiveError, match=r"holds a result of shift, .* name the corpus, the table or the run that"):
        stylobench.shift(tmp_path)


def test_a_run_whose_texts_are_not_at_hand_asks_for_its_corpus(tmp_path: Path) -> None:
    small = stylobench.world(authors=4, topics=4, documents=64, words=40)
    held = replace(small, provenance={})
    found = stylobench.novel_topic(held, "naive_bayes", quick=True, folds=4, folder=tmp_path, workers=0)
    (tmp_path / "result.json").write_text(json.dumps(without_nan(found)))
    for options in ({"clusters": 3}, {"subclasses": "clusters"}):
        with pytest.raises(SpecError, match="are not at hand; give the corpus of the run with --corpus"):
            stylobench.shift(tmp_path, **QUICK, **options)
    assert stylobench.shift(tmp_path, **QUICK, corpus=small, clusters=3)["settings"]["subclasses"] == "clusters"
    told = stylobench.shift(tmp_path, **QUICK)
    assert told["settings"]["subclasses"] == "topic"
    assert any("--corpus" in line for line in told["warnings"])


def test_a_stored_leakage_run_is_verification(tmp_path: Path) -> None:
    settings = LeakageSettings(topics=4, folds=2, random=1, controls=0)
    wanted = Wanted(encoder="lsa(dimensions=10)")
    found = leakage(small_world(), {"coin": Coin()}, settings, wanted, folder=tmp_path, force=HERE)
    (tmp_path / "result.json").write_text(json.dumps(without_nan(found)))
    result = stylobench.shift(tmp_path, **QUICK, clusters=2)
    assert (result["corpus"]["task"], result["corpus"]["item"]) == ("verification", "problem")
    assert list(result["methods"]) == ["coin", "topic_fit"]
    assert "auc" in result["methods"]["coin"]["measures"]


def pan_folder(folder):
    """Four problems of one known and one questioned text, two of them by one person, twelve times over."""
    lines = []
    for number in range(48):
        home = folder / f"EN{number:03d}"
        home.mkdir(parents=True)
        (home / "known01.txt").write_text(f"The known text number {number} speaks of boats and sails and the sea.")
        word = "boats" if number % 3 else "laws"
        (home / "unknown.txt").write_text(f"A questioned text, {number} words on {word} and {word} again.")
        lines.append(f"EN{number:03d} {'Y' if number % 2 else 'N'}")
    (folder / "truth.txt").write_text("\n".join(lines) + "\n")
    (folder / "contents.json").write_text('{"language": "English", "genre": "essays", "problems": []}')
    return folder


def test_systems_that_ran_elsewhere_are_judged_by_their_files(tmp_path):
    problems = pan_folder(tmp_path / "pan")
    good, lazy = tmp_path / "good.txt", tmp_path / "lazy.txt"
    good.write_text("".join(f"EN{i:03d} {0.9 if i % 2 else 0.1}\n" for i in range(48)))
    lazy.write_text("".join(f"EN{i:03d} 0.7\n" for i in range(40)))
    result = stylobench.shift(problems, systems={"good": good, "lazy": lazy}, clusters=2)
    measures = {name: method["measures"] for name, method in result["methods"].items()}
    assert measures["good"]["accuracy"]["today"]["value"] == 1.0
    # 20 of the 40 answers "same" are right, and 8 problems have none
    assert measures["lazy"]["accuracy"]["today"]["value"] == pytest.approx(20 / 48)
    assert "lazy: 8 of 48 problems have no line; they count as no answer" in result["warnings"]
    assert result["settings"]["measure"] == "c_at_1"


def test_systems_stand_alone(tmp_path):
    problems = pan_folder(tmp_path / "pan")
    with pytest.raises(SpecError, match="systems have answered already"):
        stylobench.shift(problems, verifiers=["ppm"], systems={"good": tmp_path / "good.txt"})


def test_a_table_without_texts_is_asked_for_its_columns(tmp_path):
    table = tmp_path / "odd.csv"
    table.write_text("ground,llr,theme\n1,0.3,a\n0,0.2,b\n")
    with pytest.raises(CorpusError, match=r"say which with --truth COLUMN"):
        stylobench.shift(table)


def test_a_table_that_is_not_utf8_is_read_in_the_encoding_that_is_named(tmp_path):
    table = tmp_path / "latin.csv"
    rows = [f"{i % 2},{0.9 if i % 2 else 0.1},{'café' if i % 3 else 'bar'}" for i in range(60)]
    table.write_bytes("\n".join(["truth,score,cluster", *rows, ""]).encode("latin-1"))
    with pytest.raises(CorpusError, match="name its encoding"):
        stylobench.shift(table, truth="truth")
    result = stylobench.shift(table, encoding="latin-1")
    assert sorted(cluster["name"] for cluster in result["clusters"]) == ["bar", "café"]


def test_a_corpus_that_is_not_utf8_is_not_taken_for_a_table(tmp_path):
    corpus = tmp_path / "letters.csv"
    corpus.write_bytes("text,author\ncafé one,ann\nbar two,bob\n".encode("latin-1"))
    assert kind_of(corpus, AnswerColumns()) == CORPUS
    assert kind_of(corpus, AnswerColumns(), "latin-1") == CORPUS
    with pytest.raises(CorpusError, match="name its encoding"):
        stylobench.shift(corpus, attributors=["knn"])


def test_a_corpus_is_read_by_the_columns_that_are_named(tmp_path):
    corpus = tmp_path / "letters.csv"
    rows = [
        f"{'ann' if i % 2 else 'bob'},word{i} {'so thus ' * (i % 5 + 1)}{i},2020-0{i % 5 + 1}-01" for i in range(60)
    ]
    corpus.write_text("\n".join(["author,body,written", *rows, ""]))
    result = stylobench.shift(corpus, ["naive_bayes"], text="body", time="written", period="month", clusters=2)
    assert result["corpus"]["documents"] == 60
    assert result["stream"]["periods"][0] == "2020-01"


def test_an_unknown_option_is_told_with_those_there_are(tmp_path):
    with pytest.raises(SpecError, match=r"no option 'foldr'; it has: .*folder.*subclasses") as told:
        stylobench.shift(tmp_path, foldr="x")
    assert "named" not in str(told.value)


def test_copies_and_spellings_of_a_corpus_are_named() -> None:
    from dataclasses import replace

    import stylobench
    from stylobench.records import Corpus

    made = stylobench.world(authors=3, topics=3, documents=36, words=60).documents
    documents = [*made, replace(made[0], id="copy", text=f"{made[0].text} Indeed.", topic=str(made[0].topic).upper())]
    told = "\n".join(
        stylobench.shift(Corpus.of("c", documents), ["naive_bayes"], subclasses="topic", folds=2)["warnings"]
    )
    assert "1 pair of documents is nearly the same (0 across authors, 1 across topics)" in told
    assert "1 topic is spelt in more than one way" in told
