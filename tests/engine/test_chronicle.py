from __future__ import annotations

import time

from engine.naps import Nap

from stylobench.engine.chronicle import Both, Chronicle, Line, Lined


class Heard(Lined):
    def __init__(self) -> None:
        self.lines: list[Line] = []

    def line(self, facts: Line) -> None:
        self.lines.append(facts)


def tell_all(whom: Chronicle) -> None:
    job = Nap("ppm", 0)
    whom.planned({"one": {"ppm": 1}})
    whom.begin("one")
    whom.preparing("ppm")
    whom.opened([job], [])
    whom.started(job)
    whom.retried(job, "died")
    whom.ended(job, 0.5, None)
    whom.finish("one", "too few")
    whom.finish("one")


def test_both_hear_the_same_as_one_alone() -> None:
    alone, first, second = Heard(), Heard(), Heard()
    began = time.time()
    tell_all(alone)
    tell_all(Both(first, second))
    heard = [[{key: value for key, value in line.items() if key != "at"} for line in one.lines]
             for one in (alone, first, second)]  # fmt: skip
    assert heard[0] == heard[1] == heard[2]
    assert [line["event"] for line in alone.lines] == [
        "planned", "begin", "preparing", "opened", "started", "retried", "ended", "finish", "finish",
    ]  # fmt: skip
    assert all(began - 0.001 <= line["at"] <= time.time() + 0.001 for line in alone.lines)
