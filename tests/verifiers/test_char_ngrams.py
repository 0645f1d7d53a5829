from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer
from verifiers.sample_problems import sample

from stylobench.errors import SpecError, SplitError
from stylobench.records import Problem
from stylobench.verifiers.char_ngrams import CharNgrams


def ngrams(text: str, n: int) -> list[str]:
    plain = " ".join(text.lower().split())
    return [plain[i : i + n] for i in range(len(plain) - n + 1)]


def plain_cosines(train: list[Problem], test: list[Problem], n: int, features: int) -> list[float]:
    """The same by scikit-learn, one problem at a time; known texts are joined by a mark that makes no n-gram."""
    texts = sorted({text for problem in train for text in (*problem.known, problem.questioned)})
    totals = Counter(gram for text in texts for gram in ngrams(text, n))
    vocabulary = sorted(totals, key=lambda gram: (-totals[gram], gram))[:features]
    vectors = TfidfVectorizer(
        analyzer=lambda parts: [g for part in parts for g in ngrams(part, n)], vocabulary=vocabulary
    )
    vectors.fit([[text] for text in texts])
    return [
        float((vectors.transform([problem.known]) @ vectors.transform([[problem.questioned]]).T).toarray()[0, 0])
        for problem in test
    ]


@pytest.mark.parametrize(("n", "features"), [(4, 3000), (3, 150), (2, 40)])
def test_the_cosine_is_that_of_scikit_learn(n: int, features: int) -> None:
    made = sample()
    train, test = made.problems(made.train), made.problems(made.test)
    model = CharNgrams(n=n, features=features, calibrate="none").fit(train, made.train.same)
    assert model.verify(test) == pytest.approx(plain_cosines(train, test, n, features), abs=1e-9)


def test_the_most_frequent_ngrams_count_and_the_first_by_name_among_equals() -> None:
    problems = [Problem(("bbb",), "aaab"), Problem(("bbb",), "cc")]
    model = CharNgrams(n=1, features=2, calibrate="none").fit(problems, [True, False])
    assert model.model_.names == ["a", "b"]
    model = CharNgrams(n=2, features=3, calibrate="none").fit(problems, [True, False])
    assert model.model_.names == ["aa", "ab", "bb"]


def test_the_reasons_add_up_to_the_cosine() -> None:
    made = sample()
    problems = made.problems(made.train)
    model = CharNgrams(calibrate="none").fit(problems, made.train.same)
    reasons = model.explain(problems[4], most=10_000)
    assert sum(reason.value for reason in reasons) == pytest.approx(model.verify(problems[4:5])[0], abs=1e-12)
    values = [reason.value for reason in reasons]
    assert values == sorted(values, reverse=True)
    assert model.explain(problems[4], most=3) == reasons[:3]
    assert model.explain(Problem(("",), "so it is")) == []


def test_its_vocabulary_comes_from_texts_that_are_not_held_out() -> None:
    made = sample()
    problems = made.problems(made.train)
    model = CharNgrams(n=1, calibrate="two_thresholds").fit(problems, made.train.same)
    digests = sorted((problem.digest, i) for i, problem in enumerate(problems))
    held: set[int] = set()
    for kind in (True, False):
        of_kind = [i for _, i in digests if made.train.same[i] == kind]
        held |= set(of_kind[: len(of_kind) // 5])
    seen = {text for i in held for text in (*problems[i].known, problems[i].questioned)}
    rest = {text for i in set(range(len(problems))) - held for text in (*problems[i].known, problems[i].questioned)}
    assert seen & rest
    expected = [np.log((1 + len(rest - seen)) / (1 + sum(g in t.lower() for t in rest - seen))) + 1 for g in "aqz"]
    idf = dict(zip(model.model_.names, model.model_.idf, strict=True))
    assert [idf[gram] for gram in "aqz" if gram in idf] == pytest.approx(
        [value for gram, value in zip("aqz", expected, strict=True) if gram in idf]
    )
    assert "a" in idf


def test_too_short_training_texts_are_a_clear_error() -> None:
    with pytest.raises(SplitError, match="no training text has 4 characters; give longer texts or a smaller n"):
        CharNgrams(calibrate="none").fit([Problem(("ab",), "abc"), Problem(("ab",), "c")], [True, False])


def test_parameters_that_make_no_sense_are_refused() -> None:
    problems, same = [Problem(("so it is",), "so it was"), Problem(("so it is",), "thus")], [True, False]
    with pytest.raises(SpecError, match="features=0: at least 1 is needed"):
        CharNgrams(features=0, calibrate="none").fit(problems, same)
    with pytest.raises(SpecError, match="no map named 'plat' to calibrate by; there are: two_thresholds, platt"):
        CharNgrams(calibrate="plat").fit(problems, same)
    with pytest.raises(SpecError, match=r"held_out=1\.5: it must be at least 0 and below 1"):
        CharNgrams(held_out=1.5).fit(problems, same)
