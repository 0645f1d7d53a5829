from __future__ import annotations

import numpy as np

from stylobench.edits import Rewrite
from stylobench.quality.untranslated import NOTE, Untranslated


def test_an_obfuscator_that_does_not_translate_has_no_value() -> None:
    assert np.isnan(Untranslated().measure([Rewrite("One two."), Rewrite("Three.")])).all()


def test_a_text_without_a_note_has_none_left_over() -> None:
    noted = Rewrite("One two three four.", notes={NOTE: 2})
    assert Untranslated().measure([noted, Rewrite("Five.")]).tolist() == [500.0, 0.0]
