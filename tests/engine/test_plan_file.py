"""Plans as files: what they expand to, what is wrong with them, and that they come back as they were."""

from __future__ import annotations

from pathlib import Path

import pytest
from engine.small_plans import WORLD, small, written
from hypothesis import given, settings
from hypothesis import strategies as st

from stylobench.engine.plan import HERE, Plan, Study
from stylobench.engine.plan_file import plan_text, read_plan
from stylobench.engine.tested_file import Source
from stylobench.errors import SpecError

TWO = """
title = "Two"
seeds = [0, 7]
[corpora]
essays = "essays"
mail = { path = "mail.csv", format = "table", author = "from" }
[limits]
seconds = 600
memory = "2GB"
[studies.novel]
test = "novel-topic"
attributors = ["maxent", "knn"]
topic-folds = 4
[studies.shifting]
test = "shift"
corpora = ["mail"]
class = ["spam=alt.*"]
"""


def test_a_section_becomes_a_study_for_every_corpus_and_seed(tmp_path: Path) -> None:
    plan = read_plan(written(tmp_path, TWO))
    assert [study.name for study in plan.studies] == [
        "novel/essays-seed-0",
        "novel/essays-seed-7",
        "novel/mail-seed-0",
        "novel/mail-seed-7",
        "shifting/mail-seed-0",
        "shifting/mail-seed-7",
    ]
    first, last = plan.studies[0], plan.studies[-1]
    assert first.attributors == ("maxent", "knn")
    assert first.options == {"topic_folds": 4}
    assert first.corpora == {"essays": Source(str(tmp_path / "essays"))}
    assert last.corpora == {"mail": Source(str(tmp_path / "mail.csv"), "table", {"author": "from"})}
    assert last.options == {"class": {"spam": "alt.*"}}
    assert plan.limits == {"seconds": 600, "memory": "2GB"}
    assert plan.title == "Two"


def test_corpora_and_seeds_can_be_replaced(tmp_path: Path) -> None:
    plan = read_plan(written(tmp_path, TWO), {"essays": WORLD}, seed=3)
    assert [study.name for study in plan.studies] == [
        "novel/essays-seed-3",
        "novel/mail-seed-3",
        "shifting/mail-seed-3",
    ]
    assert plan.studies[0].corpora == {"essays": Source(WORLD)}
    with pytest.raises(SpecError, match="no corpus of the plan is called 'essay'; did you mean 'essays'"):
        read_plan(written(tmp_path, TWO), {"essay": WORLD})


def test_what_is_written_is_read_again_as_it_was(tmp_path: Path) -> None:
    plan = read_plan(written(tmp_path, TWO))
    other = tmp_path / "elsewhere"
    other.mkdir()
    assert read_plan(written(other, plan_text(plan))) == plan


def test_the_study_of_a_verb_is_written_and_read_again(tmp_path: Path) -> None:
    options = {"folds": 3, "quick": True, "positive": 'a "b" \\ c', "split": str(tmp_path / "split.csv")}
    study = Study(HERE, "novel-topic", {"corpus": Source(WORLD)}, ("maxent(C=1.0)",), seed=5, options=options)
    assert read_plan(written(tmp_path, plan_text(Plan("", (study,))))).studies == (study,)


names = st.text("abcdefgh-_", min_size=1, max_size=6).filter(lambda name: name[0].isalpha() and name[-1].isalpha())


@settings(max_examples=40, deadline=None)
@given(
    st.lists(names, min_size=1, max_size=3, unique=True),
    st.lists(names, min_size=1, max_size=3, unique=True),
    st.lists(st.integers(0, 99), min_size=1, max_size=3, unique=True),
    st.dictionaries(st.sampled_from(["folds", "topic_folds"]), st.integers(2, 9)),
)
def test_any_plan_comes_back(
    tmp_path_factory: pytest.TempPathFactory,
    sections: list[str],
    corpora: list[str],
    seeds: list[int],
    options: dict[str, int],
) -> None:
    studies = tuple(
        Study(f"{section}/{corpus}-seed-{seed}", "novel-topic", {corpus: Source(WORLD)}, seed=seed, options=options)
        for section in sections
        for corpus in corpora
        for seed in seeds
    )
    plan = Plan("any", studies)
    assert read_plan(written(tmp_path_factory.mktemp("plan"), plan_text(plan))) == plan


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("seeds = ]", "plan.toml: not TOML: .*line 1"),
        ("", "it has no studies"),
        ('[corpora]\na = "x"\n', "it has no studies"),
        (small().replace("[corpora]", "[corpus]"), "no part of a plan is called 'corpus'; did you mean 'corpora'"),
        (small(seeds="[0, -1]"), "seeds: -1 is no seed"),
        (small(seeds="[0, true]"), "seeds: True is no seed"),
        (small(seeds="[2, 2]"), "seeds: a seed is named twice"),
        (small(seeds="3"), "seeds: is 3; it must be a list"),
        (small(more="[limits]\nsecond = 4"), "limits: no limit is called 'second'; did you mean 'seconds'"),
        (small(more='[limits]\nworkers = "all"'), "limits.workers: is 'all'; it must be a whole number"),
        (small(more="fold = 4"), "studies.novel: novel-topic has no option 'fold'; did you mean 'folds'"),
        (small(more='topic_folds = "5"'), "studies.novel: topic_folds is '5'; it must be a whole number"),
        (small(more="positive = 5"), "studies.novel: positive is 5; it must be a string"),
        (small(more="seed = 5"), "studies.novel: seeds are those of the whole plan"),
        (small(more='verifiers = ["ppm"]'), "studies.novel: novel-topic takes no verifiers"),
        (small(more='corpora = ["smal"]'), "studies.novel: no corpus of the plan is called 'smal'; did you mean"),
        (small(more="corpora = [3]"), "studies.novel.corpora: 3 is no string"),
        (small().replace('"novel-topic"', '"noveltopic"'), "no crash test is called 'noveltopic'; did you mean"),
        (small().replace('test = "novel-topic"', ""), "studies.novel: it has no test"),
        (small(more="[limits]\nworkers = 0"), "limits.workers: is 0; it must be at least 1"),
        (small(more="[limits]\nworkers = -3"), "limits.workers: is -3; it must be at least 1"),
        (small(more="[limits]\nretries = -2"), "limits.retries: is -2; it must be at least 0"),
        (small(more="[limits]\nseconds = 0"), "limits.seconds: 0 leaves no time for anything"),
        (small(more="[limits]\nseconds = nan"), "limits.seconds: nan leaves no time for anything"),
        (small(more='[limits]\nmemory = "2"'), "limits.memory: '2' is no size of memory; write a number with its unit"),
        (small(more='[limits]\nmemory = "2kB"'), "limits.memory: '2kB' of memory is too little"),
        (small(more="[limits]\nmemory = 2"), "limits.memory: is 2; it must be"),
        (f"plugins = [3]\n{small()}", "plugins: 3 is no string"),
        (small().replace("studies.novel", "studies.answers"), "studies.answers: answers is needed"),
        (small().replace("studies.novel", 'studies."report.html"'), "report.html is needed for something else"),
        (small().replace("studies.novel", 'studies."Overview.JSON"'), "Overview.JSON is needed for something else"),
        (small().replace("studies.novel", 'studies."a..b"'), "the name becomes a folder"),
        (small().replace("studies.novel", 'studies.".hidden"'), "the name becomes a folder"),
        (small().replace("studies.novel", 'studies.".."'), "the name becomes a folder"),
        (small().replace("studies.novel", 'studies."a/b"'), "studies.a/b: the name becomes a folder"),
        ('[studies.a]\ntest = "shift"', "studies.a: there is no corpus to test on"),
        ("studies = 3", "studies: is 3; it must be a table"),
        ('[corpora]\na = 4\n[studies.a]\ntest = "shift"', "corpora.a: write .PATH."),
        ('[corpora]\n"a b" = "x"\n"a-b" = "y"\n[studies.a]\ntest = "shift"', "two studies would be kept in a/a-b"),
        (small(seeds="[0, 1]").replace("studies.novel", 'studies."."'), "one corpus and one seed"),
        (
            small(more='[studies."."]\ntest = "novel-topic"'),
            r'studies."\.": a study in the folder itself stands alone',
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(SpecError, match=told) as caught:
        read_plan(written(tmp_path, text))
    assert "\n" not in str(caught.value).strip()
    assert str(caught.value).startswith(f"{tmp_path / 'plan.toml'}: ")


def test_all_problems_are_told(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="and 2 more problems: ") as caught:
        read_plan(written(tmp_path, small(more="fold = 4\nrests = 3", seeds="[-1]")))
    for word in ("-1 is no seed", "'fold'", "'rests'"):
        assert word in str(caught.value)


def test_a_plan_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="no plan can be read from"):
        read_plan(tmp_path / "none.toml")


ALIASED = """
[corpora]
mail = { path = "mail.csv", merge-topics = true, topic-aliases = "topics.csv", drop-duplicates = true }
[studies.novel]
test = "novel-topic"
"""


def test_topic_aliases_are_read_into_the_plan_and_come_back(tmp_path: Path) -> None:
    (tmp_path / "topics.csv").write_text("label,topic\nC; X,Coffee\n")
    plan = read_plan(written(tmp_path, ALIASED))
    options = {"merge_topics": True, "topic_aliases": {"C; X": "Coffee"}, "drop_duplicates": True}
    assert plan.studies[0].corpora == {"mail": Source(str(tmp_path / "mail.csv"), None, options)}
    (tmp_path / "topics.csv").unlink()
    assert read_plan(written(tmp_path, plan_text(plan))).studies == plan.studies


def test_topic_aliases_that_cannot_be_read_are_a_problem_of_the_plan(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"corpora\.mail: cannot read .*topics\.csv"):
        read_plan(written(tmp_path, ALIASED))
