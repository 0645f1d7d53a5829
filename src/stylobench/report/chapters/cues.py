"""Which cues are style: features that belong to the author rather than to the topic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stylobench.report.chapters.reading import has, noun, working
from stylobench.report.story import Block, Cell, Chapter, Column, Figure, Panel, Result, Spec, Table
from stylobench.report.words import (
    bare_p,
    count,
    feature,
    known,
    listed,
    percent,
    plural,
    points_with_interval,
    share_with_interval,
)

SHOWN = 40


def chapter(result: Result) -> Chapter:
    """The map of features, the best of them, and accuracy with only the neutral ones."""
    group, cues = noun(result), result.get("cues")
    blocks: list[Block] = []
    if cues and cues.get("table"):
        best = sorted(cues["table"], key=_rank)
        blocks += [Figure(_caption(cues, group), [_panel(best, group)]), _table(cues, best, group)]
    neutral = _neutral(result, group)
    blocks += [neutral] if neutral.rows else []
    return Chapter("cues", "Which cues are style", blocks)


def _rank(cue: Mapping[str, Any]) -> tuple[float, str]:
    author, topic = (cue[key] if known(cue.get(key)) else 0.0 for key in ("author_share", "topic_share"))
    return topic - author, str(cue["feature"])


def _caption(cues: Mapping[str, Any], group: str) -> str:
    return (
        f"One dot per feature ({count(len(cues['table']))} of {count(cues.get('features'))} shown; "
        f"{count(cues.get('documents'))} documents): the share of its variance that belongs to the author "
        f"(upwards) and to the {group} (to the right). Above the dashed line a feature says more about the "
        f"author than about the {group}; the best carry their names."
    )


def _panel(best: Sequence[Mapping[str, Any]], group: str) -> Panel:
    names = [feature(str(cue["feature"])) for cue in best[:5]]

    def draw() -> Spec:
        from stylobench.report.charts.cues import cues

        return cues(best, group)

    return Panel("", draw, f"Features by author share and {group} share; most neutral: {listed(names)}.")


def _table(cues: Mapping[str, Any], best: Sequence[Mapping[str, Any]], group: str) -> Table:
    shown = best[:SHOWN]
    extra = [(title, key, hint) for title, key, hint in OPTIONAL if has(shown, key)]
    columns = [
        Column("feature", "name"),
        Column("author share"),
        Column(f"{group} share"),
        *(Column(title, hint=hint, rank=1) for title, key, hint in extra),
        Column("q", hint="of the author share, Benjamini-Hochberg over all features"),
    ]
    rows = [
        [
            Cell(feature(str(cue["feature"]))),
            *(Cell(percent(cue.get(key)), cue.get(key)) for key in ("author_share", "topic_share")),
            *(Cell(percent(cue.get(key)), cue.get(key)) for _, key, _ in extra),
            Cell(bare_p(cue.get("q")), cue.get("q")),
        ]
        for cue in shown
    ]
    cells = cues.get("interaction_cells")
    both = f" Interaction comes from the {count(cells)} filled author × {group} cells only." if cells and extra else ""
    caption = (
        f"The {len(shown)} features whose author share exceeds their {group} share most. Carries over: in "
        f"what share of {plural(group)} authors differ by it as they do elsewhere. q: Benjamini-Hochberg over "
        f"{count(cues.get('features'))} features.{both}"
    )
    return Table(
        caption,
        columns,
        rows,
        brief=10,
        folded="" if len(shown) <= 15 else f"The {len(shown)} most neutral features",
    )


OPTIONAL = (
    ("interaction", "interaction_share", "share of variance that belongs to author and topic together"),
    ("carries over", "stability", "share of topics in which authors differ by it as in their other topics"),
)


def _neutral(result: Result, group: str) -> Table:
    columns = [
        Column("method", "name"),
        Column("kept", hint="features", rank=1),
        Column("all features [95%]"),
        Column("neutral only [95%]"),
        Column("novelty, all [95%]", hint="points", rank=2),
        Column("novelty, neutral [95%]", hint="points"),
        Column(plural(group), rank=1),
    ]
    rows = [_neutral_row(name, method) for name, method in working(result).items() if method.get("neutral")]
    caption = (
        f"Accuracy on new {plural(group)}, and points lost to novelty, when only the most {group}-neutral "
        f"features are kept. They are chosen inside training, so the held-out {group} has no say. 95% "
        f"intervals, {plural(group)} as units."
    )
    return Table(caption, columns, rows)


def _neutral_row(name: str, method: Mapping[str, Any]) -> list[Cell]:
    part, novel, novelty = method["neutral"], method["novel_topic"], method.get("novelty") or {}
    levels = [
        Cell(share_with_interval(source.get("mean"), source.get("low"), source.get("high")), source.get("mean"))
        for source in (novel, part)
    ]
    before = points_with_interval(novelty.get("price"), novelty.get("low"), novelty.get("high"))
    after = points_with_interval(part.get("price"), part.get("price_low"), part.get("price_high"))
    return [
        Cell(name),
        Cell(count(part.get("kept")), part.get("kept")),
        *levels,
        Cell(before, novelty.get("price")),
        Cell(after, part.get("price")),
        Cell(count(part.get("units")), part.get("units")),
    ]
