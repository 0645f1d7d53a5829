"""One NITF article of a newspaper archive -> Document, in one pass over its elements.

Entities are never expanded: the characters that HTML names are put in place by name, any other is damage.
"""

from __future__ import annotations

import html.entities
from collections.abc import Iterable
from datetime import date
from functools import cache, lru_cache
from typing import Any

from lxml import etree

from stylobench.records import Document

JOIN = "; "
MARK = "LEAD:"
TAGS = ("title", "doc-id", "pubdata", "classifier", "hl1", "byline", "block")
DATE = ("publication_year", "publication_month", "publication_day_of_month")


class Damaged(Exception):
    """An article that cannot be read; the text says why."""


def parse(data: bytes) -> Document:
    """The document that an NITF file holds; raises `Damaged`."""
    try:
        root = etree.fromstring(data, _parser())
    except (etree.XMLSyntaxError, ValueError) as error:
        raise Damaged(f"not well-formed XML: {error}") from None
    if root.tag != "nitf":
        raise Damaged(f"not NITF: the root element is {root.tag!r}")
    sheet = _filled(root)
    if not sheet.id:
        raise Damaged("no doc-id")
    return _document(sheet, root)


@cache
def _parser() -> Any:
    # Not collect_ids=False: with it lxml tries to load the DTD that the article names.
    return etree.XMLParser(
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )


class _Sheet:
    """What one pass over an article collects."""

    __slots__ = ("authors", "blocks", "headline", "id", "material", "published", "title", "topics")

    def __init__(self) -> None:
        self.id = self.title = self.headline = self.published = ""
        self.authors: list[str] = []
        self.topics: list[str] = []
        self.material: list[str] = []
        self.blocks: dict[str, list[str]] = {"lead_paragraph": [], "full_text": []}


def _filled(root: Any) -> _Sheet:
    """One pass over the elements that matter, the frequent ones first."""
    sheet = _Sheet()
    for element in root.iter(*TAGS):
        tag, get = element.tag, element.get
        if tag == "classifier":
            kind = get("type")
            if kind == "descriptor" and get("class") == "indexing_service":
                sheet.topics.append(_flat(element))
            elif kind == "types_of_material":
                sheet.material.append(_flat(element))
        elif tag == "block":
            if (kind := get("class")) in sheet.blocks:
                sheet.blocks[kind] += _paragraphs(element)
        elif tag == "byline":
            if get("class") == "normalized_byline":
                sheet.authors += [" ".join(name.split()) for name in _flat(element).split(";")]
        elif tag == "doc-id":
            sheet.id = sheet.id or get("id-string", "").strip()
        elif tag == "pubdata":
            sheet.published = get("date.publication", "")
        elif tag == "hl1":
            sheet.headline = sheet.headline or _flat(element)
        else:
            sheet.title = sheet.title or _flat(element)
    return sheet


def _document(sheet: _Sheet, root: Any) -> Document:
    authors, topics = _distinct(sheet.authors), _distinct(sheet.topics)
    lead = _unmarked(sheet.blocks["lead_paragraph"])
    body = once(sheet.blocks["full_text"], lead) or lead
    meta = {
        "title": sheet.headline or sheet.title,
        "authors": JOIN.join(authors),
        "descriptors": JOIN.join(topics),
        "lead": "\n".join(lead),
        "material": JOIN.join(_distinct(sheet.material)),
        "author_count": str(len(authors)),
        "topic_count": str(len(topics)),
    }
    return Document(
        sheet.id,
        "\n".join(body),
        authors[0] if len(authors) == 1 else None,
        topics[0] if len(topics) == 1 else None,
        _date(sheet.published, root),
        {key: value for key, value in meta.items() if value},
    )


def once(paragraphs: list[str], lead: list[str]) -> list[str]:
    """The paragraphs without a lead that stands twice, and without the mark before it.

    >>> once(["LEAD: It rained.", "It rained.", "Then it stopped."], ["It rained."])
    ['It rained.', 'Then it stopped.']
    >>> once(["It rained.", "Then it stopped."], ["It rained."])
    ['It rained.', 'Then it stopped.']
    """
    if not paragraphs:
        return []
    marked = paragraphs[0].startswith(MARK)
    paragraphs = _unmarked(paragraphs)
    for length in sorted({1, len(lead)}, reverse=True):
        head, rest = paragraphs[:length], paragraphs[length:]
        if not (rest and head and rest[0][:1] == head[0][:1]):
            continue
        if (marked or head == lead or _words(head) == _words(lead)) and _begins(rest, head, marked):
            return rest
    return paragraphs


def _begins(rest: list[str], head: list[str], marked: bool) -> bool:
    """Whether the rest says the head again, ending with a paragraph; after a mark anywhere will do."""
    if rest[: len(head)] == head:
        return True
    wanted = _words(head)
    seen: list[str] = []
    for paragraph in rest:
        seen += paragraph.split()
        if len(seen) >= len(wanted):
            break
    return bool(wanted) and seen[: len(wanted)] == wanted and (marked or len(seen) == len(wanted))


def _unmarked(paragraphs: list[str]) -> list[str]:
    if paragraphs and paragraphs[0].startswith(MARK):
        return [paragraphs[0][len(MARK) :].lstrip(), *paragraphs[1:]]
    return paragraphs


def _words(paragraphs: Iterable[str]) -> list[str]:
    return " ".join(paragraphs).split()


def _distinct(names: list[str]) -> list[str]:
    return list(dict.fromkeys(filter(None, names)))


def _date(published: str, root: Any) -> str | None:
    """The date of publication, from the three fields that also say it where the first is missing."""
    if len(published) >= 8:
        return _iso(published[:4], published[4:6], published[6:8])
    fields = {element.get("name"): element.get("content", "") for element in root.iter("meta")}
    return _iso(*(fields.get(name, "") for name in DATE))


@lru_cache(maxsize=1_000)
def _iso(year: str, month: str, day: str) -> str | None:
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None


def _paragraphs(block: Any) -> list[str]:
    found = [_joined(p) if len(p) else p.text or "" for p in block.iter("p")] or [_joined(block)]
    return [text for paragraph in found if (text := paragraph.strip())]


def _flat(element: Any) -> str:
    """The text of an element and of all below it."""
    text: str = _joined(element) if len(element) else element.text or ""
    return text.strip()


def _joined(element: Any) -> str:
    parts = [element.text or ""]
    for child in element:
        parts += [_character(child.name) if child.tag is etree.Entity else _joined(child), child.tail or ""]
    return "".join(parts)


def _character(name: str) -> str:
    try:
        return html.entities.html5[f"{name};"]
    except KeyError:
        raise Damaged(f"entity &{name}; is not defined") from None
