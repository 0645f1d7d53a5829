"""Reuters-21578: SGML files of 1,000 stories each, with topics, dates and some bylines."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

from stylobench.corpora.decoding import decode_or_latin1
from stylobench.corpora.walking import Skipped, contents, demand, files, peek, shown
from stylobench.records import Corpus, Document

STORY = re.compile(r"<REUTERS\b([^>]*)>(.*?)</REUTERS>", re.DOTALL)
ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
LISTED = re.compile(r"<D>(.*?)</D>", re.DOTALL)
DAY = re.compile(r"(\d{1,2})-([A-Z]{3})-(\d{4})")
MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
REFERENCE_TO_CONTROL = re.compile(r"&#(?:[0-8]|1[1-9]|2\d|3[01]|127);")
SIGN_OFF = re.compile(r"\s*\bReuters?\s*$", re.IGNORECASE)
# The distributors put this where a headline came without a story.
PLACEHOLDER = re.compile(r"\bblah blah blah\.?", re.IGNORECASE)
BY = re.compile(r"^\W*(?:by\b)?\s*", re.IGNORECASE)
AGENCY = re.compile(r"[\s,.]*\breuter\w*\W*$", re.IGNORECASE)


def recognises(path: Path) -> bool:
    """Whether it is an .sgm file, or a folder with some."""
    return any(_is_sgml(file) for file in peek(path))


def read(path: Path) -> Corpus:
    """Read a folder of .sgm files, or one of them.

    A story with exactly one topic has it as its topic; several stand in meta "topics", separated by spaces.
    The author is the byline where there is one. The agency's sign-off is no part of the text.
    """
    root = path if path.is_dir() else path.parent
    skipped = Skipped()
    wanted = [file for file in files(path, skipped) if _is_sgml(file)] if path.is_dir() else [path]
    documents: list[Document] = []
    latin1 = 0
    for file, data in contents(wanted, root, skipped):
        text, messy = decode_or_latin1(data)
        latin1 += messy
        before = len(documents)
        documents.extend(stories(text))
        if len(documents) == before:
            skipped.note("no story in it", shown(file, root))
    demand(path, bool(documents), "Reuters story", skipped)
    provenance = {
        "format": "reuters",
        "stories": len(documents),
        "single_topic": sum(document.topic is not None for document in documents),
        "with_byline": sum(document.author is not None for document in documents),
        "not_utf8": latin1,
        "warnings": skipped.warnings(),
    }
    return Corpus.of(path.resolve().name, documents, provenance)


def stories(sgml: str) -> Iterator[Document]:
    """The stories of one SGML text."""
    for attributes, inside in STORY.findall(sgml):
        yield _story(dict(ATTRIBUTE.findall(attributes)), inside)


def _story(attributes: dict[str, str], inside: str) -> Document:
    topics = [_plain(topic) for topic in LISTED.findall(_between("TOPICS", inside))]
    meta = {
        "title": _plain(_between("TITLE", inside)),
        "topics": " ".join(topics),
        "places": " ".join(_plain(place) for place in LISTED.findall(_between("PLACES", inside))),
        "split": attributes.get("LEWISSPLIT", ""),
    }
    return Document(
        id=attributes.get("NEWID", ""),
        text=_text(inside),
        author=_byline(_between("AUTHOR", inside)),
        topic=topics[0] if len(topics) == 1 else None,
        time=_day(_between("DATE", inside)),
        meta={key: value for key, value in meta.items() if value},
    )


def _text(inside: str) -> str:
    whole = _between("TEXT", inside)
    body = _between("BODY", whole)
    if not body and "<TITLE>" in whole:
        body = PLACEHOLDER.sub("", whole.rpartition("</TITLE>")[2].rpartition("</DATELINE>")[2])
    return SIGN_OFF.sub("", _clean(body or ("" if "<TITLE>" in whole else whole))).strip()


def _between(tag: str, text: str) -> str:
    _, start, rest = text.partition(f"<{tag}")
    inside, end, _ = rest.partition(f"</{tag}>")
    return inside.partition(">")[2] if start and end else ""


def _clean(text: str) -> str:
    return CONTROL.sub("", html.unescape(REFERENCE_TO_CONTROL.sub("", text)))


def _plain(text: str) -> str:
    return " ".join(_clean(text).split())


def _byline(text: str) -> str | None:
    """The name in a byline, in one case.

    >>> _byline("    BY JOHN DOE, Reuters")
    'John Doe'
    """
    name = AGENCY.sub("", BY.sub("", _plain(text)))
    return name.title() if name else None


def _day(text: str) -> str | None:
    """A date as ISO 8601; the clock time beside it is damaged in places and not used.

    >>> _day(" 5-MAR-1987 09:11:58.58")
    '1987-03-05'
    """
    found = DAY.search(text)
    if found is None or found[2] not in MONTHS:
        return None
    return f"{found[3]}-{MONTHS.index(found[2]) + 1:02d}-{int(found[1]):02d}"


def _is_sgml(file: Path) -> bool:
    return file.suffix.lower() in {".sgm", ".sgml"}
