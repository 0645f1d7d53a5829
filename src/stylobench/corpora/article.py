"""One NITF article of a newspaper archive -> Document, in one pass over its elements.

Entities are never expanded: the characters that HTML names are put in place by name, any other is damage.
"""

from __future__ import annotations

import html.entities
from collections.abc import Callable, Iterable
from datetime import date
from functools import cache
from typing import Any

from lxml import etree

from stylobench.records import Document

JOIN = "; "
MARK = "LEAD:"
TAGS = ("title", "doc-id", "pubdata", "classifier", "hl1", "byline", "block")
DATE = ("publication_year", "publication_month", "publication_day_of_month")


class Damaged(Exception):
    """An article that cannot be read; the text says why."""


class _Mixed(Exception):
    """Elements stand inside a text, where white space between them counts."""


def parse(data: bytes) -> Document:
    """The document that an NITF file holds; raises `Damaged`."""
    try:
        return _document(_root(data, _parser(remove_blank_text=True)), _plain)
    except _Mixed:
        return _document(_root(data, _parser(remove_blank_text=False)), _flat)


@cache
def _parser(remove_blank_text: bool) -> Any:
    # Without the white space between elements a third of the time is saved.
    # Not collect_ids=False: with it lxml tries to load the DTD that the article names.
    return etree.XMLParser(
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        remove_blank_text=remove_blank_text,
    )


def _root(data: bytes, parser: Any) -> Any:
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise Damaged(f"not well-formed XML: {error}") from None
    if root.tag != "nitf":
        raise Damaged(f"not NITF: the root element is {root.tag!r}")
    return root


def _document(root: Any, text_of: Callable[[Any], str]) -> Document:
    """One pass over the elements that matter."""
    id = title = headline = published = ""
    authors: list[str] = []
    topics: list[str] = []
    material: list[str] = []
    blocks: dict[str, list[str]] = {"lead_paragraph": [], "full_text": []}
    for element in root.iter(*TAGS):
        tag, kind = element.tag, element.get("class")
        if tag == "classifier":
            if kind == "indexing_service" and element.get("type") == "descriptor":
                topics.append(text_of(element))
            elif element.get("type") == "types_of_material":
                material.append(text_of(element))
        elif tag == "block":
            if kind in blocks:
                blocks[kind] += [text_of(p) for p in element.iter("p")] or [text_of(element)]
        elif tag == "byline":
            if kind == "normalized_byline":
                authors += [" ".join(name.split()) for name in text_of(element).split(";")]
        elif tag == "doc-id":
            id = id or element.get("id-string", "").strip()
        elif tag == "pubdata":
            published = element.get("date.publication", "")
        elif tag == "hl1":
            headline = headline or text_of(element)
        else:
            title = title or text_of(element)
    if not id:
        raise Damaged("no doc-id")
    authors, topics = _distinct(authors), _distinct(topics)
    lead = _unmarked([*filter(None, blocks["lead_paragraph"])])
    body = once([*filter(None, blocks["full_text"])], lead) or lead
    meta = {
        "title": headline or title,
        "authors": JOIN.join(authors),
        "descriptors": JOIN.join(topics),
        "lead": "\n".join(lead),
        "material": JOIN.join(_distinct(material)),
        "author_count": str(len(authors)),
        "topic_count": str(len(topics)),
    }
    return Document(
        id,
        "\n".join(body),
        authors[0] if len(authors) == 1 else None,
        topics[0] if len(topics) == 1 else None,
        _date(published, root),
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
        if (marked or _words(head) == _words(lead)) and _begins(rest, head, marked):
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
    return list(dict.fromkeys(filter(None, names)))


def _date(published: str, root: Any) -> str | None:
    """The date of publication, from the three fields that also say it where the first is missing."""
    if len(published) >= 8:
        parts = [published[:4], published[4:6], published[6:8]]
    else:
        fields = {element.get("name"): element.get("content", "") for element in root.iter("meta")}
        parts = [fields.get(name, "") for name in DATE]
    try:
        return date(*map(int, parts)).isoformat()
    except ValueError:
        return None


def _plain(element: Any) -> str:
    """The text of an element that holds nothing else."""
    if len(element):
        raise _Mixed
    return (element.text or "").strip()


def _flat(element: Any) -> str:
    """The text of an element and of all below it."""
    return _joined(element).strip()


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
