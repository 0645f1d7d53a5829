"""How many bits a compressor needs for a text, alone or after another one.

`ppm` is PPM with escapes by method D that learns while it codes, over whole characters: no file is written, so that
lengths are not rounded to bytes. Symbols are not excluded on the way down from longer contexts. The compressors of the
standard library read UTF-8.
"""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable, Sequence

import numpy as np

from stylobench.features import kept
from stylobench.features._code_length_kernels import lengths
from stylobench.features._ngram_trie import Symbols
from stylobench.features.texts import Texts
from stylobench.records import Floats, Rows

ORDER, CHARACTERS = 5, 256
_LZMA = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 22}]
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "bz2": bz2.compress,
    "lzma": lambda data: lzma.compress(data, lzma.FORMAT_RAW, filters=_LZMA),
    "zlib": lambda data: zlib.compress(data, 9),
}
COMPRESSORS = ("ppm", *PACKERS)
NOTHING = -1


def code_length(text: str, after: str = "", compressor: str = "ppm") -> float:
    """The bits of a text that follows another.

    >>> round(code_length("aaaa"), 2), code_length("ab", after="abab") < code_length("ba", after="abab")
    (11.0, True)
    """
    texts = Texts([text, after])
    return float(of_couples(texts, np.array([[1 if after else NOTHING, 0]]), compressor)[0])


def of_couples(texts: Texts, couples: Rows, compressor: str) -> Floats:
    """Bits of each couple's second text after its first, by places (-1: no text); known couples are looked up."""
    alone = couples[:, 0] == NOTHING
    found = np.empty(len(couples))
    for some, name in ((alone, "alone"), (~alone, "after")):
        # a text alone is kept as a couple with itself, under another name
        asked = np.where(couples == NOTHING, couples[:, 1:], couples)[some]
        measure = _measure(compressor, name == "alone")
        found[some] = kept.of_couples(texts, asked, f"code length {compressor} {name}", measure)
    return found


def _measure(compressor: str, alone: bool) -> Callable[[Texts, Rows], Floats]:
    def measure(texts: Texts, couples: Rows) -> Floats:
        asked = np.column_stack([np.full(len(couples), NOTHING), couples[:, 1]]) if alone else couples
        return by_ppm(texts, asked) if compressor == "ppm" else _packed(texts, asked, PACKERS[compressor])

    return measure


def by_ppm(texts: Texts, couples: Rows) -> Floats:
    """Bits by characters."""
    rows, places = np.unique(np.append(couples.ravel(), NOTHING), return_inverse=True)
    symbols = [np.frombuffer(texts[row].encode("utf-32-le", "surrogatepass"), "<i4") for row in rows[1:]]
    return of_symbols(symbols, places[:-1].reshape(-1, 2) - 1, (ORDER, CHARACTERS))


def of_symbols(sequences: Sequence[Symbols], couples: Rows, shape: tuple[int, int]) -> Floats:
    """Bits of each couple's second sequence after its first, by places; -1 is no sequence."""
    ends = np.cumsum([0, *map(len, sequences)])
    symbols = np.concatenate([np.zeros(0, np.int32), *sequences]).astype(np.int32)
    order, found = np.lexsort((couples[:, 1], couples[:, 0])), np.empty(len(couples))
    sorted_bits = np.empty(len(couples))
    lengths(symbols, ends, np.ascontiguousarray(couples[order]), shape, sorted_bits)
    found[order] = sorted_bits
    return found


def _packed(texts: Texts, couples: Rows, pack: Callable[[bytes], bytes]) -> Floats:
    data = {row: texts[row].encode("utf-8", "surrogatepass") for row in np.unique(couples).tolist() if row != NOTHING}
    alone = {row: len(pack(data[row])) for row in np.unique(couples[:, 0]).tolist() if row != NOTHING}
    found = [len(pack(data.get(a, b"") + data[b])) - alone.get(a, 0) for a, b in couples.tolist()]
    return 8.0 * np.array(found, np.float64)
