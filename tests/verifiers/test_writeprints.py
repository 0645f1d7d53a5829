from __future__ import annotations

import numpy as np
import pytest
from verifiers.sample_problems import sample

from stylobench.errors import MissingPart
from stylobench.features._tagger import tagger
from stylobench.features.pos_bigrams import split
from stylobench.features.sentence_length import sentences
from stylobench.features.texts import Texts
from stylobench.metrics.verification import auc
from stylobench.records import Problem
from stylobench.verifiers.writeprints import TAGS, Writeprints, _tag_shares


@pytest.fixture(scope="module")
def world():
    return sample(documents=60, words=300)


def test_it_tells_authors_apart(world):
    model = Writeprints(tags=False).fit(world.problems(world.train), world.train.same)
    assert auc(world.test.same, model.verify(world.problems(world.test))) > 0.8


def test_shares_of_tags_equal_a_plain_count():
    try:
        tag = tagger().tag
    except MissingPart as missing:
        pytest.skip(str(missing))
    texts = ["The cat sat. It had been sleeping, hadn't it?", "Dogs bark at 3 cats!", "..."]
    shares = _tag_shares(Texts(texts))
    for text, row in zip(texts, shares, strict=True):
        found = [each for sentence in sentences(text) for each in tag(split(sentence))]
        counts = np.array([found.count(each) for each in TAGS])
        assert row == pytest.approx(counts / max(counts.sum(), 1))
    assert shares.sum(axis=1) == pytest.approx([1, 1, 0])


def test_names_go_with_the_measures():
    problems = [Problem(("So it is.",), "So it was."), Problem(("THUS WE BE",), "So it was.")]
    plain = Writeprints(tags=False).fit(problems, [True, False])
    assert len(plain._names) == len(plain.centre_)
    reasons = plain.explain(problems[1])
    assert reasons[0].value < 0
    assert {reason.name for reason in reasons} <= set(plain._names)


def test_tags_add_measures():
    assert len(Writeprints()._names) == len(Writeprints(tags=False)._names) + len(TAGS)
