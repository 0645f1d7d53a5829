"""What a writer who wants to stay unrecognised is told, as records; undefined values are None."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from stylobench.protocols.attack_findings import Sure


@dataclass(frozen=True)
class Clue:
    """Something that gives the text away, how much more than usual the verdict rests on it, and where it stands."""

    name: str
    weight: float
    places: tuple[str, ...]


@dataclass(frozen=True)
class Verdict:
    """What one verifier says of the text beside the writer's earlier ones.

    `threshold` is None where it says the same of everything, `recognised` where it gives no answer. `same` is the share
    of `n_same` pairs of texts by one other writer that score at most as high, `different` that of `n_different` pairs
    by two writers. `accuracy` is on all these pairs, each answered by a verifier that had seen none of its texts.
    """

    verifier: str
    score: float | None
    threshold: float | None
    recognised: bool | None
    same: float | None
    n_same: int
    different: float | None
    n_different: int
    accuracy: Sure
    clues: tuple[Clue, ...]


@dataclass(frozen=True)
class Suggestion:
    """One edit; `sentence` has the words around it, with … where the sentence goes on."""

    original: str
    replacement: str
    operator: str
    sentence: str


@dataclass(frozen=True)
class Suggested:
    """What to change so that one verifier no longer recognises the writer; `enough` says whether it then does not, and
    is False where it then gives no answer.
    """

    verifier: str
    enough: bool
    score: float | None
    edits: tuple[Suggestion, ...]


@dataclass(frozen=True)
class Disguise:
    """What one verifier says of the text when an obfuscator has rewritten it; `edits` per 1,000 words."""

    obfuscator: str
    verifier: str
    score: float | None
    recognised: bool | None
    edits: float


@dataclass(frozen=True)
class Advice:
    """Everything that is known of one text; `texts` and `known_words` are of the writer's earlier texts, `others` and
    `authors` of the documents that verifiers learnt from.
    """

    words: int
    texts: int
    known_words: int
    others: int
    authors: int
    verdicts: tuple[Verdict, ...]
    suggested: tuple[Suggested, ...]
    disguises: tuple[Disguise, ...]
    cautions: tuple[str, ...]
    specs: Mapping[str, str]

    def as_result(self, name: str, settings: Mapping[str, Any]) -> dict[str, Any]:
        """The advice on a text of that name as a report reads it."""
        corpus = {"name": name, "documents": self.texts + 1}
        head = {"protocol": "advice", "corpus": corpus, "settings": {"versions": {}, **settings}, "methods": {}}
        return {**head, "warnings": list(self.cautions), **asdict(self)}
