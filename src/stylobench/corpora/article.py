"""One NITF article of a newspaper archive -> Document, in one pass over its elements.

Entities are never expanded: the characters that HTML names are put in place by name, any other is damage.
"""

from __future__ import annotations

import html.entities
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import Any

from lxml import etree

from stylobench.records import Document

JOIN = "; "
MARK = "LEAD:"
TAGS = ("title", "meta", "doc-id", "pubdata", "classifier", "hl1", "byline", "block")
KEPT_META = {"dsk": "desk", "online_sections": "section"}


class Damaged(Exception):
    """An article that cannot be read; the text says why."""


@dataclass
class _Sheet:
    """What one pass collects."""

    id: str = ""
    title: str = ""
    headline: str = ""
    published: str = ""
    meta: dict[str, str] = field(default_factory=dict)
    authors: list[str] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    material: list[str] = field(default_factory=list)
    lead: list[str] = field(default_factory=list)
    body: list[str] = field(default_factory=list)


def parse(data: bytes) -> Document:
    """The document that an NITF file holds; raises `Damaged`."""
    try:
        root = etree.fromstring(data, _parser())
    except (etree.XMLSyntaxError, ValueError) as error:
        raise Damaged(f"not well-formed XML: {error}") from None
    if root.tag != "nitf":
        raise Damaged(f"not NITF: the root element is {root.tag!r}")
    sheet = _Sheet()
    for element in root.iter(*TAGS):
        _READ[element.tag](element, sheet)
    if not sheet.id:
        raise Damaged("no doc-id")
    return _document(sheet)


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


def _document(sheet: _Sheet) -> Document:
    authors, topics = _distinct(sheet.authors), _distinct(sheet.topics)
    meta = {
        "title": sheet.headline or sheet.title,
        "authors": JOIN.join(authors),
        "descriptors": JOIN.join(topics),
        "lead": "\n".join(_unmarked(sheet.lead)),
        "material": JOIN.join(_distinct(sheet.material)),
        **{name: sheet.meta.get(source, "") for source, name in KEPT_META.items()},
    }
    counts = {"author_count": str(len(authors)), "topic_count": str(len(topics))}
    return Document(
        sheet.id,
        "\n".join(once(sheet.body, sheet.lead) or _unmarked(sheet.lead)),
        authors[0] if len(authors) == 1 else None,
        topics[0] if len(topics) == 1 else None,
        _date(sheet),
        {key: value for key, value in meta.items() if value} | counts,
    )


def once(paragraphs: list[str], lead: list[str]) -> list[str]:
    """The paragraphs without a lead that stands twice, and without the mark before it.

    >>> once(["LEAD: It rained.", "It rained.", "Then it stopped."], ["LEAD: It rained."])
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
        if rest and (marked or _words(head) == _words(_unmarked(lead))) and _begins(rest, head, marked):
            return rest
    return paragraphs


def _begins(rest: list[str], head: list[str], marked: bool) -> bool:
    """Whether the rest says the head again, ending with a paragraph; after a mark anywhere will do."""
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
    return names if len(names) < 2 else list(dict.fromkeys(names))


def _date(sheet: _Sheet) -> str | None:
    if len(sheet.published) >= 8:
        return _iso(sheet.published[:4], sheet.published[4:6], sheet.published[6:8])
    return _iso(*(sheet.meta.get(f"publication_{part}", "") for part in ("year", "month", "day_of_month")))


def _iso(year: str, month: str, day: str) -> str | None:
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None


def _flat(element: Any) -> str:
    """The text of an element and of all below it."""
    if not len(element):
        return (element.text or "").strip()
    return _mixed(element).strip()


def _mixed(element: Any) -> str:
    parts = [element.text or ""]
    for child in element:
        parts += [_character(child.name) if child.tag is etree.Entity else _mixed(child), child.tail or ""]
    return "".join(parts)


def _character(name: str) -> str:
    try:
        return html.entities.html5[f"{name};"]
    except KeyError:
        raise Damaged(f"entity &{name}; is not defined") from None


def _title(element: Any, sheet: _Sheet) -> None:
    sheet.title = sheet.title or _flat(element)


def _meta(element: Any, sheet: _Sheet) -> None:
    sheet.meta[element.get("name", "")] = element.get("content", "")


def _id(element: Any, sheet: _Sheet) -> None:
    sheet.id = sheet.id or element.get("id-string", "").strip()


def _published(element: Any, sheet: _Sheet) -> None:
    sheet.published = element.get("date.publication", "")


def _classifier(element: Any, sheet: _Sheet) -> None:
    kind = element.get("type")
    if kind == "descriptor" and element.get("class") == "indexing_service":
        sheet.topics += filter(None, (_flat(element),))
    elif kind == "types_of_material":
        sheet.material += filter(None, (_flat(element),))


def _headline(element: Any, sheet: _Sheet) -> None:
    sheet.headline = sheet.headline or _flat(element)


def _byline(element: Any, sheet: _Sheet) -> None:
    if element.get("class") == "normalized_byline":
        names = (" ".join(name.split()) for name in _flat(element).split(";"))
        sheet.authors += filter(None, names)


def _block(element: Any, sheet: _Sheet) -> None:
    kind = element.get("class")
    if kind in ("full_text", "lead_paragraph"):
        paragraphs = [_flat(p) for p in element.iter("p")] or [_flat(element)]
        (sheet.body if kind == "full_text" else sheet.lead).extend(filter(None, paragraphs))


_READ = {
    "title": _title,
    "meta": _meta,
    "doc-id": _id,
    "pubdata": _published,
    "classifier": _classifier,
    "hl1": _headline,
    "byline": _byline,
    "block": _block,
}
