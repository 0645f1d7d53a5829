"""Small NITF articles and archives for tests."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path


def article(
    id: str = "1",
    byline: str = "Doe, Jane",
    topics: Sequence[str] = ("Music",),
    lead: Sequence[str] = (),
    body: Sequence[str] = ("It rained.", "Then it stopped."),
    head: str = "",
) -> bytes:
    """An article with a title that holds its id."""
    descriptors = "".join(f'<classifier class="indexing_service" type="descriptor">{t}</classifier>' for t in topics)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE nitf SYSTEM "http://www.nitf.org/IPTC/NITF/3.3/specification/dtd/nitf-3-3.dtd">
<nitf version="-//IPTC//DTD NITF 3.3//EN"><head><title>Title {id}</title>
<meta name="publication_day_of_month" content="1"/><meta name="publication_month" content="2"/>
<meta name="publication_year" content="2007"/>{head}
<docdata><doc-id id-string="{id}"/><identified-content>{descriptors}
<classifier class="online_producer" type="descriptor">Not this one</classifier></identified-content></docdata></head>
<body><body.head><hedline><hl1>Headline {id}</hl1></hedline>
<byline class="print_byline">By Somebody Else</byline><byline class="normalized_byline">{byline}</byline></body.head>
<body.content><block class="lead_paragraph">{_paragraphs(lead)}</block>
<block class="full_text">{_paragraphs(body)}</block></body.content></body></nitf>""".encode()


def _paragraphs(texts: Sequence[str]) -> str:
    return "".join(f"<p>{text}</p>\n" for text in texts)


def archive(path: Path, members: Mapping[str, bytes]) -> Path:
    """A .tgz with these members."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(path, "w:gz") as file:
        for name, data in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            file.addfile(member, io.BytesIO(data))
    return path


def press(folder: Path, months: int = 3, per_month: int = 8) -> Path:
    """A folder of monthly archives: four authors, three topics, numbered articles."""
    for month in range(months):
        numbers = range(month * per_month, (month + 1) * per_month)
        members = {f"{month + 1:02d}/01/{n:07d}.xml": numbered(n) for n in numbers}
        archive(folder / "1999" / f"{month + 1:02d}.tgz", members)
    return folder


def numbered(n: int) -> bytes:
    """The n-th article of `press`; its text has n + 3 words."""
    topic = ("Music", "Dancing", "Theatre")[n % 3]
    return article(str(n), f"Author, {'ABCD'[n % 4]}", (topic,), body=("It rained. " + "more " * n + "then",))
