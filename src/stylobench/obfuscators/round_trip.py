"""Translates a text into other languages and back, sentence by sentence (Keswani et al. 2016)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator

from stylobench.edits import Edit, Rewrite
from stylobench.errors import ProgramFailed, SpecError, StylobenchError
from stylobench.features.difference import edits_between
from stylobench.features.prose import OPAQUE, WORD, Prose, Token, analysed
from stylobench.obfuscators._installed import packages
from stylobench.obfuscators._parameters import need_above_0
from stylobench.obfuscators._translation import Translation
from stylobench.obfuscators._translators import Translator, imported, translators
from stylobench.records import Problem
from stylobench.specs import build

OPERATOR = "translation"
UNTRANSLATED, KEPT, FAULTS = "untranslated words", "unknown words kept", "generation errors"
EMPTY = "parts without translation"
LONGEST_WORD, LONGEST_PIECE, AT_ONCE, KEPT_READY = 100, 150, 2_000, 200_000
# Signs that the stream of an engine has for itself, or that cannot be sent, stay where they are: a caret at the end
# hangs Apertium even when it is escaped.
_APART = re.compile(r"[\[\]{}^$\\@<>*#~\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")
_SPACE, _PART = re.compile(r"\s+"), re.compile(r"\w+")
_WORD = re.compile(r"[^\W\d_]+")
_EMPTIED = re.compile(r'(?<!\w)"\s*"(?!\w)|“\s*”|«\s*»')
_ready: dict[tuple[str, str, str], Translation] = {}


class RoundTrip(BaseEstimator):  # type: ignore[misc]
    """Sends each sentence through a chain of translations that ends in its own language.

    chain       languages, such as en-es-en, en-ca-en, en-gl-en, en-eo-en or en-es-fr-es-en
    engine      apertium; command(line='...', flushes=True), a program with a sentence per line; marian(to=...,
                back=...), folders with MarianMT weights; or an object, or package.module:object, that makes the whole
                trip with translate(sentences)
    seconds     how long a sentence may take before the engine is started again; the second time is a failure

    The paper went from English to German, French and back with a statistical engine. Apertium translates by rules, runs
    offline and has no German; it is weaker than a neural engine: it leaves words untranslated, which `notes` count, and
    breaks more sentences. Addresses and markup stay as they are; what lies between them is translated apart.

    >>> RoundTrip(engine="command(line=cat)").rewrite(Problem((), "It is so."), np.random.default_rng(0)).edits
    ()
    """

    uses_known = False

    def __init__(self, chain: str = "en-es-en", engine: Any = "apertium", seconds: float = 30) -> None:
        self.chain = chain
        self.engine = engine
        self.seconds = seconds

    def depends_on(self) -> list[bytes]:
        """The programs, scripts and models of the engine; one that is missing is no matter until `fit`."""
        try:
            steps = translators(self.engine, self.chain, self.seconds)
        except StylobenchError:
            steps = []
        found = [part for step in steps for part in getattr(step, "depends_on", list)()]
        return [packages("sentencex"), *found]

    def wraps(self) -> Any:
        """An engine of the user's own, whose code and contents count; of the others the name is enough."""
        return build("translators", self.engine) if imported(self.engine) else self.engine

    def fit(self, texts: Sequence[str]) -> RoundTrip:
        """Nothing is learnt; an engine that is missing is found out here."""
        self._check()
        translators(self.engine, self.chain, self.seconds)
        return self

    def rewrite(self, problem: Problem, rng: np.random.Generator) -> Rewrite:
        """The questioned text there and back."""
        text = problem.questioned
        edits, notes = list[Edit](), Counter[str]()
        pieces = list(_pieces(analysed(text)))
        steps = translators(self.engine, self.chain, self.seconds)
        for places in _portions(pieces):
            plain = [_SPACE.sub(" ", text[start:end]) for start, end in places]
            for (start, end), found in zip(places, self._translated(steps, plain), strict=True):
                edits += _edits(text[start:end], found.text, start) if found.text else ()
                notes.update(_notes(text[start:end], found))
        if notes[EMPTY] == len(pieces) > 1:
            raise ProgramFailed(
                f"translation engine {self.engine!r} gave nothing back for any of {len(pieces):,} parts"
            )
        return Rewrite(text, tuple(edits), dict(notes))

    def _check(self) -> None:
        need_above_0(self, "seconds")
        if not isinstance(self.engine, str) and not callable(getattr(self.engine, "translate", None)):
            raise SpecError(
                f"round_trip(engine={self.engine!r}): engine is a name, or an object with translate(sentences)"
            )

    def _translated(self, steps: list[Translator], sentences: list[str]) -> list[Translation]:
        """Translations, each sentence once per process."""
        name = (repr(self.engine), self.chain)
        found = {one: _ready[*name, one] for one in sentences if (*name, one) in _ready}
        new = list(dict.fromkeys(one for one in sentences if one not in found))
        found |= zip(new, (_or_nothing(*pair) for pair in zip(new, _through(steps, new), strict=True)), strict=True)
        if isinstance(self.engine, str):
            _ready.update(((*name, one), found[one]) for one in new)
            for key in list(islice(_ready, max(0, len(_ready) - KEPT_READY))):
                del _ready[key]
        return [found[one] for one in sentences]


def _through(steps: list[Translator], sentences: list[str]) -> list[Translation]:
    """Sentences after all steps; words unknown in the last one, faults of all."""
    found = [Translation(one) for one in sentences]
    for step in steps if sentences else ():
        texts = [one.text for one in found]
        answers = [Translation(one) if isinstance(one, str) else one for one in step.translate(texts)]
        if len(answers) != len(texts):
            raise ProgramFailed(f"translator gave {len(answers):,} translations of {len(texts):,} sentences")
        found = [new._replace(faults=old.faults + new.faults) for old, new in zip(found, answers, strict=True)]
    return found


def _or_nothing(original: str, found: Translation) -> Translation:
    """A translation, or none where a quotation has lost its words on the way.

    >>> _or_nothing('"Oh" he said.', Translation('"" it said.')).text
    ''
    """
    emptied = _EMPTIED.search(found.text) and not _EMPTIED.search(original)
    return Translation("") if emptied else found


def _pieces(prose: Prose) -> Iterator[tuple[int, int]]:
    """Places of what is translated in one go: sentences, cut at what must stay and where they are too long."""
    for number in range(len(prose.sentences)):
        piece: list[Token] = []
        for token in prose.sentence(number):
            if _stays(token) or len(piece) >= LONGEST_PIECE:
                yield from _place(piece)
                piece = []
            if not _stays(token):
                piece.append(token)
        yield from _place(piece)


def _stays(token: Token) -> bool:
    return token.kind == OPAQUE or len(token.text) > LONGEST_WORD or _APART.search(token.text) is not None


def _place(piece: list[Token]) -> Iterator[tuple[int, int]]:
    if any(token.kind == WORD for token in piece):
        yield piece[0].start, piece[-1].end


def _portions(pieces: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    for at in range(0, len(pieces), AT_ONCE):
        yield pieces[at : at + AT_ONCE]


def _edits(original: str, translated: str, at: int) -> Iterator[Edit]:
    """Edits of a piece that begins at a place, with its own white space wherever the translation leaves a choice."""
    spaces = [found.span() for found in _SPACE.finditer(original)]
    shortened = _SPACE.sub(" ", original)
    places = _places(len(original), spaces)
    for edit in edits_between(shortened, _cased_like(original, translated), OPERATOR):
        start, end = places[edit.start], places[edit.end]
        whole = _with_line_ends(original, Edit(start, end, edit.replacement, OPERATOR))
        yield Edit(at + whole.start, at + whole.end, whole.replacement, OPERATOR)


def _places(length: int, spaces: list[tuple[int, int]]) -> list[int]:
    """Where each character of a text with single spaces stands in the text as it was, and where that ends."""
    within = {place for start, end in spaces for place in range(start + 1, end)}
    return [place for place in range(length + 1) if place not in within]


def _cased_like(original: str, translated: str) -> str:
    """The translation with a capital at its start if the original has one, and with none if not (but for I).

    >>> _cased_like("“Sure”, he said.", "“yes”, he says."), _cased_like("for Ann", "For Ann"), _cased_like("me", "I")
    ('“Yes”, he says.', 'for Ann', 'I')
    """
    model, first = _WORD.search(original), _WORD.search(translated)
    if model is None or first is None or first[0][0].isupper() == model[0][0].isupper():
        return translated
    begin, end = first.span()
    if model[0][0].isupper():
        return translated[:begin] + first[0][0].upper() + translated[begin + 1 :]
    own = first[0] == "I" or first[0][1:].lower() != first[0][1:] or first[0] in _WORD.findall(original)
    return translated if own else translated[:begin] + first[0].lower() + translated[end:]


def _with_line_ends(original: str, edit: Edit) -> Edit:
    """An edit that keeps the line ends inside it, each in the place of a space; one left over ends it."""
    ends = [space for space in _SPACE.findall(original[edit.start : edit.end]) if "\n" in space or "\r" in space]
    if not ends or not edit.replacement:
        return edit
    parts = re.split(r"( )", edit.replacement)
    gaps = [place for place, part in enumerate(parts) if part == " "]
    for gap, end in zip(gaps, ends, strict=False):
        parts[gap] = end
    if len(ends) > len(gaps) and original[edit.end : edit.end + 1] == " ":
        return Edit(edit.start, edit.end + 1, "".join(parts) + ends[-1], edit.operator)
    return Edit(edit.start, edit.end, "".join(parts), edit.operator)


def _notes(original: str, found: Translation) -> dict[str, int]:
    """Foreign words left over, unknown words that came through as they were, and faults; nothing from a mute engine."""
    if not found.text:
        return {EMPTY: 1}
    if found.unknown is None:
        return {}
    words = set(_PART.findall(original.lower()))
    kept = sum(words.issuperset(_PART.findall(word.lower())) for word in found.unknown)
    return {UNTRANSLATED: len(found.unknown) - kept, KEPT: kept, FAULTS: found.faults}
