from __future__ import annotations

import numpy as np
import pytest

import stylobench
from stylobench.engine.training_material import TrainingMaterial, training_material
from stylobench.errors import SplitError
from stylobench.records import Corpus, Document, Trial, Trials


def written(author: str, number: int, words: int) -> Document:
    """A document whose every word says who wrote it, in which text."""
    return Document(f"{author}{number}", " ".join([f"{author}.{number}"] * words), author)


def corpus_of(authors: int = 9, texts: int = 5, words: int = 140) -> Corpus:
    every = [written(f"a{one}", number, words) for one in range(authors) for number in range(texts)]
    return Corpus.of("small", [*every, written("lone", 0, words)])


def shipped_corpus(problems: int = 12) -> Corpus:
    """Problems of their own texts, with two known texts each; every third different."""
    documents, trials = list[Document](), list[Trial]()
    for number in range(problems):
        names = [f"p{number:02}{part}" for part in ("a", "b", "q")]
        documents += [Document(name, " ".join([f"{name}.{0}"] * 150)) for name in names]
        trials.append(Trial(f"t{number:02}", (names[0], names[1]), names[2], number % 3 != 0))
    return Corpus.of("shipped", documents, trials=trials)


def sources(made: TrainingMaterial, trials: Trials) -> set[str]:
    """The texts that stand in some problems: a text of a calibration problem is made of these words."""
    return {word for row in trials.rows for word in made.texts[row].split()}


def writers(words: set[str]) -> set[str]:
    return {word.split(".")[0] for word in words}


@pytest.fixture(scope="module")
def made() -> TrainingMaterial:
    return training_material(corpus_of(), None, 0)


def test_no_verifier_learns_from_an_author_or_a_text_that_it_is_calibrated_on(made: TrainingMaterial) -> None:
    # nine authors have several texts: four folds leave two or three of them out
    assert len(made.splits) == 4
    for split in made.splits:
        learnt, asked = sources(made, split.train), sources(made, split.test)
        assert writers(learnt).isdisjoint(writers(asked))
        assert learnt.isdisjoint(asked)
        assert writers(learnt)
        assert writers(asked)


@pytest.mark.parametrize("corpus", [corpus_of(), shipped_corpus()], ids=["documents", "problems"])
def test_with_every_kind_to_learn_from_nobody_and_no_text_is_met_before_either(corpus: Corpus) -> None:
    plain = training_material(corpus, None, 0)
    wider = plain.with_every_kind()
    for split, before in zip(wider.splits, plain.splits, strict=True):
        assert len(split.train) > len(before.train)
        assert sources(wider, split.train) == sources(wider, before.train)
        assert sources(wider, split.train).isdisjoint(sources(wider, split.test))
    assert len(wider.learnt) == len(plain.learnt) + plain.allowed.any(axis=0).sum()
    if plain.authors is None:
        # each problem as it is comes first of its turns, and is not learnt from twice
        turns = len(plain.calibration.trials) // len(plain.learnt)
        assert (np.flatnonzero(~plain.allowed.any(axis=0)) % turns == 0).all()
    else:
        assert plain.allowed.any(axis=0).all()


def test_every_calibration_problem_is_asked_in_one_split_in_their_order(made: TrainingMaterial) -> None:
    asked, behind = Trials.joined([split.test for split in made.splits]), len(made.documents)
    calibration = made.calibration.trials
    assert len(asked) == len(calibration) == len(made.calibration.people) == 1500
    assert (asked.known - behind).tolist() == calibration.known.tolist()
    assert (asked.questioned - behind).tolist() == calibration.questioned.tolist()
    assert asked.starts.tolist() == calibration.starts.tolist()
    assert asked.same.tolist() == calibration.same.tolist()
    assert made.texts == (*made.documents, *made.calibration.texts)


def test_both_authors_of_a_calibration_problem_are_left_out_together(made: TrainingMaterial) -> None:
    assert made.authors is not None
    place = 0
    for split in made.splits:
        concerned = made.calibration.people[place : place + len(split.test)]
        place += len(split.test)
        names = {made.authors[int(np.flatnonzero(made.writers == code)[0])] for code in np.unique(concerned)}
        assert names == writers(sources(made, split.test))
        assert names.isdisjoint(writers(sources(made, split.train)))


def test_each_author_is_left_out_once_and_pairs_to_learn_from_take_all(made: TrainingMaterial) -> None:
    asked = [writers(sources(made, split.test)) for split in made.splits]
    assert sum(map(len, asked)) == len(set.union(*asked))
    assert {f"a{one}" for one in range(9)} <= set.union(*asked)
    assert {f"a{one}" for one in range(9)} <= writers(sources(made, made.learnt))
    assert made.learnt.rows.max() < len(made.documents)
    for trials in (made.learnt, *(split.train for split in made.splits)):
        assert trials.same.sum() * 2 == len(trials)
        for first, second, same in zip(trials.known, trials.questioned, trials.same, strict=True):
            assert (made.writers[first] == made.writers[second]) == same


def test_units_are_the_authors_of_each_problem(made: TrainingMaterial) -> None:
    assert made.units.name == "author"
    codes, people = made.units.codes, made.calibration.people
    assert ((codes[:, 1] == -1) == made.calibration.trials.same).all()
    assert len({(int(code), int(person)) for code, person in zip(codes[:, 0], people[:, 0], strict=True)}) == len(
        np.unique(people[:, 0])
    )


def test_the_order_of_documents_has_no_say(made: TrainingMaterial) -> None:
    turned = training_material(Corpus.of("small", corpus_of().documents[::-1]), None, 0)
    assert turned.texts == made.texts
    assert [split.digest for split in turned.splits] == [split.digest for split in made.splits]
    assert turned.learnt.digest == made.learnt.digest
    assert turned.digest == made.digest


def test_the_same_seed_gives_the_same_material_and_another_seed_another(made: TrainingMaterial) -> None:
    again, other = (training_material(corpus_of(), None, seed) for seed in (0, 1))
    assert [split.digest for split in again.splits] == [split.digest for split in made.splits]
    assert again.texts == made.texts
    assert [split.digest for split in other.splits] != [split.digest for split in made.splits]


@pytest.mark.parametrize(("authors", "folds", "expected"), [(4, None, 2), (9, 3, 3), (9, 50, 4), (30, None, 5)])
def test_there_are_as_many_folds_as_leave_two_authors_each(authors: int, folds: int | None, expected: int) -> None:
    found = training_material(corpus_of(authors, texts=3), folds, 0)
    assert len(found.splits) == expected
    assert [split.id for split in found.splits] == [f"authors/{number + 1}" for number in range(expected)]


def test_blank_repeated_and_unsigned_documents_are_left_out_and_told_of() -> None:
    more = [
        Document("a0copy", corpus_of().documents[0].text, "a0"),
        Document("stolen", corpus_of().documents[1].text, "a8"),
        Document("blank", "  ", "a1"),
        Document("unsigned", "unsigned.0 " * 200),
    ]
    found = training_material(Corpus.of("small", [*corpus_of().documents, *more]), None, 0)
    assert found.warnings == ("4 of 50 documents are blank, repeated or without author",)
    assert len(found.documents) == len(set(found.documents)) == 46
    for split in found.splits:
        assert sources(found, split.train).isdisjoint(sources(found, split.test))


@pytest.mark.parametrize(
    ("authors", "said"), [(0, "has 0 authors with"), (1, "has 1 author with"), (3, "has 3 authors")]
)
def test_fewer_than_four_authors_with_two_texts_are_refused(authors: int, said: str) -> None:
    with pytest.raises(SplitError, match=rf"corpus 'small' {said}.* two texts or more; fit takes 4 at least"):
        training_material(corpus_of(authors), None, 0)


def test_a_corpus_without_documents_is_refused() -> None:
    with pytest.raises(SplitError, match="fit takes 4 at least"):
        training_material(Corpus.of("none", []), None, 0)


def test_texts_too_short_to_calibrate_with_are_refused() -> None:
    with pytest.raises(
        SplitError, match=r"'small': its texts are too short or too few to calibrate with; fit takes 3 "
    ):
        training_material(corpus_of(6, texts=2, words=100), None, 0)
    # two texts of 113 words are nearly 125 each
    assert len(training_material(corpus_of(6, texts=2, words=113), None, 0).calibration.trials)


def test_authors_whose_joined_texts_make_two_of_125_words_are_enough_as_the_refusal_says() -> None:
    found = training_material(corpus_of(6, texts=4, words=65), None, 0)
    assert {round(length) for length in found.calibration.conditions[:, 1:].ravel()} == {125}


def test_shipped_problems_are_left_out_with_whatever_shares_a_text() -> None:
    corpus = shipped_corpus()
    found = training_material(corpus, 4, 0)
    assert len(found.splits) == 4
    for split in found.splits:
        assert sources(found, split.train).isdisjoint(sources(found, split.test))
        assert split.train.same.any()
        assert not split.train.same.all()
    asked, behind = Trials.joined([split.test for split in found.splits]), len(found.documents)
    assert (asked.known - behind).tolist() == found.calibration.trials.known.tolist()
    assert asked.same.tolist() == found.calibration.trials.same.tolist()
    # 12 problems, each as often as makes 1,500 of them
    assert len(asked) == len(found.units.codes) == 12 * 125
    assert len(found.learnt) == 12
    assert found.units.name == "text"
    assert found.authors is None


def test_shipped_problems_that_share_a_text_are_never_on_two_sides() -> None:
    """Each questioned text is asked beside its own known texts and beside those of the next problem."""
    corpus = shipped_corpus()
    names = [trial.questioned for trial in corpus.trials]
    more = [Trial(f"u{one.id}", one.known, names[(n + 1) % 12], False) for n, one in enumerate(corpus.trials)]
    found = training_material(Corpus.of("chain", corpus.documents, trials=[*corpus.trials, *more]), 3, 0)
    assert found.splits
    for split in found.splits:
        assert sources(found, split.train).isdisjoint(sources(found, split.test))


def test_units_of_shipped_problems_are_authors_where_they_are_known() -> None:
    corpus = shipped_corpus()
    signed = [Document(one.id, one.text, one.id[:3] + ("x" if one.id[3] == "q" and int(one.id[1:3]) % 3 == 0 else ""))
              for one in corpus.documents]  # fmt: skip
    found = training_material(Corpus.of("signed", signed, trials=corpus.trials), 4, 0)
    assert found.units.name == "author"
    assert ((found.units.codes[:, 1] == -1) == found.calibration.trials.same).all()


def test_shipped_problems_of_different_authors_only_are_refused() -> None:
    corpus = shipped_corpus()
    trials = [Trial(one.id, one.known, one.questioned, False) for one in corpus.trials]
    with pytest.raises(SplitError, match="'shipped' has no same-author problem; verifiers learn from both kinds"):
        training_material(Corpus.of("shipped", corpus.documents, trials=trials), None, 0)


def test_a_world_makes_problems_of_every_number_of_known_texts() -> None:
    world = stylobench.world(authors=8, topics=2, documents=96, words=150, seed=2)
    found = training_material(world, None, 0)
    numbers, counts = np.unique(found.calibration.conditions[:, 0], return_counts=True)
    assert numbers.tolist() == [1, 2, 3, 4, 6, 8]
    assert counts.min() > 50


@pytest.mark.parametrize("corpus", [corpus_of(), shipped_corpus()], ids=["documents", "problems"])
def test_trimmed_material_asks_the_same_about_fewer_texts(corpus: Corpus) -> None:
    whole, _ = training_material(corpus, None, 0).thinned(0.01, 0)
    few = whole.trimmed()
    assert len(few.texts) < len(whole.texts)
    codes = [int(whole.writers[whole.documents.index(text)]) for text in few.documents]
    assert few.writers.tolist() == codes + [-1] * len(few.calibration.texts)
    pairs = [(few.learnt, whole.learnt)]
    for one, other in zip(few.splits, whole.splits, strict=True):
        pairs += [(one.train, other.train), (one.test, other.test)]
    for one, other in pairs:
        assert one.same.tolist() == other.same.tolist()
        for column in ("known", "questioned"):
            rows, before = getattr(one, column), getattr(other, column)
            assert [few.texts[row] for row in rows] == [whole.texts[row] for row in before]
    spoken_of = np.unique(np.concatenate([one.rows for one, _ in pairs]))
    assert spoken_of.tolist() == list(range(len(few.texts)))
    assert few.calibration.conditions.tolist() == whole.calibration.conditions.tolist()
    assert few.trimmed().digest == few.digest
