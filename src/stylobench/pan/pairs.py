"""Problems as PAN hands them out: pairs.jsonl since 2020, a folder of folders (known01.txt, unknown.txt) before."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from stylobench.errors import CorpusError
from stylobench.pan.lines import Line, cut, identifier, lines, located, shown, write_lines
from stylobench.pan.truth import Groups, write_truth
from stylobench.records import text_digest

__all__ = ["Pair", "read_pairs", "text_digests", "write_pairs", "write_truth"]

NAMES = ("pairs.jsonl",)
QUESTIONED = "unknown.txt"


class Pair(NamedTuple):
    """A problem of pairs.jsonl, and the line it stands on."""

    id: str
    fandoms: tuple[str, ...]
    pair: tuple[str, str]
    line: int


def read_pairs(path: Path) -> Iterator[Pair]:
    """Every problem of a pairs.jsonl, or of the one in a folder, one at a time."""
    for line in lines(located(path, NAMES)):
        record = line.record()
        name, texts = identifier(line, record), record.get("pair")
        if not isinstance(texts, list) or len(texts) != 2 or not all(isinstance(text, str) for text in texts):
            raise line.fault(f"'pair' of {shown(name)} is not a list of two texts")
        yield Pair(name, _fandoms(line, record), (texts[0], texts[1]), line.number)


def _fandoms(line: Line, record: dict[str, Any]) -> tuple[str, ...]:
    found = record.get("fandoms") or []
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise line.fault(f"fandoms {cut(repr(found))} is not a list of names")
    return tuple(found)


def write_pairs(
    folder: Path,
    ids: Sequence[str],
    known_texts: Sequence[Sequence[str]],
    questioned_texts: Sequence[str],
    fandoms: Sequence[Sequence[str]] | None = None,
) -> Path:
    """Write pairs.jsonl into a folder; several known texts of a problem are joined by a blank line."""
    return write_lines(folder / NAMES[0], _records(ids, known_texts, questioned_texts, fandoms))


def _records(
    ids: Sequence[str],
    known_texts: Sequence[Sequence[str]],
    questioned_texts: Sequence[str],
    fandoms: Sequence[Sequence[str]] | None,
) -> Iterator[str]:
    for row, (name, known, questioned) in enumerate(zip(ids, known_texts, questioned_texts, strict=True)):
        topics = {} if fandoms is None else {"fandoms": list(fandoms[row])}
        yield json.dumps({"id": name, **topics, "pair": ["\n\n".join(known), questioned]})


def text_digests(path: Path, ids: Sequence[str]) -> Groups:
    """The texts of each problem by digest of their contents, the questioned one last.

    They come from a pairs.jsonl or a folder of folders.
    """
    folders = path.is_dir() and not (path / NAMES[0]).is_file()
    if folders:
        return tuple(_folder_digests(path, name) for name in ids)
    wanted = set(ids)
    found = {pair.id: tuple(map(text_digest, pair.pair)) for pair in read_pairs(path) if pair.id in wanted}
    missing = next((name for name in ids if name not in found), None)
    if missing is not None:
        raise CorpusError(f"{path} has no problem {missing!r}, but the truth has; give the problems of this truth")
    return tuple(found[name] for name in ids)


def _folder_digests(path: Path, name: str) -> tuple[str, ...]:
    folder = path / name
    texts = sorted(folder.glob("*.txt"), key=_by_part) if Path(name).name == name else []
    if len(texts) < 2 or texts[-1].name != QUESTIONED:
        raise CorpusError(f"{folder} lacks {QUESTIONED} or known texts; give pairs.jsonl or a folder of problems")
    return tuple(text_digest(text.read_bytes().decode("utf-8", "surrogateescape")) for text in texts)


def _by_part(text: Path) -> tuple[bool, str]:
    return text.name == QUESTIONED, text.name
