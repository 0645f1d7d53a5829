"""20 Newsgroups: one RFC 822 message per file, one folder per group; each text once, in its writer's words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from email.utils import parseaddr, parsedate
from pathlib import Path

from stylobench.corpora.decoding import decode_or_latin1
from stylobench.corpora.posting import own_words
from stylobench.corpora.walking import Skipped, contents, demand, files, peek, shown
from stylobench.records import Corpus, Document

HEADER = re.compile(r"^([!-9;-~]+):[ \t]*(.*(?:\n[ \t].*)*)", re.MULTILINE)
ADDRESS = re.compile(r"[^\s<>()\"',;:]+@[^\s<>()\"',;:]+")
MESSAGE = re.compile(rb"(?:[!-9;-~]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*?(?:From|Newsgroups):", re.IGNORECASE)
LOOKED_AT = 20
SNIFFED = 8192
BETWEEN = re.compile(r"\r?\n[ \t]*\r?\n")


@dataclass
class Tally:
    """What was met on the way, and what had been met before."""

    counts: Counter[str] = field(default_factory=Counter)
    addresses: set[str] = field(default_factory=set)
    messages: set[str] = field(default_factory=set)
    bodies: set[str] = field(default_factory=set)


def recognises(path: Path) -> bool:
    """Whether most of the first files in a folder start with the headers of a message."""
    if not path.is_dir():
        return False
    first = peek(path, LOOKED_AT)
    return sum(_starts_as_message(file) for file in first) * 2 > len(first)


def _starts_as_message(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            return MESSAGE.match(opened.read(SNIFFED)) is not None
    except OSError:
        return False


def read(path: Path) -> Corpus:
    """Read a folder of groups. Author: the From address in lower case; topic: the group's folder.

    Of a message that was posted to several groups, and of messages with the same body, the first by path is
    kept; the others are counted in the provenance. Files that are not UTF-8 are read as Latin-1 and counted.
    """
    skipped, tally = Skipped(), Tally()
    messages = contents(files(path, skipped), path, skipped)
    documents = list(_documents(messages, path, tally, skipped))
    demand(path, bool(documents), "message with headers", skipped)
    counts = tally.counts
    provenance = {
        "format": "newsgroups",
        "messages": counts["messages"],
        "addresses": len(tally.addresses),
        "not_utf8": counts["not_utf8"],
        "removed_cross_posted": counts["cross_posted"],
        "removed_duplicate_bodies": counts["duplicate_bodies"],
        "left_empty_by_stripping": sum(not document.text for document in documents),
        "warnings": skipped.warnings(),
    }
    return Corpus.of(path.resolve().name, documents, provenance)


def _documents(
    messages: Iterable[tuple[Path, bytes]], root: Path, tally: Tally, skipped: Skipped
) -> Iterator[Document]:
    for file, data in messages:
        text, messy = decode_or_latin1(data)
        headers, body = _parts(text)
        if "from" not in headers:
            skipped.note("no message with a From line", shown(file, root))
            continue
        tally.counts["messages"] += 1
        tally.counts["not_utf8"] += messy
        name, address = _sender(headers["from"])
        tally.addresses.add(address)
        if _is_first(headers, body, tally):
            yield Document(
                id=f"{file.parent.name}/{file.name}",
                text=own_words(body, address, name),
                author=address or None,
                topic=file.parent.name if file.parent != root else None,
                time=_day(headers.get("date", "")),
                meta=_meta(headers),
            )


def _parts(text: str) -> tuple[dict[str, str], str]:
    found = BETWEEN.search(text)
    head, body = (text[: found.start()], text[found.end() :]) if found else (text, "")
    headers: dict[str, str] = {}
    for name, value in HEADER.findall(head.replace("\r\n", "\n")):
        headers.setdefault(name.lower(), " ".join(value.split()))
    return headers, body


def _sender(line: str) -> tuple[str, str]:
    """Name and address in a From line; the whole line where it holds no address.

    >>> _sender("Jo.Doe@X.org (Jo Doe)")
    ('Jo Doe', 'jo.doe@x.org')
    """
    name, address = parseaddr(line)
    found = ADDRESS.findall(line)
    if found and not ADDRESS.fullmatch(address):
        address = found[-1]
    return name, (address or line).strip().lower()


def _is_first(headers: dict[str, str], body: str, tally: Tally) -> bool:
    message, words = headers.get("message-id", ""), " ".join(body.split())
    reason = ""
    if message and message in tally.messages:
        reason = "cross_posted"
    elif words and words in tally.bodies:
        reason = "duplicate_bodies"
    tally.messages.add(message)
    tally.bodies.add(words)
    tally.counts[reason] += 1
    return not reason


def _day(line: str) -> str | None:
    """A date as ISO 8601.

    >>> _day("Mon, 5 Apr 93 18:01:16 GMT")
    '1993-04-05'
    """
    parsed = parsedate(line)
    if parsed is None or not (1 <= parsed[1] <= 12 and 1 <= parsed[2] <= 31):
        return None
    return f"{parsed[0]:04d}-{parsed[1]:02d}-{parsed[2]:02d}"


def _meta(headers: dict[str, str]) -> dict[str, str]:
    wanted = {"title": "subject", "newsgroups": "newsgroups", "organization": "organization"}
    return {key: headers[header] for key, header in wanted.items() if headers.get(header)}
