"""Choices are the same on every processor: each test plays several processors in processes of their own."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"
WORLD = "texts = Texts(world(authors=6, topics=6, documents=150, words=100, seed=2).texts)"
OPENING = f"""
import hashlib, numpy as np
from stylobench import world
from stylobench.features.texts import Texts
from stylobench.specs import build
{WORLD}
vectors = texts.vectors("lsa")
def show(values):
    print(hashlib.sha256(np.ascontiguousarray(values).tobytes()).hexdigest())
"""


@pytest.fixture(scope="module")
def script() -> Any:
    sys.path.insert(0, str(SCRIPTS))
    try:
        return importlib.import_module("processors")
    finally:
        sys.path.remove(str(SCRIPTS))


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("compiled")


def same_everywhere(script: Any, cache: Path, code: str) -> bool:
    said = {
        subprocess.run(
            [sys.executable, "-c", OPENING + code],
            env=script.environment(name, cache),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for name in ("Haswell", "Nehalem", "generic")
    }
    return len(said) == 1


def test_vectors_of_lsa_and_cosines_of_topics_have_the_same_bits(script: Any, cache: Path) -> None:
    code = "from stylobench.features.topic_vectors import cosines\nshow(vectors)\nshow(cosines(vectors))"
    assert same_everywhere(script, cache, code)


def test_clusters_are_the_same(script: Any, cache: Path) -> None:
    # noise has no clusters, so that the smallest change of a sum is enough to find others
    code = """
from stylobench.features.clusters import clusters
from stylobench.features.subclass_words import assigned
noise = np.random.default_rng(0).random((200, 30)) - 0.5
for rows in (vectors, noise):
    for spec in ("kmeans", "ward", "mixture", "mixture(shape=diag)", "majorclust(neighbours=5, threshold=0.05)"):
        found = build("clusterers", spec).fit_predict(rows)
        show(found)
        show(assigned(rows, found, rows[::-1] * 0.5))
    show(np.array(clusters(rows, 9)))
"""
    assert same_everywhere(script, cache, code)


def test_scores_of_compiled_loops_have_the_same_bits(script: Any, cache: Path) -> None:
    code = """
from stylobench.records import Problem
half = [Problem((texts[i],), texts[i + 1]) for i in range(0, 148, 2)]
for spec in ("char_ngrams(calibrate=none)", "lsa(calibrate=none)", "ubm_gmm", "fuzzy_clusters(calibrate=none)"):
    show(build("verifiers", spec).fit(half, [True, False] * 37).verify(half))
"""
    assert same_everywhere(script, cache, code)


def test_the_script_counts_what_differs(script: Any) -> None:
    difference = script.Difference()
    one = {"seconds": 3.0, "topics": ["sea", "law"], "n": 7, "low": 0.5, "high": 0.25, "tiny": 0.0, "none": None}
    other = {
        "seconds": 9.0,
        "topics": ["sea", "tax"],
        "n": 8,
        "low": 0.5 + 2e-7,
        "high": 0.26,
        "tiny": 1e-10,
        "none": 1.0,
    }
    difference.compare(one, other)
    assert difference.values == 7
    assert [line.split(":")[0] for line in difference.unlike] == ["/n", "/none", "/topics/1"]
    assert [line.split(":")[0] for line in difference.apart] == ["/high"]
    assert difference.largest == pytest.approx(0.01 / 0.26)
