from __future__ import annotations

import math

from stylobench.quality.artefacts import Artefacts


def test_values_are_per_1000_words() -> None:
    assert Artefacts().measure_one("one two three , four") == 250.0
    assert math.isnan(Artefacts().measure_one(""))


def test_habits_of_writers_are_no_artefacts() -> None:
    assert Artefacts().measure_one("i didn't see it.  So be it. ") == 0.0
