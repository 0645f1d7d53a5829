"""Make src/stylobench/features/frequent_words.json: English words by how often five kinds of text use them.

scripts/make_frequent_words.py CORPORA

CORPORA holds newsgroups20, reuters21578, pan_av_english and stackexchange_coffee. A word's place comes from the
geometric mean of its relative frequency (one occurrence added) over the kinds of text: a word that one kind alone uses
often comes late. No text enters the list, only single words that every kind uses.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from math import log
from pathlib import Path

import stylobench

MOST = 3000
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
SINGLE = {"a", "i"}
OUT = Path(__file__).parents[1] / "src/stylobench/features/frequent_words.json"


def kinds(corpora: Path) -> Iterator[tuple[str, list[str]]]:
    """Name and texts of each kind."""
    yield "usenet", stylobench.load(str(corpora / "newsgroups20")).texts
    yield "news", stylobench.load(str(corpora / "reuters21578")).texts
    for part in ("essays", "novels"):
        folders = sorted(
            path for path in (corpora / "pan_av_english").rglob("*") if path.is_dir() and part in path.name
        )
        yield part, [file.read_text("utf-8-sig", "replace") for file in sorted(folders[0].rglob("*.txt"))]
    posts = (corpora / "stackexchange_coffee").rglob("Posts.xml")
    yield "answers", [re.sub(r"&[^;]*;", " ", file.read_text("utf-8")) for file in posts]


def main(corpora: Path) -> None:
    """Count, rank, write."""
    scores, everywhere = Counter[str](), list[set[str]]()
    for name, texts in kinds(corpora):
        counts = Counter(run.lower().replace("’", "'") for text in set(texts) for run in WORD.findall(text))
        total = sum(counts.values())
        print(f"{name}: {total:,} words", file=sys.stderr)
        everywhere.append({word for word, count in counts.items() if count >= 2})
        for word, count in counts.items():
            scores[word] += log((count + 1) / total) - log(1 / total)
    shared = set.intersection(*everywhere)
    ranked = sorted((w for w in shared if len(w) > 1 or w in SINGLE), key=lambda word: (-scores[word], word))
    OUT.write_text(json.dumps(ranked[:MOST], ensure_ascii=False, indent=0) + "\n", "utf-8")
    print(f"{min(len(ranked), MOST):,} of {len(ranked):,} words: {OUT.name}", file=sys.stderr)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
