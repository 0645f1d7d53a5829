"""Control: swaps, drops or doubles words or changes a letter at random, to show what noise alone does."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from sklearn.base import BaseEstimator

from stylobench.edits import Rewrite, Sheet
from stylobench.features.prose import WORD, Token, analysed
from stylobench.obfuscators._installed import packages
from stylobench.obfuscators._parameters import need_number
from stylobench.records import Problem

SWAP, DROP, DOUBLE, LETTER = "swap neighbours", "drop a word", "double a word", "change a letter"
OPERATORS = (SWAP, DROP, DOUBLE, LETTER)
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class RandomEdits(BaseEstimator):  # type: ignore[misc]
    """Edits that know nothing of style, language or meaning: an obfuscator should do better than these.

    rate    share of the words that are edited, from 0 to 1; a swap with the next word edits both
    """

    uses_known = False

    def __init__(self, rate: float = 0.1) -> None:
        self.rate = rate

    def depends_on(self) -> list[bytes]:
        """The package that finds sentences."""
        return [packages("sentencex")]

    def fit(self, texts: Sequence[str]) -> RandomEdits:
        """Learn nothing."""
        need_number(self, "rate", 0, 1)
        return self

    def rewrite(self, problem: Problem, rng: np.random.Generator) -> Rewrite:
        """The questioned text with that share of its words edited."""
        sheet = Sheet(problem.questioned)
        words = [token for token in analysed(problem.questioned).tokens if token.kind == WORD]
        left = round(self.rate * len(words))
        for place in rng.permutation(len(words)).tolist():
            if left <= 0:
                break
            left -= _edited(sheet, words[place : place + 2], OPERATORS[rng.integers(len(OPERATORS))], rng, left)
        return sheet.rewrite()


def _edited(sheet: Sheet, words: list[Token], operator: str, rng: np.random.Generator, left: int) -> int:
    """Edit the first word; how many words that has edited. Where there is none to swap with, a letter is changed."""
    word = words[0]
    if operator == SWAP and left > 1 and len(words) > 1 and _side_by_side(sheet, *words):
        between = sheet.original[word.end : words[1].start]
        return 2 * sheet.change(word.start, words[1].end, f"{words[1].text}{between}{word.text}", SWAP)
    if operator == DROP:
        return int(sheet.change(word.start, _end_of_space(sheet, word), "", DROP))
    if operator == DOUBLE:
        return int(sheet.change(word.start, word.end, f"{word.text} {word.text}", DOUBLE))
    return int(sheet.change(word.start, word.end, _misspelt(word.text, rng), LETTER))


def _side_by_side(sheet: Sheet, first: Token, second: Token) -> bool:
    blank = sheet.original[first.end : second.start].isspace()
    return blank and first.text != second.text and sheet.free(first.start, second.end)


def _end_of_space(sheet: Sheet, word: Token) -> int:
    """The end of a word or, where a single space follows it, of that."""
    return word.end + (sheet.original[word.end : word.end + 1] == " ")


def _misspelt(word: str, rng: np.random.Generator) -> str:
    """A word with another letter in one place, a capital for a capital."""
    places = [place for place, sign in enumerate(word) if sign.isalpha()] or list(range(len(word)))
    place = places[rng.integers(len(places))]
    letters = [letter for letter in LETTERS if letter != word[place].lower()]
    letter = letters[rng.integers(len(letters))]
    return word[:place] + (letter.upper() if word[place].isupper() else letter) + word[place + 1 :]
