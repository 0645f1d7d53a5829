"""Extended Brennan-Greenstadt corpus: people's usual texts, their own disguises, and their imitations of a novelist.

Two sets of people, amt and drexel_1, use the same letters for different persons, so the set is part of the name. All
files hold about 500 words (Brennan, Afroz & Greenstadt 2012).

NAME_03_2.txt         the third sample, cut from the second text that the person handed in
NAME_02_1_2.txt       a sample across the border of the first and the second: what shares a text is not independent
NAME_obfuscation.txt  written so as not to be recognised
NAME_imitation_01.txt written like Cormac McCarthy, whose novel is drexel_1/cm; later numbers imitate other writers
NAME_verification.txt one more usual text, which shares nothing with the samples

Samples of drexel_1 do not tell what they were cut from.
"""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from stylobench.corpora.decoding import decode
from stylobench.corpora.walking import Skipped, contents, demand, files, peek, shown
from stylobench.errors import CorpusError
from stylobench.records import Corpus, Document

NAMED = re.compile(
    r"(?P<who>[a-z]+)_(?:(?P<sample>\d+)(?P<sources>(?:_\d+){0,2})|(?P<kind>obfuscation|verification)"
    r"|imitation_(?P<imitation>\d+))\.txt"
)
IMITATED = "drexel_1/cm"
FIRST_IMITATION = 1
MACINTOSH = "stylobench_macintosh_letters"


def recognises(path: Path) -> bool:
    """Whether folders below it hold a person's samples and disguises, named after the folder."""
    found = [match for file in peek(path) if (match := _match(file))] if path.is_dir() else []
    return any(match["kind"] or match["imitation"] for match in found) and any(match["sample"] for match in found)


def read(path: Path, encoding: str | None = None) -> Corpus:
    """Read both sets or one. `kind` says how a text was written, `source` what a sample was cut from, `target` whom an
    imitation imitates.
    """
    if not path.is_dir():
        raise CorpusError(f"{path} is a file; format 'brennan_greenstadt' reads a folder")
    skipped = Skipped()
    documents = []
    for file, data in contents(files(path, skipped), path, skipped):
        if (match := _match(file)) is None:
            skipped.note("not a sample, obfuscation, imitation or verification", shown(file, path))
        elif not (text := _text(data, file, encoding)).strip():
            skipped.note("empty", shown(file, path))
        else:
            author = _author(file, path)
            documents.append(Document(f"{author}/{file.stem}", text, author, meta=_meta(match, author)))
    demand(path, bool(documents), "file named like NAME_01_1.txt or NAME_obfuscation.txt", skipped)
    provenance = {"format": "brennan_greenstadt", "warnings": skipped.warnings()}
    return Corpus.of(path.resolve().name, documents, provenance)


def _text(data: bytes, file: Path, encoding: str | None) -> str:
    """UTF-8 in which single letters of an old Macintosh are left: eleven files of drexel_1 mix both."""
    return decode(data, file, encoding) if encoding else data.decode("utf-8-sig", MACINTOSH)


def _macintosh_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("mac_roman"), error.end


codecs.register_error(MACINTOSH, _macintosh_letters)


def _match(file: Path) -> re.Match[str] | None:
    """A file of this corpus lies in the folder of the person that its name begins with."""
    match = NAMED.fullmatch(file.name)
    return match if match and match["who"] == file.parent.name else None


def _author(file: Path, root: Path) -> str:
    """The person with the set, whether the folder of a set or one above it was named."""
    parts = shown(file.parent, root).split("/")
    return "/".join(parts[-2:]) if len(parts) > 1 else f"{root.resolve().name}/{file.parent.name}"


def _meta(match: re.Match[str], author: str) -> dict[str, str]:
    if match["imitation"]:
        target = {"target": IMITATED} if int(match["imitation"]) == FIRST_IMITATION else {}
        return {"kind": "imitation", **target}
    if match["kind"]:
        return {"kind": match["kind"]}
    numbers = (match["sources"] or "").split("_")[1:]
    sources = {"source": " ".join(f"{author}/{number}" for number in numbers)} if numbers else {}
    return {"kind": "sample", **sources}
