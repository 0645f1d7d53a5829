"""Failed folds are marked where the numbers stand: methods that really fail go through the crash tests."""

from __future__ import annotations

import io
import runpy
import zlib
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import Pipeline

import stylobench
from stylobench.report import render, terminal
from stylobench.report.gaps import gaps
from stylobench.report.stories import story
from stylobench.report.story import Table

HERE = Path(__file__).parent
LEAKAGE, ATTACK = (runpy.run_path(str(HERE / f"example_{name}.py"))["EXAMPLES"] for name in ("leakage", "attack"))


class Picky(Pipeline):  # type: ignore[misc]
    """Naive Bayes that gives up on one training set in three."""

    def fit(self, X: Any, y: Any) -> Picky:
        if zlib.crc32("\n".join(sorted(X)).encode()) % 3 == 0:
            raise ValueError("too few words")
        super().fit(X, y)
        return self


def parts() -> list[tuple[str, Any]]:
    return [("counts", CountVectorizer()), ("bayes", MultinomialNB())]


@pytest.fixture(scope="module")
def novel() -> dict[str, Any]:
    corpus = stylobench.world(authors=3, topics=6, documents=90, words=40, seed=1)
    return stylobench.novel_topic(corpus, {"picky": Picky(parts()), "steady": Pipeline(parts())})


def names_marked(result: dict[str, Any]) -> set[str]:
    tables = [block for one in story(result).chapters for block in one.blocks if isinstance(block, Table)]
    return {cell.text for table in tables for row in table.rows for cell in row if cell.text.endswith("†")}


def test_a_method_that_fails_on_some_folds_is_marked_beside_its_numbers(novel: dict[str, Any]) -> None:
    failures = novel["methods"]["picky"]["failures"]
    answered = len(novel["methods"]["picky"]["novel_topic"]["folds"])
    assert 0 < answered < 6
    said = f"{len(failures)} folds failed, {answered} of 6 topics answered"
    assert gaps(novel) == {"picky": said}
    headlines = {one.method: one.headline for one in story(novel).answers}
    assert headlines["picky"].endswith(f"; {said})")
    assert "failed" not in headlines["steady"]
    assert names_marked(novel) == {"picky †"}


def test_page_and_terminal_explain_the_mark(novel: dict[str, Any]) -> None:
    note = f"† picky: {gaps(novel)['picky']}."
    console = Console(file=io.StringIO(), width=400, highlight=False)
    terminal(novel, console)
    assert note in console.file.getvalue()  # type: ignore[attr-defined]
    assert note in render(novel)


def test_a_verifier_that_failed_in_places_is_marked_and_one_that_failed_everywhere_has_no_number() -> None:
    result = LEAKAGE["with_failures"]()
    headlines = {one.method: one.headline for one in story(result).answers}
    assert headlines["ppm"].endswith("; 2 folds failed)")
    assert headlines["broken"] == "no answer: nothing could be scored (10 failures)"
    assert "ppm †" in names_marked(result)
    assert "char_ngrams †" not in names_marked(result)


def test_problems_of_failed_folds_and_texts_not_rewritten_are_marked_in_an_attack() -> None:
    result = ATTACK["five_methods"]()
    assert "ppm" not in gaps(result)
    assert gaps(result)["round_trip"] == "2 of 14 texts not rewritten on pan13, 2 of 100 texts not rewritten on pan15"
    for cell in result["cells"]:
        if cell["method"] == "ppm" and cell["dataset"] == "pan15":
            cell["same"] = 60
    assert gaps(result)["ppm"] == "60 of 100 same-author problems judged on pan15"
    assert "ppm †" in names_marked(result)


def test_a_result_without_failures_has_no_mark() -> None:
    assert gaps(LEAKAGE["one_verifier"]()) == {}
    assert "†" not in render(LEAKAGE["one_verifier"]())
