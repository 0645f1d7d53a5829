"""Writes generated NITF archives: yearly folders of monthly .tgz, streaming, any number of articles.

Run as `python bench/nyt_generate.py FOLDER ARTICLES`; the words are made up, their sizes are those of news. Four
articles in five have one author and one topic; of a `mixed` newspaper three in 25 have, as of the real one (224,308 of
1,855,658).
"""

from __future__ import annotations

import io
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from stylobench.seeds import generator

MONTHS = 246
PER_MONTH = 5_000
WORDS = 550
SENTENCES = 20_000
SMALL = ("the", "of", "and", "to", "in", "a", "is", "that", "for", "it", "as", "was", "with", "be", "by", "on", "not")
SYLLABLES = (
    "ba",
    "ke",
    "li",
    "mo",
    "nu",
    "ra",
    "se",
    "ti",
    "vo",
    "zu",
    "pla",
    "dre",
    "gri",
    "sto",
    "fle",
    "chan",
    "der",
    "ing",
    "tor",
)


class Press:
    """A source of sentences, authors and descriptors, the same for the same seed."""

    def __init__(self, seed: int = 0, mixed: bool = False, authors: int = 400, topics: int = 60) -> None:
        self.mixed = mixed
        self.rng = generator(seed, "nyt_generate")
        words = self._words(6_000)
        self.authors = [f"{words[i].title()}, {words[i + 1].title()}" for i in range(100, 100 + 2 * authors, 2)]
        self.topics = [f"{words[i].title()} and {words[i + 1].title()}" for i in range(2_000, 2_000 + 2 * topics, 2)]
        self.sentences = self._sentences(words)

    def _words(self, count: int) -> list[str]:
        picks = self.rng.integers(len(SYLLABLES), size=(count, 3))
        lengths = self.rng.integers(1, 4, size=count)
        made = ["".join(SYLLABLES[i] for i in row[:n]) for row, n in zip(picks, lengths, strict=True)]
        return [*SMALL, *made]

    def _sentences(self, words: list[str]) -> list[str]:
        zipf = 1 / np.arange(2, len(words) + 2)
        picks = self.rng.choice(len(words), size=(SENTENCES, 22), p=zipf / zipf.sum())
        return [" ".join(words[i] for i in row).capitalize() + "." for row in picks]

    def article(self, number: int, year: int, month: int) -> bytes:
        """One article: two in five have the lead paragraph twice."""
        rng = self.rng
        count = max(4, int(rng.normal(WORDS / 22, 5)))
        picked = [self.sentences[i] for i in rng.integers(SENTENCES, size=count)]
        paragraphs = [" ".join(picked[i : i + 3]) for i in range(0, count, 3)]
        lead = paragraphs[0]
        if number % 5 < 2:
            lead = f"LEAD: {lead}"
            paragraphs = [lead, *paragraphs]
        sizes = self._mixed(number) if self.mixed else (2 if number % 10 == 3 else 1, 2 if number % 10 == 7 else 1)
        authors = [self.authors[i] for i in rng.integers(len(self.authors), size=sizes[0])]
        topics = [self.topics[i] for i in rng.integers(len(self.topics), size=sizes[1])]
        return _nitf(number, (year, month, 1 + number % 28), picked[-1][:60], (authors, topics, [lead], paragraphs))

    def _mixed(self, number: int) -> tuple[int, int]:
        """How many authors and topics: one of each, or no author, or several topics."""
        if number % 25 < 3:
            return 1, 1
        return (0, 1) if number % 2 else (1, 3)


def _nitf(number: int, day: tuple[int, int, int], title: str, parts: tuple[list[str], ...]) -> bytes:
    authors, topics, lead, paragraphs = parts
    year, month, date = day
    name = authors[0] if authors else "Nobody"
    descriptors = "".join(f'<classifier class="indexing_service" type="descriptor">{t}</classifier>\n' for t in topics)
    online = "".join(
        f'<classifier class="online_producer" type="general_descriptor">{t}</classifier>\n' for t in topics
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE nitf SYSTEM "http://www.nitf.org/IPTC/NITF/3.3/specification/dtd/nitf-3-3.dtd">
<nitf change.date="June 10, 2005" change.time="19:30" version="-//IPTC//DTD NITF 3.3//EN">
<head>
<title>{title}</title>
<meta content="{number}X" name="slug"/>
<meta content="{date}" name="publication_day_of_month"/>
<meta content="{month}" name="publication_month"/>
<meta content="{year}" name="publication_year"/>
<meta content="Thursday" name="publication_day_of_week"/>
<meta content="Cultural Desk" name="dsk"/>
<meta content="14" name="print_page_number"/>
<meta content="C" name="print_section"/>
<meta content="3" name="print_column"/>
<meta content="Arts" name="online_sections"/>
<docdata>
<doc-id id-string="{number}"/>
<doc.copyright holder="A Newspaper" year="{year}"/>
<identified-content>
{descriptors}<person class="indexing_service">{name.upper()}</person>
<classifier class="online_producer" type="taxonomic_classifier">Top/Features/Arts</classifier>
<classifier class="online_producer" type="types_of_material">Review</classifier>
{online}</identified-content>
</docdata>
<pubdata date.publication="{year}{month:02d}{date:02d}T000000" item-length="{WORDS}" name="A Newspaper"
 unit-of-measure="word"/>
</head>
<body>
<body.head>
<hedline>
<hl1>{title}</hl1>
</hedline>
<byline class="print_byline">By {name}</byline>
<byline class="normalized_byline">{"; ".join(authors)}</byline>
</body.head>
<body.content>
<block class="lead_paragraph">
{_paragraphs(lead)}</block>
<block class="full_text">
{_paragraphs(paragraphs)}</block>
</body.content>
</body>
</nitf>
""".encode()


def _paragraphs(texts: list[str]) -> str:
    return "".join(f"<p>{text}</p>\n" for text in texts)


def months(articles: int) -> Iterator[tuple[int, int, range]]:
    """Year, month and the numbers of its articles, about evenly over as many months as are worth filling."""
    count = max(2, min(MONTHS, articles // PER_MONTH))
    edges = np.linspace(0, articles, count + 1).astype(int)
    for i in range(count):
        yield 1987 + i // 12, 1 + i % 12, range(int(edges[i]), int(edges[i + 1]))


def generate(folder: Path, articles: int, mixed: bool = False, seed: int = 0) -> None:
    """Fill the folder with that many articles in monthly archives."""
    press = Press(seed, mixed)
    for year, month, numbers in months(articles):
        target = folder / str(year) / f"{month:02d}.tgz"
        target.parent.mkdir(parents=True, exist_ok=True)
        with tarfile.open(target, "w:gz", compresslevel=6) as archive:
            for number in numbers:
                data = press.article(number, year, month)
                member = tarfile.TarInfo(f"{month:02d}/{1 + number % 28:02d}/{number:07d}.xml")
                member.size = len(data)
                archive.addfile(member, io.BytesIO(data))


if __name__ == "__main__":
    generate(Path(sys.argv[1]), int(sys.argv[2]))
