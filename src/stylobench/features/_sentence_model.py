"""A sentence encoder in memory: windows of tokens in, vectors out, quietly and the same on any number of cores."""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from stylobench.errors import SpecError
from stylobench.features._word_weights import unit_rows
from stylobench.records import Floats

# the window of a model that does not say how much it can read
WINDOW = 512

Window = dict[str, list[int]]


def encoded(model: str, texts: Sequence[str]) -> list[Floats]:
    """A unit vector per text: the mean over its windows, weighted by their tokens."""
    with _quiet():
        import torch

        loaded = _loaded(model)
        windows = [_windows(loaded, text) for text in texts]
        flat = [window for of_text in windows for window in of_text]
        # one thread a window: a sum split over threads has other last bits
        with ThreadPoolExecutor(os.cpu_count(), initializer=torch.set_num_threads, initargs=(1,)) as pool:
            vectors = unit_rows(np.array(list(pool.map(lambda window: _vector(loaded, window), flat))))
    special = loaded.tokenizer.num_special_tokens_to_add(pair=False)
    weights = np.array([max(1, len(window["input_ids"]) - special) for window in flat], dtype=np.float64)
    bounds = np.cumsum([0, *map(len, windows)])
    means = [np.average(vectors[a:b], axis=0, weights=weights[a:b]) for a, b in pairwise(bounds)]
    return list(unit_rows(np.array(means)))


@cache
def _loaded(model: str) -> Any:
    from sentence_transformers import SentenceTransformer

    here = Path(model).is_dir()
    try:
        return SentenceTransformer(model, device="cpu", local_files_only=here).eval()
    except (OSError, ValueError, RuntimeError, KeyError) as error:
        reason = " ".join(str(error).split()).partition(". ")[0]
        where = "cannot be loaded from that folder" if here else "is no folder here and was not found on the hub"
        raise SpecError(f"encoder sbert: model {model!r} {where}: {reason}") from None


def _windows(model: Any, text: str) -> list[Window]:
    tokenizer = model.tokenizer
    length = model.max_seq_length or WINDOW
    found = tokenizer(text, truncation=True, max_length=length, stride=0, return_overflowing_tokens=True)
    names = [name for name in tokenizer.model_input_names if name in found]
    return [{name: found[name][i] for name in names} for i in range(len(found["input_ids"]))]


def _vector(model: Any, window: Window) -> Floats:
    import torch

    with torch.inference_mode():
        answer = model({name: torch.tensor([values]) for name, values in window.items()})
    return np.asarray(answer["sentence_embedding"][0].numpy(), dtype=np.float64)


@contextmanager
def _quiet() -> Iterator[None]:
    """Neither the warnings nor the progress bars of the libraries beneath."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from transformers.utils import logging as of_transformers

        of_transformers.set_verbosity_error()
        of_transformers.disable_progress_bar()
        logging.getLogger("huggingface_hub").setLevel(logging.ERROR)
        yield
