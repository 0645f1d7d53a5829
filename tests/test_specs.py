from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stylobench import specs
from stylobench.errors import SpecError
from stylobench.specs import Spec, build, names, summary

WORDS = st.from_regex(r"[a-z][a-z_]{0,8}", fullmatch=True).filter(
    lambda word: not __import__("keyword").iskeyword(word)
)
VALUES = st.one_of(st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text(), st.booleans(), st.none())


@given(WORDS, st.dictionaries(WORDS, VALUES, max_size=4))
def test_a_spec_parses_back_to_itself(name: str, parameters: dict[str, object]) -> None:
    spec = Spec(name, parameters)
    assert Spec.parse(str(spec)) == spec


@pytest.mark.parametrize(
    "text",
    ["", "a b", "f(1)", "f(x=open('a'))", "f(**{})", "f(x=1+1)", "__import__('os').system('ls')", "a.b", "f(x=y.z)"],
)
def test_what_is_not_a_spec_is_refused_and_never_run(text: str) -> None:
    with pytest.raises(SpecError, match="not a"):
        Spec.parse(text)


@pytest.mark.parametrize("text", ["Centroid(trouble=raise)", "f(a=1, trouble = raise, b=2)", "f(trouble=[x, raise])"])
def test_a_word_of_python_is_wanted_in_quotes(text: str) -> None:
    with pytest.raises(SpecError, match=r"is not a spec; raise is a word of Python: put it in quotes, 'raise'$"):
        Spec.parse(text)


def test_lists_hold_names_and_specs() -> None:
    assert Spec.parse("meta(verifiers=[ppm, glad(C=2)], weights=(1, 2))").parameters == {
        "verifiers": ["ppm", "glad(C=2)"],
        "weights": (1, 2),
    }


def test_facts_are_read_from_the_class_of_the_method_alone() -> None:
    found = specs.facts("verifiers", "topic_fit")
    assert (found["family"], found["year"]) == ("topic", 2024)
    assert specs.facts("verifiers", "calibrated").get("family") is None
    assert "masked_" not in found


def test_a_misspelt_method_gets_a_hint() -> None:
    with pytest.raises(SpecError, match=r"no attributor named 'maxnet'; did you mean 'maxent'\? there are: "):
        build("attributors", "maxnet")


def test_a_misspelt_parameter_gets_a_hint() -> None:
    with pytest.raises(SpecError, match=r"attributor 'maxent' has no parameter 'c'; did you mean 'C'\? it has: "):
        build("attributors", "maxent(c=1)")


def test_a_module_that_is_not_there_is_said_in_one_line() -> None:
    with pytest.raises(SpecError, match="no module 'nowhere_to_be_found' in this folder"):
        build("attributors", "nowhere_to_be_found:thing")
    with pytest.raises(SpecError, match="module 'math' has no 'thing'"):
        build("attributors", "math:thing")
    with pytest.raises(SpecError, match="'math:pi' is a float, not an estimator"):
        build("attributors", "math:pi")
    with pytest.raises(SpecError, match=r"write package.module:object"):
        build("attributors", "../mine:thing")


def test_every_method_has_a_first_line() -> None:
    for kind in ("attributors", "features", "clusterers"):
        assert names(kind)
        assert all(summary(kind, name) for name in names(kind))


def test_clusterers_are_a_kind_of_their_own() -> None:
    assert names("clusterers") == ["kmeans", "majorclust", "mixture", "ward"]
    assert build("clusterers", "kmeans(k=5)").k == 5
    assert build("clusterers", "sklearn.cluster:Birch(n_clusters=8)").n_clusters == 8
    with pytest.raises(SpecError, match=r"no clusterer named 'kmean'; did you mean 'kmeans'\?"):
        build("clusterers", "kmean")


MINE = """
class Mine:
    def __init__(self, share=0.5):
        self.share = share

    def fit(self, problems, same):
        return self

    def verify(self, problems):
        return [self.share] * len(problems)


class Needy(Mine):
    def __init__(self, share):
        self.share = share


ready = Mine(0.25)
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine_of_mine.py").write_text(MINE)
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize(("spec", "share"), [("Mine", 0.5), ("Mine(share=0.75)", 0.75), ("ready", 0.25)])
def test_a_class_an_instance_and_parameters_of_ones_own(spec: str, share: float) -> None:
    assert build("verifiers", f"mine_of_mine:{spec}").share == share


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize("spec", ["Needy", "Mine(colour=3)"])
def test_arguments_that_do_not_fit_are_one_line(spec: str) -> None:
    with pytest.raises(SpecError, match="takes other arguments"):
        build("verifiers", f"mine_of_mine:{spec}")


def test_the_digest_of_a_floor_follows_its_code_and_its_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "methods").mkdir()
    for name in ("methods/one.py", "methods/words.toml", "methods/averages.json", "seeds.py"):
        (tmp_path / name).write_text("1")
    monkeypatch.setattr(specs, "HOUSE", tmp_path)
    digest = specs.source_digest.__wrapped__
    before = digest("methods", "seeds.py")
    for name in ("methods/one.py", "methods/words.toml", "methods/averages.json", "seeds.py"):
        (tmp_path / name).write_text("2")
        assert digest("methods", "seeds.py") != before, name
        (tmp_path / name).write_text("1")
    (tmp_path / "methods" / "notes.txt").write_text("no part of it")
    assert digest("methods", "seeds.py") == before


def test_what_is_no_literal_is_told_to_stand_in_quotes() -> None:
    with pytest.raises(SpecError, match=r"put it in quotes, chain='en-de-en'$"):
        Spec.parse(" round_trip(chain=en-de-en)")
    assert Spec.parse("round_trip(chain='en-de-en')").parameters == {"chain": "en-de-en"}
