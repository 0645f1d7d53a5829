"""Rewritten texts from elsewhere, found by the id of their problem."""

from __future__ import annotations

import numpy as np
import pytest
from engine.small_attacks import problem_corpus

from stylobench.corpora.world import world
from stylobench.edits import Edit, Rewrite
from stylobench.engine.attack_arena import arena
from stylobench.engine.attack_given import MISSING, given_rewrites
from stylobench.errors import CorpusError
from stylobench.pan.obfuscations import write_obfuscations
from stylobench.records import Corpus, Document


@pytest.fixture
def here():
    return arena(problem_corpus(4), "small", 2, 0)


def original(here, id):
    return here.problem(here.tested, here.ids.index(id)).questioned


def test_json_and_text_by_file_and_by_folder(here, tmp_path) -> None:
    made = {f"s{n}": Rewrite(original(here, f"s{n}"), (Edit(0, 1, "XY", "x"),)) for n in range(4)}
    write_obfuscations(tmp_path / "s0.json", made["s0"])
    (tmp_path / "s1.txt").write_text(made["s1"].text, encoding="utf-8", newline="")
    for name in ("s2", "s3"):
        (tmp_path / name).mkdir()
    write_obfuscations(tmp_path / "s2" / "obfuscation.json", made["s2"])
    (tmp_path / "s3" / "obfuscation.txt").write_text(made["s3"].text, encoding="utf-8", newline="")
    found = given_rewrites(tmp_path, here)
    assert {id: one.text for id, one in found.items()} == {id: one.text for id, one in made.items()}


def test_only_same_author_problems_are_looked_for(here, tmp_path) -> None:
    (tmp_path / "s0.txt").write_text("so", encoding="utf-8")
    (tmp_path / "t0.txt").write_text("so", encoding="utf-8")
    found = given_rewrites(tmp_path, here)
    assert sorted(found) == [here.ids[p] for p in sorted(np.flatnonzero(here.tested.same), key=lambda p: here.ids[p])]
    assert found["s1"] == MISSING


def test_a_file_that_cannot_be_read_is_a_failure_of_its_own(here, tmp_path) -> None:
    (tmp_path / "s0.txt").write_text("so", encoding="utf-8")
    (tmp_path / "s1.txt").write_bytes(b"\xff\xfe\xfa")
    (tmp_path / "s2.json").write_text("{}", encoding="utf-8")
    found = given_rewrites(tmp_path, here)
    assert isinstance(found["s0"], Rewrite)
    assert "is not UTF-8" in found["s1"]
    assert "no JSON list" in found["s2"]


def test_a_folder_without_any_is_one_line(here, tmp_path) -> None:
    with pytest.raises(
        CorpusError, match=r"holds no rewritten text of small \(no rewritten text was given\); name them"
    ):
        given_rewrites(tmp_path, here)


def test_a_blank_text_is_a_failure(here, tmp_path) -> None:
    (tmp_path / "s0.txt").write_text("so", encoding="utf-8")
    (tmp_path / "s1.txt").write_text(" \n", encoding="utf-8")
    assert given_rewrites(tmp_path, here)["s1"] == "the rewritten text is blank"


def test_drawn_pairs_can_be_given_under_the_name_that_the_error_tells(tmp_path) -> None:
    made = world(authors=3, topics=1, documents=18, words=30)
    awkward = [Document(f"news/{one.id} x", one.text, one.author) for one in made.documents]
    here = arena(Corpus.of("w", awkward), "w", None, 0)
    with pytest.raises(CorpusError) as raised:
        given_rewrites(tmp_path, here)
    name = str(raised.value).rpartition(" or ")[2]
    assert here.tested.same[here.ids.index(name.removesuffix(".txt"))]
    (tmp_path / name).write_text("so", encoding="utf-8")
    assert given_rewrites(tmp_path, here)[name.removesuffix(".txt")].text == "so"
