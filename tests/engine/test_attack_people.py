"""Tests of methods that are asked about people's own disguises."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stylobench.engine.archive import Archive
from stylobench.engine.attack_contest import Contest
from stylobench.engine.attack_people import people
from stylobench.engine.attack_people_items import asked, company, document_splits, trial_splits
from stylobench.engine.run import Force
from stylobench.errors import SplitError
from stylobench.protocols.attack import Settings
from stylobench.records import Corpus, Document

AUTHORS = tuple("abcdefgh")
TARGET = "z"


def _habits(author: str) -> list[str]:
    rng = np.random.default_rng(ord(author))
    return ["".join(rng.choice(list("aeioubdlmnrst"), 5)) for _ in range(12)]


def _text(words: list[str], seed: int) -> str:
    return " ".join(np.random.default_rng(seed).choice(words, 120)) + "."


def _document(author: str, number: int, kind: str, words: list[str], **meta: str) -> Document:
    text = _text(words, 100 * ord(author) + number)
    return Document(f"{author}{number}", text, author, meta={"kind": kind, **meta})


def _corpus() -> Corpus:
    """Eight people write as usual, hide in common words, and imitate an author who has words of their own."""
    documents = [_document(TARGET, number, "", _habits(TARGET)) for number in range(4)]
    for author in AUTHORS:
        for number in range(6):
            source = f"{author}/{number // 2}"
            documents.append(_document(author, number, "sample", _habits(author), source=source))
        documents.append(_document(author, 6, "obfuscation", _habits("y")))
        documents.append(_document(author, 7, "imitation", _habits(TARGET), target=TARGET))
    return Corpus.of("made up", documents)


def _found(corpus: Corpus, folder: Path) -> dict[str, Any]:
    contest = Contest.of(["char_ngrams"], ["linear_svm"], disguised="kind")
    how = (Archive(folder / "answers"), Force(0), None)
    settings = Settings(draws=99)
    here = company(corpus, contest.disguised or "", settings.seed, settings.folds)
    return people("set", here, contest, settings, how)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return _found(_corpus(), tmp_path_factory.mktemp("people"))


def test_usual_texts_are_recognised_and_disguised_ones_are_not(found: dict[str, Any]) -> None:
    assert [(one["method"], one["kind"], one["disguise"]) for one in found["cells"]] == [
        ("char_ngrams", "verifier", "imitation"),
        ("char_ngrams", "verifier", "obfuscation"),
        ("linear_svm", "attributor", "imitation"),
        ("linear_svm", "attributor", "obfuscation"),
    ]
    for cell in found["cells"]:
        assert cell["before"]["value"] > 0.9
        assert cell["after"]["value"] < 0.15
        assert cell["impact"]["value"] > 0.9
        assert (cell["authors"], cell["p"]) == (8, 2 / 2**8)


def test_ranks_and_rejections_stand_where_they_make_sense(found: dict[str, Any]) -> None:
    verifier, attributor = found["cells"][0], found["cells"][2]
    assert (verifier["others"]["value"], verifier["candidates"], verifier["rank_before"]) == (1.0, None, None)
    assert (attributor["candidates"], attributor["rank_before"]["value"], attributor["others"]) == (9, 1.0, None)
    assert attributor["rank_after"]["value"] > 1


def test_imitations_are_given_to_whom_they_imitate(found: dict[str, Any]) -> None:
    (one,) = found["imitation"]
    assert (one["target"], one["before"]["value"], one["after"]["value"]) == ("z", 0.0, 1.0)
    assert (one["rank_after"]["value"], one["documents"]) == (1.0, 8)


def test_disguises_are_counted_and_detected(found: dict[str, Any]) -> None:
    assert found["disguises"] == [
        {"kind": "imitation", "documents": 8, "authors": 8},
        {"kind": "obfuscation", "documents": 8, "authors": 8},
    ]
    assert all(one["auc_with_topic"]["value"] > 0.9 for one in found["detection"])


def test_the_order_of_documents_changes_nothing(found: dict[str, Any], tmp_path: Path) -> None:
    corpus = _corpus()
    assert _found(Corpus.of("made up", reversed(corpus.documents)), tmp_path) == found


def test_nothing_known_or_learnt_shares_a_source_with_the_questioned_text() -> None:
    here = company(_corpus(), "kind", 0)
    for one in here.left_out:
        assert len(one.known) == 4
        assert not any(here.sources[one.row] & here.sources[row] for row in one.known)
    for split in document_splits(here):
        learnt = {source for row in split.train for source in here.sources[row]}
        assert not any(here.sources[row] & learnt for row in split.test)
        assert not any(here.kinds[row] for row in split.train)


def test_no_fold_learns_from_an_author_it_asks_about() -> None:
    here = company(_corpus(), "kind", 0)
    for split in trial_splits(asked(here)):
        train, test = ({here.authors[row] for row in side.rows} for side in (split.train, split.test))
        assert not train & test
        assert not any(here.kinds[row] for row in split.train.rows)


def test_an_author_with_a_single_source_is_named_and_not_tested() -> None:
    documents = [one for one in _corpus().documents if one.author != "a" or one.get("source") in (None, "a/0")]
    here = company(Corpus.of("made up", documents), "kind", 0)
    assert here.warnings == ("not tested, without two usual texts from different sources: a",)
    assert "a" not in here.fold


def test_a_column_without_disguises_or_too_few_authors_is_an_error() -> None:
    with pytest.raises(SplitError, match="no document's 'style' names a disguise"):
        company(_corpus(), "style", 0)
    few = [one for one in _corpus().documents if one.author in "abc"]
    with pytest.raises(SplitError, match="has 3 authors with a disguise"):
        company(Corpus.of("few", few), "kind", 0)
