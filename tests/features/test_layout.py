from __future__ import annotations

import pytest

from stylobench.features.layout import GROUPS, NAMES, Layout, columns


def row(text):
    return dict(zip(NAMES, Layout().count([text]).matrix.toarray()[0].tolist(), strict=True))


def test_the_measures_by_hand():
    # 24 characters, 4 lines of which one is blank, 2 blocks
    found = row("So it IS. It is!\n\nOh,\nno")
    assert found["! per character"] == found[", per character"] == found[". per character"] == pytest.approx(1 / 24)
    assert found["? per character"] == 0
    assert found["lines that end in !"] == found["lines that end in ,"] == 0.25
    assert found["lines that end in ."] == 0
    assert found["sentences per line"] == 1
    assert found["words per line"] == 7 / 4
    assert found["blank lines"] == 0.25
    assert found["capitals per small letter"] == pytest.approx(5 / 9)
    assert found["capitals per character"] == pytest.approx(5 / 24)
    assert found["lines per block"] == 1.5
    assert found["characters per block"] == (16 + 6) / 2


def test_groups_cover_all_measures_once():
    covered = [place for group in GROUPS for place in range(len(NAMES))[columns(group)]]
    assert covered == list(range(len(NAMES)))
    assert NAMES[columns("capitals")] == GROUPS["capitals"]


def test_a_line_that_ends_in_a_blank_is_told():
    assert row("so \nso")["lines that end in a blank"] == 0.5


def test_an_empty_text_is_one_blank_line():
    found = row("")
    assert found.pop("blank lines") == found.pop("lines per block") == 1
    assert set(found.values()) == {0}
