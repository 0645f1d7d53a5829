from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from engine.unplaced import unplaced
from protocols.leakage_worlds import small_world
from sklearn.base import BaseEstimator

import stylobench
from stylobench.cli._console import without_nan
from stylobench.engine.leakage import Wanted, export, leakage
from stylobench.engine.run import Force
from stylobench.errors import ArchiveError, SpecError, SplitError
from stylobench.pan.answers import write_answers
from stylobench.pan.truth import read_truth
from stylobench.protocols.leakage import Settings
from stylobench.records import Corpus, Document
from stylobench.splits.pairs import PairRules

SMALL = Settings(topics=4, folds=2, random=2, controls=2)
LSA = Wanted(encoder="lsa(dimensions=10)")


class Shares(BaseEstimator):  # type: ignore[misc]
    """Scores a problem by the share of words that its texts have in common; `seen` is what it was shown."""

    def __init__(self, trouble: str = "") -> None:
        self.trouble = trouble

    def fit(self, problems: Any, same: Any) -> Shares:
        return self

    def verify(self, problems: Any) -> Any:
        if self.trouble == "raise":
            raise ValueError("no good")
        scores = [self._score(set(p.known[0].split()), set(p.questioned.split())) for p in problems]
        return np.array(scores) * (2 if self.trouble == "large" else 1)

    def _score(self, known: set[str], questioned: set[str]) -> float:
        return 0.75 if self.trouble == "large" else len(known & questioned) / len(known | questioned)


class Silent(Shares):
    """Says nothing."""

    def verify(self, problems: Any) -> Any:
        return np.full(len(problems), np.nan)


class Plain:
    """A verifier that is no scikit-learn estimator."""

    def fit(self, problems: Any, same: Any) -> Plain:
        self.share = float(np.mean(same))
        return self

    def verify(self, problems: Any) -> Any:
        return [self.share] * len(problems)


def found(corpus: Corpus, verifiers: Any, settings: Settings = SMALL, **more: Any) -> dict[str, Any]:
    wanted = more.pop("wanted", LSA)
    return leakage(corpus, verifiers, settings, wanted, force=more.pop("force", Force(0)), **more)


def plain(result: dict[str, Any]) -> str:
    return json.dumps(without_nan(result), sort_keys=True)


@pytest.fixture(scope="module")
def result() -> dict[str, Any]:
    return found(small_world(), {"shares": Shares(), "plain": Plain()})


def test_the_canary_is_always_there(result: dict[str, Any]) -> None:
    assert list(result["methods"]) == ["shares", "plain", "topic_fit"]
    assert result["canary"]["canary"] == "topic_fit"
    assert result["canary"]["against"] == "shares"


def test_samples_hold_as_many_topics_and_folds_share_none(result: dict[str, Any]) -> None:
    assert [one["sample"] for one in result["samples"]] == ["hits", "random-00", "random-01"]
    assert {one["topics"] for one in result["samples"]} == {4}
    assert len(result["sampling"]["selected"]) == 4
    for pair in result["similar_pairs"]["hits"]:
        assert pair["train"] != pair["test"]


def test_the_same_answer_to_everything_gains_and_loses_nothing(result: dict[str, Any]) -> None:
    constant = result["methods"]["plain"]["paired"]["measures"]["auc"]
    assert constant["difference"]["value"] == 0
    assert constant["near"]["value"] == 0.5


def test_a_verifier_that_learns_nothing_is_the_same_near_and_far(result: dict[str, Any]) -> None:
    for contrast in result["methods"]["shares"]["paired"]["measures"].values():
        assert contrast["difference"]["value"] == 0
        assert set(contrast["controls"]) == {0}
    assert "do not hang on training at all" in result["methods"]["shares"]["paired"]["verdict"]


def test_topics_mislead_in_hard_pairs_and_help_in_easy_ones(result: dict[str, Any]) -> None:
    pairings = {kind: one["value"] for kind, one in result["methods"]["shares"]["pairings"].items()}
    assert pairings["hard"] < pairings["any"] < pairings["easy"]


def test_every_number_of_the_paired_test_says_how_sure_it_is(result: dict[str, Any]) -> None:
    for method in result["methods"].values():
        for contrast in method["paired"]["measures"].values():
            difference = contrast["difference"]
            assert difference["low"] <= difference["value"] <= difference["high"]
            assert difference["unit"] == "author"
            assert difference["units"] == 8


def test_one_process_two_and_a_second_run_say_the_same(tmp_path: Path) -> None:
    corpus = small_world()
    work = ["char_ngrams", "ppm"]
    first = plain(found(corpus, work, folder=tmp_path / "a"))
    assert plain(found(corpus, work, folder=tmp_path / "b", force=Force(2))) == first
    assert plain(found(corpus, work, folder=tmp_path / "a")) == first


def test_the_order_of_the_documents_does_not_matter() -> None:
    corpus = small_world()
    turned = Corpus.of(corpus.name, tuple(corpus.documents)[::-1], corpus.provenance)
    assert plain(found(turned, {"shares": Shares()})) == plain(found(corpus, {"shares": Shares()}))


def test_a_verifier_that_fails_is_recorded_and_the_rest_goes_on() -> None:
    result = found(small_world(), {"broken": Shares("raise"), "loud": Shares("large"), "good": Shares()})
    broken, loud = result["methods"]["broken"], result["methods"]["loud"]
    assert broken["paired"] is None
    assert broken["answered"] == 0
    assert unplaced(broken["failures"][0]["reason"]) == "ValueError: no good"
    assert "a score lies in [0, 1]" in loud["failures"][0]["reason"]
    assert result["methods"]["good"]["failures"] == []
    assert any(line.startswith("broken failed on") for line in result["warnings"])


def test_without_random_samples_nothing_is_held_against_hits() -> None:
    result = found(small_world(), {"shares": Shares()}, replace(SMALL, random=0))
    assert result["methods"]["shares"]["samples"] == {}
    assert result["similarity"]["mean"]["random"] == []


def test_without_controls_there_is_no_interval_and_no_verdict() -> None:
    paired = found(small_world(), {"shares": Shares()}, replace(SMALL, controls=0))["methods"]["shares"]["paired"]
    assert paired["measures"]["auc"]["difference"]["low"] is None
    assert "do not hang on training" in paired["verdict"]


def test_few_controls_give_no_verdict() -> None:
    paired = found(small_world(), ["char_ngrams"], replace(SMALL, controls=2))["methods"]["char_ngrams"]["paired"]
    assert paired["verdict"].startswith("no verdict from ")


def test_a_verifier_that_says_nothing_is_called_that() -> None:
    method = found(small_world(), {"silent": Silent()})["methods"]["silent"]
    assert method["answered"] == 0
    assert method["paired"]["verdict"] != "too few authors to tell"


def test_two_verifiers_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="two verifiers are called 'topic_fit'"):
        found(small_world(), {"topic_fit": Shares()})
    with pytest.raises(SpecError, match="two verifiers are called 'ours'"):
        found(small_world(), {"ours": Shares()}, wanted=replace(LSA, answers={"ours": tmp_path}))


def test_a_wrong_parameter_is_the_users_to_mend() -> None:
    with pytest.raises(SpecError, match=r"ppm\(radius=0.7\): "):
        found(small_world(), ["ppm(radius=0.7)"])


def test_a_sample_of_all_topics_is_called_what_it_is() -> None:
    result = found(small_world(), {"shares": Shares()}, replace(SMALL, topics=8))
    assert any(line.startswith("HITS takes 8 of 8 topics") for line in result["warnings"])


def test_folds_leave_two_topics_each_when_they_are_not_named() -> None:
    settings = found(small_world(), {"shares": Shares()}, Settings(random=1, controls=1))["settings"]
    assert (settings["topics"], settings["folds"]) == (4, 2)


def test_ways_to_sample_are_compared() -> None:
    wanted = replace(LSA, compare=("method", "topics"))
    compared = found(small_world(), {"shares": Shares(), "plain": Plain()}, wanted=wanted)["compare"]
    assert [one["name"] for one in compared["method"]] == ["hits", "grouping", "hybrid"]
    assert [one["topics"] for one in compared["topics"]] == [2, 4, 5, 6, 8]
    assert set(compared["method"][0]["stability"]) >= {"auc", "overall_2020"}


def test_a_comparison_does_not_disturb_the_headline() -> None:
    corpus, settings = small_world(), replace(SMALL, method="grouping")
    alone = found(corpus, {"shares": Shares(), "plain": Plain()}, settings)
    both = found(corpus, {"shares": Shares(), "plain": Plain()}, settings, wanted=replace(LSA, compare=("method",)))
    assert plain(both["methods"]) == plain(alone["methods"])
    assert len(both["compare"]["method"]) == 3


def test_pair_rules_hold_on_both_sides() -> None:
    rules = PairRules(same="cross_topic", different="same_topic", balance=True)
    corpus = stylobench.world(authors=4, topics=8, documents=96, words=60)
    facts = found(corpus, {"shares": Shares()}, replace(SMALL, rules=rules))["samples"]
    assert {one["same_share"] for one in facts} == {0.5}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (replace(SMALL, topics=9), "9"),
        (replace(SMALL, topics=1), "topics cannot be dealt into 2 folds"),
        (replace(SMALL, folds=5), "4 topics cannot be dealt into 5 folds"),
    ],
)
def test_what_cannot_be_sampled_is_said(settings: Settings, message: str) -> None:
    with pytest.raises((SplitError, SpecError), match=message):
        found(small_world(), {"shares": Shares()}, settings)


@pytest.mark.parametrize(("name", "value"), [("method", "hat"), ("measure", "final_2014")])
def test_settings_that_do_not_exist_are_refused(name: str, value: str) -> None:
    with pytest.raises(SpecError, match=f"named {value!r} here; there are: "):
        Settings(**{name: value})


def test_a_fold_without_a_same_author_pair_is_named() -> None:
    documents = [Document(f"d{i}", f"word{i} and more words", f"a{i}", f"t{i % 4}") for i in range(48)]
    with pytest.raises(SplitError, match=r"hits/fold-01, train .* no two texts by one author"):
        found(Corpus.of("lonely", documents), {"shares": Shares()})


def test_repeated_and_blank_texts_are_left_out_and_counted() -> None:
    corpus = small_world()
    first = corpus.documents[0]
    more = (replace(first, id="again"), replace(first, id="blank", text=" \n"))
    result = found(Corpus.of("more", (*corpus.documents, *more)), {"shares": Shares()})
    assert "2 documents are blank or repeat the text of another and are not used" in result["warnings"]


def test_answers_from_elsewhere_are_judged_like_our_own(tmp_path: Path) -> None:
    corpus, problems, answers = small_world(), tmp_path / "raven", tmp_path / "theirs"
    card = export(corpus, SMALL, LSA, problems)
    for split in card["splits"]:
        _answer(problems / split["id"], answers / split["id"])
    wanted = replace(LSA, answers={"theirs": answers})
    methods = found(corpus, {"ours": Shares()}, wanted=wanted)["methods"]
    theirs, ours = methods["theirs"], methods["ours"]
    for part in ("paired", "samples", "folds", "pairings", "correlation", "reliability", "answered"):
        assert plain({"": theirs[part]}) == plain({"": ours[part]})


def _answer(problems: Path, answers: Path) -> None:
    """What another system would do: read pairs.jsonl, know nothing else, write answers.jsonl."""
    told = [json.loads(line) for line in (problems / "test" / "pairs.jsonl").read_text("utf-8").splitlines()]
    assert not (problems / "test" / "truth.jsonl").exists()
    verifier = Shares()
    scores = [verifier._score(*(set(text.split()) for text in problem["pair"])) for problem in told]
    answers.mkdir(parents=True)
    write_answers(answers / "answers.jsonl", [problem["id"] for problem in told], scores)


def test_the_problems_folder_is_whole_and_checked(tmp_path: Path) -> None:
    corpus, folder = small_world(), tmp_path / "raven"
    card = export(corpus, SMALL, LSA, folder)
    assert json.loads((folder / "raven.json").read_text("utf-8"))["sha256"] == card["sha256"]
    truth = read_truth(folder / "hits" / "fold-01" / "truth.jsonl")
    assert truth.authors is not None
    assert truth.same.any()
    assert not truth.same.all()
    assert "seed 0" in (folder / "README.md").read_text("utf-8")
    with pytest.raises(ArchiveError, match="is not empty"):
        export(corpus, SMALL, LSA, folder)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["raven"]


def test_a_folder_that_answers_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="answers 0 of 22 splits of this plan"):
        found(small_world(), {"ours": Shares()}, wanted=replace(LSA, answers={"theirs": tmp_path}))


def test_the_crash_test_bites_where_topics_leak_and_give_authors_away() -> None:
    corpus = stylobench.world(authors=40, topics=20, documents=1200, topics_each=3, overlap=0.9, words=200)
    settings = Settings(topics=10, folds=5, random=3, controls=5)
    result = found(corpus, ["char_ngrams"], settings, wanted=replace(LSA, encoder="lsa"), force=Force(2))
    canary = result["methods"]["topic_fit"]["paired"]["measures"]["auc"]["difference"]
    assert canary["low"] > 0
    assert result["canary"]["difference"]["value"] > 0.02
    for kind in ("mean", "max"):
        assert result["similarity"][kind]["hits"] < min(result["similarity"][kind]["random"])
    assert result["methods"]["topic_fit"]["pairings"]["hard"]["high"] < 0.5


def test_spellings_copies_and_small_topics_are_named() -> None:
    """One topic in two spellings of twelve documents each would be held out in one and trained on in the other."""
    corpus = stylobench.world(authors=4, topics=4, documents=96, words=60)
    alike = [one.id for one in corpus.documents if one.topic == corpus.documents[0].topic][12:]
    documents = [replace(one, topic=str(one.topic).upper()) if one.id in alike else one for one in corpus.documents]
    documents += [
        replace(documents[0], id="copy", text=f"{documents[0].text} Indeed."),
        replace(documents[1], id="x", topic="a|b", text="Quite another text."),
    ]
    settings = Settings(topics=4, folds=2, random=1, controls=0)
    found_here = found(Corpus.of("odd", documents), {"shares": Shares()}, settings, wanted=replace(LSA, documents=12))
    told = "\n".join(found_here["warnings"])
    assert "1 topic is spelt in more than one way" in told
    assert "1 topic label looks like several in one and counts as a topic of its own: 'a|b' (1 document)" in told
    assert "1 pair of documents is nearly the same (0 across authors, 0 across topics)" in told
    assert found_here["sampling"]["left_out"] == {"a|b": 1}
    assert "1 of 6 topics have fewer than 12 documents and take no part, with 1 document: 'a|b' (1)" in told
    assert found_here["settings"]["documents_per_vector"] == 12
