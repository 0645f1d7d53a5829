"""What a search may choose from."""

from __future__ import annotations

import numpy as np
import pytest

from stylobench.features import thesaurus
from stylobench.features.ngram_model import default_model, words
from stylobench.features.prose import analysed
from stylobench.obfuscators._choices import Choice, losses, pool, rewritten

pytestmark = pytest.mark.skipif(not thesaurus.installed(), reason="WordNet is not installed")

TEXT = (
    "Many students begin to argue in the evening. The answer is simple, although it is not what the author said in "
    "1999. For example, Mary Smith did not buy the large house. They often help the teacher because he is ill. "
    "I think that it is an important problem, and the writer has no solution. He said that they were happy."
)


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_names_numbers_and_negations_are_not_touched() -> None:
    for seed in range(5):
        for choice in pool(TEXT, 1000.0, rng(seed)):
            original = TEXT[choice.edit.start : choice.edit.end]
            assert not {"Mary", "Smith", "1999", "not", "no"} & set(original.split())
            text = rewritten(TEXT, [choice]).text
            assert all(word in text for word in ("Mary Smith", "1999", "did not", "is not what", "no solution"))


def test_articles_follow_the_word_behind_them() -> None:
    found = [c for c in pool("It is an error. He has an idea. It was a hard task.", 1000.0, rng()) if c.content]
    texts = [rewritten("It is an error. He has an idea. It was a hard task.", [choice]).text for choice in found]
    assert any(" a mistake" in text for text in texts)
    assert not any(" an mistake" in text for text in texts)


def test_a_lower_limit_of_the_language_model_leaves_fewer_choices() -> None:
    sizes = [len(pool(TEXT, worse, rng())) for worse in (0.0, 3.0, 1000.0)]
    assert sizes[0] < sizes[1] < sizes[2]
    assert all(isinstance(choice, Choice) for choice in pool(TEXT, 3.0, rng()))


def test_a_loss_is_that_of_the_model_around_the_place() -> None:
    text = "The answer is simple."
    (choice,) = [one for one in pool(text, 1000.0, rng()) if one.edit.replacement == "reply"]
    model = default_model()

    def after_three(line: str) -> float:
        ids = model.ids(words(line))
        windows = np.lib.stride_tricks.sliding_window_view(np.concatenate([[-1, -1, -1], ids]), 4)
        return float(model.log_conditional(windows)[1:].sum())

    fall = after_three(text) - after_three("The reply is simple.")
    assert losses(analysed(text), [choice])[0] == pytest.approx(fall)
