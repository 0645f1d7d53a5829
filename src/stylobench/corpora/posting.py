"""A Usenet message -> its writer's own words: no quoted lines, no attribution lines, no signature."""

from __future__ import annotations

import re

QUOTED = re.compile(r"\s{0,8}(?:\w{0,4}>|\|(?!\s*\|)|[:#}%](?=\s|$|[:#}%>|]))")
WRITES = re.compile(r"\b(?:writes?|wrote|writeth|says|said)\s*(?:\.\.\.|:)\W*$", re.IGNORECASE)
OPENS_ATTRIBUTION = re.compile(
    r"\W*(?:In|From|On|Quoting)\b.*(?:\barticle\b|<[^>\s]*>|@|\b(?:19|20)\d\d\b)|\W*In article\b", re.IGNORECASE
)
ADDRESS = re.compile(r"[^\s<>()\"',;:]+[@!%][\w.-]+")
CITES = re.compile(r"\W*In article <\S+>", re.IGNORECASE)
SAID = re.compile(r"\bsa(?:id|ys)\b", re.IGNORECASE)
SEPARATOR = re.compile(r"--\s*$")
RULE = re.compile(r"\s*([-_=*~+#/\\|.:^<>])(?:[\s\1]*\1){4,}\W*$")
LONGEST_SIGNATURE = 16
LONGEST_UNMARKED_PARAGRAPH = 8
HEADING_WORDS = 8
ATTRIBUTION_LINES = 3
NEVER_A_MARK = frozenset("\"'([{-*._`<$&@,;?!/\\")


def own_words(body: str, address: str = "", name: str = "") -> str:
    """What the writer of a message wrote there.

    >>> own_words("jo@x.org (Jo) writes:\\n> Is it so?\\n\\nIt is.\\n-- \\nAl, al@y.org")
    'It is.'
    """
    lines = _without_quotes(_without_signature(body.expandtabs().splitlines(), address, name))
    return re.sub(r"\n\s*\n\s*\n+", "\n\n", "\n".join(line.rstrip() for line in lines)).strip()


def _without_quotes(lines: list[str]) -> list[str]:
    closes = [(":" in line or "..." in line) and WRITES.search(line) is not None for line in lines]
    kept: list[str] = []
    marks = ""
    at = 0
    while at < len(lines):
        length = _attribution(lines, closes, at)
        if length:
            at += length
            marks += _mark_of_next(lines, at)
        else:
            line = lines[at]
            if not QUOTED.match(line) and not (marks and line.lstrip()[:1] in tuple(marks)):
                kept.append(line)
            at += 1
    return kept


def _attribution(lines: list[str], closes: list[bool], at: int) -> int:
    """How many lines from here on only say who wrote what follows; 0 when none does."""
    if True in closes[at : at + ATTRIBUTION_LINES]:
        opens = OPENS_ATTRIBUTION.match(lines[at]) is not None or _only_an_address(lines[at])
        for length, line in enumerate(lines[at : at + ATTRIBUTION_LINES], start=1):
            if not line.strip() or QUOTED.match(line):
                break
            if closes[at + length - 1] and (length == 1 or opens):
                whole = " ".join(lines[at : at + length])
                return 0 if SAID.search(line[-12:]) and not ADDRESS.search(whole) else length
    return 1 if CITES.match(lines[at]) else 0


def _only_an_address(line: str) -> bool:
    found = ADDRESS.search(line)
    return found is not None and len(line.split()) <= 6


def _mark_of_next(lines: list[str], at: int) -> str:
    """The sign that the next line starts with, if it is one that people quote with."""
    following = next((line.lstrip() for line in lines[at : at + 3] if line.strip()), "")
    first = following[:1]
    return "" if not first or first.isalnum() or first in NEVER_A_MARK else first


def _without_signature(lines: list[str], address: str, name: str) -> list[str]:
    lines = _up_to(lines, len(lines))
    for at, line in enumerate(lines):
        if SEPARATOR.match(line) and _written(lines[at + 1 :]) <= LONGEST_SIGNATURE:
            lines = _up_to(lines, at)
            break
    for _ in range(3):
        start = _unmarked_signature(lines, address.lower(), name.lower())
        if start == len(lines):
            break
        lines = _up_to(lines, start)
    return lines


def _unmarked_signature(lines: list[str], address: str, name: str) -> int:
    """Where a block near the end starts that gives the writer's address or name, with no separator."""
    end = len(lines)
    if end and name and _is_name(lines[-1], name):
        return end - 1
    last = True
    for start in range(end - 1, max(end - LONGEST_SIGNATURE, 0) - 1, -1):
        if not lines[start].strip() or RULE.match(lines[start]):
            paragraph = _paragraph(lines[start + 1 :])
            short = last or (paragraph != [] and len(paragraph[0].split()) <= HEADING_WORDS)
            if short and _signed("\n".join(paragraph).lower(), address, name):
                return start
            last = False
    return end


def _paragraph(lines: list[str]) -> list[str]:
    length = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    return lines[:length] if length <= LONGEST_UNMARKED_PARAGRAPH else []


def _signed(paragraph: str, address: str, name: str) -> bool:
    by_address = address != "" and address in paragraph
    return by_address or (name != "" and name in paragraph and "@" in paragraph)


def _is_name(line: str, name: str) -> bool:
    words = re.findall(r"\w+", line.lower())
    return 0 < len(words) <= 4 and set(words) <= set(re.findall(r"\w+", name))


def _up_to(lines: list[str], end: int) -> list[str]:
    while end and (not lines[end - 1].strip() or RULE.match(lines[end - 1])):
        end -= 1
    return lines[:end]


def _written(lines: list[str]) -> int:
    return sum(bool(line.strip()) for line in lines)
