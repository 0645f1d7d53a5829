"""Families in their order, each with its methods."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stylobench.protocols.evidence import OWN, by_family, family_of, in_order
from stylobench.specs import FAMILIES

KINDS = st.sampled_from([*FAMILIES, "neural", "Zipf", OWN])


def test_who_declares_nothing_is_the_users_own() -> None:
    assert [family_of(one) for one in ("topic", "")] == ["topic", "yours"]


def test_families_come_in_the_usual_order_and_methods_as_named() -> None:
    assert by_family({"z": "topic", "b": "words", "a": "topic", "mine": "yours"}) == {
        "words": ["b"], "topic": ["z", "a"], "yours": ["mine"],
    }  # fmt: skip


@given(st.lists(KINDS))
def test_the_order_of_families_does_not_hang_on_the_order_given(kinds: list[str]) -> None:
    assert in_order(kinds) == in_order(sorted(kinds))
    assert sorted(in_order(kinds)) == sorted(set(kinds))


@given(st.dictionaries(st.text(min_size=1, max_size=3), KINDS))
def test_every_method_is_in_one_family(families: dict[str, str]) -> None:
    told = by_family(families)
    assert {name: family for family, names in told.items() for name in names} == families
    assert all(told.values())
