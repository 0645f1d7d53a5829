"""A few short problems, and verifiers and obfuscators whose behaviour is known."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import fields

import numpy as np

from stylobench.corpora.world import world
from stylobench.edits import Edit, Rewrite, Sheet
from stylobench.records import Corpus, Document, Trial


def problem_corpus(authors: int = 8, words: int = 60) -> Corpus:
    """For every author a same-author problem, and one with the next author's text; no text is in two problems."""
    found = world(authors=authors, topics=1, documents=4 * authors, words=words)
    by = {name: [one for one in found.documents if one.author == name] for name in sorted({*found.column("author")})}
    names = list(by)
    trials = []
    for number, name in enumerate(names):
        ours, other = by[name], by[names[(number + 1) % len(names)]]
        trials.append(Trial(f"s{number}", (ours[0].id,), ours[1].id, True))
        trials.append(Trial(f"t{number}", (ours[2].id,), other[3].id, False))
    return Corpus.of("small", found.documents, {}, trials)


def turned(corpus: Corpus) -> Corpus:
    """The same documents and problems in another order."""
    return Corpus.of(corpus.name, tuple(corpus.documents)[::-1], corpus.provenance, corpus.trials[::-1])


def documents(*rows: tuple[str, str]) -> Corpus:
    """Documents by author and text, named d00, d01, ..."""
    return Corpus.of("hand", [Document(f"d{n:02d}", text, author) for n, (author, text) in enumerate(rows)])


def overlap(problem) -> float:
    """The share of distinct words that known and questioned texts have in common."""
    known, asked = ({*" ".join(texts).split()} for texts in (problem.known, (problem.questioned,)))
    return len(known & asked) / max(1, len(known | asked))


class WordOverlap:
    """Answers every problem on its own."""

    def fit(self, problems, same):
        return self

    def verify(self, problems):
        return np.array([overlap(problem) for problem in problems])


class AsksAround(WordOverlap):
    """Ranks each problem among all that it is asked about with it."""

    def verify(self, problems):
        scores = super().verify(problems)
        return np.argsort(np.argsort(scores)) / len(scores)


class Dice(WordOverlap):
    """Draws from the global stream, while learning and while answering."""

    def fit(self, problems, same):
        self.shift = np.random.random()  # noqa: NPY002
        return self

    def verify(self, problems):
        return (super().verify(problems) + self.shift + np.random.random(len(problems))) / 3  # noqa: NPY002


class Remembers(WordOverlap):
    """Refuses a text that it has learnt from."""

    def fit(self, problems, same):
        self.seen = {text for problem in problems for text in (*problem.known, problem.questioned)}
        return self

    def verify(self, problems):
        if any(text in self.seen for problem in problems for text in (*problem.known, problem.questioned)):
            raise ValueError("I know this text")
        return super().verify(problems)


class Broken(WordOverlap):
    """Never answers."""

    def verify(self, problems):
        raise ValueError("no good")


class Fussy(WordOverlap):
    """Fails on one text."""

    def __init__(self, text="x"):
        self.text = text

    def verify(self, problems):
        if any(one.questioned == self.text for one in problems):
            raise ValueError("not that one\nnor that")
        return super().verify(problems)


class Learnt(WordOverlap):
    """Answers by how many of its words it met in questioned texts while learning."""

    def fit(self, problems, same):
        self.words = {word for problem in problems for word in problem.questioned.split()}
        return self

    def verify(self, problems):
        asked = [problem.questioned.split() for problem in problems]
        return np.array([sum(word in self.words for word in words) / max(1, len(words)) for words in asked])


class Upper:
    """Writes everything in capitals, and gives a plain text."""

    uses_known = False

    def fit(self, texts):
        return self

    def rewrite(self, problem, rng):
        return problem.questioned.upper()


class Silly(Upper):
    """Gives the original as a plain text."""

    def rewrite(self, problem, rng):
        return problem.questioned


class Letter(Upper):
    """Puts a letter before everything, drawn at random."""

    def rewrite(self, problem, rng):
        sheet = Sheet(problem.questioned)
        sheet.change(0, 0, f"{chr(97 + int(rng.integers(26)))} ", "letter")
        return sheet.rewrite()


class Tagged(Upper):
    """Puts a word before everything."""

    def __init__(self, word="x"):
        self.word = word

    def rewrite(self, problem, rng):
        return Rewrite(problem.questioned, (Edit(0, 0, f"{self.word} " * 40, "tag"),))


class Halting(Upper):
    """Raises on some texts, told by their length."""

    def rewrite(self, problem, rng):
        if len(problem.questioned) % 2:
            raise RuntimeError("out of ideas")
        return super().rewrite(problem, rng)


class Moody(Upper):
    """Raises or not by the dice alone."""

    def rewrite(self, problem, rng):
        if rng.random() < 0.4:
            raise RuntimeError("not today")
        return super().rewrite(problem, rng)


class Never(Upper):
    """Always raises."""

    def rewrite(self, problem, rng):
        raise RuntimeError("never")


class Hanging(Upper):
    """Hangs on texts that ask for it."""

    def rewrite(self, problem, rng):
        if "hang" in problem.questioned:
            time.sleep(60)
        return super().rewrite(problem, rng)


class Dying(Upper):
    """Its process is killed by texts that ask for it."""

    def rewrite(self, problem, rng):
        if "die" in problem.questioned:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().rewrite(problem, rng)


class Lying(Upper):
    """Gives whatever it was told to."""

    def __init__(self, answer=None):
        self.answer = answer

    def rewrite(self, problem, rng):
        return self.answer


class Spying(Upper):
    """Looks at known texts, and says how many there are."""

    uses_known = True

    def rewrite(self, problem, rng):
        return f"{len(problem.known)} {[field.name for field in fields(problem)]} {problem.questioned}"
