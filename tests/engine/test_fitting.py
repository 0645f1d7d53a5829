"""Verifiers fitted on all problems, and judged on those that they had not seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

import stylobench
from stylobench.engine.fitting import _few, fit, learnt_by, masked_twin, usual
from stylobench.engine.jobs import fresh
from stylobench.engine.methods import methods
from stylobench.engine.run import Force
from stylobench.engine.saved_models import SavedModel
from stylobench.engine.shift_answers import Work
from stylobench.engine.training_material import training_material
from stylobench.engine.trial_jobs import ScoringJob
from stylobench.errors import SpecError, SplitError
from stylobench.features.masking import masked
from stylobench.features.problems import Problems
from stylobench.features.texts import Texts
from stylobench.records import Corpus, Document, Problem, Trial
from stylobench.specs import build
from stylobench.statistics.case_calibration import MOST_BEYOND, CaseCalibration

WORK = Work(force=Force(0))
SPEC = "char_ngrams(n=3, calibrate=platt, held_out=0)"


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return stylobench.world(authors=8, topics=3, documents=64, words=130, style=3.0, seed=1)


@pytest.fixture(scope="module")
def model(corpus: Corpus) -> SavedModel:
    return fit(corpus, [SPEC], work=WORK)


def test_scores_are_of_verifiers_that_had_not_met_the_people(corpus: Corpus, model: SavedModel) -> None:
    """Against a plain loop over the folds."""
    material = training_material(corpus, None, 0)
    texts, plain, twin = Texts(list(material.texts)), [], []
    for split in material.splits:
        train, test = (list(Problems.without_truth(texts, side)) for side in (split.train, split.test))
        plain += build("verifiers", SPEC).fit(train, split.train.same).scores(test).tolist()
        hidden = [[Problem(tuple(map(masked, p.known)), masked(p.questioned)) for p in side] for side in (train, test)]
        twin += build("verifiers", SPEC).fit(hidden[0], split.train.same).scores(hidden[1]).tolist()
    [one] = model.fitted
    assert one.scores.tolist() == plain
    assert one.twin_scores is not None
    asked = ~np.isnan(one.twin_scores)
    assert one.twin_scores[asked].tolist() == np.array(twin)[asked].tolist()
    # a fifth of each class of every fold
    for kind in (True, False):
        assert abs(asked[model.truth == kind].mean() - 0.2) < 0.02
    assert model.truth.tolist() == material.calibration.trials.same.tolist()
    assert model.conditions is not None
    assert model.conditions.tolist() == material.calibration.conditions.tolist()


def test_a_learner_learns_from_problems_of_every_kind_by_others(corpus: Corpus) -> None:
    material = training_material(corpus, None, WORK.seed)
    [glad], [delta] = methods(["glad"], "verifiers"), methods(["delta"], "verifiers")
    assert learnt_by(delta, material) is material
    wider = learnt_by(glad, material)
    for split, plain, fold in zip(wider.splits, material.splits, range(len(material.splits)), strict=True):
        assert len(split.train) == len(plain.train) + (material.fold != fold).sum()
        assert split.test.digest == plain.test.digest
    twin = masked_twin(glad)
    assert twin is not None
    assert learnt_by(twin, material).learnt.digest == wider.learnt.digest
    # the numbers of known texts that it will be asked about
    assert set(np.diff(material.learnt.starts)) == {1}
    assert set(np.diff(wider.learnt.starts)) == set(material.calibration.conditions[:, 0])


@pytest.mark.parametrize("spec", ["char_ngrams", "delta", "glad(calibrate=platt)", "masked(verifier=delta)", "meta"])
def test_a_fold_scores_alike_with_and_without_a_map(corpus: Corpus, spec: str) -> None:
    material = training_material(corpus, None, 0)
    [method] = methods([spec], "verifiers")
    job = ScoringJob(material.bench, material.splits[0], method, 0)
    train, test = (material.bench.problems(side, job.split.train) for side in (job.split.train, job.split.test))
    with_map = fresh(job).fit(train, job.split.train.same)
    assert np.array_equal(
        job.answers().scores[:, 0], with_map.scores(Problems.without_truth(test.texts, job.split.test))
    )


def test_measures_come_from_the_calibration_of_the_other_folds(corpus: Corpus, model: SavedModel) -> None:
    material = training_material(corpus, None, 0)
    fold = np.repeat(np.arange(len(material.splits)), [len(split.test) for split in material.splits])
    [one], truth, conditions = model.fitted, model.truth, model.conditions
    assert conditions is not None
    evidence, above = np.zeros(len(truth)), np.zeros(len(truth))
    for number in range(len(material.splits)):
        own = fold == number
        others = CaseCalibration(one.scores[~own], truth[~own], conditions[~own])
        evidence[own] = others.evidence(one.scores[own], conditions[own])
        above[own] = others.strangers_above(one.scores[own], conditions[own])
    found = {measure.metric: measure for measure in one.measures}
    assert found["auc"].value == pytest.approx(roc_auc_score(truth, evidence))
    assert found["auc"].low < found["auc"].value < found["auc"].high
    assert (found["auc"].unit, found["auc"].units) == ("author", 8)
    assert found["c_at_1"].value == pytest.approx(((evidence > 0) == truth).mean())
    assert found["strangers_supported"].value == pytest.approx((above <= MOST_BEYOND)[~truth].mean())
    assert found["same_supported"].value == pytest.approx((above <= MOST_BEYOND)[truth].mean())


def test_the_verifier_and_its_twin_have_learnt_from_all_problems(corpus: Corpus, model: SavedModel) -> None:
    material = training_material(corpus, None, 0)
    problems = list(Problems.without_truth(Texts(list(material.texts)), material.learnt))
    plain = build("verifiers", SPEC).fit(problems, material.learnt.same)
    twin = build("verifiers", f"masked(verifier={SPEC})").fit(problems, material.learnt.same)
    [one] = model.fitted
    probe = [Problem((corpus.texts[0],), corpus.texts[1]), problems[0]]
    assert one.verifier.scores(probe).tolist() == plain.scores(probe).tolist()
    assert one.twin.scores(probe).tolist() == twin.scores(probe).tolist()
    assert one.twin.scores(probe).tolist() != one.verifier.scores(probe).tolist()


def test_one_that_masks_by_itself_has_no_twin(corpus: Corpus) -> None:
    [one] = fit(corpus, [f"masked(verifier={SPEC})"], work=WORK).fitted
    assert (one.twin, one.twin_scores) == (None, None)


def test_the_facts(corpus: Corpus, model: SavedModel) -> None:
    both = fit(corpus, {"mine": SPEC, "ppm": "ppm"}, work=WORK)
    facts = both.facts
    assert (facts.corpus, facts.corpus_digest, facts.texts, facts.authors) == ("world", corpus.digest, 64, 8)
    assert (facts.problems, facts.same, facts.folds) == (len(both.truth), int(both.truth.sum()), 4)
    assert facts.learnt == len(training_material(corpus, None, 0).learnt)
    told = [(one.name, one.family, one.looks_at) for one in both.fitted]
    assert told[0] == ("mine", "characters", "character 4-grams, weighed by TF-IDF")
    assert told[1][:2] == ("ppm", "compression")
    other = fit(stylobench.world(authors=8, topics=3, documents=64, words=130, style=3.0, seed=2), [SPEC], work=WORK)
    assert facts.digest == model.facts.digest != other.facts.digest


def test_problems_of_a_corpus_are_used_as_they_are_and_shortened() -> None:
    world = stylobench.world(authors=4, topics=2, documents=32, words=140, style=3.0)
    by_author = sorted(world.documents, key=lambda one: (str(one.author), one.id))
    couples = [by_author[place : place + 2] for place in range(0, 16, 2)]
    couples += [[by_author[place], by_author[31 - place + 16]] for place in range(16, 24)]
    trials = [Trial(f"p{n}", (a.id,), b.id, a.author == b.author) for n, (a, b) in enumerate(couples)]
    shipped = Corpus.of("shipped", [Document(one.id, one.text) for one in world.documents], trials=trials)
    found = fit(shipped, [SPEC], work=WORK)
    assert (found.facts.learnt, found.facts.folds, found.facts.unit, found.facts.authors) == (16, 10, "text", None)
    assert found.facts.problems == 16 * (1500 // 16)
    assert found.conditions is not None
    assert set(found.conditions[:, 0].tolist()) == {1.0}
    assert {125, 144} & set(found.conditions[:, 1].tolist())
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


def test_few_problems_are_told(model: SavedModel) -> None:
    assert not any("few" in line for line in model.facts.warnings)
    documents = [Document(str(n), f"so it is and so it was {n}") for n in range(24)]
    trials = [Trial(str(n), (str(2 * n),), str(2 * n + 1), n % 2 == 0) for n in range(12)]
    small = fit(Corpus.of("small", documents, trials=trials), [SPEC], work=WORK)
    assert not any("few" in line for line in small.facts.warnings)
    assert _few(np.arange(30) < 12) == [
        "the calibration problems are few (12 by one author, 18 by different authors; better 20 or more of each): what "
        "a score is worth is hardly known, and it will mostly support neither"
    ]


def test_what_texts_are_usually_like() -> None:
    """Lengths 3 to 23; "xyz" stands in one text only, and is 1 of the 3 different 3-grams of its text."""
    texts = Texts([*("abc" + "d" * i for i in range(20)), "abcxyz"])
    found = usual(texts)
    lengths = sorted([*range(3, 23), 6])
    assert found.lengths == (lengths[1], lengths[19])
    assert {"abc", "bcd", "ddd", "xyz", "cxy"} <= found.trigrams
    assert found.unseen == 0
    assert usual(Texts(["abcx", "abcy"])).unseen == 0.5


def test_the_most_frequent_words_and_how_much_of_a_text_they_are() -> None:
    found = usual(Texts(["so it is"] * 19 + ["so far"]))
    assert found.common_words == {"so", "it", "is", "far"}
    many = usual(Texts([" ".join(f"w{place}" for place in range(250))] * 3 + ["w0 w1 rare"]))
    assert len(many.common_words) == 200
    assert many.common_share == pytest.approx(np.quantile([0.8, 0.8, 0.8, 2 / 3], 0.05))
