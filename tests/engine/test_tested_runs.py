"""Run folders as tested items."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engine.unplaced import unplaced
from protocols.leakage_worlds import small_world
from sklearn.base import BaseEstimator
from sklearn.dummy import DummyClassifier

import stylobench
from stylobench.engine.leakage import Wanted, export, leakage
from stylobench.engine.novel_topic import novel_topic
from stylobench.engine.run import Force
from stylobench.engine.tested_file import Source
from stylobench.engine.tested_runs import NO_TEXTS, _family, read_tested
from stylobench.errors import ArchiveError, CorpusError, SpecError
from stylobench.metrics import verification
from stylobench.metrics.outcomes import Outcomes
from stylobench.pan.answers import write_answers
from stylobench.pan.truth import read_truth
from stylobench.protocols.leakage import Settings as LeakageSettings
from stylobench.protocols.novel_topic import Settings
from stylobench.protocols.shift_ground import Tested
from stylobench.records import Corpus

HERE = Force(0)
QUICK = Settings(extras=False, folds=4)
SMALL = LeakageSettings(topics=4, folds=2, random=1, controls=0)
LSA = Wanted(encoder="lsa(dimensions=10)")


class Shares(BaseEstimator):  # type: ignore[misc]
    """Scores by the share of words in common; silent on problems whose questioned text begins with a vowel."""

    def fit(self, problems: Any, same: Any) -> Shares:
        return self

    def verify(self, problems: Any) -> Any:
        return np.array([_share(problem) for problem in problems])


def _share(problem: Any) -> float:
    known, questioned = (set(text.split()) for text in (problem.known[0], problem.questioned))
    silent = problem.questioned[0].lower() in "aeiou"
    return float("nan") if silent else len(known & questioned) / len(known | questioned)


class Broken(DummyClassifier):  # type: ignore[misc]
    """Fails where it is asked of 17 documents at once."""

    def predict(self, X: Any) -> Any:
        if len(X) == 17:
            raise ValueError("no good")
        return super().predict(X)


def value(outcomes: Outcomes, measure: str) -> float:
    loss = None if outcomes.losses is None else outcomes.losses.mean(keepdims=True)
    return float(outcomes.value(measure, outcomes.totals[None], loss)[0])


@pytest.fixture(scope="module")
def small() -> Corpus:
    return stylobench.world(authors=4, topics=4, documents=64, words=60)


@pytest.fixture(scope="module")
def run(small: Corpus, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("novel-topic")
    named = {"bayes": "naive_bayes", "guess": DummyClassifier(strategy="stratified")}
    return folder, novel_topic(small, named, settings=QUICK, folder=folder, force=HERE)


@pytest.fixture(scope="module")
def leaked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("leakage")
    return folder, leakage(small_world(), {"shares": Shares()}, SMALL, LSA, folder=folder, force=HERE)


def changed(folder: Path, target: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    held = json.loads((folder / "tested.json").read_text())
    change(held)
    (target / "tested.json").write_text(json.dumps(held))
    (target / "answers").symlink_to(folder / "answers")
    return target


def test_measures_are_those_of_the_result(run: tuple[Path, dict[str, Any]]) -> None:
    folder, result = run
    tested = read_tested(folder)
    found = result["methods"]["bayes"]["standard"]
    outcomes = tested.methods["bayes"].outcomes
    for measure, name in (("accuracy", "mean"), ("macro_f1", "macro_f1"), ("log_loss", "log_loss")):
        assert value(outcomes, measure) == pytest.approx(found[name], abs=1e-12)
    novel = read_tested(folder, scheme="novel_topic")
    assert value(novel.methods["bayes"].outcomes, "accuracy") == pytest.approx(
        result["methods"]["bayes"]["novel_topic"]["mean"], abs=1e-12
    )
    assert tested.methods["bayes"].spec == "naive_bayes"


def test_items_are_the_documents_in_order_of_id(run: tuple[Path, dict[str, Any]], small: Corpus) -> None:
    tested = read_tested(run[0])
    assert (tested.task, tested.item, tested.name, tested.digest) == ("attribution", "document", "world", small.digest)
    for name, column in (("ids", "id"), ("classes", "author"), ("topics", "topic"), ("times", "time")):
        assert list(getattr(tested, name)) == small.column(column)
    assert tested.texts is not None
    assert list(tested.texts) == small.texts
    assert tested.methods["bayes"].rows.tolist() == list(range(64))
    assert tested.warnings == ()


def test_no_text_is_in_the_file_and_a_second_run_writes_the_same(
    run: tuple[Path, dict[str, Any]], small: Corpus, tmp_path: Path
) -> None:
    written = (run[0] / "tested.json").read_text()
    assert not any(text[:30] in written for text in small.texts)
    shuffled = replace(small, documents=tuple(small.documents[i] for i in np.random.default_rng(0).permutation(64)))
    again = {"bayes": "naive_bayes", "guess": DummyClassifier(strategy="stratified")}
    novel_topic(shuffled, again, settings=QUICK, folder=tmp_path, force=HERE)
    assert (tmp_path / "tested.json").read_text() == written


def test_a_folder_of_an_earlier_version_says_to_run_again(tmp_path: Path) -> None:
    (tmp_path / "result.json").write_text('{"protocol": "novel_topic"}')
    with pytest.raises(ArchiveError, match=r"has no tested.json: .*; run novel-topic or leakage again with -o "):
        read_tested(tmp_path)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"version": 2}', '{"version": 1, "protocol": "novel_topic"}'])
def test_a_broken_file_is_one_line(tmp_path: Path, content: str) -> None:
    (tmp_path / "tested.json").write_text(content)
    with pytest.raises(ArchiveError, match=r"tested.json cannot be read .*; run the crash test again"):
        read_tested(tmp_path)


def test_answers_that_are_gone_or_broken_are_an_error(run: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    (tmp_path / "tested.json").write_bytes((run[0] / "tested.json").read_bytes())
    with pytest.raises(ArchiveError, match="has no folder of answers"):
        read_tested(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tested.json"]
    (tmp_path / "answers").mkdir()
    with pytest.raises(ArchiveError, match=r"stored answers .* cannot be read"):
        read_tested(tmp_path)
    for path in (run[0] / "answers").iterdir():
        (tmp_path / "answers" / path.name).write_bytes(path.read_bytes() if path.suffix == ".json" else b"PK")
    with pytest.raises(ArchiveError, match=r"stored answers .* cannot be read"):
        read_tested(tmp_path)


def test_answers_to_other_items_are_an_error(run: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    def shorter(held: dict[str, Any]) -> None:
        held["schemes"]["standard"][0]["rows"].pop()

    with pytest.raises(ArchiveError, match=r"are 16 for 15 tested items of standard/1; run again"):
        read_tested(changed(run[0], tmp_path, shorter))


def test_an_unknown_scheme_is_named(run: tuple[Path, dict[str, Any]]) -> None:
    with pytest.raises(SpecError, match="has no scheme 'hits'; it has: standard, novel_topic"):
        read_tested(run[0], scheme="hits")


def test_texts_come_from_the_recorded_path_while_they_are_there(small: Corpus, tmp_path: Path) -> None:
    lines = [json.dumps({"id": d.id, "writer": d.author, "topic": d.topic, "text": d.text}) for d in small.documents]
    table = tmp_path / "table.jsonl"
    table.write_text("\n".join(lines))
    source = Source.of(str(table), None, author="writer", topic=None)
    corpus = stylobench.load(table, author="writer")
    folder = tmp_path / "out"
    novel_topic(corpus, "naive_bayes", settings=QUICK, folder=folder, force=HERE, source=source)
    found = read_tested(folder)
    assert found.texts is not None
    assert list(found.texts) == small.texts
    assert found.times is None
    table.write_text("\n".join([lines[0].replace("the", "teh"), *lines[1:]]))
    lost = read_tested(folder)
    assert (lost.texts, lost.warnings) == (None, (NO_TEXTS,))
    assert lost.topics == tuple(small.column("topic"))
    table.unlink()
    assert read_tested(folder).warnings == (NO_TEXTS,)
    given = read_tested(folder, Corpus.of("copy", reversed(small.documents)))
    assert given.texts is not None
    assert list(given.texts) == small.texts
    with pytest.raises(CorpusError, match="corpus 'few' lacks 59 of 64 documents of the run; give the corpus that was"):
        read_tested(folder, Corpus.of("few", small.documents[:5]))


def test_failures_are_told_and_the_rest_is_kept(tmp_path: Path) -> None:
    uneven = stylobench.world(cells=[[13, 4], [3, 3], [3, 4]], words=30)
    novel_topic(uneven, {"weak": Broken()}, settings=replace(QUICK, folds=3), folder=tmp_path, force=HERE)
    tested = read_tested(tmp_path, scheme="novel_topic")
    found = tested.methods["weak"]
    assert len(tested) == 30
    assert len(found.rows) == len(found.outcomes) == 13
    assert tested.topics is not None
    (failure,) = found.failures
    assert unplaced(failure) == f"novel/{max(set(tested.topics), key=tested.topics.count)}: ValueError: no good"


def test_a_method_that_failed_everywhere_has_no_rows(small: Corpus, tmp_path: Path) -> None:
    class Never(DummyClassifier):  # type: ignore[misc]
        def fit(self, X: Any, y: Any) -> Any:
            raise ValueError("no good")

    novel_topic(small, {"never": Never(), "b": "naive_bayes"}, settings=QUICK, folder=tmp_path, force=HERE)
    found = read_tested(tmp_path).methods["never"]
    assert len(found.rows) == len(found.outcomes) == 0
    assert tuple(map(unplaced, found.failures)) == tuple(f"standard/{i}: ValueError: no good" for i in (1, 2, 3, 4))


def test_a_document_tested_by_several_models_is_several_items(small: Corpus, tmp_path: Path) -> None:
    novel_topic(small, "naive_bayes", settings=replace(QUICK, scheme="one-topic"), folder=tmp_path, force=HERE)
    tested = read_tested(tmp_path, scheme="novel_topic")
    assert len(tested) == len(set(tested.ids)) == 3 * 64
    assert tested.warnings == ("64 documents were tested 192 times in all; each time counts as an item",)
    assert list(tested.classes[::3]) == small.column("author")


def problems_of(tested: Tested) -> dict[str, tuple[bool, float]]:
    outcomes = tested.methods["shares"].outcomes
    assert outcomes.truth is not None
    assert outcomes.scores is not None
    return dict(zip(tested.ids, zip(outcomes.truth.tolist(), outcomes.scores.tolist(), strict=True), strict=True))


def test_problems_of_the_hits_sample(leaked: tuple[Path, dict[str, Any]]) -> None:
    folder, result = leaked
    tested = read_tested(folder)
    corpus = small_world()
    by_id = {document.id: document for document in corpus.documents}
    assert (tested.task, tested.item) == ("verification", "problem")
    assert list(tested.methods) == ["shares", "topic_fit"]
    assert tested.texts is not None
    for place, name in enumerate(tested.ids):
        known, questioned = (by_id[part] for part in name.split(" + "))
        assert tested.classes[place] == ("same" if known.author == questioned.author else "different")
        assert (tested.texts[place], tested.topics and tested.topics[place]) == (questioned.text, questioned.topic)
        assert tested.times is not None
        assert tested.times[place] == questioned.time
    folds = result["methods"]["shares"]["folds"]["hits"]["auc"]
    assert len(tested) == sum(len(one["same"]) for one in _hits(folder))
    cuts = np.cumsum([len(one["same"]) for one in _hits(folder)])[:-1]
    outcomes = tested.methods["shares"].outcomes
    assert outcomes.truth is not None
    assert outcomes.scores is not None
    parts = zip(np.split(outcomes.truth, cuts), np.split(outcomes.scores, cuts), strict=True)
    assert [verification.auc(truth, scores) for truth, scores in parts] == pytest.approx(folds)


def _hits(folder: Path) -> list[dict[str, Any]]:
    held: list[dict[str, Any]] = json.loads((folder / "tested.json").read_text())["schemes"]["hits"]
    return held


def test_silence_stays_silence(leaked: tuple[Path, dict[str, Any]]) -> None:
    tested = read_tested(leaked[0])
    assert tested.texts is not None
    silent = [text[0].lower() in "aeiou" for text in tested.texts]
    assert 0 < sum(silent) < len(silent)
    assert (tested.methods["shares"].outcomes.kinds >= 4).tolist() == silent


def test_a_problem_can_be_its_pair(leaked: tuple[Path, dict[str, Any]]) -> None:
    tested = read_tested(leaked[0], represent="pair")
    by_id = {document.id: document for document in small_world().documents}
    known, questioned = (by_id[part] for part in tested.ids[5].split(" + "))
    assert tested.texts is not None
    assert tested.texts[5] == f"{known.text}\n\n{questioned.text}"
    assert tested.topics is not None
    assert tested.topics[5] == " + ".join(sorted({str(known.topic), str(questioned.topic)}))
    assert problems_of(tested) == problems_of(read_tested(leaked[0]))
    with pytest.raises(SpecError, match="represented by its questioned or its pair, not by 'known'"):
        read_tested(leaked[0], represent="known")


def test_answers_of_another_system_are_there_as_well(tmp_path: Path) -> None:
    corpus = small_world()
    export(corpus, SMALL, LSA, tmp_path / "raven")
    for truth in sorted((tmp_path / "raven").glob("*/fold-*/truth.jsonl")):
        held = read_truth(truth)
        write_answers(truth.parent / "answers.jsonl", held.ids, np.where(held.same, 0.9, 0.2))
    wanted = replace(LSA, answers={"other": tmp_path / "raven"})
    leakage(corpus, {"shares": Shares()}, SMALL, wanted, folder=tmp_path / "out", force=HERE)
    tested = read_tested(tmp_path / "out")
    assert list(tested.methods) == ["shares", "topic_fit", "other"]
    assert value(tested.methods["other"].outcomes, "accuracy") == 1


def test_without_a_folder_nothing_is_written(small: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    novel_topic(small, "naive_bayes", settings=QUICK, force=HERE)
    assert list(tmp_path.iterdir()) == []


def test_the_positive_author_is_kept(tmp_path: Path) -> None:
    two = stylobench.world(authors=2, topics=3, documents=36, words=60)
    novel_topic(two, "naive_bayes", settings=replace(QUICK, positive="author02"), folder=tmp_path, force=HERE)
    outcomes = read_tested(tmp_path).methods["naive_bayes"].outcomes
    assert outcomes.positive == "author02"
    assert outcomes.measures[-3:] == ("precision", "recall", "f")


def test_the_family_of_a_house_method_is_known_and_of_others_nothing_is_said() -> None:
    told = [("verifiers", "ppm(order=3)"), ("verifiers", "own.module:Thing"), ("verifiers", "answers in a.csv")]
    assert [_family(kind, spec) for kind, spec in told] == ["compression", "", ""]
