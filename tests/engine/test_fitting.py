"""Verifiers fitted on all problems, and judged on those that they had not seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

import stylobench
from stylobench.engine.fitting import fit, usual
from stylobench.engine.problem_splits import drawn
from stylobench.engine.run import Force
from stylobench.engine.shift_answers import Work
from stylobench.errors import SpecError, SplitError
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Corpus, Document, Problem, Trial, Trials
from stylobench.specs import build

WORK = Work(force=Force(0))
SPEC = "char_ngrams(n=3, calibrate=platt, held_out=0)"


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return stylobench.world(authors=6, topics=3, documents=48, words=60, style=3.0, seed=1)


def test_scores_are_of_verifiers_that_had_not_seen_the_texts(corpus: Corpus) -> None:
    """Against a plain loop over the folds."""
    model = fit(corpus, [SPEC], work=WORK)
    asked = drawn(corpus, 5, 0)
    texts = [corpus.texts[row] for row in asked.rows]
    plain = []
    for split in asked.splits:
        train, test = (list(Problems.without_truth(Texts(texts), side)) for side in (split.train, split.test))
        assert not {text for one in train for text in (*one.known, one.questioned)} & {one.questioned for one in test}
        plain += build("verifiers", SPEC).fit(train, split.train.same).verify(test).tolist()
    [one] = model.fitted
    assert one.scores.tolist() == plain
    assert model.truth.tolist() == Trials.joined([split.test for split in asked.splits]).same.tolist()
    auc = one.measures[0]
    assert (auc.metric, auc.value) == ("auc", pytest.approx(roc_auc_score(model.truth, one.scores)))
    assert auc.low < auc.value < auc.high
    assert (auc.unit, auc.units) == ("author", 6)


def test_the_verifier_itself_has_learnt_from_all_problems(corpus: Corpus) -> None:
    asked = drawn(corpus, 5, 0)
    every = Trials.joined([split.test for split in asked.splits])
    problems = list(Problems.without_truth(Texts([corpus.texts[row] for row in asked.rows]), every))
    plain = build("verifiers", SPEC).fit(problems, every.same)
    [one] = fit(corpus, [SPEC], work=WORK).fitted
    probe = [Problem((corpus.texts[0],), corpus.texts[1]), problems[0]]
    assert one.verifier.verify(probe).tolist() == plain.verify(probe).tolist()


def test_the_facts(corpus: Corpus) -> None:
    model = fit(corpus, {"mine": SPEC, "ppm": "ppm"}, work=WORK)
    facts = model.facts
    assert (facts.corpus, facts.corpus_digest, facts.texts, facts.authors) == ("world", corpus.digest, 48, 6)
    assert (facts.problems, facts.same, facts.folds) == (len(model.truth), int(model.truth.sum()), 4)
    told = [(one.name, one.family, one.looks_at) for one in model.fitted]
    assert told[0] == ("mine", "characters", "character 4-grams, weighed by TF-IDF")
    assert told[1][:2] == ("ppm", "compression")
    other = fit(stylobench.world(authors=6, topics=3, documents=48, words=60, style=3.0, seed=2), [SPEC], work=WORK)
    assert facts.digest == fit(corpus, [SPEC], work=WORK).facts.digest != other.facts.digest


def test_problems_of_a_corpus_are_used_as_they_are() -> None:
    world = stylobench.world(authors=4, topics=2, documents=32, words=40, style=3.0)
    by_author = sorted(world.documents, key=lambda one: (str(one.author), one.id))
    couples = [by_author[place : place + 2] for place in range(0, 16, 2)]
    couples += [[by_author[place], by_author[31 - place + 16]] for place in range(16, 24)]
    trials = [Trial(f"p{n}", (a.id,), b.id, a.author == b.author) for n, (a, b) in enumerate(couples)]
    shipped = Corpus.of("shipped", [Document(one.id, one.text) for one in world.documents], trials=trials)
    model = fit(shipped, [SPEC], work=WORK)
    assert (model.facts.problems, model.facts.folds, model.facts.unit, model.facts.authors) == (16, 16, "text", None)
    assert fit(shipped, [SPEC], 4, WORK).facts.folds == 4
    lies = Corpus.of("lies", shipped.documents, trials=[Trial(t.id, t.known, t.questioned, False) for t in trials])
    with pytest.raises(SplitError, match="corpus 'lies' has no same-author problem"):
        fit(lies, [SPEC], work=WORK)


def test_a_wrong_parameter_is_told(corpus: Corpus) -> None:
    with pytest.raises(SpecError, match="held_out=2"):
        fit(corpus, ["char_ngrams(held_out=2)"], work=WORK)


class Own:
    """A verifier of another house."""

    def fit(self, problems, same):
        return self

    def verify(self, problems):
        return np.full(len(problems), 0.5)


def test_only_our_own_can_be_kept(corpus: Corpus) -> None:
    with pytest.raises(SpecError, match="verifier 'own' is not stylobench's: a model holds no code"):
        fit(corpus, {"own": Own()}, work=WORK)
    with pytest.raises(SpecError, match="is a program of its own and cannot be saved"):
        fit(corpus, ["program(command='true')"], work=WORK)


def test_line_ends_are_alike(corpus: Corpus) -> None:
    plain, other = (
        Corpus.of("c", [replace(one, text=one.text.replace(" ", end)) for one in corpus.documents])
        for end in ("\n", "\r\n")
    )
    left, right = (fit(one, [SPEC], work=WORK) for one in (plain, other))
    assert left.facts.digest == right.facts.digest
    assert left.fitted[0].scores.tolist() == right.fitted[0].scores.tolist()
    assert left.usual == right.usual
    assert left.facts.corpus_digest != right.facts.corpus_digest == other.digest


def test_few_problems_are_told(corpus: Corpus) -> None:
    assert not any("few" in line for line in fit(corpus, [SPEC], work=WORK).facts.warnings)
    small = stylobench.world(authors=4, topics=2, documents=32, words=40)
    [line] = [line for line in fit(small, [SPEC], work=WORK).facts.warnings if "few" in line]
    assert line.startswith("the problems are few (16 by one author, 16 by different authors; better 20 or more of each")


def test_what_texts_are_usually_like() -> None:
    """Lengths 3 to 23; "xyz" stands in one text only, and is 1 of the 3 different 3-grams of its text."""
    texts = Texts([*("abc" + "d" * i for i in range(20)), "abcxyz"])
    found = usual(texts)
    lengths = sorted([*range(3, 23), 6])
    assert found.lengths == (lengths[1], lengths[19])
    assert {"abc", "bcd", "ddd", "xyz", "cxy"} <= found.trigrams
    assert found.unseen == 0
    assert usual(Texts(["abcx", "abcy"])).unseen == 0.5
