"""Attributors under attack, by hand: closed and open set, ranks, and who counts as recognised."""

from __future__ import annotations

import numpy as np
import pytest
from engine.small_attacks import documents, turned
from engine.unplaced import unplaced
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.pipeline import make_pipeline

from stylobench.edits import Edit, Rewrite
from stylobench.engine.archive import Archive
from stylobench.engine.attack_documents import attribute, gallery
from stylobench.engine.methods import methods
from stylobench.engine.run import Force
from stylobench.errors import SplitError
from stylobench.protocols.attack_findings import Sure
from stylobench.protocols.attack_judged import Judged, Judging
from stylobench.protocols.attack_safety import cells

ROWS = [(name, f"{name} wrote number {n}") for name in ("ann", "bob", "cyd") for n in range(4)]


class Reads(ClassifierMixin, BaseEstimator):
    """Believes the name at the beginning of a text: .8 for it, the rest shared; evenly unsure where there is none."""

    def fit(self, texts, authors):
        self.classes_ = np.unique(authors)
        return self

    def predict_proba(self, texts):
        found = np.full((len(texts), len(self.classes_)), 1 / len(self.classes_))
        for row, text in enumerate(texts):
            said = self.classes_ == text.split()[0]
            if said.any():
                found[row] = np.where(said, 0.8, 0.2 / max(1, len(said) - 1))
        return found

    def predict(self, texts):
        return self.classes_[self.predict_proba(texts).argmax(axis=1)]


def masked(text: str, name: str) -> Rewrite:
    return Rewrite(text, (Edit(0, 3, name, "mask"),))


def asked(shown, writings, attributors, folder, seed=0):
    return attribute(shown, writings, methods(attributors), seed, (Archive(folder), Force(0), None))


def test_every_document_is_tested_once_by_what_was_learnt_from_others() -> None:
    shown = gallery(documents(*ROWS), "hand", 4, 0)
    assert sorted(row for split in shown.splits for row in split.test) == list(range(12))
    for number, split in enumerate(shown.splits):
        assert sorted([*split.train, *split.test]) == list(range(12))
        assert (shown.fold[split.test] == number).all()
    assert shown.known.all()


def test_order_of_documents_changes_nothing() -> None:
    corpus = documents(*ROWS)
    first, second = gallery(corpus, "hand", 4, 0, True), gallery(turned(corpus), "hand", 4, 0, True)
    assert (first.ids, first.texts, first.digest) == (second.ids, second.texts, second.digest)
    assert (first.fold == second.fold).all()
    assert (first.known == second.known).all()


def test_closed_set_by_hand(tmp_path) -> None:
    """Ann poses as Bob in her first two documents and as nobody in the third: three lost, none of the others."""
    shown = gallery(documents(*ROWS), "hand", 4, 0)
    writings = {
        "pose": {0: masked(shown.texts[0], "bob"), 1: masked(shown.texts[1], "bob"), 2: masked(shown.texts[2], "eve")}
    }
    found = asked(shown, writings, {"reads": Reads()}, tmp_path)
    attacked = found.attacked
    assert attacked.fixed == 0.5
    # .8 for the author and .1 for either other
    assert attacked.before["reads"] == pytest.approx([0.85] * 12)
    assert attacked.rewritten["pose"].tolist() == [True] * 3 + [False] * 9
    # evenly unsure, it names the first in order, who is Ann
    assert attacked.after["reads", "pose"] == pytest.approx([0.15, 0.15, 0.5] + [0.85] * 9)
    assert attacked.after["reads", "pose"][2] >= 0.5
    assert (attacked.item, attacked.one_name, attacked.unasked, found.warnings) == ("document", frozenset(), {}, ())
    assert found.ranks["reads", ""].tolist() == [1.0] * 12
    # the two who are not named share ranks 2 and 3; all three share ranks 1 to 3
    assert found.ranks["reads", "pose"].tolist() == [2.5, 2.5, 2.0] + [1.0] * 9
    assert found.candidates == 3


def test_an_author_whom_nobody_could_learn_is_not_counted_as_recognised(tmp_path) -> None:
    shown = gallery(
        documents(*ROWS, ("dan", "ann wrote this, says dan"), ("eve", "  "), ("eve", "eve alone")), "hand", 4, 0
    )
    assert {*shown.authors} == {"ann", "bob", "cyd"}
    assert shown.warnings == ("2 documents are the only one of their author and are not used",)
    assert (asked(shown, {}, {"reads": Reads()}, tmp_path).attacked.before["reads"] > 0.5).all()


def test_every_author_is_a_stranger_in_one_fold_only() -> None:
    shown = gallery(documents(*ROWS), "hand", 4, 0, strangers=True)
    for name in ("ann", "bob", "cyd"):
        mine = np.array([author == name for author in shown.authors])
        [where] = {int(fold) for fold in shown.fold[mine & ~shown.known]}
        assert not mine[shown.splits[where].train].any()
        assert all(mine[split.train].any() for number, split in enumerate(shown.splits) if number != where)
        assert (mine & ~shown.known).sum() == 1


def test_open_set_by_hand(tmp_path) -> None:
    """A stranger who signs with the name of a known author is named with confidence; one who does not, without."""
    rows = [(name, text) for name, text in ROWS]
    shown = gallery(documents(*rows), "hand", 4, 0, strangers=True)
    found = asked(
        shown, {"pose": {p: masked(t, "eve") for p, t in enumerate(shown.texts)}}, {"reads": Reads()}, tmp_path
    )
    attacked = found.attacked
    assert attacked.fixed is None
    assert (attacked.truth == shown.known).all()
    assert np.allclose(attacked.before["reads"][shown.known], 0.8)
    # two candidates are left where one is away: a stranger's own name is not among them
    sizes = [len({shown.authors[row] for row in shown.splits[fold].train}) for fold in shown.fold]
    strange = ~shown.known
    assert np.allclose(attacked.before["reads"][strange], 1 / np.array(sizes)[strange])
    assert np.isnan(found.ranks["reads", ""][strange]).all()
    assert (attacked.rewritten["pose"] == shown.known).all()
    # rewritten, nobody is named rightly but whoever comes first in order
    after = attacked.after["reads", "pose"]
    first = [min(shown.authors[row] for row in shown.splits[fold].train) for fold in shown.fold]
    right = np.array([author == best for author, best in zip(shown.authors, first, strict=True)])
    assert ((after[shown.known] == 0) == ~right[shown.known]).all()


def test_one_that_fails_says_why(tmp_path) -> None:
    class Broken(Reads):
        def fit(self, texts, authors):
            raise ValueError("no good")

    shown = gallery(documents(*ROWS), "hand", 2, 0)
    found = asked(shown, {"none": {}}, {"reads": Reads(), "broken": Broken()}, tmp_path)
    assert list(found.attacked.failures) == ["broken"]
    assert unplaced(found.attacked.failures["broken"]) == "ValueError: no good"
    assert list(found.attacked.before) == ["reads"]


def test_documents_of_a_fold_on_which_a_method_fails_are_judged_neither_way(tmp_path) -> None:
    shown = gallery(documents(*ROWS), "hand", 4, 0)
    poison = shown.texts[0]

    class Picky(Reads):
        def predict_proba(self, texts):
            if poison in list(texts):
                raise ValueError("not this one")
            return super().predict_proba(texts)

    lost = {place: masked(text, "bob") for place, text in enumerate(shown.texts) if text.startswith("ann")}
    found = asked(shown, {"pose": lost}, {"picky": Picky()}, tmp_path)
    there = shown.fold == shown.fold[0]
    assert found.attacked.unasked["picky"].tolist() == there.tolist()
    assert tuple(map(unplaced, found.warnings)) == (
        "picky failed on 1 of 4 folds, whose 3 documents are judged neither way: ValueError: not this one",
    )
    (cell,) = cells(found.attacked, Judging(draws=99))
    # Ann's other three documents, of which every one is lost
    assert (cell.same, cell.recall.value, cell.lost, cell.silent_before) == (3, 1.0, 3, 0)
    assert (cell.recall_after.value, cell.impact.value) == (0.0, 1.0)


def test_who_names_one_author_for_all_is_constant_and_who_is_always_right_is_not(tmp_path) -> None:
    class Stubborn(Reads):
        def predict_proba(self, texts):
            return np.tile([0.2, 0.5, 0.3], (len(texts), 1))

    shown = gallery(documents(*ROWS), "hand", 4, 0)
    every = {place: masked(text, "bob") for place, text in enumerate(shown.texts)}
    found = asked(shown, {"pose": every}, {"reads": Reads(), "stubborn": Stubborn()}, tmp_path)
    told = {cell.method: cell for cell in cells(found.attacked, Judging(draws=99))}
    assert {name: cell.constant for name, cell in told.items()} == {"reads": False, "stubborn": True}
    assert (told["reads"].c_at_1, told["reads"].final, told["reads"].d_c_at_1) == (Sure(None),) * 3
    assert told["reads"].accuracy.value == 1


def test_a_wrong_name_is_right_at_no_threshold(tmp_path) -> None:
    """In an open set most documents are by known authors, so that saying "known" to all would pay."""
    shown = gallery(documents(*ROWS), "hand", 4, 0, strangers=True)
    every = {place: masked(text, "eve") for place, text in enumerate(shown.texts)}
    found = asked(shown, {"pose": every}, {"reads": Reads()}, tmp_path).attacked
    after, judged = found.after["reads", "pose"], Judged(found, Judging(draws=99))
    assert (after == 0).any()
    assert not judged.recognised(after, found.before["reads"])[after == 0].any()
    assert not judged.recognised(after, after)[after == 0].any()


def test_adding_an_obfuscator_changes_no_other_number(tmp_path) -> None:
    forest = make_pipeline(CountVectorizer(), RandomForestClassifier(n_estimators=3, max_features=1))
    rows = [(name, f"so it was {'x ' * n}{name[: n % 3]} {n}") for name in ("ann", "bob", "cyd") for n in range(6)]
    shown = gallery(documents(*rows), "hand", 3, 0)
    first = {"a": {0: Rewrite(shown.texts[0], (Edit(0, 2, "thus", "x"),))}}
    more = {"b": {place: masked(text, "yes") for place, text in enumerate(shown.texts)}, **first}
    one, two = (asked(shown, made, {"f": forest}, tmp_path / name) for name, made in (("1", first), ("2", more)))
    for key in (("f", ""), ("f", "a")):
        assert np.array_equal(one.ranks[key], two.ranks[key])
    assert np.array_equal(one.attacked.after["f", "a"], two.attacked.after["f", "a"])


def test_changed_texts_are_asked_about_again(tmp_path) -> None:
    shown = gallery(documents(*ROWS), "hand", 4, 0)
    right, wrong = (
        asked(shown, {"a": {0: masked(shown.texts[0], name)}}, {"r": Reads()}, tmp_path).attacked.after["r", "a"][0]
        for name in ("ann", "bob")
    )
    assert (right, wrong) == pytest.approx((0.85, 0.15))


@pytest.mark.parametrize(
    "rows", [[("a", "x"), ("a", "y")], [("a", "x"), ("b", "y")], [("a", "x"), ("a", "y"), ("b", "z")]]
)
def test_nobody_to_tell_apart_is_one_line(rows) -> None:
    with pytest.raises(SplitError, match="lacks 2 authors with 2 documents"):
        gallery(documents(*rows), "hand", None, 0)
