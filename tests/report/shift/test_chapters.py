"""Every chapter of the shift story: what it must say, and that it is left out when there is nothing to say."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from stylobench.report.shift import chapters, story
from stylobench.report.story import Chapter, Facts, Figure, Listing, Table, Words

EXAMPLES = runpy.run_path(str(Path(__file__).parents[1] / "example_shift.py"))["EXAMPLES"]


def told(result: dict[str, Any]) -> dict[str, Chapter]:
    return {chapter.id: chapter for chapter in chapters(result)}


def tables(chapter: Chapter) -> list[Table]:
    return [block for block in chapter.blocks if isinstance(block, Table)]


def figures(chapter: Chapter) -> list[Figure]:
    return [block for block in chapter.blocks if isinstance(block, Figure)]


def words(chapter: Chapter) -> list[str]:
    return [block.text for block in chapter.blocks if isinstance(block, Words)]


def printed(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


def folded(chapter: Chapter, title: str) -> Table:
    return next(table for table in tables(chapter) if table.folded == title)


def test_a_full_result_has_every_chapter_in_order() -> None:
    assert list(told(EXAMPLES["three_methods"]())) == [
        "bounds", "selection", "subclasses", "certainty", "measures", "stream", "constancy", "backtest", "experiment",
        "warnings", "provenance",
    ]  # fmt: skip


def test_chapters_without_data_are_left_out() -> None:
    assert list(told(EXAMPLES["one_method"]())) == [
        "bounds", "selection", "subclasses", "certainty", "measures", "provenance",
    ]  # fmt: skip
    assert list(told(EXAMPLES["nothing_found"]())) == ["warnings", "provenance"]
    assert list(told(EXAMPLES["backtest_only"]())) == ["backtest", "experiment", "warnings", "provenance"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_rows_are_as_wide_as_their_heads_and_everything_has_a_caption(name: str) -> None:
    for chapter in chapters(EXAMPLES[name]()):
        for block in chapter.blocks:
            if isinstance(block, Table):
                assert {len(row) for row in block.rows} == {len(block.columns)}
            if isinstance(block, Table | Figure):
                assert block.caption.endswith(".")
            if isinstance(block, Figure):
                assert block.panels
                assert all(panel.alt.endswith(".") for panel in block.panels)


def test_every_term_is_explained() -> None:
    meant = " ".join(f"{word} {meaning}" for word, meaning in story(EXAMPLES["three_methods"]()).guide).lower()
    terms = "mix subclass bound risk posterior exact normal concentration stress backtest dirichlet bartels"
    assert [term for term in terms.split() if term not in meant] == []


def test_bounds_by_law_and_a_warning_where_the_normal_one_promises_too_much() -> None:
    result = EXAMPLES["one_method"]()
    bound = {"posterior": 0.78, "exact": 0.793, "normal": 0.802, "future": 0.77, "published": 0.9, "optimism": 0.012}
    result["methods"]["svm"]["measures"]["accuracy"]["bounds"] = [bound | {"delta": 0.05}]
    chapter = told(result)["bounds"]
    assert printed(tables(chapter)[0]) == [["svm", "5%", "78.0", "79.3", "80.2", "1.2", "77.0", "1,200"]]
    assert printed(folded(chapter, "As published")) == [["svm", "5%", "90.0", "80.2"]]
    warning = next(block for block in chapter.blocks if isinstance(block, Words))
    assert warning.kind == "strong"
    assert warning.text.endswith("more than the exact law keeps (svm by 1.2 points at a risk of 5%).")
    result["methods"]["svm"]["measures"]["accuracy"]["bounds"][0]["optimism"] = -0.009
    assert words(told(result)["bounds"]) == []


def test_a_small_optimism_does_not_shout() -> None:
    result = EXAMPLES["one_method"]()
    for bound in result["methods"]["svm"]["measures"]["accuracy"]["bounds"]:
        bound["optimism"] = 0.012 if bound["delta"] == 0.01 else 0.009
    assert [block.kind for block in told(result)["bounds"].blocks if isinstance(block, Words)] == ["plain"]
    for bound in result["methods"]["svm"]["measures"]["accuracy"]["bounds"]:
        bound["optimism"] = 0.004
    assert words(told(result)["bounds"]) == []


def test_the_bound_of_a_loss_is_an_upper_one() -> None:
    chapter = told(EXAMPLES["by_log_loss"]())["bounds"]
    assert tables(chapter)[0].caption.startswith("What log loss stays below in all mixes but")
    assert "the filled tail right of it" in figures(chapter)[0].caption
    assert "Lower is better." in figures(told(EXAMPLES["by_log_loss"]())["selection"])[0].caption


def test_places_by_every_rule_stand_with_their_numbers() -> None:
    result = EXAMPLES["three_methods"]()
    chapter = told(result)["selection"]
    best = result["selection"][0]["rankings"]["bound"][0]
    row = next(row for row in printed(tables(chapter)[0]) if row[0] == best)
    assert row[4].startswith("1 (")
    assert row[5] == "56%"
    flip = 100 * result["selection"][0]["flips"][0]["delta"]
    assert f"bayes and svm change places at {flip:.3g}%" in figures(chapter)[0].caption
    assert len(tables(chapter)[1].rows) == 6


def test_subclasses_stand_worst_first_with_size_words_label_and_merging() -> None:
    chapter = told(EXAMPLES["three_methods"]())["subclasses"]
    assert words(chapter)[0] == (
        "8 subclasses, found by kmeans on tfidf vectors. 2 clusters were too small to judge and were merged into the "
        "nearest. Known labels agree with them in 83.0% of documents (purity)."
    )
    first = printed(tables(chapter)[0])[0]
    assert (first[0], first[1], first[2]) == ("hardware prices", "30", "2.5%")
    assert first[-3:] == ["key, circuit, price, orbit, launch, goal", "rec (91%)", "2"]
    assert len(folded(chapter, "Examples of each subclass (16 documents)").rows) == 16
    feared = words(chapter)[1]
    assert feared.startswith("A subclass to fear: hardware prices. If 50% of the mix moves, bayes gets ")
    assert "(noise alone: 3.4 points)" in feared
    assert "svm gets" not in feared


def test_a_drop_that_is_not_clearly_beyond_noise_names_no_subclass() -> None:
    result = EXAMPLES["one_method"]()
    for stress in result["methods"]["svm"]["measures"]["accuracy"]["stress"]:
        stress["noise"] = stress["drop"] / 1.4
    assert words(told(result)["subclasses"])[1:] == [
        "No subclass stands out: what the worst mixes lose is not clearly more than noise would give."
    ]


def test_a_drop_beyond_noise_at_any_distance_names_the_subclass_and_the_distance() -> None:
    result = EXAMPLES["one_method"]()
    stresses = result["methods"]["svm"]["measures"]["accuracy"]["stress"]
    for stress in stresses:
        stress["noise"] = stress["drop"] / (1.54 if stress["radius"] == 0.25 else 1.4)
    feared = words(told(result)["subclasses"])[1]
    assert feared.startswith("A subclass to fear: hardware prices. If 25% of the mix moves, svm gets ")


def test_no_head_and_no_fact_is_called_delta_like_the_verifier() -> None:
    for chapter in chapters(EXAMPLES["three_methods"]()):
        for table in tables(chapter):
            assert "delta" not in [column.title for column in table.columns]
            assert "delta" not in table.caption
        for block in chapter.blocks:
            assert not isinstance(block, Facts) or "delta" not in " ".join(name for name, _ in block.items)


def test_subclasses_without_words_have_no_column_for_them() -> None:
    result = EXAMPLES["one_method"]()
    result["clusters"] = [cluster | {"words": []} for cluster in result["clusters"]]
    table = tables(told(result)["subclasses"])[0]
    assert "words" not in [column.title for column in table.columns]
    assert "words" not in table.caption


def test_of_many_subclasses_the_worst_are_drawn_and_the_rest_is_folded() -> None:
    chapter = told(EXAMPLES["many_clusters"]())["subclasses"]
    assert "the worst 15 of 120" in figures(chapter)[0].caption
    assert "The first 6 of 8 methods are drawn." in figures(chapter)[0].caption
    assert len(folded(chapter, "All 120 subclasses").rows) == 120
    assert max(len(row[0]) for row in printed(folded(chapter, "All 120 subclasses"))) <= 49
    assert "the largest 15 of 120 subclasses" in figures(told(EXAMPLES["many_clusters"]())["stream"])[0].caption


def test_given_subclasses_and_problems_are_named_so() -> None:
    chapter = told(EXAMPLES["of_problems"]())["subclasses"]
    assert words(chapter)[0].startswith("8 subclasses, given by genre.")
    periods = EXAMPLES["of_problems"]()
    periods["settings"]["subclasses"] = "period"
    assert words(told(periods)["subclasses"])[0].startswith("8 subclasses: periods of time.")
    assert tables(chapter)[0].columns[1].title == "problems"


def test_certainty_has_k_shape_and_the_error_of_the_heuristic() -> None:
    result = EXAMPLES["one_method"]()
    result["methods"]["svm"]["measures"]["precision"] |= {
        "approximation": 0.0123, "relative": 0.0141, "heuristic_published": 0.871, "left_out": 1,
    }  # fmt: skip
    chapter = told(result)["certainty"]
    assert [len(figure.panels) for figure in figures(chapter)] == [1, 1]
    assert len(folded(chapter, "Every number of clusters").rows) == 6
    assert printed(tables(chapter)[1])[0][3:] == ["0.981", "< .001"]
    assert printed(folded(chapter, "As published")) == [["svm", "0.993", ".012"]]
    row = next(row for row in printed(tables(chapter)[3]) if row[0] == "precision")
    assert row[4:] == ["1.23", "1.41%", "87.1", "1"]


def test_one_number_of_clusters_makes_no_line_and_a_flat_law_no_shape() -> None:
    result = EXAMPLES["one_method"]()
    found = result["methods"]["svm"]["measures"]["accuracy"]
    found["by_k"] = found["by_k"][:1]
    found["spread"]["mixing"] = [0.9] * 201
    chapter = told(result)["certainty"]
    assert figures(chapter) == []
    assert [table.columns[0].title for table in tables(chapter)] == ["measure"]


def test_every_measure_is_told_by_method_the_headline_one_first() -> None:
    rows = printed(tables(told(EXAMPLES["by_log_loss"]())["measures"])[0])
    assert [row[0] for row in rows[:3]] == ["log loss", "log loss", "accuracy"]
    assert rows[0][2].startswith("0.")
    assert len(rows) == 12


def test_the_stream_is_told_with_its_other_problem_and_untrusted_p() -> None:
    chapter = told(EXAMPLES["three_methods"]())["stream"]
    assert words(chapter)[0] == (
        "6 periods, 1993-01 to 1993-06; 12 documents without a date are left out here; the mixes of the periods differ "
        "(p < .001); so do the classes (p = .021), which is class shift, another problem. Concentration estimated from "
        "the mixes: 31.2 [14.8, no end]; the larger, the less they move."
    )
    rows = printed(tables(chapter)[0])
    assert rows[0] == ["whole stream", "1,188", "14.0 [11.0, 17.0]", "< .001", ".001", "< .001"]
    assert [row[0] for row in rows[1:4]] == ["whole, at the size of a subclass", "space", "hockey"]
    assert printed(folded(chapter, "As published"))[0] == ["whole stream", "< .001", "< .001"]
    assert folded(chapter, "As published").caption.startswith("Not to be trusted")
    assert [panel.title for panel in figures(chapter)[0].panels] == [
        "Share of each subclass", "Share of each class (class shift)",
    ]  # fmt: skip


def test_a_stream_that_has_no_vectors_has_no_table_of_its_order() -> None:
    result = EXAMPLES["three_methods"]()
    result["stream"] |= {"equal": None, "clusters": [None] * 8}
    result["stream"]["whole"] = dict.fromkeys(result["stream"]["whole"]) | {"n": 0}
    assert tables(told(result)["stream"]) == []


def test_early_and_late_are_compared_within_subclasses() -> None:
    chapter = told(EXAMPLES["three_methods"]())["constancy"]
    listing = next(block for block in chapter.blocks if isinstance(block, Listing))
    assert listing.items[0] == (
        "svm: no sign of a change over all subclasses together (p = .340; the least p of a subclass after Holm: "
        "p = .610)"
    )
    assert printed(tables(chapter)[0])[0][:3] == ["space", "310", "+2.0 [−4.0, 8.0]"]
    unsure = told(EXAMPLES["undefined"]())["constancy"]
    assert next(b for b in unsure.blocks if isinstance(b, Listing)).items == ["svm: too little on one side to tell"]


def test_the_experiment_stands_beside_the_paper() -> None:
    chapter = told(EXAMPLES["three_methods"]())["experiment"]
    assert words(chapter)[1].endswith("classifiers, the published heuristic 2.00 (2.4%); the paper reports 3%.")
    row = printed(tables(chapter)[0])[0]
    assert row == [
        "precision",
        "svm",
        "90.0",
        "88.0",
        "87.8",
        "81.0",
        "0.80 [0.40, 1.20]",
        "1.10%",
    ]
    assert printed(folded(chapter, "As published"))[0] == [
        "precision", "svm", "87.0", "2.00", "2.30%", "0.990", ".210",
    ]  # fmt: skip
    assert printed(tables(chapter)[2])[1] == ["recall", "svm", "svm", "bayes", "8 of 10"]


def test_an_experiment_alone_shows_its_own_risk() -> None:
    result = EXAMPLES["backtest_only"]() | {"backtest": None}
    result["experiment"]["delta"] = 0.0228
    facts = dict(next(b for b in told(result)["provenance"].blocks if isinstance(b, Facts)).items)
    assert facts["risk of the experiment"] == "2.28%"
    assert "risk" not in facts


def test_the_rules_agree_in_the_table_where_they_agree_in_the_sentence() -> None:
    """The same four rules in both: today's score counts, and equals agree."""
    result = EXAMPLES["three_methods"]()
    by_measure = {one["measure"]: {ranking[0] for ranking in one["rankings"].values()} for one in result["selection"]}
    for one in result["selection"]:
        one["agree"] = not one["agree"]
    agreeing = sum(len(firsts) == 1 for firsts in by_measure.values())
    assert f"all 4 rules agree in {agreeing} of 6 measures" in tables(told(result)["selection"])[1].caption


def test_what_is_mixed_need_not_be_topics() -> None:
    assert story(EXAMPLES["one_method"]()).question == "What can you expect if the mix of topics changes?"
    assert story(EXAMPLES["of_problems"]()).question == "What can you expect if the mix changes?"


def test_failures_are_counted_by_reason() -> None:
    chapter = told(EXAMPLES["undefined"]())["warnings"]
    assert printed(tables(chapter)[0]) == [["broken", "3", "ValueError: no"]]


def test_failures_of_several_splits_with_one_reason_are_one_row() -> None:
    result = EXAMPLES["undefined"]()
    result["methods"]["broken"]["failures"] = [f"fold/{number}: ValueError: no good" for number in range(1, 6)]
    assert printed(tables(told(result)["warnings"])[0]) == [["broken", "5", "ValueError: no good"]]


def test_settings_and_digest_stand_at_the_end() -> None:
    chapter = told(EXAMPLES["of_problems"]())["provenance"]
    facts = dict(next(block for block in chapter.blocks if isinstance(block, Facts)).items)
    assert facts["mixes around"] == "today’s mix"
    assert facts["concentration a0"] == "8"
    assert facts["clusters asked for"] == "8"
    assert facts["digest"] == "5a" * 32
