from __future__ import annotations

import math

from stylobench.edits import Edit, Rewrite
from stylobench.quality.edits_per_1000 import EditsPer1000


def test_edits_are_counted_against_the_words_of_the_original() -> None:
    four_words = Rewrite("One, two, three, 4.", (Edit(3, 4, "", "comma"), Edit(8, 9, "", "comma")))
    assert EditsPer1000().measure([four_words, Rewrite("One two.")]).tolist() == [500.0, 0.0]


def test_no_words_is_no_value() -> None:
    assert math.isnan(EditsPer1000().measure_rewrite(Rewrite("?!")))
