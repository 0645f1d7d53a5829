"""MarianMT models through transformers, from a folder with their weights; nothing is downloaded."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from stylobench.errors import MissingPart, SpecError
from stylobench.obfuscators._installed import packages, stamps
from stylobench.obfuscators._translation import Translation

BATCH = 16


class Marian:
    """One direction; the most likely translation, without sampling."""

    def __init__(self, folder: str) -> None:
        if not isinstance(folder, str) or not (Path(folder) / "config.json").is_file():
            raise SpecError(
                f"translation engine 'marian': no model in folder {folder!r}; write marian(to=PATH, back=PATH)"
            )
        self.folder = folder

    def depends_on(self) -> list[bytes]:
        """The files of the model, and what runs them."""
        return [stamps(sorted(Path(self.folder).iterdir())), packages("transformers", "torch")]

    def translate(self, sentences: Sequence[str]) -> list[Translation]:
        """Translate some sentences at a time."""
        tokenizer, model = _loaded(self.folder)
        found: list[str] = []
        for at in range(0, len(sentences), BATCH):
            batch = tokenizer(list(sentences[at : at + BATCH]), return_tensors="pt", padding=True, truncation=True)
            found += tokenizer.batch_decode(model.generate(**batch, do_sample=False), skip_special_tokens=True)
        return [Translation(" ".join(one.split())) for one in found]


@lru_cache(4)
def _loaded(folder: str) -> tuple[Any, Any]:
    try:
        from transformers import MarianMTModel, MarianTokenizer
    except ImportError:
        raise MissingPart("transformers, which runs MarianMT models,", "pip install 'stylobench[neural]'") from None
    tokenizer = MarianTokenizer.from_pretrained(folder, local_files_only=True)
    return tokenizer, MarianMTModel.from_pretrained(folder, local_files_only=True).eval()
