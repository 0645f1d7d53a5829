"""Simulated authors whose style can be erased trait by trait, and attacks on what they wrote.

An author writes four documents, each on another topic; topics share no words and no favourite names, so nothing but
style gives an author away. A document is written sentence by sentence, each from a random stream of its own. An Eraser
writes it again from the same streams, as many sentences, after a share of the traits (drawn anew for every author and
seed of the eraser) were set to what everybody does; at a share of 0 it is the same text.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain, count
from pathlib import Path

from stylobench import specs
from stylobench.corpora._world_authors import style_tables
from stylobench.corpora._world_grammar import Table, grammar, write
from stylobench.corpora._world_topics import Topic, choose_topics, name_tables, word_tables
from stylobench.corpora._world_writer import INTRO, PARAGRAPH, SENTENCE, _sentence, _with_cast
from stylobench.edits import Edit, Rewrite
from stylobench.engine.archive import Archive
from stylobench.engine.attack_arena import Arena, arena
from stylobench.engine.attack_problems import Play, play
from stylobench.engine.attack_writings import given
from stylobench.engine.methods import methods
from stylobench.engine.run import Force
from stylobench.protocols.attack_ground import Attacked
from stylobench.records import Corpus, Document, Problem, Trial
from stylobench.seeds import generator

TOPICS, DOCUMENTS, FOLDS = 8, 4, 5
AUTHORS, STYLE, WORDS = 40, 5.0, 400
KEPT = 1024
VERIFIERS = {
    "char_ngrams": "char_ngrams(calibrate='none')",
    "ppm": "ppm",
    "topic_fit": "topic_fit(calibrate='none')",
}
ERASABLE = tuple(n for n, trait in enumerate(grammar().traits) if trait.kind != "titles")


@dataclass(frozen=True)
class Eraser:
    """Sets a share of every author's traits to what everybody does; a larger share of one seed takes more of them."""

    share: float
    seed: int = 0

    def traits(self, world: int, author: int) -> frozenset[int]:
        """The traits of this author that are erased, by number."""
        order = generator(world, "eraser", str(self.seed), str(author)).permutation(ERASABLE).tolist()
        return frozenset(order[: round(self.share * len(order))])


NOTHING = Eraser(0.0)


@dataclass(frozen=True)
class Scribe:
    """Writes any author's document of a world, as it is or with traits erased."""

    seed: int
    style: float = STYLE
    words: int = WORDS

    @cached_property
    def topics(self) -> Sequence[Topic]:
        """The topics of this world."""
        return choose_topics(self.seed, TOPICS, 0, TOPICS)

    def document(self, author: int, index: int, eraser: Eraser = NOTHING, topic_of: int | None = None) -> str:
        """Document `index` of an author; on the topic of another author's where one is named."""
        topic = ((author if topic_of is None else topic_of) + 2 * index) % TOPICS
        sentences = _own_sentences(self, author, index, topic)
        if eraser.share:
            sentences = self.sentences(author, index, topic, eraser, len(sentences))
        return _in_paragraphs(sentences, _tables(self, author, topic, eraser), self._draws(author, index, topic, -1))

    def sentences(self, author: int, index: int, topic: int, eraser: Eraser, wanted: int | None) -> list[str]:
        """So many sentences, or until there are enough words."""
        tables = _with_cast(_tables(self, author, topic, eraser), self._draws(author, index, topic, -2))
        found, written = list[str](), 0
        for number in count():
            if len(found) == wanted or (wanted is None and written >= self.words):
                return found
            draws = self._draws(author, index, topic, number)
            found.append(_sentence(SENTENCE if number else INTRO, tables, draws))
            written += found[-1].count(" ") + 1
        raise AssertionError("counting does not end")

    def _draws(self, author: int, index: int, topic: int, number: int) -> Iterator[float]:
        rng = generator(self.seed, "scribe", str(author), str(index), str(topic), str(number))
        return chain.from_iterable(iter(lambda: rng.random(64).tolist(), None))


@lru_cache(KEPT)
def _own_sentences(scribe: Scribe, author: int, index: int, topic: int) -> list[str]:
    return scribe.sentences(author, index, topic, NOTHING, None)


@lru_cache(KEPT)
def _tables(scribe: Scribe, author: int, topic: int, eraser: Eraser) -> list[Table]:
    erased = eraser.traits(scribe.seed, author)
    own, common = _style(scribe, author), style_of_everybody()
    style = [common[n] if n in erased else table for n, table in enumerate(own)]
    return [*style, *_words(scribe, topic), *name_tables(scribe.topics[topic], author, scribe.seed, 0.0)]


@lru_cache(KEPT)
def _style(scribe: Scribe, author: int) -> list[Table]:
    return style_tables(author, scribe.seed, scribe.style)


@lru_cache(KEPT)
def _words(scribe: Scribe, topic: int) -> list[Table]:
    return word_tables(scribe.topics[topic], scribe.seed, 0.0)


@cache
def style_of_everybody() -> list[Table]:
    """The tables of the average author."""
    return style_tables(0, 0, 0.0)


def _in_paragraphs(sentences: Sequence[str], tables: Sequence[Table], draws: Iterator[float]) -> str:
    paragraphs, rest = list[str](), list(sentences)
    while rest:
        size = int(write(PARAGRAPH, tables, draws))
        paragraphs.append(" ".join(rest[:size]))
        rest = rest[size:]
    return "\n\n".join(paragraphs)


@dataclass(frozen=True)
class Ground:
    """Authors in a ring: of each two same-author problems, and two whose questioned text is the next author's."""

    scribe: Scribe
    first: int = 0
    authors: int = AUTHORS

    @cached_property
    def numbers(self) -> range:
        """The numbers of the authors."""
        return range(self.first, self.first + self.authors)

    @cached_property
    def corpus(self) -> Corpus:
        """Their documents and the problems."""
        documents = [
            Document(f"{author}/{index}", self.scribe.document(author, index), f"author {author}")
            for author in self.numbers
            for index in range(DOCUMENTS)
        ]
        return Corpus.of("simulated authors", documents, trials=list(self._trials()))

    def _trials(self) -> Iterator[Trial]:
        for author in self.numbers:
            for known in range(0, DOCUMENTS, 2):
                after = self.numbers[(author + 1 - self.first) % self.authors]
                for who in (author, after):
                    yield Trial(f"{author}/{known}-{who}", (f"{author}/{known}",), f"{who}/{known + 1}", who == author)

    @cached_property
    def field(self) -> Arena:
        """The problems and their folds."""
        return arena(self.corpus, "simulated authors", FOLDS, self.scribe.seed)

    def attacked(self, rewriters: Mapping[str, Rewriter]) -> Attacked:
        """What verifiers say untouched and after each rewriter."""
        writings = {name: given(name, self.field, self._rewritten(how)) for name, how in rewriters.items()}
        named = methods({name: specs.build("verifiers", spec) for name, spec in VERIFIERS.items()}, "verifiers")
        with tempfile.TemporaryDirectory() as folder:
            how = (Archive(Path(folder)), Force(0), None)
            return play(Play(self.field, writings), named, self.scribe.seed, how).attacked

    def _rewritten(self, how: Rewriter) -> dict[str, Rewrite | str]:
        texts = {document.id: document.text for document in self.corpus.documents}
        found: dict[str, Rewrite | str] = {}
        for trial in self.corpus.trials:
            if trial.same:
                original, (author, index) = texts[trial.questioned], map(int, trial.questioned.split("/"))
                made = how(self, author, index, original)
                edits = () if made == original else (Edit(0, len(original), made, "written again"),)
                found[trial.id] = Rewrite(original, edits)
        return found


Rewriter = Callable[[Ground, int, int, str], str]


def erasing(eraser: Eraser) -> Rewriter:
    """The same document with traits erased."""
    return lambda ground, author, index, original: ground.scribe.document(author, index, eraser)


def by_another(eraser: Eraser) -> Rewriter:
    """A document on the same topic by somebody who wrote nothing else here."""

    def written(ground: Ground, author: int, index: int, original: str) -> str:
        return ground.scribe.document(-1 - author, index, eraser, topic_of=author)

    return written


def obfuscating(spec: str) -> Rewriter:
    """One of the house's own obfuscators."""
    obfuscator = specs.build("obfuscators", spec).fit([])

    def written(ground: Ground, author: int, index: int, original: str) -> str:
        rng = generator(ground.scribe.seed, "obfuscating", spec, str(author), str(index))
        return str(obfuscator.rewrite(Problem((), original), rng).text)

    return written
