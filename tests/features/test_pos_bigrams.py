from __future__ import annotations

import importlib.util
import pickle

import pytest

from stylobench.errors import MissingPart
from stylobench.features import _tagger
from stylobench.features.pos_bigrams import PosBigrams, split

HERE = importlib.util.find_spec("textblob_aptagger") is not None
needs_weights = pytest.mark.skipif(not HERE, reason="textblob-aptagger is not installed")


@needs_weights
def test_plain_sentences_are_tagged_rightly():
    words = split("The old man didn't quickly eat 12 apples.")
    tags = _tagger.tagger().tag(words)
    assert tags == ["DT", "JJ", "NN", "VBD", "RB", "RB", "VB", "CD", "NNS", "."]


@needs_weights
def test_pairs_stay_within_sentences():
    counts = PosBigrams().count(["The man ate. He left.", ""])
    found = {name: n for name, n in zip(counts.names, counts.matrix.toarray()[0], strict=True) if n}
    assert found["< DT"] == 1
    assert found["DT NN"] == 1
    assert found["< PRP"] == 1
    assert found[". >"] == 2
    assert counts.matrix[[1]].nnz == 0


def test_missing_weights_print_the_command(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    _tagger.tagger.cache_clear()
    with pytest.raises(MissingPart, match=r"pip install 'stylobench\[pos\]'"):
        PosBigrams().count(["A man."])


def test_weights_that_would_run_code_are_refused(tmp_path):
    path = tmp_path / "weights.pickle"
    path.write_bytes(pickle.dumps(print))
    with open(path, "rb") as file, pytest.raises(pickle.UnpicklingError, match="no place"):
        _tagger._PlainUnpickler(file).load()
