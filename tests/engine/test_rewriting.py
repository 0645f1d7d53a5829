"""Rewriting: each text once, kept by content, failures recorded and tried again, whatever the workers."""

from __future__ import annotations

import json
import random
import time
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from engine.small_attacks import Dying, Halting, Hanging, Letter, Lying, Silly, Upper
from engine.unplaced import unplaced

from stylobench.edits import Edit, Rewrite
from stylobench.engine.methods import methods
from stylobench.engine.rewriting import Aim, RewriteTask, Shelf, fitted, rewritten
from stylobench.engine.run import Force
from stylobench.records import Problem

HERE = Force(0)
TEXTS = [f"So it is, number {'i' * n}.\r\nAnd\u00a0so 😀 on." for n in range(6)]


def tasks(obfuscator, texts=TEXTS, seed=0, background=()):
    [method] = methods({"mine": obfuscator} if not isinstance(obfuscator, str) else [obfuscator], "obfuscators")
    ready = fitted(method, background)
    return [ready.task(Problem((), text), seed) for text in texts]


def bytes_of(done):
    return json.dumps([[one.key, one.edits, one.failure] for one in done])


def files(shelf: Shelf) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in sorted(shelf.folder.iterdir())}


def test_a_plain_text_becomes_edits_that_give_it(tmp_path: Path) -> None:
    done = rewritten(tasks(Upper()), Shelf(tmp_path), HERE)
    assert [one.rewrite(text).text for one, text in zip(done, TEXTS, strict=True)] == [t.upper() for t in TEXTS]
    assert all(one.rewrite(text).sound for one, text in zip(done, TEXTS, strict=True))


def test_a_plain_text_that_is_the_original_has_no_edits(tmp_path: Path) -> None:
    done = rewritten(tasks(Silly()), Shelf(tmp_path), HERE)
    assert all(one.rewrite(text).unchanged and not one.edits["edits"] for one, text in zip(done, TEXTS, strict=True))


@pytest.mark.parametrize("obfuscator", ["random_edits", Letter()])
def test_workers_and_order_change_no_byte(tmp_path: Path, obfuscator) -> None:
    plain = rewritten(tasks(obfuscator), Shelf(tmp_path / "here"), HERE)
    for workers in (1, 2):
        done = rewritten(tasks(obfuscator), Shelf(tmp_path / str(workers)), Force(workers))
        assert bytes_of(done) == bytes_of(plain)
    backwards = rewritten(tasks(obfuscator)[::-1], Shelf(tmp_path / "back"), Force(2))
    assert bytes_of(backwards[::-1]) == bytes_of(plain)
    alone = rewritten(tasks(obfuscator)[3:4], Shelf(tmp_path / "alone"), HERE)
    assert bytes_of(alone) == bytes_of(plain[3:4])


def test_another_seed_is_another_text(tmp_path: Path) -> None:
    texts = [
        [
            one.rewrite(text).text
            for one, text in zip(rewritten(tasks(Letter(), seed=seed), shelf, HERE), TEXTS, strict=True)
        ]
        for seed, shelf in ((0, Shelf(tmp_path)), (1, Shelf(tmp_path)))
    ]
    assert texts[0] != texts[1]


def test_equal_tasks_are_done_once(tmp_path: Path) -> None:
    counted = []
    done = rewritten(tasks(Upper(), [*TEXTS, *TEXTS]), Shelf(tmp_path), HERE, lambda n, total: counted.append(total))
    assert set(counted) == {len(TEXTS)}
    assert [one.key for one in done[:6]] == [one.key for one in done[6:]]


def test_what_is_kept_is_used_again(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    first = rewritten(tasks(Letter()), shelf, HERE)
    before = files(shelf)
    assert rewritten(tasks(Letter(), TEXTS[:4]), shelf, HERE) == first[:4]
    assert files(shelf) == before
    rewritten(tasks(Letter(), [*TEXTS, "one more"]), shelf, HERE)
    after = files(shelf)
    assert len(after) == len(before) + 1
    assert before.items() <= after.items()


def test_seed_background_parameters_and_name_of_the_stream_are_in_the_key() -> None:
    [plain] = {task.key for task in tasks(Lying("a"), ["x"])}
    others = [tasks(Lying("a"), ["x"], seed=1), tasks(Lying("a"), ["x"], background=["b"]), tasks(Lying("b"), ["x"])]
    keys = {one[0].key for one in others}
    assert len(keys | {plain}) == 4
    [first, second] = methods({"a": Letter(), "b": Letter()}, "obfuscators")
    assert RewriteTask(first, "", Problem((), "x"), 0).key != RewriteTask(second, "", Problem((), "x"), 0).key


def test_the_order_of_the_background_and_repeats_do_not_matter() -> None:
    [method] = methods(["identity"], "obfuscators")
    first, second, other = (fitted(method, texts).background for texts in (["b", "a", "b"], ["a", "b"], ["ab"]))
    assert first == second != other


def test_a_failure_is_recorded_and_tried_again(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    done = rewritten(tasks(Halting(), ["even", "odd"]), shelf, HERE)
    assert done[0].failure is None
    assert unplaced(done[1].failure) == "RuntimeError: out of ideas"
    assert done[1].rewrite("odd") is None
    assert not shelf.answered(done[1].key)
    before = files(shelf)
    again = rewritten(tasks(Halting(), ["even", "odd"]), shelf, HERE)
    after = files(shelf)
    changed = [name for name in after if after[name] != before.get(name)]
    assert changed == [f"{done[1].key}.failed"]
    assert again[1].failure == done[1].failure


def test_success_after_failure_wins(tmp_path: Path) -> None:
    shelf, [task] = Shelf(tmp_path), tasks(Upper(), ["so"])
    shelf.save(task.run(None, "it took longer than 1 seconds"))
    assert shelf.load(task.key).failure is not None
    assert rewritten([task], shelf, HERE)[0].rewrite("so").text == "SO"
    assert shelf.load(task.key).failure is None


@pytest.mark.parametrize("seconds", [None, 1.0])
def test_one_that_is_killed_costs_its_own_text_only(tmp_path: Path, seconds) -> None:
    done = rewritten(tasks(Dying(), ["a", "die", "b"]), Shelf(tmp_path), Force(1, seconds))
    assert [one.failure for one in done] == [None, "its process was killed by SIGKILL, tried twice", None]


def test_one_that_hangs_costs_its_own_text_only(tmp_path: Path) -> None:
    began = time.monotonic()
    done = rewritten(tasks(Hanging(), ["a", "hang", "b"]), Shelf(tmp_path), Force(2, 1.0))
    assert [one.failure for one in done] == [None, "it took longer than 1 seconds", None]
    assert time.monotonic() - began < 20


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (None, "must give a text"),
        (7, "must give a text"),
        (b"bytes", "must give a text"),
        (Rewrite("another original"), "of the questioned text"),
        (Rewrite("so it is", (Edit(0, 4, "a", "x"), Edit(2, 5, "b", "x"))), "overlap"),
        (Rewrite("so it is", (Edit(4, 5, "a", "x"), Edit(0, 2, "b", "x"))), "out of order"),
        (Rewrite("so it is", (Edit(4, 50, "a", "x"),)), "outside the text"),
        (Rewrite("so it is", (Edit(-2, 1, "a", "x"),)), "outside the text"),
    ],
)
def test_nonsense_is_a_failure_and_never_a_text(tmp_path: Path, answer, reason: str) -> None:
    [done] = rewritten(tasks(Lying(answer), ["so it is"]), Shelf(tmp_path), HERE)
    assert done.edits is None
    assert reason in done.failure


def test_an_obfuscator_sees_as_much_as_it_says_it_looks_at() -> None:
    problem = Problem(("known",), "asked")
    [blind, seeing] = methods({"a": Upper(), "b": type("Seeing", (Upper,), {"uses_known": True})()}, "obfuscators")
    assert fitted(blind, []).task(problem, 0).problem == Problem((), "asked")
    assert fitted(seeing, []).task(problem, 0).problem == problem


@pytest.mark.parametrize("text", ["", " \n", "word", "\ufeffso", "a\x00b", "\ud800", "a\u2028b\x85c"])
def test_odd_texts_come_back_whole(tmp_path: Path, text: str) -> None:
    [done] = rewritten(tasks("identity", [text]), Shelf(tmp_path), HERE)
    assert done.rewrite(text).text == text
    [loud] = rewritten(tasks(Upper(), [text]), Shelf(tmp_path), HERE)
    assert loud.rewrite(text).text == text.upper()


@pytest.mark.parametrize("answer", ["", " \n\t", Rewrite("so it is", (Edit(0, 8, "", "x"),))])
def test_a_text_that_was_emptied_is_a_failure(tmp_path: Path, answer) -> None:
    [done] = rewritten(tasks(Lying(answer), ["so it is"]), Shelf(tmp_path), HERE)
    assert done.edits is None
    assert done.failure == "ValueError: the rewritten text is blank"


def test_a_blank_original_may_stay_blank(tmp_path: Path) -> None:
    [done] = rewritten(tasks(Lying(" "), ["\n"]), Shelf(tmp_path), HERE)
    assert done.failure is None


def test_each_background_makes_an_obfuscator_of_its_own() -> None:
    class Adds(Upper):
        def fit(self, texts):
            self.word = texts[0]
            return self

        def rewrite(self, problem, rng):
            return f"{problem.questioned} {self.word}"

    [method] = methods({"adds": Adds()}, "obfuscators")
    both = [fitted(method, [word]) for word in ("red", "blue")]
    assert [one.task(Problem((), "so"), 0).answers().text for one in both] == ["so red", "so blue"]


class Shuffling:
    """Draws from both global streams, when it learns and when it writes."""

    uses_known = False

    def fit(self, texts):
        self.first = random.random()
        return self

    def rewrite(self, problem, rng):
        words = [*problem.questioned.split(), str(self.first), str(np.random.random())]  # noqa: NPY002
        random.shuffle(words)
        return " ".join(words)


def test_draws_from_the_global_streams_depend_on_the_job_alone(tmp_path: Path) -> None:
    plain = rewritten(tasks(Shuffling()), Shelf(tmp_path / "plain"), HERE)
    backwards = rewritten(tasks(Shuffling())[::-1], Shelf(tmp_path / "back"), Force(2))[::-1]
    assert [one.edits for one in backwards] == [one.edits for one in plain]
    assert bytes_of(plain) == bytes_of(backwards)
    assert plain[0].edits != rewritten(tasks(Shuffling(), seed=1), Shelf(tmp_path / "seed"), HERE)[0].edits


class Uneasy:
    """A verifier that warns and draws when it learns."""

    def fit(self, problems, same):
        warnings.warn("uneasy", stacklevel=2)
        self.drawn = random.random()
        return self

    def verify(self, problems):
        return np.linspace(0, 1, len(problems))


class Aimed:
    """Writes down what the verifier drew."""

    verifier = "engine.test_rewriting:Uneasy"

    def fit(self, texts):
        return self

    def against(self, verifier, threshold):
        self.drawn = verifier.drawn
        return self

    def rewrite(self, problem, rng):
        return f"{problem.questioned} {self.drawn}"


def test_what_an_aim_draws_and_warns_of_does_not_depend_on_the_job_that_comes_first(tmp_path: Path) -> None:
    aim = Aim("aim", [Problem((), text) for text in TEXTS], np.array([False] * 3 + [True] * 3))
    aimed = [replace(task, aim=aim) for task in tasks(Aimed())]
    plain = rewritten(aimed, Shelf(tmp_path / "plain"), Force(1))
    back = rewritten(aimed[::-1], Shelf(tmp_path / "back"), Force(2))[::-1]
    assert not any(one.failure for one in plain)
    assert back == [replace(one, seconds=other.seconds) for one, other in zip(plain, back, strict=True)]
