"""One battery over every measure of quality that exists."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path

import numpy as np
import pytest

from stylobench import quality
from stylobench.edits import Edit, Rewrite
from stylobench.errors import MissingPart
from stylobench.quality._measure import Measure

ALL = sorted(path.stem for path in Path(quality.__file__).parent.glob("[!_]*.py") if path.stem != "__init__")
SLOW = ("neural_perplexity",)
TEXT = (
    "Anna Smith could not say why the 12 old doctors did not come home before noon. It was raining, and they "
    "had to walk for 3 hours, so nobody in London was surprised."
)
CHANGED = Rewrite(TEXT, (Edit(TEXT.index("old"), TEXT.index("old") + 3, "aged", "synonym"),))
SAME = Rewrite(TEXT)
BLANK = Rewrite(" \r\n")
PERFECT = {
    "bleu": 100.0, "chrf": 100.0, "content_overlap": 1.0, "kept_modals": 1.0, "kept_names": 1.0, "kept_negations": 1.0,
    "kept_numbers": 1.0, "pinc": 0.0, "changed_words": 0.0, "edits_per_1000": 0.0, "meaning": 1.0, "sts_grade": 5.0,
    "perplexity": 1.0,
}  # fmt: skip


@pytest.fixture(scope="module")
def measure():
    """A measure by name; skips where its part is missing."""

    def get(name):
        if name in SLOW:
            pytest.skip("it loads a language model, and has tests of its own")
        module = importlib.import_module(f"stylobench.quality.{name}")
        wanted = name.replace("_", "")
        made = next(value for key, value in vars(module).items() if key.lower() == wanted and inspect.isclass(value))()
        try:
            made.measure([SAME])
        except MissingPart as missing:
            pytest.skip(str(missing))
        return made

    return get


def test_every_measure_has_words_for_a_table() -> None:
    for name in ALL:
        module = importlib.import_module(f"stylobench.quality.{name}")
        [made] = [v for k, v in vars(module).items() if k.lower() == name.replace("_", "") and inspect.isclass(v)]
        assert issubclass(made, Measure), name
        assert made.dimension in ("soundness", "sensibleness", "efficiency"), name
        assert made.better in ("high", "low"), name
        assert made.scale in ("share", "ratio", "per_1000", "grade", "number"), name
        assert made.title == made.title.strip(), name
        assert made.title, name
        assert made.blind.endswith("."), name
        assert ". " not in made.blind.removesuffix("."), f"{name} says in more than one sentence what it cannot see"
        assert (module.__doc__ or "").splitlines()[0].endswith("."), name


@pytest.mark.parametrize("name", ALL)
def test_one_value_per_rewrite_whatever_its_company(name, measure) -> None:
    made = measure(name)
    values = made.measure([SAME, CHANGED, BLANK, SAME])
    assert values.shape == (4,)
    assert values.dtype == np.float64
    alone = np.concatenate([made.measure([one]) for one in (SAME, CHANGED, BLANK, SAME)])
    assert np.allclose(values, alone, equal_nan=True, rtol=0, atol=1e-6)
    assert made.measure([]).shape == (0,)


@pytest.mark.parametrize("name", ALL)
def test_a_blank_text_has_no_value(name, measure) -> None:
    made = measure(name)
    assert np.isnan(made.measure([BLANK, Rewrite("")])).all()


@pytest.mark.parametrize("name", ALL)
def test_what_was_left_alone_is_perfect(name, measure) -> None:
    made = measure(name)
    [value] = made.measure([SAME])
    if name in PERFECT:
        assert value == pytest.approx(PERFECT[name], abs=1e-4)
    originals = made.originals([SAME, CHANGED])
    if originals is None:
        assert not made.relative
    else:
        assert originals.shape == (2,)
        assert np.allclose(originals, value, equal_nan=True)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("text", ["hello", "... !!!", "日本語の文章です", "😀", "\ufeffso it\r\nis"])
def test_odd_texts_have_a_value_or_none(name, text, measure) -> None:
    values = measure(name).measure([Rewrite(text), Rewrite(text, (Edit(0, len(text), "so", "x"),)),
                                    Rewrite(text, (Edit(0, len(text), "", "x"),))])  # fmt: skip
    assert values.shape == (3,)
    assert not np.isinf(values).any()
