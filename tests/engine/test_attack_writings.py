"""Which texts are rewritten, what an obfuscator is shown, and where rewritten texts stand."""

from __future__ import annotations

import numpy as np
from engine.small_attacks import Halting, Spying, Tagged, Upper, problem_corpus
from engine.unplaced import unplaced

from stylobench.edits import Edit, Rewrite
from stylobench.engine.attack_arena import arena
from stylobench.engine.attack_writings import Stage, Studio, first_known, given, write
from stylobench.engine.methods import methods
from stylobench.engine.rewriting import Shelf, fitted
from stylobench.engine.run import Force
from stylobench.records import Trials


def field():
    return arena(problem_corpus(4), "small", 2, 0)


def background(here):
    return [here.texts[row] for row in here.tested.known]


def written(obfuscator, here, folder, wanted=None, more=(), seed=0):
    [method] = methods({"mine": obfuscator}, "obfuscators")
    places = np.flatnonzero(here.tested.same).tolist() if wanted is None else wanted
    ready = fitted(method, background(here))
    return write(ready, here, [(here.tested, place) for place in places], Studio(seed, Shelf(folder), Force(0)), more)


def test_only_what_was_asked_for_is_rewritten(tmp_path) -> None:
    here = field()
    made = written(Upper(), here, tmp_path)
    assert len(made.made) == 4
    for place, same in enumerate(here.tested.same):
        original = here.problem(here.tested, place).questioned
        found = made.of(here.tested, place)
        assert (found.text == original.upper()) if same else found is None
    assert not made.covers(here.tested)
    assert written(Upper(), here, tmp_path, range(len(here.tested))).covers(here.tested)


def test_an_obfuscator_that_looks_at_known_texts_sees_them_and_nothing_else(tmp_path) -> None:
    here = field()
    made = written(Spying(), here, tmp_path, more=[0, 1, 2])
    assert len(made.made) == 4
    place = int(np.flatnonzero(here.tested.same)[0])
    asked = here.problem(here.tested, place).questioned
    assert made.of(here.tested, place).text == f"1 ['known', 'questioned'] {asked}"


def test_one_that_does_not_look_at_known_texts_is_not_shown_them(tmp_path) -> None:
    class Blind(Spying):
        uses_known = False

    here = field()
    made = written(Blind(), here, tmp_path)
    place = int(np.flatnonzero(here.tested.same)[0])
    assert made.of(here.tested, place).text.startswith("0 ")


def test_more_rows_are_rewritten_once(tmp_path) -> None:
    here = field()
    rows = here.tested.questioned[here.tested.same].tolist()
    made = written(Tagged(), here, tmp_path, more=sorted({*rows, *first_known(here.tested).tolist()}))
    assert sorted(made.made) == sorted({(row,) for row in (*rows, *first_known(here.tested).tolist())})


def test_failures_are_made_but_no_rewrites(tmp_path) -> None:
    here = field()
    made = written(Halting(), here, tmp_path)
    odd = [len(here.texts[key[0]]) % 2 for key in made.made]
    assert 0 < sum(odd) < len(odd)
    for key, one in made.made.items():
        failed = bool(len(here.texts[key[0]]) % 2)
        assert (
            (one.failure is not None and unplaced(one.failure) == "RuntimeError: out of ideas")
            == failed
            == (key not in made.rewrites)
        )


def test_the_background_are_the_known_texts(tmp_path) -> None:
    class Nosy(Upper):
        def fit(self, texts):
            self.texts = tuple(texts)
            return self

        def rewrite(self, problem, rng):
            return "|".join(self.texts)

    here = field()
    made = written(Nosy(), here, tmp_path)
    known = sorted({here.texts[row] for row in here.tested.known})
    assert {one.text for one in made.rewrites.values()} == {"|".join(known)}


def test_given_texts_are_those_of_same_author_problems() -> None:
    here = field()
    first, second, *_ = (here.ids[place] for place in np.flatnonzero(here.tested.same))
    original = here.problem(here.tested, here.ids.index(first)).questioned
    other = next(id for place, id in enumerate(here.ids) if not here.tested.same[place])
    made = given("theirs", here, {first: Rewrite(original, (Edit(0, 1, "x", "given"),)), second: "lost", other: "no"})
    assert made.of(here.tested, here.ids.index(first)).text == f"x{original[1:]}"
    assert sorted(str(one.failure) for one in made.made.values()) == [
        "None", "lost", "no rewritten text was given", "no rewritten text was given",
    ]  # fmt: skip


def test_a_stage_holds_every_text_once() -> None:
    stage = Stage(["a", "b", "a"])
    assert [stage.row(text, 1) for text in ("b", "a", "new", "new")] == [1, 0, 3, 3]
    assert stage.origins == [0, 1, 2, 1]
    trials = Trials.of_pairs([0, 1], [1, 2], [True, False])
    replaced = stage.replaced(trials, {0: "newer"})
    assert replaced.questioned.tolist() == [4, 2]
    assert trials.questioned.tolist() == [1, 2]
    assert stage.texts == ["a", "b", "a", "new", "newer"]
