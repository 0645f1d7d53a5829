from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pytest

import stylobench
from stylobench.errors import SplitError
from stylobench.protocols.advice_ground import Bench, Judge
from stylobench.records import Corpus, Document, Problem, Trial, Trials


@pytest.fixture(scope="module")
def world() -> Corpus:
    return stylobench.world(authors=8, topics=2, documents=64, words=250, seed=3, style=3.0)


@pytest.fixture(scope="module")
def others(world: Corpus) -> Corpus:
    return Corpus.of("others", [one for one in world.documents if one.author != world.documents[0].author])


@pytest.fixture(scope="module")
def writer(world: Corpus) -> Problem:
    mine = [one.text for one in world.documents if one.author == world.documents[0].author]
    return Problem(tuple(mine[1:4]), mine[0])


def numbered(author: str, number: int, words: int) -> Document:
    """A document whose every word says who wrote it, in which text and where."""
    return Document(f"{author}{number}", " ".join(f"{author}.{number}.{n}" for n in range(words)), author)


def people(count: int, texts: int, words: int) -> Corpus:
    return Corpus.of("people", [numbered(f"p{one}", n, words) for one in range(count) for n in range(texts)])


def case(known: int, own: int, asked: int) -> Problem:
    return Problem(tuple(numbered("me", number, own).text for number in range(known)), numbered("me", 99, asked).text)


def marks(bench: Bench, trials: Trials, parts: int) -> set[str]:
    """Who wrote the texts of some problems (1 part), or these texts (2)."""
    words = (word for row in trials.rows for word in bench.texts[row].split())
    return {".".join(word.split(".")[:parts]) for word in words}


def runs(texts: Iterable[str]) -> set[tuple[str, ...]]:
    """Every ten words that follow each other in a text."""
    split = [text.split() for text in texts]
    return {tuple(words[start : start + 10]) for words in split for start in range(len(words) - 9)}


def test_the_writers_own_texts_are_not_learnt_from(world: Corpus, writer: Problem) -> None:
    bench = Bench.of(world, writer, 0)
    own = {*writer.known, writer.questioned}
    assert own.isdisjoint(bench.texts[row] for row in bench.trials.rows)
    assert bench.trials.same.any()
    assert not bench.trials.same.all()
    asked = [bench.texts[row] for row in bench.like.rows]
    assert asked
    assert runs(own).isdisjoint(runs(asked))


def test_problems_that_a_corpus_ships_are_used() -> None:
    documents = [Document(f"{number}", f"text number {number} so it is") for number in range(8)]
    trials = [Trial(f"t{n}", (f"{2 * n}",), f"{2 * n + 1}", same) for n, same in enumerate((True, False, None, True))]
    bench = Bench.of(Corpus.of("pan", documents, trials=trials), Problem(("so it is",), "so it was"), 0)
    assert bench.trials.questioned.tolist() == [1, 3, 7]
    assert bench.trials.same.tolist() == [True, False, True]
    assert bench.strangers == (Problem((documents[2].text,), documents[3].text),)


def test_a_fitted_verifier_is_taken_as_it_is(others: Corpus, writer: Problem) -> None:
    class Half:
        def verify(self, problems):
            return np.array([0.25 + 0.5 * (len(problem.questioned) % 2) for problem in problems])

    given = Half()
    judge = Judge.of(given, Bench.of(others, writer, 0), 0)
    assert judge.verifier is given
    assert judge.recognises(float("nan")) is None
    assert judge.rank(0.8, True)[0] == 1.0


def test_others_without_two_texts_of_anyone_are_a_clear_error() -> None:
    corpus = Corpus.of("few", [Document("1", "so", "ann"), Document("2", "it", "bob")])
    with pytest.raises(SplitError, match="no author with two texts"):
        Bench.of(corpus, Problem(("so it is",), "so it was"), 0)


@pytest.mark.parametrize(("known", "own", "asked"), [(1, 120, 80), (6, 60, 120), (3, 100, 100), (2, 200, 150)])
def test_the_line_comes_from_problems_like_the_case(known: int, own: int, asked: int) -> None:
    bench = Bench.of(people(9, 8, 120), case(known, own, asked), 0)
    assert len(bench.like) == 400
    assert bench.like.same.sum() == 200
    assert set(np.diff(bench.like.starts)) == {known}
    lengths = [{len(bench.texts[row].split()) for row in rows} for rows in (bench.like.known, bench.like.questioned)]
    assert lengths == [{own}, {asked}]


def test_where_nobody_has_texts_as_long_those_a_fifth_shorter_do() -> None:
    # five texts of 105 words are nearly 110 each, but not 125; that by 1.25 is 100, and 160 by 1.25 is 128
    corpus = people(9, 5, 105)
    assert {len(text.split()) for text in _like_texts(Bench.of(corpus, case(4, 110, 110), 0))} == {105}
    assert {len(text.split()) for text in _like_texts(Bench.of(corpus, case(4, 125, 125), 0))} == {100}
    assert not _like_texts(Bench.of(corpus, case(4, 160, 160), 0))


def _like_texts(bench: Bench) -> list[str]:
    return [bench.texts[row] for row in bench.like.rows]


def test_whoever_is_asked_about_was_not_met_in_learning() -> None:
    bench = Bench.of(people(9, 8, 120), case(3, 100, 100), 0)
    assert len(bench.folds) == 3
    assert len(bench.like) == sum(len(test) for _, test in bench.folds)
    for train, test in bench.folds:
        assert marks(bench, train, 1).isdisjoint(marks(bench, test, 1))
        assert train.same.any()
        assert not train.same.all()
    asked = [marks(bench, test, 1) for _, test in bench.folds]
    assert sum(map(len, asked)) == len(set.union(*asked)) == 9


def test_a_text_that_a_background_holds_twice_does_not_stand_on_both_sides() -> None:
    corpus = people(9, 4, 100)
    copies = [Document(f"copy of {one.id}", one.text, one.author) for one in corpus.documents]
    bench = Bench.of(Corpus.of("twice", [*corpus.documents, *copies]), case(1, 100, 100), 0)
    assert len(bench.like)
    for place in range(len(bench.like)):
        known = bench.like.known[bench.like.starts[place] : bench.like.starts[place + 1]]
        assert bench.texts[bench.like.questioned[place]] not in {bench.texts[row] for row in known}


def test_a_text_that_two_people_claim_was_not_met_in_learning() -> None:
    corpus = people(9, 4, 100)
    stolen = [Document(f"z{n}", one.text, f"p{(n // 4 + 1) % 9}") for n, one in enumerate(corpus.documents)]
    bench = Bench.of(Corpus.of("stolen", [*corpus.documents, *stolen]), case(1, 100, 100), 0)
    assert bench.folds
    for train, test in bench.folds:
        assert marks(bench, train, 2).isdisjoint(marks(bench, test, 2))


def shipped(problems: int, known: int, words: int, shared: bool = False) -> Corpus:
    """Problems with so many known texts; all beside the first one's where they are shared."""
    documents, trials = list[Document](), list[Trial]()
    for number in range(problems):
        own = [numbered(f"k{number}", n, words) for n in range(known)]
        asked = numbered(f"q{number}", 0, words)
        documents += [*own, asked]
        beside = documents[:known] if shared else own
        trials.append(Trial(f"t{number:02}", tuple(one.id for one in beside), asked.id, number % 2 == 0))
    return Corpus.of("shipped", documents, trials=trials)


def test_shipped_problems_are_cut_to_the_case_and_share_no_text_with_what_is_learnt() -> None:
    bench = Bench.of(shipped(30, 3, 200), case(2, 150, 90), 0)
    assert len(bench.like) == 30
    assert bench.like.same.sum() == 15
    assert set(np.diff(bench.like.starts)) == {2}
    assert {len(bench.texts[row].split()) for row in bench.like.known} == {150}
    assert {len(bench.texts[row].split()) for row in bench.like.questioned} == {90}
    for train, test in bench.folds:
        assert marks(bench, train, 2).isdisjoint(marks(bench, test, 2))


@pytest.mark.parametrize(
    ("corpus", "problem"),
    [
        (people(9, 4, 120), case(6, 120, 120)),
        (people(9, 4, 120), case(1, 900, 120)),
        (shipped(30, 3, 200), case(4, 100, 100)),
        (shipped(30, 3, 200), case(1, 100, 400)),
        (shipped(18, 3, 200), case(1, 100, 100)),
        (shipped(30, 1, 200, shared=True), case(1, 100, 100)),
        (people(9, 4, 120), Problem((), "so it is")),
    ],
    ids=["too many", "too long", "shipped, too many", "shipped, too long", "too few problems", "one suspect", "none"],
)
def test_a_case_that_the_background_cannot_build_is_not_validated(corpus: Corpus, problem: Problem) -> None:
    class Sure:
        def verify(self, problems: Sequence[Problem]) -> np.ndarray:
            return np.full(len(problems), 0.9)

    bench = Bench.of(corpus, problem, 0)
    assert (len(bench.like), bench.folds) == (0, ())
    judge = Judge.of(Sure(), bench, 0)
    assert np.isnan(judge.threshold)
    assert judge.recognises(0.9) is None
    assert judge.rank(0.9, True) == (None, 0)
    assert judge.accuracy.value is None


def test_strangers_score_higher_beside_six_known_texts_and_so_lies_the_line() -> None:
    world = stylobench.world(authors=15, topics=1, documents=150, words=250, seed=2, style=6.0)
    mine = [one.text for one in world.documents if one.author == world.documents[0].author]
    others = Corpus.of("others", [one for one in world.documents if one.author != world.documents[0].author])
    benches = [Bench.of(others, Problem(tuple(mine[1 : 1 + number]), mine[0]), 0) for number in (1, 6)]
    assert [set(np.diff(bench.like.starts).tolist()) for bench in benches] == [{1}, {6}]
    one, six = (Judge.of("char_ngrams(n=3, calibrate=none)", bench, 0) for bench in benches)
    assert six.scores[~six.truth].mean() > one.scores[~one.truth].mean()
    assert six.threshold > one.threshold
    # with the line for one known text more strangers would be taken for the writer
    assert (six.scores[~six.truth] >= one.threshold).mean() > 0.1 > (six.scores[~six.truth] >= six.threshold).mean()
    # the line stands where most of these very problems are judged right
    right = [((six.scores >= line) == six.truth).mean() for line in six.scores]
    assert ((six.scores >= six.threshold) == six.truth).mean() == max(right)
