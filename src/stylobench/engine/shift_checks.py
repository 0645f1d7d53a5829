"""What a subclass-shift crash test can refuse before any method is run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stylobench import specs
from stylobench.errors import SpecError
from stylobench.metrics.verification import MEASURES
from stylobench.protocols.shift_ground import Tested
from stylobench.protocols.shift_settings import DATES, Settings, check_moving
from stylobench.protocols.shift_stream import dated
from stylobench.protocols.shift_subclasses import (
    CLUSTERS,
    Wish,
    demand_clusters,
    demand_heeded,
    demanded_texts,
    different_texts,
    grouped,
)

USUAL = {"attribution": "accuracy", "verification": "c_at_1"}
OF_ALL_CLASSES = ("accuracy", "macro_f1", "log_loss")
OF_ONE_CLASS = ("precision", "recall", "f")


def check_measure(measure: str, task: str, positive: str | None) -> None:
    """Refuses a measure that no answers of a task can have, or that is about a class which was not named.

    >>> check_measure("f", "attribution", positive="spam")
    """
    known = tuple(MEASURES) if task == "verification" else OF_ALL_CLASSES
    if measure in known or (task == "attribution" and positive is not None and measure in OF_ONE_CLASS):
        return
    if task == "attribution" and measure in OF_ONE_CLASS:
        raise SpecError(f"{measure} is about one class: name it with --positive NAME")
    more = f"; with --positive also {', '.join(OF_ONE_CLASS)}" if task == "attribution" else ""
    raise SpecError(f"no measure named {measure!r} for {task}; there are: {', '.join(known)}{more}")


def check_positive(positive: str | None, labels: Sequence[str | None]) -> None:
    """Refuses a positive class that no document is of."""
    known = sorted({label for label in labels if label})
    if positive is not None and positive not in known:
        shown = ", ".join(known[:9]) + (", ..." if len(known) > 9 else "")
        raise SpecError(f"no item is by {positive!r}; there are: {shown}")


def check_clusters(wish: Wish, different: int) -> None:
    """Refuses clusterers and encoders that do not exist, a number of clusters that they do not take, and more clusters
    than there are different texts.
    """
    made = specs.build("clusterers", wish.clusterer)
    specs.build("encoders", wish.encoder)
    demand_heeded(CLUSTERS, wish)
    demand_clusters(different, replace(wish, clusters=getattr(made, "k", None) or wish.clusters))


def check_items(tested: Tested, settings: Settings, wish: Wish) -> None:
    """Refuses subclasses and dates that items with texts do not have; answers are not looked at."""
    check_moving(settings, wish.kind or CLUSTERS)
    if (wish.kind or CLUSTERS) == CLUSTERS:
        check_clusters(wish, different_texts(demanded_texts(tested)))
    else:
        grouped(tested, wish)
    if dated(tested, wish.period) is None and settings.concentration == DATES:
        raise SpecError("the concentration cannot be estimated: the items have no dates in two periods; give a number")
