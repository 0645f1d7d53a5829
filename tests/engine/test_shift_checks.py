from __future__ import annotations

from typing import Any

import pytest

from stylobench.engine.shift_checks import check_clusters, check_items, check_measure, check_positive
from stylobench.errors import SpecError, StylobenchError
from stylobench.features.texts import Texts
from stylobench.metrics.verification import MEASURES
from stylobench.protocols.shift import Settings
from stylobench.protocols.shift_ground import Tested
from stylobench.protocols.shift_subclasses import Wish


def items(count: int = 40, **more: Any) -> Tested:
    texts = [f"words {i}" for i in range(count)]
    return Tested("made", "0", "attribution", "document", texts, ["x"] * count, Texts(texts), {}, **more)


@pytest.mark.parametrize("measure", ["precision", "recall", "f"])
def test_a_measure_of_one_class_asks_for_the_class(measure: str) -> None:
    with pytest.raises(SpecError, match=f"{measure} is about one class: name it with --positive NAME"):
        check_measure(measure, "attribution", None)
    check_measure(measure, "attribution", "spam")


def test_measures_of_the_other_task_or_of_none_are_refused_with_those_that_there_are() -> None:
    with pytest.raises(
        SpecError, match="no measure named 'auc' for attribution; there are: accuracy, macro_f1"
    ) as said:
        check_measure("auc", "attribution", "spam")
    assert str(said.value).endswith("with --positive also precision, recall, f")
    with pytest.raises(SpecError, match="no measure named 'macro_f1' for verification; there are: "):
        check_measure("macro_f1", "verification", None)
    for measure in MEASURES:
        check_measure(measure, "verification", None)


def test_a_positive_class_must_be_there() -> None:
    check_positive(None, [None])
    check_positive("b", ["a", None, "b"])
    with pytest.raises(SpecError, match="no item is by 'c'; there are: a, b"):
        check_positive("c", ["b", None, "a"])


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (Wish(clusters=41), "41 clusters cannot be made of 40 different texts"),
        (Wish(clusterer="kmeans(k=50)"), "50 clusters cannot be made of 40 different texts"),
        (Wish(clusters=1), "1 cluster is no mix that could move"),
        (Wish(clusterer="kmean"), "did you mean 'kmeans'?"),
        (Wish(encoder="bert"), "no encoder named 'bert'"),
        (Wish("colour"), "no subclasses named 'colour'"),
        (Wish("given"), "have no given subclass"),
        (Wish("topic"), "have no topic"),
        (Wish(period="month"), "no document has a date, so there is no month"),
    ],
)
def test_subclasses_that_items_do_not_have_are_refused(wish: Wish, said: str) -> None:
    with pytest.raises(StylobenchError, match=said.replace("?", r"\?")) as raised:
        check_items(items(), Settings(), wish)
    assert "\n" not in str(raised.value)


def test_a_concentration_from_dates_needs_dates() -> None:
    with pytest.raises(SpecError, match="no dates in two periods; give a number"):
        check_items(items(), Settings(concentration="dates"), Wish())
    years = [str(2020 + i % 2) for i in range(40)]
    check_items(items(times=years, topics=years), Settings(concentration="dates"), Wish("topic"))


def test_what_can_be_made_passes() -> None:
    check_clusters(Wish(clusters=40), 40)
    check_items(items(), Settings(), Wish(clusters=2))


def test_what_would_be_ignored_is_refused() -> None:
    years = [str(2020 + i % 2) for i in range(40)]
    dated = items(times=years, topics=years)
    for wish, said in [
        (Wish("topic", clusters=3), "--clusters is for clusters of texts; the subclasses are topic"),
        (Wish("period", clusterer="ward"), "--clusterer is for clusters of texts"),
        (Wish.of(kind="topic", encoder="lsa"), "--encoder is for clusters of texts"),
        (Wish(clusters=3, clusterer="majorclust"), "--clusters 3 would be ignored"),
    ]:
        with pytest.raises(SpecError, match=said):
            check_items(dated, Settings(), wish)
    with pytest.raises(SpecError, match="the subclasses are the periods themselves"):
        check_items(dated, Settings(concentration="dates"), Wish("period"))
