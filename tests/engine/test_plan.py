"""Plans and their studies."""

from __future__ import annotations

from stylobench.engine.plan import HERE, Plan, Study


def test_errors_name_the_section_of_the_file_and_verbs_have_none() -> None:
    study = Study("novel/essays-seed-0", "novel-topic", {})
    assert Plan("", (study,), origin="plan.toml").where(study) == "plan.toml: studies.novel: "
    assert Plan("", (study,)).where(study) == ""
    assert Study(HERE, "shift", {}).section == HERE


def test_only_kinds_with_methods_are_named() -> None:
    assert list(Study("a", "attack", {}, verifiers=("ppm",)).named) == [("verifiers", ("ppm",))]
